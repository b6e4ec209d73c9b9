#pragma once

#include "ui/compare/compared.h"
#include "ui/compare/compared_numbers.h"
#include "ui/document/document.h"
#include "ui/jobs/measurement_runner.h"
#include "ui/run/run_settings.h"
#include "ui/window/panel.h"

#include <QString>
#include <QStringList>

#include <array>
#include <functional>
#include <memory>
#include <optional>

namespace ui {

/// Runs both models of a comparison in one child process: alternately, to measure them, or on the
/// same inputs, to compare their values. Only one of these runs at a time, and it waits in the
/// MeasurementQueue. A measurement is added to the runs of both models even if this object was
/// deleted before.
class CompareRunner : public MeasurementRunner {
    Q_OBJECT

public:
    enum class Kind { Measure, Numbers };
    /// Tolerances of the user; where absent, the one for rounding applies.
    struct Tolerance {
        std::optional<double> relative;
        std::optional<double> absolute;
    };
    struct Measured {
        std::array<Document::Run, 2> runs;
        Compared compared; ///< with the new profiles of both
    };

    CompareRunner(Context& context, QObject* parent);
    ~CompareRunner() override;

    enum class Engine {
        Own, ///< each model runs with its own settings
        SettingsOfA, ///< both run with the engine settings of A; each keeps its own inputs
    };
    /// Text on how the engine settings of A and B differ; empty if they do not.
    QString engineDifference(const Compared& compared) const;
    /// Measures both models in up to `rounds` rounds of ABBA or BAAB. Both sides must have models
    /// in files. stopAndKeep() ends the measurement earlier.
    void measure(const Compared& compared, int rounds, Engine engine = Engine::Own);
    void compareNumbers(const Compared& compared, const Tolerance& tolerance);
    /// Stops after the current run and keeps what was measured.
    void stopAndKeep();

    bool isMeasuring() const { return isRunning() && m_kind == Kind::Measure; }
    Kind kind() const { return m_kind; }
    /// The reason why it cannot run now; empty if it can.
    QString blocker(const Compared& compared) const;

signals:
    void measured(const ui::CompareRunner::Measured& measured);
    void numbersFound(const std::shared_ptr<const ui::ComparedNumbers>& numbers);

private:
    std::array<RunSettings, 2> settingsOf(const Compared& compared, Engine engine) const;
    /// The command line for `opscope-cli`.
    QStringList arguments(const Compared& compared, Engine engine) const;
    /// What others that wait for the measurement show.
    QString titleOf(const Compared& compared) const;
    template <typename T>
    void ended(const support::Result<T>& result, const std::function<void(const T&)>& take);

    Context& m_context;
    Kind m_kind = Kind::Measure;
};

} // namespace ui
