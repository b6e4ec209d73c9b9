#include "ui/runs/runs_panel.h"

#include "profiler/comparison/comparison.h"
#include "profiler/file/profile_file.h"
#include "ui/document/document.h"
#include "ui/jobs/job_runner.h"
#include "ui/runs/run_difference.h"
#include "ui/runs/run_text.h"
#include "ui/runs/runs_model.h"
#include "ui/tables/table_tools.h"
#include "ui/tables/table_view.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_text.h"
#include "ui/window/actions.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QHeaderView>
#include <QMessageBox>
#include <QPointer>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QSplitter>

#include <algorithm>

namespace ui {

RunsPanel::RunsPanel(Context& context, QWidget* parent)
    : Panel(context, parent)
    , m_empty(makeEmptyState(context,
          tr("No run yet. Profile this model, or attach a profile that was taken before."),
          "run.profile", this))
    , m_content(new QWidget(this))
    , m_view(new TableView(context.actions, this))
    , m_model(new RunsModel(this))
    , m_sorted(new QSortFilterProxyModel(this))
    , m_differenceView(new TableView(context.actions, this))
    , m_differenceTable(new DifferenceTable(this))
{
    makeColumn(this)->addWidget(makePages({ m_empty, m_content }));
    m_view->setAccessibleName(tr("Runs"));
    m_view->setObjectName("runs");
    m_view->header()->setStretchLastSection(true);
    m_view->setSortedModel(*m_sorted, m_model, RunsModel::Started, Qt::DescendingOrder,
        { 112, 110, 170, 110, 60, 100, 132 });
    auto* column = makeColumn(m_content);
    column->addWidget(buildHead());
    auto* splitter = new QSplitter(Qt::Vertical, m_content);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(m_view);
    splitter->addWidget(buildDifference());
    splitter->setSizes({ 100, 140 });
    column->addWidget(splitter, 1);
    m_tools = makeTableTools(
        context, { { m_view, m_differenceView }, nullptr, QStringLiteral("runs") }, this);
    setFocusProxy(m_view);
    connect(m_view, &QTreeView::activated, this, &RunsPanel::show);
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        refreshButtons();
        refreshDifference();
    });
}

QWidget* RunsPanel::buildHead()
{
    auto* head = new QWidget(this);
    auto* row = makeRow(head, { 8, 4, 8, 4 }, styleSpacing);
    const auto button = [&](const char* name, const QString& text, auto slot) {
        auto* made = new QPushButton(text, head);
        made->setObjectName(name);
        connect(made, &QPushButton::clicked, this, slot);
        row->addWidget(made);
        return made;
    };
    m_show = button("showRun", tr("Show"), &RunsPanel::show);
    m_rename = button("renameRun", tr("Rename"), &RunsPanel::rename);
    m_save = button("saveRun", tr("Save profile…"), &RunsPanel::save);
    m_remove = button("removeRun", tr("Remove"), &RunsPanel::remove);
    button("attachProfile", tr("Attach profile…"),
        [this] { context().actions.action("file.attachProfile")->trigger(); });
    m_message = makeLabel({}, "secondary", head);
    row->addWidget(m_message, 1);
    return head;
}

QWidget* RunsPanel::buildDifference()
{
    m_difference = new QWidget(this);
    auto* column = makeColumn(m_difference, { 0, 4, 0, 0 }, 2);
    m_differenceFacts = makeWrappedLabel({}, nullptr, m_difference);
    m_differenceFacts->setObjectName("differenceFacts");
    m_differenceFacts->setContentsMargins(10, 0, 10, 2);
    column->addWidget(m_differenceFacts);
    auto* sorted = new QSortFilterProxyModel(this);
    m_differenceView->setAccessibleName(tr("Difference of two runs"));
    m_differenceView->setObjectName("difference");
    m_differenceView->setSortedModel(
        *sorted, m_differenceTable, DifferenceTable::Change, Qt::DescendingOrder, { 220 });
    column->addWidget(m_differenceView, 1);
    m_difference->hide();
    return m_difference;
}

void RunsPanel::documentChanged()
{
    m_model->setDocument(document());
    if (document() != nullptr)
        follow(document(), &Document::runsChanged, this, &RunsPanel::refresh);
    refresh();
}

void RunsPanel::refresh()
{
    showPage(m_model->rowCount() > 0 ? m_content : m_empty);
    m_message->clear();
    emit titleChanged(
        m_model->rowCount() > 1 ? tr("Runs  %1").arg(m_model->rowCount()) : QString());
    refreshButtons();
    refreshDifference();
}

QList<int> RunsPanel::chosen() const
{
    QList<int> runs;
    for (const auto& index : m_view->selectionModel()->selectedRows())
        runs.append(m_model->runOf(m_sorted->mapToSource(index).row()));
    std::sort(runs.begin(), runs.end());
    return runs;
}

void RunsPanel::refreshButtons()
{
    const auto count = chosen().size();
    const bool hasModel = document() != nullptr && document()->kind() == Document::Kind::Model;
    for (auto* button : { m_show, m_rename, m_save })
        button->setEnabled(count == 1);
    m_remove->setEnabled(count > 0 && hasModel);
}

namespace {

/// The differences of the settings, as `Not the same: device cpu → cuda, precision f32 → tf32`, on
/// a line of its own; empty if there are none.
QString settingsText(const profiler::Profile& a, const profiler::Profile& b)
{
    constexpr qsizetype maxShown = 6;
    constexpr qsizetype longestValue = 60; // in characters
    QStringList parts;
    for (const auto& row : profiler::settingDifferences(a, b, {}))
        parts.append(RunsPanel::tr("%1 %2 → %3")
                         .arg(plain(row.name, longestValue), plain(row.a, longestValue),
                             plain(row.b, longestValue)));
    if (parts.isEmpty())
        return {};
    const bool isCut = parts.size() > maxShown;
    return u'\n'
        + RunsPanel::tr("Not the same: %1").arg(parts.mid(0, maxShown).join(QStringLiteral(", ")))
        + (isCut ? QStringLiteral(" …") : QString());
}

} // namespace

void RunsPanel::refreshDifference()
{
    const auto runs = chosen();
    m_difference->setVisible(runs.size() == 2);
    if (runs.size() != 2)
        return m_differenceTable->set({});
    const auto& a = document()->runs()[static_cast<std::size_t>(runs[0])];
    const auto& b = document()->runs()[static_cast<std::size_t>(runs[1])];
    if (a.statistics == nullptr || b.statistics == nullptr) {
        m_differenceFacts->setText(tr("The statistics of one of them are not computed yet."));
        return m_differenceTable->set({});
    }
    const MeasuredProfile before { *a.profile, *a.statistics };
    const MeasuredProfile after { *b.profile, *b.statistics };
    const auto wall = wallDifference(before, after);
    m_differenceFacts->setText(
        tr("A = %1, B = %2: wall %3 (%4)")
            .arg(titleOf(a), titleOf(b), changeText(wall), relativeText(wall))
        + u'\n'
        + tr("Differences of medians. The two were not measured in turns, so a drift of the "
             "machine counts too; no test for noise is made.")
        + settingsText(*a.profile, *b.profile));
    m_differenceTable->set(differenceOf(before, after));
}

void RunsPanel::show()
{
    if (const auto runs = chosen(); runs.size() == 1)
        document()->showRun(runs.first());
}

void RunsPanel::rename()
{
    const auto rows = m_view->selectionModel()->selectedRows(RunsModel::Name);
    if (rows.size() == 1)
        m_view->edit(rows.first());
}

void RunsPanel::remove()
{
    const auto runs = chosen();
    if (runs.isEmpty())
        return;
    const auto& all = document()->runs();
    const bool isLost = std::ranges::any_of(
        runs, [&](int run) { return all[static_cast<std::size_t>(run)].isOfSession; });
    if (isLost) {
        // Measurements of this session are not saved in a file of the user.
        QMessageBox box(QMessageBox::Question, tr("Remove runs"),
            tr("Remove %n run(s)? What was measured and not saved is lost.", nullptr,
                static_cast<int>(runs.size())),
            QMessageBox::NoButton, this);
        auto* yes = box.addButton(tr("Remove"), QMessageBox::AcceptRole);
        box.addButton(tr("Keep"), QMessageBox::RejectRole);
        box.exec();
        if (box.clickedButton() != yes)
            return;
    }
    for (auto run = runs.rbegin(); run != runs.rend(); ++run)
        document()->removeRun(*run);
}

void RunsPanel::save()
{
    const auto runs = chosen();
    if (runs.size() != 1)
        return;
    const auto profile = document()->runs()[static_cast<std::size_t>(runs.first())].profile;
    QFileDialog dialog(this, tr("Save profile"));
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setNameFilter(tr("Opscope profile (*.opscope)"));
    dialog.setDefaultSuffix(QStringLiteral("opscope"));
    dialog.selectFile(
        QFileInfo(document()->path()).completeBaseName() + QStringLiteral(".opscope"));
    if (dialog.exec() != QDialog::Accepted || dialog.selectedFiles().isEmpty())
        return;
    const auto path = dialog.selectedFiles().first();
    context().jobs.start<void>(
        this, QStringLiteral("save"), tr("Writing %1").arg(QFileInfo(path).fileName()),
        [path, profile](std::stop_token stop, const support::Progress& progress) {
            return profiler::writeProfileFile(path.toStdString(), *profile, {}, stop, progress);
        },
        [this, path, profile, saved = QPointer(document())](support::Result<void> done) {
            if (done && saved != nullptr)
                saved->setRunFile(profile.get(), path);
            m_message->setText(
                done ? tr("Saved as %1").arg(path) : plain(done.error().message(), 400));
        });
}

} // namespace ui
