#include "ui/explorer/explorer_panel.h"

#include "layout/folding.h"

#include "ui/delegates/roles.h"
#include "ui/delegates/shared_row_delegate.h"
#include "ui/document/settings.h"
#include "ui/explorer/explorer_model.h"
#include "ui/jobs/job_runner.h"
#include "ui/tables/table_copy.h"
#include "ui/tables/table_view.h"
#include "ui/translation/text.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/item_menu.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_text.h"
#include "ui/window/actions.h"

#include <QActionGroup>
#include <QEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QScrollBar>
#include <QSet>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace ui {

namespace {

constexpr int typingPauseMs = 150;
constexpr int smallestDetail = 40; // in pixels
// A filtered tree of up to this many rows is expanded at once.
constexpr std::size_t unfoldedRows = 500;
const QString measureKey = QStringLiteral("explorer/measure");

/// A choice for the second column, in the order of ExplorerModel::Measure.
struct MeasureChoice {
    const char* id; ///< value in the settings
    const char* text;
};
constexpr MeasureChoice measures[] {
    { "nodes", QT_TR_NOOP("Nodes") },
    { "parameters", QT_TR_NOOP("Parameters") },
    { "work", QT_TR_NOOP("FLOP") },
    { "time", QT_TR_NOOP("Time, nodes before the first run") },
};

} // namespace

ExplorerPanel::ExplorerPanel(Context& context, QWidget* parent)
    : Panel(context, parent)
    , m_filter(new QLineEdit(this))
    , m_hidden(makeWrappedLabel(
          tr("The filter hides what is selected. Esc clears it."), "secondary", this))
    , m_empty(makeEmptyLabel({}, this))
    , m_view(new QTreeView(this))
    , m_model(new ExplorerModel(this))
    , m_measure(new QToolButton(this))
{
    auto* column = makeColumn(this);
    auto* line = makeRow(nullptr, { 8, 6, 8, 6 }, styleSpacing);
    line->addWidget(m_filter);
    column->addLayout(line);
    m_filter->setPlaceholderText(tr("Filter by name or type"));
    m_filter->setClearButtonEnabled(true);
    m_filter->addAction(icon("filter", "textSecondary"), QLineEdit::LeadingPosition);
    m_filter->setAccessibleName(m_filter->placeholderText());
    m_filter->installEventFilter(this);
    m_hidden->setObjectName("hiddenSelection");
    m_hidden->setContentsMargins(10, 0, 10, 4);
    m_hidden->hide();
    column->addWidget(m_hidden);
    styleItemView(*m_view);
    m_view->setAccessibleName(tr("Parts of the model"));
    m_view->setModel(m_model);
    m_view->setItemDelegate(new SharedRowDelegate(ExplorerModel::Name, m_view));
    m_view->setHeaderHidden(true);
    m_view->setIndentation(16);
    m_view->header()->setStretchLastSection(false);
    m_view->header()->setSectionResizeMode(ExplorerModel::Name, QHeaderView::Stretch);
    m_view->header()->setSectionResizeMode(ExplorerModel::Detail, QHeaderView::Fixed);
    m_view->header()->setMinimumSectionSize(smallestDetail);
    m_view->viewport()->installEventFilter(this);
    m_view->installEventFilter(this);
    addCopyActions(*m_view, context.actions);
    addItemMenu(*m_view, *this);
    m_empty->setContentsMargins(16, 0, 16, 0);
    column->addWidget(makePages({ m_view, m_empty }), 1);
    setFocusProxy(m_view);
    fillMeasures();
    connectParts();
}

void ExplorerPanel::connectParts()
{
    m_typing.setSingleShot(true);
    m_typing.setInterval(typingPauseMs);
    connect(m_filter, &QLineEdit::textChanged, &m_typing, qOverload<>(&QTimer::start));
    connect(&m_typing, &QTimer::timeout, this, &ExplorerPanel::rebuild);
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this,
        &ExplorerPanel::takeSelection);
    connect(m_view, &QTreeView::activated, this, &ExplorerPanel::activate);
    connect(m_model, &ExplorerModel::dataChanged, this, &ExplorerPanel::shareWidth);
    connect(m_model, &ExplorerModel::modelReset, this, &ExplorerPanel::shareWidth);
    // Delayed, because expanding thousands of rows would compute the width for each of them.
    m_widthTimer.setSingleShot(true);
    m_widthTimer.setInterval(0);
    connect(m_view, &QTreeView::expanded, &m_widthTimer, qOverload<>(&QTimer::start));
    connect(&m_widthTimer, &QTimer::timeout, this, &ExplorerPanel::shareWidth);
}

bool ExplorerPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_filter && event->type() == QEvent::KeyPress)
        return filterKey(static_cast<QKeyEvent*>(event)->key());
    if (watched == m_view->viewport() && event->type() == QEvent::Resize)
        shareWidth();
    if (watched == m_view && event->type() == QEvent::KeyPress
        && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Space) {
        toggleFold();
        return true;
    }
    return Panel::eventFilter(watched, event);
}

/// Keys of the filter line: Down and Return move to the filtered tree, Esc clears the filter.
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

/// Gives the second column the width of its texts, but at most two fifths: a single long operator
/// type must not truncate all names.
void ExplorerPanel::shareWidth()
{
    const QAbstractItemView& view = *m_view;
    const auto most = std::max(smallestDetail, view.viewport()->width() * 2 / 5);
    const auto wanted = view.sizeHintForColumn(ExplorerModel::Detail);
    m_view->header()->resizeSection(
        ExplorerModel::Detail, std::clamp(wanted, smallestDetail, most));
}

void ExplorerPanel::documentChanged()
{
    m_selectLater.clear();
    m_model->setTree(nullptr);
    refreshEmpty();
    if (document() == nullptr)
        return;
    follow(document(), &Document::modelChanged, this, &ExplorerPanel::rebuild);
    follow(document(), &Document::stateChanged, this, &ExplorerPanel::refreshEmpty);
    for (auto signal : { &Document::profileChanged, &Document::statisticsChanged })
        follow(document(), signal, this,
            [this] { m_model->setStatistics(document()->statistics().get()); });
    follow(document(), &Document::analysisChanged, this,
        [this] { m_model->setAnalysis(document()->analysis().get()); });
    follow(document(), &Document::problemsChanged, this,
        [this] { m_model->setProblems(document()->problems()); });
    rebuild();
}

void ExplorerPanel::rebuild()
{
    using Tree = std::shared_ptr<const ModelTree>;
    if (document() == nullptr || document()->model() == nullptr)
        return m_model->setTree(nullptr);
    context().jobs.start<Tree>(
        this, QStringLiteral("explorer"), tr("Listing the model"),
        [model = document()->model(), filter = m_filter->text().toStdString(),
            before = m_model->share()](
            std::stop_token stop, const support::Progress&) -> support::Result<Tree> {
            auto tree = buildModelTree(model, filter, before.get(), stop);
            if (stop.stop_requested())
                return support::failAs(support::ErrorKind::Cancelled, "listing was stopped");
            return tree;
        },
        [this](support::Result<Tree> tree) {
            if (!tree || document() == nullptr || (*tree)->model != document()->model())
                return;
            showTree(std::move(*tree));
        });
}

/// Rows that are unfolded stay so after an edit.
void ExplorerPanel::showTree(std::shared_ptr<const ModelTree> tree)
{
    QSet<QString> unfolded;
    const auto scrolled = m_view->verticalScrollBar()->value();
    if (std::exchange(m_shownFilter, m_filter->text()) == m_filter->text())
        visitRows([&](const QModelIndex& row, const QString& path) {
            if (m_view->isExpanded(row))
                unfolded.insert(path);
            return m_view->isExpanded(row);
        });
    m_model->setTree(std::move(tree));
    showDetails();
    refreshEmpty();
    if (unfolded.isEmpty())
        unfoldFirst();
    else
        visitRows([&](const QModelIndex& row, const QString& path) {
            m_view->setExpanded(row, unfolded.contains(path));
            return unfolded.contains(path);
        });
    m_view->doItemsLayout(); // else the scroll bar has no range yet
    m_view->verticalScrollBar()->setValue(unfolded.isEmpty() ? 0 : scrolled);
    refreshSelection();
}

/// Visits the rows with rows below them, those within a row only if `enter` returns true. The path
/// of a row consists of the names from the top.
void ExplorerPanel::visitRows(
    const std::function<bool(const QModelIndex& row, const QString& path)>& enter)
{
    QList<std::pair<QModelIndex, QString>> open { { QModelIndex(), QString() } };
    while (!open.isEmpty()) {
        const auto [parent, above] = open.takeLast();
        for (int i = 0; i < m_model->rowCount(parent); ++i) {
            const auto row = m_model->index(i, 0, parent);
            if (m_model->rowCount(row) == 0)
                continue;
            const auto path = above + u'\n' + row.data().toString();
            if (enter(row, path))
                open.append({ row, path });
        }
    }
}

void ExplorerPanel::showDetails()
{
    m_model->setProblems(document()->problems());
    m_model->setStatistics(document()->statistics().get());
    m_model->setAnalysis(document()->analysis().get());
}

/// Shows in an empty tree why it is empty.
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
    showPage(text.isEmpty() ? static_cast<QWidget*>(m_view) : m_empty);
}

void ExplorerPanel::unfoldFirst()
{
    if (!m_filter->text().isEmpty() && m_model->tree()->rows.size() <= unfoldedRows)
        return m_view->expandAll();
    // Expands the tree down to the first level with more than one row.
    auto index = m_model->index(0, 0);
    m_view->expand(index);
    while (m_model->rowCount(index) == 1) {
        index = m_model->index(0, 0, index);
        m_view->expand(index);
    }
}

void ExplorerPanel::showSelection()
{
    const auto index
        = m_model->indexOf(document()->selection()->current(), document()->currentGraph());
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
    m_hidden->setVisible(!m_filter->text().isEmpty()
        && (current.isNode() || current.isValue() || current.isGroup())
        && !m_model->indexOf(current, document()->currentGraph()).isValid());
}

/// The items of a row; for a run of equal groups, all of its groups.
QList<SelectedItem> ExplorerPanel::itemsAt(const QModelIndex& index) const
{
    QList<SelectedItem> items;
    const auto item = itemOf(index.data(ItemRole));
    if (item.kind != SelectedItem::Kind::None)
        return { item };
    if (m_model->tree()->rows[ExplorerModel::rowAt(index)].kind == TreeRow::Kind::Run) {
        for (int row = 0; row < m_model->rowCount(index); ++row)
            items.append(itemOf(m_model->index(row, 0, index).data(ItemRole)));
    }
    return items;
}

/// The graph of a group row or a run row; invalid for other rows.
model::GraphId ExplorerPanel::graphOf(const QModelIndex& index) const
{
    if (!index.isValid())
        return {};
    const auto& rows = m_model->tree()->rows;
    const auto& row = rows[ExplorerModel::rowAt(index)];
    if (row.kind == TreeRow::Kind::Run)
        return model::GraphId(rows[row.firstChild].graph);
    return row.kind == TreeRow::Kind::Group ? model::GraphId(row.graph) : model::GraphId();
}

void ExplorerPanel::takeSelection()
{
    if (isShowing() || document() == nullptr)
        return;
    QList<SelectedItem> items;
    QList<SelectedItem> groups; // of one graph: in others their ids name other groups
    model::GraphId graph;
    for (const auto& index : m_view->selectionModel()->selectedRows()) {
        const auto own = itemsAt(index);
        items += own;
        if (own.isEmpty() || !own.first().isGroup())
            continue;
        if (groups.isEmpty())
            graph = graphOf(index);
        if (graphOf(index) == graph)
            groups += own;
    }
    if (items.isEmpty())
        return;
    m_selectLater.clear();
    if (std::ranges::all_of(items, &SelectedItem::isGroup))
        return selectGroups(groups, graph);
    const auto current = itemOf(m_view->currentIndex().data(ItemRole));
    const auto shown = items.contains(current) ? current : items.last();
    if (items.size() > 1) {
        // Group ids are only valid in the graph that is shown, so groups are left out of a mixed
        // selection.
        items.removeIf([](const SelectedItem& item) { return item.isGroup(); });
        return document()->selection()->set(
            items, items.contains(shown) ? shown : items.last(), this);
    }
    if (shown.isNode())
        return document()->reveal(model::NodeId(shown.id), this);
    if (shown.isValue())
        return document()->revealValue(model::ValueId(shown.id), this);
    document()->enterGraph(model::GraphId(shown.id));
    document()->selection()->select(shown, this);
}

/// Selects groups. Group ids belong to one graph's tree, so that graph is shown first.
void ExplorerPanel::selectGroups(const QList<SelectedItem>& groups, model::GraphId graph)
{
    document()->enterGraph(graph);
    const auto select
        = [this, groups] { document()->selection()->set(groups, groups.first(), this); };
    if (document()->groupTree() != nullptr)
        return select();
    m_selectLater.add(document(), &Document::groupTreeChanged, this, [this, graph, select] {
        m_selectLater.clear();
        if (document() != nullptr && document()->currentGraph() == graph
            && document()->groupTree() != nullptr)
            select();
    });
}

/// Space key: folds the row's groups in the graph view, or unfolds them if the first one is folded.
/// For a node, this applies to its group.
void ExplorerPanel::toggleFold()
{
    auto index = m_view->currentIndex().siblingAtColumn(0);
    while (index.isValid() && !graphOf(index).isValid())
        index = index.parent();
    if (document() == nullptr || !index.isValid() || graphOf(index) != document()->currentGraph()
        || document()->groupTree() == nullptr)
        return;
    const auto groups = itemsAt(index);
    const bool isOpen = !document()->isGroupOpen(groups.first().id);
    auto open = document()->openGroups();
    for (const auto& group : groups)
        open = layout::withGroup(*document()->groupTree(), open, group.id, isOpen);
    document()->setOpenGroups(std::move(open));
}

QWidget* ExplorerPanel::titleTools() { return m_measure; }

void ExplorerPanel::fillMeasures()
{
    m_measure->setObjectName("explorerMeasure");
    m_measure->setPopupMode(QToolButton::InstantPopup);
    m_measure->setAutoRaise(true);
    m_measure->setStyleSheet(QStringLiteral("QToolButton::menu-indicator { image: none; }"));
    m_measure->setIcon(icon("more", "textSecondary"));
    m_measure->setToolTip(tr("Content of the second column"));
    m_measure->setAccessibleName(m_measure->toolTip());
    auto* menu = new QMenu(m_measure);
    auto* group = new QActionGroup(menu);
    const auto known = settings::value(measureKey);
    int measure = 0;
    for (const auto& choice : measures) {
        auto* action = menu->addAction(tr(choice.text));
        action->setCheckable(true);
        action->setActionGroup(group);
        action->setData(measure);
        connect(action, &QAction::triggered, this, [this, measure] { setMeasure(measure); });
        if (known == QLatin1String(choice.id)
            || (known.isEmpty() && measure == std::ssize(measures) - 1)) {
            action->setChecked(true);
            m_model->setMeasure(ExplorerModel::Measure(measure));
        }
        ++measure;
    }
    m_measure->setMenu(menu);
}

void ExplorerPanel::setMeasure(int measure)
{
    settings::setValue(measureKey, QString::fromLatin1(measures[measure].id));
    m_model->setMeasure(ExplorerModel::Measure(measure));
}

void ExplorerPanel::activate(const QModelIndex& index)
{
    const auto item = itemOf(index.data(ItemRole));
    if (document() == nullptr)
        return;
    if (item.isValue())
        document()->openTensor(model::ValueId(item.id));
    else if (item.isNode() || item.isGroup()) // the row is selected already, so go to the graph
        context().actions.action("go.graph")->trigger();
}

} // namespace ui
