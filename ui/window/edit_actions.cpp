#include "ui/window/edit_actions.h"

#include "model/support/atomic_file.h"
#include "ui/document/document.h"
#include "ui/edit/conflict/file_conflict_dialog.h"
#include "ui/edit/edit_gestures.h"
#include "ui/edit/model_editor.h"
#include "ui/edit/save_model_dialog.h"
#include "ui/edit/whole_model_dialog.h"
#include "ui/pages/document_page.h"
#include "ui/run/run_controller.h"
#include "ui/widgets/plain_text.h"
#include "ui/window/actions.h"
#include "ui/window/panel.h"
#include "ui/window/status_jobs.h"
#include "ui/window/tabs/document_tabs.h"

#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QPointer>
#include <QPushButton>
#include <QTimer>

namespace ui {

namespace {

/// `FOLDER/model-edits.json`
QString scriptName(const Document& document, const char* ending)
{
    const QFileInfo file(document.path());
    return file.dir().filePath(
        QStringLiteral("%1-%2.json").arg(file.completeBaseName(), QLatin1String(ending)));
}

/// Calls `then` when no dialog and no menu is open: it closes tabs, and dialogs belong to what they
/// show.
void whenNothingIsAsked(QObject* context, std::function<void()> then)
{
    if (QApplication::activeModalWidget() == nullptr
        && QApplication::activePopupWidget() == nullptr)
        return then();
    constexpr int lookAgainMs = 50;
    QTimer::singleShot(lookAgainMs, context, [context, then = std::move(then)]() mutable {
        whenNothingIsAsked(context, std::move(then));
    });
}

} // namespace

EditActions::EditActions(Context& context, DocumentTabs& tabs, StatusJobs& status)
    : QObject(&tabs)
    , m_context(context)
    , m_tabs(tabs)
    , m_status(status)
{
    connectActions();
    connect(&tabs, &DocumentTabs::documentAdded, this,
        [this](Document* document) { follow(document); });
    refresh();
}

void EditActions::follow(Document* document)
{
    connect(document, &Document::reloadRefused, this, [this, document](const QString& why) {
        isChangedOnDisk(*document) ? resolveConflict(document)
                                   : m_status.showTemporary(why, "warning");
    });
    connect(document, &Document::stateChanged, this, &EditActions::refresh);
    if (document->editor() == nullptr)
        return;
    connect(document->editor(), &ModelEditor::changed, this, &EditActions::refresh);
    connect(document->editor(), &ModelEditor::onChanged, this,
        [this] { activate(m_tabs.currentDocument()); });
    connect(&document->editor()->journal(), &EditJournal::failed, this, [this](const QString& why) {
        m_status.showResult(tr("Edits are not safe from a crash: %1").arg(why), "warning");
    });
}

void EditActions::connectActions()
{
    auto& actions = m_context.actions;
    connect(actions.action("edit.mode"), &QAction::toggled, this, &EditActions::setOn);
    actions.on("file.saveAs", this, [this] {
        if (auto* document = m_tabs.currentDocument())
            saveAs(document, {});
    });
    actions.on("file.saveScript", this, [this] { saveScript(); });
    actions.on("edit.wholeModel", this, [this] {
        auto* document = m_tabs.currentDocument();
        if (document != nullptr && document->model() != nullptr && document->editor() != nullptr)
            WholeModelDialog(*document, m_context.jobs, &m_tabs).exec();
    });
    actions.on("edit.copyScript", this, [this] {
        if (auto* document = m_tabs.currentDocument(); document != nullptr && document->editor())
            QApplication::clipboard()->setText(
                QString::fromStdString(document->editor()->script()));
    });
    actions.on("edit.discard", this, [this] {
        auto* document = m_tabs.currentDocument();
        if (document == nullptr || document->editor() == nullptr)
            return;
        const auto answer = QMessageBox::question(&m_tabs, tr("Discard edits"),
            tr("Give up the %n edit(s) of this model?", nullptr, document->editor()->count()),
            QMessageBox::Discard | QMessageBox::Cancel, QMessageBox::Cancel);
        if (answer == QMessageBox::Discard)
            discard(document);
    });
}

void EditActions::activate(Document* document)
{
    auto* editor = document != nullptr ? document->editor() : nullptr;
    auto* mode = m_context.actions.action("edit.mode");
    const QSignalBlocker silent(mode);
    mode->setChecked(editor != nullptr && editor->isOn());
    refresh();
}

void EditActions::refresh()
{
    auto& actions = m_context.actions;
    const auto* document = m_tabs.currentDocument();
    const auto* editor = document != nullptr ? document->editor() : nullptr;
    const bool hasModel = editor != nullptr && document->model() != nullptr;
    const auto noModel = hasModel ? QString() : tr("no model is open");
    for (const auto* id : { "edit.mode", "edit.wholeModel", "file.saveAs" })
        actions.enableUnless(id, noModel);
    const auto isOff
        = hasModel && !editor->isOn() ? tr("editing is off: choose Edit Model first") : noModel;
    for (const auto* id : EditGestures::actionIds())
        actions.enableUnless(id, isOff);
    const auto noEdits = !hasModel    ? noModel
        : editor->steps().count() > 0 ? QString()
                                      : tr("there are no edits");
    for (const auto* id :
        { "file.saveScript", "edit.difference", "edit.copyScript", "edit.discard" })
        actions.enableUnless(id, noEdits);
}

void EditActions::setOn(bool isOn)
{
    auto* document = m_tabs.currentDocument();
    if (document == nullptr || document->editor() == nullptr)
        return;
    document->editor()->setOn(isOn);
    m_status.showTemporary(isOn
            ? tr("Editing is on: click a line to insert a node, or change the selection")
            : tr("Editing is off: edits stay as they are"),
        "ok");
}

void EditActions::saveAs(Document* document, std::function<void()> saved)
{
    if (document->model() == nullptr || document->editor() == nullptr)
        return;
    SaveModelDialog dialog(*document, &m_tabs);
    if (dialog.exec() != QDialog::Accepted)
        return;
    const auto path = dialog.path();
    if (const auto* other = m_tabs.pageOf(path); other != nullptr && other->document() != document)
        return m_status.showResult(
            tr("%1 is open in another tab: close it there first, or choose another name")
                .arg(QFileInfo(path).fileName()),
            "error");
    if (path == document->path() && isChangedOnDisk(*document))
        return resolveConflict(document); // what another program wrote would be lost
    if (!dialog.notesEdits())
        return write(document, path, dialog.options(), std::move(saved));
    document->editor()->noteEdits(
        [this, document = QPointer(document), path, options = dialog.options(),
            saved = std::move(saved)](const support::Result<void>& done) {
            if (!done)
                return m_status.showError(done.error());
            if (document != nullptr)
                write(document, path, options, saved);
        });
}

void EditActions::write(Document* document, const QString& path,
    const model::edit::SaveOptions& options, std::function<void()> saved)
{
    document->editor()->save(path, options,
        [this, document = QPointer(document), path, settings = m_context.runs->settingsOf(document),
            saved = std::move(saved)](const support::Result<void>& done) {
            if (!done)
                return m_status.showError(done.error());
            if (document != nullptr) { // it runs with the same settings
                m_context.runs->settingsOf(document) = settings;
                m_context.runs->settingsEdited(document);
            }
            auto text = tr("Saved %1").arg(plain(path.toStdString(), 120));
            if (document != nullptr && !document->editor()->unusedFiles().empty())
                text += tr("; it no longer reads %1")
                            .arg(plain(document->editor()->unusedFiles(), 120));
            m_status.showResult(text, "ok");
            if (saved)
                whenNothingIsAsked(this, saved);
        });
}

void EditActions::saveScript()
{
    auto* document = m_tabs.currentDocument();
    if (document == nullptr || document->editor() == nullptr)
        return;
    writeScript(
        tr("Save edits as a script"), scriptName(*document, "edits"), document->editor()->script());
}

/// Returns whether the user chose a file and it was written.
bool EditActions::writeScript(
    const QString& title, const QString& suggestion, const std::string& script)
{
    const auto path
        = QFileDialog::getSaveFileName(&m_tabs, title, suggestion, tr("Scripts (*.json)"));
    if (path.isEmpty() || script.empty())
        return false;
    if (const auto written = support::writeFile(path.toStdString(), script); !written) {
        m_status.showError(written.error());
        return false;
    }
    m_status.showResult(tr("Wrote %1: opscope-cli edit MODEL --script %2 repeats the edits")
                            .arg(QFileInfo(path).fileName(), QFileInfo(path).fileName()));
    return true;
}

/// Reads the file again, without the edits.
void EditActions::discard(Document* document)
{
    document->editor()->discard();
    document->reload();
}

bool EditActions::isChangedOnDisk(const Document& document) const
{
    auto* page = m_tabs.pageOf(document.path());
    return page != nullptr && page->isOutdated()
        && page->file().state() == FileWatch::State::Changed;
}

/// Asks what becomes of edits whose file has changed.
void EditActions::resolveConflict(Document* document)
{
    if (document->editor()->isBusy())
        return m_status.showTemporary(tr("An edit is still being applied; try again"), "warning");
    FileConflictDialog dialog(*document, m_context, &m_tabs);
    dialog.exec();
    switch (dialog.choice()) {
    case FileConflictDialog::Choice::Later:
        return;
    case FileConflictDialog::Choice::Copy:
        return saveAs(document, {});
    case FileConflictDialog::Choice::Replay:
        return replay(document, dialog.takeReplayed());
    case FileConflictDialog::Choice::Discard:
        return discard(document);
    }
}

void EditActions::replay(Document* document, ReplayedEdits replayed)
{
    const int fitting = replayed.fitting();
    if (static_cast<std::size_t>(fitting) < replayed.steps.size()
        && !mayLeaveOut(*document, replayed))
        return;
    document->editor()->takeReplayed(std::move(replayed));
    m_status.showResult(tr("Repeated %n edit(s) on the new file", nullptr, fitting), "ok");
}

/// Asks about edits that do not fit the new file.
bool EditActions::mayLeaveOut(const Document& document, const ReplayedEdits& replayed)
{
    QStringList sentences;
    for (const auto& [step, failure, operations] : replayed.steps)
        if (!failure.isEmpty())
            sentences += plain(step.text.toStdString(), 200);
    QMessageBox box(
        QMessageBox::Warning, tr("Edits that do not fit"), {}, QMessageBox::Cancel, &m_tabs);
    box.setObjectName("leaveOutEdits");
    box.setTextFormat(Qt::PlainText);
    box.setText(tr("%n edit(s) cannot be repeated on the new file.", nullptr,
        static_cast<int>(sentences.size())));
    constexpr qsizetype mostShown = 12;
    if (sentences.size() > mostShown)
        sentences = sentences.first(mostShown) << QStringLiteral("…");
    box.setInformativeText(sentences.join(u'\n'));
    auto* keep = box.addButton(tr("&Save them as a script…"), QMessageBox::AcceptRole);
    auto* leave = box.addButton(tr("&Leave them out"), QMessageBox::DestructiveRole);
    box.setDefaultButton(keep);
    box.exec();
    return box.clickedButton() == leave
        || (box.clickedButton() == keep
            && writeScript(tr("Save the other edits as a script"),
                scriptName(document, "other-edits"), replayed.failedScript()));
}

void EditActions::askBeforeClosing(Document* document, std::function<void()> close)
{
    whenNothingIsAsked(
        this, [this, document = QPointer(document), close = std::move(close)]() mutable {
            if (document != nullptr)
                askNow(document, std::move(close));
        });
}

void EditActions::askNow(Document* document, std::function<void()> close)
{
    if (document->unsavedEdits().isEmpty())
        return close();
    QMessageBox box(
        QMessageBox::Question, tr("Edits that are not saved"), {}, QMessageBox::Cancel, &m_tabs);
    box.setObjectName("closeEdited");
    box.setTextFormat(Qt::PlainText);
    box.setText(tr("%1 has %n edit(s) that are not saved.", nullptr, document->editor()->count())
                    .arg(plain(document->title().toStdString(), 80)));
    auto* save = box.addButton(tr("&Save as…"), QMessageBox::AcceptRole);
    auto* discard = box.addButton(tr("&Discard"), QMessageBox::DestructiveRole);
    box.setDefaultButton(save);
    box.exec();
    if (box.clickedButton() == save)
        return saveAs(document, [this, document = QPointer(document), close = std::move(close)] {
            if (document != nullptr)
                askBeforeClosing(document, close); // it may have been edited since
        });
    if (box.clickedButton() != discard)
        return;
    document->editor()->discard();
    close();
}

} // namespace ui
