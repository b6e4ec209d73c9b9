#include "ui/sweep/sweep_panel.h"

#include "model/support/text.h"
#include "ui/inspectors/chips.h"
#include "ui/inspectors/elided_label.h"
#include "ui/run/run_controller.h"
#include "ui/run/unsaved_runs.h"
#include "ui/sweep/sweep_chart.h"
#include "ui/sweep/sweep_table.h"
#include "ui/tables/table_tools.h"
#include "ui/tables/table_view.h"
#include "ui/translation/translations.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_text.h"
#include "ui/window/actions.h"

#include <QButtonGroup>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QThread>
#include <QVBoxLayout>

#include <algorithm>
#include <set>
#include <string>

namespace ui {

namespace {

constexpr std::size_t curvesShown = 7; // more curves cannot be distinguished
constexpr int remarksShown = 3;
constexpr int threadsRole = Qt::UserRole + 1;

/// The powers of two below `most`, and `most` itself.
QString doublingTo(int most)
{
    QStringList sizes;
    for (int size = 1; size < most; size *= 2)
        sizes.append(QString::number(size));
    sizes.append(QString::number(most));
    return sizes.join(u',');
}

} // namespace

SweepPanel::SweepPanel(Context& context, QWidget* parent)
    : Panel(context, parent)
    , m_dimension(new QComboBox(this))
    , m_sizes(new QLineEdit(this))
    , m_start(new QPushButton(this))
    , m_status(new ElidedLabel({}, ElidedLabel::Look::Secondary, this))
    , m_remarks(makeWrappedLabel({}, nullptr, this))
    , m_nothing(makeEmptyLabel({}, this))
    , m_content(new QWidget(this))
    , m_splitter(new QSplitter(Qt::Horizontal, this))
    , m_chart(new SweepChart(context.actions, this))
    , m_table(new SweepTable(this))
    , m_rows(new TableView(context.actions, this))
    , m_sorted(new QSortFilterProxyModel(this))
{
    auto* outer = makeColumn(this);
    auto* form = new QHBoxLayout;
    buildForm(*form);
    buildChoices(*form);
    outer->addLayout(form);
    buildContent();
    outer->addWidget(makePages({ m_nothing, m_content }), 1);
    setFocusProxy(m_dimension);
    m_tools = makeTableTools(context, { { m_rows }, nullptr, QStringLiteral("sweep") }, this);
    connect(context.runs, &RunController::changed, this, &SweepPanel::followRun);
    connect(m_chart, &SweepChart::curveChosen, this, &SweepPanel::chooseCurve);
    connect(context.actions.action("run.sweep"), &QAction::changed, this, &SweepPanel::checkForm);
}

void SweepPanel::buildForm(QHBoxLayout& row)
{
    row.setContentsMargins(8, 4, 8, 4);
    m_dimension->setObjectName("sweepDimension");
    m_dimension->setAccessibleName(tr("What changes"));
    m_dimension->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_sizes->setObjectName("sweepSizes");
    m_sizes->setAccessibleName(tr("Sizes"));
    m_sizes->setToolTip(tr("128:2048:*2 doubles, 1:9:+2 adds two each time, 64,128,512 is a list"));
    m_sizes->setMinimumWidth(120);
    m_sizes->setMaximumWidth(220);
    m_start->setObjectName("startSweep");
    m_status->setObjectName("sweepStatus");
    row.addWidget(m_dimension);
    row.addWidget(m_sizes, 1);
    row.addWidget(m_start);
    row.addSpacing(8);
    row.addWidget(m_status, 1);
    connect(m_dimension, &QComboBox::activated, this, &SweepPanel::offerSizes);
    connect(m_sizes, &QLineEdit::textChanged, this, &SweepPanel::checkForm);
    connect(m_sizes, &QLineEdit::returnPressed, m_start, &QPushButton::click);
    connect(m_start, &QPushButton::clicked, this, &SweepPanel::startOrStop);
}

void SweepPanel::buildChoices(QHBoxLayout& row)
{
    const auto add = [&](const QString& text, const char* name, const QString& tip) {
        auto* made = makeChoiceChip(text, this, name, tip);
        row.addWidget(made);
        return made;
    };
    auto* exclusive = new QButtonGroup(this);
    m_types = add(tr("By type"), "sweepTypes", tr("One curve per operator type"));
    m_operators = add(tr("Each"), "sweepOperators", tr("One curve per operator"));
    for (auto* chip : { m_types, m_operators }) {
        exclusive->addButton(chip);
        connect(chip, &QPushButton::clicked, this, &SweepPanel::refresh);
    }
    m_types->setChecked(true);
    m_linear = add(tr("Linear"), "sweepLinear", tr("Linear axes instead of logarithmic ones"));
    connect(m_linear, &QPushButton::toggled, this, [this](bool isLinear) {
        m_chart->setScale(
            isLinear ? profiler::SweepScale::Linear : profiler::SweepScale::Logarithmic);
    });
}

void SweepPanel::buildContent()
{
    m_nothing->setMargin(16);
    auto* column = makeColumn(m_content);
    m_remarks->setObjectName("sweepRemarks");
    m_remarks->setContentsMargins(10, 2, 8, 2);
    m_remarks->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    column->addWidget(m_remarks);
    m_rows->setObjectName("sweepRows");
    m_rows->setAccessibleName(tr("Sweep as a table"));
    m_rows->setSortedModel(*m_sorted, m_table, SweepTable::Size, Qt::AscendingOrder);
    m_chart->setTable(m_sorted);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(m_chart);
    m_splitter->addWidget(m_rows);
    m_splitter->setStretchFactor(0, 3);
    m_splitter->setStretchFactor(1, 2);
    column->addWidget(m_splitter, 1);
}

/// Puts the table below the chart if the panel is high enough, else beside it.
void SweepPanel::resizeEvent(QResizeEvent*)
{
    constexpr int roomForBoth = 420;
    m_splitter->setOrientation(height() >= roomForBoth ? Qt::Vertical : Qt::Horizontal);
}

void SweepPanel::documentChanged()
{
    if (document() != nullptr) {
        follow(document(), &Document::analysisChanged, this, &SweepPanel::fillDimensions);
        follow(document(), &Document::modelChanged, this, &SweepPanel::fillDimensions);
    }
    m_status->setText({});
    fillDimensions();
    refresh();
    followRun();
}

profiler::Sweep SweepPanel::shown() const
{
    return document() != nullptr ? UnsavedRuns::instance().sweeps().value(document()->path())
                                 : profiler::Sweep();
}

void SweepPanel::fillDimensions()
{
    const auto before = m_dimension->currentText();
    m_dimension->clear();
    const auto analysis = document() != nullptr ? document()->analysis() : nullptr;
    bool hasThreads = false;
    for (const auto& dimension :
        analysis != nullptr ? analysis->freeDimensions : std::vector<model::FreeDimension>()) {
        if (dimension.name.find('=') != std::string::npos)
            continue; // `--sweep` uses = to separate the name from the sizes
        hasThreads = hasThreads || dimension.name == profiler::threadsSweep;
        m_dimension->addItem(plain(dimension.name, 60), QString::fromStdString(dimension.name));
    }
    if (document() != nullptr && document()->model() != nullptr && !hasThreads) {
        m_dimension->addItem(tr("threads"), QString::fromUtf8(profiler::threadsSweep.data()));
        m_dimension->setItemData(m_dimension->count() - 1, true, threadsRole);
    }
    const int place = m_dimension->findText(before);
    m_dimension->setCurrentIndex(place >= 0 ? place : 0);
    if (place < 0 || m_sizes->text().isEmpty())
        offerSizes();
    checkForm();
}

/// Suggests sizes: the current one doubled four times; for threads, up to the number of cores.
void SweepPanel::offerSizes()
{
    if (document() == nullptr || m_dimension->count() == 0)
        return m_sizes->clear();
    if (m_dimension->currentData(threadsRole).toBool())
        return m_sizes->setText(doublingTo(std::max(1, QThread::idealThreadCount())));
    const auto& dims = context().runs->settingsOf(document()).dims;
    const auto now = std::max<qlonglong>(1, dims.value(m_dimension->currentData().toString(), 1));
    m_sizes->setText(QStringLiteral("%1:%2:*2").arg(now).arg(now * 16));
}

support::Result<profiler::Sweep> SweepPanel::asked() const
{
    const auto text = m_dimension->currentData().toString() + u'=' + m_sizes->text().remove(u' ');
    auto plan = TRY(profiler::parseSweep(text.toStdString()));
    const bool isOfThreads = m_dimension->currentData(threadsRole).toBool();
    return profiler::Sweep { std::move(plan), isOfThreads, {} };
}

void SweepPanel::checkForm()
{
    const bool isRunning = context().runs->isRunning();
    const auto form = asked();
    const auto* sweepAction = context().actions.action("run.sweep");
    const auto reason = isRunning ? QString() : context().actions.reason(sweepAction);
    m_dimension->setEnabled(!isRunning && m_dimension->count() > 0);
    m_sizes->setEnabled(m_dimension->isEnabled());
    const bool isSweeping = isRunning && isOurs();
    const auto kept = static_cast<int>(context().runs->progress().sweep.points.size());
    m_start->setText(!isSweeping ? tr("Start sweep")
            : context().runs->state() == RunController::State::Stopping
            ? tr("Stop now")
            : tr("Stop and keep %n size(s)", nullptr, kept));
    m_start->setEnabled(
        isSweeping || (!isRunning && form && m_dimension->count() > 0 && sweepAction->isEnabled()));
    m_start->setToolTip(form ? toolTipOf(isSweeping ? QString() : reason)
                             : tr("Expected 128:2048:*2, 1:9:+2 or 64,128,512"));
    const bool isWrong = !form && m_sizes->isEnabled();
    m_sizes->setProperty("invalid", isWrong);
    if (isWrong)
        m_status->setText(tr("Sizes are 128:2048:*2, 1:9:+2 or 64,128,512"));
    else if (!isRunning && m_status->text() == tr("Sizes are 128:2048:*2, 1:9:+2 or 64,128,512"))
        m_status->setText({});
}

bool SweepPanel::isOurs() const
{
    return document() != nullptr && context().runs->document() == document()
        && context().runs->progress().mode == RunController::Mode::Sweep;
}

void SweepPanel::startOrStop()
{
    if (context().runs->isRunning())
        return context().runs->stop();
    if (auto sweep = asked(); sweep && document() != nullptr)
        context().runs->sweep(document(), *std::move(sweep));
}

void SweepPanel::followRun()
{
    checkForm();
    const auto& runs = *context().runs;
    const auto& progress = runs.progress();
    if (progress.mode != RunController::Mode::Sweep || runs.path().isEmpty())
        return;
    // Also updated while another tab is active.
    auto& known = UnsavedRuns::instance().sweeps()[runs.path()];
    const bool isNews = known.points.size() != progress.sweep.points.size()
        || known.plan.dimension != progress.sweep.plan.dimension
        || known.plan.sizes != progress.sweep.plan.sizes;
    if (isNews)
        known = progress.sweep;
    if (!isOurs())
        return;
    if (isNews)
        refresh();
    const auto done = static_cast<int>(progress.sweep.points.size());
    const auto planned = static_cast<int>(progress.sweep.plan.sizes.size());
    if (const auto waitsFor = runs.waitsFor(); !waitsFor.isEmpty())
        return m_status->setText(tr("Waits for: %1").arg(waitsFor));
    if (runs.isRunning()) {
        auto text = tr("%1 %2, size %3 of %4")
                        .arg(plain(progress.sweep.plan.dimension, 40))
                        .arg(progress.size)
                        .arg(std::min(done + 1, planned))
                        .arg(planned);
        if (progress.total > 0)
            text += QStringLiteral("  ·  ")
                + tr("%1, run %2 of %3")
                      .arg(nameText(progress.phase.toStdString()))
                      .arg(progress.done)
                      .arg(progress.total);
        return m_status->setText(text);
    }
    m_status->setText(!progress.failure.isEmpty() ? progress.failure
            : done < planned ? tr("stopped, %1 of %2 sizes").arg(done).arg(planned)
                             : tr("%n size(s) measured", nullptr, done));
}

void SweepPanel::refresh()
{
    const auto sweep = shown();
    m_tools->setEnabled(!sweep.points.empty());
    m_nothing->setText(document() == nullptr || document()->kind() == Document::Kind::Profile
            ? tr("Open a model to see how its time grows with a size.")
            : tr("No sweep yet. Choose a dimension, or the threads, and sizes: the model is "
                 "measured at each, with the settings of the Run panel."));
    showPage(sweep.points.empty() ? m_nothing : m_content);
    const auto rows
        = m_operators->isChecked() ? profiler::SweepRows::Operators : profiler::SweepRows::Types;
    const auto curves = profiler::curvesOf(sweep, rows, curvesShown);
    m_typeOf.clear();
    for (const auto& point : sweep.points)
        for (const auto& row : point.operators)
            m_typeOf.emplace(row.name, row.opType);
    m_table->set(sweep, curves);
    m_chart->set(sweep, curves);
    sizeColumns(sweep);
    refreshRemarks();
    refreshSelection();
}

void SweepPanel::sizeColumns(const profiler::Sweep& sweep)
{
    constexpr int least = 84;
    constexpr int reason = 260;
    constexpr int interval = 132;
    const bool hasFailed = std::ranges::any_of(
        sweep.points, [](const profiler::SweepPoint& point) { return !point.problem.empty(); });
    for (int i = 0; i < m_table->columnCount(); ++i)
        m_rows->setColumnWidth(i,
            i == SweepTable::Why ? reason
                                 : std::max(i == SweepTable::Confidence ? interval : least,
                                     m_rows->header()->sectionSizeHint(i)));
    m_rows->setColumnHidden(SweepTable::Why, !hasFailed);
}

void SweepPanel::refreshRemarks()
{
    const auto sweep = shown();
    QStringList all;
    for (const auto& remark : profiler::sweepRemarks(sweep, m_chart->curves()))
        all.append(sentenceText(remark));
    m_remarks->setVisible(!all.isEmpty());
    m_remarks->setToolTip(toolTipOf(all.join(u'\n')));
    m_remarks->setText(all.mid(0, remarksShown).join(QStringLiteral("  ·  ")));
}

/// Highlights the curves of the selected types or operators.
void SweepPanel::showSelection()
{
    if (document()->model() == nullptr)
        return;
    std::set<std::string> names;
    for (const auto& item : document()->selection()->items()) {
        if (!item.isNode() || item.id >= document()->model()->nodes.size())
            continue;
        names.insert(curveNameOf(model::NodeId(item.id)));
    }
    std::set<std::size_t> selected;
    const auto& curves = m_chart->curves();
    for (std::size_t i = 0; i < curves.size(); ++i) {
        if (!curves[i].isWall && names.contains(curves[i].name))
            selected.insert(i);
    }
    m_chart->setSelected(std::move(selected));
}

std::string SweepPanel::curveNameOf(model::NodeId node) const
{
    auto label = document()->nodeLabel(node).toStdString();
    if (m_operators->isChecked())
        return label;
    const auto known = m_typeOf.find(label);
    return known != m_typeOf.end() ? known->second : document()->model()->nodes[node.value()].type;
}

/// Selects all nodes of the curve's type, or the operator's node.
void SweepPanel::chooseCurve(std::size_t index)
{
    if (document() == nullptr || document()->model() == nullptr)
        return;
    const auto& curve = m_chart->curves()[index];
    const auto& nodes = document()->model()->nodes;
    QList<SelectedItem> items;
    for (std::uint32_t i = 0; i < nodes.size() && !curve.isWall; ++i) {
        if (curveNameOf(model::NodeId(i)) == curve.name)
            items.append({ SelectedItem::Kind::Node, i });
    }
    if (items.isEmpty())
        return document()->selection()->clear(this);
    m_chart->setSelected({ index });
    document()->enterGraphOf(items.first());
    document()->selection()->set(items, items.first(), this);
}

} // namespace ui
