#pragma once

#include "ui/run/left_recordings.h"
#include "ui/widgets/banner.h"

#include <vector>

namespace ui {

/// Offers what was kept, and what was left by a program that was killed: one after the other, or
/// all at once.
class LeftRecordingsBar : public Banner {
    Q_OBJECT

public:
    explicit LeftRecordingsBar(QWidget* parent = nullptr);

    /// Shows itself if there are any.
    void offer(std::vector<LeftRecording> recordings);
    const std::vector<LeftRecording>& recordings() const { return m_recordings; }
    /// One more, last.
    void add(LeftRecording recording);
    /// That one was taken care of: the next one is offered.
    void next();

signals:
    void restoreAsked(const ui::LeftRecording& left);
    void discardAsked(const ui::LeftRecording& left);

private:
    void refresh();

    QPushButton* m_restoreAll;
    std::vector<LeftRecording> m_recordings; ///< the first one is offered
};

} // namespace ui
