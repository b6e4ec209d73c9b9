#include "ui/edit/edit_history_panel.h"

#include "ui/edit/edit_history_model.h"
#include "ui/edit/model_editor.h"
#include "ui/tables/table_view.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/window/actions.h"

#include <QHeaderView>
#include <QLabel>
#include <QPushButton>

namespace ui {

EditHistoryPanel::EditHistoryPanel(Context& context, QWidget* parent)
    : Panel(context, parent)
    , m_tools(new QWidget(this))
    , m_count(makeLabel({}, "secondary", m_tools))
    , m_view(new TableView(context.actions, this))
    , m_model(new EditHistoryModel(this))
    , m_empty(makeEmptyState(context,
          tr("No edits. Turn on Edit Model, then click a line to insert, or change an attribute."),
          "edit.mode", this))
{
    auto* row = makeRow(m_tools, {}, 6);
    row->addWidget(m_count);
    for (const auto& [id, text] :
        { std::pair("edit.undo", tr("Undo")), std::pair("edit.redo", tr("Redo")),
            std::pair("edit.copyScript", tr("Copy as script")) }) {
        auto* button = new QPushButton(text, m_tools);
        followAction(*button, context.actions, *context.actions.action(id));
        row->addWidget(button);
    }
    m_view->setAccessibleName(tr("Edit history"));
    m_view->setModel(m_model);
    m_view->setRootIsDecorated(false);
    m_view->setSelectionMode(QAbstractItemView::SingleSelection);
    m_view->header()->setStretchLastSection(false);
    m_view->header()->setSectionResizeMode(EditHistoryModel::Text, QHeaderView::Stretch);
    for (const int column : { EditHistoryModel::Effect, EditHistoryModel::Time })
        m_view->header()->setSectionResizeMode(column, QHeaderView::ResizeToContents);
    auto* column = makeColumn(this);
    column->addWidget(makePages({ m_view, m_empty }));
    setFocusProxy(m_view);
    const auto go = [this](const QModelIndex& index) {
        if (document() != nullptr && document()->editor() != nullptr)
            document()->editor()->goTo(index.row());
    };
    connect(m_view, &QTreeView::clicked, this, go);
    connect(m_view, &QTreeView::activated, this, go);
}

void EditHistoryPanel::documentChanged()
{
    m_model->setDocument(document());
    if (document() != nullptr && document()->editor() != nullptr)
        follow(document()->editor(), &ModelEditor::changed, this, &EditHistoryPanel::refresh);
    refresh();
}

void EditHistoryPanel::refresh()
{
    m_model->refresh();
    const auto* editor = document() != nullptr ? document()->editor() : nullptr;
    const int all = editor != nullptr ? editor->steps().count() : 0;
    const int done = editor != nullptr ? editor->count() : 0;
    showPage(all > 0 ? static_cast<QWidget*>(m_view) : m_empty);
    m_count->setText(all == 0 ? QString()
            : all > done      ? tr("%1 done · %2 can be redone").arg(done).arg(all - done)
                              : tr("%1 done").arg(done));
    emit titleChanged(done > 0 ? tr("Edit history %1").arg(done) : QString());
    m_view->showRow(m_model->index(done, 0));
}

} // namespace ui
