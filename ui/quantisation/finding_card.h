#pragma once

#include "ui/edit/edit_job.h"
#include "ui/quantisation/channel_reading.h"

#include <functional>
#include <optional>

class QFrame;
class QWidget;

namespace ui {

/// An edit that mends a finding, and the words of its link: `Use scale 0.00024`.
struct FindingMend {
    QString text;
    ModelEdit edit;
};

/// The edit for a finding of a weight: a saturated channel gets a scale that covers its numbers; a
/// number that takes bits from all others is clipped to the next one, if that lowers the error.
/// Nothing for other findings, and if the weight or its scale is no initializer.
std::optional<FindingMend> mendOf(const ChannelReading& reading, const NotableChannel& notable,
    const model::Model& model, model::ValueId value);

/// What the links of a card do. Without `mend`, it has no link for that.
struct FindingActions {
    std::function<void()> showChannel;
    std::function<void()> showValues;
    QString mendText;
    std::function<void()> mend;
};

/// A finding in words, with links.
QFrame* makeFindingCard(const ChannelReading& reading, const NotableChannel& notable,
    const FindingActions& actions, QWidget* parent);

} // namespace ui
