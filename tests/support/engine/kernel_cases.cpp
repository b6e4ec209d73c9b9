#include "tests/support/engine/kernel_cases.h"

namespace testing {

namespace {

using engine::Tolerance;

/// Elements are moved, not computed.
constexpr Tolerance exact { 0, 0 };
/// One rounding or two, and the row functions' own error.
constexpr Tolerance rounded { 2e-5, 2e-6 };
/// Sums of hundreds of products in another order.
constexpr Tolerance summed { 1e-4, 2e-4 };
constexpr auto special = KernelBench::Numbers::WithInfinities;

// Sizes stand around the widths of tiles and vectors: 1, 7, 8, 15, 16, 17, 31, 33, and none.
constexpr KernelCase cases[] = {
    { "Relu-14(float[33])", exact, special },
    { "Sigmoid-13(float[17])", rounded, special },
    { "Add-14(float[7,31], float[31])", exact, special },
    { "Transpose-13(float[7,31,3]) {perm: 2 0 1}", exact, special },
    { "Softmax-13(float[3,33])", rounded },
    { "LayerNormalization-17(float[3,31], float[31], float[31])", rounded },

    { "MatMul-13(float[1,1], float[1,1])", summed },
    { "MatMul-13(float[7,8], float[8,15])", summed },
    { "MatMul-13(float[16,17], float[17,31])", summed },
    { "MatMul-13(float[33,200], float[200,33])", summed },
    { "MatMul-13(float[13,700], float[700,65])", summed },
    { "MatMul-13(float[1,300], float[300,257])", summed },
    { "MatMul-13(float[300], float[300,40])", summed },
    { "MatMul-13(float[40,300], float[300])", summed },
    { "MatMul-13(float[33], float[33])", summed },
    { "MatMul-13(float[2,3,15,16], float[2,3,16,17])", summed },
    { "MatMul-13(float[2,1,15,16], float[3,16,1])", summed },
    { "MatMul-13(float[5,7,33], float[33,31])", summed },
    { "MatMul-13(float[7,9], float[2,9,8])", summed },
    { "MatMul-13(float[0,9], float[9,8])", summed },
    { "MatMul-13(float[3,0], float[0,8])", summed },
    { "MatMul-13(float[3,9], float[9,0])", summed },
    { "MatMul-13(float[31,17], float[17,33])", summed, special },
    { "MatMul-13(float[400,20], float[20,300])", summed },
    { "Gemm-13(float[7,15], float[15,33])", summed },
    { "Gemm-13(float[7,15], float[15,33], float[33])", summed },
    { "Gemm-13(float[7,15], float[15,33], float[7,1])", summed },
    { "Gemm-13(float[7,15], float[15,33], float[7,33]) {alpha: 0.5; beta: -2}", summed },
    { "Gemm-13(float[7,15], float[15,33], float) {beta: 0.25}", summed },
    { "Gemm-13(float[7,15], float[15,33], float[33]) {beta: 0}", summed },
    { "Gemm-13(float[15,7], float[33,15], float[1,33]) {transA: 1; transB: 1}", summed },
    { "Gemm-13(float[15,17], float[15,16]) {transA: 1}", summed },
    { "Gemm-13(float[1,300], float[70,300], float[70]) {transB: 1}", summed },
    { "Gemm-13(float[9,300], float[1,300], float[1]) {transB: 1; alpha: 2}", summed },
    { "Gemm-13(float[3,0], float[0,8], float[8])", summed },
    { "com.microsoft:FusedMatMul-1(float[2,16,9], float[2,16,31]) {transA: 1; alpha: 0.125}", summed },
    { "com.microsoft:FusedMatMul-1(float[2,9,16], float[2,31,16]) {transB: 1}", summed },
    { "com.microsoft:FusedGemm-1(float[7,15], float[15,33], float[33]) {activation: Relu}", summed },
    { "com.microsoft:FusedGemm-1(float[7,15], float[15,33], float[33]) {activation: LeakyRelu; activation_alpha: 0.3}", summed },
};

constexpr RefusedCase refused[] = {
    { "MatMul-13(int32[2,3], int32[3,2])", "takes float" },
    { "com.microsoft:FusedMatMul-1(float[2,16,9], float[2,16,31]) {transA: 1; transBatchA: 1}", "not turned" },
    { "com.microsoft:FusedGemm-1(float[7,15], float[15,33]) {activation: Softplus}", "no activation Softplus" },
};

} // namespace

std::span<const KernelCase> kernelCases() { return cases; }
std::span<const RefusedCase> refusedCases() { return refused; }

} // namespace testing
