#include "ui/quantisation/finding_card.h"

#include "ui/edit/edits.h"
#include "ui/format.h"
#include "ui/inspectors/elided_label.h"
#include "ui/pages/figure_card.h"
#include "ui/quantisation/channel_rows.h"
#include "ui/translation/text.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"

#include <QFrame>

#include <algorithm>
#include <cmath>

namespace ui {

using model::ChannelFinding;
using support::JsonWriter;

namespace {

std::optional<FindingMend> clipping(
    const ChannelReading& reading, const NotableChannel& notable, const std::string& name)
{
    const auto& layout = reading.layout;
    const auto error = reading.coded.channels[notable.channel].error;
    if (!notable.clippedError || *notable.clippedError >= error.value_or(0))
        return std::nullopt;
    const auto limit = reading.numbers(notable.channel).secondLargestMagnitude;
    auto edit = makeEdit("clipInitializer", [&](JsonWriter& json) {
        json.member("value", name).member("limit", limit);
        if (layout.axis)
            json.member("axis", *layout.axis).member("index", notable.channel);
    });
    return FindingMend { tr("Try clipping"), std::move(edit) };
}

/// The smallest scale whose codes cover these numbers; nothing if none does.
std::optional<double> coveringScale(
    const model::CodedTensor& coded, const model::ChannelStatistics& numbers, double zeroPoint)
{
    double scale = 0;
    for (const auto number : { numbers.smallest, numbers.largest }) {
        const auto code = (number < 0 ? coded.low : coded.high) - zeroPoint;
        if (number == 0)
            continue;
        if (!std::isfinite(number) || number / code <= 0)
            return std::nullopt;
        scale = std::max(scale, number / code);
    }
    return scale > 0 ? std::optional(scale) : std::nullopt;
}

std::optional<FindingMend> widerScale(const ChannelReading& reading, const NotableChannel& notable,
    const model::Model& model, model::GraphId graph)
{
    const auto& grid = *reading.layout.grid;
    const auto& coded = reading.coded;
    const auto initializer = std::ranges::find_if(model.values, [&](const model::Value& value) {
        return value.graph == graph && value.name == grid.scaleName;
    });
    const bool isForAll = grid.scales.size() == 1;
    if (coded.isFromCodes || grid.block != 1 || initializer == model.values.end()
        || !initializer->initializer.isValid()
        || (!isForAll
            && (grid.axis != reading.layout.axis || grid.scales.size() != coded.channels.size())))
        return std::nullopt;
    std::optional<double> scale;
    for (std::size_t channel = 0; channel < coded.channels.size(); ++channel) {
        if (!isForAll && channel != notable.channel)
            continue;
        const auto zero = grid.scales[isForAll ? 0 : channel].zeroPoint;
        const auto wanted = coveringScale(coded, reading.numbers(channel), zero);
        if (channel == notable.channel && !wanted)
            return std::nullopt;
        scale = std::max(scale, wanted);
    }
    auto edit = makeEdit("setElements", [&](JsonWriter& json) {
        json.member("value", grid.scaleName).member("index", isForAll ? 0 : notable.channel);
        json.key("values").beginArray().value(*scale).endArray();
    });
    return FindingMend { tr("Use scale %1").arg(numberText(*scale)), std::move(edit) };
}

ElidedLabel* makeLink(const QString& text, const std::function<void()>& action, QFrame* card)
{
    auto* const link = new ElidedLabel(text, ElidedLabel::Look::Body, card);
    link->setLink(true);
    QObject::connect(link, &ElidedLabel::activated, card, action);
    return link;
}

} // namespace

std::optional<FindingMend> mendOf(const ChannelReading& reading, const NotableChannel& notable,
    const model::Model& model, model::ValueId value)
{
    if (!reading.isWeight || !value.isValid())
        return std::nullopt;
    const auto& weight = model.value(value);
    switch (reading.coded.findingOf(notable.channel)) {
    case ChannelFinding::Outlier:
        return weight.initializer.isValid() && weight.graph == model.main().id
            ? clipping(reading, notable, weight.name)
            : std::nullopt;
    case ChannelFinding::Saturated:
        return reading.isOfFile() && weight.graph == model.main().id
            ? widerScale(reading, notable, model, weight.graph)
            : std::nullopt;
    default:
        return std::nullopt;
    }
}

QFrame* makeFindingCard(const ChannelReading& reading, const NotableChannel& notable,
    const FindingActions& actions, QWidget* parent)
{
    const auto words = findingText(reading, notable);
    auto* const card = makeCard(parent);
    card->setObjectName("findingCard");
    auto* const column = makeColumn(card, { 12, 8, 12, 8 }, 3);
    column->addWidget(makeWrappedLabel(words.title, "heading", card));
    column->addWidget(makeWrappedLabel(words.text, "secondary", card));
    auto* const links = makeRow(nullptr, {}, 12);
    if (actions.mend) {
        auto* const mend = makeLink(actions.mendText, actions.mend, card);
        mend->setObjectName("mendFinding");
        links->addWidget(mend);
    }
    links->addWidget(makeLink(tr("show the channel"), actions.showChannel, card));
    links->addWidget(makeLink(tr("view the values ›"), actions.showValues, card));
    links->addStretch();
    column->addLayout(links);
    column->addStretch();
    return card;
}

} // namespace ui
