#pragma once

#include "ui/engines/engine_comparison.h"
#include "ui/jobs/measurement_runner.h"
#include "ui/window/panel.h"

#include <QStringList>

#include <memory>

namespace ui {

class Document;
class RunFile;

/// The file of a measurement in its folder.
QString engineDocumentName();

/// Measures the model of a document in all engines that are found, in turns: `opscope-cli engines`
/// as a child process. The profiles are kept in the session folder.
class EnginesRunner : public MeasurementRunner {
    Q_OBJECT

public:
    using Result = std::shared_ptr<const EngineComparison>;

    explicit EnginesRunner(Context& context, QObject* parent = nullptr);

    /// Measures with the inputs of the document's run settings. failed() follows if it cannot.
    void start(Document& document, const QList<int>& threadCounts, int rounds);
    /// Reads a document of `engines --format json` and the profiles beside it. failed() follows if
    /// it is of another model file.
    void open(const Document& document, const QString& file);

    /// The folder with the document and the profiles; empty before a measurement.
    QString folder() const { return m_folder; }

signals:
    void measured(const ui::EnginesRunner::Result& comparison);

private:
    void measureFile(const std::shared_ptr<const RunFile>& file, const QString& title,
        const QStringList& options);
    void ended(const support::Result<Result>& result);

    Context& m_context;
    QString m_folder;
};

} // namespace ui
