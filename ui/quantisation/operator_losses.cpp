#include "ui/quantisation/operator_losses.h"

#include "model/edit/quantise/arguments.h"
#include "model/palette.h"
#include "ui/document/document.h"
#include "ui/format.h"
#include "ui/translation/text.h"
#include "ui/widgets/plain_text.h"

#include <algorithm>
#include <unordered_map>

namespace ui {

using model::edit::QuantisationScheme;
using support::JsonValue;

namespace {

std::unordered_map<std::string, model::NodeId> nodesByLabel(const Document& document)
{
    std::unordered_map<std::string, model::NodeId> nodes;
    for (const auto id : document.model()->main().nodes)
        nodes.emplace(document.nodeText(id), id);
    return nodes;
}

std::optional<double> largest(std::optional<double> a, std::optional<double> b)
{
    return !a ? b : !b ? a : std::max(*a, *b);
}

QString errorText(double error)
{
    return QString::fromStdString(support::shareText(error, support::ShareForm::Card));
}

/// Errors that are likely to matter are coloured.
QByteArray toneOfError(const OperatorLoss& loss)
{
    if (loss.toSpread && *loss.toSpread > 1)
        return "error";
    return loss.error && *loss.error > 0.1 ? "warning" : "";
}

} // namespace

support::Result<OperatorLosses> operatorLossesFrom(std::string_view json, const Document& document)
{
    const auto parsed = TRY(support::parseJson(json));
    const auto& operation = parsed["operation"];
    if (!parsed.has("quantized") || operation["op"].stringOr("").empty())
        return support::failAs(
            support::ErrorKind::Failed, "opscope-cli gave no document of `quantize`");
    OperatorLosses losses;
    losses.operation = { operation["op"].stringOr(""), operation };
    const auto nodes = nodesByLabel(document);
    for (const auto& row : parsed["quantized"].items()) {
        const auto found
            = nodes.find(std::string(row["node"].string().value_or(std::string_view())));
        if (found != nodes.end())
            losses.operators.push_back(
                { found->second, row["relative_l2"].number(), row["relative_to_spread"].number() });
    }
    std::ranges::stable_sort(losses.operators, std::greater<>(),
        [](const auto& loss) { return loss.error.value_or(-1); });
    for (const auto& row : parsed["left"].items()) {
        const auto found
            = nodes.find(std::string(row["node"].string().value_or(std::string_view())));
        if (found != nodes.end())
            losses.left.push_back({ found->second, row["reason"].stringOr("") });
    }
    for (const auto& row : parsed["outputs"].items()) {
        losses.outputError = largest(losses.outputError, row["relative_l2"].number());
        losses.outputToSpread = largest(losses.outputToSpread, row["relative_to_spread"].number());
    }
    const auto bytes = [&](const char* name) {
        return static_cast<std::uint64_t>(std::max<std::int64_t>(parsed[name].integerOr(0), 0));
    };
    losses.bytesBefore = bytes("bytes_before");
    losses.bytes = bytes("bytes");
    losses.isRandom = parsed["samples"]["random"].booleanOr(true);
    losses.samples = static_cast<std::size_t>(parsed["samples"]["count"].integerOr(0));
    return losses;
}

model::edit::QuantiseOptions quantiseOptionsOf(
    const model::CodeChoice& choice, model::edit::ActivationProfile profile)
{
    using Scales = model::CodeChoice::Scales;
    model::edit::QuantiseOptions options;
    options.scheme
        = choice.scales == Scales::Blocks ? QuantisationScheme::Blocks : QuantisationScheme::Static;
    options.format = choice.format;
    options.weightScales = choice.scales == Scales::Tensor ? model::edit::WeightScales::PerTensor
                                                           : model::edit::WeightScales::PerChannel;
    options.profile = profile;
    return options;
}

QStringList quantiseArguments(const model::edit::QuantiseOptions& options)
{
    const auto text = [](std::string_view word) {
        return QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size()));
    };
    QStringList arguments { QStringLiteral("--scheme") };
    if (options.scheme == QuantisationScheme::Blocks)
        arguments << (options.format.bits == 4 ? QStringLiteral("4bit") : QStringLiteral("8bit"))
                  << QStringLiteral("--block") << QString::number(options.format.block)
                  << QStringLiteral("--zero-points")
                  << text(wordOf(options.format.zeroPoints, model::edit::zeroPointWords));
    else
        arguments << QStringLiteral("static") << QStringLiteral("--weight-scales")
                  << text(wordOf(options.weightScales, model::edit::weightScaleWords))
                  << QStringLiteral("--profile")
                  << text(wordOf(options.profile, model::edit::profileWords));
    for (const auto& kept : options.keptNodes)
        arguments << QStringLiteral("--keep-node") << QString::fromStdString(kept);
    return arguments;
}

ComparedTable::Content lossRows(const OperatorLosses& losses, const std::set<model::NodeId>& kept,
    const Document& document, const QString& codes)
{
    ComparedTable::Content content;
    content.columns = { { tr("Operator") }, { tr("Output error"), Qt::AlignRight },
        { tr("to spread"), Qt::AlignRight }, { tr("Choice") } };
    content.widths = { 130, 112, 84, 84 };
    const auto add = [&](const OperatorLoss& loss, const QString& choice) {
        const auto& node = document.model()->node(loss.node);
        ComparedTable::Row row;
        row.nodes.a = loss.node;
        row.category
            = static_cast<int>(model::Palette::instance().category(node.domain, node.type));
        const auto tone = toneOfError(loss);
        const bool isKept = kept.contains(loss.node);
        row.cells = { { plain(document.nodeText(loss.node), 200) },
            { loss.error ? errorText(*loss.error) : notMeasuredText(), loss.error.value_or(-1),
                tone, {}, !tone.isEmpty() },
            { loss.toSpread ? numberText(*loss.toSpread, 2) + QStringLiteral(" ×")
                            : notMeasuredText(),
                loss.toSpread.value_or(-1) },
            { choice, {}, isKept ? QByteArray("good") : QByteArray() } };
        content.rows.push_back(std::move(row));
    };
    auto others = kept;
    for (const auto& loss : losses.operators) {
        add(loss, others.erase(loss.node) > 0 ? tr("fp32, not measured yet") : codes);
    }
    for (const auto& left : losses.left) {
        const bool isKept = others.erase(left.node) > 0;
        add({ left.node, {}, {} },
            isKept                                ? tr("fp32")
                : losses.kept.contains(left.node) ? tr("%1, not measured yet").arg(codes)
                                                  : tr("fp32: %1").arg(plain(left.reason, 200)));
    }
    for (const auto node : others)
        add({ node, {}, {} }, tr("fp32, not measured yet"));
    return content;
}

} // namespace ui
