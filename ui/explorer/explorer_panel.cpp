#include "ui/explorer/explorer_panel.h"

#include "ui/actions.h"
#include "ui/delegates/roles.h"
#include "ui/explorer/explorer_model.h"
#include "ui/icon.h"
#include "ui/item_menu.h"
#include "ui/jobs/job_runner.h"
#include "ui/plain_text.h"
#include "ui/table_copy.h"
#include "ui/table_view.h"

#include <QEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QScopedValueRollback>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

namespace {

constexpr int typingPauseMs = 150;
constexpr int smallestDetail = 40; // pixels
constexpr std::size_t unfoldedRows = 500; // a filtered tree of so many rows is unfolded at once

} // namespace

ExplorerPanel::ExplorerPanel(Context& context, QWidget* parent)
    : Panel(context, parent)
    , m_filter(new QLineEdit(this))
    , m_hidden(new QLabel(this))
    , m_stack(new QStackedWidget(this))
    , m_empty(new QLabel(this))
    , m_view(new QTreeView(this))
    , m_model(new ExplorerModel(this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* line = new QHBoxLayout;
    line->setContentsMargins(8, 6, 8, 6);
    line->addWidget(m_filter);
    column->addLayout(line);
    m_filter->setPlaceholderText(tr("Filter by name or type"));
    m_filter->setClearButtonEnabled(true);
    m_filter->addAction(icon("filter", "textSecondary"), QLineEdit::LeadingPosition);

    m_filter->setAccessibleName(m_filter->placeholderText());
    m_filter->installEventFilter(this);
    m_hidden->setObjectName(QStringLiteral("hiddenSelection"));
    m_hidden->setProperty("secondary", true);
    m_hidden->setWordWrap(true);
    m_hidden->setContentsMargins(10, 0, 10, 4);
    m_hidden->setText(tr("The filter hides what is selected. Esc clears it."));
    m_hidden->hide();
    column->addWidget(m_hidden);
    styleItemView(*m_view);
    m_view->setAccessibleName(tr("Parts of the model"));
    m_view->setModel(m_model);
    m_view->setHeaderHidden(true);
    m_view->setIndentation(16);
    m_view->header()->setStretchLastSection(false);
    m_view->header()->setSectionResizeMode(ExplorerModel::Name, QHeaderView::Stretch);
    m_view->header()->setSectionResizeMode(ExplorerModel::Detail, QHeaderView::Fixed);
    m_view->header()->setMinimumSectionSize(smallestDetail);
    m_view->viewport()->installEventFilter(this);
    addCopyActions(*m_view, context.actions);
    addItemMenu(*m_view, *this);
    m_empty->setTextFormat(Qt::PlainText);
    m_empty->setWordWrap(true);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setContentsMargins(16, 0, 16, 0);
    m_empty->setProperty("secondary", true);
    m_stack->addWidget(m_view);
    m_stack->addWidget(m_empty);
    column->addWidget(m_stack, 1);
    setFocusProxy(m_view);

    m_typing.setSingleShot(true);
    m_typing.setInterval(typingPauseMs);
    connect(m_filter, &QLineEdit::textChanged, &m_typing, qOverload<>(&QTimer::start));
    connect(&m_typing, &QTimer::timeout, this, &ExplorerPanel::rebuild);
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this,
        &ExplorerPanel::takeSelection);
    connect(m_view, &QTreeView::activated, this, &ExplorerPanel::activate);
    connect(m_model, &ExplorerModel::dataChanged, this, &ExplorerPanel::shareWidth);
    connect(m_model, &ExplorerModel::modelReset, this, &ExplorerPanel::shareWidth);
    // Not at once: unfolding thousands of rows would measure all of them each time.
    m_widthSoon.setSingleShot(true);
    m_widthSoon.setInterval(0);
    connect(m_view, &QTreeView::expanded, &m_widthSoon, qOverload<>(&QTimer::start));
    connect(&m_widthSoon, &QTimer::timeout, this, &ExplorerPanel::shareWidth);
}

bool ExplorerPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_filter && event->type() == QEvent::KeyPress)
        return filterKey(static_cast<QKeyEvent*>(event)->key());
    if (watched == m_view->viewport() && event->type() == QEvent::Resize)
        shareWidth();
    return Panel::eventFilter(watched, event);
}

/// Down and Return lead from the filter to what it left, Esc clears it.
bool ExplorerPanel::filterKey(int key)
{
    if (key == Qt::Key_Escape && !m_filter->text().isEmpty()) {
        m_filter->clear();
        rebuild();
        return true;
    }
    if (key != Qt::Key_Down && key != Qt::Key_Return && key != Qt::Key_Enter)
        return false;
    if (m_typing.isActive())
        rebuild();
    m_view->setFocus(Qt::TabFocusReason);
    if (!m_view->currentIndex().isValid())
        m_view->setCurrentIndex(m_model->index(0, 0));
    return true;
}

/// Names come first: one long operator type must not cut the names of all rows, so the second
/// column takes what its texts need, but no more than two fifths.
void ExplorerPanel::shareWidth()
{
    const QAbstractItemView& view = *m_view;
    const auto most = std::max(smallestDetail, view.viewport()->width() * 2 / 5);
    const auto wanted = view.sizeHintForColumn(ExplorerModel::Detail);
    m_view->header()->resizeSection(
        ExplorerModel::Detail, std::clamp(wanted, smallestDetail, most));
}

void ExplorerPanel::documentChanged(Document*)
{
    m_model->setTree(nullptr);
    refreshEmpty();
    if (document() == nullptr)
        return;
    connect(document(), &Document::modelChanged, this, &ExplorerPanel::rebuild);
    connect(document(), &Document::stateChanged, this, &ExplorerPanel::refreshEmpty);
    connect(document(), &Document::profileChanged, this,
        [this] { m_model->setStatistics(document()->statistics().get()); });
    connect(document(), &Document::problemsChanged, this,
        [this] { m_model->setProblems(document()->problems()); });
    connect(document()->selection(), &Selection::changed, this, &ExplorerPanel::showSelection);
    rebuild();
}

void ExplorerPanel::rebuild()
{
    using Tree = std::shared_ptr<const ModelTree>;
    if (document() == nullptr || document()->model() == nullptr)
        return m_model->setTree(nullptr);
    context().jobs.start<Tree>(
        this, QStringLiteral("explorer"), tr("Listing the model"),
        [model = document()->model(), filter = m_filter->text().toStdString()](
            std::stop_token stop, const support::Progress&) -> support::Result<Tree> {
            return buildModelTree(model, filter, stop);
        },
        [this](support::Result<Tree> tree) {
            if (!tree || document() == nullptr || (*tree)->model != document()->model())
                return;
            m_model->setTree(std::move(*tree));
            m_model->setProblems(document()->problems());
            m_model->setStatistics(document()->statistics().get());
            refreshEmpty();
            unfoldFirst();
            showSelection(nullptr);
        });
}

/// An empty tree says why it is empty.
void ExplorerPanel::refreshEmpty()
{
    QString text;
    if (document() == nullptr)
        text = tr("No model is open.");
    else if (document()->state() == Document::State::Failed)
        text = tr("This file could not be opened. See Problems.");
    else if (document()->state() == Document::State::Opening)
        text = tr("Reading the model…");
    else if (document()->model() == nullptr)
        text = tr("A profile without its model has no graph.");
    else if (!m_filter->text().isEmpty() && m_model->tree() != nullptr && m_model->rowCount() == 0)
        text = tr("Nothing matches %1.").arg(plain(m_filter->text().toStdString(), 80));
    m_empty->setText(text);
    m_filter->setEnabled(document() != nullptr && document()->model() != nullptr);
    m_stack->setCurrentWidget(text.isEmpty() ? static_cast<QWidget*>(m_view) : m_empty);
}

void ExplorerPanel::unfoldFirst()
{
    if (!m_filter->text().isEmpty() && m_model->tree()->rows.size() <= unfoldedRows)
        return m_view->expandAll();
    // Down to the first level that offers a choice.
    auto index = m_model->index(0, 0);
    m_view->expand(index);
    while (m_model->rowCount(index) == 1) {
        index = m_model->index(0, 0, index);
        m_view->expand(index);
    }
}

void ExplorerPanel::showSelection(const QObject* origin)
{
    if (origin == this || document() == nullptr)
        return;
    const QScopedValueRollback guard(m_isShowing, true);
    const auto index = m_model->indexOf(document()->selection()->current());
    refreshHidden();
    if (!index.isValid())
        return m_view->selectionModel()->clearSelection();
    m_view->setCurrentIndex(index);
    m_view->scrollTo(index);
}

void ExplorerPanel::refreshHidden()
{
    const auto current
        = document() != nullptr ? document()->selection()->current() : SelectedItem {};
    m_hidden->setVisible(!m_filter->text().isEmpty() && (current.isNode() || current.isValue())
        && !m_model->indexOf(current).isValid());
}

void ExplorerPanel::takeSelection()
{
    if (m_isShowing || document() == nullptr)
        return;
    QList<SelectedItem> items;
    for (const auto& index : m_view->selectionModel()->selectedRows()) {
        const auto item = itemOf(index.data(ItemRole));
        if (item.kind != SelectedItem::Kind::None)
            items.append(item);
    }
    if (items.isEmpty())
        return;
    const auto current = itemOf(m_view->currentIndex().data(ItemRole));
    const auto shown = items.contains(current) ? current : items.last();
    if (items.size() > 1)
        return document()->selection()->set(items, shown, this);
    if (shown.isNode())
        return document()->reveal(model::NodeId(shown.id), this);
    if (shown.isValue())
        return document()->revealValue(model::ValueId(shown.id), this);
    document()->enterGraph(model::GraphId(shown.id));
    document()->selection()->select(shown, this);
}

void ExplorerPanel::activate(const QModelIndex& index)
{
    const auto item = itemOf(index.data(ItemRole));
    if (document() == nullptr)
        return;
    if (item.isValue())
        document()->openTensor(model::ValueId(item.id));
    else if (item.isNode()) // selected already: on to the graph
        context().actions.action(QStringLiteral("go.graph"))->trigger();
}

Panel* createExplorerPanel(Context& context, QWidget* parent)
{
    return new ExplorerPanel(context, parent);
}

} // namespace ui
