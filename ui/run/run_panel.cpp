#include "ui/run/run_panel.h"

#include "engine/inputs/linked_dims.h"
#include "ui/document/document.h"
#include "ui/engines/engine_box.h"
#include "ui/format.h"
#include "ui/gpu/device_findings.h"
#include "ui/run/blocker_card.h"
#include "ui/run/device_settings_box.h"
#include "ui/run/generation_box.h"
#include "ui/run/inputs/shape_field.h"
#include "ui/run/named_settings.h"
#include "ui/run/plan_text.h"
#include "ui/run/run_dots.h"
#include "ui/run/run_settings.h"
#include "ui/run/target_box.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_text.h"
#include "ui/window/actions.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QStyle>
#include <QVBoxLayout>

namespace ui {

namespace {

constexpr int maxNames = 8;

QLabel* heading(const QString& text) { return makeLabel(text, "heading"); }
QLabel* note(const QString& text) { return makeWrappedLabel(text, "secondary"); }

/// Checks of a model before a run: what is missing, what prevents a run. One sentence per line,
/// with a check mark or a warning sign. The document must have a model.
QStringList checkLines(const Document& document)
{
    const auto& model = *document.model();
    QStringList lines;
    std::size_t unknown = 0;
    for (const auto& node : model.nodes)
        unknown += node.schema == nullptr && !node.function.isValid() ? 1 : 0;
    lines.append(unknown == 0
            ? RunPanel::tr("✓ every operator is known")
            : RunPanel::tr("⚠ %n operator(s) of unknown kind; plug-ins bring them (Preferences)",
                nullptr, static_cast<int>(unknown)));
    std::size_t weightless = 0;
    for (const auto& tensor : model.tensors)
        weightless += tensor.ref.place == model::TensorRef::Place::None ? 1 : 0;
    if (weightless > 0)
        lines.append(RunPanel::tr(
            "⚠ %n weight(s) missing in the file", nullptr, static_cast<int>(weightless)));
    const auto analysis = document.analysis();
    if (analysis != nullptr) {
        const auto stopping = document.runBlockers().findings.size();
        lines.append(stopping == 0 ? RunPanel::tr("✓ nothing in Problems stops a run")
                                   : RunPanel::tr("⚠ problems that stop a run: %1").arg(stopping));
    }
    if (analysis != nullptr && analysis->weightBytes > 0)
        lines.append(RunPanel::tr("✓ weights %1").arg(bytesText(analysis->weightBytes)));
    return lines;
}

} // namespace

void RunPanel::clear(QLayout& layout)
{
    while (auto* item = layout.takeAt(0)) {
        if (item->widget() != nullptr)
            item->widget()->deleteLater();
        delete item;
    }
}

RunPanel::RunPanel(Context& context, QWidget* parent)
    : Panel(context, parent)
    , m_runs(*context.runs)
{
    auto* outer = makeColumn(this, {}, styleSpacing);
    auto* scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_form = new QWidget(scroll);
    auto* column = new QVBoxLayout(m_form);
    column->setSpacing(6);
    buildLastRun(*column);
    buildNamed(*column);
    buildForm(*column);
    buildChecks(*column);
    column->addStretch();
    scroll->setWidget(m_form);
    // Wide enough for the form, because it does not scroll horizontally.
    scroll->setMinimumWidth(
        m_form->minimumSizeHint().width() + style()->pixelMetric(QStyle::PM_ScrollBarExtent) + 2);
    buildBlocker(*outer);
    buildProgress(*outer);
    outer->addWidget(scroll, 1);
    buildButtons(*outer);
    m_refreshSoon.setSingleShot(true);
    connect(&m_refreshSoon, &QTimer::timeout, this, &RunPanel::refreshSettings);
    connect(&m_runs, &RunController::changed, this, &RunPanel::refreshRun);
    connect(&m_runs, &RunController::settingsChanged, this, [this](Document* changed) {
        if (changed == document() && !isShowing())
            refreshSettings();
    });
    documentChanged();
}

void RunPanel::buildNamed(QVBoxLayout& column)
{
    m_named = new NamedSettingsBar;
    column.addWidget(m_named);
    connect(m_named, &NamedSettingsBar::chosen, this, [this](const RunSettings& chosen) {
        m_runs.settingsOf(document()) = chosen;
        auto binding = document()->binding();
        for (const auto& [name, size] : chosen.binding())
            binding[name] = size;
        document()->setBinding(std::move(binding));
        m_runs.settingsEdited(document());
    });
    connect(m_named, &NamedSettingsBar::told, this,
        [this](const QString& text, const char* icon) { context().showStatus(text, icon); });
}

void RunPanel::refreshNamed()
{
    if (document() == nullptr)
        return m_named->show(nullptr, {}, {}); // a closed model is freed
    m_named->show(document()->model(), document()->path(), m_runs.settingsOf(document()));
}

void RunPanel::buildForm(QVBoxLayout& column)
{
    buildPlace(column);
    m_generation = new GenerationBox;
    column.addWidget(m_generation);
    connect(m_generation, &GenerationBox::edited, this, &RunPanel::edited);
    column.addSpacing(6);
    column.addWidget(heading(tr("Shapes")));
    m_shapes = new QVBoxLayout;
    column.addLayout(m_shapes);
    m_dims = new QVBoxLayout;
    column.addLayout(m_dims);
    buildInputs(column);
    buildMeasure(column);
    buildLimits(column);
    connect(m_place, &DeviceSettingsBox::edited, this, &RunPanel::edited);
    connect(
        m_place, &DeviceSettingsBox::devicesKnown, this, [this](const DeviceProbe::Answer& answer) {
            m_devices = answer;
            refreshDeviceProblems();
        });
    for (auto* box : { m_count, m_warmup, m_limit, m_memory, m_longest })
        connect(box, &QSpinBox::valueChanged, this, &RunPanel::edited);
    connect(m_until, &QDoubleSpinBox::valueChanged, this, &RunPanel::edited);
    connect(m_record, &QComboBox::activated, this, &RunPanel::edited);
    for (auto* box : { m_randomWeights, m_runTheRest, m_runDespite })
        connect(box, &QCheckBox::toggled, this, &RunPanel::edited);
    connect(m_seed, &QLineEdit::editingFinished, this, &RunPanel::edited);
}

void RunPanel::buildPlace(QVBoxLayout& column)
{
    column.addWidget(heading(tr("Where")));
    m_target = new TargetBox;
    column.addWidget(m_target);
    connect(m_target, &TargetBox::edited, this, &RunPanel::edited);
    m_engine = new EngineBox;
    column.addWidget(m_engine);
    connect(m_engine, &EngineBox::edited, this, &RunPanel::edited);
    m_place = new DeviceSettingsBox;
    column.addWidget(m_place);
    m_randomWeights = new QCheckBox(tr("Random weights where the file has none"));
    column.addWidget(m_randomWeights);
    m_runTheRest = new QCheckBox(tr("Skip unsupported operators"));
    column.addWidget(m_runTheRest);
    m_runDespite = new QCheckBox(tr("Run despite problems"));
    m_runDespite->setToolTip(tr("Also run a model that breaks rules of ONNX which say what it "
                                "computes; the results then depend on the implementation"));
    column.addWidget(m_runDespite);
}

void RunPanel::buildChecks(QVBoxLayout& column)
{
    column.addSpacing(6);
    column.addWidget(heading(tr("Before the run")));
    m_checks = note({});
    m_checks->setObjectName("runChecks");
    column.addWidget(m_checks);
}

void RunPanel::buildBlocker(QVBoxLayout& column)
{
    m_blocker = new BlockerCard;
    auto* row = makeRow(nullptr, { 8, 8, 8, 0 }, styleSpacing);
    row->addWidget(m_blocker);
    column.addLayout(row);
    connect(m_blocker, &BlockerCard::problemsRequested, context().actions.action("go.problems"),
        &QAction::trigger);
    connect(m_blocker, &BlockerCard::runDespiteProblemsRequested, this,
        [this] { decide(&RunSettings::runDespiteProblems); });
    connect(m_blocker, &BlockerCard::randomWeightsRequested, this,
        [this] { decide(&RunSettings::randomWeights); });
    connect(m_blocker, &BlockerCard::pluginsRequested, context().actions.action("edit.preferences"),
        &QAction::trigger);
    connect(m_blocker, &BlockerCard::partialRunRequested, this, [this] {
        const auto mode = m_runs.progress().mode;
        decide(&RunSettings::partialRun);
        m_runs.start(document(), mode); // repeats the run that was refused
    });
}

/// Chart of every run. It is above the settings and scrolls with them, because they need the space.
void RunPanel::buildLastRun(QVBoxLayout& column)
{
    m_lastRun = new QWidget;
    auto* rows = makeColumn(m_lastRun, { 0, 0, 0, 6 }, styleSpacing);
    rows->addWidget(heading(tr("Every run")));
    m_dots = new RunDots;
    rows->addWidget(m_dots);
    m_facts = note({});
    m_facts->setObjectName("runFacts");
    rows->addWidget(m_facts);
    column.addWidget(m_lastRun);
}

/// The progress is above the settings, so that it is visible without scrolling.
void RunPanel::buildProgress(QVBoxLayout& column)
{
    m_progressBox = new QWidget;
    auto* rows = makeColumn(m_progressBox, { 10, 8, 10, 4 }, styleSpacing);
    m_headline = makeWrappedLabel({}, "heading");
    m_headline->setObjectName("runHeadline");
    rows->addWidget(m_headline);
    m_bar = new QProgressBar;
    m_bar->setTextVisible(false);
    rows->addWidget(m_bar);
    m_stop = new QPushButton(icon("stop", "error"), tr("Stop and keep"));
    connect(m_stop, &QPushButton::clicked, &m_runs, &RunController::stop);
    m_stop->setObjectName("stopRun");
    rows->addWidget(m_stop, 0, Qt::AlignLeft);
    m_onCpu = new QPushButton(tr("Run on the CPU"));
    m_onCpu->setObjectName("runOnCpu");
    connect(m_onCpu, &QPushButton::clicked, this, [this] { m_runs.repeatOnCpu(document()); });
    rows->addWidget(m_onCpu, 0, Qt::AlignLeft);
    column.addWidget(m_progressBox);
}

void RunPanel::buildButtons(QVBoxLayout& column)
{
    auto* row = makeRow(nullptr, { 8, 4, 8, 8 }, styleSpacing);
    row->addStretch();
    m_once = new QPushButton(tr("Run once"));
    m_check = new QPushButton(tr("Check only"));
    m_profile = new QPushButton(icon("profile", "onAccent"), tr("Profile"));
    m_profile->setProperty("primary", true);
    for (const auto& [button, id] : { std::pair(m_once, "run.once"),
             std::pair(m_check, "run.check"), std::pair(m_profile, "run.profile") }) {
        followAction(*button, context().actions, *context().actions.action(id));
        row->addWidget(button);
    }
    column.addLayout(row);
}

void RunPanel::documentChanged()
{
    if (document() != nullptr) {
        // After the picture, for which the user waits.
        for (const auto signal : { &Document::modelChanged, &Document::analysisChanged })
            follow(document(), signal, &m_refreshSoon, qOverload<>(&QTimer::start));
        follow(document(), &Document::statisticsChanged, this, &RunPanel::refreshRun);
    }
    refreshSettings();
    refreshRun();
}

void RunPanel::refreshSettings()
{
    const bool hasModel = document() != nullptr && document()->model() != nullptr;
    m_form->setEnabled(hasModel);
    if (!hasModel) {
        refreshNamed();
        refreshBlocker();
        m_checks->setText(tr("Open a model to run it."));
        return;
    }
    fill(m_runs.settingsOf(document()));
    refreshChecks();
    refreshBlocker();
    refreshDeviceProblems();
}

void RunPanel::fill(const RunSettings& settings)
{
    const auto guard = showing();
    refreshNamed();
    m_engine->show(settings.engine);
    m_target->show(settings.target);
    m_engine->setHost(settings.target);
    m_place->show(settings);
    refreshForEngine(settings);
    m_randomWeights->setChecked(settings.randomWeights);
    m_runTheRest->setChecked(settings.partialRun);
    m_runDespite->setChecked(settings.runDespiteProblems);
    m_seed->setText(QString::number(settings.seed));
    m_record->setCurrentIndex(std::max(0, m_record->findData(settings.record)));
    refreshGeneration();
    refreshDims();
    refreshInputs();
}

/// Greys what only Opscope's engine has.
void RunPanel::refreshForEngine(const RunSettings& settings)
{
    for (QWidget* own : { static_cast<QWidget*>(m_randomWeights),
             static_cast<QWidget*>(m_runTheRest), static_cast<QWidget*>(m_runDespite),
             static_cast<QWidget*>(m_generation), static_cast<QWidget*>(m_record) })
        greyForEngine(*own, settings.engine);
}

/// Shows GPU problems. If a GPU is chosen, queries the devices even if the combo box is hidden.
void RunPanel::refreshDeviceProblems()
{
    if (document() == nullptr || document()->model() == nullptr)
        return;
    const auto& settings = m_runs.settingsOf(document());
    // What another computer has is known when the run begins.
    const bool isOnGpu = settings.isOnGpu() && !settings.isElsewhere();
    if (m_devices)
        document()->setDeviceProblems(
            probeFindings(*m_devices, isOnGpu ? GpuChoice::Chosen : GpuChoice::NotChosen));
    else if (isOnGpu)
        m_place->askForDevices();
}

void RunPanel::refreshBlocker()
{
    if (document() == nullptr || document()->model() == nullptr)
        return m_blocker->set({}, {}, {});
    const auto& progress = m_runs.progress();
    const bool isRefused = m_runs.isOf(document()) && !m_runs.isRunning()
        && progress.failureKind == QStringLiteral("unsupported");
    m_blocker->set(document()->runBlockers(), m_runs.settingsOf(document()),
        isRefused ? progress.failure : QString());
}

void RunPanel::decide(bool RunSettings::*setting)
{
    m_runs.settingsOf(document()).*setting = true;
    m_runs.settingsEdited(document());
}

void RunPanel::refreshDims()
{
    clear(*m_shapes);
    const auto open = addShapeFields(*m_shapes, *document()->model(), m_runs.settingsOf(document()),
        [this](const QString& input, const QString& shape) {
            m_runs.settingsOf(document()).setShape(input, shape);
            keepSettings();
        });
    const auto analysis = document()->analysis();
    if (analysis == nullptr || analysis->freeDimensions.empty()) {
        clear(*m_dims);
        if (analysis == nullptr || open == 0)
            m_dims->addWidget(note(
                analysis == nullptr ? tr("Reading shapes…") : tr("All input shapes are fixed.")));
        return;
    }
    if (showsDims(*analysis))
        return; // must not rebuild the row that is being edited
    clear(*m_dims);
    for (const auto& dimension : analysis->freeDimensions)
        addDimension(dimension);
}

QString RunPanel::dimName(const model::FreeDimension& dimension)
{
    return QStringLiteral("dim-") + QString::fromStdString(dimension.name);
}

/// The size in the settings, else the one that a run would use.
int RunPanel::sizeOf(const model::FreeDimension& dimension)
{
    const auto sizes
        = engine::proposedSizes(*document()->model(), m_runs.settingsOf(document()).binding());
    const auto found = sizes.find(dimension.name);
    return found == sizes.end() ? 1 : static_cast<int>(found->second);
}

/// Updates the sizes of the rows. Returns false if there is not one row for each dimension.
bool RunPanel::showsDims(const model::Analysis& analysis)
{
    if (m_dims->count() != static_cast<int>(analysis.freeDimensions.size()))
        return false;
    for (int i = 0; i < m_dims->count(); ++i) {
        const auto& dimension = analysis.freeDimensions[static_cast<std::size_t>(i)];
        auto* box = m_dims->itemAt(i)->widget()->findChild<QSpinBox*>(dimName(dimension));
        if (box == nullptr)
            return false;
        const QSignalBlocker blocker(box);
        box->setValue(sizeOf(dimension));
    }
    return true;
}

void RunPanel::addDimension(const model::FreeDimension& dimension)
{
    const auto name = QString::fromStdString(dimension.name);
    auto* row = new QWidget;
    auto* lines = makeColumn(row, {}, 2);
    auto* line = new QHBoxLayout;
    lines->addLayout(line);
    auto* label = makeLabel(plain(dimension.name, maxNameCharacters));
    line->addWidget(label, 1);
    auto* box = new QSpinBox;
    box->setRange(0, 1 << 24);
    box->setKeyboardTracking(false);
    box->setObjectName(dimName(dimension));
    box->setAccessibleName(name);
    box->setValue(sizeOf(dimension));
    line->addWidget(box);
    QStringList users;
    for (const auto value : dimension.usedBy)
        users.append(plain(document()->model()->value(value).name, maxNameCharacters));
    const auto text = tr("used by %1").arg(users.mid(0, maxNames).join(QStringLiteral(", ")));
    auto* usedBy = note(text);
    usedBy->setObjectName(QStringLiteral("users-") + name);
    lines->addWidget(usedBy);
    connect(
        box, &QSpinBox::valueChanged, this, [this, name](int size) { setDimension(name, size); });
    m_dims->addWidget(row);
}

/// Uses the size for the displayed shapes and costs too, so that they are those of the run.
void RunPanel::setDimension(const QString& name, int size)
{
    if (isShowing())
        return;
    m_runs.settingsOf(document()).dims.insert(name, size);
    m_runs.settingsEdited(document());
    auto binding = document()->binding();
    binding[name.toStdString()] = size;
    document()->setBinding(std::move(binding));
}

void RunPanel::refreshChecks()
{
    auto lines = checkLines(*document());
    const auto& plan = m_runs.progress().plan;
    if (m_runs.isOf(document()) && !plan.isEmpty())
        lines += planLines(plan);
    m_checks->setText(lines.join(u'\n'));
}

/// Shows what follows from the settings: a generation has counts of its own.
void RunPanel::refreshGeneration()
{
    const auto guard = showing();
    const auto& settings = m_runs.settingsOf(document());
    m_generation->show(*document()->model(), document()->analysis().get(), settings);
    fillMeasure(settings);
}

void RunPanel::edited()
{
    if (isShowing() || document() == nullptr)
        return;
    auto& settings = m_runs.settingsOf(document());
    settings.target = m_target->host();
    settings.engine = m_engine->choice();
    m_place->store(settings);
    settings.randomWeights = m_randomWeights->isChecked();
    settings.partialRun = m_runTheRest->isChecked();
    settings.runDespiteProblems = m_runDespite->isChecked();
    settings.seed = m_seed->text().toULongLong();
    settings.record = m_record->currentData().toString();
    storeMeasure(settings);
    settings.untilPercent = m_until->value();
    m_generation->store(settings);
    keepSettings();
    {
        const auto guard = showing();
        m_engine->setHost(settings.target);
        m_place->show(settings); // the engine decides what applies
        refreshForEngine(settings);
    }
    refreshGeneration();
    refreshBlocker();
    refreshDeviceProblems();
}

/// The panel shows these settings already, and must not rebuild the field that is being edited.
void RunPanel::keepSettings()
{
    const auto guard = showing();
    m_runs.settingsEdited(document());
    refreshNamed();
}

} // namespace ui
