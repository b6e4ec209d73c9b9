#pragma once

#include "ui/compare/compared_table.h"
#include "ui/quantisation/channel_reading.h"

namespace ui {

/// The table of scales and zero points, with channels in this order.
ComparedTable::Content channelRows(
    const ChannelReading& reading, const std::vector<std::size_t>& order);

/// A finding in words.
struct FindingText {
    QString title; ///< `Channel 17: one number takes 1.4 bits from all others`
    QString text;
};
FindingText findingText(const ChannelReading& reading, const NotableChannel& notable);

/// `32×16×3×3 fp32, axis 0`
QString layoutText(const ChannelReading& reading);
/// `1 outlier, 2 saturated`; empty without findings.
QString findingCounts(const model::CodedTensor& coded);

} // namespace ui
