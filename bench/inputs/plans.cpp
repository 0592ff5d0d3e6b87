/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/inputs/plans.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>
#include <stdexcept>

namespace bench
{
namespace
{
constexpr double kFactorUnit = 0x1p-8; // factors are few of these, so that their products are exact

struct Shape {
    bench_form form;
    uint32_t dimensions;
    int32_t radius;
    bool is_star, is_product;
};

const Shape kShapes[] = {{BENCH_1D_3, 1, 1, false, false},      {BENCH_1D_17, 1, 8, false, false},
                         {BENCH_1D_33, 1, 16, false, false},    {BENCH_1D_65, 1, 32, false, false},
                         {BENCH_1D_129, 1, 64, false, false},   {BENCH_2D_5POINT, 2, 1, true, false},
                         {BENCH_2D_BOX9, 2, 1, false, false},   {BENCH_2D_BOX25, 2, 2, false, false},
                         {BENCH_2D_BOX49, 2, 3, false, false},  {BENCH_2D_BOX81, 2, 4, false, false},
                         {BENCH_2D_BOX289, 2, 8, false, false}, {BENCH_3D_7POINT, 3, 1, true, false},
                         {BENCH_3D_13STAR, 3, 2, true, false},  {BENCH_3D_27BOX, 3, 1, false, false},
                         {BENCH_3D_BOX125, 3, 2, false, false}, {BENCH_SEPARABLE_17, 2, 8, false, true},
                         {BENCH_U8_5X5, 2, 2, false, false},    {BENCH_LAYER_3X3, 2, 1, false, false}};

const Shape &shape_of(bench_form form)
{
    for (const Shape &shape : kShapes) {
        if (shape.form == form) {
            return shape;
        }
    }
    throw std::invalid_argument("a stencil without a shape");
}

int log2_below(uint64_t n) // floor
{
    int k = 0;
    while (n >> (k + 1) != 0) {
        k++;
    }
    return k;
}

// Powers of two along the faster axes, and as many rows or planes as n allows.
void spread(uint64_t n, uint32_t dimensions, uint64_t extents[3])
{
    const int k = log2_below(n);
    extents[0] = extents[1] = 1;
    extents[2] = n;
    if (dimensions == 2) {
        extents[2] = uint64_t(1) << (k + 1) / 2;
        extents[1] = n / extents[2];
    } else if (dimensions == 3) {
        extents[2] = uint64_t(1) << (k + 2) / 3;
        extents[1] = uint64_t(1) << (k + 1) / 3;
        extents[0] = n / (extents[1] * extents[2]);
    }
}

// Lines of the row's width; with a single axis each is a grid.
void spread_lines(uint64_t n, const Row &row, bench_grid &grid)
{
    const uint64_t lines = n / row.width, height = row.height > 0 ? row.height : uint64_t(1) << (log2_below(lines) / 2);
    const bool is_space = grid.dimensions == 3;
    grid.extents[0] = is_space ? lines / height : 1;
    grid.extents[1] = is_space ? height : grid.dimensions == 2 ? lines : 1;
    grid.extents[2] = row.width;
    grid.batch = grid.dimensions == 1 ? lines : 1;
}

// Images of one size, or one that is smaller.
void set_images(uint64_t n, bench_grid &grid)
{
    grid.batch = n / (kImageHeight * kImageWidth * kImageChannels);
    grid.extents[0] = 1;
    grid.extents[1] = kImageHeight;
    grid.extents[2] = kImageWidth;
    if (grid.batch > 0) {
        return;
    }
    grid.batch = 1;
    spread(n / kImageChannels, 2, grid.extents);
}

tcu_convolution_layer_desc layer_of(const Row &row)
{
    tcu_convolution_layer_desc layer = TCU_CONVOLUTION_LAYER_DESC_INIT;
    const uint64_t edge = row.width > 0 ? row.width : kLayerEdge;
    layer.type = row.in;
    layer.batch = row.n / (kLayerChannels * edge * edge);
    layer.in_channels = layer.out_channels = kLayerChannels;
    layer.height = layer.width = edge;
    layer.kernel_height = layer.kernel_width = 3;
    layer.padding_y = layer.padding_x = 1;
    return layer;
}

bool is_tap(const bench_grid &grid, bool is_star, uint64_t at)
{
    int axes = 0; // on which it is off the centre
    for (int a = 2; a >= 0; a--) {
        const uint64_t edge = uint64_t(2 * grid.radius[a] + 1);
        axes += int64_t(at % edge) != grid.radius[a];
        at /= edge;
    }
    return !is_star || axes <= 1;
}

// To as many bits as an element of f16 or bf16 has.
double rounded_weight(const bench_problem &p, double weight)
{
    const int bits = p.in_type == TCU_TYPE_F16 ? 11 : p.in_type == TCU_TYPE_BF16 ? 8 : 53;
    int exponent = 0;
    const double fraction = std::frexp(weight, &exponent);
    return std::ldexp(std::nearbyint(std::ldexp(fraction, bits)), exponent - bits);
}
} // namespace

uint64_t whole_grid(const Row &row)
{
    if (row.op == BENCH_ADJACENT_DIFFERENCE) {
        return row.n;
    }
    bench_problem p = {};
    set_grid(row, p);
    const tcu_convolution_layer_desc &layer = p.layer;
    if (row.op == BENCH_CONVOLUTION_LAYER) {
        return layer.batch * layer.in_channels * layer.height * layer.width;
    }
    return p.grid.extents[0] * p.grid.extents[1] * p.grid.extents[2] * p.grid.channels * p.grid.batch;
}

void set_grid(const Row &row, bench_problem &p)
{
    if (row.op == BENCH_ADJACENT_DIFFERENCE) {
        return;
    }
    if (row.op == BENCH_CONVOLUTION_LAYER) {
        p.layer = layer_of(row);
        return;
    }
    const Shape &shape = shape_of(row.form);
    bench_grid &grid = p.grid;
    grid.dimensions = shape.dimensions;
    grid.channels = grid.batch = 1;
    if (row.form == BENCH_U8_5X5) {
        grid.channels = kImageChannels;
    }
    if (row.width > 0) {
        spread_lines(row.n / grid.channels, row, grid);
    } else if (row.form == BENCH_U8_5X5) {
        set_images(row.n, grid);
    } else {
        spread(row.n, shape.dimensions, grid.extents);
    }
    for (uint32_t a = 0; a < 3; a++) {
        grid.radius[a] = a + shape.dimensions < 3 ? 0 : row.radius > 0 ? row.radius : shape.radius;
    }
    for (uint64_t t = 0; t < bench_box(&grid); t++) {
        grid.taps += is_tap(grid, shape.is_star, t);
    }
    grid.is_product = shape.is_product;
    grid.boundary = row.op == BENCH_STENCIL_ITERATE ? TCU_BOUNDARY_KEEP
                    : row.op == BENCH_CONVOLVE      ? TCU_BOUNDARY_CLAMP
                                                    : TCU_BOUNDARY_ZERO;
    p.steps = row.op == BENCH_STENCIL_ITERATE ? uint64_t(row.param) : 0;
}

std::vector<double> make_factors(const bench_problem &p)
{
    std::vector<double> factors;
    for (int axis = 1; axis < 3; axis++) {
        for (int32_t k = -p.grid.radius[axis]; k <= p.grid.radius[axis]; k++) { // of no symmetry
            factors.push_back(kFactorUnit * (3 * p.grid.radius[axis] - 2 * std::abs(k) + (k > 0) + axis));
        }
    }
    return factors;
}

std::vector<double> make_weights(const bench_problem &p, Weights kind)
{
    const bench_grid &grid = p.grid;
    const bool is_star = shape_of(p.form).is_star, is_average = p.op == BENCH_STENCIL_ITERATE;
    const uint64_t columns = uint64_t(2 * grid.radius[2] + 1), rows = uint64_t(2 * grid.radius[1] + 1);
    std::vector<double> weights(bench_box(&grid), 0.0);
    if (grid.is_product) {
        const std::vector<double> factors = make_factors(p);
        for (uint64_t t = 0; t < weights.size(); t++) {
            weights[t] = factors[t / columns] * factors[rows + t % columns];
        }
        return weights;
    }
    std::mt19937_64 random(20266);
    std::uniform_real_distribution<double> anywhere(0.5, 1.5);
    for (uint64_t t = 0; t < weights.size(); t++) {
        if (!is_tap(grid, is_star, t)) {
            continue;
        }
        const bool is_positive = p.in_type == TCU_TYPE_U8 || random() % 2 == 0;
        weights[t] = float((is_positive ? anywhere(random) : -anywhere(random)) / double(grid.taps));
        weights[t] = kind == Weights::elements ? rounded_weight(p, weights[t]) : weights[t];
        if (is_average) { // exact in f32
            weights[t] = t == weights.size() / 2 ? 0.5 : double(float(0.5 / double(grid.taps - 1)));
        }
    }
    return weights;
}

namespace
{
template <class Real>
std::vector<char> bytes_of(const std::vector<double> &values)
{
    const std::vector<Real> rounded(values.begin(), values.end());
    std::vector<char> bytes(rounded.size() * sizeof(Real));
    std::memcpy(bytes.data(), rounded.data(), bytes.size());
    return bytes;
}

// create(context, where the plan goes), in a context of its own.
template <class T, class Create>
Plan<T> make_plan(tcu_backend backend, Create create)
{
    tcu_context *context = nullptr;
    T *plan = nullptr;
    if (tcu_context_create(&context, backend, -1) != TCU_SUCCESS) {
        throw std::runtime_error(tcu_context_last_error(nullptr));
    }
    const tcu_status status = create(context, &plan);
    const std::string reason = tcu_context_last_error(context);
    tcu_context_destroy(context);
    if (status != TCU_SUCCESS) {
        throw std::runtime_error("tcu: " + reason);
    }
    return Plan<T>(plan);
}
} // namespace

std::vector<char> bytes_of_weights(tcu_type type, const std::vector<double> &weights)
{
    return type == TCU_TYPE_F64 ? bytes_of<double>(weights) : bytes_of<float>(weights);
}

std::vector<char> make_breakpoints(const Row &row)
{
    std::vector<double> breakpoints(row.polynomials + 1);
    std::mt19937_64 random(20264);
    std::uniform_real_distribution<double> anywhere(-1, 1);
    for (uint64_t k = 0; k <= row.polynomials; k++) {
        breakpoints[k] = row.dist == "random" ? anywhere(random) : 2 * double(k) / double(row.polynomials) - 1;
    }
    std::sort(breakpoints.begin(), breakpoints.end());
    breakpoints.front() = -1;
    breakpoints.back() = 1;
    if (row.in != TCU_TYPE_F64 && row.in != TCU_TYPE_F32) {
        throw std::invalid_argument("no breakpoints of " + type_name(row.in) + " here");
    }
    return bytes_of_weights(row.in, breakpoints);
}

Plan<tcu_polynomial> make_polynomial(tcu_backend backend, const bench_problem &p)
{
    return make_plan<tcu_polynomial>(backend, [&](tcu_context *context, tcu_polynomial **plan) {
        return tcu_polynomial_create(context, p.coefficients, p.num_polynomials, p.degree, p.in_type, nullptr, plan);
    });
}

Plan<tcu_stencil> make_stencil(tcu_backend backend, const bench_problem &p, const std::vector<double> &weights)
{
    const bench_grid &grid = p.grid;
    const uint32_t first = 3 - grid.dimensions;
    tcu_stencil_desc desc = TCU_STENCIL_DESC_INIT;
    desc.type = p.in_type;
    desc.dimensions = grid.dimensions;
    desc.channels = grid.channels;
    desc.batch = grid.batch;
    for (uint32_t a = 0; a < grid.dimensions; a++) {
        desc.extents[a] = grid.extents[first + a];
        desc.boundaries[a] = grid.boundary;
        desc.box[a] = uint32_t(2 * grid.radius[first + a] + 1);
        desc.origin[a] = grid.radius[first + a];
    }
    desc.weights = weights.data();
    return make_plan<tcu_stencil>(
        backend, [&](tcu_context *context, tcu_stencil **plan) { return tcu_stencil_create(context, &desc, plan); });
}
} // namespace bench
