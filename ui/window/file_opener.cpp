#include "ui/window/file_opener.h"

#include "model/support/text.h"
#include "profiler/importers/html.h"
#include "profiler/importers/importer.h"
#include "ui/document/settings.h"
#include "ui/jobs/job_runner.h"
#include "ui/pages/document_page.h"
#include "ui/run/read_run.h"
#include "ui/widgets/text_elision.h"
#include "ui/window/actions.h"
#include "ui/window/comparisons.h"
#include "ui/window/panel.h"
#include "ui/window/status_jobs.h"
#include "ui/window/tabs/document_tabs.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>

namespace ui {

FileOpener::FileOpener(
    Context& context, DocumentTabs& tabs, Comparisons& comparisons, StatusJobs& status)
    : QObject(&tabs)
    , m_context(context)
    , m_tabs(tabs)
    , m_comparisons(comparisons)
    , m_status(status)
{
    connect(&tabs, &DocumentTabs::openRequested, this, &FileOpener::open);
    connect(&tabs, &DocumentTabs::modelChosen, this, &FileOpener::openModelFor);
    context.actions.on("file.open", this, [this] { openWithDialog(); });
    context.actions.on("file.attachProfile", this, [this] { attachWithDialog(); });
    context.actions.on("file.openFolder", this, [this] { openFolderWithDialog(); });
    buildRecentMenu();
    addRecentKeys();
}

Document* FileOpener::open(const QString& path)
{
    const auto absolute = QFileInfo(path).absoluteFilePath();
    if (auto* page = m_tabs.pageOf(absolute)) {
        m_tabs.setCurrentWidget(page);
        return page->document();
    }
    if (QFileInfo(absolute).isDir()) {
        m_tabs.openFleet(absolute);
        return nullptr;
    }
    if (profiler::looksLikeComparison(absolute.toStdString())) {
        m_comparisons.open(absolute);
        return nullptr;
    }
    if (!profiler::looksLikeProfile(absolute.toStdString()))
        return m_tabs.add(absolute, Document::Kind::Model);
    // A tab of the last session stays one: the profile is not attached to an open model.
    return m_tabs.unopenedOf(absolute) != nullptr ? m_tabs.add(absolute, Document::Kind::Profile)
                                                  : openProfile(absolute);
}

void FileOpener::openWithDialog()
{
    const auto paths = QFileDialog::getOpenFileNames(&m_tabs, tr("Open"),
        settings::value("file/folder"),
        tr("Models and profiles (*.onnx *.pb *.opscope *.part *.html *.json *.gz *.sqlite);;All "
           "files (*)"));
    for (const auto& path : paths) {
        settings::setValue("file/folder", QFileInfo(path).absolutePath());
        open(path);
    }
}

void FileOpener::openFolderWithDialog()
{
    const auto folder = QFileDialog::getExistingDirectory(
        &m_tabs, tr("Open Folder of Profiles"), settings::value("file/folder"));
    if (folder.isEmpty())
        return;
    settings::setValue("file/folder", folder);
    open(folder);
}

void FileOpener::buildRecentMenu()
{
    auto* recent = new QMenu(tr("Open &Recent"), &m_tabs);
    m_context.actions.menu(QStringLiteral("File"))
        ->insertMenu(m_context.actions.action("file.reload"), recent);
    connect(recent, &QMenu::aboutToShow, this, [this, recent] {
        recent->clear();
        int number = 1;
        for (const auto& file : settings::recentFiles()) {
            auto path = elided(file.path, 80).replace(u'&', QStringLiteral("&&"));
            auto* action
                = recent->addAction(QStringLiteral("&%1  %2\tCtrl+%1").arg(number).arg(path));
            ++number;
            action->setEnabled(QFileInfo::exists(file.path));
            connect(action, &QAction::triggered, this, [this, path = file.path] { open(path); });
        }
        if (number == 1)
            recent
                ->addAction(settings::areRecentFilesKept() ? tr("Nothing opened yet")
                                                           : tr("Recent files are switched off"))
                ->setEnabled(false);
        recent->addSeparator();
        connect(recent->addAction(tr("&Clear")), &QAction::triggered, this,
            [] { settings::clearRecentFiles(); });
    });
}

/// Ctrl+1 to Ctrl+9 open a recent file, Alt+1 to Alt+9 choose a tab.
void FileOpener::addRecentKeys()
{
    const auto addKey = [this](const QString& key, std::function<void()> slot) {
        auto* action = new QAction(this);
        action->setShortcut(QKeySequence(key));
        connect(action, &QAction::triggered, this, [slot = std::move(slot)] { slot(); });
        m_tabs.window()->addAction(action);
    };
    for (int i = 0; i < 9; ++i) {
        addKey(QStringLiteral("Ctrl+%1").arg(i + 1), [this, i] {
            if (const auto files = settings::recentFiles(); i < files.size())
                open(files[i].path);
        });
        addKey(QStringLiteral("Alt+%1").arg(i + 1), [this, i] {
            if (i < m_tabs.count())
                m_tabs.goTo(i);
        });
    }
}

Document* FileOpener::openProfile(const QString& path)
{
    auto* model = modelForProfile();
    if (model == nullptr)
        return m_tabs.add(path, Document::Kind::Profile);
    read(model, path,
        [this, model, path](ProfileMatch match) { askWhereTo(model, path, std::move(match)); });
    return model;
}

Document* FileOpener::modelForProfile() const
{
    const auto isModel = [](const Document* document) {
        return document != nullptr && document->model() != nullptr;
    };
    if (auto* current = m_tabs.currentDocument(); isModel(current))
        return current;
    for (const auto* page : m_tabs.pages()) {
        if (isModel(page->document()))
            return page->document();
    }
    return nullptr;
}

void FileOpener::read(Document* model, const QString& path, std::function<void(ProfileMatch)> take)
{
    m_context.jobs.start<ProfileMatch>(
        model, QStringLiteral("attach ") + path, tr("Reading %1").arg(QFileInfo(path).fileName()),
        [path, shown = model->model()](std::stop_token stop, const support::Progress& progress) {
            return readRunFor(path, *shown, std::move(stop), progress);
        },
        [this, take = std::move(take)](support::Result<ProfileMatch> match) {
            if (match)
                take(*std::move(match));
            else
                m_status.showError(match.error());
        });
}

void FileOpener::attachWithDialog()
{
    const auto path = QFileDialog::getOpenFileName(
        &m_tabs, tr("Attach a profile"), {}, tr("Profiles (*.opscope *.html);;All files (*)"));
    auto* document = m_tabs.currentDocument();
    if (!path.isEmpty() && document != nullptr && document->model() != nullptr)
        attachFile(document, path);
}

void FileOpener::attachFile(Document* model, const QString& path)
{
    read(model, path, [this, model = QPointer(model), path](ProfileMatch match) {
        if (model != nullptr)
            attach(*model, std::move(match));
    });
}

void FileOpener::attach(Document& model, ProfileMatch match)
{
    const double share = match.run.matchedShare.value_or(0);
    const auto name = QFileInfo(match.run.path).fileName();
    const auto text = match.isSameFile
        ? tr("Attached %1, which was recorded with this model file").arg(name)
        : tr("Attached %1: %2 of its time belongs to nodes of this model")
              .arg(name, QString::fromStdString(support::shareText(share)));
    model.addRun(std::move(match.run));
    m_status.showResult(text, match.isSameFile || share > 0.99 ? "ok" : "warning");
}

void FileOpener::askWhereTo(Document* model, const QString& path, ProfileMatch match)
{
    auto* box = new QMessageBox(
        QMessageBox::Question, tr("Open profile"), {}, QMessageBox::NoButton, m_tabs.window());
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText);
    const auto share
        = QString::fromStdString(support::shareText(match.run.matchedShare.value_or(0)));
    box->setText(match.isSameFile
            ? tr("%1 was recorded with %2.").arg(QFileInfo(path).fileName(), model->title())
            : tr("%1 was recorded with another file than %2.\n%3 of its time can be matched to "
                 "nodes of this model by their names.")
                  .arg(QFileInfo(path).fileName(), model->title(), share));
    auto* attachHere
        = box->addButton(tr("Attach to %1").arg(model->title()), QMessageBox::AcceptRole);
    auto* ownTab = box->addButton(tr("Open on its own"), QMessageBox::ActionRole);
    box->addButton(QMessageBox::Cancel);
    box->setDefaultButton(match.run.matchedShare.value_or(0) > 0 ? attachHere : ownTab);
    connect(box, &QMessageBox::finished, this,
        [this, box, attachHere, ownTab, model = QPointer(model), path, match = std::move(match)] {
            if (box->clickedButton() == attachHere && model != nullptr)
                attach(*model, match);
            else if (box->clickedButton() == ownTab)
                m_tabs.add(path, Document::Kind::Profile);
        });
    box->open();
}

void FileOpener::openModelFor(const QString& profilePath, const QString& modelPath)
{
    auto* model = open(modelPath);
    if (model == nullptr || model->kind() != Document::Kind::Model)
        return;
    if (model->model() != nullptr)
        return attachFile(model, profilePath);
    // Matching the profile needs the nodes of the model.
    connect(
        model, &Document::modelChanged, this,
        [this, model, profilePath] { attachFile(model, profilePath); }, Qt::SingleShotConnection);
}

} // namespace ui
