#pragma once

#include "model/contents/channel_codes.h"
#include "model/edit/operation.h"
#include "model/edit/quantise/quantise.h"
#include "ui/compare/compared_table.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace ui {

class Document;

/// A quantised operator and what its output loses when only it is quantised.
struct OperatorLoss {
    model::NodeId node;
    std::optional<double> error; ///< relative, L2; nothing: no run made its output
    std::optional<double> toSpread; ///< by what tells the inputs apart
};

/// What `opscope-cli quantize --dry-run --format json` found.
struct OperatorLosses {
    std::vector<OperatorLoss> operators; ///< largest error first
    /// Operators that are not quantised though they could be.
    struct Left {
        model::NodeId node;
        std::string reason; ///< `its weight is computed`
    };
    std::vector<Left> left;
    std::set<model::NodeId> kept; ///< those that the user kept
    std::optional<double> outputError; ///< the largest one of the outputs
    std::optional<double> outputToSpread;
    std::uint64_t bytesBefore = 0; ///< with weights in external files
    std::uint64_t bytes = 0;
    bool isRandom = true; ///< made with random inputs
    std::size_t samples = 0;
    model::edit::Operation operation; ///< with the ranges that were found
};

/// Reads the document; nodes are found by their labels. Fails if it is no such document.
support::Result<OperatorLosses> operatorLossesFrom(std::string_view json, const Document& document);

/// The scheme of the quantiser that codes weights like this.
model::edit::QuantiseOptions quantiseOptionsOf(
    const model::CodeChoice& choice, model::edit::ActivationProfile profile);

/// The arguments of opscope-cli behind the model: scheme, profile, nodes that stay as they are.
QStringList quantiseArguments(const model::edit::QuantiseOptions& options);

enum class LossColumn { Operator, Error, ToSpread, Choice };
/// The table of the operators; those that are not quantised come last. `kept`: those that stay
/// fp32 in the next measurement.
ComparedTable::Content lossRows(const OperatorLosses& losses, const std::set<model::NodeId>& kept,
    const Document& document, const QString& codes);

} // namespace ui
