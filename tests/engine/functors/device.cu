#include "engine/functors/accumulators.h"
#include "engine/functors/boxes.h"
#include "engine/functors/elementwise.h"
#include "engine/functors/fake_quantize.h"
#include "engine/functors/gate.h"
#include "engine/functors/scores.h"
#include "engine/functors/strides.h"
#include "engine/functors/trees.h"

// Only compiled: that a device can have every functor.

using namespace engine::functors;

namespace {

template <typename T>
__device__ T unary(T x)
{
    return Absolute {}(x) + Negate {}(x) + Sign {}(x) + Reciprocal {}(x) + GaussError {}(x)
        + Round {}(x) + Ceil {}(x) + Floor {}(x) + Sqrt {}(x) + Exp {}(x) + Log {}(x) + Sin {}(x)
        + Cos {}(x) + Tan {}(x) + Asin {}(x) + Acos {}(x) + Atan {}(x) + Sinh {}(x) + Cosh {}(x)
        + Tanh {}(x) + Asinh {}(x) + Acosh {}(x) + Atanh {}(x);
}

template <typename T>
__device__ T activation(T x, float p)
{
    return Relu {}(x) + LeakyRelu { p }(x) + Elu { p }(x) + Selu { p, p }(x) + Celu { p }(x)
        + Sigmoid {}(x) + HardSigmoid { p, p }(x) + HardSwish {}(x) + ThresholdedRelu { p }(x)
        + Shrink { p, p }(x) + Softplus {}(x) + Softsign {}(x) + Mish {}(x) + Swish { p }(x)
        + GeluByErf {}(x) + GeluByTanh {}(x) + Affine { p, p }(x) + Scale { p }(x)
        + ScaledTanh { p, p }(x) + ParametricSoftplus { p, p }(x) + PRelu {}(x, x) + Gate {}(x);
}

template <typename T>
__device__ T binary(T a, T b)
{
    return Plus {}(a, b) + Minus {}(a, b) + Times {}(a, b) + Quotient {}(a, b)
        + FloorRemainder {}(a, b) + TruncatedRemainder {}(a, b) + Power {}(a, 2.5) + Larger {}(a, b)
        + Smaller {}(a, b)
        + T(Equal {}(a, b) + Less {}(a, b) + LessOrEqual {}(a, b) + Greater {}(a, b)
            + GreaterOrEqual {}(a, b));
}

__device__ int bits(int a, int b)
{
    return BitwiseAnd {}(a, b) + BitwiseOr {}(a, b) + BitwiseXor {}(a, b) + BitwiseNot {}(a)
        + ShiftLeft {}(a, b) + ShiftRight {}(a, b)
        + (Not {}(a > b) + And {}(a > 0, b > 0) + Or {}(a > 0, b > 0) + Xor {}(a > 0, b > 0));
}

__device__ double rowOfScores(double* scores, const TreeNode* nodes, const double* features)
{
    transformScores(scores, 3, PostTransform::SoftmaxZero);
    const auto& leaf = leafOf(nodes, features, 0, [&](unsigned i) { return features[i]; });
    return binaryClassScores(scores[0], OtherClassScore::Opposite, PostTransform::Logistic).first
        + FakeQuantize {}(scores[1], features) + BipolarQuantize {}(scores[1], features)
        + TruncateBits {}(scores[2], features) + leaf.split;
}

__device__ bool boxes(const float* b) { return overlaps(boxOf(b, true), boxOf(b, false), 0.5f); }

template <typename Op, typename S>
__device__ S reduced(const S* x, std::int64_t count)
{
    S sum = Op::template start<S>();
    for (std::int64_t i = 0; i < count; ++i)
        sum = Op::join(sum, x[i]);
    return Op::finish(sum, count);
}

template <typename S>
__device__ S reductions(const S* x, std::int64_t n)
{
    return reduced<Add>(x, n) + reduced<Mean>(x, n) + reduced<Multiply>(x, n)
        + reduced<AddMagnitude>(x, n) + reduced<AddSquare>(x, n) + reduced<L2Norm>(x, n)
        + reduced<LogOfSum>(x, n) + reduced<Largest>(x, n) + reduced<Smallest>(x, n);
}

template <typename T>
__device__ T everything(const T* x, std::int64_t n)
{
    return unary(x[0]) + activation(x[0], 0.5f) + binary(x[0], x[1]) + reductions(x, n);
}

} // namespace

__global__ void elements(const float* x, const double* y, const int* z, const std::int64_t* dims,
    std::int64_t rank, float* out)
{
    constexpr int most = 8;
    std::int64_t positions[most];
    std::int64_t strides[most];
    broadcastStrides(dims, rank, rank, strides);
    positionsOf(threadIdx.x, dims, rank, positions);
    out[offsetOf(positions, strides, rank)] = everything(x, 4)
        + static_cast<float>(everything(y, 4))
        + static_cast<float>(
            binary(z[0], z[1]) + bits(z[0], z[1]) + broadcastSize(dims[0], dims[1]));
}

__global__ void rows(
    double* scores, const TreeNode* nodes, const double* features, const float* b, double* out)
{
    *out = rowOfScores(scores, nodes, features) + (boxes(b) ? 1 : 0);
}
