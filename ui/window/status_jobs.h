#pragma once

#include "model/support/result.h"

#include <QHash>
#include <QTimer>
#include <QWidget>

class QProgressBar;
class QToolButton;

namespace ui {

class ElidedLabel;
class IconLabel;
class JobRunner;

/// Left part of the status bar. Shows the first of these: the run in progress, the oldest job that
/// runs longer than 0.3 s with progress and cancel, a passing text, the last result of the current
/// document.
class StatusJobs : public QWidget {
    Q_OBJECT

public:
    explicit StatusJobs(JobRunner& jobs, QWidget* parent = nullptr);
    /// Sets the current document; null for pages without one.
    void follow(const QObject* document);
    /// Sets the result that is shown while nothing runs and `document` is current; null: the
    /// document that is current now.
    void showResult(
        const QString& text, const char* icon = "ok", const QObject* document = nullptr);
    /// Shows why an action of the user failed.
    void showError(const support::Error& error);
    /// Shows a text for ten seconds, then the last result again.
    void showTemporary(const QString& text, const char* icon);
    /// Sets what is wrong with the current document; empty: nothing. A change replaces its last
    /// result.
    void showStanding(const QString& text);
    /// Removes the texts of a document.
    void forget(const QObject* document);
    /// Shows the run in progress, of any document; an empty text if there is none.
    void showRun(const QString& text, int done = 0, int total = 0);

private:
    /// The texts of one document.
    struct DocumentTexts {
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
    QHash<const QObject*, DocumentTexts> m_said;
    DocumentTexts m_passing;
    QTimer m_passingTimer { this };
    QString m_run;
    int m_runDone = 0;
    int m_runTotal = 0;
};

} // namespace ui
