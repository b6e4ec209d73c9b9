#include "layout/card/measures.h"

#include "model/support/text.h"

#include <algorithm>
#include <limits>

namespace layout {

namespace {

constexpr double notMeasured = std::numeric_limits<double>::quiet_NaN();

Overlay costOverlay(const model::Analysis& analysis, double (*figure)(const model::Cost& cost))
{
    Overlay overlay;
    overlay.values.reserve(analysis.costs.size());
    for (const auto& cost : analysis.costs)
        overlay.values.push_back(cost.isKnown ? figure(cost) : notMeasured);
    return overlay;
}

} // namespace

std::vector<double> parametersByNode(const model::Model& model)
{
    std::vector<double> values;
    values.reserve(model.nodes.size());
    for (const auto& node : model.nodes) {
        double sum = 0;
        for (const auto input : node.inputs) {
            if (input.isValid() && model.value(input).initializer.isValid())
                sum += static_cast<double>(
                    model::elementCount(model.tensor(model.value(input).initializer).dims)
                        .value_or(0));
        }
        values.push_back(sum);
    }
    return values;
}

Overlay parametersOverlay(const model::Model& model)
{
    Overlay overlay;
    overlay.name = "Parameters";
    overlay.ramp = "memory";
    overlay.values = parametersByNode(model);
    // Most nodes have no parameters. They are shown as unmeasured, not as the low end of the scale.
    std::replace(overlay.values.begin(), overlay.values.end(), 0.0, notMeasured);
    overlay.text
        = [](double value) { return support::countText(static_cast<std::uint64_t>(value)); };
    return overlay;
}

Overlay flopsOverlay(const model::Analysis& analysis)
{
    auto overlay = costOverlay(
        analysis, [](const model::Cost& cost) { return static_cast<double>(cost.flops()); });
    overlay.name = "FLOP";
    overlay.text = [](double value) { return support::workText(value); };
    return overlay;
}

Overlay bytesOverlay(const model::Analysis& analysis)
{
    auto overlay = costOverlay(
        analysis, [](const model::Cost& cost) { return static_cast<double>(cost.bytes()); });
    overlay.name = "Least traffic";
    overlay.ramp = "memory";
    overlay.text
        = [](double value) { return support::bytesText(static_cast<std::uint64_t>(value)); };
    return overlay;
}

} // namespace layout
