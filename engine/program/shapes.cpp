#include "engine/program/shapes.h"

#include "engine/functors/strides.h"
#include "engine/kernel/element_dispatch.h"
#include "engine/program/dims_limit.h"
#include "model/inference/tensor_shape.h"

#include <algorithm>

namespace engine {

Result<std::size_t> normalizeAxis(std::int64_t axis, std::size_t rank)
{
    const auto signedRank = static_cast<std::int64_t>(rank);
    const auto found = axis < 0 ? axis + signedRank : axis;
    if (found < 0 || found >= signedRank)
        return fail("axis ", axis, " is outside -", signedRank, "..", signedRank - 1);
    return static_cast<std::size_t>(found);
}

Result<std::vector<std::size_t>> normalizeAxes(std::span<const std::int64_t> axes, std::size_t rank)
{
    std::vector<std::size_t> found;
    for (const auto axis : axes)
        found.push_back(TRY(normalizeAxis(axis, rank)));
    std::ranges::sort(found);
    if (std::ranges::adjacent_find(found) != found.end())
        return fail("an axis is named twice");
    return found;
}

AxisFold foldAt(std::span<const std::int64_t> dims, std::size_t axis)
{
    return { elementCount(dims.first(axis)), dims[axis], elementCount(dims.subspan(axis + 1)) };
}

Result<AxisFold> softmaxFold(const OpNode& node, std::span<const std::int64_t> dims)
{
    if (dims.empty())
        return AxisFold {};
    if (node.version >= 13)
        return foldAt(dims, TRY(normalizeAxis(node.integer("axis", -1), dims.size())));
    const auto written = node.integer("axis", 1);
    const auto axis = TRY(normalizeAxis(written, dims.size() + (written < 0 ? 0 : 1)));
    return AxisFold { elementCount(dims.first(axis)), elementCount(dims.subspan(axis)), 1 };
}

Result<std::int64_t> checkedProduct(std::int64_t a, std::int64_t b)
{
    std::int64_t product = 0;
    if (__builtin_mul_overflow(a, b, &product))
        return fail("a size of ", a, " times ", b, " is too large");
    return product;
}

Result<std::int64_t> checkedCount(std::span<const std::int64_t> dims)
{
    if (dims.size() > model::maximumRank)
        return fail("a tensor of rank ", dims.size(),
            " is asked for, the highest that is supported is ", model::maximumRank);
    for (const auto dim : dims) {
        if (dim < 0)
            return fail("a dimension of ", dim, " is negative");
    }
    std::int64_t count = 1;
    bool isEmpty = std::ranges::find(dims, 0) != dims.end();
    for (const auto dim : dims) {
        // With a zero dim the count is 0, even where the product of the other dims overflows.
        if (!isEmpty && __builtin_mul_overflow(count, dim, &count))
            return fail("a tensor of ", dims, " has too many elements");
    }
    return isEmpty ? 0 : count;
}

Result<std::vector<std::int64_t>> readIntegers(const Tensor& tensor)
{
    std::vector<std::int64_t> values;
    auto copy = [&]<typename T>() {
        const auto elements = tensor.as<T>();
        values.assign(elements.begin(), elements.end());
    };
    TRY(visitElement(
        TypeList<std::int64_t, std::int32_t, std::uint8_t, std::int8_t, std::uint32_t> {},
        tensor.element(), copy));
    return values;
}

Result<std::int64_t> readInteger(const Tensor& tensor)
{
    if (tensor.count() != 1)
        return fail("a tensor of ", tensor.dims(), " stands where one integer is expected");
    const auto values = TRY(readIntegers(tensor));
    return values.front();
}

namespace {

template <typename Real>
Result<void> copyNumbers(const Tensor& tensor, std::vector<Real>& values)
{
    return visitElement(ComparableTypes {}, tensor.element(), [&]<typename T>() {
        for (const auto element : tensor.as<T>())
            values.push_back(static_cast<Real>(widen(element)));
    });
}

} // namespace

Result<std::vector<double>> readNumbers(const Tensor& tensor)
{
    std::vector<double> values;
    values.reserve(tensor.count());
    if (isSmallFloat(tensor.element())) {
        const bool isWide = elementBytes(tensor.element()) == 2;
        for (std::int64_t i = 0; i < tensor.count(); ++i) {
            const std::uint16_t code
                = isWide ? storage<std::uint16_t>(tensor)[i] : storage<std::uint8_t>(tensor)[i];
            values.push_back(static_cast<double>(decodeSmallFloat(code, tensor.element())));
        }
        return values;
    }
    TRY(copyNumbers(tensor, values));
    return values;
}

Result<std::vector<float>> readFloats(const Tensor& tensor)
{
    std::vector<float> values;
    values.reserve(tensor.count());
    TRY(copyNumbers(tensor, values));
    return values;
}

Result<double> readNumber(const Tensor& tensor)
{
    if (tensor.count() != 1)
        return fail("a tensor of ", tensor.dims(), " stands where one number is expected");
    const auto values = TRY(readNumbers(tensor));
    return values.front();
}

Result<std::optional<std::vector<std::int64_t>>> integersFromInputOrAttribute(
    const OpNode& node, const RunContext& context, std::size_t input, std::string_view attribute)
{
    if (context.hasInput(input)) {
        auto values = TRY(readIntegers(context.tensor(input)));
        return std::optional(std::move(values));
    }
    return node.integers(attribute);
}

Dims denseStrides(std::span<const std::int64_t> dims)
{
    Dims strides(dims.size());
    functors::denseStrides(dims.data(), std::ssize(dims), strides.data());
    return strides;
}

Result<Dims> broadcastDims(std::span<const std::int64_t> a, std::span<const std::int64_t> b)
{
    const auto rank = std::max(a.size(), b.size());
    TRY(checkRank(rank));
    Dims dims(rank, 1);
    for (std::size_t d = 0; d < rank; ++d) {
        const auto fromA = d + a.size() >= rank ? a[d + a.size() - rank] : 1;
        const auto fromB = d + b.size() >= rank ? b[d + b.size() - rank] : 1;
        dims[d] = functors::broadcastSize(fromA, fromB);
        if (dims[d] < 0)
            return fail("shapes ", a, " and ", b, " cannot be broadcast together");
    }
    return dims;
}

Dims broadcastStrides(std::span<const std::int64_t> dims, std::span<const std::int64_t> target)
{
    Dims strides(target.size());
    functors::broadcastStrides(dims.data(), std::ssize(dims), std::ssize(target), strides.data());
    return strides;
}

Result<Dims> legacyBroadcastDims(
    const OpNode& node, std::span<const std::int64_t> a, std::span<const std::int64_t> b)
{
    Dims dims(b.begin(), b.end());
    if (node.type == "PRelu" && node.version < 7 && b.size() == 1 && a.size() > 1 && b[0] != 1)
        dims.resize(a.size() - 1, 1);
    if (node.type == "PRelu" || !node.flag("broadcast") || !node.has("axis"))
        return dims;
    const auto axis = TRY(normalizeAxis(node.integer("axis", 0), a.size() + 1));
    if (axis + b.size() > a.size())
        return fail("shape ", b, " does not fit into ", a, " at axis ", axis);
    dims.resize(a.size() - axis, 1);
    return dims;
}

void foldStrides(Dims& dims, std::span<Dims> strides)
{
    // Beside a dim of 0 the products of other dims may overflow. There is nothing to walk.
    if (std::ranges::find(dims, 0) != dims.end()) {
        dims.assign(1, 0);
        for (auto& s : strides)
            s.assign(1, 0);
        return;
    }
    std::size_t kept = 0;
    auto continues = [&](std::size_t d) {
        return std::ranges::all_of(
            strides, [&](const Dims& s) { return s[kept - 1] == s[d] * dims[d]; });
    };
    for (std::size_t d = 0; d < dims.size(); ++d) {
        if (dims[d] == 1)
            continue;
        const bool merges = kept > 0 && continues(d);
        if (!merges)
            ++kept;
        dims[kept - 1] = merges ? dims[kept - 1] * dims[d] : dims[d];
        for (auto& s : strides)
            s[kept - 1] = s[d];
    }
    dims.resize(kept);
    for (auto& s : strides)
        s.resize(kept);
}

} // namespace engine
