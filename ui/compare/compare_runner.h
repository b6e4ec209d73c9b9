#pragma once

#include "ui/compare/compared.h"
#include "ui/compare/compared_numbers.h"
#include "ui/document.h"
#include "ui/jobs/job_runner.h"
#include "ui/panel.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <array>
#include <functional>
#include <memory>
#include <optional>

class QTemporaryDir;

namespace ui {

/// Runs both models of a comparison in one child process: in turns, to measure them, or on the same
/// inputs, to compare their values. One thing at a time.
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

    /// Both sides have models in files. `rounds` of ABBA or BAAB, ended before by `stopAndKeep`.
    void measure(const Compared& compared, int rounds);
    void compareNumbers(const Compared& compared, const Tolerance& tolerance);
    /// Ends after the run under way; what was measured counts.
    void stopAndKeep();
    /// Ends at once; nothing is kept.
    void cancel();

    bool isRunning() const { return m_job != 0; }
    Kind kind() const { return m_kind; }
    /// Why it cannot run now; empty if it can.
    QString hindrance(const Compared& compared) const;
    /// Phase, done and total of the work under way.
    JobRunner::JobState progress() const;

signals:
    void changed(); ///< it began, went on or ended
    void measured(const ui::CompareRunner::Measured& measured);
    void numbersFound(const std::shared_ptr<const ui::ComparedNumbers>& numbers);
    void failed(const QString& message);

private:
    /// For `opscope-cli`: both under the settings of their own documents.
    QStringList arguments(const Compared& compared) const;
    template <typename T>
    void ended(const support::Result<T>& result, const std::function<void(const T&)>& take);

    Context& m_context;
    std::unique_ptr<QTemporaryDir> m_folder; ///< profiles of this session
    Kind m_kind = Kind::Measure;
    quint64 m_job = 0;
    int m_count = 0;
    bool m_isCancelled = false;
};

} // namespace ui
