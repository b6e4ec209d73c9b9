#include "ui/quantisation/channel_reading.h"

namespace ui {

namespace {

constexpr std::size_t shownFindings = 2;

support::Result<void> addCodes(ChannelReading& reading, const model::CodeChoice& choice,
    const std::stop_token& stop, const support::Progress& progress)
{
    const auto& layout = reading.layout;
    if (layout.grid)
        reading.coded
            = TRY(model::judgeChannels(*layout.content, layout.view, *layout.grid, stop, progress));
    else if (layout.isCodable())
        reading.coded = TRY(model::codeChannels(
            *layout.content, layout.view, reading.statistics, choice, stop, progress));
    const bool canClip = !layout.grid && choice.scales == model::CodeChoice::Scales::Channel
        && choice.codes == model::CodeChoice::Codes::Weight;
    reading.notable.clear();
    for (const auto channel : reading.coded.worstFirst()) {
        const auto finding = reading.coded.findingOf(channel);
        if (finding == model::ChannelFinding::None || reading.notable.size() == shownFindings)
            break;
        NotableChannel notable { channel, {} };
        if (canClip && finding == model::ChannelFinding::Outlier)
            notable.clippedError = TRY(model::errorOfClipping(*layout.content, layout.view, channel,
                reading.statistics[channel].secondLargestMagnitude, stop));
        reading.notable.push_back(notable);
    }
    return {};
}

} // namespace

const model::ChannelStatistics& ChannelReading::numbers(std::size_t channel) const
{
    return coded.isFromCodes ? coded.channels[channel].numbers : statistics[channel];
}

support::Result<std::shared_ptr<const ChannelReading>> readChannels(const TensorSource& source,
    model::ValueId value, std::optional<std::size_t> axis, const model::CodeChoice& choice,
    std::stop_token stop, const support::Progress& progress)
{
    auto reading = std::make_shared<ChannelReading>();
    reading->isWeight = source.model->value(value).initializer.isValid();
    auto content = TRY(source.load());
    reading->layout = TRY(model::channelLayoutOf(*source.model, value, std::move(content), axis));
    reading->statistics = TRY(
        model::measureChannels(*reading->layout.content, reading->layout.view, stop, progress));
    TRY(addCodes(*reading, choice, stop, progress));
    return std::shared_ptr<const ChannelReading>(std::move(reading));
}

support::Result<std::shared_ptr<const ChannelReading>> codeAgain(
    std::shared_ptr<const ChannelReading> reading, const model::CodeChoice& choice,
    std::stop_token stop, const support::Progress& progress)
{
    auto again = std::make_shared<ChannelReading>(*reading);
    TRY(addCodes(*again, choice, stop, progress));
    return std::shared_ptr<const ChannelReading>(std::move(again));
}

} // namespace ui
