#include "ui/window/undo_actions.h"

#include "ui/document/document.h"
#include "ui/edit/model_editor.h"
#include "ui/pages/document_page.h"
#include "ui/undo/document_undo_recorder.h"
#include "ui/undo/filter_undo_recorder.h"
#include "ui/undo/undo_log.h"
#include "ui/widgets/plain_text.h"
#include "ui/window/actions.h"
#include "ui/window/docks.h"
#include "ui/window/edit_actions.h"
#include "ui/window/file_opener.h"
#include "ui/window/leaving.h"
#include "ui/window/tabs/document_tabs.h"

#include <QDockWidget>
#include <QEvent>
#include <QLineEdit>

namespace ui {

namespace {

constexpr qsizetype longestTitle = 40;

} // namespace

UndoActions::UndoActions(Context& context, DocumentTabs& tabs, Docks& docks, FileOpener& opener,
    Leaving& leaving, EditActions& edits)
    : QObject(&tabs)
    , m_actions(context.actions)
    , m_tabs(tabs)
    , m_opener(opener)
    , m_leaving(leaving)
    , m_edits(edits)
    , m_undo(new UndoLog(tabs.window()))
{
    m_actions.on("edit.undo", this, [this] { undo(); });
    m_actions.on("edit.redo", this, [this] { redo(); });
    connect(m_undo, &UndoLog::changed, this, &UndoActions::refresh);
    connect(
        &tabs, &DocumentTabs::documentAdded, this, [this](Document* document, DocumentPage* page) {
            new DocumentUndoRecorder(document, page, m_actions, *m_undo);
            if (auto* made = document->editor()) {
                connect(made, &ModelEditor::changed, this, &UndoActions::refresh);
                connect(made, &ModelEditor::onChanged, this, &UndoActions::refresh);
            }
        });
    connect(&tabs, &DocumentTabs::tabCloseRequested, this, &UndoActions::closeTab);
    for (auto* dock : docks.all())
        dock->installEventFilter(this);
    recordFilters(docks);
    refresh();
}

void UndoActions::activate(Document* document)
{
    m_document = document;
    m_undo->activate(document);
}

void UndoActions::recordFilters(Docks& docks)
{
    for (auto* panel : docks.panels()) {
        if (panel->filter() == nullptr)
            continue;
        const auto add = [this, panel, line = QPointer(panel->filter())](
                             const QString& before, const QString& after) {
            const auto set = [line](const QString& text) {
                if (line != nullptr)
                    line->setText(text);
            };
            const auto text = after.isEmpty()
                ? tr("Clear Filter")
                : tr("Filter %1").arg(plain(after.toStdString(), longestTitle));
            m_undo->add(panel->document(),
                { text, [set, before] { set(before); }, [set, after] { set(after); } });
        };
        new FilterUndoRecorder(panel->filter(), add);
    }
}

ModelEditor* UndoActions::editor() const
{
    auto* editor = m_document != nullptr ? m_document->editor() : nullptr;
    return editor != nullptr && editor->isOn() ? editor : nullptr;
}

void UndoActions::undo()
{
    auto* edits = editor();
    edits != nullptr && edits->steps().canUndo() ? edits->undo() : m_undo->undo();
}

void UndoActions::redo()
{
    auto* edits = editor();
    edits != nullptr && edits->steps().canRedo() ? edits->redo() : m_undo->redo();
}

/// The texts are as `Undo Fold layers.3`.
void UndoActions::refresh()
{
    const auto show = [this](const char* id, const QString& word, const QString& step,
                          const QString& reason) {
        auto escaped = step;
        m_actions.action(id)->setText(
            step.isEmpty() ? word : word + u' ' + escaped.replace(u'&', QStringLiteral("&&")));
        m_actions.enableUnless(id, step.isEmpty() ? reason : QString());
    };
    const auto* edits = editor();
    const auto first = [](const QString& ofEdits, const QString& ofViews) {
        return ofEdits.isEmpty() ? ofViews : plain(ofEdits.toStdString(), longestTitle);
    };
    show("edit.undo", tr("&Undo"),
        first(edits != nullptr ? edits->steps().undoText() : QString(), m_undo->undoText()),
        tr("there is nothing to undo"));
    show("edit.redo", tr("&Redo"),
        first(edits != nullptr ? edits->steps().redoText() : QString(), m_undo->redoText()),
        tr("there is nothing to redo"));
}

/// Records the closing of docks for Undo. Closing a dock by its button, its menu or the desktop
/// sends QEvent::Close. Layouts and raised tabs only hide and show docks.
bool UndoActions::eventFilter(QObject* watched, QEvent* event)
{
    auto* dock = qobject_cast<QDockWidget*>(watched);
    if (dock != nullptr && event->type() == QEvent::Close && dock->isVisible())
        m_undo->add(nullptr,
            { tr("Close %1").arg(dock->windowTitle()),
                [dock] {
                    dock->show();
                    dock->raise();
                },
                [dock] { dock->close(); } });
    return QObject::eventFilter(watched, event);
}

void UndoActions::closeTab(int index)
{
    auto* page = qobject_cast<DocumentPage*>(m_tabs.widget(index));
    if (page == nullptr)
        return m_tabs.closeTab(index);
    m_edits.askBeforeClosing(page->document(), [this, page = QPointer(page)] {
        if (page != nullptr)
            closePage(*page);
    });
}

void UndoActions::closePage(DocumentPage& closed)
{
    auto* page = &closed;
    const auto path = page->document()->path();
    const auto title = plain(page->document()->title().toStdString(), longestTitle);
    m_leaving.closeTab(m_tabs.indexOf(page));
    m_undo->add(nullptr,
        { tr("Close %1").arg(title), [this, path] { m_opener.open(path); },
            [this, path] {
                if (auto* open = m_tabs.pageOf(path))
                    m_leaving.closeTab(m_tabs.indexOf(open));
            } });
}

} // namespace ui
