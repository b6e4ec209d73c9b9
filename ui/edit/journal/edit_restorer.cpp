#include "ui/edit/journal/edit_restorer.h"

#include "ui/document/document.h"
#include "ui/edit/model_editor.h"
#include "ui/jobs/job_runner.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/plain_text.h"
#include "ui/window/file_opener.h"
#include "ui/window/panel.h"
#include "ui/window/status_jobs.h"
#include "ui/window/tabs/document_tabs.h"

#include <QFileInfo>
#include <QLocale>
#include <QPointer>
#include <QPushButton>

namespace ui {

EditRestorer::EditRestorer(
    Context& context, DocumentTabs& tabs, FileOpener& opener, StatusJobs& status)
    : QObject(&tabs)
    , m_context(context)
    , m_tabs(tabs)
    , m_opener(opener)
    , m_status(status)
    , m_bar(new Banner("wand", "info", tabs.window()))
{
    m_bar->setObjectName("leftEdits");
    auto* discarding = m_bar->addButton(tr("Discard"));
    discarding->setObjectName("discardLeftEdits");
    connect(discarding, &QPushButton::clicked, this, &EditRestorer::discard);
    connect(m_bar, &Banner::followed, this, &EditRestorer::restore);
    connect(m_bar, &Banner::dismissed, this, [this] { // they are offered again at the next start
        m_left.erase(m_left.begin());
        showNext();
    });
    m_bar->hide();
}

QWidget* EditRestorer::bar() const { return m_bar; }

void EditRestorer::offer()
{
    using Found = std::vector<LeftEdits>;
    m_context.jobs.start<Found>(
        this, QStringLiteral("leftEdits"), tr("Looking for edits that were not saved"),
        [](std::stop_token, const support::Progress&) -> support::Result<Found> {
            return EditJournal::left();
        },
        [this](support::Result<Found> found) {
            if (!found)
                return;
            m_left = *std::move(found);
            showNext();
        });
}

void EditRestorer::showNext()
{
    m_bar->setVisible(!m_left.empty());
    if (m_left.empty())
        return;
    const auto& left = m_left.front();
    auto text = tr("%n edit(s) of %1, last at %2.", nullptr, static_cast<int>(left.steps.size()))
                    .arg(plain(documentTitle(left.model).toStdString(), 80),
                        QLocale().toString(left.at, QLocale::ShortFormat));
    if (!left.problem.isEmpty())
        text += u' ' + tr("They may not fit: %1.").arg(left.problem);
    m_bar->showMessage(tr("Edits were not saved."), text,
        QFileInfo::exists(left.model) ? tr("Restore") : QString());
    emit offered(left.model);
}

void EditRestorer::discard()
{
    if (const auto removed = EditJournal::remove(m_left.front()); !removed)
        m_status.showError(removed.error());
    m_left.erase(m_left.begin());
    showNext();
}

void EditRestorer::restore()
{
    const auto left = std::make_shared<const LeftEdits>(m_left.front());
    m_left.erase(m_left.begin());
    showNext();
    auto* document = m_opener.open(left->model);
    if (document == nullptr || document->editor() == nullptr)
        return;
    if (document->editor()->steps().count() > 0)
        return m_status.showResult(tr("%1 has edits already: the others were not restored and are "
                                      "offered again at the next start")
                                       .arg(document->title()),
            "warning");
    if (document->analysis() != nullptr)
        return apply(left, document, 0);
    connect(
        document, &Document::analysisChanged, this,
        [this, left, document] { apply(left, document, 0); }, Qt::SingleShotConnection);
}

void EditRestorer::apply(
    const std::shared_ptr<const LeftEdits>& left, Document* document, std::size_t step)
{
    document->editor()->setOn(true);
    if (step == left->steps.size()) {
        if (const auto removed = EditJournal::remove(*left); !removed)
            m_status.showError(removed.error());
        return m_status.showResult(
            tr("Restored %n edit(s) of %1", nullptr, static_cast<int>(step)).arg(document->title()),
            "ok", document);
    }
    const auto& next = left->steps[step];
    document->editor()->applyScript(next.script, next.text,
        [this, left, document = QPointer(document), step](const support::Result<void>& done) {
            if (document == nullptr)
                return;
            if (done)
                return apply(left, document, step + 1);
            m_status.showResult(tr("Edit %1 of %2 was not restored: %3. It and those after it are "
                                   "offered again at the next start")
                                    .arg(step + 1)
                                    .arg(left->steps.size())
                                    .arg(plain(done.error().message(), 300)),
                "error", document);
        });
}

} // namespace ui
