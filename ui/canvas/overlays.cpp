#include "ui/canvas/overlays.h"

#include "layout/card/class_overlay.h"
#include "layout/card/measures.h"
#include "model/support/text.h"
#include "profiler/statistics/statistics.h"
#include "ui/translation/text.h"
#include "ui/verify/verification.h"
#include "ui/verify/verify_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace ui {

namespace {

using Made = std::shared_ptr<const layout::Overlay>;
constexpr double notMeasured = std::numeric_limits<double>::quiet_NaN();

std::shared_ptr<layout::Overlay> emptyOverlay(
    const OverlaySource& source, const char* name, const char* ramp)
{
    auto overlay = std::make_shared<layout::Overlay>();
    overlay->name = tr(name).toStdString();
    overlay->ramp = ramp;
    overlay->values.assign(source.model->nodes.size(), notMeasured);
    return overlay;
}

/// `± 1.2`, `314 … 322` in the unit of the value beside it.
std::string besideText(double value, const layout::Overlay::Range& range)
{
    const profiler::Measurement time { value, profiler::Unit::Nanoseconds,
        profiler::Interval { range.low, range.high } };
    const auto text = profiler::text(time);
    const auto even = text.find("±");
    return text.substr(even != std::string::npos ? even : text.find(", ") + 2);
}

Made byTime(const OverlaySource& source)
{
    if (source.statistics == nullptr)
        return nullptr;
    auto overlay = emptyOverlay(source, QT_TR_NOOP("Time"), "time");
    overlay->shares.assign(source.model->nodes.size(), notMeasured);
    overlay->intervals.assign(source.model->nodes.size(), { notMeasured, notMeasured });
    bool isMeasured = false;
    for (const auto& row : source.statistics->nodes) {
        const auto at
            = row.node.isValid() ? row.node.value() : std::numeric_limits<std::uint32_t>::max();
        // The time of a fused node is shown at the node into which it was fused: shown twice, the
        // times would not add up.
        if (at >= overlay->values.size() || row.time.samples == 0
            || row.fate == profiler::Fate::FusedInto)
            continue;
        overlay->values[at] = row.time.median;
        overlay->shares[at] = row.share;
        if (row.time.interval)
            overlay->intervals[at] = { row.time.interval->low, row.time.interval->high };
        isMeasured = true;
    }
    overlay->text = [](double value) { return support::durationText(value); };
    overlay->intervalText = besideText;
    return isMeasured ? Made(overlay) : nullptr;
}

Made byCategory(const OverlaySource& source)
{
    const auto times = byTime(source);
    if (times == nullptr)
        return nullptr;
    auto overlay = std::make_shared<layout::Overlay>(*times);
    overlay->use = layout::Overlay::Use::Text;
    return overlay;
}

/// Bytes that a node's outputs take in the planned memory.
Made byMemory(const OverlaySource& source)
{
    if (source.profile == nullptr || source.profile->memory.lifetimes.empty())
        return nullptr;
    auto overlay = emptyOverlay(source, QT_TR_NOOP("Output bytes"), "memory");
    bool isKnown = false;
    for (const auto& lifetime : source.profile->memory.lifetimes) {
        if (!lifetime.value.isValid() || lifetime.value.value() >= source.model->values.size())
            continue;
        const auto producer = source.model->value(lifetime.value).producer;
        if (!producer.isValid())
            continue;
        auto& bytes = overlay->values[producer.value()];
        bytes = (std::isnan(bytes) ? 0 : bytes) + static_cast<double>(lifetime.bytes);
        isKnown = true;
    }
    overlay->text
        = [](double value) { return support::bytesText(static_cast<std::uint64_t>(value)); };
    return isKnown ? Made(overlay) : nullptr;
}

/// How far a node's outputs are from those expected.
Made byError(const OverlaySource& source)
{
    if (source.verification == nullptr)
        return nullptr;
    auto errors = errorsByNode(*source.verification, *source.model);
    if (errors.empty())
        return nullptr;
    auto overlay = emptyOverlay(source, QT_TR_NOOP("Error"), "error");
    overlay->values = std::move(errors);
    overlay->text = [](double value) { return errorText(value).toStdString(); };
    return overlay;
}

Made shared(layout::Overlay overlay)
{
    overlay.name = tr(overlay.name.c_str()).toStdString();
    const bool hasValues
        = std::ranges::any_of(overlay.values, [](double value) { return !std::isnan(value); });
    if (!hasValues && overlay.classNames.empty())
        return nullptr;
    return std::make_shared<const layout::Overlay>(std::move(overlay));
}

Made byType(const OverlaySource& source) { return shared(layout::colourByType(*source.model)); }

Made byGroup(const OverlaySource& source)
{
    if (source.groups == nullptr)
        return nullptr;
    return shared(layout::colourByGroup(*source.model, *source.groups));
}

/// Where the steps of the run were executed.
Made byDevice(const OverlaySource& source)
{
    if (source.profile == nullptr)
        return nullptr;
    layout::Overlay overlay;
    overlay.name = "Device";
    overlay.use = layout::Overlay::Use::Classes;
    overlay.classes.assign(source.model->nodes.size(), layout::Overlay::noClass);
    auto& names = overlay.classNames;
    for (const auto& step : source.profile->steps) {
        const std::string device(source.profile->strings.text(step.device));
        auto known = std::ranges::find(names, device);
        if (known == names.end())
            known = names.insert(names.end(), device);
        for (const auto& origin : step.origins) {
            if (origin.node.isValid() && origin.node.value() < overlay.classes.size())
                overlay.classes[origin.node.value()]
                    = static_cast<std::uint32_t>(known - names.begin());
        }
    }
    return shared(std::move(overlay));
}

Made byParameters(const OverlaySource& source)
{
    return shared(layout::parametersOverlay(*source.model));
}

Made byFlops(const OverlaySource& source)
{
    return source.analysis ? shared(layout::flopsOverlay(*source.analysis)) : nullptr;
}

Made byBytes(const OverlaySource& source)
{
    return source.analysis ? shared(layout::bytesOverlay(*source.analysis)) : nullptr;
}

constexpr std::array<OverlaySpec, 10> specs { {
    { "view.colourCategory", QT_TR_NOOP("Category"), "", byCategory },
    { "view.colourType", QT_TR_NOOP("Operator type"), QT_TR_NOOP("the model has no nodes"),
        byType },
    { "view.colourGroup", QT_TR_NOOP("Group"), QT_TR_NOOP("this graph has no groups"), byGroup },
    { "view.colourDevice", QT_TR_NOOP("Device"),
        QT_TR_NOOP("no run yet: profile the model to see what ran where"), byDevice },
    { "view.colourParameters", QT_TR_NOOP("Parameters"), QT_TR_NOOP("no node reads weights"),
        byParameters },
    { "view.colourFlops", QT_TR_NOOP("FLOP"),
        QT_TR_NOOP("FLOP are unknown: give the named dimensions a size"), byFlops },
    { "view.colourBytes", QT_TR_NOOP("Least traffic"),
        QT_TR_NOOP("memory traffic is unknown: give the named dimensions a size"), byBytes },
    { "view.colourTime", QT_TR_NOOP("Time"),
        QT_TR_NOOP("no run yet: profile the model to colour by time"), byTime },
    { "view.colourMemory", QT_TR_NOOP("Memory"), QT_TR_NOOP("no run with planned memory yet"),
        byMemory },
    { "view.colourError", QT_TR_NOOP("Error"), QT_TR_NOOP("nothing was verified yet"), byError },
} };

} // namespace

std::shared_ptr<const layout::Overlay> overlayOfNodes(
    const std::vector<std::uint32_t>& nodes, std::size_t nodeCount, const QString& name)
{
    auto overlay = std::make_shared<layout::Overlay>();
    overlay->name = name.toStdString();
    overlay->use = layout::Overlay::Use::Classes;
    overlay->classNames = { overlay->name };
    overlay->classes.assign(nodeCount, layout::Overlay::noClass);
    for (const auto node : nodes) {
        if (node < nodeCount)
            overlay->classes[node] = 0;
    }
    return overlay;
}

std::span<const OverlaySpec> overlaySpecs() { return specs; }

const OverlaySpec* findOverlay(const QString& actionId)
{
    for (const auto& spec : specs) {
        if (actionId == QLatin1String(spec.actionId))
            return &spec;
    }
    return nullptr;
}

} // namespace ui
