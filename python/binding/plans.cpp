// SPDX-License-Identifier: Apache-2.0
// Plans, which several threads may use at once as long as none changes them; and the operations that take a list of
// structures.
#include <memory>
#include <nanobind/stl/vector.h>
#include <shared_mutex>

#include "call.h"

namespace nb = nanobind;

namespace tcu_python
{

// A plan of the C library, with a lock that an update takes alone and evaluations share.
template <typename Handle, tcu_status (*Destroy)(Handle *)>
struct plan {
    plan() = default;
    plan(const plan &) = delete;
    plan &operator=(const plan &) = delete;
    ~plan()
    {
        const nb::gil_scoped_release unlocked;
        Destroy(handle);
    }

    Handle *handle = nullptr;
    std::shared_mutex mutex;
};

using polynomial = plan<tcu_polynomial, tcu_polynomial_destroy>;
using stencil = plan<tcu_stencil, tcu_stencil_destroy>;

// A function on a plan that does not change it, as call.h has those without.
template <auto Function>
struct plan_call;

template <typename Handle, typename... Parameters, tcu_status (*Function)(tcu_context *, const Handle *, Parameters...)>
struct plan_call<Function> {
    template <typename Plan>
    static void run(Plan &self, context &where, uintptr_t stream, typename parameter<Parameters>::type... arguments)
    {
        const std::tuple<Parameters...> values{parameter<Parameters>::value(arguments)...};
        where.run(stream, [&](tcu_context *handle) {
            const std::shared_lock<std::shared_mutex> shared(self.mutex);
            return std::apply([&](auto... value) { return Function(handle, self.handle, value...); }, values);
        });
    }

    template <typename Plan>
    static void bind(nb::class_<Plan> &binding, const char *name)
    {
        binding.def(name, &run<Plan>, nb::arg(), nb::arg(), ((void)sizeof(Parameters *), nb::arg().none())...);
    }
};

static polynomial *create_polynomial(context &where, uintptr_t stream, pointer coefficients, uint64_t count,
                                     uint64_t degree, int type, structure<tcu_polynomial_options> options)
{
    auto result = std::make_unique<polynomial>();
    where.run(stream, [&](tcu_context *handle) {
        return tcu_polynomial_create(handle, coefficients.address, count, degree, static_cast<tcu_type>(type),
                                     options.address, &result->handle);
    });
    return result.release();
}

static void update_polynomial(polynomial &self, context &where, uintptr_t stream, pointer coefficients)
{
    where.run(stream, [&](tcu_context *handle) {
        const std::lock_guard<std::shared_mutex> alone(self.mutex);
        return tcu_polynomial_update(handle, self.handle, coefficients.address);
    });
}

// One of the functions that create a stencil, by a call on the context.
template <typename Function>
static stencil *create_stencil(context &where, uintptr_t stream, Function function)
{
    auto result = std::make_unique<tcu_python::stencil>();
    where.run(stream, [&](tcu_context *handle) { return function(handle, &result->handle); });
    return result.release();
}

static stencil *create_box(context &where, uintptr_t stream, const tcu_stencil_desc &desc)
{
    return create_stencil(where, stream, [&](tcu_context *handle, tcu_stencil **made) {
        return tcu_stencil_create(handle, &desc, made);
    });
}

static void check_spacings(const tcu_stencil_desc &desc, const std::vector<double> &spacings)
{
    if (spacings.size() != desc.dimensions) {
        throw nb::value_error("spacings: one number for each axis is wanted");
    }
}

static stencil *create_derivative(context &where, uintptr_t stream, const tcu_stencil_desc &desc, uint32_t axis,
                                  uint32_t derivative, uint32_t order, const std::vector<double> &spacings)
{
    check_spacings(desc, spacings);
    return create_stencil(where, stream, [&](tcu_context *handle, tcu_stencil **made) {
        return tcu_stencil_create_derivative(handle, &desc, axis, derivative, order, spacings.data(), made);
    });
}

template <auto Function>
static stencil *create_operator(context &where, uintptr_t stream, const tcu_stencil_desc &desc, uint32_t order,
                                const std::vector<double> &spacings)
{
    check_spacings(desc, spacings);
    return create_stencil(where, stream, [&](tcu_context *handle, tcu_stencil **made) {
        return Function(handle, &desc, order, spacings.data(), made);
    });
}

static void group_by(context &where, uintptr_t stream, pointer keys, int key_type, uint64_t n,
                     const std::vector<tcu_group_column> &columns, structure<tcu_runs> groups,
                     structure<tcu_group_by_options> options)
{
    where.run(stream, [&](tcu_context *handle) {
        return tcu_group_by(handle, keys.address, static_cast<tcu_type>(key_type), n, columns.data(),
                            static_cast<int>(columns.size()), groups.address, options.address);
    });
}

static void compact_columns(context &where, uintptr_t stream, const std::vector<tcu_column> &columns, pointer flags,
                            pointer count, uint64_t n, structure<tcu_compact_options> options)
{
    where.run(stream, [&](tcu_context *handle) {
        return tcu_compact_columns(handle, columns.data(), static_cast<int>(columns.size()), flags.address,
                                   TCU_FLAGS_BYTES, static_cast<uint64_t *>(count.address), n, options.address);
    });
}

static void histogram_multi(context &where, uintptr_t stream, pointer samples, int sample_type,
                            const std::vector<tcu_histogram_channel> &channels, int count_type, uint64_t n)
{
    where.run(stream, [&](tcu_context *handle) {
        return tcu_histogram_multi(handle, samples.address, static_cast<tcu_type>(sample_type),
                                   static_cast<int>(channels.size()), channels.data(),
                                   static_cast<tcu_type>(count_type), n, nullptr);
    });
}

static std::vector<double> finite_difference_weights(double at, const std::vector<double> &nodes, uint32_t derivative)
{
    std::vector<double> weights(nodes.size());
    const tcu_status status = tcu_finite_difference_weights(at, nodes.data(), static_cast<uint32_t>(nodes.size()),
                                                            derivative, weights.data());
    if (status != TCU_SUCCESS) {
        raise_status(status, tcu_context_last_error(nullptr));
    }
    return weights;
}

static nb::tuple convolve_shape(const tcu_convolution_desc &desc, uint64_t kernel_height, uint64_t kernel_width)
{
    uint64_t height = 0, width = 0;
    const tcu_status status = tcu_convolve_2d_shape(&desc, kernel_height, kernel_width, &height, &width);
    if (status != TCU_SUCCESS) {
        raise_status(status, tcu_context_last_error(nullptr));
    }
    return nb::make_tuple(height, width);
}

static nb::tuple layer_shape(const tcu_convolution_layer_desc &desc)
{
    uint64_t height = 0, width = 0;
    const tcu_status status = tcu_convolution_layer_shape(&desc, &height, &width);
    if (status != TCU_SUCCESS) {
        raise_status(status, tcu_context_last_error(nullptr));
    }
    return nb::make_tuple(height, width);
}

void bind_plans(nb::module_ &module)
{
    nb::class_<polynomial> polynomials(module, "PolynomialPlan");
    plan_call<&tcu_polynomial_evaluate>::bind(polynomials, "evaluate");
    plan_call<&tcu_polynomial_evaluate_batched>::bind(polynomials, "evaluate_batched");
    plan_call<&tcu_polynomial_evaluate_indexed>::bind(polynomials, "evaluate_indexed");
    plan_call<&tcu_polynomial_evaluate_spline>::bind(polynomials, "evaluate_spline");
    plan_call<&tcu_polynomial_reduce>::bind(polynomials, "reduce");
    polynomials.def("update", &update_polynomial);
    module.def("polynomial_create", &create_polynomial, nb::arg(), nb::arg(), nb::arg().none(), nb::arg(), nb::arg(),
               nb::arg(), nb::arg().none());

    nb::class_<stencil> stencils(module, "StencilPlan");
    plan_call<&tcu_stencil_execute>::bind(stencils, "execute");
    plan_call<&tcu_stencil_iterate>::bind(stencils, "iterate");
    module.def("stencil_create", &create_box);
    module.def("stencil_create_derivative", &create_derivative);
    module.def("stencil_create_laplacian", &create_operator<&tcu_stencil_create_laplacian>);
    module.def("stencil_create_gradient", &create_operator<&tcu_stencil_create_gradient>);
    module.def("stencil_create_divergence", &create_operator<&tcu_stencil_create_divergence>);

    module.def("group_by", &group_by, nb::arg(), nb::arg(), nb::arg().none(), nb::arg(), nb::arg(), nb::arg(),
               nb::arg().none(), nb::arg().none());
    module.def("compact_columns", &compact_columns, nb::arg(), nb::arg(), nb::arg(), nb::arg().none(), nb::arg(),
               nb::arg(), nb::arg().none());
    module.def("histogram_multi", &histogram_multi, nb::arg(), nb::arg(), nb::arg().none(), nb::arg(), nb::arg(),
               nb::arg(), nb::arg());
    module.def("finite_difference_weights", &finite_difference_weights);
    module.def("convolve_shape", &convolve_shape);
    module.def("convolution_layer_shape", &layer_shape);
}

} // namespace tcu_python
