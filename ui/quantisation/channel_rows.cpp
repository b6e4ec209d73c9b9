#include "ui/quantisation/channel_rows.h"

#include "model/value_type.h"
#include "ui/format.h"
#include "ui/quantisation/channel_ranges.h"
#include "ui/translation/text.h"
#include "ui/widgets/plain_text.h"

#include <array>
#include <cmath>

namespace ui {

using model::ChannelFinding;

namespace {

/// One number, or the range of those of the blocks.
QString rangeText(double low, double high)
{
    return low == high ? numberText(low)
                       : QStringLiteral("%1 … %2").arg(numberText(low, 2), numberText(high, 2));
}

QString smallShare(double share)
{
    return QString::fromStdString(support::shareText(share, support::ShareForm::Card));
}

ComparedTable::Row rowOf(const ChannelReading& reading, std::size_t channel)
{
    const auto& codes = reading.coded.channels[channel];
    const auto& numbers = reading.numbers(channel);
    const auto finding = reading.coded.findingOf(channel);
    const auto tone = toneOf(finding);
    const bool isFound = finding != ChannelFinding::None;
    const auto number = [](double value) {
        return ComparedTable::Cell { numberText(value), value, {}, {}, false };
    };
    ComparedTable::Row row;
    row.isDifference = isFound;
    // What was judged comes first, so that a narrow page shows it.
    row.cells = { { countText(channel), static_cast<qulonglong>(channel), {}, {}, isFound },
        { codes.error ? smallShare(*codes.error) : tr("unknown"), codes.error.value_or(-1),
            codes.error ? tone : QByteArray("textSecondary"), {}, isFound },
        { tr("%1 of %2").arg(codes.bitsUsed, 0, 'f', 1).arg(reading.coded.bits), codes.bitsUsed,
            finding == ChannelFinding::WideScale || finding == ChannelFinding::Outlier
                ? tone
                : QByteArray(),
            codes.bitsUsed / reading.coded.bits, false },
        { smallShare(codes.saturatedShare()), codes.saturatedShare(),
            finding == ChannelFinding::Saturated ? tone : QByteArray(), {},
            finding == ChannelFinding::Saturated },
        { rangeText(codes.lowestScale, codes.highestScale), codes.highestScale, {}, {}, false },
        { rangeText(codes.lowestZero, codes.highestZero), codes.lowestZero, {}, {}, false },
        number(numbers.smallest), number(numbers.largest) };
    return row;
}

} // namespace

ComparedTable::Content channelRows(
    const ChannelReading& reading, const std::vector<std::size_t>& order)
{
    ComparedTable::Content content;
    const auto right = Qt::AlignRight;
    content.columns = { { tr("Channel"), right }, { tr("Error, rel."), right }, { tr("Bits used") },
        { reading.coded.isFromCodes ? tr("At the ends") : tr("Saturated"), right },
        { tr("Scale"), right }, { tr("Zero point"), right }, { tr("Smallest"), right },
        { tr("Largest"), right } };
    content.widths = { 70, 80, 96, 84, 84, 84, 80, 80 };
    if (reading.coded.channels.empty())
        return content;
    for (const auto channel : order)
        content.rows.push_back(rowOf(reading, channel));
    return content;
}

FindingText findingText(const ChannelReading& reading, const NotableChannel& notable)
{
    const auto& coded = reading.coded;
    const auto& codes = coded.channels[notable.channel];
    const auto& numbers = reading.numbers(notable.channel);
    const auto channel = tr("Channel %1: %2").arg(countText(notable.channel));
    const auto lost = QString::number(coded.bits - codes.bitsUsed, 'f', 1);
    switch (coded.findingOf(notable.channel)) {
    case ChannelFinding::Outlier: {
        FindingText found { channel.arg(tr("one number takes %1 bits from all others").arg(lost)),
            tr("The largest magnitude is %1, the next one %2.")
                .arg(numberText(numbers.largestMagnitude()),
                    numberText(numbers.secondLargestMagnitude)) };
        if (notable.clippedError)
            found.text += u' '
                + (*notable.clippedError < codes.error.value_or(0)
                        ? tr("Cutting it off there lowers the error from %1 to %2.")
                        : tr("Cutting it off there raises the error from %1 to %2; blocks keep it "
                             "away from the others."))
                      .arg(smallShare(codes.error.value_or(0)), smallShare(*notable.clippedError));
        return found;
    }
    case ChannelFinding::Saturated: {
        const auto low = codes.lowestScale * (coded.low - codes.lowestZero);
        const auto high = codes.lowestScale * (coded.high - codes.lowestZero);
        if (coded.isFromCodes)
            return {
                channel.arg(
                    tr("%1 of the codes are at the ends").arg(smallShare(codes.saturatedShare()))),
                tr("Numbers beyond %1 and %2 would have been cut off there. The file does not say "
                   "what the codes were made from.")
                    .arg(numberText(low), numberText(high))
            };
        return { channel.arg(
                     tr("scale is too small, %1 saturate").arg(smallShare(codes.saturatedShare()))),
            tr("The scale %1 covers %2 to %3; numbers reach from %4 to %5.")
                .arg(numberText(codes.lowestScale), numberText(low), numberText(high),
                    numberText(numbers.smallest), numberText(numbers.largest)) };
    }
    case ChannelFinding::WideScale:
        return { channel.arg(tr("%1 of %2 bits are unused").arg(lost).arg(coded.bits)),
            tr("The scale %1 is for a wider range than most of the numbers have: %2 to %3 are the "
               "middle half.")
                .arg(rangeText(codes.lowestScale, codes.highestScale), numberText(numbers.p25),
                    numberText(numbers.p75)) };
    case ChannelFinding::Zero:
        return { channel.arg(tr("all numbers are zero")), tr("Its output is the bias alone.") };
    case ChannelFinding::NotFinite:
        return { channel.arg(tr("%1 NaN and %2 infinities")
                                 .arg(countText(numbers.nans), countText(numbers.infinities))),
            tr("They have no code. The quantiser refuses such a weight.") };
    case ChannelFinding::None:
        break;
    }
    return {};
}

QString layoutText(const ChannelReading& reading)
{
    const auto& content = *reading.layout.content;
    const auto type = model::ValueType::tensor(content.element, model::shapeOf(content.dims));
    auto text = plain(model::typeText(type), 120);
    if (reading.layout.axis)
        text += tr(", channels along axis %1").arg(*reading.layout.axis);
    return text;
}

QString findingCounts(const model::CodedTensor& coded)
{
    std::array<std::uint64_t, 6> counts {};
    for (std::size_t i = 0; i < coded.channels.size(); ++i)
        ++counts[static_cast<std::size_t>(coded.findingOf(i))];
    const auto count
        = [&](ChannelFinding finding) { return counts[static_cast<std::size_t>(finding)]; };
    QStringList parts;
    const auto add = [&](ChannelFinding finding, const char* text) {
        if (count(finding) > 0)
            parts << countOf(count(finding), text);
    };
    add(ChannelFinding::NotFinite, QT_TR_NOOP("%1 channel(s) not finite"));
    add(ChannelFinding::Outlier, QT_TR_NOOP("%1 outlier(s)"));
    add(ChannelFinding::Saturated, QT_TR_NOOP("%1 channel(s) saturated"));
    add(ChannelFinding::WideScale, QT_TR_NOOP("%1 scale(s) too wide"));
    add(ChannelFinding::Zero, QT_TR_NOOP("%1 channel(s) of zeros"));
    return parts.join(QStringLiteral(", "));
}

} // namespace ui
