#include "ui/engines/engines_page.h"

#include "ui/canvas/graph_view.h"
#include "ui/engines/engine_rows.h"
#include "ui/engines/wall_bars.h"
#include "ui/inspectors/chips.h"
#include "ui/inspectors/elided_label.h"
#include "ui/tables/table_view.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/icon_label.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/theme.h"

#include <QButtonGroup>
#include <QComboBox>
#include <QGridLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QSplitter>
#include <QStackedWidget>
#include <QThread>

#include <array>
#include <utility>

// Construction of the page of engines.

namespace ui {

namespace {

QWidget* makePanel(QWidget* parent)
{
    auto* panel = new QWidget(parent);
    panel->setAutoFillBackground(true);
    panel->setBackgroundRole(QPalette::Base);
    return panel;
}

} // namespace

EnginesPage::EnginesPage(Context& context, Document* document, QWidget* parent)
    : QWidget(parent)
    , m_context(context)
    , m_document(document)
    , m_runner(new EnginesRunner(context, this))
{
    setObjectName("enginesPage");
    setAttribute(Qt::WA_StyledBackground);
    auto* column = makeColumn(this);
    column->addWidget(buildHead());
    column->addWidget(buildProgress());
    m_failure = new Banner("error", "error", this);
    m_failure->setObjectName("enginesFailure");
    m_failure->hide();
    connect(m_failure, &Banner::dismissed, m_failure, &QWidget::hide);
    column->addWidget(m_failure);
    m_stack = new QStackedWidget(this);
    m_stack->addWidget(buildNothing());
    m_content = buildContent();
    m_stack->addWidget(m_content);
    column->addWidget(m_stack, 1);
    connectParts();
    refreshHead();
    refreshProgress();
}

QWidget* EnginesPage::buildHead()
{
    auto* head = makePanel(this);
    auto* row = makeRow(head, { 14, 10, 14, 10 }, 24);
    auto* names = makeColumn(nullptr, {}, 2);
    auto* title = makeLabel(tr("Which engine is fastest here"), "heading", head);
    title->setFont(scaledFont(title->font(), 1.15));
    names->addWidget(title);
    m_subtitle = makeLabel({}, "secondary", head);
    m_subtitle->setObjectName("enginesSubtitle");
    names->addWidget(m_subtitle);
    row->addLayout(names);
    auto* verdicts = new QWidget(head);
    verdicts->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // gives way
    m_verdicts = makeRow(verdicts, {}, 28);
    row->addWidget(verdicts, 1);
    auto* counts = makeLabel(tr("Threads"), "secondary", head);
    m_threadCounts = new QLineEdit(head);
    m_threadCounts->setObjectName("engineThreads");
    m_threadCounts->setAccessibleName(tr("Numbers of threads, separated by commas"));
    m_threadCounts->setToolTip(m_threadCounts->accessibleName());
    m_threadCounts->setMaximumWidth(70);
    const int cores = QThread::idealThreadCount();
    m_threadCounts->setText(cores > 1 ? QStringLiteral("1, %1").arg(cores) : QStringLiteral("1"));
    m_rounds = new QSpinBox(head);
    m_rounds->setObjectName("engineRounds");
    m_rounds->setRange(2, 1000);
    m_rounds->setValue(20);
    m_rounds->setAccessibleName(tr("Rounds"));
    m_rounds->setToolTip(tr("In each round every engine runs once or more, in a random order"));
    m_measure = new QPushButton(icon("reload"), tr("Measure"), head);
    m_measure->setObjectName("measureEngines");
    m_export = new QPushButton(icon("export"), tr("Export…"), head);
    m_export->setObjectName("exportEngines");
    row->addWidget(counts);
    row->addWidget(m_threadCounts);
    row->addWidget(makeLabel(tr("Rounds"), "secondary", head));
    row->addWidget(m_rounds);
    row->addWidget(m_measure);
    row->addWidget(m_export);
    return head;
}

QWidget* EnginesPage::buildProgress()
{
    m_progress = new QFrame(this);
    m_progress->setObjectName("comparisonRunning");
    m_progress->setProperty("tone", "info");
    auto* row = makeRow(m_progress, { 14, 6, 14, 6 }, 12);
    m_progressText = makeLabel({}, nullptr, m_progress);
    m_progressText->setObjectName("enginesProgress");
    m_progressBar = new QProgressBar(m_progress);
    m_progressBar->setTextVisible(false);
    m_progressBar->setMaximumWidth(260);
    auto* stop = new QPushButton(tr("Cancel"), m_progress);
    stop->setObjectName("cancelEngines");
    connect(stop, &QPushButton::clicked, m_runner, &EnginesRunner::cancel);
    row->addWidget(m_progressText, 1);
    row->addWidget(m_progressBar);
    row->addWidget(stop);
    m_progress->hide();
    return m_progress;
}

QWidget* EnginesPage::buildNothing()
{
    auto* nothing = new QWidget(this);
    auto* column = makeColumn(nothing, { 24, 24, 24, 24 }, 12);
    column->addStretch();
    auto* text
        = makeWrappedLabel(tr("Not measured yet. Every engine that is installed runs this model on "
                              "the same inputs, in "
                              "turns, in a process of its own. Outputs are compared before times."),
            nullptr, nothing);
    text->setAlignment(Qt::AlignCenter);
    column->addWidget(text);
    auto* start = new QPushButton(icon("profile", "onAccent"), tr("Measure all engines"), nothing);
    start->setObjectName("measureEnginesFirst");
    start->setProperty("primary", true);
    connect(start, &QPushButton::clicked, this, &EnginesPage::measure);
    column->addWidget(start, 0, Qt::AlignHCenter);
    auto* open = new QPushButton(icon("folder"), tr("Open a measurement…"), nothing);
    open->setObjectName("openEngines");
    open->setToolTip(tr("A file that “opscope-cli engines --profiles FOLDER --format json” wrote, "
                        "or that was exported here"));
    connect(open, &QPushButton::clicked, this, &EnginesPage::openMeasurement);
    column->addWidget(open, 0, Qt::AlignHCenter);
    column->addStretch();
    return nothing;
}

QWidget* EnginesPage::buildContent()
{
    auto* halves = new QSplitter(Qt::Vertical, this);
    halves->setChildrenCollapsible(false);
    auto* upper = new QSplitter(Qt::Horizontal, halves);
    upper->setChildrenCollapsible(false);
    upper->addWidget(buildWalls());
    upper->addWidget(buildConditions());
    upper->setSizes({ 480, 520 });
    auto* lower = new QSplitter(Qt::Horizontal, halves);
    lower->setChildrenCollapsible(false);
    lower->addWidget(buildTable());
    m_graph = new GraphView(m_context, m_document, lower);
    lower->addWidget(m_graph);
    lower->setSizes({ 650, 350 });
    halves->addWidget(upper);
    halves->addWidget(lower);
    halves->setStretchFactor(0, 0);
    halves->setStretchFactor(1, 1);
    return halves;
}

QWidget* EnginesPage::buildWalls()
{
    auto* panel = makePanel(this);
    auto* column = makeColumn(panel, { 14, 8, 14, 8 }, 8);
    auto* line = makeRow(nullptr, {}, 12);
    line->addWidget(makeLabel(tr("Wall, median and 95 % interval"), "heading", panel));
    line->addStretch();
    m_legend = makeRow(nullptr, {}, 12);
    line->addLayout(m_legend);
    column->addLayout(line);
    m_walls = new WallBars(panel);
    column->addWidget(m_walls);
    column->addStretch();
    return panel;
}

QWidget* EnginesPage::buildConditions()
{
    auto* area = new QScrollArea(this);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    auto* panel = makePanel(area);
    auto* column = makeColumn(panel, { 14, 8, 14, 8 }, 8);
    column->addWidget(makeLabel(tr("Conditions"), "heading", panel));
    m_conditions = new QGridLayout;
    m_conditions->setHorizontalSpacing(16);
    m_conditions->setVerticalSpacing(5);
    column->addLayout(m_conditions);
    auto* card = new QFrame(panel);
    card->setObjectName("finding");
    card->setProperty("tone", "info");
    auto* row = makeRow(card, { 10, 6, 10, 6 }, 8);
    row->addWidget(new IconLabel("note", 16, "info", card), 0, Qt::AlignTop);
    m_notes = makeWrappedLabel({}, nullptr, card);
    m_notes->setObjectName("engineNotes");
    row->addWidget(m_notes, 1);
    column->addWidget(card);
    column->addStretch();
    area->setWidget(panel);
    return area;
}

QWidget* EnginesPage::buildTable()
{
    auto* panel = makePanel(this);
    auto* column = makeColumn(panel, { 0, 6, 0, 6 }, 6);
    buildTableBar(*column);
    m_model = new ComparedTable(this);
    m_sorted = new EngineRowsProxy(this);
    m_sorted->setFilterKeyColumn(-1);
    m_sorted->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_table = new TableView(m_context.actions, panel);
    m_table->setObjectName("engineRows");
    m_table->setAccessibleName(tr("Times by operator group"));
    m_table->setSortedModel(*m_sorted, m_model, -1, Qt::AscendingOrder);
    m_table->header()->setStretchLastSection(true);
    m_differences = makeWrappedLabel({}, nullptr, panel);
    m_differences->setObjectName("engineDifferences");
    auto* differences = makeRow(nullptr, { 14, 0, 14, 0 });
    differences->addWidget(m_differences);
    column->addLayout(differences);
    column->addWidget(m_table, 1);
    m_tableNote = makeWrappedLabel({}, "secondary", panel);
    m_tableNote->setObjectName("engineTableNote");
    auto* note = makeRow(nullptr, { 14, 0, 14, 0 });
    note->addWidget(m_tableNote);
    column->addLayout(note);
    buildFoot(*column);
    setFocusProxy(m_table);
    return panel;
}

void EnginesPage::buildTableBar(QBoxLayout& column)
{
    auto* bar = makeRow(nullptr, { 14, 0, 14, 0 }, 6);
    bar->addWidget(makeLabel(tr("By operators"), "heading", this));
    bar->addSpacing(8);
    m_threadChips = makeRow(nullptr, {}, 6);
    bar->addLayout(m_threadChips);
    bar->addSpacing(8);
    auto* baseline = makeLabel(tr("Baseline"), "secondary", this);
    m_baselines = new QComboBox(this);
    m_baselines->setObjectName("engineBaseline");
    m_baselines->setToolTip(tr("The engine whose times the others are compared with"));
    baseline->setBuddy(m_baselines);
    bar->addWidget(baseline);
    bar->addWidget(m_baselines);
    bar->addStretch();
    m_groupings = new QButtonGroup(this);
    const std::array titles { std::pair(tr("By group"), "engineGroups"),
        std::pair(tr("By type"), "engineTypes"), std::pair(tr("Each"), "engineEach") };
    for (int i = 0; i < static_cast<int>(titles.size()); ++i) {
        const auto& [title, name] = titles[static_cast<std::size_t>(i)];
        auto* chip = makeChoiceChip(title, this, name);
        m_groupings->addButton(chip, i);
        bar->addWidget(chip);
    }
    m_groupings->button(0)->setChecked(true);
    connect(m_groupings, &QButtonGroup::idClicked, this,
        [this](int id) { setGrouping(static_cast<EngineGrouping>(id)); });
    auto* filter = new QLineEdit(this);
    filter->setObjectName("engineFilter");
    filter->setPlaceholderText(tr("Filter"));
    filter->setClearButtonEnabled(true);
    filter->setMaximumWidth(180);
    connect(filter, &QLineEdit::textChanged, this,
        [this](const QString& text) { m_sorted->setFilterFixedString(text); });
    bar->addWidget(filter);
    column.addLayout(bar);
}

void EnginesPage::buildFoot(QBoxLayout& column)
{
    m_attribution = new QWidget(this);
    auto* attribution = makeColumn(m_attribution, { 14, 0, 14, 0 }, 4);
    auto* line = makeRow(nullptr, {}, 8);
    line->addWidget(makeLabel(tr("How times were led to nodes"), "heading", this));
    m_attributionHead = makeRow(nullptr, {}, 4);
    line->addLayout(m_attributionHead);
    m_attributionText = new ElidedLabel({}, ElidedLabel::Look::Secondary, m_attribution);
    m_attributionText->setObjectName("engineAttribution");
    line->addWidget(m_attributionText, 1);
    attribution->addLayout(line);
    m_attributionBar = new ShareBar(m_attribution);
    attribution->addWidget(m_attributionBar);
    column.addWidget(m_attribution);
    auto* selected = makeRow(nullptr, { 14, 2, 14, 2 }, 24);
    auto* left = makeColumn(nullptr, {}, 2);
    m_selectedTitle = makeLabel({}, "heading", this);
    m_selectedTitle->setObjectName("engineSelected");
    m_selectedText = makeWrappedLabel({}, "secondary", this);
    m_selectedText->setObjectName("engineSelectedText");
    left->addWidget(m_selectedTitle);
    left->addWidget(m_selectedText);
    left->addStretch();
    auto* right = makeColumn(nullptr, {}, 2);
    right->addWidget(makeLabel(tr("Which step runs which nodes"), "heading", this));
    m_steps = makeWrappedLabel({}, "secondary", this);
    m_steps->setObjectName("engineSteps");
    right->addWidget(m_steps);
    right->addStretch();
    selected->addLayout(left, 2);
    selected->addLayout(right, 3);
    column.addLayout(selected);
}

} // namespace ui
