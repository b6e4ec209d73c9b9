#include "ui/fleet/history_page.h"

#include "model/support/atomic_file.h"
#include "profiler/charts/history_figure.h"
#include "profiler/comparison/comparison.h"
#include "profiler/exporters/history_html.h"
#include "profiler/fleet/measured_folder.h"
#include "profiler/statistics/measurement.h"
#include "ui/document/settings.h"
#include "ui/fleet/dot_chart.h"
#include "ui/fleet/history_table.h"
#include "ui/format.h"
#include "ui/jobs/job_runner.h"
#include "ui/pages/figure_card.h"
#include "ui/tables/table_view.h"
#include "ui/translation/text.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_text.h"
#include "ui/window/panel.h"

#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLabel>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QStackedWidget>
#include <QStandardItemModel>

namespace ui {

using profiler::HistorySeries;

namespace {

QString pointName(const HistorySeries& series, std::size_t point)
{
    return plain(series.points[point].name(), 40);
}

QString seriesText(const HistorySeries& series)
{
    const auto& setup = series.setup;
    QStringList parts { plain(setup.model, 60) };
    for (const auto& facts : { setup.machine, setup.settings })
        if (!facts.empty())
            parts << plain(profiler::factsText(facts), 200);
    parts << countOf(series.points.size(), QT_TR_NOOP("%1 point(s)"));
    return parts.join(QStringLiteral(" · "));
}

/// The figure has one circle for each point, in order.
profiler::FleetFigure figureOf(const HistorySeries& series, double width, double height)
{
    profiler::FleetFigure chart { profiler::historyFigure(series, width, height), {} };
    for (std::size_t i = 0; i < chart.figure.shapes.size(); ++i)
        if (chart.figure.shapes[i].kind == profiler::Shape::Kind::Circle)
            chart.dots.push_back(i);
    return chart;
}

FigureCard latestCard(const HistorySeries& series)
{
    const auto& last = series.points.back();
    return { HistoryPage::tr("Latest, %1").arg(pointName(series, series.points.size() - 1)),
        durationText(last.wallNs, 4),
        last.interval ? HistoryPage::tr("95 % %1").arg(
            QString::fromStdString(profiler::rangeText(*last.interval)))
                      : HistoryPage::tr("error unknown") };
}

FigureCard changeCard(const HistorySeries& series)
{
    if (series.changes.empty())
        return { HistoryPage::tr("Last change"), HistoryPage::tr("none"),
            series.isSearched() ? HistoryPage::tr("at least %1 would be found")
                                      .arg(shareText(series.smallestChange))
                                : HistoryPage::tr("too few points to search") };
    const auto& change = series.changes.back();
    return { HistoryPage::tr("Last change"), plain(profiler::changeText(series, change), 60),
        HistoryPage::tr("first at %1, %2")
            .arg(plain(profiler::placeText(series, change), 60),
                QString::fromStdString(profiler::dateText(series.points[change.at].timeNs))) };
}

FigureCard sinceCard(const HistorySeries& series)
{
    const auto first = series.points.front().wallNs;
    const auto last = series.points.back().wallNs;
    return { HistoryPage::tr("Since the first point"),
        QString::fromStdString(profiler::ratioText(last / first - 1)),
        durationText(first, 4) + QStringLiteral(" → ") + durationText(last, 4) };
}

} // namespace

HistoryPage::HistoryPage(Context& context, const QString& folder, QWidget* parent)
    : FolderPage(context, folder, parent)
{
    setObjectName("historyPage");
    auto* column = makeColumn(this);
    m_pages = new QStackedWidget(this);
    m_state = makeEmptyLabel({}, this);
    m_state->setObjectName("historyState");
    m_pages->addWidget(m_state);
    m_pages->addWidget(buildContent());
    column->addWidget(m_pages);
    setFocusProxy(m_view);
    read();
}

HistoryPage::~HistoryPage() = default;

QString HistoryPage::title() const { return tr("History: %1").arg(FolderPage::title()); }

QWidget* HistoryPage::buildHead()
{
    auto* head = new QWidget(this);
    auto* row = makeRow(head, { 14, 10, 14, 8 }, 8);
    m_choice = new QComboBox(head);
    m_choice->setObjectName("historySeries");
    m_choice->setAccessibleName(tr("Model, machine and settings"));
    m_choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_choice->setMinimumContentsLength(30);
    m_compare = new QPushButton(icon("compare"), tr("Compare"), head);
    m_compare->setObjectName("historyCompare");
    m_open = new QPushButton(icon("open"), tr("Open profile"), head);
    m_open->setObjectName("historyOpen");
    auto* save = new QPushButton(icon("export"), tr("Export…"), head);
    save->setObjectName("historyExport");
    save->setToolTip(tr("Write all series as one HTML page"));
    row->addWidget(m_choice, 1);
    row->addWidget(m_compare);
    row->addWidget(m_open);
    row->addWidget(save);
    connect(m_choice, &QComboBox::currentIndexChanged, this, &HistoryPage::showSeries);
    connect(m_compare, &QPushButton::clicked, this, &HistoryPage::compareAtChange);
    connect(m_open, &QPushButton::clicked, this, &HistoryPage::openPoint);
    connect(save, &QPushButton::clicked, this, &HistoryPage::exportPage);
    return head;
}

QWidget* HistoryPage::buildContent()
{
    auto* content = new QWidget(this);
    auto* column = makeColumn(content);
    column->addWidget(buildHead());
    m_leftOut = new Banner("warning", "warning", content);
    m_leftOut->setObjectName("historyLeftOut");
    connect(m_leftOut, &Banner::dismissed, m_leftOut, &QWidget::hide);
    column->addWidget(m_leftOut);
    m_figures = makeRow(nullptr, { 14, 0, 14, 8 }, 10);
    column->addLayout(m_figures);
    auto* halves = new QSplitter(Qt::Vertical, content);
    halves->setChildrenCollapsible(false);
    m_chart = new DotChart(m_context.actions, tr("Wall over commits"), halves);
    m_chart->setObjectName("historyChart");
    connect(m_chart, &DotChart::dotChosen, this, &HistoryPage::followPoint);
    m_points = new QStandardItemModel(this);
    m_chart->setTable(m_points);
    halves->addWidget(m_chart);
    m_table = new HistoryTable(this);
    m_sorted = new QSortFilterProxyModel(this);
    m_view = new TableView(m_context.actions, halves);
    m_view->setObjectName("historyChanges");
    m_view->setAccessibleName(tr("Changes"));
    m_view->setSortedModel(
        *m_sorted, m_table, -1, Qt::AscendingOrder, { 260, 120, 90, 90, 100, 90, 140, 160, 110 });
    m_view->header()->setStretchLastSection(true);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        &HistoryPage::followChange);
    connect(m_view, &QAbstractItemView::activated, this, &HistoryPage::compareAtChange);
    halves->addWidget(m_view);
    halves->setStretchFactor(0, 3);
    halves->setStretchFactor(1, 2);
    column->addWidget(halves, 1);
    m_note = makeWrappedLabel({}, "secondary", content);
    m_note->setObjectName("historyNote");
    auto* note = makeRow(nullptr, { 14, 6, 14, 6 });
    note->addWidget(m_note);
    column->addLayout(note);
    return content;
}

void HistoryPage::read()
{
    showState(tr("Reading the profiles of %1…").arg(plain(folder().toStdString(), 200)));
    m_context.jobs.start<profiler::History>(
        this, QStringLiteral("history"), tr("Reading the history of %1").arg(FolderPage::title()),
        [path = folder().toStdString()](std::stop_token stop,
            const support::Progress& progress) -> support::Result<profiler::History> {
            auto profiles = TRY(profiler::fleet::readMeasuredFolder(path, stop, progress));
            return profiler::buildHistory(std::move(profiles), {}, stop);
        },
        [this](support::Result<profiler::History> history) {
            if (history)
                show(*std::move(history));
            else
                showState(plainLines(history.error().message()));
            emit shown();
        });
}

void HistoryPage::showState(const QString& text)
{
    m_state->setText(text);
    m_pages->setCurrentIndex(0);
}

void HistoryPage::show(profiler::History history)
{
    m_history = std::make_shared<const profiler::History>(std::move(history));
    if (m_history->series.empty())
        return showState(tr("%1 has no profile with recorded runs.\n“opscope-cli profile --commit” "
                            "says which commit it measures.")
                             .arg(plain(folder().toStdString(), 200)));
    m_pages->setCurrentIndex(1);
    constexpr int mostReasons = 20;
    QStringList reasons;
    for (const auto& [file, reason] : m_history->leftOut)
        if (reasons.size() < mostReasons)
            reasons << plain(file, 80) + QStringLiteral(": ") + plain(reason, 200);
    m_leftOut->setVisible(!reasons.isEmpty());
    m_leftOut->showMessage(countOf(m_history->leftOut.size(), QT_TR_NOOP("%1 file(s) left out")),
        reasons.join(u'\n'), {});
    m_choice->clear();
    for (const auto& series : m_history->series) {
        m_choice->addItem(seriesText(series));
        m_choice->setItemData(
            m_choice->count() - 1, toolTipOf(seriesText(series)), Qt::ToolTipRole);
    }
    showSeries(0);
}

void HistoryPage::showSeries(int index)
{
    if (m_history == nullptr || index < 0
        || static_cast<std::size_t>(index) >= m_history->series.size())
        return;
    m_series = { m_history, &m_history->series[static_cast<std::size_t>(index)] };
    m_choice->setToolTip(toolTipOf(m_choice->itemText(index)));
    m_chart->set([series = m_series](
                     double width, double height) { return figureOf(*series, width, height); });
    m_table->set(m_series);
    fillPoints();
    showFigures();
    const auto operators = m_series->operators.size();
    m_note->setText(
        m_series->isSearched() ? tr(
            "E-Divisive, p ≤ 1 %; changes of at least %1; %2 tested, %3 too small. The newest %4 "
            "points are too new to judge.")
                                     .arg(shareText(m_series->smallestChange),
                                         countOf(operators, QT_TR_NOOP("%1 operator(s)")),
                                         countText(m_series->untested),
                                         countText(m_series->tooNew()))
                               : tr("Changes are searched from %1 points on.")
                                     .arg(countText(
                                         2 * profiler::ChangePointOptions().shortestSegment)));
    m_view->setCurrentIndex(m_sorted->index(0, 0));
    followChange();
}

void HistoryPage::fillPoints()
{
    m_points->clear();
    m_points->setHorizontalHeaderLabels({ tr("Commit"), tr("Date"), tr("Wall (ns)"),
        tr("95 % CI low (ns)"), tr("95 % CI high (ns)"), tr("File") });
    for (std::size_t i = 0; i < m_series->points.size(); ++i) {
        const auto& point = m_series->points[i];
        const auto number = [](double ns) { return QString::number(ns, 'f', 0); };
        const QStringList texts { pointName(*m_series, i),
            QString::fromStdString(profiler::dateText(point.timeNs)), number(point.wallNs),
            point.interval ? number(point.interval->low) : QString(),
            point.interval ? number(point.interval->high) : QString(), plain(point.files.front()) };
        QList<QStandardItem*> row;
        for (const auto& text : texts)
            row << new QStandardItem(text);
        m_points->appendRow(row);
    }
}

void HistoryPage::showFigures()
{
    while (auto* item = m_figures->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    for (const auto& card : { latestCard(*m_series), changeCard(*m_series), sinceCard(*m_series) })
        m_figures->addWidget(makeFigureCard(card, this), 1);
}

const profiler::ChangePoint* HistoryPage::chosenChange() const
{
    const auto current = m_view->currentIndex();
    if (current.isValid())
        return &m_table->change(m_sorted->mapToSource(current).row());
    return m_series != nullptr && !m_series->changes.empty() ? &m_series->changes.back() : nullptr;
}

void HistoryPage::followChange()
{
    const auto* change = chosenChange();
    m_compare->setEnabled(change != nullptr);
    if (change != nullptr) {
        m_compare->setText(
            tr("Compare %1 with %2")
                .arg(pointName(*m_series, change->at - 1), pointName(*m_series, change->at)));
        m_chart->setCurrent(static_cast<int>(change->at));
    } else {
        m_compare->setText(tr("Compare"));
        m_compare->setToolTip(tr("No change was found"));
    }
    followPoint(m_chart->currentPart());
}

void HistoryPage::followPoint(int point)
{
    m_open->setEnabled(point >= 0);
    m_open->setToolTip(point >= 0 ? tr("Open the profile of %1")
                                        .arg(pointName(*m_series, static_cast<std::size_t>(point)))
                                  : tr("Choose a point of the chart"));
}

void HistoryPage::withPoints(
    std::initializer_list<std::size_t> points, std::function<void(const QStringList&)> use)
{
    QStringList names;
    for (const auto point : points)
        names << QString::fromStdString(m_series->points[point].files.front());
    withFiles(names, m_history->isPacked ? Files::Packed : Files::Single, std::move(use));
}

void HistoryPage::compareAtChange()
{
    if (const auto* change = chosenChange(); change != nullptr && change->at > 0)
        withPoints({ change->at - 1, change->at }, [this](const QStringList& paths) {
            emit compareRequested(paths.front(), paths.back());
        });
}

void HistoryPage::openPoint()
{
    if (const int point = m_chart->currentPart(); point >= 0)
        withPoints({ static_cast<std::size_t>(point) },
            [this](const QStringList& paths) { emit openRequested(paths.front()); });
}

void HistoryPage::exportPage()
{
    const auto proposed = QDir(settings::value("file/folder"))
                              .filePath(FolderPage::title() + QStringLiteral("-history.html"));
    const auto path = QFileDialog::getSaveFileName(
        this, tr("Export History"), proposed, tr("HTML (*.html);;All files (*)"));
    if (path.isEmpty())
        return;
    const auto written = support::writeFile(
        path.toStdString(), profiler::historyHtml(*m_history, FolderPage::title().toStdString()));
    if (written)
        m_context.showStatus(tr("Wrote %1").arg(plain(path.toStdString(), 120)), "ok");
    else
        m_context.showStatus(plain(written.error().message()), "error");
}

} // namespace ui
