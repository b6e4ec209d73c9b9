#pragma once

#include "ui/compare/compared.h"
#include "ui/compare/compared_numbers.h"
#include "ui/document/document.h"
#include "ui/jobs/job_runner.h"
#include "ui/jobs/measuring_turn.h"
#include "ui/run/run_settings.h"
#include "ui/window/panel.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <array>
#include <functional>
#include <memory>
#include <optional>

namespace ui {

/// Runs both models of a comparison in one child process: in turns, to measure them, or on the same
/// inputs, to compare their values. One thing at a time, in its turn (MeasuringTurn). What was
/// measured becomes runs of both models also if the runner is gone by then.
class CompareRunner : public QObject {
    Q_OBJECT

public:
    enum class Kind { Measure, Numbers };
    /// In place of the tolerance for rounding.
    struct Tolerance {
        std::optional<double> relative;
        std::optional<double> absolute;
    };
    struct Measured {
        std::array<Document::Run, 2> runs;
        Compared compared; ///< with both runs
    };

    CompareRunner(Context& context, QObject* parent);
    ~CompareRunner() override;

    enum class Engine {
        Own, ///< each model runs as its own settings say
        OfFirst, ///< both run as those of A say, on inputs of their own
    };
    /// How the settings of A and B differ where the engine is concerned, for people; empty if they
    /// do not.
    QString engineDifference(const Compared& compared) const;
    /// Both sides have models in files. `rounds` of ABBA or BAAB, ended before by `stopAndKeep`.
    void measure(const Compared& compared, int rounds, Engine engine = Engine::Own);
    void compareNumbers(const Compared& compared, const Tolerance& tolerance);
    /// Ends after the run under way; what was measured counts.
    void stopAndKeep();
    /// Ends at once; nothing is kept.
    void cancel();

    /// It is at work, or waits for its turn.
    bool isRunning() const { return m_work != nullptr; }
    bool isMeasuring() const { return isRunning() && m_kind == Kind::Measure; }
    /// What it waits for; empty if it does not.
    QString waitsFor() const;
    Kind kind() const { return m_kind; }
    /// Why it cannot run now; empty if it can.
    QString blocker(const Compared& compared) const;
    /// Phase, done and total of the work under way.
    JobRunner::JobState progress() const;

signals:
    void changed(); ///< it began, went on or ended
    void measured(const ui::CompareRunner::Measured& measured);
    void numbersFound(const std::shared_ptr<const ui::ComparedNumbers>& numbers);
    void failed(const QString& message);

private:
    std::array<RunSettings, 2> settingsOf(const Compared& compared, Engine engine) const;
    /// For `opscope-cli`.
    QStringList arguments(const Compared& compared, Engine engine) const;
    /// Its turn lasts until the child has ended and was read.
    struct Work {
        MeasuringTurn turn;
        quint64 job = 0;
        bool isCancelled = false;
    };
    /// Starts the job when its turn comes.
    void begin(const Compared& compared, std::function<quint64(std::shared_ptr<Work>)> start);
    template <typename T>
    void ended(const support::Result<T>& result, const std::function<void(const T&)>& take);

    Context& m_context;
    Kind m_kind = Kind::Measure;
    std::shared_ptr<Work> m_work; ///< null: it rests
};

} // namespace ui
