/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/studies/gemm/cublas.h"

#include <cstdio>
#include <stdexcept>

#if __has_include(<cublas_v2.h>)
#include <cublas_v2.h>
#include <dlfcn.h>

#include "bench/studies/gemm/operands.cuh"

#ifndef TCU_STUDY_CUBLAS_LIBRARY
#define TCU_STUDY_CUBLAS_LIBRARY "libcublas.so"
#endif

namespace study
{
namespace
{
constexpr size_t kWorkspace =
    size_t(64) << 20; // more than cuBLAS asks for on any GPU; without one no call is capturable

struct Library { // what is used of it
    decltype(&::cublasCreate_v2) create = nullptr;
    decltype(&::cublasDestroy_v2) destroy = nullptr;
    decltype(&::cublasSetStream_v2) set_stream = nullptr;
    decltype(&::cublasSetWorkspace_v2) set_workspace = nullptr;
    // cublasGemmEx(): the header has two of this name
    cublasStatus_t (*gemm)(cublasHandle_t, cublasOperation_t, cublasOperation_t, int m, int n, int k, const void *alpha,
                           const void *a, cudaDataType, int lda, const void *b, cudaDataType, int ldb, const void *beta,
                           void *c, cudaDataType, int ldc, cublasComputeType_t, cublasGemmAlgo_t) = nullptr;
    decltype(&::cublasHSSgemvStridedBatched) gemv = nullptr;
    bool is_usable = false;

    Library()
    {
        const std::string name = "libcublas.so." + std::to_string(CUBLAS_VER_MAJOR);
        void *library = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (library == nullptr) { // beside the header it was built with
            library = dlopen(TCU_STUDY_CUBLAS_LIBRARY, RTLD_NOW | RTLD_LOCAL);
        }
        const auto find = [library](auto &function, const char *of_name) {
            function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, of_name));
            return function != nullptr;
        };
        is_usable = library != nullptr && find(create, "cublasCreate_v2") && find(destroy, "cublasDestroy_v2") &&
                    find(set_stream, "cublasSetStream_v2") && find(set_workspace, "cublasSetWorkspace_v2") &&
                    find(gemm, "cublasGemmEx") && find(gemv, "cublasHSSgemvStridedBatched");
    }
};

void check(cublasStatus_t status, const char *what)
{
    if (status != CUBLAS_STATUS_SUCCESS) {
        throw std::runtime_error(std::string(what) + ": status " + std::to_string(int(status)));
    }
}

class Loaded : public Cublas
{
  public:
    Loaded(const Library &library, cudaStream_t stream) : library_(library), workspace_(kWorkspace)
    {
        check(library_.create(&handle_), "cublasCreate");
        check(library_.set_stream(handle_, stream), "cublasSetStream");
        check(library_.set_workspace(handle_, workspace_.data(), kWorkspace), "cublasSetWorkspace");
    }
    ~Loaded() override { library_.destroy(handle_); }

    void enqueue(const Problem &p, float *c) override
    {
        const float one = 1, zero = 0;
        multiply(p, &one, &zero, c, CUDA_R_32F, CUBLAS_COMPUTE_32F);
    }
    void enqueue_half(const Problem &p, void *c) override
    {
        const __half one = __float2half_rn(1), zero = __float2half_rn(0);
        multiply(p, &one, &zero, c, CUDA_R_16F, CUBLAS_COMPUTE_16F);
    }
    void enqueue_gemv(const Problem &p, float *y) override
    {
        const float one = 1, zero = 0;
        check(library_.gemv(handle_, CUBLAS_OP_T, p.k, p.m, &one, p.a, int(p.stride), 0, p.b, 1, 0, &zero, y, 1, 0, 1),
              "cublasHSSgemvStridedBatched");
    }

  private:
    // Matrices of cuBLAS lie in columns: A's rows are the columns of a k x m matrix, and C is n x m there, the product of
    // B's transpose, n x k, and that. Of one column C is m x 1 as well, with its elements side by side: cuBLAS takes the
    // product with a vector in this form, A's transpose and one column.
    void multiply(const Problem &p, const void *one, const void *zero, void *c, cudaDataType type,
                  cublasComputeType_t compute)
    {
        const bool is_vector = p.n == 1;
        const __half *const left = is_vector ? p.a : p.b, *const right = is_vector ? p.b : p.a;
        const int rows = is_vector ? p.m : p.n, columns = is_vector ? 1 : p.m;
        const int stride = int(p.stride), c_stride = int(is_vector ? p.m : p.c_stride);
        check(library_.gemm(handle_, CUBLAS_OP_T, CUBLAS_OP_N, rows, columns, p.k, one, left, CUDA_R_16F, stride, right,
                            CUDA_R_16F, stride, zero, c, type, c_stride, compute, CUBLAS_GEMM_DEFAULT),
              "cublasGemmEx");
    }

    const Library &library_;
    Array<char> workspace_;
    cublasHandle_t handle_ = nullptr;
};
} // namespace

std::unique_ptr<Cublas> Cublas::open(cudaStream_t stream)
{
    static const Library library;
    if (!library.is_usable) {
        std::fprintf(stderr, "tcu-study: no cuBLAS here: it is left out\n");
        return nullptr;
    }
    return std::make_unique<Loaded>(library, stream);
}
} // namespace study

#else

namespace study
{
std::unique_ptr<Cublas> Cublas::open(cudaStream_t)
{
    std::fprintf(stderr, "tcu-study: built without cuBLAS's header: it is left out\n");
    return nullptr;
}
} // namespace study

#endif
