/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every code path of stencils against the definition, at random and exactly: elements and weights are small multiples of
 * powers of two, whose sums need no rounding but that of the result. Tasks are made here, as a plan or a convolution makes
 * them, each with arrays of exactly its elements.
 */
#include <cstdlib>

#include "algorithms/stencil/backend.h"
#include "emulated_boundary.h"
#include "emulated_case.h"

namespace
{

using namespace emulated;

const tcu_type types[] = {TCU_TYPE_F64, TCU_TYPE_F32, TCU_TYPE_F16, TCU_TYPE_BF16, TCU_TYPE_U8};

size_t bytes_of(tcu_type type)
{
    return type == TCU_TYPE_F64 ? 8 : type == TCU_TYPE_F32 ? 4 : type == TCU_TYPE_U8 ? 1 : 2;
}

double load(tcu_type type, const void *from)
{
    uint64_t bits = 0;
    std::memcpy(&bits, from, bytes_of(type));
    switch (type) {
    case TCU_TYPE_F64:
        return from_bits<double>(bits);
    case TCU_TYPE_F32:
        return from_bits<float>(bits);
    case TCU_TYPE_F16:
        return tcui_f32_from_f16(static_cast<uint16_t>(bits));
    case TCU_TYPE_BF16:
        return tcui_f32_from_bf16(static_cast<uint16_t>(bits));
    default:
        return static_cast<double>(bits);
    }
}

uint64_t rounded_bits(tcu_type type, double x)
{
    switch (type) {
    case TCU_TYPE_F64:
        return to_bits(x);
    case TCU_TYPE_F32:
        return to_bits(static_cast<float>(x));
    case TCU_TYPE_F16:
        return tcui_f16_from_f64(x);
    case TCU_TYPE_BF16:
        return tcui_bf16_from_f64(x);
    default:
        return x > 0 ? static_cast<uint64_t>(std::nearbyint(std::fmin(x, 255))) : 0;
    }
}

template <class T, size_t N>
T any(const T (&values)[N])
{
    return values[draw() % N];
}

int64_t between(int64_t first, int64_t last)
{
    return first + static_cast<int64_t>(draw() % static_cast<uint64_t>(last - first + 1));
}

/* A weight that is not 0, and none that sums of some hundreds of products would round. */
double draw_weight(tcu_type type)
{
    const double weight = static_cast<double>(between(1, 15)) * (draw() % 2 ? 1 : -1);
    return type == TCU_TYPE_U8 ? weight / 64 : weight / 8;
}

/* A task, and what it points to. */
struct stencil_case {
    tcui_stencil stencil = {};
    tcui_stencil_task task = {};
    std::vector<tcui_tap> taps; /* as the definition has them, also where the task has none */
    std::vector<double> factors[TCUI_AXES], constant_one{1};
    std::vector<float> narrow[TCUI_AXES + 1];
    std::vector<double> wide[TCUI_AXES + 1];
    void *memory = nullptr;

    ~stencil_case()
    {
        if (memory != nullptr)
            functions()->release(0, memory);
    }

    static const tcui_stencil_functions *functions()
    {
        return static_cast<const tcui_stencil_functions *>(tcui_stencil_cuda.extension);
    }

    int64_t in_elements() const { return elements(true); }
    int64_t out_elements() const { return elements(false); }

    /* Up to the last one. */
    int64_t elements(bool in) const
    {
        const tcui_stencil &s = stencil;
        uint64_t last = s.channels - 1;
        last += (s.batch - 1) * (in ? s.in_batch_stride : s.out_batch_stride);
        last += (s.copies - 1) * (in ? s.in_copy_stride : s.out_copy_stride);
        last += ((in ? s.in_fields : s.out_fields) - 1) * (in ? s.in_field_stride : s.out_field_stride);
        for (const tcui_axis &a : s.axes)
            last += ((in ? a.in : a.out) - 1) * (in ? a.in_stride : a.out_stride);
        return static_cast<int64_t>(last) + 1;
    }

    /* Strides of dense arrays, with gaps here and there. */
    void set_strides(bool aligned)
    {
        tcui_stencil &s = stencil;
        const auto gap = [&] { return static_cast<uint64_t>(draw() % 3 ? 0 : aligned ? 16 : between(0, 5)); };
        for (bool in : {true, false}) {
            uint64_t stride = s.channels;
            for (int a = TCUI_AXES - 1; a >= 0; --a) {
                tcui_axis &axis = s.axes[a];
                (in ? axis.in_stride : axis.out_stride) = stride;
                stride *= in ? axis.in : axis.out;
                stride += gap();
            }
            (in ? s.in_field_stride : s.out_field_stride) = stride;
            stride = stride * (in ? s.in_fields : s.out_fields) + gap();
            (in ? s.in_copy_stride : s.out_copy_stride) = stride;
            stride = stride * s.copies + gap();
            (in ? s.in_batch_stride : s.out_batch_stride) = stride;
        }
    }

    void add_tap(uint32_t out_field, uint32_t in_field, int32_t z, int32_t y, int32_t x, double weight)
    {
        taps.push_back({out_field, in_field, {z, y, x}, weight});
    }

    /* The box from low to high; of a product, weights are products. */
    void make_box(bool is_product)
    {
        tcui_stencil &s = stencil;
        s.shape = TCUI_STENCIL_BOX;
        s.is_separable = is_product;
        for (int a = 0; a < TCUI_AXES; ++a) {
            const int64_t n = s.axes[a].high - s.axes[a].low + 1;
            factors[a].assign(static_cast<size_t>(n), 1);
            for (double &factor : factors[a])
                factor = n == 1 ? 1 : static_cast<double>(between(1, 3)) * (draw() % 2 ? 1 : -1);
            if (n > 1 && s.type == TCU_TYPE_U8)
                for (double &factor : factors[a])
                    factor = std::fabs(factor) / 8;
        }
        for (int32_t z = s.axes[0].low; z <= s.axes[0].high; ++z)
            for (int32_t y = s.axes[1].low; y <= s.axes[1].high; ++y)
                for (int32_t x = s.axes[2].low; x <= s.axes[2].high; ++x)
                    add_tap(0, 0, z, y, x,
                            is_product ? factors[0][static_cast<size_t>(z - s.axes[0].low)] *
                                             factors[1][static_cast<size_t>(y - s.axes[1].low)] *
                                             factors[2][static_cast<size_t>(x - s.axes[2].low)]
                                       : draw_weight(s.type));
    }

    /* As a plan. */
    void prepare(tcu_context *context)
    {
        tcui_stencil &s = stencil;
        std::sort(taps.begin(), taps.end(), [](const tcui_tap &a, const tcui_tap &b) {
            const auto key = [](const tcui_tap &t) {
                return std::make_tuple(t.out_field, t.in_field, t.offset[0], t.offset[1], t.offset[2]);
            };
            return key(a) < key(b);
        });
        s.taps = taps.data();
        s.num_taps = taps.size();
        for (int a = 0; a < TCUI_AXES && s.is_separable; ++a)
            s.factors[a] = factors[a].size() > 1 ? factors[a].data() : nullptr;
        cr_assert(functions()->prepare(context, &s, &memory) == TCU_SUCCESS);
    }

    /* As a convolution: weights in memory alone, perhaps turned over. */
    void point_to_weights()
    {
        tcui_stencil &s = stencil;
        s.is_reversed = draw() % 2;
        s.num_taps = taps.size();
        const auto keep = [&](int i, std::vector<double> values) -> const void * {
            if (s.is_reversed)
                std::reverse(values.begin(), values.end());
            wide[i] = values;
            narrow[i].assign(values.begin(), values.end());
            return s.type == TCU_TYPE_F64 ? static_cast<const void *>(wide[i].data()) : narrow[i].data();
        };
        if (s.is_separable) {
            for (int a = 0; a < TCUI_AXES; ++a)
                s.factors[a] = factors[a].size() > 1 ? keep(a, factors[a]) : nullptr;
        } else {
            std::vector<double> weights;
            for (const tcui_tap &tap : taps)
                weights.push_back(tap.weight);
            s.weights = keep(TCUI_AXES, weights);
        }
    }

    /* By the definition. */
    double expected(const unsigned char *in, int64_t b, int64_t k, uint32_t f, const int64_t (&i)[3], int64_t c) const
    {
        const tcui_stencil &s = stencil;
        const int64_t base =
            b * static_cast<int64_t>(s.in_batch_stride) + k * static_cast<int64_t>(s.in_copy_stride) + c;
        const auto value = [&](uint32_t field, const int64_t(&at)[3]) {
            int64_t place = base + field * static_cast<int64_t>(s.in_field_stride);
            for (int a = 0; a < TCUI_AXES; ++a) {
                const int64_t folded = fold(at[a], static_cast<int64_t>(s.axes[a].in), s.axes[a].boundary);
                if (folded < 0) /* (The slower axis.) */
                    return folded == -1 ? 0 : s.constant;
                place += folded * static_cast<int64_t>(s.axes[a].in_stride);
            }
            return load(s.type, in + static_cast<size_t>(place) * bytes_of(s.type));
        };
        /* (Where one axis is outside of ZERO or CONSTANT, a faster one must not be looked at first.) */
        for (int a = 0; a < TCUI_AXES; ++a)
            if (s.axes[a].boundary == TCU_BOUNDARY_KEEP &&
                (i[a] + s.axes[a].low < 0 || i[a] + s.axes[a].high >= static_cast<int64_t>(s.axes[a].in)))
                return value(f, i);
        double sum = 0;
        for (const tcui_tap &tap : taps) {
            if (tap.out_field != f)
                continue;
            int64_t at[3];
            for (int a = 0; a < TCUI_AXES; ++a)
                at[a] = i[a] * static_cast<int64_t>(s.axes[a].step) + tap.offset[a];
            sum += tap.weight * value(tap.in_field, at);
        }
        return sum;
    }
};

const tcui_path *path_of(const std::string &name)
{
    const tcui_path *const end = tcui_stencil_cuda.paths + tcui_stencil_cuda.num_paths;
    const tcui_path *const path =
        std::find_if(tcui_stencil_cuda.paths, end, [&](const tcui_path &p) { return p.name == name; });
    cr_assert(path != end, "no path %s", name.c_str());
    return path;
}

struct options {
    bool is_aligned, is_dynamic, has_odd_numbers;
};

/* Whether the path takes the case; if so it is executed and checked. */
bool check(const char *name, stencil_case &t, const options &o)
{
    tcui_stencil &s = t.stencil;
    tcu_context context = small_device(TCU_ARITHMETIC_AUTO);
    context.properties.shared_memory_per_block = (__CUDA_ARCH__ >= 900 ? 227 : 163) << 10;
    t.set_strides(o.is_aligned);
    if (o.is_dynamic)
        t.point_to_weights();
    else
        t.prepare(&context);
    t.task.form = TCUI_STENCIL_SWEEP;
    t.task.type = s.type;
    t.task.stencil = &s;

    const size_t bytes = bytes_of(s.type);
    const int64_t in_elements = t.in_elements(), out_elements = t.out_elements();
    const unsigned in_shift = o.is_aligned ? 0 : static_cast<unsigned>(draw() % 16) * static_cast<unsigned>(bytes);
    const unsigned out_shift = o.is_aligned ? 0 : static_cast<unsigned>(draw() % 16) * static_cast<unsigned>(bytes);
    array<unsigned char> in(static_cast<uint64_t>(in_elements) * bytes, in_shift);
    array<unsigned char> out(static_cast<uint64_t>(out_elements) * bytes, out_shift);
    for (int64_t i = 0; i < in_elements; ++i) {
        double x = s.type == TCU_TYPE_U8 ? static_cast<double>(draw() % 256) : static_cast<double>(between(-8, 8));
        if (o.has_odd_numbers && s.type != TCU_TYPE_U8 && draw() % 97 == 0)
            x = draw() % 2 ? NAN : INFINITY;
        const uint64_t bits = rounded_bits(s.type, x);
        std::memcpy(&in[static_cast<uint64_t>(i) * bytes], &bits, bytes);
    }
    t.task.in = in.data();
    t.task.out = out.data();

    const tcui_path *const path = path_of(name);
    if (path->applies != nullptr && !path->applies(&context, &t.task))
        return false;
    tcui_layout layout = {};
    if (path->plan != nullptr)
        cr_assert(path->plan(&context, &t.task, &layout) == TCU_SUCCESS);
    garbage_workspace workspace(layout);
    gpu.in_begin = reinterpret_cast<const char *>(in.data());
    gpu.in_end = gpu.in_begin + in_elements * static_cast<int64_t>(bytes);
    gpu.workspace_begin = static_cast<const char *>(workspace.base());
    gpu.workspace_end = gpu.workspace_begin + layout.bytes;
    const tcu_status status = path->execute(&context, &t.task, workspace.base());
    gpu.in_begin = gpu.in_end = gpu.workspace_begin = gpu.workspace_end = nullptr;
    cr_assert(status == TCU_SUCCESS, "%s: status %d: %s", name, status, context.last_error);
    cr_assert(workspace.is_guarded());

    std::vector<bool> written(static_cast<size_t>(out_elements));
    int64_t i[3];
    for (int64_t b = 0; b < static_cast<int64_t>(s.batch); ++b)
        for (int64_t k = 0; k < static_cast<int64_t>(s.copies); ++k)
            for (uint32_t f = 0; f < s.out_fields; ++f)
                for (i[0] = 0; i[0] < static_cast<int64_t>(s.axes[0].out); ++i[0])
                    for (i[1] = 0; i[1] < static_cast<int64_t>(s.axes[1].out); ++i[1])
                        for (i[2] = 0; i[2] < static_cast<int64_t>(s.axes[2].out); ++i[2])
                            for (int64_t c = 0; c < static_cast<int64_t>(s.channels); ++c) {
                                int64_t place = b * static_cast<int64_t>(s.out_batch_stride) +
                                                k * static_cast<int64_t>(s.out_copy_stride) +
                                                f * static_cast<int64_t>(s.out_field_stride) + c;
                                for (int a = 0; a < TCUI_AXES; ++a)
                                    place += i[a] * static_cast<int64_t>(s.axes[a].out_stride);
                                written[static_cast<size_t>(place)] = true;
                                const double want = t.expected(in.data(), b, k, f, i, c);
                                const double wanted = [&] {
                                    const uint64_t bits = rounded_bits(s.type, want);
                                    return load(s.type, &bits);
                                }();
                                const double is = load(s.type, out.data() + static_cast<size_t>(place) * bytes);
                                cr_assert(is == wanted || (std::isnan(is) && std::isnan(wanted)),
                                          "%s, type %d, in %lu x %lu x %lu, out %lu x %lu x %lu, offsets %d..%d, "
                                          "%d..%d, %d..%d, boundaries %d %d %d, step %lu %lu, channels %lu, %zu taps, "
                                          "shape %d, dynamic %d, separable %d, aligned %d: "
                                          "(%ld, %ld, %u; %ld, %ld, %ld; %ld) is %g, not %g",
                                          name, s.type, s.axes[0].in, s.axes[1].in, s.axes[2].in, s.axes[0].out,
                                          s.axes[1].out, s.axes[2].out, s.axes[0].low, s.axes[0].high, s.axes[1].low,
                                          s.axes[1].high, s.axes[2].low, s.axes[2].high, s.axes[0].boundary,
                                          s.axes[1].boundary, s.axes[2].boundary, s.axes[1].step, s.axes[2].step,
                                          s.channels, t.taps.size(), s.shape, o.is_dynamic, s.is_separable,
                                          o.is_aligned, b, k, f, i[0], i[1], i[2], c, is, wanted);
                            }
    cr_assert(out.is_guarded());
    for (int64_t e = 0; e < out_elements; ++e)
        for (size_t byte = 0; byte < bytes && !written[static_cast<size_t>(e)]; ++byte)
            cr_assert(out.is_untouched(static_cast<uint64_t>(e) * bytes + byte), "%s wrote between rows", name);
    return true;
}

enum class taps { box, product, star, holes, list };

struct limits {
    int dimensions, radius;
    taps kind;
    int64_t points[TCUI_AXES];          /* at most */
    bool is_cube, is_single, has_steps; /* equal counts; one field, channel */
};

/* A case within the limits. */
void draw_case(stencil_case &t, tcu_type type, const limits &l, const options &o)
{
    tcui_stencil &s = t.stencil;
    s.type = type;
    s.channels = l.is_single || draw() % 2 ? 1 : static_cast<uint64_t>(between(2, 4));
    s.batch = draw() % 3 ? 1 : 2;
    s.copies = draw() % 3 ? 1 : 3;
    const bool is_list = l.kind == taps::list;
    s.in_fields = is_list && !l.is_single ? static_cast<uint32_t>(between(1, 3)) : 1;
    s.out_fields = is_list && !l.is_single ? static_cast<uint32_t>(between(1, 3)) : 1;
    s.constant = type == TCU_TYPE_U8 ? 77 : 5;
    for (int a = 0; a < TCUI_AXES; ++a)
        s.axes[a] = {1, 1, 0, 0, 1, 0, 0, TCU_BOUNDARY_ZERO};
    const bool is_box = l.kind == taps::box || l.kind == taps::product;
    const bool is_centred = draw() % 2;
    const bool plans_only = !o.is_dynamic && s.in_fields == s.out_fields && draw() % 3 != 0; /* with KEEP */
    const int64_t count = between(1, l.radius) * 2 + 1;
    for (int a = TCUI_AXES - l.dimensions; a < TCUI_AXES; ++a) {
        tcui_axis &axis = s.axes[a];
        if (is_box) {
            const int64_t n = l.is_cube ? count : between(1, 2 * l.radius + 1);
            axis.low = static_cast<int32_t>(is_centred ? -(n / 2) : between(-n, 1));
            axis.high = static_cast<int32_t>(axis.low + n - 1);
        } else {
            axis.high = static_cast<int32_t>(is_list ? between(0, l.radius) : count / 2);
            axis.low = static_cast<int32_t>(is_list ? -between(0, l.radius) : -axis.high);
        }
        axis.in = static_cast<uint64_t>(draw() % 3 == 0 ? l.points[a] : between(1, l.points[a]));
        axis.out = axis.in;
        axis.boundary = plans_only ? static_cast<tcu_boundary>(draw() % 7) : static_cast<tcu_boundary>(draw() % 6);
        if (plans_only)
            continue;
        if (draw() % 3 == 0)
            axis.out = static_cast<uint64_t>(between(1, static_cast<int64_t>(axis.in) + 6));
        if (l.has_steps && draw() % 2) {
            axis.step = static_cast<uint64_t>(between(1, 3));
            axis.out = (axis.out + axis.step - 1) / axis.step;
        }
    }
    if (is_box) {
        t.make_box(l.kind == taps::product);
        return;
    }
    s.shape = l.kind == taps::star ? TCUI_STENCIL_STAR : TCUI_STENCIL_LIST;
    for (uint32_t f = 0; f < s.out_fields; ++f)
        for (uint32_t g = 0; g < s.in_fields; ++g)
            for (int32_t z = s.axes[0].low; z <= s.axes[0].high; ++z)
                for (int32_t y = s.axes[1].low; y <= s.axes[1].high; ++y)
                    for (int32_t x = s.axes[2].low; x <= s.axes[2].high; ++x) {
                        const bool is_on_axes = (z != 0) + (y != 0) + (x != 0) <= 1;
                        const bool wanted =
                            is_list ? draw() % 3 == 0 : is_on_axes && (l.kind == taps::star || draw() % 3);
                        if (wanted)
                            t.add_tap(f, g, z, y, x, draw_weight(type));
                    }
    /* What a plan would find. */
    for (int a = 0; a < TCUI_AXES; ++a) {
        s.axes[a].low = s.axes[a].high = 0;
        for (size_t i = 0; i < t.taps.size(); ++i) {
            const int32_t offset = t.taps[i].offset[a];
            s.axes[a].low = i == 0 ? offset : std::min(s.axes[a].low, offset);
            s.axes[a].high = i == 0 ? offset : std::max(s.axes[a].high, offset);
        }
    }
}

/* At least `least` cases that the path takes. */
void check_path(const char *path, const limits &l, bool can_be_dynamic, bool can_be_u8, int least, bool is_u8 = false)
{
    for (tcu_type type : types) {
        if (is_u8 && type != TCU_TYPE_U8)
            continue;
        for (int done = 0, tried = 0; done < least && (can_be_u8 || type != TCU_TYPE_U8); ++tried) {
            cr_assert(tried < 60 * least, "%s takes too few cases of type %d", path, type);
            stencil_case t;
            const bool is_box = l.kind == taps::box || l.kind == taps::product;
            const options o = {draw() % 2 != 0, can_be_dynamic && is_box && draw() % 2 != 0, draw() % 3 == 0};
            draw_case(t, type, l, o);
            done += check(path, t, o);
        }
    }
}

} // namespace

Test(emulated_stencil_paths, general, .timeout = 600)
{
    for (int dimensions : {1, 2, 3})
        for (taps kind : {taps::box, taps::product, taps::star, taps::holes, taps::list})
            check_path("general", {dimensions, 2, kind, {4, 6, 200}, false, false, true}, true, true, 8);
}

Test(emulated_stencil_paths, stream, .timeout = 600)
{
    for (taps kind : {taps::box, taps::star, taps::holes}) {
        check_path("stream", {2, 4, kind, {1, 70, 400}, true, true, false}, true, kind == taps::box, 12);
        check_path("stream", {3, kind == taps::box ? 2 : 4, kind, {20, 20, 300}, true, true, false}, false, false, 6);
    }
}

Test(emulated_stencil_paths, lines, .timeout = 600)
{
    for (taps kind : {taps::box, taps::product, taps::star, taps::holes})
        for (int radius : {2, 8, 20})
            check_path("lines", {1, radius, kind, {1, 1, 1500}, false, true, false}, true, true, 5);
}

Test(emulated_stencil_paths, boxes, .timeout = 600)
{
    for (int radius : {1, 2, 4, 8})
        check_path("boxes", {2, radius, taps::box, {1, 60, 300}, false, false, false}, true, true, 5);
}

Test(emulated_stencil_paths, separable, .timeout = 600)
{
    for (int radius : {1, 2, 4, 8})
        for (bool is_cube : {true, false})
            check_path("separable", {2, radius, taps::product, {1, 60, 300}, is_cube, false, false}, true, true, 5);
}

Test(emulated_stencil_paths, images, .timeout = 600)
{
    for (int radius : {1, 2, 3})
        check_path("images", {2, radius, taps::box, {1, 60, 500}, true, false, false}, true, true, 12, true);
}
