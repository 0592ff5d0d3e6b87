/* SPDX-License-Identifier: Apache-2.0 */
/* Boxes on the matrix unit, on the emulated device, against the definition in f64: each shape of the kernels, every
 * boundary, lines of any alignment, infinities and NaNs. */
#include "algorithms/stencil/backend.h"
#include "emulated_boundary.h"
#include "emulated_case.h"

namespace
{

using namespace emulated;

struct box_axis {
    int64_t points;
    int32_t low, high;
};

struct box_case {
    tcu_type type;
    box_axis axes[TCUI_AXES];
    uint64_t batch;
    bool is_aligned;
    int odd_numbers; /* infinities and NaNs */
    int spread;      /* rows are of magnitudes 2^-spread ... 2^spread */
};

double value_of(tcu_type type, uint16_t bits)
{
    return static_cast<double>(type == TCU_TYPE_F16 ? tcui_f32_from_f16(bits) : tcui_f32_from_bf16(bits));
}

double value_of(tcu_type, uint32_t bits)
{
    return static_cast<double>(from_bits<float>(bits));
}

template <class Bits>
Bits bits_of(tcu_type type, double x)
{
    if constexpr (sizeof(Bits) == sizeof(float)) {
        const float element = static_cast<float>(x);
        Bits bits;
        std::memcpy(&bits, &element, sizeof bits);
        return bits;
    } else {
        return type == TCU_TYPE_F16 ? tcui_f16_from_f64(x) : tcui_bf16_from_f64(x);
    }
}

double random_number()
{
    return static_cast<double>(static_cast<int64_t>(draw() % 20001) - 10000) / 8192;
}

const tcu_boundary boundaries[] = {TCU_BOUNDARY_ZERO,    TCU_BOUNDARY_CONSTANT,  TCU_BOUNDARY_CLAMP,
                                   TCU_BOUNDARY_REFLECT, TCU_BOUNDARY_SYMMETRIC, TCU_BOUNDARY_PERIODIC,
                                   TCU_BOUNDARY_KEEP};

/* Elements by their bits. */
template <class Bits>
class box_tester
{
  public:
    explicit box_tester(const box_case &c) : c(c)
    {
        s.type = c.type;
        for (int a = 0; a < TCUI_AXES; ++a) {
            tcui_axis &axis = s.axes[a];
            axis.in = axis.out = static_cast<uint64_t>(c.axes[a].points);
            axis.low = c.axes[a].low;
            axis.high = c.axes[a].high;
            axis.step = 1;
            axis.boundary = boundaries[draw() % std::size(boundaries)];
        }
        s.channels = s.copies = 1;
        s.in_fields = s.out_fields = 1;
        s.batch = c.batch;
        s.constant = value_of(c.type, bits_of<Bits>(c.type, 1.375));
        s.shape = TCUI_STENCIL_BOX;
        set_strides(&tcui_axis::in_stride, &s.in_batch_stride);
        set_strides(&tcui_axis::out_stride, &s.out_batch_stride);
        const double unit = std::ldexp(1.0, static_cast<int>(draw() % 12) - 10);
        for (int32_t z = s.axes[0].low; z <= s.axes[0].high; ++z)
            for (int32_t y = s.axes[1].low; y <= s.axes[1].high; ++y)
                for (int32_t x = s.axes[2].low; x <= s.axes[2].high; ++x)
                    taps.push_back({0, 0, {z, y, x}, (random_number() + 3) * unit});
        s.taps = taps.data();
        s.num_taps = taps.size();
    }

    void expect()
    {
        tcu_context context = small_device(TCU_ARITHMETIC_MATRIX);
        context.properties.multiprocessors = draw() % 2 ? 1 : 40;
        context.properties.shared_memory_per_block = (__CUDA_ARCH__ >= 900 ? 227 : 163) << 10;
        const auto *const functions = static_cast<const tcui_stencil_functions *>(tcui_stencil_cuda.extension);
        void *memory = nullptr;
        cr_assert(functions->prepare(&context, &s, &memory) == TCU_SUCCESS);
        const uint64_t in_elements = s.in_batch_stride * s.batch, out_elements = s.out_batch_stride * s.batch;
        array<Bits> in(in_elements, c.is_aligned ? 0 : draw() % 8), out(out_elements, c.is_aligned ? 0 : draw() % 8);
        double unit = 1;
        for (uint64_t i = 0; i < in_elements; ++i) {
            if (c.spread > 0 && i % s.axes[1].in_stride == 0)
                unit = std::ldexp(1.0, static_cast<int>(draw() % (2 * c.spread + 1)) - c.spread);
            in[i] = bits_of<Bits>(c.type, random_number() * unit);
        }
        for (int i = 0; i < c.odd_numbers; ++i)
            in[draw() % in_elements] = bits_of<Bits>(c.type, draw() % 2 ? NAN : draw() % 2 ? INFINITY : -INFINITY);
        tcui_stencil_task task = {};
        task.form = TCUI_STENCIL_SWEEP;
        task.type = c.type;
        task.stencil = &s;
        task.in = in.data();
        task.out = out.data();
        const tcui_path *const path = tcui_choose_path(&context, &tcui_stencil_cuda, &task);
        cr_assert(std::string(path->name) == "matrix", "path %s", path->name);
        gpu.in_begin = reinterpret_cast<const char *>(in.data());
        gpu.in_end = reinterpret_cast<const char *>(in.data() + in_elements);
        cr_assert(path->execute(&context, &task, nullptr) == TCU_SUCCESS);
        gpu.in_begin = gpu.in_end = nullptr;
        cr_assert(out.is_guarded());
        functions->release(0, memory);
        std::vector<bool> written(out_elements);
        int64_t i[TCUI_AXES];
        for (int64_t b = 0; b < static_cast<int64_t>(s.batch); ++b)
            for (i[0] = 0; i[0] < c.axes[0].points; ++i[0])
                for (i[1] = 0; i[1] < c.axes[1].points; ++i[1])
                    for (i[2] = 0; i[2] < c.axes[2].points; ++i[2]) {
                        uint64_t place = b * s.out_batch_stride;
                        for (int a = 0; a < TCUI_AXES; ++a)
                            place += i[a] * s.axes[a].out_stride;
                        written[place] = true;
                        verify(in.data() + b * s.in_batch_stride, i, out[place]);
                    }
        for (uint64_t place = 0; place < out_elements; ++place)
            cr_assert(written[place] || out.is_untouched(place));
    }

  private:
    void set_strides(uint64_t tcui_axis::*member, uint64_t *batch_stride)
    {
        uint64_t stride = 1;
        for (int a = TCUI_AXES - 1; a >= 0; --a) {
            s.axes[a].*member = stride;
            stride *= s.axes[a].in;
            stride = c.is_aligned ? (stride + 7) / 8 * 8 : stride + draw() % 3;
        }
        *batch_stride = stride;
    }

    double value_at(const Bits *in, const int64_t (&i)[TCUI_AXES]) const
    {
        uint64_t place = 0;
        for (int a = 0; a < TCUI_AXES; ++a) {
            const int64_t at = fold(i[a], c.axes[a].points, s.axes[a].boundary);
            if (at < 0)
                return at == -1 ? 0 : s.constant;
            place += at * s.axes[a].in_stride;
        }
        return value_of(c.type, in[place]);
    }

    /* The largest finite magnitude of the lines that the footprint is in. */
    double largest(const Bits *in, const int64_t (&i)[TCUI_AXES]) const
    {
        double most = 0;
        for (int32_t y = c.axes[1].low; y <= c.axes[1].high; ++y)
            for (int64_t x = -1; x <= c.axes[2].points; ++x) {
                const double value = std::fabs(value_at(in, {i[0], i[1] + y, x}));
                most = std::isfinite(value) ? std::fmax(most, value) : most;
            }
        return most;
    }

    void verify(const Bits *in, const int64_t (&i)[TCUI_AXES], Bits bits) const
    {
        bool is_kept = false;
        for (int a = 0; a < TCUI_AXES; ++a)
            is_kept |= s.axes[a].boundary == TCU_BOUNDARY_KEEP &&
                       (i[a] + c.axes[a].low < 0 || i[a] + c.axes[a].high >= c.axes[a].points);
        double sum = 0, magnitude = 0, weights = 0;
        if (is_kept) {
            sum = value_at(in, i);
        } else {
            for (const tcui_tap &tap : taps) {
                const double product =
                    tap.weight * value_at(in, {i[0] + tap.offset[0], i[1] + tap.offset[1], i[2] + tap.offset[2]});
                sum += product;
                magnitude += std::fabs(product);
                weights += std::fabs(tap.weight);
            }
        }
        const double result = value_of(c.type, bits);
        const bool is_f32 = c.type == TCU_TYPE_F32;
        const double rounding = is_f32 ? 0x1p-24 : c.type == TCU_TYPE_F16 ? 0x1p-11 : 0x1p-8;
        const double of_weights = c.type == TCU_TYPE_BF16 ? 0x1p-16 : 0;
        const double bound = rounding * std::fabs(sum) +
                             (of_weights + static_cast<double>(taps.size() + 12) * 0x1p-24) * magnitude +
                             (is_f32                   ? 0x1p-34 * weights * largest(in, i)
                              : c.type == TCU_TYPE_F16 ? 0x1p-25
                                                       : 0);
        const bool is_right = is_kept ? bits == bits_of<Bits>(c.type, sum) || (std::isnan(sum) && std::isnan(result))
                              : std::isfinite(sum) ? std::fabs(result - sum) <= bound
                              : std::isnan(sum)    ? std::isnan(result)
                                                   : result == sum;
        cr_assert(is_right, "(%d, %d, %d): %g, not %g within %g", static_cast<int>(i[0]), static_cast<int>(i[1]),
                  static_cast<int>(i[2]), result, sum, bound);
    }

    const box_case c;
    tcui_stencil s = {};
    std::vector<tcui_tap> taps;
};

int64_t between(int64_t first, int64_t last)
{
    return first + static_cast<int64_t>(draw() % static_cast<uint64_t>(last - first + 1));
}

/* Each shape with the alignment and the numbers of `round`. */
void expect_box(box_axis z, box_axis y, box_axis x, int round)
{
    for (tcu_type type : {TCU_TYPE_F16, TCU_TYPE_BF16})
        box_tester<uint16_t>({type, {z, y, x}, 1 + draw() % 2, round % 2 == 0, round % 3 == 2 ? 3 : 0, 0}).expect();
    if (z.low == 0 && z.high == 0) {
        const int spreads[] = {0, 3, 60};
        box_tester<uint32_t>(
            {TCU_TYPE_F32, {z, y, x}, 1 + draw() % 2, round % 2 == 0, round % 3 == 2 ? 3 : 0, spreads[round % 3]})
            .expect();
    }
}

box_axis extent(int64_t points, int32_t radius)
{
    return {points, -radius, radius};
}

} // namespace

Test(emulated_stencil_matrix, lines)
{
    for (int round = 0; round < 6; ++round) {
        expect_box({1, 0, 0}, {between(1, 3), 0, 0}, extent(between(500, 1400), between(1, 20)), round);
        expect_box({between(1, 2), 0, 0}, {1, 0, 0}, {between(1, 700), -static_cast<int32_t>(between(0, 70)), 64},
                   round);
    }
}

Test(emulated_stencil_matrix, planes)
{
    for (int round = 0; round < 6; ++round) {
        for (int32_t radius : {1, 2, 3, 4, 6, 8})
            expect_box({1, 0, 0}, extent(between(1, 40), radius), extent(between(1, 420), radius), round);
        expect_box({between(1, 3), 0, 0}, {between(1, 30), 2, 6}, {between(100, 300), -1, 5}, round);
        expect_box({1, 0, 0}, {between(1, 90), -5, 0}, {between(1, 300), -20, -9}, round);
    }
}

Test(emulated_stencil_matrix, volumes)
{
    for (int round = 0; round < 3; ++round)
        for (int32_t radius : {1, 2, 3, 4})
            expect_box(extent(between(1, 12), radius), extent(between(1, 9), radius), extent(between(1, 290), radius),
                       round);
}
