#include "ui/main_window.h"

#include "profiler/comparison/comparison.h"
#include "profiler/importers/importer.h"
#include "ui/compare/comparison_page.h"
#include "ui/document.h"
#include "ui/icon.h"
#include "ui/plain_text.h"
#include "ui/runs/run_words.h"
#include "ui/settings.h"
#include "ui/status_jobs.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QTabWidget>

/// How the main window compares: two runs of a document, or its current run with a profile file.
namespace ui {

void MainWindow::connectCompareActions()
{
    on("compare.with", [this] {
        auto* document = currentDocument();
        if (document == nullptr || document->profile() == nullptr)
            return;
        const auto path = QFileDialog::getOpenFileName(this, tr("Compare with"),
            settings::value(QStringLiteral("file/folder")),
            tr("Profiles (*.opscope *.html);;All files (*)"));
        if (!path.isEmpty())
            compareWith(document, path);
    });
    on("compare.lastRuns", [this] {
        auto* document = currentDocument();
        if (document == nullptr || document->runs().size() < 2)
            return;
        const auto& runs = document->runs();
        compareRuns(document, runs[runs.size() - 2], runs.back());
    });
    const auto step = [this](int by) {
        if (auto* page = qobject_cast<ComparisonPage*>(m_tabs->currentWidget()))
            page->stepDifference(by);
    };
    on("compare.next", [step] { step(1); });
    on("compare.previous", [step] { step(-1); });
}

void MainWindow::compareRuns(Document* document, const Document::Run& a, const Document::Run& b)
{
    QString titleA = titleOf(a);
    QString titleB = titleOf(b);
    if (titleA == titleB) { // begun in the same minute
        titleA = tr("%1, first").arg(titleA);
        titleB = tr("%1, second").arg(titleB);
    }
    compare(document, titleA, a.profile, titleB, b.profile);
}

void MainWindow::compareWith(Document* document, const QString& path)
{
    const auto& current = document->runs()[static_cast<std::size_t>(document->currentRun())];
    using Profile = std::shared_ptr<const profiler::Profile>;
    m_jobs.start<Profile>(
        document, QStringLiteral("compareWith"), tr("Reading %1").arg(QFileInfo(path).fileName()),
        [path](std::stop_token stop, const support::Progress& progress) {
            return profiler::importProfile(path.toStdString(), std::move(stop), progress);
        },
        [this, document, path, title = titleOf(current), profile = current.profile](
            support::Result<Profile> read) {
            if (read)
                compare(document, title, profile, QFileInfo(path).fileName(), *std::move(read));
            else
                m_statusJobs->showResult(QString::fromStdString(read.error().message()), "error");
        });
}

void MainWindow::compare(Document* document, const QString& titleA,
    std::shared_ptr<const profiler::Profile> a, const QString& titleB,
    std::shared_ptr<const profiler::Profile> b)
{
    using Compared = std::shared_ptr<const profiler::Comparison>;
    m_jobs.start<Compared>(
        document, QStringLiteral("compare"), tr("Comparing %1 and %2").arg(titleA, titleB),
        [a = std::move(a), b = std::move(b)](
            std::stop_token, const support::Progress&) -> support::Result<Compared> {
            return std::make_shared<const profiler::Comparison>(profiler::compareProfiles(a, b));
        },
        [this, document, titleA, titleB](support::Result<Compared> compared) {
            if (!compared)
                return;
            auto* page = new ComparisonPage(m_context, document,
                { plain(titleA.toStdString(), 60), plain(titleB.toStdString(), 60),
                    *std::move(compared) },
                m_tabs);
            const int index = m_tabs->insertTab(m_tabs->currentIndex() + 1, page, icon("compare"),
                page->title().replace(u'&', QStringLiteral("&&")));
            m_tabs->setCurrentIndex(index);
        });
}

void MainWindow::refreshCompareActions()
{
    const auto* document = currentDocument();
    const bool hasRun = document != nullptr && document->profile() != nullptr;
    m_actions.enableUnless(
        QStringLiteral("compare.with"), hasRun ? QString() : tr("there is no run to compare"));
    m_actions.enableUnless(QStringLiteral("compare.lastRuns"),
        document != nullptr && document->runs().size() > 1 ? QString()
                                                           : tr("there are no two runs"));
    const auto reason = qobject_cast<ComparisonPage*>(m_tabs->currentWidget()) != nullptr
        ? QString()
        : tr("no comparison is shown");
    for (const auto* id : { "compare.next", "compare.previous" })
        m_actions.enableUnless(QString::fromLatin1(id), reason);
}

} // namespace ui
