#include "engine/gradient_step.h"

#include <algorithm>
#include <numeric>
#include <optional>

namespace engine {

namespace {

using model::Attribute;
using model::AttributeKind;

Attribute number(std::string name, std::int64_t value)
{
    return { std::move(name), AttributeKind::Int, value, {}, {} };
}
Attribute numbers(std::string name, std::vector<std::int64_t> values)
{
    return { std::move(name), AttributeKind::Ints, std::move(values), {}, {} };
}
Attribute adding() { return { "reduction", AttributeKind::String, std::string("add"), {}, {} }; }

/// The attributes of a sliding window, with their defaults.
struct Slide {
    std::vector<std::int64_t> kernel, strides, dilations, pads;

    std::size_t axes() const { return kernel.size(); }
};

/// Nothing without a written kernel, or where padding follows from sizes.
std::optional<Slide> slideOf(const OpNode& node)
{
    const auto padding = node.text("auto_pad", "NOTSET");
    const auto kernel = node.integers("kernel_shape");
    if (!kernel || kernel->empty() || (padding != "NOTSET" && padding != "VALID"))
        return std::nullopt;
    const auto list = [&](std::string_view name, std::size_t size, std::int64_t fallback) {
        auto values = node.integers(name).value_or(std::vector<std::int64_t> {});
        values.resize(size, fallback);
        return values;
    };
    Slide slide { *kernel, list("strides", kernel->size(), 1), list("dilations", kernel->size(), 1),
        list("pads", 2 * kernel->size(), 0) };
    if (padding == "VALID")
        std::ranges::fill(slide.pads, 0);
    return slide;
}

/// Every input element gets what its windows give: the transposed convolution, which covers less
/// than the padded input where the last window does not reach its end.
ProgramValueId convByInput(const Step& s, const Slide& slide)
{
    const auto spread = s.b.add("ConvTranspose", { s.g, s.x(1) },
        { numbers("strides", slide.strides), numbers("dilations", slide.dilations) });
    std::vector<std::int64_t> before { 0, 0 };
    for (std::size_t d = 0; d < slide.axes(); ++d)
        before.push_back(-slide.pads[d]);
    const auto first = s.b.integers(before);
    const auto missing
        = s.b.add("Sub", { s.b.add("Shape", { s.x() }), s.b.add("Shape", { spread }) });
    const auto last = s.b.add("Sub", { missing, first });
    return s.b.add("Pad", { spread, s.b.add("Concat", { first, last }, { number("axis", 0) }) });
}

/// Every weight sees the input at the places of the output: a convolution with batch and channels
/// exchanged, and strides and dilations too.
ProgramValueId convByWeights(const Step& s, const Slide& slide)
{
    std::vector<std::int64_t> exchanged(slide.axes() + 2);
    std::iota(exchanged.begin(), exchanged.end(), 0);
    std::swap(exchanged[0], exchanged[1]);
    const auto turned = [&](ProgramValueId value) {
        return s.b.add("Transpose", { value }, { numbers("perm", exchanged) });
    };
    const auto seen = s.b.add("Conv", { turned(s.x()), turned(s.g) },
        { numbers("strides", slide.dilations), numbers("dilations", slide.strides),
            numbers("pads", slide.pads) });
    std::vector<std::int64_t> axes(slide.axes());
    std::iota(axes.begin(), axes.end(), 2);
    const auto cut = s.b.add("Slice",
        { seen, s.b.integers(std::vector<std::int64_t>(slide.axes(), 0)),
            s.b.integers(slide.kernel), s.b.integers(axes) });
    return turned(cut);
}

} // namespace

/// Each part is the range of the derivative where it was put.
Ids concatRule(const Step& s)
{
    const auto axis = s.op.node.integer("axis", 0);
    std::vector<Attribute> range { number("start", axis) };
    if (axis != -1)
        range.push_back(number("end", axis + 1));
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

Ids globalMeanRule(const Step& s)
{
    const auto count = s.b.add("Div", { s.b.add("Size", { s.x() }), s.b.add("Size", { s.y() }) });
    return { s.b.add("Div", { s.spreadLike(s.g, s.x()), s.b.add("CastLike", { count, s.g }) }) };
}

/// The element that was largest takes all, where windows overlap what each gives it.
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
    const auto sums = s.b.add("ScatterElements",
        { flat(s.b.filled(0, s.x())), flat(places), flat(s.g) }, { number("axis", 0), adding() });
    return { s.shapedLike(sums, s.x()) };
}

Ids convRule(const Step& s)
{
    const auto slide = slideOf(s.op.node);
    if (!slide || s.op.node.integer("group", 1) != 1)
        return {};
    Ids derivatives { convByInput(s, *slide), convByWeights(s, *slide) };
    if (s.has(2)) {
        std::vector<std::int64_t> axes { 0 };
        for (std::size_t d = 0; d < slide->axes(); ++d)
            axes.push_back(static_cast<std::int64_t>(d) + 2);
        derivatives.push_back(
            s.b.add("ReduceSum", { s.g, s.b.integers(axes) }, { number("keepdims", 0) }));
    }
    return derivatives;
}

} // namespace engine
