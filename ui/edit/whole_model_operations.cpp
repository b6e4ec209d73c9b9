#include "ui/edit/whole_model_operations.h"

#include "engine/passes/derived_operations.h"
#include "model/checks/new_findings.h"
#include "model/inference/analysis.h"
#include "model/support/text.h"
#include "ui/edit/edits.h"
#include "ui/translation/text.h"
#include "ui/widgets/plain_text.h"

#include <filesystem>
#include <map>

namespace ui {

using model::edit::Operation;
using support::ErrorKind;
using support::failAs;
using support::JsonWriter;
using support::Result;

namespace {

/// Writes the argument of a field. Returns false if the text is no number where one is needed.
bool writeValue(JsonWriter& json, const OperationField& field, const QString& text)
{
    using Kind = OperationField::Kind;
    bool isNumber = false;
    const auto number = text.toLongLong(&isNumber);
    switch (field.kind) {
    case Kind::Integer:
        json.member(field.name, number);
        return isNumber;
    case Kind::Choice:
    case Kind::IntegerOrText:
        if (isNumber)
            json.member(field.name, number);
        else
            json.member(field.name, text.toStdString());
        return true;
    case Kind::Flag:
        json.member(field.name, true);
        return true;
    case Kind::List:
        json.key(field.name).beginArray();
        for (const auto& part : text.split(u',', Qt::SkipEmptyParts))
            json.value(part.trimmed().toStdString());
        json.endArray();
        return true;
    case Kind::Text:
    case Kind::Dimension:
    case Kind::File:
    case Kind::Folder:
        break;
    }
    json.member(field.name, text.toStdString());
    return true;
}

using Counts = std::map<std::string, int>;

Counts typesOf(const model::Model& model)
{
    Counts counts;
    for (const auto& node : model.nodes)
        ++counts[node.type];
    return counts;
}

/// Samples for static quantisation: those of a folder, else random ones.
Result<engine::Samples> samplesOf(const QString& folder)
{
    constexpr std::size_t randomSamples = 8;
    if (folder.isEmpty())
        return engine::Samples { {}, randomSamples };
    return engine::findSamples(std::vector { std::filesystem::path(folder.toStdString()) });
}

/// Operations that are computed from the model: each step depends on the model after those before
/// it. None for other names.
Result<std::vector<engine::DerivedOperations>> derivedSteps(
    std::string_view name, const QMap<QString, QString>& values, const std::stop_token& stop)
{
    using Steps = std::vector<engine::DerivedOperations>;
    if (name == "repair")
        return Steps { engine::repairing };
    if (name == "fold")
        return Steps { engine::folding(), engine::removingUnused };
    if (name == "optimize")
        return Steps { engine::folding(),
            engine::optimising(values.value(QStringLiteral("level")) == QStringLiteral("basic")
                    ? engine::Optimisation::Basic
                    : engine::Optimisation::Full),
            engine::removingUnused };
    if (name != "quantizeStatic")
        return Steps();
    model::edit::QuantiseOptions options;
    options.scheme = model::edit::QuantisationScheme::Static;
    if (values.value(QStringLiteral("scales")) == QStringLiteral("per_tensor"))
        options.weightScales = model::edit::WeightScales::PerTensor;
    for (const auto& node :
        values.value(QStringLiteral("keep_nodes")).split(u',', Qt::SkipEmptyParts))
        options.keptNodes.push_back(node.trimmed().toStdString());
    auto samples = TRY(samplesOf(values.value(QStringLiteral("calibration"))));
    return Steps { engine::quantisingStatically(std::move(options), std::move(samples), stop) };
}

Result<std::vector<Operation>> derived(std::span<const engine::DerivedOperations> steps,
    const std::string& file, const model::OpenOptions& options, const std::stop_token& stop)
{
    const auto document = TRY(model::edit::Document::open(file, options, stop));
    std::vector<Operation> operations;
    for (const auto& step : steps) {
        const auto more = TRY(step(document->model()));
        TRY(document->applyAll(more));
        operations.insert(operations.end(), more.begin(), more.end());
    }
    if (operations.empty())
        return failAs(ErrorKind::Usage, "nothing in the model has to change");
    return operations;
}

QString changeText(const QString& before, const QString& after)
{
    return before == after ? after : before + QStringLiteral(" → ") + after;
}

} // namespace

std::span<const WholeModelOperation> wholeModelOperations()
{
    using Kind = OperationField::Kind;
    static const std::vector<WholeModelOperation> rows {
        { "convertOpset", QT_TR_NOOP("Convert the opset version"),
            QT_TR_NOOP(
                "Rewrites all nodes for another version of ONNX's operators, up or down. It fails "
                "if a step is not exact."),
            { { "version", QT_TR_NOOP("Version"), Kind::Integer, "21", false } } },
        { "convertFloats", QT_TR_NOOP("Convert floats to fp16, bf16 or fp32"),
            QT_TR_NOOP("Changes the type of all floats, with casts where "
                       "operators or the interface keep theirs."),
            { { "to", QT_TR_NOOP("Type"), Kind::Choice, "fp16 bf16 fp32", false },
                { "keep", QT_TR_NOOP("Operators that stay"), Kind::List },
                { "keepInterface", QT_TR_NOOP("Inputs and outputs keep their types"),
                    Kind::Flag } } },
        { "quantizeWeights", QT_TR_NOOP("Quantise weights in blocks"),
            QT_TR_NOOP(
                "Codes the weights of MatMul, Gemm and Gather with 4 or 8 bits. Sums stay floats."),
            { { "bits", QT_TR_NOOP("Bits"), Kind::Choice, "8 4", false },
                { "block", QT_TR_NOOP("Elements with one scale"), Kind::Choice, "32 16 64 128 256",
                    false },
                { "zero_points", QT_TR_NOOP("Zero points"), Kind::Choice, "symmetric asymmetric",
                    false },
                { "keep_nodes", QT_TR_NOOP("Nodes that stay"), Kind::List } } },
        { "quantizeDynamic", QT_TR_NOOP("Quantise to int8, ranges of each run"),
            QT_TR_NOOP(
                "Codes weights as int8, and activations as uint8 with ranges that each run finds."),
            { { "scales", QT_TR_NOOP("Scales of weights"), Kind::Choice, "per_channel per_tensor",
                  false },
                { "keep_nodes", QT_TR_NOOP("Nodes that stay"), Kind::List } } },
        { "quantizeStatic", QT_TR_NOOP("Quantise to int8, ranges from calibration runs"),
            QT_TR_NOOP("Runs the model in our engine to find the ranges of activations, and puts "
                       "QuantizeLinear and DequantizeLinear around operators. Without a folder of "
                       "inputs (input_0.pb or NAME.npy), eight random ones are used, which real "
                       "inputs may exceed."),
            { { "calibration", QT_TR_NOOP("Folder with inputs"), Kind::Folder },
                { "scales", QT_TR_NOOP("Scales of weights"), Kind::Choice, "per_channel per_tensor",
                    false },
                { "keep_nodes", QT_TR_NOOP("Nodes that stay"), Kind::List } } },
        { "fixDimension", QT_TR_NOOP("Fix a dimension"),
            QT_TR_NOOP("Gives a named dimension a size everywhere."),
            { { "dimension", QT_TR_NOOP("Dimension"), Kind::Dimension, "", false },
                { "size", QT_TR_NOOP("Size"), Kind::Integer, "1", false } } },
        { "renameDimension", QT_TR_NOOP("Rename a dimension"),
            QT_TR_NOOP("Also in bodies and in expressions such as 2*N."),
            { { "dimension", QT_TR_NOOP("Dimension"), Kind::Dimension, "", false },
                { "to", QT_TR_NOOP("New name"), Kind::Text, "", false } } },
        { "setBatch", QT_TR_NOOP("Change the batch"),
            QT_TR_NOOP("Gives the first dimension of the inputs another size or a name. Targets of "
                       "Reshape, Expand and Resize and the types of outputs follow."),
            { { "size", QT_TR_NOOP("Size or name"), Kind::IntegerOrText, "batch", false },
                { "inputs", QT_TR_NOOP("Only of these inputs"), Kind::List } } },
        { "extract", QT_TR_NOOP("Extract a part"),
            QT_TR_NOOP(
                "The nodes between values become the model, with typed inputs and outputs. Give "
                "names of values, or the beginning of nodes' names as the scope."),
            { { "from", QT_TR_NOOP("From values"), Kind::List },
                { "to", QT_TR_NOOP("To values"), Kind::List },
                { "scope", QT_TR_NOOP("Scope"), Kind::Text } } },
        { "merge", QT_TR_NOOP("Put another model behind this one"),
            QT_TR_NOOP(
                "Outputs of this model become inputs of the other one: those of equal names, or "
                "the only output and the only input."),
            { { "file", QT_TR_NOOP("Model"), Kind::File, "", false },
                { "keepOutputs", QT_TR_NOOP("Outputs that are read stay outputs"), Kind::Flag } } },
        { "inlineFunctions", QT_TR_NOOP("Inline functions"),
            QT_TR_NOOP("Replaces calls by the nodes of the function."), {} },
        { "fold", QT_TR_NOOP("Fold constants"),
            QT_TR_NOOP(
                "Computes what depends on constants and fixed sizes alone, and replaces it by "
                "its value if that has at most 1 MiB."),
            {} },
        { "optimize", QT_TR_NOOP("Optimise"),
            QT_TR_NOOP("Writes out what our optimiser changes, as far as operators of ONNX can say "
                       "it: constants, operators without effect, and with full also "
                       "BatchNormalization in convolutions, LayerNormalization and Gelu. Results "
                       "differ by rounding at most."),
            { { "level", QT_TR_NOOP("Level"), Kind::Choice, "full basic", false } } },
        { "removeIdentities", QT_TR_NOOP("Remove identities"),
            QT_TR_NOOP("Removes Identity, and Dropout that does not train."), {} },
        { "removeUnused", QT_TR_NOOP("Remove what is not needed"),
            QT_TR_NOOP("Removes nodes, weights and functions that no output needs."), {} },
        { "stripDocs", QT_TR_NOOP("Strip doc strings"), QT_TR_NOOP("Removes all doc strings."),
            {} },
        { "stripWeights", QT_TR_NOOP("Strip weights"),
            QT_TR_NOOP(
                "Removes the data of weights: what is left is a skeleton to show, not to run."),
            { { "threshold", QT_TR_NOOP("From this many bytes on"), Kind::Integer, "1024" } } },
        { "anonymise", QT_TR_NOOP("Anonymise names"),
            QT_TR_NOOP(
                "Gives values, nodes, dimensions and functions names without meaning; removes doc "
                "strings and metadata."),
            {} },
        { "repair", QT_TR_NOOP("Repair"),
            QT_TR_NOOP("Mends the findings that have one sure repair, and "
                       "gives nodes of one name names of their own."),
            {} },
    };
    return rows;
}

Result<std::vector<Operation>> operationsFor(const WholeModelOperation& chosen,
    const QMap<QString, QString>& values, const std::string& file,
    const model::OpenOptions& options, const std::stop_token& stop)
{
    if (const auto steps = TRY(derivedSteps(chosen.name, values, stop)); !steps.empty())
        return derived(steps, file, options, stop);
    QString wrong;
    auto operation = makeOperation(chosen.name, [&](JsonWriter& json) {
        for (const auto& field : chosen.fields) {
            const auto text = values.value(QString::fromLatin1(field.name)).trimmed();
            if (!text.isEmpty() && !writeValue(json, field, text))
                wrong = tr("%1 is no whole number: %2").arg(tr(field.label), text);
            else if (text.isEmpty() && !field.isOptional)
                wrong = tr("%1 is empty").arg(tr(field.label));
        }
    });
    if (!wrong.isEmpty())
        return failAs(ErrorKind::Usage, wrong.toStdString());
    return std::vector { std::move(operation) };
}

Result<EditPreview> previewOf(const std::string& file, const model::OpenOptions& options,
    std::span<const Operation> operations, const std::stop_token& stop)
{
    const auto document = TRY(model::edit::Document::open(file, options, stop));
    const auto before = document->model();
    const auto findingsBefore = model::allFindings(*model::analyse(before, {}, stop));
    TRY(document->applyAll(operations));
    const auto& after = *document->model();
    const auto findings = model::allFindings(*model::analyse(document->model(), {}, stop));
    if (stop.stop_requested())
        return failAs(ErrorKind::Cancelled, "the preview was stopped");
    EditPreview preview;
    for (const auto& step : document->steps())
        preview.sentences.push_back(step.text);
    auto types = typesOf(after);
    for (const auto& [type, count] : typesOf(*before))
        types[type] -= count;
    for (const auto& [type, change] : types)
        if (change != 0)
            preview.types.emplace_back(type, change);
    preview.nodesBefore = before->nodes.size();
    preview.nodes = after.nodes.size();
    preview.bytesBefore = before->fileBytes;
    preview.bytes = after.fileBytes;
    preview.made = model::checks::newFindings(findingsBefore, findings);
    preview.mended = model::checks::newFindings(findings, findingsBefore);
    return preview;
}

QString previewText(const EditPreview& preview)
{
    constexpr std::size_t mostLines = 12;
    QStringList lines;
    for (const auto& sentence : preview.sentences)
        lines += upperFirst(plain(sentence, 300));
    lines += tr("Nodes: %1")
                 .arg(changeText(
                     QString::number(preview.nodesBefore), QString::number(preview.nodes)));
    lines += tr("File: %1")
                 .arg(changeText(QString::fromStdString(support::bytesText(preview.bytesBefore)),
                     QString::fromStdString(support::bytesText(preview.bytes))));
    QStringList types;
    for (const auto& [type, change] : preview.types)
        types += QStringLiteral("%1%2 %3")
                     .arg(change > 0 ? QStringLiteral("+") : QStringLiteral("−"))
                     .arg(std::abs(change))
                     .arg(plain(type, 60));
    if (!types.isEmpty())
        lines += tr("Operators: %1").arg(types.join(QStringLiteral(", ")));
    const auto list = [&](const support::Diagnostics& findings, const char* text) {
        for (std::size_t i = 0; i < std::min(findings.size(), mostLines); ++i)
            lines += tr(text).arg(
                plain(findings[i].where.path, 120), plain(findings[i].message, 200));
        if (findings.size() > mostLines)
            lines += tr("… and %n more", nullptr, static_cast<int>(findings.size() - mostLines));
    };
    list(preview.made, QT_TR_NOOP("New finding, %1: %2"));
    list(preview.mended, QT_TR_NOOP("Mended, %1: %2"));
    return lines.join(u'\n');
}

} // namespace ui
