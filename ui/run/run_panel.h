#pragma once

#include "ui/run/device_probe.h"
#include "ui/run/run_controller.h"
#include "ui/window/panel.h"

#include <QTimer>

#include <optional>

class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QSpinBox;
class QVBoxLayout;
class QCheckBox;

namespace ui {

class BlockerCard;
class DeviceSettingsBox;
class EngineBox;
class GenerationBox;
class InputCard;
class NamedSettingsBar;
class RunDots;
class TargetBox;
class VerifyOffer;

/// The dock "Run": settings, checks before a run, and progress.
class RunPanel : public Panel {
    Q_OBJECT

public:
    explicit RunPanel(Context& context, QWidget* parent = nullptr);

protected:
    void documentChanged() override;

private:
    void buildForm(QVBoxLayout& column);
    void buildNamed(QVBoxLayout& column);
    void refreshNamed();
    void buildPlace(QVBoxLayout& column);
    void buildInputs(QVBoxLayout& column);
    void buildMeasure(QVBoxLayout& column);
    void buildLimits(QVBoxLayout& column);
    void buildChecks(QVBoxLayout& column);
    void buildBlocker(QVBoxLayout& column);
    void buildProgress(QVBoxLayout& column);
    void buildLastRun(QVBoxLayout& column);
    void buildButtons(QVBoxLayout& column);
    void refreshSettings();
    void refreshForEngine(const RunSettings& settings);
    void fill(const RunSettings& settings);
    void fillMeasure(const RunSettings& settings);
    void storeMeasure(RunSettings& settings) const;
    void refreshDims();
    static QString dimName(const model::FreeDimension& dimension);
    bool showsDims(const model::Analysis& analysis);
    int sizeOf(const model::FreeDimension& dimension);
    void addDimension(const model::FreeDimension& dimension);
    void setDimension(const QString& name, int size);
    void refreshInputs();
    static void clear(QLayout& layout);
    void addInput(model::ValueId id, const RunSettings& settings);
    void setInput(InputCard& card, const QString& spec);
    /// What is said of an input whose values are those of a file that a run wrote.
    QString noteOn(const QString& spec) const;
    void chooseOutput(InputCard& card, const model::ValueType& type);
    void refreshGeneration();
    void refreshChecks();
    void refreshRun();
    QString headlineText() const;
    QString factsText() const;
    void refreshBlocker();
    void refreshDeviceProblems();
    /// Sets a setting that allows a run to true.
    void decide(bool RunSettings::*setting);
    void edited();
    void keepSettings();
    void chooseFolder();

    RunController& m_runs;
    std::optional<DeviceProbe::Answer> m_devices; ///< empty until known
    QTimer m_refreshSoon; ///< joins several changes
    QWidget* m_form = nullptr;
    NamedSettingsBar* m_named = nullptr;
    TargetBox* m_target = nullptr;
    EngineBox* m_engine = nullptr;
    DeviceSettingsBox* m_place = nullptr;
    GenerationBox* m_generation = nullptr;
    QCheckBox* m_randomWeights = nullptr;
    QCheckBox* m_runTheRest = nullptr;
    QCheckBox* m_runDespite = nullptr;
    QVBoxLayout* m_shapes = nullptr; ///< fields of inputs without a declared shape
    QVBoxLayout* m_dims = nullptr; ///< rows of named dimensions
    QVBoxLayout* m_inputs = nullptr;
    QLabel* m_folder = nullptr;
    QPushButton* m_noFolder = nullptr;
    QPushButton* m_dataSet = nullptr;
    VerifyOffer* m_verify = nullptr;
    QLineEdit* m_seed = nullptr;
    QFormLayout* m_measure = nullptr;
    bool m_showsGenerations = false; ///< the fields of Measure show those of generations
    QComboBox* m_record = nullptr;
    QSpinBox* m_count = nullptr;
    QSpinBox* m_warmup = nullptr;
    QSpinBox* m_limit = nullptr;
    QDoubleSpinBox* m_until = nullptr;
    QSpinBox* m_memory = nullptr;
    QSpinBox* m_longest = nullptr;
    QLabel* m_checks = nullptr;
    BlockerCard* m_blocker = nullptr;
    QWidget* m_progressBox = nullptr; ///< above the settings
    QWidget* m_lastRun = nullptr; ///< scrolls with the settings
    QLabel* m_headline = nullptr;
    QProgressBar* m_bar = nullptr;
    RunDots* m_dots = nullptr;
    QLabel* m_facts = nullptr;
    QPushButton* m_stop = nullptr;
    QPushButton* m_onCpu = nullptr; ///< shown after a run failed because of the GPU
    QPushButton* m_once = nullptr;
    QPushButton* m_check = nullptr;
    QPushButton* m_profile = nullptr;
};

} // namespace ui
