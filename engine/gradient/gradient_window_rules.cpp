#include "engine/gradient/gradient_step.h"
#include "engine/program/shapes.h"
#include "model/inference/tensor_shape.h"

#include <algorithm>
#include <numeric>
#include <optional>

namespace engine {

namespace {

using model::Attribute;

Attribute adding() { return attributeOf("reduction", "add"); }

/// The attributes of a sliding window, with their defaults.
struct Slide {
    enum class Padding { Written, SameUpper, SameLower };
    std::vector<std::int64_t> kernel, strides, dilations, pads;
    Padding padding = Padding::Written;

    std::size_t axes() const { return kernel.size(); }
};

/// Whether all entries are sizes that a window can have.
bool areSizes(const std::vector<std::int64_t>& entries)
{
    constexpr std::int64_t largest = std::int64_t(1) << 31;
    return std::ranges::all_of(
        entries, [](std::int64_t entry) { return entry >= 1 && entry <= largest; });
}

/// Returns nothing without attribute kernel_shape, or for sizes that no window has.
std::optional<Slide> slideOf(const OpNode& node)
{
    const auto padding = node.text("auto_pad", "NOTSET");
    const auto kernel = node.integers("kernel_shape");
    if (!kernel || kernel->empty())
        return std::nullopt;
    const auto list = [&](std::string_view name, std::size_t size, std::int64_t fallback) {
        auto values = node.integers(name, {});
        values.resize(size, fallback);
        return values;
    };
    Slide slide { *kernel, list("strides", kernel->size(), 1), list("dilations", kernel->size(), 1),
        list("pads", 2 * kernel->size(), 0) };
    if (!areSizes(slide.kernel) || !areSizes(slide.strides) || !areSizes(slide.dilations))
        return std::nullopt;
    if (padding != "NOTSET")
        std::ranges::fill(slide.pads, 0);
    if (padding.starts_with("SAME"))
        slide.padding
            = padding == "SAME_UPPER" ? Slide::Padding::SameUpper : Slide::Padding::SameLower;
    return slide;
}

Attribute stridesOf(const Slide& slide) { return attributeOf("strides", slide.strides); }
Attribute dilationsOf(const Slide& slide) { return attributeOf("dilations", slide.dilations); }

/// Sizes along the spatial axes, as a value.
ProgramValueId spatialSizes(const Step& s, ProgramValueId value)
{
    return s.b.add("Shape", { value }, { attributeOf("start", 2) });
}

/// Padding before and behind each spatial axis, as values: written as attribute, or computed from
/// the size of the output.
struct Pads {
    ProgramValueId before, behind;
};

Pads padsOf(const Step& s, const Slide& slide)
{
    const auto half = slide.pads.begin() + slide.axes();
    if (slide.padding == Slide::Padding::Written)
        return { s.b.integers({ slide.pads.begin(), half }),
            s.b.integers({ half, slide.pads.end() }) };
    std::vector<std::int64_t> reach; // extent of one window minus one stride
    for (std::size_t d = 0; d < slide.axes(); ++d)
        reach.push_back((slide.kernel[d] - 1) * slide.dilations[d] + 1 - slide.strides[d]);
    const auto covered = s.b.add("Add",
        { s.b.add("Mul", { spatialSizes(s, s.g), s.b.integers(slide.strides) }),
            s.b.integers(reach) });
    const auto total = s.b.add("Max",
        { s.b.add("Sub", { covered, spatialSizes(s, s.x()) }),
            s.b.integers(std::vector<std::int64_t>(slide.axes(), 0)) });
    const auto less
        = s.b.add("Div", { total, s.b.integers(std::vector<std::int64_t>(slide.axes(), 2)) });
    const auto more = s.b.add("Sub", { total, less });
    return slide.padding == Slide::Padding::SameUpper ? Pads { less, more } : Pads { more, less };
}

ProgramValueId joined(const Step& s, std::vector<ProgramValueId> parts)
{
    return s.b.add("Concat", std::move(parts), { attributeOf("axis", 0) });
}

/// Puts zeros around the spatial axes.
ProgramValueId padded(const Step& s, ProgramValueId value, const Pads& pads)
{
    const auto none = s.b.integers({ 0, 0 });
    return s.b.add("Pad", { value, joined(s, { none, pads.before, none, pads.behind }) });
}

/// Removes the pads of the input `like` from what windows gave to the padded input. Adds zeros
/// where the last window does not reach the end of the padded input.
ProgramValueId unpadded(const Step& s, ProgramValueId value, ProgramValueId like, const Pads& pads)
{
    const auto before = s.b.add("Neg", { pads.before });
    const auto missing = s.b.add("Sub", { spatialSizes(s, like), spatialSizes(s, value) });
    return padded(s, value, { before, s.b.add("Sub", { missing, before }) });
}

/// Returns the first elements of the spatial axes, as many as `sizes` says.
ProgramValueId cut(const Step& s, ProgramValueId value, ProgramValueId sizes, std::size_t count)
{
    std::vector<std::int64_t> axes(count);
    std::iota(axes.begin(), axes.end(), 2);
    return s.b.add("Slice",
        { value, s.b.integers(std::vector<std::int64_t>(count, 0)), sizes, s.b.integers(axes) });
}

/// Derivative with respect to the input: the transposed convolution.
ProgramValueId convByInput(const Step& s, const Slide& slide, const Pads& pads, std::int64_t groups)
{
    const auto spread = s.b.add("ConvTranspose", { s.g, s.x(1) },
        { stridesOf(slide), dilationsOf(slide), attributeOf("group", groups) });
    return unpadded(s, spread, s.x(), pads);
}

/// Derivative with respect to the weights: a convolution of the input with the gradient. Batch and
/// channels are exchanged inside of each group, and strides and dilations too.
///
///     input    [N, G * C, ...] -> [C, G * N, ...]
///     gradient [N, G * M, ...] -> [G * M, N, ...], the weights of that convolution
///     result   [C, G * M, kernel and more]
ProgramValueId convByWeights(
    const Step& s, const Slide& slide, const Pads& pads, std::int64_t groups)
{
    auto exchanged = countUp(slide.axes() + 2);
    std::swap(exchanged[0], exchanged[1]);
    auto turned = countUp(slide.axes() + 3);
    std::swap(turned[0], turned[2]);
    const auto input = padded(s, s.x(), pads);
    const auto sizes = spatialSizes(s, input);
    const auto divided
        = s.b.add("Reshape", { input, joined(s, { s.b.integers({ 0, groups, -1 }), sizes }) });
    const auto grouped = s.b.add("Reshape",
        { s.b.add("Transpose", { divided }, { attributeOf("perm", turned) }),
            joined(s, { s.b.integers({ 0, -1 }), sizes }) });
    const auto seen = s.b.add("Conv",
        { grouped, s.b.add("Transpose", { s.g }, { attributeOf("perm", exchanged) }) },
        { attributeOf("strides", slide.dilations), attributeOf("dilations", slide.strides),
            attributeOf("group", groups) });
    return s.b.add("Transpose", { cut(s, seen, s.b.integers(slide.kernel), slide.axes()) },
        { attributeOf("perm", exchanged) });
}

/// Returns each channel as an image of its own: [N * C, 1, ...].
ProgramValueId singleChannels(const Step& s, ProgramValueId value)
{
    return s.b.add(
        "Reshape", { value, joined(s, { s.b.integers({ -1, 1 }), spatialSizes(s, value) }) });
}

/// Returns the number of elements in the mean of each window: [1, 1, ...] with the sizes of the
/// output. Pads count if the operator says so; elements that a window reaches beyond them do not.
ProgramValueId windowCounts(
    const Step& s, const Slide& slide, const Pads& pads, ProgramValueId kernel)
{
    const auto zero = s.b.integers({ 0 });
    const auto one
        = s.b.add("Slice", { singleChannels(s, s.x()), zero, s.b.integers({ 1 }), zero });
    auto area = s.b.filled(1, one);
    const bool padsCount = s.op.node.flag("count_include_pad");
    area = padsCount ? s.b.filled(1, padded(s, area, pads)) : padded(s, area, pads);
    const std::vector<std::int64_t> none(slide.axes(), 0);
    area = padded(s, area, { s.b.integers(none), s.b.integers(slide.strides) });
    const auto counts = s.b.add("Conv", { area, kernel }, { stridesOf(slide), dilationsOf(slide) });
    return cut(s, counts, spatialSizes(s, s.g), slide.axes());
}

} // namespace

/// Each input gets the range of the derivative at its own position.
Ids concatRule(const Step& s)
{
    const auto axis = s.op.node.integer("axis", 0);
    constexpr auto maxAxes = static_cast<std::int64_t>(model::maximumRank);
    if (axis < -maxAxes || axis >= maxAxes)
        return {};
    std::vector<Attribute> range { attributeOf("start", axis) };
    if (axis != -1)
        range.push_back(attributeOf("end", axis + 1));
    Ids derivatives;
    auto begin = s.b.integers({ 0 });
    for (const auto input : s.op.inputs) {
        const auto end = s.b.add("Add", { begin, s.b.add("Shape", { input }, range) });
        derivatives.push_back(s.b.add("Slice", { s.g, begin, end, s.b.integers({ axis }) }));
        begin = end;
    }
    return derivatives;
}

/// Rows that were picked several times add up.
Ids gatherRule(const Step& s)
{
    if (s.op.node.integer("axis", 0) != 0)
        return {};
    const auto places = s.b.add("Unsqueeze", { s.x(1), s.b.integers({ -1 }) });
    return { s.b.add("ScatterND", { s.b.filled(0, s.x()), places, s.g }, { adding() }), {} };
}

/// The largest element of a window gets the derivative; those of overlapping windows add up.
Ids maxPoolRule(const Step& s)
{
    if (s.op.node.integer("storage_order", 0) != 0)
        return {};
    auto both = s.op;
    both.outputs = { s.y(), s.y() };
    const auto places = s.b.addLike(both, s.op.inputs).back();
    const auto flat = [&](ProgramValueId value) {
        return s.b.add("Reshape", { value, s.b.integers({ -1 }) });
    };
    const auto sums
        = s.b.add("ScatterElements", { flat(s.b.filled(0, s.x())), flat(places), flat(s.g) },
            { attributeOf("axis", 0), adding() });
    return { s.shapedLike(sums, s.x()) };
}

/// Every element of a window gets its share of the mean.
Ids averagePoolRule(const Step& s)
{
    const auto slide = slideOf(s.op.node);
    if (!slide)
        return {};
    const auto pads = padsOf(s, *slide);
    std::vector<std::int64_t> window { 1, 1 };
    window.insert(window.end(), slide->kernel.begin(), slide->kernel.end());
    const auto kernel = s.b.add("Expand", { s.b.scalar(1, s.g), s.b.integers(window) });
    const auto shares
        = s.b.add("Div", { singleChannels(s, s.g), windowCounts(s, *slide, pads, kernel) });
    const auto spread
        = s.b.add("ConvTranspose", { shares, kernel }, { stridesOf(*slide), dilationsOf(*slide) });
    return { s.shapedLike(unpadded(s, spread, s.x(), pads), s.x()) };
}

Ids convRule(const Step& s)
{
    const auto slide = slideOf(s.op.node);
    const auto groups = s.op.node.integer("group", 1);
    if (!slide || groups < 1)
        return {};
    const auto pads = padsOf(s, *slide);
    Ids derivatives { convByInput(s, *slide, pads, groups),
        convByWeights(s, *slide, pads, groups) };
    if (s.has(2)) {
        std::vector<std::int64_t> axes { 0 };
        for (std::size_t d = 0; d < slide->axes(); ++d)
            axes.push_back(static_cast<std::int64_t>(d) + 2);
        derivatives.push_back(
            s.b.add("ReduceSum", { s.g, s.b.integers(axes) }, { attributeOf("keepdims", 0) }));
    }
    return derivatives;
}

} // namespace engine
