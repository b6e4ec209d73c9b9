#include "ui/run/device_settings_box.h"

#include "profiler/counters/counter_probe.h"
#include "ui/engines/engine_box.h"
#include "ui/run/device_note.h"
#include "ui/run/precision_text.h"
#include "ui/run/run_settings.h"
#include "ui/widgets/note_label.h"
#include "ui/widgets/plain_text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QStandardItemModel>

#include <algorithm>
#include <array>

namespace ui {

namespace {

constexpr int numberRole = Qt::UserRole + 1;

/// `hints`: the tool tips of Auto, On and Off.
void fillAutoOnOff(QComboBox& box, const std::array<QString, 3>& hints)
{
    box.addItem(DeviceSettingsBox::tr("Auto"), QStringLiteral("auto"));
    box.addItem(DeviceSettingsBox::tr("On"), QStringLiteral("on"));
    box.addItem(DeviceSettingsBox::tr("Off"), QStringLiteral("off"));
    for (int i = 0; i < box.count(); ++i)
        box.setItemData(i, toolTipOf(hints[static_cast<std::size_t>(i)]), Qt::ToolTipRole);
}

} // namespace

DeviceSettingsBox::DeviceSettingsBox(QWidget* parent)
    : QWidget(parent)
    , m_form(new QFormLayout(this))
    , m_device(new QComboBox(this))
    , m_gpu(new QComboBox(this))
    , m_precision(new QComboBox(this))
    , m_precisionNote(new NoteLabel(this))
    , m_cudaGraph(new QComboBox(this))
    , m_tune(new QComboBox(this))
    , m_counters(new QCheckBox(tr("Hardware counters"), this))
    , m_countersNote(new NoteLabel(this))
    , m_processorCounters(new QCheckBox(tr("CPU counters"), this))
    , m_processorNote(new NoteLabel(this))
    , m_threads(new QSpinBox(this))
    , m_pin(new QCheckBox(tr("Pin threads"), this))
    , m_optimisation(new QComboBox(this))
{
    m_form->setContentsMargins(0, 0, 0, 0);
    // The panel does not scroll horizontally, so a long text must not widen it.
    for (auto* note : { m_precisionNote, m_countersNote, m_processorNote }) {
        auto policy = note->sizePolicy();
        policy.setHorizontalPolicy(QSizePolicy::Ignored);
        note->setSizePolicy(policy);
    }
    m_gpu->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    addDevice(*m_form);
    addPrecision(*m_form);
    addGraphs(*m_form);
    addTuning(*m_form);
    addCounters(*m_form);
    addProcessorCounters(*m_form);
    addRest(*m_form);
    for (auto* box : { m_device, m_gpu, m_precision, m_cudaGraph, m_tune, m_optimisation })
        connect(box, &QComboBox::activated, this, [this] {
            refreshForDevice();
            emit edited();
        });
    for (auto* box : { m_counters, m_processorCounters, m_pin })
        connect(box, &QCheckBox::toggled, this, &DeviceSettingsBox::edited);
    connect(m_threads, &QSpinBox::valueChanged, this, &DeviceSettingsBox::edited);
    refreshForHost();
    refreshForDevice();
}

void DeviceSettingsBox::addDevice(QFormLayout& form)
{
    m_device->setObjectName("device");
    m_device->addItem(tr("CPU"), QStringLiteral("cpu"));
    m_device->addItem(tr("CUDA"), QStringLiteral("cuda"));
    form.addRow(tr("Device"), m_device);
    m_note = new DeviceNote(*m_device, this);
    connect(m_note, &DeviceNote::answered, this, &DeviceSettingsBox::takeDevices);
    form.addRow(QString(), m_note);
    m_gpu->setObjectName("gpu");
    form.addRow(tr("GPU"), m_gpu);
}

void DeviceSettingsBox::addPrecision(QFormLayout& form)
{
    m_precision->setObjectName("precision");
    for (const auto& row : precisions())
        m_precision->addItem(QString::fromLatin1(row.text), QString::fromLatin1(row.name));
    form.addRow(tr("Precision"), m_precision);
    m_precisionNote->setObjectName("precisionNote");
    form.addRow(QString(), m_precisionNote);
}

void DeviceSettingsBox::addGraphs(QFormLayout& form)
{
    m_cudaGraph->setObjectName("cudaGraph");
    fillAutoOnOff(*m_cudaGraph,
        { tr("On for Run once, off for Profile and Sweep, where every operator is measured"),
            tr("Also in a profile, which then has one step Replay for what is launched as one; "
               "kernels are told by operator all the same"),
            tr("Every kernel is launched on its own") });
    m_cudaGraph->setToolTip(toolTipOf(
        tr("Steps that follow each other on the GPU are recorded in the third run and launched as "
           "one from then on. That spares the CPU the launches, not the GPU its work: it helps "
           "where kernels are short. Compare a profile with On to one with Off.")));
    form.addRow(tr("CUDA graphs"), m_cudaGraph);
}

void DeviceSettingsBox::addTuning(QFormLayout& form)
{
    m_tune->setObjectName("tune");
    fillAutoOnOff(*m_tune,
        { tr("On the CPU: what is not remembered is timed, for up to 1 s. On a GPU: as Off, unless "
             "the environment variable OPSCOPE_CUDA_TUNE is 1"),
            tr("Up to 10 s (GPU: 3 s) more until the model first runs; what was fastest is "
               "remembered for this processor or GPU"),
            tr("Always the same kernel: what the libraries propose first, or our own") });
    m_tune->setToolTip(toolTipOf(
        tr("Where several kernels could run an operator (convolutions on the CPU; products, "
           "convolutions, pools and attention on a GPU), they are timed and the fastest is taken. "
           "The inspector shows what else was timed.")));
    form.addRow(tr("Kernel timing"), m_tune);
}

void DeviceSettingsBox::addCounters(QFormLayout& form)
{
    m_counters->setObjectName("counters");
    form.addRow(QString(), m_counters);
    m_countersNote->setObjectName("countersNote");
    m_countersNote->setText(breakable(
        tr("Bytes of memory and use of tensor cores per operator, in runs of their own. They need "
           "permission: the driver option NVreg_RestrictProfilingToAdminUsers=0, or root. Timeline "
           "and kernel times are complete without them.")));
    form.addRow(QString(), m_countersNote);
}

void DeviceSettingsBox::addProcessorCounters(QFormLayout& form)
{
    m_processorCounters->setObjectName("processorCounters");
    m_processorCounters->setToolTip(toolTipOf(
        tr("Profile then counts for every operator, in runs of their own after the timed ones, "
           "whose times are not used. Of single runs only, not of generated tokens.")));
    form.addRow(QString(), m_processorCounters);
    m_processorNote->setObjectName("processorNote");
    form.addRow(QString(), m_processorNote);
}

void DeviceSettingsBox::refreshForHost()
{
    m_note->setHost(m_host);
    const auto reason
        = m_host.isEmpty() ? profiler::whyNoEvents(profiler::systemCounterKernel()) : std::string();
    m_processorNote->setText(breakable(!m_host.isEmpty()
            ? tr("Per operator, as far as the system of %1 shows them").arg(m_host)
            : reason.empty()
            ? tr("Instructions, cache misses, stalls, clock, page faults and cores per operator")
            : tr("Only page faults, switches and cores: %1").arg(plain(reason, 400))));
}

void DeviceSettingsBox::addRest(QFormLayout& form)
{
    m_threads->setObjectName("threads");
    m_threads->setRange(0, 4096);
    m_threads->setSpecialValueText(tr("one per core"));
    form.addRow(tr("Threads"), m_threads);
    m_pin->setObjectName("pin");
    m_pin->setToolTip(toolTipOf(
        tr("Profile and Sweep keep each thread on a core of its own, in order of the cores. Runs "
           "then vary less, and are slower where another program needs one of these cores. Of "
           "single runs only, not of generated tokens.")));
    form.addRow(QString(), m_pin);
    m_optimisation->addItem(tr("Full: fold and fuse"), QStringLiteral("full"));
    m_optimisation->addItem(tr("Basic: fold constants"), QStringLiteral("basic"));
    m_optimisation->addItem(tr("None: every node a step"), QStringLiteral("none"));
    form.addRow(tr("Optimise"), m_optimisation);
}

void DeviceSettingsBox::show(const RunSettings& settings)
{
    const QSignalBlocker blocker(this);
    const auto choose = [](QComboBox& box, const QString& value) {
        box.setCurrentIndex(std::max(0, box.findData(value)));
    };
    m_wantedGpu = settings.gpu;
    choose(*m_device, settings.device);
    choose(*m_gpu, settings.gpu);
    choose(*m_precision, settings.precision);
    choose(*m_cudaGraph, settings.cudaGraph);
    choose(*m_tune, settings.tune);
    m_counters->setChecked(settings.counters);
    m_processorCounters->setChecked(settings.processorCounters);
    m_pin->setChecked(settings.pin);
    choose(*m_optimisation, settings.optimisation);
    m_threads->setValue(settings.threads);
    m_engine = settings.engine;
    m_host = settings.target;
    refreshForHost();
    refreshForDevice();
    refreshForEngine();
}

void DeviceSettingsBox::store(RunSettings& settings) const
{
    settings.device = m_device->currentData().toString();
    if (m_gpu->count() > 1) { // otherwise the devices are not known yet
        settings.gpu = m_gpu->currentData().toString();
        settings.gpuNumber = m_gpu->currentData(numberRole).toInt();
    }
    settings.precision = m_precision->currentData().toString();
    settings.cudaGraph = m_cudaGraph->currentData().toString();
    settings.tune = m_tune->currentData().toString();
    settings.counters = m_counters->isChecked();
    settings.processorCounters = m_processorCounters->isChecked();
    settings.pin = m_pin->isChecked();
    settings.threads = m_threads->value();
    settings.optimisation = m_optimisation->currentData().toString();
}

void DeviceSettingsBox::takeDevices(const DeviceProbe::Answer& answer)
{
    m_gpu->clear();
    for (const auto& device : answer.devices) {
        m_gpu->addItem(QStringLiteral("%1: %2").arg(device.number).arg(device.name), device.uuid);
        m_gpu->setItemData(m_gpu->count() - 1, device.number, numberRole);
    }
    m_gpu->setCurrentIndex(std::max(0, m_gpu->findData(m_wantedGpu)));
    refreshForDevice();
    emit devicesKnown(answer);
}

void DeviceSettingsBox::askForDevices() { m_note->ask(); }

void DeviceSettingsBox::refreshForDevice()
{
    const bool isGpu = m_device->currentData().toString() == QStringLiteral("cuda");
    const bool isChoice = isGpu && m_gpu->count() > 1 && m_host.isEmpty();
    m_form->setRowVisible(m_gpu, isChoice);
    for (QWidget* ofGpu : { static_cast<QWidget*>(m_cudaGraph), static_cast<QWidget*>(m_counters),
             static_cast<QWidget*>(m_countersNote) })
        m_form->setRowVisible(ofGpu, isGpu);
    for (QWidget* ofCpu : { static_cast<QWidget*>(m_processorCounters),
             static_cast<QWidget*>(m_processorNote), static_cast<QWidget*>(m_pin) })
        m_form->setRowVisible(ofCpu, !isGpu);
    auto* items = qobject_cast<QStandardItemModel*>(m_precision->model());
    for (int i = 0; i < m_precision->count() && items != nullptr; ++i) {
        const auto& row = precisions()[static_cast<std::size_t>(i)];
        const bool isPossible = isGpu || !row.isOfGpuOnly;
        items->item(i)->setEnabled(isPossible);
        const auto hint = precisionHint(QString::fromLatin1(row.name));
        m_precision->setItemData(
            i, isPossible ? hint : tr("%1: only GPUs have it").arg(hint), Qt::ToolTipRole);
    }
    refreshNote();
}

void DeviceSettingsBox::refreshForEngine()
{
    for (QWidget* own : { static_cast<QWidget*>(m_device), static_cast<QWidget*>(m_gpu),
             static_cast<QWidget*>(m_precision), static_cast<QWidget*>(m_cudaGraph),
             static_cast<QWidget*>(m_tune), static_cast<QWidget*>(m_counters),
             static_cast<QWidget*>(m_processorCounters), static_cast<QWidget*>(m_pin),
             static_cast<QWidget*>(m_optimisation) })
        greyForEngine(*own, m_engine);
    refreshNote();
}

void DeviceSettingsBox::refreshNote()
{
    if (m_engine.isOther())
        return m_precisionNote->setText(
            tr("What is greyed is a setting of Opscope's engine; %1 does not have it.")
                .arg(m_engine.title()));
    const auto index = m_precision->currentIndex();
    const bool isGpu = m_device->currentData().toString() == QStringLiteral("cuda");
    const bool isIdle
        = index >= 0 && !isGpu && precisions()[static_cast<std::size_t>(index)].isOfGpuOnly;
    m_precisionNote->setText(isIdle ? tr("Only GPUs have it: the CPU computes in fp32 or bf16")
                                    : precisionHint(m_precision->currentData().toString()));
}

} // namespace ui
