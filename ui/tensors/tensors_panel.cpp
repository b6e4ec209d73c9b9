#include "ui/tensors/tensors_panel.h"

#include "ui/delegates/roles.h"
#include "ui/tables/table_tools.h"
#include "ui/tables/table_view.h"
#include "ui/tensors/tensors_table.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/item_menu.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"

#include <QHeaderView>
#include <QLineEdit>
#include <QSortFilterProxyModel>

#include <array>

namespace ui {

namespace {

constexpr int typingPauseMs = 150;

/// Filters only; sorting is left to the table model.
class WeightsFilter : public QSortFilterProxyModel {
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

    void sort(int column, Qt::SortOrder order) override { sourceModel()->sort(column, order); }
};

} // namespace

TensorsPanel::TensorsPanel(Context& context, QWidget* parent)
    : Panel(context, parent)
    , m_filter(new QLineEdit(this))
    , m_count(makeLabel({}, "secondary", this))
    , m_empty(makeEmptyLabel({}, this))
    , m_view(new TableView(context.actions, this))
    , m_table(new TensorsTable(this))
    , m_sorted(new WeightsFilter(this))
{
    auto* column = makeColumn(this);
    auto* row = makeRow(nullptr, { 8, 5, 8, 5 }, styleSpacing);
    m_filter->setPlaceholderText(tr("Filter by name"));
    m_filter->setClearButtonEnabled(true);
    m_filter->addAction(icon("filter", "textSecondary"), QLineEdit::LeadingPosition);
    m_filter->setMaximumWidth(320);
    row->addWidget(m_filter, 1);
    row->addStretch();
    row->addWidget(m_count);
    column->addLayout(row);
    column->addWidget(makePages({ m_empty, m_view }), 1);
    addItemMenu(*m_view, *this);
    m_tools = makeTableTools(context, { { m_view }, m_filter, QStringLiteral("tensors") }, this);
    setFocusProxy(m_view);

    m_sorted->setSourceModel(m_table);
    m_sorted->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_view->setAccessibleName(tr("Weights"));
    m_view->setModel(m_sorted);
    m_view->setSortingEnabled(true);
    m_view->sortByColumn(TensorsTable::Size, Qt::DescendingOrder);
    m_view->header()->setStretchLastSection(true);
    const std::array widths { 380, 150, 80, 90, 80 };
    for (int i = 0; i < static_cast<int>(widths.size()); ++i)
        m_view->setColumnWidth(i, widths[static_cast<std::size_t>(i)]);

    m_refreshSoon.setSingleShot(true);
    connect(&m_refreshSoon, &QTimer::timeout, this, &TensorsPanel::refreshWhenSeen);
    m_typing.setSingleShot(true);
    m_typing.setInterval(typingPauseMs);
    connect(m_filter, &QLineEdit::textChanged, &m_typing, qOverload<>(&QTimer::start));
    connect(&m_typing, &QTimer::timeout, this,
        [this] { m_sorted->setFilterFixedString(m_filter->text()); });
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        &TensorsPanel::takeSelection);
    connect(m_view, &QTreeView::activated, this, [this](const QModelIndex& index) {
        if (document() != nullptr)
            document()->openTensor(model::ValueId(itemOf(index.data(ItemRole)).id));
    });
    refresh();
}

void TensorsPanel::documentChanged()
{
    if (document() != nullptr) {
        // After the picture, for which the user waits.
        follow(document(), &Document::modelChanged, &m_refreshSoon, qOverload<>(&QTimer::start));
    }
    refreshWhenSeen();
}

void TensorsPanel::showEvent(QShowEvent* event)
{
    Panel::showEvent(event);
    if (m_isOutdated)
        refresh();
}

/// Updates the table when it is visible: listing and sorting hundreds of thousands of weights takes
/// long.
void TensorsPanel::refreshWhenSeen()
{
    m_isOutdated = true;
    if (isVisible())
        refresh();
    else
        m_table->setModel(nullptr);
}

void TensorsPanel::refresh()
{
    m_isOutdated = false;
    const auto guard = showing();
    m_table->setModel(document() != nullptr ? document()->model() : nullptr);
    const auto count = m_table->rowCount();
    m_empty->setText(document() == nullptr || document()->model() == nullptr
            ? tr("No model is open.")
            : tr("This model has no weights."));
    m_count->setText(count > 0 ? tr("%n weight(s)", nullptr, count) : QString());
    showPage(count > 0 ? static_cast<QWidget*>(m_view) : m_empty);
    refreshSelection();
}

void TensorsPanel::showSelection()
{
    const auto wanted = document()->selection()->current();
    if (!wanted.isValue())
        return;
    const int row = m_table->rowOf(model::ValueId(wanted.id));
    const auto index = m_sorted->mapFromSource(m_table->index(row, 0));
    if (index.isValid())
        m_view->showRow(index);
}

void TensorsPanel::takeSelection(const QModelIndex& index)
{
    if (!isShowing() && index.isValid() && document() != nullptr)
        document()->revealValue(model::ValueId(itemOf(index.data(ItemRole)).id), this);
}

} // namespace ui
