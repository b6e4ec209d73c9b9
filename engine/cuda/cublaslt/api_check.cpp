#include "engine/cuda/cublaslt/api.h"

#include <cublasLt.h>

#include <type_traits>

// Checks api.h against NVIDIA's header.
namespace engine::cuda::cublaslt {

namespace {

template <typename Ours, typename Theirs>
constexpr bool isSame(Ours ours, Theirs theirs)
{
    return static_cast<long long>(ours) == static_cast<long long>(theirs);
}

static_assert(isSame(status::success, CUBLAS_STATUS_SUCCESS));
static_assert(isSame(status::invalidValue, CUBLAS_STATUS_INVALID_VALUE));
static_assert(isSame(status::executionFailed, CUBLAS_STATUS_EXECUTION_FAILED));
static_assert(isSame(status::notSupported, CUBLAS_STATUS_NOT_SUPPORTED));
static_assert(isSame(DataType::F32, CUDA_R_32F) && isSame(DataType::F64, CUDA_R_64F)
    && isSame(DataType::F16, CUDA_R_16F) && isSame(DataType::Bf16, CUDA_R_16BF)
    && isSame(DataType::I8, CUDA_R_8I) && isSame(DataType::I32, CUDA_R_32I));
static_assert(isSame(Compute::F32, CUBLAS_COMPUTE_32F) && isSame(Compute::F64, CUBLAS_COMPUTE_64F)
    && isSame(Compute::I32, CUBLAS_COMPUTE_32I)
    && isSame(Compute::F32FastTf32, CUBLAS_COMPUTE_32F_FAST_TF32));
static_assert(isSame(Operation::None, CUBLAS_OP_N) && isSame(Operation::Transpose, CUBLAS_OP_T));
static_assert(isSame(Epilogue::None, CUBLASLT_EPILOGUE_DEFAULT)
    && isSame(Epilogue::Bias, CUBLASLT_EPILOGUE_BIAS)
    && isSame(Epilogue::Gelu, CUBLASLT_EPILOGUE_GELU)
    && isSame(Epilogue::GeluBias, CUBLASLT_EPILOGUE_GELU_BIAS));
static_assert(isSame(DescAttribute::TransposeA, CUBLASLT_MATMUL_DESC_TRANSA)
    && isSame(DescAttribute::TransposeB, CUBLASLT_MATMUL_DESC_TRANSB)
    && isSame(DescAttribute::Epilogue, CUBLASLT_MATMUL_DESC_EPILOGUE)
    && isSame(DescAttribute::BiasPointer, CUBLASLT_MATMUL_DESC_BIAS_POINTER));
static_assert(isSame(LayoutAttribute::BatchCount, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT)
    && isSame(LayoutAttribute::BatchStride, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET));
static_assert(
    isSame(PreferenceAttribute::MostWorkspaceBytes, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES)
    && isSame(PreferenceAttribute::LeastAlignmentA, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES)
    && isSame(PreferenceAttribute::LeastAlignmentB, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES)
    && isSame(PreferenceAttribute::LeastAlignmentC, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES)
    && isSame(PreferenceAttribute::LeastAlignmentD, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES));
static_assert(isSame(ConfigAttribute::Id, CUBLASLT_ALGO_CONFIG_ID)
    && isSame(ConfigAttribute::Tile, CUBLASLT_ALGO_CONFIG_TILE_ID)
    && isSame(ConfigAttribute::SplitK, CUBLASLT_ALGO_CONFIG_SPLITK_NUM)
    && isSame(ConfigAttribute::Stages, CUBLASLT_ALGO_CONFIG_STAGES_ID));
static_assert(sizeof(Algorithm) == sizeof(cublasLtMatmulAlgo_t));
static_assert(sizeof(HeuristicResult) == sizeof(cublasLtMatmulHeuristicResult_t)
    && offsetof(HeuristicResult, workspaceBytes)
        == offsetof(cublasLtMatmulHeuristicResult_t, workspaceSize)
    && offsetof(HeuristicResult, state) == offsetof(cublasLtMatmulHeuristicResult_t, state)
    && offsetof(HeuristicResult, waves) == offsetof(cublasLtMatmulHeuristicResult_t, wavesCount));

// Checks that two functions have the same number of arguments, of the same sizes.
template <typename Ours, typename Theirs>
struct Alike : std::false_type {
};
template <typename R, typename... A, typename S, typename... B>
struct Alike<R (*)(A...), S(B...)>
    : std::bool_constant<sizeof...(A) == sizeof...(B) && ((sizeof(A) == sizeof(B)) && ...)> {
};
#define OPSCOPE_ALIKE(ours, theirs)                                                                \
    static_assert(Alike<decltype(Table::ours), decltype(theirs)>::value)
OPSCOPE_ALIKE(create, cublasLtCreate);
OPSCOPE_ALIKE(destroy, cublasLtDestroy);
OPSCOPE_ALIKE(matmulDescCreate, cublasLtMatmulDescCreate);
OPSCOPE_ALIKE(matmulDescDestroy, cublasLtMatmulDescDestroy);
OPSCOPE_ALIKE(matmulDescSetAttribute, cublasLtMatmulDescSetAttribute);
OPSCOPE_ALIKE(matrixLayoutCreate, cublasLtMatrixLayoutCreate);
OPSCOPE_ALIKE(matrixLayoutDestroy, cublasLtMatrixLayoutDestroy);
OPSCOPE_ALIKE(matrixLayoutSetAttribute, cublasLtMatrixLayoutSetAttribute);
OPSCOPE_ALIKE(matmulPreferenceCreate, cublasLtMatmulPreferenceCreate);
OPSCOPE_ALIKE(matmulPreferenceDestroy, cublasLtMatmulPreferenceDestroy);
OPSCOPE_ALIKE(matmulPreferenceSetAttribute, cublasLtMatmulPreferenceSetAttribute);
OPSCOPE_ALIKE(matmulAlgoGetHeuristic, cublasLtMatmulAlgoGetHeuristic);
OPSCOPE_ALIKE(matmulAlgoCheck, cublasLtMatmulAlgoCheck);
OPSCOPE_ALIKE(matmulAlgoConfigGetAttribute, cublasLtMatmulAlgoConfigGetAttribute);
OPSCOPE_ALIKE(matmul, cublasLtMatmul);
#undef OPSCOPE_ALIKE

} // namespace

} // namespace engine::cuda::cublaslt
