#pragma once

#include <QHash>
#include <QTimer>
#include <QWidget>

class QProgressBar;
class QToolButton;

namespace ui {

class ElidedLabel;
class IconLabel;
class JobRunner;

/// Left part of the status bar: the run in progress, else the job that works (after 0.3 s) with
/// progress and cancel, else what passes, else the last result of the document in front.
class StatusJobs : public QWidget {
    Q_OBJECT

public:
    explicit StatusJobs(JobRunner& jobs, QWidget* parent = nullptr);
    /// The document in front; null for pages without one.
    void follow(const QObject* document);
    /// What stands there while nothing runs and `document` is in front; null: the one in front now.
    void showResult(
        const QString& text, const char* icon = "ok", const QObject* document = nullptr);
    /// Stands there for ten seconds; the last result comes back then.
    void showPassing(const QString& text, const char* icon);
    /// What is wrong with the document in front; takes the place of its last result when it
    /// changes. Empty: nothing.
    void showStanding(const QString& text);
    /// What was said of a document holds no more.
    void forget(const QObject* document);
    /// The run in progress, of any document, with its progress; an empty text if there is none.
    void showRun(const QString& text, int done = 0, int total = 0);

private:
    /// What is said of one document.
    struct Said {
        QString result;
        QByteArray icon = "ok";
        QString standing;
    };

    void refresh();
    void showProgress(const QString& text, quint64 done, quint64 total);

    JobRunner& m_jobs;
    IconLabel* m_icon;
    ElidedLabel* m_text;
    QProgressBar* m_bar;
    QToolButton* m_cancel;
    QTimer m_timer;
    const QObject* m_document = nullptr;
    QHash<const QObject*, Said> m_said;
    Said m_passing;
    QTimer m_passingTimer { this };
    QString m_run;
    int m_runDone = 0;
    int m_runTotal = 0;
};

} // namespace ui
