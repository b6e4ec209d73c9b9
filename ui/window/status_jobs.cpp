#include "ui/window/status_jobs.h"

#include "ui/inspectors/elided_label.h"
#include "ui/jobs/job_runner.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/icon_label.h"
#include "ui/widgets/layouts.h"

#include <QProgressBar>
#include <QToolButton>

namespace ui {

namespace {

constexpr qint64 shownAfterMs = 300;
constexpr int passesAfterMs = 10'000;

} // namespace

StatusJobs::StatusJobs(JobRunner& jobs, QWidget* parent)
    : QWidget(parent)
    , m_jobs(jobs)
    , m_icon(new IconLabel("ok", 16, "good", this))
    , m_text(new ElidedLabel(tr("Ready"), ElidedLabel::Look::Body, this))
    , m_bar(new QProgressBar(this))
    , m_cancel(new QToolButton(this))
{
    auto* row = makeRow(this, { 10, 0, 0, 0 }, 8);
    row->addWidget(m_icon);
    row->addWidget(m_text);
    row->addWidget(m_bar);
    row->addWidget(m_cancel);
    row->addStretch();
    m_bar->setFixedWidth(140);
    m_bar->setTextVisible(false);
    m_cancel->setIcon(icon("stop"));
    m_cancel->setToolTip(tr("Stop this job"));
    m_cancel->setAccessibleName(m_cancel->toolTip());
    connect(&m_jobs, &JobRunner::jobsChanged, this, &StatusJobs::refresh);
    connect(m_cancel, &QToolButton::clicked, this, [this] {
        for (const auto& job : m_jobs.jobs()) {
            if (job.isHeldBack)
                continue;
            m_jobs.cancel(job.id);
            break;
        }
    });
    m_timer.setInterval(100);
    connect(&m_timer, &QTimer::timeout, this, &StatusJobs::refresh);
    m_passingTimer.setObjectName("passing");
    m_passingTimer.setInterval(passesAfterMs);
    m_passingTimer.setSingleShot(true);
    connect(&m_passingTimer, &QTimer::timeout, this, [this] {
        m_passing = {};
        refresh();
    });
    refresh();
}

void StatusJobs::follow(const QObject* document)
{
    m_document = document;
    m_passing = {};
    refresh();
}

void StatusJobs::showResult(const QString& text, const char* iconName, const QObject* document)
{
    const auto* of = document != nullptr ? document : m_document;
    if (of != nullptr && !m_said.contains(of))
        connect(of, &QObject::destroyed, this, [this, of] { m_said.remove(of); });
    auto& said = m_said[of];
    said.result = text;
    said.icon = iconName;
    if (of == m_document)
        m_passing = {};
    refresh();
}

void StatusJobs::showError(const support::Error& error)
{
    showResult(QString::fromStdString(error.message()), "error");
}

void StatusJobs::showTemporary(const QString& text, const char* icon)
{
    m_passing = { text, icon, {} };
    m_passingTimer.start();
    refresh();
}

void StatusJobs::showStanding(const QString& text)
{
    if (m_said.value(m_document).standing == text)
        return;
    text.isEmpty() ? showResult({}) : showResult(text, "error");
    m_said[m_document].standing = text;
}

void StatusJobs::forget(const QObject* document)
{
    if (m_said.contains(document))
        m_said[document] = {};
    refresh();
}

void StatusJobs::showRun(const QString& text, int done, int total)
{
    m_run = text;
    m_runDone = done;
    m_runTotal = total;
    refresh();
}

void StatusJobs::refresh()
{
    auto jobs = m_jobs.jobs();
    jobs.removeIf([](const JobRunner::JobState& job) { return job.isHeldBack; });
    jobs.isEmpty() ? m_timer.stop() : m_timer.start();
    const auto* shown
        = jobs.isEmpty() || jobs.first().elapsedMs < shownAfterMs ? nullptr : &jobs.first();
    m_bar->setVisible(!m_run.isEmpty() || shown != nullptr);
    m_cancel->setVisible(m_run.isEmpty() && shown != nullptr);
    if (!m_run.isEmpty())
        return showProgress(
            m_run, static_cast<quint64>(m_runDone), static_cast<quint64>(m_runTotal));
    if (shown == nullptr) {
        const auto said = m_passing.result.isEmpty() ? m_said.value(m_document) : m_passing;
        m_icon->setIcon(said.icon.constData(), said.icon == "ok" ? "good" : said.icon.constData());
        return m_text->setText(said.result.isEmpty() ? tr("Ready") : said.result);
    }
    auto text = shown->title;
    if (!shown->step.isEmpty())
        text += QStringLiteral(", ") + shown->step;
    if (jobs.size() > 1)
        text += tr(" (%n more)", nullptr, static_cast<int>(jobs.size()) - 1);
    showProgress(text, shown->done, shown->total);
}

void StatusJobs::showProgress(const QString& text, quint64 done, quint64 total)
{
    m_icon->setIcon("clock", "textSecondary");
    m_text->setText(text);
    m_bar->setRange(0, total > 0 ? 1000 : 0);
    if (total > 0)
        m_bar->setValue(
            static_cast<int>(1000.0 * static_cast<double>(done) / static_cast<double>(total)));
}

} // namespace ui
