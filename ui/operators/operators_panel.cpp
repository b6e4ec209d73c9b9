#include "ui/operators/operators_panel.h"

#include "model/support/text.h"
#include "ui/delegates/roles.h"
#include "ui/document.h"
#include "ui/operators/operators_model.h"
#include "ui/settings.h"
#include "ui/table_view.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace ui {

namespace {

/// All words of the filter, in operator or type.
class WordsProxy final : public QSortFilterProxyModel {
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;
    void setWords(const QString& text)
    {
        m_words = text.split(u' ', Qt::SkipEmptyParts);
        invalidateFilter();
    }

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override
    {
        const auto text = sourceModel()->index(row, 0, parent).data().toString() + u' ' + sourceModel()->index(row, 1, parent).data().toString();
        return std::ranges::all_of(m_words, [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
    }

private:
    QStringList m_words;
};

QString duration(std::int64_t ns) { return QString::fromStdString(support::durationText(static_cast<double>(ns), 3)); }

} // namespace

OperatorsPanel::OperatorsPanel(Context& context, QWidget* parent)
    : Panel(context, parent)
    , m_stack(new QStackedWidget(this))
    , m_empty(makeEmptyState(context, tr("No run yet. Profile this model to see where time goes."), QStringLiteral("run.profile"), this))
    , m_content(new QWidget(this))
    , m_view(new TableView(context.actions, m_content))
    , m_model(new OperatorsModel(this))
    , m_proxy(new WordsProxy(this))
{
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(m_stack);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_content);
    m_proxy->setSourceModel(m_model);
    m_proxy->setSortRole(SortRole);
    m_view->setModel(m_proxy);
    m_view->setSortingEnabled(true);
    m_view->setObjectName(QStringLiteral("operators"));
    m_view->header()->setSectionsMovable(true);
    m_view->header()->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_view->header(), &QWidget::customContextMenuRequested, this, &OperatorsPanel::chooseColumns);
    hideColumns();
    auto* column = new QVBoxLayout(m_content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(buildHead());
    column->addWidget(m_view, 1);
    column->addWidget(buildFoot());
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this, &OperatorsPanel::select);
    setFocusProxy(m_view);
}

void OperatorsPanel::hideColumns()
{
    const auto hidden = settings::value(QStringLiteral("operators/hidden"), QStringLiteral("5,6,7")).split(u',', Qt::SkipEmptyParts);
    for (int i = 0; i < m_model->columnCount(); ++i)
        m_view->setColumnHidden(i, hidden.contains(QString::number(i)));
}

void OperatorsPanel::chooseColumns(const QPoint& place)
{
    QMenu menu(this);
    for (int i = 1; i < m_model->columnCount(); ++i) { // the operator itself stays
        auto* action = menu.addAction(m_model->headerData(i, Qt::Horizontal).toString());
        action->setCheckable(true);
        action->setChecked(!m_view->isColumnHidden(i));
        connect(action, &QAction::toggled, this, [this, i](bool isShown) { m_view->setColumnHidden(i, !isShown); });
    }
    menu.exec(m_view->header()->mapToGlobal(place));
    QStringList hidden;
    for (int i = 0; i < m_model->columnCount(); ++i) {
        if (m_view->isColumnHidden(i))
            hidden += QString::number(i);
    }
    settings::setValue(QStringLiteral("operators/hidden"), hidden.isEmpty() ? QStringLiteral(",") : hidden.join(u','));
}

QWidget* OperatorsPanel::buildHead()
{
    auto* head = new QWidget;
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(8, 4, 8, 4);
    const auto chip = [&](const QString& text, OperatorsModel::Grouping grouping) {
        auto* button = new QPushButton(text);
        button->setProperty("chip", true);
        button->setCheckable(true);
        button->setAutoExclusive(true);
        connect(button, &QPushButton::clicked, this, [this, grouping] {
            m_model->setGrouping(grouping);
            showSelection(nullptr);
        });
        row->addWidget(button);
        return button;
    };
    m_each = chip(tr("Each"), OperatorsModel::Grouping::Each);
    m_byType = chip(tr("By type"), OperatorsModel::Grouping::ByType);
    m_each->setChecked(true);
    row->addStretch();
    m_filter = new QLineEdit;
    m_filter->setPlaceholderText(tr("Filter"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setMaximumWidth(220);
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) { static_cast<WordsProxy*>(m_proxy)->setWords(text); });
    row->addWidget(m_filter);
    return head;
}

QWidget* OperatorsPanel::buildFoot()
{
    auto* foot = new QWidget;
    auto* grid = new QGridLayout(foot);
    grid->setContentsMargins(10, 4, 10, 6);
    grid->setVerticalSpacing(1);
    const auto label = [&](int row, int column, Qt::Alignment alignment) {
        auto* made = new QLabel;
        made->setTextFormat(Qt::PlainText);
        grid->addWidget(made, row, column, alignment);
        return made;
    };
    auto* name = label(0, 0, Qt::AlignLeft);
    name->setText(tr("Not in any operator"));
    name->setProperty("heading", true);
    m_outsideParts = label(0, 1, Qt::AlignLeft);
    m_outsideParts->setProperty("secondary", true);
    m_outside = label(0, 2, Qt::AlignRight);
    m_outside->setObjectName(QStringLiteral("outside"));
    m_outside->setProperty("heading", true);
    name = label(1, 0, Qt::AlignLeft);
    name->setText(tr("Wall, median"));
    name->setProperty("heading", true);
    m_wall = label(1, 1, Qt::AlignLeft);
    m_wall->setObjectName(QStringLiteral("wall"));
    m_wall->setProperty("heading", true);
    m_wallPlain = label(1, 2, Qt::AlignRight);
    m_wallPlain->setProperty("secondary", true);
    grid->setColumnStretch(1, 1);
    return foot;
}

void OperatorsPanel::documentChanged(Document*)
{
    if (document() != nullptr) {
        connect(document(), &Document::profileChanged, this, &OperatorsPanel::refresh);
        connect(document()->selection(), &Selection::changed, this, &OperatorsPanel::showSelection);
    }
    refresh();
}

void OperatorsPanel::refresh()
{
    const bool hasProfile = document() != nullptr && document()->profile() != nullptr;
    m_model->set(hasProfile ? document()->profile() : nullptr, hasProfile ? document()->statistics() : nullptr);
    m_stack->setCurrentWidget(hasProfile ? m_content : m_empty);
    if (!hasProfile)
        return;
    m_view->sortByColumn(2, Qt::DescendingOrder);
    const int widths[] = { 180, 96, 80, 76, 104, 80, 80, 60, 180, 90, 100 };
    for (int i = 0; i < m_model->columnCount(); ++i)
        m_view->setColumnWidth(i, widths[i]);
    refreshFoot();
    showSelection(nullptr);
}

void OperatorsPanel::refreshFoot()
{
    const auto statistics = document()->statistics();
    if (!statistics->account)
        return;
    const auto& account = *statistics->account;
    QStringList parts;
    const std::pair<QString, std::int64_t> named[] = { { tr("dispatch"), account.dispatchNs }, { tr("reorders"), account.reordersNs }, { tr("copies"), account.copiesNs },
        { tr("waiting"), account.waitingNs }, { tr("allocation"), account.allocationNs }, { tr("unaccounted"), account.unaccountedNs } };
    for (const auto& [name, ns] : named) {
        if (ns != 0)
            parts.append(name + u' ' + duration(ns));
    }
    if (account.overlapNs != 0)
        parts.append(tr("overlap −%1").arg(duration(account.overlapNs)));
    m_outsideParts->setText(parts.join(QStringLiteral(", ")));
    const double share = account.wallNs > 0 ? static_cast<double>(account.notInAnyOperatorNs()) / static_cast<double>(account.wallNs) : 0;
    m_outside->setText(duration(account.notInAnyOperatorNs()) + QStringLiteral("   ") + QString::fromStdString(support::shareText(share)));
    const auto wall = statistics->wall.measurement();
    m_wall->setText(QString::fromStdString(profiler::text(wall, 4) + "   " + profiler::confidenceText(wall)));
    QString plain;
    if (statistics->wallUnprofiled.samples > 0)
        plain = tr("profiling off %1").arg(QString::fromStdString(support::durationText(statistics->wallUnprofiled.median, 4)));
    if (statistics->recordingCost)
        plain += QStringLiteral("   ") + QString::fromStdString(profiler::text(*statistics->recordingCost, 2));
    m_wallPlain->setText(plain);
}

void OperatorsPanel::showSelection(const QObject* origin)
{
    if (origin == this || document() == nullptr)
        return;
    m_isShowing = true;
    const auto found = m_proxy->mapFromSource(m_model->indexOf(document()->selection()->current()));
    if (found.isValid()) {
        m_view->setCurrentIndex(found);
        m_view->scrollTo(found);
    } else {
        m_view->clearSelection();
    }
    m_isShowing = false;
}

void OperatorsPanel::select()
{
    if (m_isShowing || document() == nullptr)
        return;
    QList<SelectedItem> items;
    for (const auto& index : m_view->selectionModel()->selectedRows()) {
        if (const auto item = itemOf(index.data(ItemRole)); item.kind != SelectedItem::Kind::None)
            items.append(item);
    }
    if (items.isEmpty())
        return;
    const auto current = items.last();
    if (current.isNode() && document()->model() != nullptr && current.id < document()->model()->nodes.size())
        document()->enterGraph(document()->model()->nodes[current.id].graph);
    document()->selection()->set(items, current, this);
}

Panel* createOperatorsPanel(Context& context, QWidget* parent) { return new OperatorsPanel(context, parent); }

} // namespace ui
