#include "ui/status_jobs.h"

#include "ui/icon.h"
#include "ui/icon_label.h"
#include "ui/jobs/job_runner.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QToolButton>

#include <utility>

namespace ui {

namespace {

constexpr qint64 shownAfterMs = 300;

} // namespace

StatusJobs::StatusJobs(JobRunner& jobs, QWidget* parent)
    : QWidget(parent)
    , m_jobs(jobs)
    , m_icon(new IconLabel("ok", 16, "good", this))
    , m_text(new QLabel(tr("Ready"), this))
    , m_bar(new QProgressBar(this))
    , m_cancel(new QToolButton(this))
    , m_result(tr("Ready"))
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(10, 0, 0, 0);
    row->setSpacing(8);
    row->addWidget(m_icon);
    row->addWidget(m_text);
    row->addWidget(m_bar);
    row->addWidget(m_cancel);
    row->addStretch();
    m_text->setTextFormat(Qt::PlainText);
    m_bar->setFixedWidth(140);
    m_bar->setTextVisible(false);
    m_cancel->setIcon(icon("stop"));
    m_cancel->setToolTip(tr("Stop this job"));
    m_cancel->setAccessibleName(m_cancel->toolTip());
    connect(&m_jobs, &JobRunner::jobsChanged, this, &StatusJobs::refresh);
    connect(m_cancel, &QToolButton::clicked, this, [this] {
        for (const auto& job : m_jobs.jobs()) {
            m_jobs.cancel(job.id);
            break;
        }
    });
    m_timer.setInterval(100);
    connect(&m_timer, &QTimer::timeout, this, &StatusJobs::refresh);
    refresh();
}

void StatusJobs::showResult(const QString& text, const char* iconName)
{
    m_result = text;
    m_resultIcon = iconName;
    refresh();
}

void StatusJobs::showStanding(const QString& text)
{
    if (std::exchange(m_standing, text) != text)
        text.isEmpty() ? showResult(tr("Ready")) : showResult(text, "error");
}

void StatusJobs::refresh()
{
    const auto jobs = m_jobs.jobs();
    jobs.isEmpty() ? m_timer.stop() : m_timer.start();
    const auto* shown
        = jobs.isEmpty() || jobs.first().elapsedMs < shownAfterMs ? nullptr : &jobs.first();
    m_bar->setVisible(shown != nullptr);
    m_cancel->setVisible(shown != nullptr);
    if (shown == nullptr) {
        m_icon->setIcon(
            m_resultIcon.constData(), m_resultIcon == "ok" ? "good" : m_resultIcon.constData());
        m_text->setText(m_result);
        return;
    }
    m_icon->setIcon("clock", "textSecondary");
    auto text = shown->title;
    if (!shown->step.isEmpty())
        text += QStringLiteral(", ") + shown->step;
    if (jobs.size() > 1)
        text += tr(" (%n more)", nullptr, static_cast<int>(jobs.size()) - 1);
    m_text->setText(text);
    m_bar->setRange(0, shown->total > 0 ? 1000 : 0);
    if (shown->total > 0)
        m_bar->setValue(static_cast<int>(
            1000.0 * static_cast<double>(shown->done) / static_cast<double>(shown->total)));
}

} // namespace ui
