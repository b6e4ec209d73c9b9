#include "engine/cpu/onednn.h"
#include "engine/program/shapes.h"

#include <algorithm>
#include <array>
#include <limits>

namespace engine::onednn {

namespace {

/// Below these, calling the library takes longer than our own kernels need.
constexpr std::int64_t minMultiplyAdds = 20'000;
constexpr std::int64_t minElements = 4'000;

} // namespace

Result<void> refuseReference(const Primitive& primitive)
{
    if (primitive.implementation.find("ref") != std::string::npos)
        return fail("oneDNN has only its reference implementation for these shapes");
    return {};
}

namespace {

Result<void> requireTypes(
    const KernelRequest& request, std::size_t inputs, std::span<const ElementType> types)
{
    for (std::size_t i = 0; i < inputs; ++i) {
        const auto& type = request.input(i);
        if (!type.isPresent())
            continue;
        if (type.kind != InputType::Kind::Tensor)
            return fail("input ", i, " is not a tensor");
        if (std::ranges::find(types, type.tensor.element) == types.end())
            return fail("takes fp32", types.size() > 1 ? " and bfloat16" : "", ", input ", i,
                " is ", type.tensor.element);
        if (type.tensor.count() == 0)
            return fail("input ", i, " is empty");
        TRY(requireUsualSize(type.tensor));
    }
    return {};
}

} // namespace

Result<void> requireFloats(const KernelRequest& request, std::size_t inputs)
{
    return requireTypes(request, inputs, std::array { ElementType::Float });
}

Result<void> requireFloatsOrBfloats(const KernelRequest& request, std::size_t inputs)
{
    return requireTypes(request, inputs, std::array { ElementType::Float, ElementType::Bfloat16 });
}

ElementType resultElement(const KernelRequest& request)
{
    return request.node.element("result", request.input(0).tensor.element);
}

Result<void> requireOutput(const TensorType& output)
{
    if (output.count() == 0)
        return fail("the output is empty");
    return requireUsualSize(output);
}

Result<void> requireUsualSize(const TensorType& type)
{
    constexpr std::int64_t largestAxis = std::int64_t(1) << 26;
    constexpr std::int64_t largestCount = std::numeric_limits<std::int32_t>::max();
    const bool isLong
        = std::ranges::any_of(type.dims, [](std::int64_t dim) { return dim > largestAxis; });
    if (isLong || type.count() > largestCount)
        return fail("a tensor of ", type.dims, ", oneDNN takes up to ", largestCount, " elements, ",
            largestAxis, " along one axis");
    return {};
}

Result<void> requireUsualSize(const Window& window)
{
    constexpr std::int64_t largest = std::numeric_limits<std::int32_t>::max();
    for (const auto* numbers :
        { &window.kernel, &window.strides, &window.dilations, &window.padBegin, &window.padEnd }) {
        for (const auto number : *numbers) {
            if (number < -largest || number > largest)
                return fail("a kernel, stride, dilation or pad of ", number,
                    ", oneDNN takes up to ", largest);
        }
    }
    return {};
}

Result<TensorType> outputType(const KernelRequest& request)
{
    if (request.outputs.empty() || request.outputs.front().kind != InputType::Kind::Tensor)
        return fail("the shape of the output is not known beforehand");
    TRY(requireOutput(request.outputs.front().tensor));
    return request.outputs.front().tensor;
}

Result<void> requireWork(const KernelRequest& request, std::int64_t multiplyAdds)
{
    if (request.settings.smallWork == SmallWork::Refuse && multiplyAdds < minMultiplyAdds)
        return fail(multiplyAdds, " multiply-adds are too few to call oneDNN for, the least is ",
            minMultiplyAdds);
    return {};
}

Result<void> requireElements(const KernelRequest& request, std::int64_t elements)
{
    if (request.settings.smallWork == SmallWork::Refuse && elements < minElements)
        return fail(
            elements, " elements are too few to call oneDNN for, the least is ", minElements);
    return {};
}

} // namespace engine::onednn
