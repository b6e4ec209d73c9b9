#pragma once

#include "ui/engines/engine_choice.h"
#include "ui/run/device_probe.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QSpinBox;

namespace ui {

class DeviceNote;
class NoteLabel;
struct RunSettings;

/// The first part of the Run panel's form: device, precision, tuning, counters, threads and
/// optimisation. Options of one device are shown only if that device is chosen. All but the threads
/// are of Opscope's engine.
class DeviceSettingsBox : public QWidget {
    Q_OBJECT

public:
    explicit DeviceSettingsBox(QWidget* parent = nullptr);

    /// Shows these settings without emitting edited().
    void show(const RunSettings& settings);
    /// Writes the choices to `settings`.
    void store(RunSettings& settings) const;

    /// Queries the devices, even if the box is hidden; devicesKnown() follows.
    void askForDevices();

signals:
    void edited(); ///< changed by the user
    void devicesKnown(const ui::DeviceProbe::Answer& answer);

private:
    void addDevice(QFormLayout& form);
    void addPrecision(QFormLayout& form);
    void addGraphs(QFormLayout& form);
    void addTuning(QFormLayout& form);
    void addCounters(QFormLayout& form);
    void addProcessorCounters(QFormLayout& form);
    void addRest(QFormLayout& form);
    void takeDevices(const DeviceProbe::Answer& answer);
    void refreshForDevice();
    void refreshForHost();
    void refreshForEngine();
    void refreshNote();

    EngineChoice m_engine;
    QString m_host; ///< computer of the run; empty = this one
    QFormLayout* m_form;
    DeviceNote* m_note = nullptr;
    QComboBox* m_device;
    QComboBox* m_gpu; ///< shown if there are several GPUs
    QComboBox* m_precision;
    NoteLabel* m_precisionNote;
    QComboBox* m_cudaGraph;
    QComboBox* m_tune;
    QCheckBox* m_counters;
    NoteLabel* m_countersNote;
    QCheckBox* m_processorCounters;
    NoteLabel* m_processorNote;
    QSpinBox* m_threads;
    QCheckBox* m_pin;
    QComboBox* m_optimisation;
    QString m_wantedGpu; ///< from the settings; this GPU may be unknown yet, or removed
};

} // namespace ui
