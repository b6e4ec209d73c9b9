#include "engine/cuda/cudnn/graph.h"

#include <algorithm>
#include <array>
#include <bit>

// Each operation needs two descriptors: one for its parameters, one for its tensors.

namespace engine::cuda::cudnn {

namespace {

/// Concatenates the lists.
std::vector<std::int64_t> numbersOf(std::initializer_list<Dims> lists)
{
    std::vector<std::int64_t> numbers;
    for (const auto& list : lists)
        numbers.insert(numbers.end(), list.begin(), list.end());
    return numbers;
}

std::vector<Fraction> fractions(const Dims& values)
{
    std::vector<Fraction> result;
    for (const auto value : values)
        result.push_back({ value, 1 });
    return result;
}

} // namespace

Result<void> GraphBuilder::convolution(
    const ConvolutionSpec& spec, Descriptor x, Descriptor w, Descriptor y)
{
    constexpr std::string_view what = "a convolution";
    const auto& how = *TRY(make(DescriptorType::Convolution));
    TRY(how.set(Attribute::ConvolutionMathType, AttributeType::DataType, 1, &spec.math, what));
    constexpr auto mode = ConvolutionMode::CrossCorrelation;
    TRY(how.set(Attribute::ConvolutionMode, AttributeType::ConvolutionMode, 1, &mode, what));
    TRY(how.setInt64s(Attribute::ConvolutionSpatialDims,
        { static_cast<std::int64_t>(spec.strides.size()) }, what));
    TRY(how.setInt64s(Attribute::ConvolutionStrides, spec.strides, what));
    TRY(how.setInt64s(Attribute::ConvolutionDilations, spec.dilations, what));
    TRY(how.setInt64s(Attribute::ConvolutionPadsBefore, spec.padsBefore, what));
    TRY(how.setInt64s(Attribute::ConvolutionPadsAfter, spec.padsAfter, what));
    TRY(how.finalise(what));
    const auto convolution = how.get();
    const bool turns = spec.isTransposed;
    const auto& operation = *TRY(
        make(turns ? DescriptorType::ConvolutionBackwardData : DescriptorType::ConvolutionForward));
    // A transposed convolution is cuDNN's gradient of a convolution with respect to its image.
    const float alpha = 1;
    const float beta = 0;
    TRY(operation.set(turns ? Attribute::BackwardDataAlpha : Attribute::ForwardAlpha,
        AttributeType::Float, 1, &alpha, what));
    TRY(operation.set(turns ? Attribute::BackwardDataBeta : Attribute::ForwardBeta,
        AttributeType::Float, 1, &beta, what));
    TRY(operation.setDescriptor(
        turns ? Attribute::BackwardDataConvolution : Attribute::ForwardConvolution, convolution,
        what));
    TRY(operation.setDescriptor(turns ? Attribute::BackwardDataW : Attribute::ForwardW, w, what));
    TRY(operation.setDescriptor(turns ? Attribute::BackwardDataDy : Attribute::ForwardX, x, what));
    TRY(operation.setDescriptor(turns ? Attribute::BackwardDataDx : Attribute::ForwardY, y, what));
    tell(turns ? "convT" : "conv",
        numbersOf({ { static_cast<int>(spec.math) }, spec.strides, spec.dilations, spec.padsBefore,
            spec.padsAfter }),
        { x, w, y });
    return addOperation(operation, "the operation of a convolution");
}

Result<void> GraphBuilder::pointwise(
    const PointwiseSpec& spec, const PointwiseOperands& operands, Descriptor y)
{
    constexpr std::string_view what = "an elementwise operation";
    struct Parameter {
        PointwiseMode mode;
        Attribute attribute;
    };
    constexpr std::array parameters { Parameter { PointwiseMode::Relu, Attribute::ReluLowerSlope },
        Parameter { PointwiseMode::Elu, Attribute::EluAlpha },
        Parameter { PointwiseMode::Swish, Attribute::SwishBeta } };
    const auto& how = *TRY(make(DescriptorType::Pointwise));
    TRY(how.set(Attribute::PointwiseMode, AttributeType::PointwiseMode, 1, &spec.mode, what));
    TRY(how.set(Attribute::PointwiseMathType, AttributeType::DataType, 1, &spec.math, what));
    // Without it, Relu turns NaN into 0.
    constexpr auto nan = NanPropagation::Keep;
    if (spec.mode == PointwiseMode::Relu)
        TRY(how.set(Attribute::PointwiseNan, AttributeType::NanPropagation, 1, &nan, what));
    for (const auto& each : parameters) {
        if (each.mode == spec.mode && spec.parameter != 0)
            TRY(how.set(each.attribute, AttributeType::Double, 1, &spec.parameter, what));
    }
    if (spec.axis >= 0)
        TRY(how.setInt64s(Attribute::PointwiseAxis, { spec.axis }, what));
    TRY(how.finalise(what));
    const auto pointwise = how.get();
    const auto& operation = *TRY(make(DescriptorType::PointwiseOperation));
    TRY(operation.setDescriptor(Attribute::OperationPointwise, pointwise, what));
    TRY(operation.setDescriptor(Attribute::OperationX, operands.x, what));
    if (operands.b != nullptr)
        TRY(operation.setDescriptor(Attribute::OperationB, operands.b, what));
    if (operands.t != nullptr)
        TRY(operation.setDescriptor(Attribute::OperationT, operands.t, what));
    TRY(operation.setDescriptor(Attribute::OperationY, y, what));
    tell("p" + std::to_string(std::bit_cast<std::uint64_t>(spec.parameter)), // exact
        { static_cast<int>(spec.mode), static_cast<int>(spec.math), spec.axis },
        { operands.x, operands.b, operands.t, y });
    return addOperation(operation, "an elementwise operation of a graph");
}

Result<void> GraphBuilder::matmul(Descriptor a, Descriptor b, Descriptor c)
{
    constexpr std::string_view what = "a product";
    constexpr auto math = DataType::Float;
    const auto& how = *TRY(make(DescriptorType::Matmul));
    TRY(how.set(Attribute::MatmulMathType, AttributeType::DataType, 1, &math, what));
    TRY(how.finalise(what));
    const auto product = how.get();
    const auto& operation = *TRY(make(DescriptorType::MatmulOperation));
    TRY(operation.setDescriptor(Attribute::MatmulA, a, what));
    TRY(operation.setDescriptor(Attribute::MatmulB, b, what));
    TRY(operation.setDescriptor(Attribute::MatmulC, c, what));
    TRY(operation.setDescriptor(Attribute::MatmulHow, product, what));
    tell("matmul", {}, { a, b, c });
    return addOperation(operation, "the operation of a product");
}

Result<void> GraphBuilder::reduction(ReductionOperator how, Descriptor x, Descriptor y)
{
    constexpr std::string_view what = "a reduction";
    constexpr auto math = DataType::Float;
    const auto& described = *TRY(make(DescriptorType::Reduction));
    TRY(described.set(
        Attribute::ReductionOperator, AttributeType::ReductionOperator, 1, &how, what));
    TRY(described.set(Attribute::ReductionMathType, AttributeType::DataType, 1, &math, what));
    TRY(described.finalise(what));
    const auto reduction = described.get();
    const auto& operation = *TRY(make(DescriptorType::ReductionOperation));
    TRY(operation.setDescriptor(Attribute::ReductionX, x, what));
    TRY(operation.setDescriptor(Attribute::ReductionY, y, what));
    TRY(operation.setDescriptor(Attribute::ReductionHow, reduction, what));
    tell("reduce", { static_cast<int>(how) }, { x, y });
    return addOperation(operation, "the operation of a reduction");
}

Result<void> GraphBuilder::resample(const ResampleSpec& spec, Descriptor x, Descriptor y)
{
    constexpr std::string_view what = "a pool";
    const auto& how = *TRY(make(DescriptorType::Resample));
    const auto axes = static_cast<std::int64_t>(spec.window.size());
    const auto padding
        = spec.mode == ResampleMode::Max ? PaddingMode::NegativeInfinity : PaddingMode::Zero;
    TRY(how.set(Attribute::ResampleMode, AttributeType::ResampleMode, 1, &spec.mode, what));
    TRY(how.set(Attribute::ResampleMathType, AttributeType::DataType, 1, &spec.math, what));
    TRY(how.set(Attribute::ResamplePaddingMode, AttributeType::PaddingMode, 1, &padding, what));
    TRY(how.setInt64s(Attribute::ResampleSpatialDims, { axes }, what));
    // As on the CPU and in ONNX Runtime, the largest element is found among those that are numbers.
    constexpr auto nan = NanPropagation::Skip;
    if (spec.mode == ResampleMode::Max)
        TRY(how.set(Attribute::ResampleNan, AttributeType::NanPropagation, 1, &nan, what));
    struct Row {
        Attribute attribute;
        const Dims& values;
    };
    for (const auto& [attribute, values] : { Row { Attribute::ResampleWindow, spec.window },
             Row { Attribute::ResampleStrides, spec.strides },
             Row { Attribute::ResamplePadsBefore, spec.padsBefore },
             Row { Attribute::ResamplePadsAfter, spec.padsAfter } })
        TRY(how.set(attribute, AttributeType::Fraction, axes, fractions(values).data(), what));
    TRY(how.finalise(what));
    const auto resample = how.get();
    const auto& operation = *TRY(make(DescriptorType::ResampleForward));
    TRY(operation.setDescriptor(Attribute::ResampleHow, resample, what));
    TRY(operation.setDescriptor(Attribute::ResampleX, x, what));
    TRY(operation.setDescriptor(Attribute::ResampleY, y, what));
    tell("pool",
        numbersOf({ { static_cast<int>(spec.mode), static_cast<int>(spec.math) }, spec.window,
            spec.strides, spec.padsBefore, spec.padsAfter }),
        { x, y });
    return addOperation(operation, "the operation of a pool");
}

} // namespace engine::cuda::cudnn
