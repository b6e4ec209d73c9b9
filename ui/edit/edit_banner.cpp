#include "ui/edit/edit_banner.h"

#include "ui/document/document.h"
#include "ui/edit/model_editor.h"
#include "ui/window/actions.h"

#include <QPushButton>

namespace ui {

EditBanner::EditBanner(Document* document, ActionTable& actions, QWidget* parent)
    : Banner("lock", "info", parent)
    , m_document(document)
{
    setObjectName("editBanner");
    auto* difference = addButton(tr("Show difference"));
    difference->setObjectName("showDifference");
    connect(
        difference, &QPushButton::clicked, actions.action("edit.difference"), &QAction::trigger);
    auto* discard = addButton(tr("Discard…"));
    discard->setObjectName("discardEdits");
    connect(discard, &QPushButton::clicked, actions.action("edit.discard"), &QAction::trigger);
    connect(this, &Banner::followed, actions.action("file.saveAs"), &QAction::trigger);
    connect(this, &Banner::dismissed, this, [this] {
        hide();
        emit shownOrHidden();
    });
    connect(document->editor(), &ModelEditor::changed, this, &EditBanner::refresh);
    hide();
}

void EditBanner::refresh()
{
    const auto& editor = *m_document->editor();
    if (editor.isBusy())
        return; // the number follows
    if (editor.isModified())
        showMessage(tr("Edits are in a copy; the file is untouched."),
            tr("%n edit(s) not saved.", nullptr, editor.unsavedCount()), tr("Save as…"));
    if (editor.isModified() == isVisibleTo(parentWidget()))
        return;
    setVisible(editor.isModified());
    emit shownOrHidden();
}

} // namespace ui
