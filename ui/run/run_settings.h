#pragma once

#include "model/inference/analysis.h"
#include "ui/engines/engine_choice.h"
#include "ui/run/generation_settings.h"

#include <QMap>
#include <QString>
#include <QStringList>

namespace ui {

/// Maximum length of a model's name in a row of the Run panel.
constexpr int maxNameCharacters = 48;

/// The settings of the Run panel. They become the command line of the child process.
struct RunSettings {
    QString target; ///< ssh host on which Profile measures; empty = this computer
    EngineChoice engine;
    QString device = QStringLiteral("cpu");
    QString gpu; ///< uuid of the GPU if there are several; empty = the first
    int gpuNumber = 0; ///< number of that GPU, for display
    QString precision = QStringLiteral("f32"); ///< a value of `opscope-cli --precision`
    QString cudaGraph = QStringLiteral("auto"); ///< a value of `opscope-cli --cuda-graph`
    QString tune = QStringLiteral("auto"); ///< a value of `opscope-cli --tune`
    bool counters = false; ///< hardware counters of the GPU, in additional runs
    bool processorCounters = false; ///< CPU events of every operator, in additional runs
    bool pin = false; ///< keeps each thread on a core of its own
    int threads = 0; ///< 0 = one per core
    qulonglong seed = 0;
    QMap<QString, qlonglong> dims; ///< named dimension -> size; absent = 1
    QMap<QString, QString> shapes; ///< for inputs without a declared shape: `1x8x64`
    /// Input name -> value of `opscope-cli run --input`; absent = random.
    QMap<QString, QString> inputs;
    /// Input name -> options for the next picture: `crop=256,mean=0.5`.
    QMap<QString, QString> preparations;
    QString dataFolder; ///< folder of a test data set; empty = none
    bool randomWeights = false; ///< seeded random weights where the file has none
    bool partialRun = false; ///< compute only what does not depend on unsupported operators
    /// Run although the checker found errors that make the model's meaning unclear.
    bool runDespiteProblems = false;
    QString optimisation = QStringLiteral("full");
    QString record = QStringLiteral("operators"); ///< a value of `opscope-cli profile --record`
    int runs = 50;
    int warmup = 10;
    int limitSeconds = 30;
    int memoryMiB = 0; ///< most memory of a run; 0 = a share of what is available
    int longestSeconds = 3600; ///< that a run, profile or sweep may take in all; 0 = no limit
    double untilPercent = 0; ///< stop when the median is known to ± this percentage; 0 = all runs
    GenerationSettings generation;

    /// These settings with the engine settings of `other`; inputs, sizes and permissions are kept.
    RunSettings withEngineOf(const RunSettings& other) const;

    /// An empty shape removes the entry.
    void setShape(const QString& input, const QString& shape);

    /// The sizes of `dims` as a binding, for the displayed shapes.
    model::Binding binding() const;

    /// True if Profile measures on another computer.
    bool isElsewhere() const { return !target.isEmpty(); }
    bool isOnGpu() const { return device == QStringLiteral("cuda") && !engine.isOther(); }
    /// True if Opscope's engine runs the model on the CPU.
    bool isOnCpu() const { return device != QStringLiteral("cuda") && !engine.isOther(); }
    /// `precision`, or f32 if the device does not support it. `precision` is kept for the next GPU
    /// run.
    QString usedPrecision() const;
    /// True if Profile measures generations of this model instead of single runs. Only for decoders
    /// on the CPU in Opscope's engine.
    bool generates(const model::Model& model) const;
    /// True if Profile counts events of the processor. Only for single runs on the CPU in Opscope's
    /// engine.
    bool countsProcessor(const model::Model& model) const;
    /// True if the prompt's token ids are read from a file. Only for decoders.
    bool isPromptFromFile(const model::Model& model) const;
    /// Summary in one line, with the host first if it is not this computer: `CUDA · GPU 1 · TF32 ·
    /// batch 1 × seq 512 · 50 runs`, or `CPU · 128 + 128 tokens`, or `ONNX Runtime · 50 runs`.
    QString summary(const model::Analysis* analysis) const;
    /// Options for opscope-cli, without the command and the model.
    QStringList arguments() const;
    /// The options of Opscope's engine: seed, optimisation, precision, threads, random weights,
    /// tolerated errors, memory. Without device and inputs.
    QStringList engineArguments() const;
    /// The input options: sizes, shapes, input values and test data.
    QStringList inputArguments() const;
    /// The options of `profile` for the measurement: runs, warm-up, limit, pinned threads and
    /// generation.
    QStringList measuringArguments(const model::Model& model) const;
    /// The options of `profile` for what is recorded and where, and measuringArguments().
    QStringList profilingArguments(const model::Model& model) const;
    /// The option that ends a run or profile when its time is over.
    QStringList timeArguments() const;
    /// All options as a file for `opscope-cli --settings`, one per line.
    QString exportText(const model::Model& model) const;
    /// Environment for the process: `CUDA_VISIBLE_DEVICES=GPU-…` if a certain GPU is chosen.
    QStringList environment() const;

    static RunSettings fromJson(const QJsonObject& json);
    QJsonObject json() const;
    /// Loads the settings stored for a model file.
    static RunSettings load(const QString& modelPath);
    void save(const QString& modelPath) const;
};

} // namespace ui
