#include "tests/support/engine/kernel_cases.h"

namespace testing {

namespace {

using engine::Tolerance;

/// Elements are copied, not computed.
constexpr Tolerance exact { 0, 0 };
/// One or two roundings, and the error of the row functions.
constexpr Tolerance rounded { 2e-5, 2e-6 };
/// Sums of hundreds of products in another order.
constexpr Tolerance summed { 1e-4, 2e-4 };
constexpr auto finite = KernelBench::Numbers::Finite;
constexpr auto special = KernelBench::Numbers::WithInfinities;

// Sizes near the widths of tiles and vectors: 1, 7, 8, 15, 16, 17, 31, 33, and 0.
constexpr KernelCase cases[] = {
    { "Relu-14(float[33])", exact, special },
    { "Sigmoid-13(float[17])", rounded, special },
    { "Add-14(float[7,31], float[31])", exact, special },
    { "Transpose-13(float[7,31,3]) {perm: 2 0 1}", exact, special },
    { "Softmax-13(float[3,33])", rounded },
    { "Softmax-13(float[50,2])", rounded, special },
    { "Softmax-13(float[50,4])", rounded, special },
    { "Softmax-13(float[50,5])", rounded, special },
    { "Softmax-13(float[2,7,33]) {axis: 1}", rounded, special },
    { "Softmax-13(float[3,1,700]) {axis: 0}", rounded },
    { "LogSoftmax-13(float[2,7,3,300]) {axis: 1}", rounded, special },
    { "LayerNormalization-17(float[3,31], float[31], float[31])", rounded },

    { "com.microsoft:SkipLayerNormalization-1(float[3,5,33], float[5,33], float[33], float[33], "
      "float[33])",
        rounded },
    { "com.microsoft:SkipLayerNormalization-1(float[700,4,33], float[1,1,33], float[33])",
        rounded },

    { "RotaryEmbedding-23(float[2,3,5,8], float[2,5,4], float[2,5,4])", rounded },
    { "RotaryEmbedding-23(float[2,3,5,74], float[2,5,37], float[2,5,37])", rounded },
    { "Attention-23(float[2,16,1,19], float[2,2,300,19], float[2,2,300,32])", summed },
    { "Attention-23(float[1,7,1,64], float[1,1,33,64], float[1,1,33,21]) {softcap: 2}", summed },
    { "RotaryEmbedding-23(float[2,2,24], float[9,3], float[9,3], int64[2,2]={0,8,3,3}) {num_heads: "
      "3; "
      "rotary_embedding_dim: 6; interleaved: 1}",
        rounded },
    { "com.microsoft:RotaryEmbedding-1(float[2,5,24], int64[1]={2}, float[9,4], float[9,4])",
        rounded },
    { "com.microsoft:RotaryEmbedding-1(float[2,3,2,16], int64[2,2]={1,2,8,0}, float[9,4], "
      "float[9,4]) "
      "{num_heads: 3; rotary_embedding_dim: 8; interleaved: 1}",
        rounded },
    { "com.microsoft:Attention-1(float[2,17,24], float[24,36], float[36]) {num_heads: 3}", summed },
    { "com.microsoft:Attention-1(float[2,5,24], float[24,30], float[30], int32[2]={3,5}) "
      "{num_heads: 3; "
      "qkv_hidden_sizes: 12 12 6; unidirectional: 1}",
        summed },
    { "com.microsoft:Attention-1(float[2,5,24], float[24,36], float[36], int32[4]={3,5,1,0}, "
      "float[2,2,3,7,4]) {num_heads: 3} * 2",
        summed },
    { "com.microsoft:Attention-1(float[2,5,24], float[24,36], -, "
      "int32[2,12]={1,1,1,0,1,1,1,1,1,1,0,1,0,1,1,1,1,1,0,0,1,1,1,1}, float[2,2,3,7,4], "
      "float[1,3,5,12]) {num_heads: 3} * 2",
        summed },
    { "com.microsoft:MultiHeadAttention-1(float[2,9,24], float[2,13,24], float[2,13,36], "
      "float[84]) "
      "{num_heads: 3}",
        summed },
    { "com.microsoft:MultiHeadAttention-1(float[2,9,3,3,8], -, -, float[72]) {num_heads: 3; "
      "unidirectional: 1}",
        summed },
    { "com.microsoft:MultiHeadAttention-1(float[2,9,24], float[2,13,3,2,8]) {num_heads: 3}",
        summed },
    { "com.microsoft:MultiHeadAttention-1(float[2,9,24], float[2,3,13,8], float[2,3,13,5]) "
      "{num_heads: 3}",
        summed },
    { "com.microsoft:MultiHeadAttention-1(float[2,1,24], float[2,1,24], float[2,1,24], float[72], "
      "-, "
      "float[2,1,1,21], float[2,3,20,8], float[2,3,20,8]) {num_heads: 3} * 3",
        summed },
    { "com.microsoft:DecoderMaskedMultiHeadAttention-1(float[2,1,24], float[2,1,24], "
      "float[2,1,24], int32[2,4]={1,0,1,1,0,1,1,1}, float[2,1,1,4], float[2,3,3,8], "
      "float[2,3,3,8], -, -, -, float[72]) {num_heads: 3} * 3",
        summed },
    { "com.microsoft:DecoderMaskedMultiHeadAttention-1(float[2,1,24], float[2,3,13,8], "
      "float[2,3,13,5]) {num_heads: 3}",
        summed },
    { "com.microsoft:PackedMultiHeadAttention-1(float[14,24], float[14,24], float[14,36], "
      "float[84], int32[3,9], int32[4]={0,9,11,14}, float[3,1,9,9]) {num_heads: 3}",
        summed },
    { "com.microsoft:PackedMultiHeadAttention-1(float[14,3,3,8], -, -, -, int32[3,14], "
      "int32[4]={0,0,0,14}, float[1,3,1,1]) {num_heads: 3; scale: 0.1}",
        summed },
    { "com.microsoft:PackedAttention-1(float[14,10], float[10,84], float[84], int32[3,9], "
      "int32[4]={0,9,11,14}, float[3,3,9,9]) {num_heads: 3; qkv_hidden_sizes: 24 24 36}",
        summed },
    { "com.microsoft:GroupQueryAttention-1(float[2,6,32], float[2,6,16], float[2,6,16], -, -, "
      "int32[2]={5,5}, int32[1]={6}) {num_heads: 4; kv_num_heads: 2; local_window_size: 3} * 3",
        summed },
    { "com.microsoft:GroupQueryAttention-1(float[2,1,64], -, -, float[2,2,30,8], float[2,2,30,8], "
      "int32[2]={20,7}, int32[1]={21}, float[40,4], float[40,4]) {num_heads: 4; kv_num_heads: 2; "
      "do_rotary: 1; softcap: 2; smooth_softmax: 1} * 3",
        summed },
    { "com.microsoft:GroupQueryAttention-1(float[1,3,32], float[1,3,8], float[1,3,8], "
      "float[1,1,9,8], "
      "float[1,1,9,8], int32[1]={8}, int32[1]={9}, float[40,2], float[40,2], -, float[1,4,3,9], "
      "float[4]) {num_heads: 4; kv_num_heads: 1; do_rotary: 1; rotary_interleaved: 1} * 3",
        summed },

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
    { "com.microsoft:FusedMatMul-1(float[2,16,9], float[2,16,31]) {transA: 1; alpha: 0.125}",
        summed },
    { "com.microsoft:FusedMatMul-1(float[2,9,16], float[2,31,16]) {transB: 1}", summed },
    { "com.microsoft:FusedGemm-1(float[7,15], float[15,33], float[33]) {activation: Relu}",
        summed },
    { "com.microsoft:FusedGemm-1(float[7,15], float[15,33], float[33]) {activation: LeakyRelu; "
      "activation_alpha: 0.3}",
        summed },

    { "Conv-11(float[1,1,7], float[1,1,3])", summed },
    { "Conv-11(float[1,2,3], float[3,2,4])", summed }, // the window does not fit: an empty output
    { "Conv-11(float[2,3,33], float[17,3,5], float[17]) {pads: 2 2}", summed },
    { "Conv-11(float[2,8,15], float[13,8,3]) {strides: 2; dilations: 2; pads: 3 1}", summed },
    { "Conv-11(float[1,3,9,9], float[8,3,3,3])", summed },
    { "Conv-11(float[2,3,17,15], float[16,3,3,3], float[16]) {pads: 1 1 1 1}", summed },
    { "Conv-11(float[1,3,31,33], float[7,3,7,7]) {pads: 3 3 3 3; strides: 2 2}", summed },
    { "Conv-11(float[1,5,13,16], float[6,5,3,3]) {strides: 3 2; dilations: 2 1; pads: 0 2 1 0}",
        summed },
    { "Conv-11(float[1,5,8,7], float[6,5,2,2]) {auto_pad: SAME_UPPER; strides: 2 2}", summed },
    { "Conv-11(float[1,5,8,7], float[6,5,2,2]) {auto_pad: SAME_LOWER}", summed },
    { "Conv-11(float[2,31,7,7], float[33,31,1,1], float[33])", summed },
    { "Conv-11(float[1,31,8,8], float[33,31,1,1]) {strides: 2 2}", summed },
    { "Conv-11(float[1,300,5,5], float[13,300,1,1]) {pads: 1 1 1 1}", summed },
    { "Conv-11(float[1,64,40,40], float[5,64,1,1])", summed },
    { "Conv-11(float[1,12,9,9], float[8,3,3,3], float[8]) {group: 4; pads: 1 1 1 1}", summed },
    { "Conv-11(float[2,16,15,17], float[16,1,3,3], float[16]) {group: 16; pads: 1 1 1 1}", summed },
    { "Conv-11(float[1,7,16,33], float[7,1,5,5]) {group: 7; pads: 2 2 2 2; strides: 2 2}", summed },
    { "Conv-11(float[1,3,16,70], float[6,1,3,3], float[6]) {group: 3; strides: 3 3; dilations: 2 "
      "2; pads: 4 0 1 2}",
        summed },
    { "Conv-11(float[1,4,16,16], float[1,4,3,3]) {pads: 1 1 1 1}", summed },
    { "Conv-11(float[1,3,5,6,7], float[8,3,2,3,2], float[8]) {pads: 1 0 1 0 1 0; strides: 2 1 1}",
        summed },
    { "Conv-11(float[1,4,5,6,7], float[4,1,3,3,3]) {group: 4; pads: 1 1 1 1 1 1; dilations: 1 2 1}",
        summed },
    { "Conv-11(float[0,3,9,9], float[8,3,3,3])", summed },
    { "Conv-11(float[1,3,2,9], float[8,3,3,3])", summed },
    { "Conv-11(float[1,3,9,9], float[8,3,3,3])", summed, special },
    { "com.microsoft:FusedConv-1(float[1,3,9,9], float[8,3,3,3], float[8], float[1,8,7,7]) "
      "{activation: Relu}",
        summed },
    { "com.microsoft:FusedConv-1(float[1,3,9,9], float[8,3,3,3], -, float[1,8,7,7])", summed },
    { "com.microsoft:FusedConv-1(float[1,8,9,9], float[8,1,3,3], float[8], float[1,8,7,7]) "
      "{activation: Clip; activation_params: 0 3; group: 8}",
        summed },
    { "com.microsoft:FusedConv-1(float[1,3,9,9], float[8,3,3,3], float[8]) {activation: "
      "HardSigmoid; activation_params: 0.3 0.4}",
        summed },
    { "ConvTranspose-11(float[1,3,7], float[3,5,3])", summed },
    { "ConvTranspose-11(float[2,4,5,7], float[4,6,3,3], float[6]) {strides: 2 2; pads: 1 1 1 1; "
      "output_padding: 1 1}",
        summed },
    { "ConvTranspose-11(float[1,4,8,8], float[4,3,4,4], float[6]) {group: 2; strides: 3 2; "
      "dilations: 2 1}",
        summed },
    { "ConvTranspose-11(float[1,33,15,16], float[33,17,2,2], float[17]) {strides: 2 2}", summed },
    { "ConvTranspose-11(float[1,3,3,4,5], float[3,2,2,3,2]) {strides: 1 2 2}", summed },
    { "ConvTranspose-11(float[1,3,5,5], float[3,2,3,3]) {auto_pad: SAME_UPPER; strides: 2 2}",
        summed },
    { "ConvTranspose-11(float[1,3,5,5], float[3,2,3,3]) {output_shape: 12 10; strides: 2 2}",
        summed },
    { "MaxPool-12(float[1,3,33]) {kernel_shape: 3; strides: 2}", exact },
    { "MaxPool-12(float[2,3,15,17]) {kernel_shape: 3 3; strides: 2 2; pads: 1 1 1 1}", exact },
    { "MaxPool-12(float[1,7,16,31]) {kernel_shape: 2 3; strides: 3 1; ceil_mode: 1}", exact },
    { "MaxPool-12(float[1,2,16,70]) {kernel_shape: 3 3; dilations: 2 2; auto_pad: SAME_UPPER}",
        exact },
    { "MaxPool-12(float[1,2,5,6,7]) {kernel_shape: 2 2 2; strides: 2 1 2; pads: 1 0 1 0 1 0}",
        exact },
    { "MaxPool-12(float[1,3,8,8]) {kernel_shape: 1 1}", exact },
    { "AveragePool-11(float[1,3,31]) {kernel_shape: 4; strides: 3; pads: 2 1}", rounded },
    { "AveragePool-11(float[2,3,15,17]) {kernel_shape: 3 3; strides: 2 2; pads: 1 1 1 1}",
        rounded },
    { "AveragePool-11(float[2,3,15,17]) {kernel_shape: 3 3; strides: 2 2; pads: 1 1 1 1; "
      "count_include_pad: 1; ceil_mode: 1}",
        rounded },
    { "AveragePool-19(float[1,3,16,33]) {kernel_shape: 2 2; strides: 3 3; dilations: 2 3; "
      "ceil_mode: 1}",
        rounded },
    { "GlobalAveragePool-1(float[2,7,5,9])", rounded },
    { "GlobalMaxPool-1(float[2,7,33])", exact },

    { "LSTM-14(float[5,1,7], float[1,32,7], float[1,32,8], float[1,64]) * 3", summed, finite,
        true },
    { "LSTM-14(float[4,3,9], float[2,60,9], float[2,60,15], float[2,120], int32[3]={4,2,3}, "
      "float[2,3,15], float[2,3,15], float[2,45]) * 3 {direction: bidirectional}",
        summed, finite, true },
    { "LSTM-14(float[3,2,5], float[1,68,5], float[1,68,17]) {direction: reverse; clip: 0.7; "
      "input_forget: 1}",
        summed, finite, true },
    { "LSTM-14(float[2,3,5], float[1,68,5], float[1,68,17], -, -, float[2,1,17]) * 3 {layout: 1; "
      "activations: HardSigmoid Relu Tanh}",
        summed, finite, true },
    { "GRU-14(float[5,2,7], float[1,48,7], float[1,48,16], float[1,96]) * 2", summed, finite,
        true },
    { "GRU-14(float[5,2,7], float[2,48,7], float[2,48,16], float[2,96], int32[2]={3,5}, "
      "float[2,2,16]) * 2 {direction: bidirectional; linear_before_reset: 1}",
        summed, finite, true },
    { "GRU-14(float[5,1,7], float[1,99,7], float[1,99,33], float[1,198]) * 2 {direction: reverse; "
      "clip: 1.5}",
        summed, finite, true },
    { "RNN-14(float[5,3,7], float[1,16,7], float[1,16,16], float[1,32]) * 2", summed, finite,
        true },
    { "RNN-14(float[3,2,7], float[2,31,7], float[2,31,31], -, -, float[3,2,31]) * 2 {layout: 1; "
      "direction: bidirectional; activations: Relu Sigmoid}",
        summed, finite, true },

    { "MatMulInteger-10(uint8[7,33], uint8[33,17])", exact },
    { "MatMulInteger-10(uint8[15,700], int8[700,31], uint8={128}, int8={-3})", exact },
    { "MatMulInteger-10(int8[2,3,16], uint8[2,16,7], int8={5}, uint8={200})", exact },
    { "MatMulInteger-10(uint8[3,9], int8[9,4], uint8[3]={1,2,3}, int8[4]={1,-2,3,0})", exact },
    { "MatMulInteger-10(uint8[1,40], uint8[40,16], uint8, uint8)", exact },
    { "ConvInteger-10(uint8[1,3,9,8], int8[8,3,3,3], uint8={127}) {pads: 1 1 1 1}", exact, finite,
        true },
    { "ConvInteger-10(uint8[2,33,7,7], uint8[17,33,1,1], uint8={3}, uint8={128})", exact, finite,
        true },
    { "ConvInteger-10(uint8[1,8,15,9], uint8[8,4,3,3], uint8={9}, uint8[8]={1,2,3,4,5,6,7,8}) "
      "{group: 2; strides: 2 1}",
        exact, finite, true },
    { "QLinearConv-10(uint8[1,3,9,8], float={0.02}, uint8={127}, int8[8,3,3,3], float={0.01}, "
      "int8={0}, float={0.3}, uint8={130}, int32[8])",
        exact, finite, true },
    { "QLinearConv-10(int8[1,31,9,8], float={0.02}, int8={-7}, int8[3,31,3,3], "
      "float[3]={0.01,0.02,0.005}, int8[3]={0,1,2}, float={0.3}, int8={3}) {pads: 1 1 1 1}",
        exact, finite, true },

    { "QLinearMatMul-10(uint8[7,33], float={0.02}, uint8={120}, int8[33,65], float={0.01}, "
      "int8={3}, float={0.3}, uint8={130})",
        exact },
    { "QLinearMatMul-10(int8[2,3,16], float={0.02}, int8={-5}, int8[2,16,7], float={0.01}, "
      "int8={0}, float={0.1}, int8={3})",
        exact },
    { "com.microsoft:MatMulIntegerToFloat-1(uint8[7,33], int8[33,17], float={0.02}, float[17], "
      "uint8={9}, int8={3}, float[17])",
        rounded },
    { "com.microsoft:DynamicQuantizeMatMul-1(float[7,33], int8[33,17], float={0.02}, int8={3}, "
      "float[17])",
        rounded },
    { "com.microsoft:QGemm-1(uint8[7,33], float={0.02}, uint8={9}, int8[17,33], float={0.01}, "
      "int8={0}, int32[17], float={0.3}, uint8={100}) {transB: 1}",
        exact },
    { "com.microsoft:QLinearAdd-1(uint8[2,7,5,3], float={0.02}, uint8={9}, uint8[7,1,1], "
      "float={0.05}, uint8={100}, float={0.06}, uint8={3})",
        exact },
    { "com.microsoft:QLinearAdd-1(int8[33], float={0.02}, -, int8[1], float={0.05}, -, "
      "float={0.06}, -)",
        exact },
    { "com.microsoft:QLinearMul-1(int8[3,31], float={0.02}, int8={9}, int8[31], float={0.05}, "
      "int8={-100}, float={0.06}, int8={3})",
        exact },
    { "com.microsoft:QLinearConcat-1(float={0.05}, uint8={7}, uint8[2,3,5], float={0.05}, "
      "uint8={7}, uint8[2,4,5], float={0.02}, uint8={30}) {axis: 1}",
        exact },
    { "com.microsoft:QLinearGlobalAveragePool-1(uint8[2,17,5,7], float={0.05}, uint8={7}, "
      "float={0.04}, uint8={3})",
        exact },
    { "DynamicQuantizeLinear-11(float[7,33]) * 3", exact },

    { "BatchNormalization-15(float[2,7,5,9], float[7], float[7], float[7], "
      "float[7]={1,2,0.5,1,1,3,1})",
        rounded },
    { "BatchNormalization-15(float[3,5], float[5], float[5], float[5], float[5]={1,2,3,4,5}) "
      "{epsilon: 2}",
        rounded },
    { "InstanceNormalization-6(float[2,3,17,15], float[3], float[3])", rounded },
    { "InstanceNormalization-6(float[1,2,7], float[2], float[2]) {epsilon: 0.1}", rounded },
    { "LRN-13(float[2,7,15,33]) {size: 5}", rounded },
    { "LRN-13(float[1,9,3]) {size: 4; alpha: 0.5; beta: 0.3; bias: 2}", rounded },

    { "Slice-13(float[7,33], int64[2]={1,-20}, int64[2]={-1,999}, int64[2]={0,1}, int64[2]={2,3})",
        exact, special },
    { "Slice-13(uint8[2,5,7], int64[1]={4}, int64[1]={-9}, int64[1]={1}, int64[1]={-1})", exact },
    { "Slice-13(int64[9], int32[1]={5}, int32[1]={5})", exact },
    { "Slice-1(float16[3,8]) {starts: 1 2; ends: 3 8}", exact },
    { "Split-13(float[3,17,5], int64[3]={1,0,16}) * 3 {axis: 1}", exact },
    { "Split-18(int8[3,17]) * 4 {axis: 1; num_outputs: 4}", exact },
    { "Concat-13(float[2,1,5], float[2,31,5], float[2,0,5]) {axis: 1}", exact, special },
    { "Concat-13(bool[7,3], bool[7,8]) {axis: -1}", exact },
    { "Expand-13(float[3,1,5], int64[4]={2,1,7,5})", exact },
    { "Expand-13(int32, int64[2]={3,33})", exact },
    { "Tile-13(float[2,3,5], int64[3]={2,1,3})", exact },
    { "Tile-13(double[4], int64[1]={0})", exact },
    { "Pad-13(float[3,7], int64[4]={1,2,0,3}, float={1.5})", exact, special },
    { "Pad-13(uint8[3,7,5], int64[6]={1,-2,0,0,3,-1})", exact },
    { "Pad-18(int16[3,7], int64[2]={2,1}, int16={-4}, int64[1]={-1})", exact },
    { "Pad-2(float[3,7]) {pads: 0 1 2 0; value: 2.5}", exact },
    { "Gather-13(float[9,31], int64[2,3]={0,-1,8,3,3,-9})", exact, special },
    { "Gather-13(uint16[2,9,3], int32={4}) {axis: 1}", exact },
    { "Gather-13(float[4,5], int64[0]) {axis: 1}", exact },
    { "GatherND-13(float[3,4,5], int64[2,2]={0,1,-1,3})", exact },
    { "GatherND-13(int8[2,4,5], int64[2,3,1]={0,1,2,3,-1,0}) {batch_dims: 1}", exact },
    { "ScatterND-18(float[3,4,5], int64[2,1]={2,-3}, float[2,4,5])", exact },
    { "ScatterND-18(int64[9], int64[4,1]={2,3,2,-1}, int64[4])", exact },
    { "Cast-13(bool[33]) {to: 1}", exact },
    { "Cast-13(int64[7,5]) {to: 6}", exact },
    { "Cast-13(float[33]) {to: 9}", exact, special },
    { "Cast-13(float[33]) {to: 11}", exact, special },
    { "Cast-13(int32[17]) {to: 1}", exact },

    { "NonMaxSuppression-11(float[2,333,4], float[2,3,333], int64={40}, float={0.3}, float={0.1})",
        exact },
    { "NonMaxSuppression-11(float[1,333,4], float[1,2,333], int64[1]={999}, float[1]={0})", exact },
    { "NonMaxSuppression-11(float[1,333,4], float[1,2,333], int64={999}, float={0.5}) "
      "{center_point_box: 1}",
        exact },
    { "NonMaxSuppression-11(float[1,9,4], float[1,1,9])", exact },
    { "NonMaxSuppression-11(float[1,0,4], float[1,3,0], int64={5})", exact },
    { "NonMaxSuppression-11(float[1,100,4], float[1,1,100], int64={99}, float={0.1})", exact,
        special }, // boxes that are not finite
    { "NonZero-13(bool[70001])", exact },
    { "NonZero-13(int8[3,17,5])", exact },
    { "NonZero-13(float[33,7])", exact, special },
    { "NonZero-13(float)", exact },
    { "NonZero-13(int64[0,4])", exact },
    { "TopK-11(float[7,33], int64[1]={9})", exact, special },
    { "TopK-11(float[7,33], int64[1]={33}) {largest: 0}", exact, special },
    { "TopK-11(float[3,2000,5], int64[1]={1}) {axis: 1}", exact },
    { "TopK-11(int32[40,700], int64[1]={30}) {axis: 0; largest: 0}", exact },
    { "TopK-1(float[4,9]) {axis: 1; k: 3}", exact },
    { "TopK-11(float[4,9], int64[1]={0})", exact },

    { "com.microsoft:MatMulNBits-1(float[7,48], uint8[5,3,8], float[15], uint8[10], -, float[5]) "
      "{K: 48; N: 5; block_size: 16}",
        summed, finite, true },
    { "com.microsoft:MatMulNBits-1(float[2,1,40], uint8[20,2,32], float[40], -, -, float[20]) "
      "{K: 40; N: 20; block_size: 32; bits: 8}",
        summed, finite, true },
    { "com.microsoft:MatMulNBits-1(float[0,16], uint8[5,1,8], float[5]) {K: 16; N: 5; block_size: "
      "16}",
        exact, finite, true },
    { "com.microsoft:GatherBlockQuantized-1(uint8[5,40], int64[2,3]={0,-1,4,9,-9,2}, float[5,3], "
      "uint8[5,2]) {block_size: 32; quantize_axis: 1}",
        exact },
    { "com.microsoft:GatherBlockQuantized-1(uint8[5,40], int32[2]={1,3}, float[5,3]) {block_size: "
      "16; quantize_axis: 1; bits: 8}",
        exact },
    { "com.microsoft:GatherBlockQuantized-1(uint8[40,3,8], int64[1]={2}, float[3,3,32]) "
      "{block_size: 16; quantize_axis: 0; gather_axis: 1; bits: 2}",
        exact },
    { "com.microsoft:GatherBlockQuantized-1(uint8[4,16], int64={5}, float[1,2]) {block_size: 16; "
      "quantize_axis: 1; gather_axis: 1}",
        exact },
};

constexpr RefusedCase refused[] = {
    { "com.microsoft:MatMulNBits-1(float[7,48], uint8[5,3,8], float[15]) {K: 48; N: 5; "
      "block_size: 16}",
        "only if it is constant" },
    { "com.microsoft:MatMulNBits-1(float[7,512], uint8[5,1,256], float[5]) {K: 512; N: 5; "
      "block_size: 512}",
        "in blocks of 16 to 256" },
    { "TopK-11(int64[4,9], int64[1]={3})", "is not supported" },
    { "Slice-13(float[7,33], int64[1], int64[1])", "only if it is constant" },
    { "Pad-13(float[3,7], int64[4]={1,2,0,3}) {mode: reflect}",
        "takes mode constant, not reflect" },
    { "Gather-13(float[4,5], int64[1]={4})", "index 4 is outside an axis of 4" },
    { "ScatterND-18(float[9], int64[1,1]={1}, float[1]) {reduction: add}", "no reduction" },
    { "ConvInteger-10(uint8[1,3,9,8], int8[8,3,3,3])", "constant weights" },
    { "LRN-13(float[1,9,3]) {size: 3; bias: 0}", "a bias above 0" },
    { "LSTM-14(float[5,1,7], float[1,32,7], float[1,32,8])", "constant weights" },
    { "GRU-14(float[5,1,7], float[1,24,7], float[1,24,8]) {activations: Softplus Tanh}",
        "no activation Softplus" },
    { "Conv-11(double[1,3,9,9], double[8,3,3,3])", "takes float" },
    { "Conv-11(float[1,1,3,3,3,3], float[1,1,2,2,2,2])", "one to three axes, these are 4" },
    { "MaxPool-12(float[1,3,9,9]) * 2 {kernel_shape: 3 3}", "no indices" },
    { "AveragePool-11(float[1,3,9,9]) {kernel_shape: 3 3; pads: 99999 99999 99999 99999}",
        "image elements" },
    { "MatMul-13(int32[2,3], int32[3,2])", "takes float" },
    { "com.microsoft:FusedMatMul-1(float[2,16,9], float[2,16,31]) {transA: 1; transBatchA: 1}",
        "transBatchB are not supported" },
    { "com.microsoft:FusedGemm-1(float[7,15], float[15,33]) {activation: Softplus}",
        "no activation Softplus" },
};

} // namespace

std::span<const KernelCase> kernelCases() { return cases; }
std::span<const RefusedCase> refusedCases() { return refused; }

} // namespace testing
