#include "engine/functors/arithmetic.h"
#include "engine/kernel/element_dispatch.h"
#include "engine/reference/movement.h"

#include <algorithm>

// Pad (all versions and modes), CenterCropPad.

namespace engine {

namespace {

constexpr std::int64_t outside = -1;

/// Returns the length of a padded axis. It is checked before memory is allocated.
Result<std::int64_t> paddedLength(std::int64_t size, const AxisPad& pad, std::string_view mode)
{
    constexpr std::int64_t largest = std::int64_t(1) << 40;
    if (pad.before < -largest || pad.after < -largest)
        return fail("pads of ", pad.before, " and ", pad.after, " do not fit an axis of ", size);
    const auto kept
        = size - std::max<std::int64_t>(-pad.before, 0) - std::max<std::int64_t>(-pad.after, 0);
    std::int64_t length = 0;
    if (kept < 0 || __builtin_add_overflow(size, pad.before, &length)
        || __builtin_add_overflow(length, pad.after, &length))
        return fail("pads of ", pad.before, " and ", pad.after, " do not fit an axis of ", size);
    if (kept == 0 && length > 0 && mode != "constant")
        return fail("an axis without elements cannot be padded by mode ", mode);
    if (length > largest)
        return fail("a padded axis would have ", length, " elements");
    return length;
}

/// Returns the input index for each output index along one axis; `outside` where the constant is
/// written. Negative pads crop before the rest is padded.
std::vector<std::int64_t> indexMap(
    std::int64_t size, std::int64_t length, const AxisPad& pad, std::string_view mode)
{
    const auto cropped = std::max<std::int64_t>(-pad.before, 0);
    const auto kept = size - cropped - std::max<std::int64_t>(-pad.after, 0);
    const auto before = std::max<std::int64_t>(pad.before, 0);
    std::vector<std::int64_t> map(length);
    for (std::int64_t i = 0; i < length; ++i) {
        auto at = i - before;
        if (at < 0 || at >= kept) {
            if (mode == "constant") {
                map[i] = outside;
                continue;
            }
            if (mode == "edge") {
                at = std::clamp<std::int64_t>(at, 0, kept - 1);
            } else if (mode == "wrap") {
                at = (at % kept + kept) % kept;
            } else {
                const auto period = std::max<std::int64_t>(2 * (kept - 1), 1);
                at = (at % period + period) % period;
                at = at < kept ? at : period - at;
            }
        }
        map[i] = at + cropped;
    }
    return map;
}

template <typename T>
void padRows(const Tensor& input, const std::vector<std::vector<std::int64_t>>& maps, const T& fill,
    Tensor& output)
{
    const auto rank = maps.size();
    const auto strides = denseStrides(input.dims());
    const auto& last = maps.back();
    const auto rowLength = std::ssize(last);
    const auto rows = rowLength > 0 ? output.count() / rowLength : 0;
    T* target = storage<T>(output);
    for (std::int64_t row = 0; row < rows; ++row) {
        std::int64_t offset = 0;
        bool isOutside = false;
        auto rest = row;
        for (std::size_t d = rank - 1; d-- > 0;) {
            const auto size = std::ssize(maps[d]);
            const auto at = maps[d][rest % size];
            rest /= size;
            isOutside = isOutside || at == outside;
            offset += at * strides[d];
        }
        const T* source = storage<T>(input) + (isOutside ? 0 : offset);
        for (const auto at : last)
            *target++ = isOutside || at == outside ? fill : source[at];
    }
}

Result<void> padTensor(RunContext& context, const std::vector<AxisPad>& pads, std::string_view mode,
    const Tensor* value, std::optional<float> attribute)
{
    const auto& input = context.tensor(0);
    Dims dims;
    for (std::size_t d = 0; d < input.rank(); ++d)
        dims.push_back(TRY(paddedLength(input.dims()[d], pads[d], mode)));
    TRY(checkedCount(dims));
    if (input.rank() == 0)
        return context.forward(0, 0, dims);
    // Comes first, for the memory limit: what follows needs memory in proportion to the output.
    auto* output = TRY(context.output(0, input.element(), dims));
    if (output->count() == 0)
        return {};
    std::vector<std::vector<std::int64_t>> maps;
    for (std::size_t d = 0; d < input.rank(); ++d)
        maps.push_back(indexMap(input.dims()[d], dims[d], pads[d], mode));
    auto filled = makeTensor(input.element(), {});
    if (filled.data != nullptr)
        std::fill_n(filled.data, filled.type.bytes(), std::byte {});
    if (attribute) {
        auto write = [&]<typename T>() {
            filled.as<T>()[0] = static_cast<T>(functors::narrowedTo<Arithmetic<T>>(*attribute));
        };
        TRY(visitElement(NumberTypes {}, input.element(), write));
    }
    return visitStorage(input.element(), [&]<typename T>() {
        const T fill = value != nullptr ? storage<T>(*value)[0] : storage<T>(filled)[0];
        padRows<T>(input, maps, fill, *output);
    });
}

Result<std::vector<AxisPad>> padsOf(const OpNode& node, const RunContext& context, std::size_t rank)
{
    const auto written = TRY(
        integersFromInputOrAttribute(node, context, 1, node.version < 2 ? "paddings" : "pads"));
    if (!written)
        return fail("Pad has no pads");
    std::optional<std::vector<std::int64_t>> axes;
    if (context.hasInput(3))
        axes = TRY(readIntegers(context.tensor(3)));
    return axisPads(*written, axes, rank);
}

Result<void> runPad(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto pads = TRY(padsOf(node, context, input.rank()));
    const bool hasValue = context.hasInput(2);
    if (hasValue
        && (context.tensor(2).count() != 1 || context.tensor(2).element() != input.element()))
        return fail("the value of Pad is ", context.tensor(2).dims(), " ",
            context.tensor(2).element(), ", expected one ", input.element());
    const auto attribute = node.version < 11 ? node.real("value") : std::nullopt;
    return padTensor(context, pads, node.text("mode", "constant"),
        hasValue ? &context.tensor(2) : nullptr, attribute);
}

Result<void> runCenterCropPad(const OpNode& node, RunContext& context)
{
    const auto& input = context.tensor(0);
    const auto shape = TRY(readIntegers(context.tensor(1)));
    auto axes = node.integers("axes", {});
    if (axes.empty())
        axes = countUp(input.rank());
    if (shape.size() != axes.size())
        return fail("shape has ", shape.size(), " entries, expected ", axes.size());
    std::vector<AxisPad> pads(input.rank());
    for (std::size_t i = 0; i < axes.size(); ++i) {
        const auto axis = TRY(normalizeAxis(axes[i], input.rank()));
        const auto size = input.dims()[axis];
        if (shape[i] < 0)
            return fail("a wanted size is ", shape[i]);
        // The odd element is cropped or added at the end.
        const auto difference = shape[i] > size ? shape[i] - size : size - shape[i];
        const AxisPad amount { difference / 2, difference - difference / 2 };
        pads[axis] = shape[i] > size ? amount : AxisPad { -amount.before, -amount.after };
    }
    return padTensor(context, pads, "constant", nullptr, std::nullopt);
}

const RegisterReference pad("Pad", runPad);
const RegisterReference centerCropPad("CenterCropPad", runCenterCropPad);

} // namespace

} // namespace engine
