#pragma once

#include <QTimer>
#include <QWidget>

class QLabel;
class QProgressBar;
class QToolButton;

namespace ui {

class IconLabel;
class JobRunner;

/// Left part of the status bar: what runs (after 0.3 s) with progress and cancel, else the last
/// result.
class StatusJobs : public QWidget {
    Q_OBJECT

public:
    explicit StatusJobs(JobRunner& jobs, QWidget* parent = nullptr);
    /// What stands there while nothing runs.
    void showResult(const QString& text, const char* icon = "ok");
    /// What is wrong with the document in front; takes the place of the last result when it
    /// changes. Empty: nothing.
    void showStanding(const QString& text);

private:
    void refresh();

    JobRunner& m_jobs;
    IconLabel* m_icon;
    QLabel* m_text;
    QProgressBar* m_bar;
    QToolButton* m_cancel;
    QTimer m_timer;
    QString m_result;
    QByteArray m_resultIcon = "ok";
    QString m_standing;
};

} // namespace ui
