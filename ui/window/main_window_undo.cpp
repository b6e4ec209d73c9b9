#include "ui/document/document.h"
#include "ui/pages/document_page.h"
#include "ui/undo/document_undo_recorder.h"
#include "ui/undo/filter_undo_recorder.h"
#include "ui/undo/undo_log.h"
#include "ui/widgets/plain_text.h"
#include "ui/window/main_window.h"
#include "ui/window/panels.h"

#include <QDockWidget>
#include <QEvent>
#include <QLineEdit>
#include <QPointer>
#include <QTabWidget>

/// Undo and Redo of what the user arranged. Selection and zoom belong to History instead.
namespace ui {

namespace {

/// Panels whose filter line can be undone. The query of the Find panel cannot.
constexpr const char* filteredPanels[] { "model", "operators", "tensors" };
constexpr qsizetype longestTitle = 40;

} // namespace

void MainWindow::connectUndo()
{
    m_undo = new UndoLog(this);
    on("edit.undo", [this] { m_undo->undo(); });
    on("edit.redo", [this] { m_undo->redo(); });
    connect(m_undo, &UndoLog::changed, this, &MainWindow::refreshUndo);
    for (auto* dock : m_docks)
        dock->installEventFilter(this);
    for (const auto* id : filteredPanels) {
        auto* panel = m_panels.value(QString::fromLatin1(id));
        if (panel == nullptr)
            continue;
        for (auto* line : panel->findChildren<QLineEdit*>()) {
            const auto filter = [this, panel, line = QPointer(line)](
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
            new FilterUndoRecorder(line, filter);
        }
    }
    refreshUndo();
}

void MainWindow::followArrangement(Document* document, DocumentPage* page)
{
    new DocumentUndoRecorder(document, page, m_actions, *m_undo);
}

/// Sets the texts of the actions, `Undo Fold layers.3`, and disables them if there is nothing to
/// undo or redo.
void MainWindow::refreshUndo()
{
    const auto show = [this](const char* id, const QString& word, const QString& step,
                          const QString& reason) {
        auto escaped = step;
        m_actions.action(QString::fromLatin1(id))
            ->setText(
                step.isEmpty() ? word : word + u' ' + escaped.replace(u'&', QStringLiteral("&&")));
        m_actions.enableUnless(QString::fromLatin1(id), step.isEmpty() ? reason : QString());
    };
    show("edit.undo", tr("&Undo"), m_undo->undoText(), tr("there is nothing to undo"));
    show("edit.redo", tr("&Redo"), m_undo->redoText(), tr("there is nothing to redo"));
}

/// Records the closing of docks for Undo. Closing a dock by its button, its menu or the desktop
/// sends QEvent::Close. Layouts and raised tabs only hide and show docks.
bool MainWindow::eventFilter(QObject* watched, QEvent* event)
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
    return QMainWindow::eventFilter(watched, event);
}

void MainWindow::closeTabWithUndo(int index)
{
    const auto* page = qobject_cast<DocumentPage*>(m_tabs->widget(index));
    if (page == nullptr)
        return closeTab(index);
    const auto path = page->document()->path();
    const auto title = plain(page->document()->title().toStdString(), longestTitle);
    closeTabKeepingRuns(index);
    m_undo->add(nullptr,
        { tr("Close %1").arg(title), [this, path] { openFile(path); },
            [this, path] {
                for (int i = 0; i < m_tabs->count(); ++i) {
                    const auto* open = qobject_cast<DocumentPage*>(m_tabs->widget(i));
                    if (open != nullptr && open->document()->path() == path)
                        return closeTabKeepingRuns(i);
                }
            } });
}

} // namespace ui
