#pragma once

#include "engine/kernel/kernel.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace engine {

/// An activation of a recurrent operator with its constants bound.
using Activation = std::function<double(double)>;

/// Returns an activation by name, in upper or lower case. Constants that are not given get the
/// defaults of the activation.
Result<Activation> activationNamed(
    std::string_view name, std::optional<double> alpha, std::optional<double> beta);

/// Returns the names of the activations, one direction after the other. `defaults` are those of one
/// direction.
Result<std::vector<std::string>> activationNames(
    const OpNode& node, std::int64_t directions, const std::vector<std::string>& defaults);

enum class RecurrentDirection { Forward, Reverse, Bidirectional };
/// Returns the attribute `direction` of RNN, GRU and LSTM, which may be in upper or lower case.
/// Other values count as forward; the checker reports them (rule attribute-value).
RecurrentDirection recurrentDirection(const OpNode& node);

/// Sizes that RNN, GRU and LSTM share, and the places of rows of `hidden` numbers. Inputs: X, W, R,
/// B, sequence_lens, initial_h (, initial_c, P).
struct RecurrentSizes {
    std::int64_t steps = 0;
    std::int64_t batch = 0;
    std::int64_t inputSize = 0;
    std::int64_t hidden = 0;
    std::int64_t gates = 1;
    std::int64_t directions = 1;
    bool startsReversed = false;
    bool isBatchFirst = false; ///< layout = 1

    std::int64_t rows() const { return gates * hidden; } ///< of the weights of a direction
    bool isReversed(std::int64_t direction) const { return startsReversed || direction == 1; }
    /// Number of the row of X and of the product X * W.
    std::int64_t inputRow(std::int64_t step, std::int64_t entry) const
    {
        return isBatchFirst ? entry * steps + step : step * batch + entry;
    }
    /// Offset in the states [directions, batch, hidden]; batch first with layout 1.
    std::int64_t stateAt(std::int64_t direction, std::int64_t entry) const
    {
        return (isBatchFirst ? entry * directions + direction : direction * batch + entry) * hidden;
    }
    /// Offset in the output [steps, directions, batch, hidden]; batch first with layout 1.
    std::int64_t outputAt(std::int64_t step, std::int64_t direction, std::int64_t entry) const
    {
        return (isBatchFirst ? (entry * steps + step) * directions + direction
                             : (step * directions + direction) * batch + entry)
            * hidden;
    }
    Dims stateDims() const
    {
        return isBatchFirst ? Dims { batch, directions, hidden }
                            : Dims { directions, batch, hidden };
    }
    Dims outputDims() const
    {
        return isBatchFirst ? Dims { batch, steps, directions, hidden }
                            : Dims { steps, directions, batch, hidden };
    }
};

/// Reads the sizes and checks the dims of the inputs. `dimsOf` returns them; null for an input that
/// is absent.
Result<RecurrentSizes> recurrentSizes(const OpNode& node, std::int64_t gates,
    const std::function<const Dims*(std::size_t input)>& dimsOf);

/// Returns the steps of each batch entry: sequence_lens, or all.
Result<std::vector<std::int64_t>> sequenceLengths(
    const RecurrentSizes& sizes, const RunContext& context);

struct RecurrentShape : RecurrentSizes {
    std::vector<std::int64_t> lengths; ///< per batch entry
    double clip = 0; ///< 0 = none
    std::vector<Activation> activations; ///< `activations per direction` for each direction
};

/// Reads and checks the shape. `defaults` are the activations of one direction.
Result<RecurrentShape> recurrentShape(const OpNode& node, const RunContext& context,
    std::int64_t gates, const std::vector<std::string>& defaults);

} // namespace engine
