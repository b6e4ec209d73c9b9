#pragma once

#include "engine/functors/gate.h"
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

/// The same as a functor that also runs on devices.
Result<functors::Gate> gateNamed(
    std::string_view name, std::optional<double> alpha, std::optional<double> beta);
/// Returns the activations of a recurrent operator, one direction after the other. `defaults` are
/// those of one direction.
Result<std::vector<functors::Gate>> gatesOf(
    const OpNode& node, std::int64_t directions, const std::vector<std::string>& defaults);

enum class RecurrentDirection { Forward, Reverse, Bidirectional };
/// Returns the attribute `direction` of RNN, GRU and LSTM, which may be in upper or lower case.
/// Other values count as forward; the checker reports them (rule attribute-value).
RecurrentDirection recurrentDirection(const OpNode& node);

/// Sizes and settings that RNN, GRU and LSTM share. Inputs: X, W, R, B, sequence_lens, initial_h (,
/// initial_c, P).
struct RecurrentShape {
    std::int64_t steps = 0;
    std::int64_t batch = 0;
    std::int64_t inputSize = 0;
    std::int64_t hidden = 0;
    std::int64_t gates = 1;
    std::int64_t directions = 1;
    bool startsReversed = false;
    bool isBatchFirst = false; ///< layout = 1
    std::vector<std::int64_t> lengths; ///< per batch entry
    double clip = 0; ///< 0 = none
    std::vector<Activation> activations; ///< `activations per direction` for each direction
};

/// Reads and checks the shape. `defaults` are the activations of one direction.
Result<RecurrentShape> recurrentShape(const OpNode& node, const RunContext& context,
    std::int64_t gates, const std::vector<std::string>& defaults);

} // namespace engine
