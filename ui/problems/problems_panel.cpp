#include "ui/problems/problems_panel.h"

#include "ui/delegates/roles.h"
#include "ui/edit/model_editor.h"
#include "ui/problems/problem_actions.h"
#include "ui/problems/problem_detail.h"
#include "ui/problems/problems_model.h"
#include "ui/tables/table_tools.h"
#include "ui/tables/table_view.h"
#include "ui/widgets/item_menu.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/window/actions.h"

#include <QHeaderView>
#include <QPushButton>

#include <algorithm>

namespace ui {

using support::Severity;

ProblemsPanel::ProblemsPanel(Context& context, QWidget* parent)
    : Panel(context, parent)
    , m_empty(makeEmptyLabel({}, this))
    , m_view(new TableView(context.actions, this))
    , m_model(new ProblemsModel(this))
    , m_detail(new ProblemDetail(*this))
{
    auto* column = makeColumn(this);
    auto* row = makeRow(nullptr, { 8, 5, 8, 5 }, 6);
    for (const auto severity : { Severity::Error, Severity::Warning, Severity::Note }) {
        auto* chip = new QPushButton(this);
        chip->setProperty("chip", true);
        chip->setProperty("tone", toneOf(severity));
        chip->setCheckable(true);
        chip->setChecked(true);
        connect(chip, &QPushButton::toggled, this,
            [this, severity](bool isShown) { m_model->setShown(severity, isShown); });
        m_chips[static_cast<std::size_t>(severity)] = chip;
        row->addWidget(chip);
    }
    row->addStretch();
    column->addLayout(row);
    m_view->setAccessibleName(tr("Problems"));
    m_view->setModel(m_model);
    m_view->setItemsExpandable(true);
    m_view->setIndentation(16);
    m_view->header()->setStretchLastSection(false);
    m_view->header()->setSectionResizeMode(ProblemsModel::Problem, QHeaderView::Stretch);
    column->addWidget(makePages({ m_empty, m_view }), 1);
    column->addWidget(m_detail);
    addItemMenu(*m_view, *this, [this](const QModelIndex& index) {
        QList<ItemCommand> commands;
        for (auto& action : problemActions(m_model->at(index), *this))
            commands.append({ action.text, std::move(action.follow) });
        return commands;
    });
    m_tools = makeTableTools(
        context, { { m_view }, nullptr, QStringLiteral("problems"), ExportedRows::Leaves }, this);
    setFocusProxy(m_view);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        [this](const QModelIndex& current) {
            showDetail();
            if (!isShowing())
                reveal(current);
        });
    connect(m_model, &QAbstractItemModel::modelReset, this, &ProblemsPanel::showDetail);
    context.actions.on("go.nextProblem", this, [this] { stepRow(1); });
    context.actions.on("go.previousProblem", this, [this] { stepRow(-1); });
    connect(m_view, &TableView::linkActivated, this, &ProblemsPanel::reveal);
    connect(m_view, &QTreeView::activated, this, &ProblemsPanel::reveal);
    refresh();
}

void ProblemsPanel::resizeEvent(QResizeEvent* event)
{
    Panel::resizeEvent(event);
    fitColumns();
    m_detail->fit();
}

/// Limits the width of the other columns so that the message has most of the space. The rule gets
/// the largest limit, since its last characters distinguish it.
void ProblemsPanel::fitColumns()
{
    constexpr std::array shares { 0.18, 0.28, 0.22 };
    for (int i = 0; i < static_cast<int>(shares.size()); ++i) {
        const int column = ProblemsModel::Where + i;
        const int most = static_cast<int>(shares[static_cast<std::size_t>(i)] * width());
        m_view->resizeColumnToContents(column);
        m_view->setColumnWidth(column, std::min(m_view->columnWidth(column), most));
    }
}

void ProblemsPanel::showDetail()
{
    const auto current = m_view->currentIndex();
    m_detail->set(current.isValid() ? &m_model->at(current) : nullptr,
        itemOf(current.siblingAtColumn(0).data(ItemRole)));
}

void ProblemsPanel::documentChanged()
{
    if (document() != nullptr) {
        follow(document(), &Document::problemsChanged, this, &ProblemsPanel::refresh);
        follow(document(), &Document::stateChanged, this, &ProblemsPanel::refreshChips);
        if (auto* editor = document()->editor())
            follow(editor, &ModelEditor::draftsChanged, this, &ProblemsPanel::refresh);
    }
    refresh();
}

/// Findings of the model, and texts of fields that an edit refused: those are shown here only.
support::Diagnostics ProblemsPanel::shownProblems() const
{
    if (document() == nullptr)
        return {};
    auto problems = document()->problems();
    if (const auto* editor = document()->editor())
        std::ranges::move(editor->refusedDrafts(), std::back_inserter(problems));
    std::ranges::stable_sort(problems, std::greater<> {}, &support::Diagnostic::severity);
    return problems;
}

void ProblemsPanel::refresh()
{
    const auto guard = showing();
    const auto current = m_view->currentIndex();
    const auto before = current.isValid() ? m_model->at(current) : support::Diagnostic();
    m_model->set(shownProblems(), document() != nullptr ? document()->model() : nullptr);
    // Indents rows only if there are branches.
    bool hasBranches = false;
    for (int row = 0; row < m_model->rowCount(); ++row)
        hasBranches = hasBranches || m_model->rowCount(m_model->index(row, 0)) > 0;
    m_view->setRootIsDecorated(hasBranches);
    for (int row = 0; row < m_model->rowCount() && !before.code.empty(); ++row) {
        const auto index = m_model->index(row, 0);
        if (m_model->at(index).code == before.code && m_model->at(index).message == before.message)
            m_view->setCurrentIndex(index); // keeps the current finding selected
    }
    fitColumns();
    refreshChips();
}

void ProblemsPanel::refreshChips()
{
    const std::array<QString, 3> texts { tr("Notes %1"), tr("Warnings %1"), tr("Errors %1") };
    int total = 0;
    for (const auto severity : { Severity::Note, Severity::Warning, Severity::Error }) {
        const int count = m_model->count(severity);
        auto* button = chip(severity);
        button->setText(texts[static_cast<std::size_t>(severity)].arg(count));
        button->setVisible(count > 0);
        total += count;
    }
    const bool isOpening = document() != nullptr && document()->state() == Document::State::Opening;
    m_empty->setText(document() == nullptr ? tr("No model is open.")
            : isOpening                    ? tr("Reading the model…")
                                           : tr("No problems found."));
    showPage(total > 0 ? static_cast<QWidget*>(m_view) : m_empty);
    emit titleChanged(total > 0 ? tr("Problems  %1").arg(total) : QString());
}

void ProblemsPanel::showSelection()
{
    const auto index = m_model->indexOf(document()->selection()->current());
    if (index.isValid())
        m_view->showRow(index);
}

void ProblemsPanel::stepRow(int by)
{
    const int rows = m_model->rowCount();
    if (rows == 0)
        return;
    emit showRequested();
    const auto current = m_view->currentIndex();
    QModelIndex next;
    if (current.isValid())
        next = by > 0 ? m_view->indexBelow(current) : m_view->indexAbove(current);
    if (!next.isValid())
        next = m_view->model()->index(by > 0 ? 0 : rows - 1, 0);
    m_view->showRow(next);
    if (next == current)
        reveal(next);
}

void ProblemsPanel::reveal(const QModelIndex& index)
{
    const auto item = itemOf(index.data(ItemRole));
    if (document() == nullptr)
        return;
    if (item.isNode())
        document()->reveal(model::NodeId(item.id), this);
    else if (item.isValue())
        document()->revealValue(model::ValueId(item.id), this);
}

} // namespace ui
