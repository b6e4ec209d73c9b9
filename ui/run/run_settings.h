#pragma once

#include "model/inference/analysis.h"

#include <QMap>
#include <QString>
#include <QStringList>

namespace ui {

constexpr int mostNameCharacters = 48; ///< of a name of the model, in a row of the Run panel

/// What the Run panel asks for; becomes the command line of the child process.
struct RunSettings {
    QString device = QStringLiteral("cpu");
    QString gpu; ///< uuid of one of several; empty = the first
    int gpuNumber = 0; ///< that it has, for people
    QString precision = QStringLiteral("f32"); ///< as for `opscope-cli --precision`
    QString cudaGraph = QStringLiteral("auto"); ///< as for `opscope-cli --cuda-graph`
    QString cudaTune = QStringLiteral("auto"); ///< as for `opscope-cli --cuda-tune`
    bool counters = false; ///< hardware counters of a GPU, in runs of their own
    int threads = 0; ///< 0 = one per core
    qulonglong seed = 0;
    QMap<QString, qlonglong> dims; ///< named dimension -> size; absent = 1
    QMap<QString, QString> shapes; ///< of inputs that declare none: `1x8x64`
    QMap<QString, QString>
        inputs; ///< input name -> spec of `opscope-cli run --input`; absent = random
    QString dataFolder; ///< test data set; empty = none
    bool randomWeights = false; ///< run with seeded random weights where the file has none
    bool runTheRest = false; ///< leave out what unsupported operators would compute
    bool runDespiteProblems
        = false; ///< run although the checker found errors that say the model has no clear meaning
    QString optimisation = QStringLiteral("full");
    QString record = QStringLiteral("operators"); ///< as for `opscope-cli profile --record`
    int runs = 50;
    int warmup = 10;
    int limitSeconds = 30;
    double untilPercent = 0; ///< stop when the median is known to ± this; 0 = all runs

    /// How the engine computes is as in `other`; on what stays.
    RunSettings withEngineOf(const RunSettings& other) const;

    /// An empty shape takes back what was given.
    void setShape(const QString& input, const QString& shape);

    /// Of the dimensions that were given a size: what is shown is what runs.
    model::Binding binding() const;

    bool isOnGpu() const { return device == QStringLiteral("cuda"); }
    /// `precision`, or f32 where it is one that the device does not have: the choice is kept for
    /// the next run on a GPU.
    QString usedPrecision() const;
    /// `CUDA · GPU 1 · TF32 · batch 1 × seq 512 · 50 runs`.
    QString summary(const model::Analysis* analysis) const;
    /// Options for opscope-cli, without command and model.
    QStringList arguments() const;
    /// Those of them that say how the engine computes, not on what.
    QStringList engineArguments() const;
    /// And those that say on what.
    QStringList inputArguments() const;
    /// Environment of the process: `CUDA_VISIBLE_DEVICES=GPU-…` where one of several is chosen.
    QStringList environment() const;

    /// Stored per model file.
    static RunSettings load(const QString& modelPath);
    void save(const QString& modelPath) const;
};

} // namespace ui
