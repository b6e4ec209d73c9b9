#include "ui/fleet/fleet_page.h"

#include "model/support/cache_folder.h"
#include "model/support/hash.h"
#include "profiler/statistics/measurement.h"
#include "ui/fleet/dot_chart.h"
#include "ui/fleet/fleet_table.h"
#include "ui/format.h"
#include "ui/jobs/job_runner.h"
#include "ui/tables/table_view.h"
#include "ui/translation/text.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_text.h"
#include "ui/window/panel.h"

#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>

#include <algorithm>
#include <cmath>
#include <set>

namespace ui {

using profiler::fleet::FleetIndex;
using profiler::fleet::ProfileFacts;
namespace fs = std::filesystem;

namespace {

/// The file that keeps the index of a folder of single profiles. Empty without a cache folder.
fs::path cacheOf(const QString& folder)
{
    const auto cache = support::cacheFolder();
    const auto path = folder.toStdString();
    return cache.empty()
        ? cache
        : cache / "fleet" / (support::xxh3(std::as_bytes(std::span(path))).hex() + ".parquet");
}

/// A text that orders and identifies the series of a profile.
std::string seriesOf(const ProfileFacts& facts) { return facts.model + '\n' + facts.settings; }

profiler::FleetPoint pointOf(const ProfileFacts& facts, const std::string& machine)
{
    profiler::FleetPoint point { facts.startedNs, facts.wallNs, {}, facts.machine == machine, {} };
    auto tip = startText(facts) + u'\n' + durationText(facts.wallNs, 4);
    if (!std::isnan(facts.wallLowNs)) {
        point.interval = profiler::Interval { facts.wallLowNs, facts.wallHighNs };
        tip += FleetPage::tr(", 95 % %1")
                   .arg(QString::fromStdString(profiler::rangeText(*point.interval)));
    }
    tip += u'\n' + machineText(facts) + QStringLiteral(" · ") + plain(facts.host, 60);
    if (!facts.commit.empty())
        tip += u'\n' + FleetPage::tr("commit %1").arg(plain(facts.commit, 20));
    point.tip = (tip + u'\n' + plain(facts.file, 120)).toStdString();
    return point;
}

/// Whether a profile is a point of the chart.
bool isPoint(const ProfileFacts& facts)
{
    return facts.interrupted == 0 && !std::isnan(facts.wallNs)
        && facts.startedNs != profiler::file::noInteger;
}

} // namespace

FleetPage::FleetPage(Context& context, const QString& folder, QWidget* parent)
    : FolderPage(context, folder, parent)
{
    setObjectName("fleetPage");
    auto* column = makeColumn(this);
    m_pages = new QStackedWidget(this);
    m_state = makeEmptyLabel({}, this);
    m_state->setObjectName("fleetState");
    m_pages->addWidget(m_state);
    m_pages->addWidget(buildContent());
    column->addWidget(m_pages);
    setFocusProxy(m_view);
    read();
}

FleetPage::~FleetPage() = default;

QWidget* FleetPage::buildHead()
{
    auto* head = new QWidget(this);
    auto* row = makeRow(head, { 14, 10, 14, 8 }, 8);
    auto* texts = makeColumn(nullptr, {}, 2);
    m_heading = makeLabel({}, "heading", head);
    m_heading->setObjectName("fleetHeading");
    m_summary = makeLabel({}, "secondary", head);
    m_summary->setObjectName("fleetSummary");
    m_summary->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // gives way
    texts->addWidget(m_heading);
    texts->addWidget(m_summary);
    row->addLayout(texts, 1);
    m_search = new QLineEdit(head);
    m_search->setObjectName("fleetFilter");
    m_search->setPlaceholderText(tr("Filter"));
    m_search->setAccessibleName(tr("Filter profiles"));
    m_search->setToolTip(
        tr("Words of model, machine, host, settings, date, commit, label or file; all must match"));
    m_search->setClearButtonEnabled(true);
    m_search->setMaximumWidth(260);
    m_open = new QPushButton(icon("open"), tr("Open"), head);
    m_open->setObjectName("fleetOpen");
    m_compare = new QPushButton(icon("compare"), tr("Compare"), head);
    m_compare->setObjectName("fleetCompare");
    m_history = new QPushButton(icon("lines"), tr("History"), head);
    m_history->setObjectName("fleetHistory");
    m_history->setToolTip(tr("Where models and operators became slower over the commits"));
    auto* again = new QPushButton(icon("reload"), tr("Read again"), head);
    again->setObjectName("fleetReload");
    for (auto* widget :
        std::initializer_list<QWidget*> { m_search, m_open, m_compare, m_history, again })
        row->addWidget(widget);
    connect(m_search, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_filter->setWords(text);
        showSummary();
        showSeries();
    });
    connect(m_open, &QPushButton::clicked, this, &FleetPage::openSelected);
    connect(m_compare, &QPushButton::clicked, this, &FleetPage::compareSelected);
    connect(m_history, &QPushButton::clicked, this, [this] { emit historyRequested(folder()); });
    connect(again, &QPushButton::clicked, this, &FleetPage::read);
    return head;
}

QWidget* FleetPage::buildContent()
{
    auto* content = new QWidget(this);
    auto* column = makeColumn(content);
    column->addWidget(buildHead());
    m_leftOut = new Banner("warning", "warning", content);
    m_leftOut->setObjectName("fleetLeftOut");
    connect(m_leftOut, &Banner::dismissed, m_leftOut, &QWidget::hide);
    column->addWidget(m_leftOut);
    auto* halves = new QSplitter(Qt::Vertical, content);
    halves->setChildrenCollapsible(false);
    m_table = new FleetTable(this);
    m_filter = new FleetFilter(*m_table, this);
    m_view = new TableView(m_context.actions, halves);
    m_view->setObjectName("fleetRows");
    m_view->setAccessibleName(tr("Profiles"));
    m_view->setSortedModel(*m_filter, m_table, FleetTable::Date, Qt::DescendingOrder,
        { 210, 230, 80, 230, 130, 90, 130, 50, 90, 90, 160 });
    m_view->header()->setStretchLastSection(true);
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this,
        &FleetPage::followSelection);
    connect(m_view, &QAbstractItemView::activated, this, [this] { openSelected(); });
    halves->addWidget(m_view);
    auto* lower = new QWidget(halves);
    auto* chart = makeColumn(lower, { 14, 8, 14, 8 }, 4);
    m_seriesTitle = makeLabel({}, "heading", lower);
    m_seriesTitle->setObjectName("fleetSeries");
    m_seriesTitle->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    chart->addWidget(m_seriesTitle);
    chart->addWidget(makeLabel(tr("A dot is the median of a profile, its line the 95 % interval. "
                                  "Blue: this machine; grey: other machines"),
        "secondary", lower));
    m_chart = new DotChart(m_context.actions, tr("Wall over time"), lower);
    m_chart->setObjectName("fleetChart");
    m_chart->setTable(m_filter);
    connect(m_chart, &DotChart::dotChosen, this,
        [this](int point) { chooseRow(m_series.value(point, -1)); });
    chart->addWidget(m_chart, 1);
    halves->addWidget(lower);
    halves->setStretchFactor(0, 3);
    halves->setStretchFactor(1, 2);
    column->addWidget(halves, 1);
    return content;
}

void FleetPage::read()
{
    m_state->setText(tr("Reading the profiles of %1…").arg(plain(folder().toStdString(), 200)));
    if (!m_index)
        m_pages->setCurrentIndex(0);
    m_context.jobs.start<FleetIndex>(
        this, QStringLiteral("fleet"), tr("Reading profiles of %1").arg(title()),
        [folder = folder()](std::stop_token stop, const support::Progress& progress) {
            return profiler::fleet::readFleet(
                folder.toStdString(), cacheOf(folder), std::move(stop), progress);
        },
        [this](support::Result<FleetIndex> index) {
            if (index)
                show(*std::move(index));
            else
                showFailure(plainLines(index.error().message()));
        });
}

void FleetPage::show(FleetIndex index)
{
    m_index = std::make_shared<const FleetIndex>(std::move(index));
    m_table->set(m_index);
    if (m_index->profiles.empty())
        return showFailure(tr(
            "%1 has no profile.\nExpected .opscope files of Profile or “opscope-cli profile -o”, "
            "or the folder of “opscope-cli pack”.")
                               .arg(plain(folder().toStdString(), 200)));
    m_pages->setCurrentIndex(1);
    QStringList reasons;
    for (const auto& [file, reason] : m_index->leftOut)
        if (reasons.size() < 20)
            reasons << plain(file, 80) + QStringLiteral(": ") + plain(reason, 200);
    m_leftOut->setVisible(!reasons.isEmpty());
    m_leftOut->showMessage(countOf(m_index->leftOut.size(), QT_TR_NOOP("%1 unreadable file(s)")),
        reasons.join(u'\n'), {});
    showSummary();
    m_view->setCurrentIndex(m_filter->index(0, 0));
    followSelection();
    emit shown();
}

void FleetPage::showFailure(const QString& text)
{
    m_state->setText(text);
    m_pages->setCurrentIndex(0);
    emit shown();
}

void FleetPage::showSummary()
{
    if (!m_index)
        return;
    std::set<std::string_view> models;
    std::set<std::string_view> machines;
    for (const auto& facts : m_index->profiles) {
        models.insert(facts.model);
        machines.insert(facts.machine);
    }
    const auto all = m_index->profiles.size();
    const auto found = static_cast<std::size_t>(m_filter->rowCount());
    m_heading->setText(found == all
            ? countOf(all, QT_TR_NOOP("%1 profile(s)"))
            : tr("%1 of %2 profiles").arg(countText(found), countText(all)));
    m_summary->setText(countOf(models.size(), QT_TR_NOOP("%1 model(s)")) + QStringLiteral(" · ")
        + countOf(machines.size(), QT_TR_NOOP("%1 kind(s) of machine")) + QStringLiteral(" · ")
        + (m_index->isPacked ? tr("packed") : tr("single files")) + QStringLiteral(" · ")
        + plain(folder().toStdString(), 120));
}

QList<int> FleetPage::selectedRows() const
{
    QList<int> rows;
    const auto current = m_view->currentIndex();
    if (current.isValid() && m_view->selectionModel()->isRowSelected(current.row()))
        rows << m_filter->mapToSource(current).row();
    for (const auto& index : m_view->selectionModel()->selectedRows())
        if (const int row = m_filter->mapToSource(index).row(); !rows.contains(row))
            rows << row;
    return rows;
}

void FleetPage::followSelection()
{
    const auto count = m_view->selectionModel()->selectedRows().size();
    m_open->setEnabled(count > 0);
    m_open->setToolTip(count > 0 ? tr("Open the profile (Enter)") : tr("Select a profile"));
    m_compare->setEnabled(count == 2);
    m_compare->setToolTip(count == 2 ? tr("Compare the two profiles, the older one is A")
                                     : tr("Select two profiles to compare them"));
    showSeries();
}

void FleetPage::showSeries()
{
    const auto rows = m_index ? selectedRows() : QList<int>();
    m_series.clear();
    std::vector<profiler::FleetPoint> points;
    if (!rows.isEmpty()) {
        const auto& chosen = m_table->facts(rows.front());
        const auto key = seriesOf(chosen);
        // Rows of the index are in order of model and start.
        for (int row = 0; row < static_cast<int>(m_index->profiles.size()); ++row) {
            const auto& facts = m_table->facts(row);
            if (facts.model != chosen.model || seriesOf(facts) != key || !isPoint(facts)
                || !m_filter->mapFromSource(m_table->index(row, 0)).isValid())
                continue;
            m_series << row;
            points.push_back(pointOf(facts, chosen.machine));
        }
        m_seriesTitle->setText(
            plain(chosen.model, 80) + QStringLiteral(" · ") + plain(chosen.settingsText, 200));
        m_seriesTitle->setToolTip(toolTipOf(plain(chosen.settingsText, 2000)));
    } else {
        m_seriesTitle->setText(tr("Select a profile to see its model over time"));
    }
    m_chart->set(points.empty() ? DotChart::Draw()
                                : [points = std::move(points)](double width, double height) {
                                      return profiler::fleetFigure(points, width, height);
                                  });
    m_chart->setCurrent(rows.isEmpty() ? -1 : static_cast<int>(m_series.indexOf(rows.front())));
}

void FleetPage::chooseRow(int row)
{
    if (row >= 0)
        m_view->showRow(m_filter->mapFromSource(m_table->index(row, 0)));
}

void FleetPage::openSelected()
{
    if (const auto rows = selectedRows(); !rows.isEmpty())
        withRows(
            rows.first(1), [this](const QStringList& paths) { emit openRequested(paths.front()); });
}

void FleetPage::compareSelected()
{
    auto rows = selectedRows();
    if (rows.size() != 2)
        return;
    std::ranges::stable_sort(rows, {}, [this](int row) { return m_table->facts(row).startedNs; });
    withRows(rows,
        [this](const QStringList& paths) { emit compareRequested(paths.front(), paths.back()); });
}

void FleetPage::withRows(const QList<int>& rows, std::function<void(const QStringList&)> use)
{
    QStringList names;
    for (const int row : rows)
        names << QString::fromStdString(m_table->facts(row).file);
    withFiles(names, m_index->isPacked ? Files::Packed : Files::Single, std::move(use));
}

} // namespace ui
