#include "ui/roofline/roofline_panel.h"

#include "model/support/text.h"
#include "profiler/peaks/device_peaks.h"
#include "ui/document/document.h"
#include "ui/document/statistics_state.h"
#include "ui/document/step_selection.h"
#include "ui/format.h"
#include "ui/inspectors/chips.h"
#include "ui/jobs/job_runner.h"
#include "ui/roofline/roofline_chart.h"
#include "ui/roofline/roofline_table.h"
#include "ui/run/precision_text.h"
#include "ui/tables/table_tools.h"
#include "ui/tables/table_view.h"
#include "ui/translation/translations.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/note_label.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/theme.h"
#include "ui/window/actions.h"

#include <QButtonGroup>
#include <QDateTime>
#include <QLocale>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QThread>
#include <QToolButton>
#include <QVBoxLayout>

namespace ui {

namespace {

constexpr int secondsToMeasure = 3;

/// The number of threads of a profile; all cores if it does not contain one.
std::uint32_t threadsOf(const profiler::Profile& profile)
{
    const auto threads = profile.metadata.integer(profiler::keys::threads).value_or(0);
    return static_cast<std::uint32_t>(threads > 0 ? threads : QThread::idealThreadCount());
}

/// The peaks of the CPU, for a GPU run.
std::optional<profiler::MachinePeaks> peaksOfCpu(const profiler::Profile& profile)
{
    if (auto carried = profiler::peaksOf(profile.metadata))
        return carried;
    return profiler::isOfThisProcessor(profile.metadata)
        ? profiler::storedPeaks(profiler::peaksFile(), threadsOf(profile))
        : std::nullopt;
}

/// Makes blanks in short facts non-breaking, so that lines break between facts.
QStringList unbroken(QStringList facts)
{
    constexpr qsizetype longest = 40; // in characters; a longer fact may not fit in one line
    for (auto& fact : facts)
        if (fact.size() <= longest)
            fact.replace(u' ', QChar::Nbsp);
    return facts;
}

QString dateText(std::int64_t seconds)
{
    return QLocale().toString(QDateTime::fromSecsSinceEpoch(seconds).date(), QLocale::ShortFormat);
}

} // namespace

RooflinePanel::RooflinePanel(Context& context, QWidget* parent)
    : Panel(context, parent)
    , m_empty(makeEmptyState(context,
          tr("No run yet. Profile this model to see how near its operators come to what this "
             "machine can do."),
          "run.profile", this))
    , m_state(new StatisticsState(context, this))
    , m_why(makeEmptyLabel({}, this))
    , m_measure(new QPushButton(tr("Measure peaks"), this))
    , m_unmeasured(buildUnmeasured())
    , m_chart(new RooflineChart(context.actions, this))
    , m_table(new RooflineTable(this))
    , m_rows(new TableView(context.actions, this))
    , m_sorted(new QSortFilterProxyModel(this))
    , m_facts(new NoteLabel(this))
    , m_onGpu(makeChoiceChip(
          tr("GPU"), this, "roofsOfGpu", tr("Operators that ran on the GPU, against its roofs")))
    , m_onCpu(makeChoiceChip(
          tr("CPU"), this, "roofsOfCpu", tr("Operators that ran on the CPU, against its roofs")))
    , m_places(buildPlaces())
    , m_content(buildContent())
{
    auto* outer = makeColumn(this, {}, styleSpacing);
    outer->addWidget(m_places);
    outer->addWidget(makePages({ m_empty, m_state, m_unmeasured, m_content }), 1);
    buildTools();
    m_chart->setTable(m_sorted);
    setFocusProxy(m_chart);
    connect(m_chart, &RooflineChart::stepChosen, this, &RooflinePanel::choose);
    connect(m_measure, &QPushButton::clicked, this, &RooflinePanel::measure);
}

QWidget* RooflinePanel::buildPlaces()
{
    auto* places = new QWidget(this);
    auto* row = makeRow(places, { 10, 4, 8, 0 }, styleSpacing);
    auto* exclusive = new QButtonGroup(places);
    m_onGpu->setChecked(true);
    for (auto* chip : { m_onGpu, m_onCpu }) {
        exclusive->addButton(chip);
        row->addWidget(chip);
        connect(chip, &QPushButton::clicked, this, &RooflinePanel::refresh);
    }
    row->addStretch();
    places->hide();
    return places;
}

void RooflinePanel::refreshPlaces()
{
    const auto profile = document() != nullptr ? document()->profile() : nullptr;
    const auto isOnCpu = [&](const profiler::Step& step) {
        return step.kind == profiler::StepKind::Operator && profile->text(step.device) == "cpu";
    };
    const bool hasBoth = profile != nullptr && profiler::isOfDevice(profile->metadata)
        && std::ranges::any_of(profile->steps, isOnCpu);
    m_places->setVisible(hasBoth);
    if (!hasBoth)
        m_onGpu->setChecked(true);
}

QWidget* RooflinePanel::buildUnmeasured()
{
    auto* page = new QWidget(this);
    auto* column = new QVBoxLayout(page);
    column->addStretch(2);
    column->addWidget(m_why);
    m_measure->setObjectName("measurePeaks");
    column->addWidget(m_measure, 0, Qt::AlignHCenter);
    column->addStretch(3);
    return page;
}

QWidget* RooflinePanel::buildContent()
{
    auto* page = new QWidget(this);
    auto* column = makeColumn(page);
    auto* head = makeRow(nullptr, { 10, 4, 8, 4 }, styleSpacing);
    m_facts->setObjectName("rooflineFacts");
    auto policy = m_facts->sizePolicy(); // it wraps instead of widening the dock
    policy.setHorizontalPolicy(QSizePolicy::Ignored);
    m_facts->setSizePolicy(policy);
    head->addWidget(m_facts, 1);
    column->addLayout(head);
    buildTable();
    auto* splitter = new QSplitter(Qt::Horizontal, page);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(m_chart);
    splitter->addWidget(m_rows);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    column->addWidget(splitter, 1);
    return page;
}

void RooflinePanel::buildTable()
{
    m_rows->setObjectName("rooflineRows");
    m_rows->setAccessibleName(tr("Roofline as a table"));
    m_rows->setSortedModel(*m_sorted, m_table, RooflineTable::Time, Qt::DescendingOrder,
        { 130, 80, 76, 90, 96, 84, 76 });
    connect(m_rows->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        &RooflinePanel::chooseRow);
    connect(m_rows, &QTreeView::activated, context().actions.action("go.graph"), &QAction::trigger);
}

void RooflinePanel::buildTools()
{
    m_tools = new QWidget(this);
    auto* row = makeRow(m_tools, {}, 2);
    const auto add = [&](const char* icon, const QString& tip, auto slot) {
        auto* button = makeToolButton(icon, tip, m_tools);
        connect(button, &QToolButton::clicked, this, slot);
        row->addWidget(button);
        return button;
    };
    constexpr double step = 1.5;
    add("zoom-in", tr("Zoom in (+)"), [this] { m_chart->zoomBy(step); });
    add("zoom-out", tr("Zoom out (-)"), [this] { m_chart->zoomBy(1 / step); });
    add("fit", tr("Show all (Home)"), [this] { m_chart->showAll(); });
    add("measure", tr("Measure the peaks of this machine again, %1 s").arg(secondsToMeasure),
        [this] { measure(); })
        ->setObjectName("measureAgain");
    row->addWidget(
        makeTableTools(context(), { { m_rows }, nullptr, QStringLiteral("roofline") }, this));
}

void RooflinePanel::documentChanged()
{
    if (document() != nullptr) {
        follow(document(), &Document::profileChanged, this, &RooflinePanel::refresh);
        follow(document(), &Document::statisticsChanged, this, &RooflinePanel::refresh);
    }
    refresh();
}

void RooflinePanel::refresh()
{
    const bool mustWait = m_state->follow(document());
    const auto profile = document() != nullptr && !mustWait ? document()->profile() : nullptr;
    refreshPlaces();
    m_tools->setEnabled(profile != nullptr);
    if (profile == nullptr) {
        m_table->set(nullptr, nullptr);
        m_chart->set(nullptr, nullptr);
        return showPage(mustWait ? m_state : m_empty);
    }
    context().jobs.start<Found>(
        this, QStringLiteral("roofline"), tr("Comparing with what the machine can do"),
        [profile, statistics = document()->statistics(), unsure = m_unsure,
            wantsCpu = m_onCpu->isChecked()](
            std::stop_token, const support::Progress&) -> support::Result<Found> {
            Found found;
            found.isOfGpu = !wantsCpu && profiler::isOfDevice(profile->metadata);
            found.isOfThisMachine
                = !found.isOfGpu && profiler::isOfThisProcessor(profile->metadata);
            found.isCarried = found.isOfGpu || profiler::peaksOf(profile->metadata).has_value();
            auto peaks = wantsCpu ? peaksOfCpu(*profile) : profiler::knownPeaks(profile->metadata);
            const bool isMissing = !peaks && unsure && found.isOfThisMachine
                && unsure->threads == threadsOf(*profile);
            if (isMissing)
                peaks = unsure;
            if (peaks)
                found.roofline = std::make_shared<const profiler::Roofline>(
                    profiler::rooflineOf(*profile, *statistics, *peaks));
            return found;
        },
        [this](support::Result<Found> found) {
            if (found)
                show(*found);
        });
}

void RooflinePanel::show(const Found& found)
{
    const auto profile = document() != nullptr ? document()->profile() : nullptr;
    if (profile == nullptr || document()->statistics() == nullptr)
        return;
    if (found.roofline == nullptr)
        return showUnmeasured(found);
    m_table->set(profile, found.roofline);
    m_chart->set(profile, found.roofline);
    showFacts(found);
    showPage(m_content);
    refreshSelection();
}

void RooflinePanel::showUnmeasured(const Found& found)
{
    const auto cpu = QString::fromStdString(
        std::string(document()->profile()->metadata.text(profiler::keys::cpu)));
    m_measure->setVisible(found.isOfThisMachine);
    if (found.isOfGpu) {
        m_why->setText(
            tr("This profile carries no roofs of its GPU: they are measured there, when the GPU is "
               "first profiled. Times of kernels are complete without them."));
        return showPage(m_unmeasured);
    }
    m_why->setText(found.isOfThisMachine
            ? tr("What this machine can do with %n thread(s) is not measured yet. Measuring takes "
                 "%1 s and wants an idle machine; the result is kept.",
                nullptr, static_cast<int>(threadsOf(*document()->profile())))
                  .arg(secondsToMeasure)
            : cpu.isEmpty()
            ? tr("This profile does not say on which processor it was taken, so no ceilings can be "
                 "drawn.")
            : tr("This profile was taken on another processor (%1) and carries no ceilings. "
                 "`opscope-cli selftest peaks` measures them there, for later profiles.")
                  .arg(cpu));
    showPage(m_unmeasured);
}

void RooflinePanel::showFacts(const Found& found)
{
    const auto& peaks = found.roofline->peaks;
    QStringList facts;
    if (found.isOfGpu)
        facts += plain(peaks.device, 60);
    facts += workRateText(peaks.flopsPerSecond)
        + (found.isOfGpu ? u' '
                    + precisionText(
                        plain(document()->profile()->metadata.text(profiler::keys::precision), 40))
                         : QStringLiteral(" float"));
    if (!peaks.bandwidths.empty())
        facts += tr("%1 memory").arg(byteRateText(peaks.bandwidths.back().bytesPerSecond));
    facts += sentenceText(profiler::peaksTrust(peaks));
    if (peaks.measuredAt > 0)
        facts += found.isCarried ? tr("measured %1").arg(dateText(peaks.measuredAt))
                                 : tr("measured apart, %1").arg(dateText(peaks.measuredAt));
    facts += tr("dashed: estimated bytes");
    if (found.isOfGpu)
        facts += tr("hollow: with the gaps before it");
    const auto isCounted = [](const profiler::RoofRow& row) {
        return std::ranges::any_of(row.levelBytes, [](double bytes) { return bytes > 0; });
    };
    const bool hasLevels = std::ranges::any_of(found.roofline->rows, isCounted);
    if (hasLevels)
        facts += tr("hollow: by cache misses");
    const auto moved = std::ranges::count_if(
        found.roofline->rows, [](const profiler::RoofRow& row) { return row.flopsPerSecond <= 0; });
    if (moved > 0)
        facts += tr("%n without FLOP: in the table", nullptr, static_cast<int>(moved));
    if (found.roofline->rows.size() > RooflineTable::maxRows)
        facts += tr("table: the longest %1 of %2")
                     .arg(RooflineTable::maxRows)
                     .arg(found.roofline->rows.size());
    m_facts->setToolTip(toolTipOf(found.isOfGpu
            ? tr("Roofs: the best of five windows on this GPU, a copy on the device and large "
                 "products in the precision of the run. Times are of kernels, without gaps; those "
                 "below 5 µs have no place.\n")
                + facts.join(u'\n')
            : tr("Ceilings: the best of five windows on this machine, by Measure peaks or "
                 "`opscope-cli selftest peaks`; measured apart: not before this run. Bytes are the "
                 "least that must move")
                + (hasLevels
                        ? tr("; those of L1, L2 and LLC are counted misses times 64 B, without "
                             "what the processor fetches in advance.\n")
                        : tr(", none is measured.\n"))
                + facts.join(u'\n')));
    m_facts->setText(unbroken(std::move(facts)).join(QStringLiteral("\u00a0\u00a0· ")));
    m_facts->setProperty("tone", peaks.distrust.empty() ? QString() : QStringLiteral("warning"));
    restyle(*m_facts);
}

void RooflinePanel::measure()
{
    const auto profile = document() != nullptr ? document()->profile() : nullptr;
    if (profile == nullptr)
        return;
    const auto threads = threadsOf(*profile);
    m_turn.ask(tr("Measuring what this machine can do"), [this, threads] { measureNow(threads); });
    m_measure->setEnabled(false);
    if (const auto waitsFor = m_turn.waitsFor(); !waitsFor.isEmpty())
        context().showStatus(tr("The peaks are measured next, after: %1").arg(waitsFor), "ok");
}

void RooflinePanel::measureNow(std::uint32_t threads)
{
    context().jobs.start<profiler::MachinePeaks>(
        this, QStringLiteral("measurePeaks"), m_turn.title(),
        [threads](std::stop_token stop,
            const support::Progress&) -> support::Result<profiler::MachinePeaks> {
            auto peaks = TRY(profiler::measurePeaks(threads, std::move(stop)));
            if (peaks.distrust.empty())
                TRY(profiler::storePeaks(profiler::peaksFile(), peaks));
            return peaks;
        },
        [this](support::Result<profiler::MachinePeaks> peaks) { measured(std::move(peaks)); });
}

void RooflinePanel::measured(support::Result<profiler::MachinePeaks> peaks)
{
    m_turn.end();
    m_measure->setEnabled(true);
    if (!peaks) {
        if (peaks.error().kind() != support::ErrorKind::Cancelled)
            context().showStatus(QString::fromStdString(peaks.error().message()), "error");
        return;
    }
    m_unsure.reset();
    if (!peaks->distrust.empty()) {
        context().showStatus(
            tr("The peaks are not kept: %1").arg(QString::fromStdString(peaks->distrust)),
            "warning");
        m_unsure = *std::move(peaks);
    } else {
        context().showStatus(tr("The peaks of this machine are measured and kept"), "ok");
        emit peaksMeasured();
    }
    refresh();
}

void RooflinePanel::showSelection()
{
    const auto profile = document()->profile();
    if (profile == nullptr)
        return;
    const auto steps = selectedSteps(*profile, document()->selection()->items());
    m_chart->setSelected(steps);
    const auto first = std::ranges::find(steps, true);
    const int row = first == steps.end()
        ? -1
        : m_table->rowOf(engine::StepId(static_cast<std::uint32_t>(first - steps.begin())));
    m_rows->showRow(m_sorted->mapFromSource(m_table->index(row, 0)));
}

void RooflinePanel::choose(engine::StepId step)
{
    if (document() != nullptr && document()->profile() != nullptr)
        selectStep(*document(), step, m_chart); // not this panel: its table follows the chart
}

void RooflinePanel::chooseRow()
{
    const auto index = m_sorted->mapToSource(m_rows->currentIndex());
    if (isShowing() || document() == nullptr || !index.isValid())
        return;
    selectStep(*document(), m_table->stepOf(index.row()), this);
    m_chart->setSelected(selectedSteps(*document()->profile(), document()->selection()->items()));
}

} // namespace ui
