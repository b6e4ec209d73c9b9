#pragma once

#include "engine/cuda/libraries.h"

#include <cstddef>
#include <cstdint>

/// The functions and constants of cuBLASLt 13 that this module uses. They are declared here so that
/// only api_check.cpp needs NVIDIA's header, and so that tests can replace the library on machines
/// without a toolkit. Names follow cublasLt.h. Source: cuBLAS 13 documentation, "Using the cuBLASLt
/// API".
namespace engine::cuda::cublaslt {

/// cublasStatus_t
namespace status {
inline constexpr int success = 0;
inline constexpr int invalidValue = 7;
inline constexpr int executionFailed = 13;
inline constexpr int notSupported = 15;
}

/// cudaDataType_t
enum class DataType : int { F32 = 0, F64 = 1, F16 = 2, I8 = 3, I32 = 10, Bf16 = 14 };

/// cublasComputeType_t: the type in which products are summed.
enum class Compute : int { F32 = 68, F64 = 70, I32 = 72, F32FastTf32 = 77 };

enum class Operation : std::int32_t { None = 0, Transpose = 1 };

/// cublasLtEpilogue_t. A bias is a vector with one number per row of the result; it is added to
/// each column.
enum class Epilogue : std::uint32_t {
    None = 1,
    Bias = 4,
    Gelu = 32,
    GeluBias = 36,
};

/// cublasLtMatmulDescAttributes_t
enum class DescAttribute : int { TransposeA = 3, TransposeB = 4, Epilogue = 7, BiasPointer = 8 };
/// cublasLtMatrixLayoutAttribute_t. Matrices are column-major: element (row, column) is at index
/// row + column · leading dimension.
enum class LayoutAttribute : int { BatchCount = 5, BatchStride = 6 };
/// cublasLtMatmulPreferenceAttributes_t
enum class PreferenceAttribute : int {
    MostWorkspaceBytes = 1,
    LeastAlignmentA = 5,
    LeastAlignmentB = 6,
    LeastAlignmentC = 7,
    LeastAlignmentD = 8,
};
/// cublasLtMatmulAlgoConfigAttributes_t
enum class ConfigAttribute : int { Id = 0, Tile = 1, SplitK = 2, Stages = 6 };

/// cublasLtMatmulAlgo_t
struct Algorithm {
    std::uint64_t data[8];
    bool operator==(const Algorithm&) const = default;
};
/// cublasLtMatmulHeuristicResult_t
struct HeuristicResult {
    Algorithm algorithm;
    std::size_t workspaceBytes;
    int state;
    float waves;
    int reserved[4];
};

using Handle = void*;
using MatmulDesc = void*;
using MatrixLayout = void*;
using Preference = void*;

/// Pointers to the library's functions. Names are the library's without `cublasLt`.
struct Table {
    support::Symbols symbols;
    int (*create)(Handle* handle) = symbols("cublasLtCreate");
    int (*destroy)(Handle handle) = symbols("cublasLtDestroy");
    int (*matmulDescCreate)(MatmulDesc* desc, Compute compute, DataType scale)
        = symbols("cublasLtMatmulDescCreate");
    int (*matmulDescDestroy)(MatmulDesc desc) = symbols("cublasLtMatmulDescDestroy");
    int (*matmulDescSetAttribute)(
        MatmulDesc desc, DescAttribute attribute, const void* value, std::size_t bytes)
        = symbols("cublasLtMatmulDescSetAttribute");
    int (*matrixLayoutCreate)(MatrixLayout* layout, DataType type, std::uint64_t rows,
        std::uint64_t columns, std::int64_t leadingDimension)
        = symbols("cublasLtMatrixLayoutCreate");
    int (*matrixLayoutDestroy)(MatrixLayout layout) = symbols("cublasLtMatrixLayoutDestroy");
    int (*matrixLayoutSetAttribute)(
        MatrixLayout layout, LayoutAttribute attribute, const void* value, std::size_t bytes)
        = symbols("cublasLtMatrixLayoutSetAttribute");
    int (*matmulPreferenceCreate)(Preference* preference)
        = symbols("cublasLtMatmulPreferenceCreate");
    int (*matmulPreferenceDestroy)(Preference preference)
        = symbols("cublasLtMatmulPreferenceDestroy");
    int (*matmulPreferenceSetAttribute)(
        Preference preference, PreferenceAttribute attribute, const void* value, std::size_t bytes)
        = symbols("cublasLtMatmulPreferenceSetAttribute");
    int (*matmulAlgoGetHeuristic)(Handle handle, MatmulDesc desc, MatrixLayout a, MatrixLayout b,
        MatrixLayout c, MatrixLayout d, Preference preference, int wanted, HeuristicResult* results,
        int* found)
        = symbols("cublasLtMatmulAlgoGetHeuristic");
    int (*matmulAlgoCheck)(Handle handle, MatmulDesc desc, MatrixLayout a, MatrixLayout b,
        MatrixLayout c, MatrixLayout d, const Algorithm* algorithm, HeuristicResult* result)
        = symbols("cublasLtMatmulAlgoCheck");
    int (*matmulAlgoConfigGetAttribute)(const Algorithm* algorithm, ConfigAttribute attribute,
        void* value, std::size_t bytes, std::size_t* written)
        = symbols("cublasLtMatmulAlgoConfigGetAttribute");
    int (*matmul)(Handle handle, MatmulDesc desc, const void* alpha, const void* a,
        MatrixLayout layoutA, const void* b, MatrixLayout layoutB, const void* beta, const void* c,
        MatrixLayout layoutC, void* d, MatrixLayout layoutD, const Algorithm* algorithm,
        void* workspace, std::size_t workspaceBytes, void* stream)
        = symbols("cublasLtMatmul");
};

} // namespace engine::cuda::cublaslt
