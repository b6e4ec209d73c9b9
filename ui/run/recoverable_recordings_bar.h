#pragma once

#include "ui/run/recoverable_recordings.h"
#include "ui/widgets/banner.h"

#include <vector>

namespace ui {

/// A banner that offers to restore recordings of killed processes and kept ones: one at a time, or
/// all at once.
class LeftRecordingsBar : public Banner {
    Q_OBJECT

public:
    explicit LeftRecordingsBar(QWidget* parent = nullptr);

    /// Shows the banner if there are recordings.
    void offer(std::vector<RecoverableRecording> recordings);
    const std::vector<RecoverableRecording>& recordings() const { return m_recordings; }
    /// Appends a recording.
    void add(RecoverableRecording recording);
    /// Removes the first recording, which was restored or discarded, and offers the next one.
    void next();

signals:
    void restoreRequested(const ui::RecoverableRecording& left);
    void discardRequested(const ui::RecoverableRecording& left);

private:
    void refresh();

    QPushButton* m_restoreAll;
    std::vector<RecoverableRecording> m_recordings; ///< the first one is offered
};

} // namespace ui
