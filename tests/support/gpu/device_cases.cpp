#include "tests/support/gpu/device_cases.h"

#include <array>
#include <cctype>

namespace testing {

namespace {

using engine::Tolerance;

constexpr Tolerance exact { 0, 0 };
constexpr Tolerance rounded { 2e-5, 2e-6 };
constexpr Tolerance summed { 1e-4, 2e-4 };

struct Row {
    std::string_view text;
    Tolerance tolerance;
    KernelBench::Numbers numbers = KernelBench::Numbers::Finite;
};
constexpr auto special = KernelBench::Numbers::WithInfinities;

// Sizes are chosen around those of the device: warps of 32 threads, blocks of 128 to 1024, tiles of
// 16 to 128, vectors of 4 floats (16 bytes).
constexpr Row rows[] = {
    { "Add-14(float[1], float[1])", exact },
    { "Add-14(float[4097], float[4097])", exact },
    { "Add-14(float[3,1,5], float[1,7,1])", exact },
    { "Add-14(int64[1025], int64[1])", exact },
    { "Mul-14(float[31,33], float[33])", exact },
    { "Sub-14(int32[257], int32[257])", exact },
    { "Div-14(float[1000], float={3})", rounded },
    { "Pow-15(float[33]={0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,"
      "28,29,30,31,32}, float={0.5})",
        rounded },
    { "Sigmoid-13(float[4099])", rounded },
    { "Tanh-13(float[4099])", rounded },
    { "Erf-13(float[1023])", rounded },
    { "Exp-13(float[1023])", rounded },
    { "Gelu-20(float[1023])", rounded },
    { "Softplus-1(float[1023])", rounded },
    { "HardSwish-14(float[1023])", rounded },
    { "LeakyRelu-16(float[1023]) {alpha: 0.125}", exact },
    { "Clip-13(float[1023], float={-1}, float={1})", exact },
    { "Where-16(bool[7,33], float[33], float[7,1])", exact },
    { "Equal-13(int64[129], int64[129])", exact },
    { "Cast-13(float[1025]) {to: 10}", exact },
    { "Cast-13(float[1025]) {to: 7}", exact },

    { "ReduceSum-13(float[1,1], int64[1]={1})", rounded },
    { "ReduceSum-13(float[5,31], int64[1]={1})", summed },
    { "ReduceSum-13(float[5,1024], int64[1]={1})", summed },
    { "ReduceSum-13(float[3,65537], int64[1]={1}) {keepdims: 0}", { 1e-4, 5e-3 } },
    { "ReduceSum-13(float[1025,33], int64[1]={0})", summed },
    { "ReduceMean-18(float[2,17,9,9], int64[2]={2,3})", summed },
    { "ReduceMax-18(float[7,4097], int64[1]={-1})", exact },
    { "ReduceMin-18(float[33,3,5], int64[2]={0,2})", exact },
    { "ReduceProd-18(float[5,7], int64[1]={1})", summed },
    { "ReduceL2-18(float[9,1000], int64[1]={1})", summed },
    { "ArgMax-13(float[7,1025]) {axis: 1; keepdims: 0}", exact },
    { "ArgMin-13(float[1025,7]) {axis: 0}", exact },
    { "CumSum-14(float[7,1025], int64={1})", { 1e-4, 1e-3 } },

    { "Softmax-13(float[1,1])", rounded },
    { "Softmax-13(float[7,31])", rounded },
    { "Softmax-13(float[7,32])", rounded },
    { "Softmax-13(float[3,1025])", rounded },
    { "Softmax-13(float[2,40000])", rounded },
    { "Softmax-13(float[5,33,9]) {axis: 1}", rounded },
    { "LogSoftmax-13(float[9,129])", summed },
    { "LayerNormalization-17(float[1,1], float[1], float[1])", summed },
    { "LayerNormalization-17(float[17,768], float[768], float[768])", summed },
    { "LayerNormalization-17(float[3,5,7], float[5,7], float[5,7]) {axis: 1}", summed },
    { "RMSNormalization-23(float[17,513], float[513])", summed },
    { "GroupNormalization-21(float[2,32,7,7], float[32], float[32]) {num_groups: 8}", summed },

    { "Transpose-13(float[1,1])", exact },
    { "Transpose-13(float[33,65])", exact },
    { "Transpose-13(float[129,31]) {perm: 1 0}", exact },
    { "Transpose-13(float[2,17,9,33]) {perm: 0 2 3 1}", exact },
    { "Transpose-13(uint8[5,31,33]) {perm: 1 2 0}", exact },
    { "Transpose-13(int64[3,4,5,6]) {perm: 3 1 0 2}", exact },
    { "Concat-13(float[3,1025], float[3,7], float[3,1]) {axis: 1}", exact },
    { "Gather-13(float[1000,33], int64[2,5]={0,999,-1,3,500,7,7,0,998,-1000})", exact },
    { "Slice-13(float[1025], int64[1]={1024}, int64[1]={-9999}, int64[1]={0}, int64[1]={-1})",
        exact },
    { "Expand-13(float[1,33], int64[2]={1025,33})", exact },
    { "Pad-13(float[3,33], int64[4]={0,5,1,7}) {mode: reflect}", exact },

    { "MatMul-13(float[1,1], float[1,1])", summed },
    { "MatMul-13(float[64,64], float[64,64])", summed },
    { "MatMul-13(float[127,129], float[129,65])", summed },
    { "MatMul-13(float[1,768], float[768,3072])", { 1e-4, 1e-3 } },
    { "MatMul-13(float[2,12,33,64], float[2,12,64,33])", summed },
    { "Gemm-13(float[33,257], float[129,257], float[129]) {transB: 1}", summed },
    { "MatMulInteger-10(int8[1,16], int8[16,16])", exact },
    { "MatMulInteger-10(uint8[65,129], uint8[129,67], uint8={3}, uint8={200})", exact },
    { "MatMulInteger-10(uint8[17,768], int8[768,3072], uint8={131})", exact },
    { "MatMulInteger-10(int8[2,12,33,64], int8[2,12,64,33])", exact },
    { "QLinearMatMul-21(uint8[33,130], float={0.02}, uint8={128}, int8[130,65], float={0.01}, "
      "int8={0}, float={2}, uint8={128})",
        exact },
    { "ConvInteger-10(int8[2,64,9,9], int8[96,64,1,1])", exact },
    { "Conv-11(float[1,64,28,28], float[64,64,3,3], float[64]) {pads: 1 1 1 1}", { 1e-4, 1e-3 } },
    { "Conv-11(float[1,3,65,63], float[64,3,7,7]) {pads: 3 3 3 3; strides: 2 2}", summed },
    { "Conv-11(float[2,32,15,17], float[32,1,3,3]) {group: 32; pads: 1 1 1 1}", summed },
    // Relu keeps NaN, also where a library applies it.
    { "com.microsoft:FusedGemm-1(float[64,48], float[48,128], float[128]) {activation: Relu}",
        summed, special },
    { "com.microsoft:FusedConv-1(float[2,64,14,14], float[64,64,1,1], float[64]) {activation: "
      "Relu}",
        summed, special },
    { "com.microsoft:FusedConv-1(float[1,16,15,17], float[16,1,3,3], float[16]) {activation: "
      "Relu; group: 16}",
        summed, special },
    { "com.microsoft:FusedConv-1(float[1,16,15,17], float[32,16,3,3], float[32]) {activation: "
      "Tanh}",
        summed },
    { "ScatterND-18(float[9,33], int64[5,1]={2,3,2,-1,3}, float[5,33])", exact },
    { "MaxPool-12(float[1,64,33,31]) {kernel_shape: 3 3; strides: 2 2; pads: 1 1 1 1}", exact },
    { "AveragePool-19(float[1,64,33,31]) {kernel_shape: 3 3; strides: 2 2; pads: 1 1 1 1}",
        summed },
    { "GlobalMaxPool-22(float[2,33,57,55])", exact, special },
    { "GlobalAveragePool-22(float[2,33,57,55])", summed },
    { "Resize-19(float[1,3,9,11], -, float[4]={1,1,2,2}) {mode: linear}", summed },
    { "QuantizeLinear-13(float[1025], float={0.02}, uint8={128})", exact },
    { "DequantizeLinear-13(int8[17,33], float={0.05}, int8={3})", rounded },
};

bool isWordPart(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

void addVariants(std::vector<DeviceCase>& cases, std::string_view text, const Tolerance& tolerance,
    KernelBench::Numbers numbers)
{
    cases.push_back({ std::string(text), tolerance, numbers });
    for (const std::string_view other : { "float16", "bfloat16" }) {
        if (auto variant = withFloatsAs(text, other); variant != text)
            cases.push_back({ std::move(variant), tolerance, numbers });
    }
}

} // namespace

std::string withFloatsAs(std::string_view text, std::string_view other)
{
    constexpr std::string_view word = "float";
    std::string result;
    std::size_t i = 0;
    while (i < text.size()) {
        const auto end = i + word.size();
        const bool isWord = text.substr(i, word.size()) == word
            && (i == 0 || !isWordPart(text[i - 1]))
            && (end >= text.size() || !isWordPart(text[end]));
        result += isWord ? other : text.substr(i, 1);
        i += isWord ? word.size() : 1;
    }
    return result;
}

std::vector<DeviceCase> deviceCases()
{
    std::vector<DeviceCase> cases;
    for (const auto& row : rows)
        addVariants(cases, row.text, row.tolerance, row.numbers);
    for (const auto& row : kernelCases())
        addVariants(cases, row.text, row.tolerance, row.numbers);
    return cases;
}

} // namespace testing
