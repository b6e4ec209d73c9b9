#pragma once

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

/// Where a model runs and how: the first part of the Run panel's form. What a GPU is needed for
/// shows only while one is chosen.
class PlaceBox : public QWidget {
    Q_OBJECT

public:
    explicit PlaceBox(QWidget* parent = nullptr);

    /// Shows these settings; says nothing of it.
    void show(const RunSettings& settings);
    /// Writes what is chosen into them.
    void store(RunSettings& settings) const;

    /// Asks which devices there are, also where it is not seen; devicesKnown() follows.
    void askForDevices();

signals:
    void edited(); ///< by the user
    void devicesKnown(const ui::DeviceProbe::Answer& answer);

private:
    void addDevice(QFormLayout& form);
    void addPrecision(QFormLayout& form);
    void addGraphs(QFormLayout& form);
    void addTuning(QFormLayout& form);
    void addCounters(QFormLayout& form);
    void addRest(QFormLayout& form);
    void takeDevices(const DeviceProbe::Answer& answer);
    void refreshForDevice();
    void refreshNote();

    QFormLayout* m_form;
    DeviceNote* m_note = nullptr;
    QComboBox* m_device;
    QComboBox* m_gpu; ///< which one, where there are several
    QComboBox* m_precision;
    NoteLabel* m_precisionNote;
    QComboBox* m_cudaGraph;
    QComboBox* m_cudaTune;
    QCheckBox* m_counters;
    NoteLabel* m_countersNote;
    QSpinBox* m_threads;
    QComboBox* m_optimisation;
    QString m_wantedGpu; ///< of the settings; it may not be known yet, or no longer
};

} // namespace ui
