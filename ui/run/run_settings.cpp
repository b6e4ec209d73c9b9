#include "ui/run/run_settings.h"

#include "engine/inputs/linked_dims.h"
#include "model/decoder_roles.h"
#include "ui/document/settings.h"
#include "ui/run/precision_text.h"
#include "ui/run/target_box.h"
#include "ui/translation/text.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <ranges>

namespace ui {

namespace {

QString keyOf(const QString& modelPath)
{
    // Hexadecimal, because the settings would interpret slashes of a path as groups.
    return QStringLiteral("run/") + QString::fromLatin1(modelPath.toUtf8().toHex());
}

QMap<QString, QString> textsOf(const QJsonValue& value)
{
    QMap<QString, QString> texts;
    const auto json = value.toObject();
    for (auto row = json.begin(); row != json.end(); ++row)
        texts.insert(row.key(), row->toString());
    return texts;
}

QJsonObject jsonOf(const QMap<QString, QString>& texts)
{
    QJsonObject json;
    for (auto row = texts.begin(); row != texts.end(); ++row)
        json.insert(row.key(), row.value());
    return json;
}

QStringList memoryArguments(int mebibytes)
{
    if (mebibytes == 0)
        return {};
    return { QStringLiteral("--memory"), QStringLiteral("%1MiB").arg(mebibytes) };
}

} // namespace

QString RunSettings::summary(const model::Analysis* analysis) const
{
    QStringList parts { engine.isOther() ? engine.title() : isOnGpu() ? tr("CUDA") : tr("CPU") };
    if (isElsewhere())
        parts.prepend(target);
    if (isOnGpu() && !gpu.isEmpty())
        parts.append(tr("GPU %1").arg(gpuNumber));
    // On a GPU the precision affects the speed of matrix products most, so it is always shown.
    if (isOnGpu() || (!engine.isOther() && usedPrecision() != QStringLiteral("f32")))
        parts.append(precisionText(usedPrecision()));
    if (isOnGpu() && cudaGraph != QStringLiteral("auto"))
        parts.append(cudaGraph == QStringLiteral("on") ? tr("graphs on") : tr("graphs off"));
    if (!engine.isOther() && tune != QStringLiteral("auto"))
        parts.append(tune == QStringLiteral("on") ? tr("kernels timed") : tr("not timed"));
    if (threads > 0)
        parts.append(tr("%n thread(s)", nullptr, threads));
    if (analysis != nullptr && generates(*analysis->model))
        return (parts << generation.summary(isPromptFromFile(*analysis->model)))
            .join(QStringLiteral(" · "));
    QStringList sizes;
    if (analysis != nullptr) {
        const auto known = engine::proposedSizes(*analysis->model, binding());
        for (const auto& dimension : analysis->freeDimensions | std::views::take(3)) {
            const auto size = known.find(dimension.name);
            sizes.append(QStringLiteral("%1 %2")
                             .arg(QString::fromStdString(dimension.name).left(16))
                             .arg(size != known.end() ? size->second : 1));
        }
    }
    if (!sizes.isEmpty())
        parts.append(sizes.join(QStringLiteral(" × ")));
    parts.append(tr("%n run(s)", nullptr, runs));
    return parts.join(QStringLiteral(" · "));
}

void RunSettings::setShape(const QString& input, const QString& shape)
{
    if (shape.isEmpty())
        shapes.remove(input);
    else
        shapes.insert(input, shape);
}

RunSettings RunSettings::withEngineOf(const RunSettings& other) const
{
    auto result = other;
    result.dims = dims;
    result.shapes = shapes;
    result.inputs = inputs;
    result.preparations = preparations;
    result.dataFolder = dataFolder;
    result.randomWeights = randomWeights;
    result.partialRun = partialRun;
    result.runDespiteProblems = runDespiteProblems;
    return result;
}

model::Binding RunSettings::binding() const
{
    model::Binding binding;
    for (auto dim = dims.begin(); dim != dims.end(); ++dim)
        binding[dim.key().toStdString()] = dim.value();
    return binding;
}

QString RunSettings::usedPrecision() const
{
    return !isOnGpu() && isOfGpuOnly(precision) ? QStringLiteral("f32") : precision;
}

QStringList RunSettings::engineArguments() const
{
    QStringList list { QStringLiteral("--seed"), QString::number(seed),
        QStringLiteral("--optimize"), optimisation, QStringLiteral("--precision"),
        usedPrecision() };
    if (threads > 0)
        list << QStringLiteral("--threads") << QString::number(threads);
    if (randomWeights)
        list << QStringLiteral("--missing-weights") << QStringLiteral("random");
    if (runDespiteProblems)
        list << QStringLiteral("--tolerate") << QStringLiteral("all");
    return list + memoryArguments(memoryMiB);
}

QStringList RunSettings::timeArguments() const
{
    if (longestSeconds == 0)
        return {};
    return { QStringLiteral("--time-limit"), QStringLiteral("%1s").arg(longestSeconds) };
}

bool RunSettings::generates(const model::Model& model) const
{
    return generation.tokens > 0 && isOnCpu() && model::findDecoder(model);
}

bool RunSettings::countsProcessor(const model::Model& model) const
{
    return processorCounters && isOnCpu() && !generates(model);
}

QStringList RunSettings::measuringArguments(const model::Model& model) const
{
    const bool isGenerating = generates(model);
    const auto counts = isGenerating ? generation.counts : RunCounts { runs, warmup, limitSeconds };
    QStringList list { QStringLiteral("--runs"), QString::number(counts.runs),
        QStringLiteral("--warmup"), QString::number(counts.warmup), QStringLiteral("--limit"),
        QString::number(counts.limitSeconds) };
    if (isGenerating)
        return list + generation.arguments(isPromptFromFile(model));
    if (pin && isOnCpu())
        list << QStringLiteral("--pin");
    return list;
}

QStringList RunSettings::profilingArguments(const model::Model& model) const
{
    auto list = targetArguments(target) + measuringArguments(model);
    if (untilPercent > 0 && !generates(model))
        list << QStringLiteral("--until") << QStringLiteral("%1%").arg(untilPercent);
    if (!engine.isOther())
        list << QStringLiteral("--record") << record;
    if (isOnGpu() && counters)
        list << QStringLiteral("--counters") << QStringLiteral("basic");
    if (countsProcessor(model))
        list << QStringLiteral("--counters") << QStringLiteral("cpu");
    return list;
}

QString RunSettings::exportText(const model::Model& model) const
{
    static const QStringList withoutValue { QStringLiteral("--pin"), QStringLiteral("--partial") };
    auto text = QStringLiteral("# opscope-cli profile MODEL --settings THIS_FILE\n");
    const auto list = arguments() + profilingArguments(model) + timeArguments();
    for (qsizetype i = 0; i < list.size(); ++i) {
        text += list[i];
        if (!withoutValue.contains(list[i]))
            text += u' ' + list.value(++i);
        text += u'\n';
    }
    return text;
}

bool RunSettings::isPromptFromFile(const model::Model& model) const
{
    const auto place = model::findDecoder(model)->tokens;
    const auto* input = model::inputsWithoutWeights(model)[place];
    return inputs.value(QString::fromStdString(input->name)).startsWith(QStringLiteral("file:"));
}

QStringList RunSettings::environment() const
{
    return isOnGpu() && !gpu.isEmpty()
        ? QStringList { QStringLiteral("CUDA_VISIBLE_DEVICES=") + gpu }
        : QStringList();
}

QStringList RunSettings::inputArguments() const
{
    QStringList list;
    for (auto dim = dims.begin(); dim != dims.end(); ++dim)
        list << QStringLiteral("--dim") << QStringLiteral("%1=%2").arg(dim.key()).arg(dim.value());
    // Input files have shapes of their own.
    for (auto shape = shapes.begin(); shape != shapes.end() && dataFolder.isEmpty(); ++shape) {
        if (!inputs.value(shape.key()).startsWith(QStringLiteral("file:")))
            list << QStringLiteral("--shape") << shape.key() + QStringLiteral("=") + shape.value();
    }
    for (auto input = inputs.begin(); input != inputs.end(); ++input)
        list << QStringLiteral("--input") << input.key() + QStringLiteral("=") + input.value();
    if (!dataFolder.isEmpty())
        list << QStringLiteral("--data") << dataFolder;
    return list;
}

QStringList RunSettings::arguments() const
{
    if (engine.isOther()) {
        auto list = engine.arguments() << QStringLiteral("--seed") << QString::number(seed);
        if (threads > 0)
            list << QStringLiteral("--threads") << QString::number(threads);
        return list + memoryArguments(memoryMiB) + inputArguments();
    }
    auto list
        = QStringList { QStringLiteral("--device"), device } + engineArguments() + inputArguments();
    if (isOnGpu() && cudaGraph != QStringLiteral("auto"))
        list << QStringLiteral("--cuda-graph") << cudaGraph;
    if (tune != QStringLiteral("auto"))
        list << QStringLiteral("--tune") << tune;
    if (partialRun)
        list << QStringLiteral("--partial");
    return list;
}

RunSettings RunSettings::load(const QString& modelPath)
{
    return fromJson(QJsonDocument::fromJson(settings::value(keyOf(modelPath)).toUtf8()).object());
}

RunSettings RunSettings::fromJson(const QJsonObject& json)
{
    RunSettings result;
    if (json.isEmpty())
        return result;
    result.target = json.value(QStringLiteral("target")).toString();
    result.engine = EngineChoice::load(json.value(QStringLiteral("engine")).toObject());
    result.device = json.value(QStringLiteral("device")).toString(result.device);
    result.gpu = json.value(QStringLiteral("gpu")).toString();
    result.gpuNumber = json.value(QStringLiteral("gpuNumber")).toInt();
    result.precision = json.value(QStringLiteral("precision")).toString(result.precision);
    result.cudaGraph = json.value(QStringLiteral("cudaGraph")).toString(result.cudaGraph);
    result.tune = json.value(QStringLiteral("tune")).toString(result.tune);
    result.counters = json.value(QStringLiteral("counters")).toBool();
    result.processorCounters = json.value(QStringLiteral("processorCounters")).toBool();
    result.pin = json.value(QStringLiteral("pin")).toBool();
    result.threads = json.value(QStringLiteral("threads")).toInt(result.threads);
    result.seed = json.value(QStringLiteral("seed")).toString().toULongLong();
    const auto dims = json.value(QStringLiteral("dims")).toObject();
    for (auto dim = dims.begin(); dim != dims.end(); ++dim)
        result.dims.insert(dim.key(), dim->toInteger(1));
    result.shapes = textsOf(json.value(QStringLiteral("shapes")));
    result.inputs = textsOf(json.value(QStringLiteral("inputs")));
    result.preparations = textsOf(json.value(QStringLiteral("preparations")));
    result.dataFolder = json.value(QStringLiteral("data")).toString();
    result.randomWeights = json.value(QStringLiteral("randomWeights")).toBool();
    result.partialRun = json.value(QStringLiteral("runTheRest")).toBool();
    result.runDespiteProblems = json.value(QStringLiteral("runDespiteProblems")).toBool();
    result.optimisation = json.value(QStringLiteral("optimisation")).toString(result.optimisation);
    result.record = json.value(QStringLiteral("record")).toString(result.record);
    result.runs = json.value(QStringLiteral("runs")).toInt(result.runs);
    result.warmup = json.value(QStringLiteral("warmup")).toInt(result.warmup);
    result.untilPercent = json.value(QStringLiteral("until")).toDouble();
    result.limitSeconds = json.value(QStringLiteral("limit")).toInt(result.limitSeconds);
    result.memoryMiB = json.value(QStringLiteral("memoryMiB")).toInt(result.memoryMiB);
    result.longestSeconds = json.value(QStringLiteral("longest")).toInt(result.longestSeconds);
    result.generation
        = GenerationSettings::load(json.value(QStringLiteral("generation")).toObject());
    return result;
}

QJsonObject RunSettings::json() const
{
    QJsonObject dimsJson;
    for (auto dim = dims.begin(); dim != dims.end(); ++dim)
        dimsJson.insert(dim.key(), dim.value());
    return { { QStringLiteral("target"), target }, { QStringLiteral("engine"), engine.json() },
        { QStringLiteral("device"), device }, { QStringLiteral("gpu"), gpu },
        { QStringLiteral("counters"), counters }, { QStringLiteral("gpuNumber"), gpuNumber },
        { QStringLiteral("processorCounters"), processorCounters }, { QStringLiteral("pin"), pin },
        { QStringLiteral("precision"), precision }, { QStringLiteral("cudaGraph"), cudaGraph },
        { QStringLiteral("tune"), tune }, { QStringLiteral("threads"), threads },
        { QStringLiteral("seed"), QString::number(seed) }, { QStringLiteral("dims"), dimsJson },
        { QStringLiteral("shapes"), jsonOf(shapes) }, { QStringLiteral("inputs"), jsonOf(inputs) },
        { QStringLiteral("preparations"), jsonOf(preparations) },
        { QStringLiteral("data"), dataFolder }, { QStringLiteral("randomWeights"), randomWeights },
        { QStringLiteral("runTheRest"), partialRun },
        { QStringLiteral("runDespiteProblems"), runDespiteProblems },
        { QStringLiteral("optimisation"), optimisation }, { QStringLiteral("record"), record },
        { QStringLiteral("runs"), runs }, { QStringLiteral("warmup"), warmup },
        { QStringLiteral("limit"), limitSeconds }, { QStringLiteral("until"), untilPercent },
        { QStringLiteral("memoryMiB"), memoryMiB }, { QStringLiteral("longest"), longestSeconds },
        { QStringLiteral("generation"), generation.json() } };
}

void RunSettings::save(const QString& modelPath) const
{
    settings::setValue(
        keyOf(modelPath), QString::fromUtf8(QJsonDocument(json()).toJson(QJsonDocument::Compact)));
}

} // namespace ui
