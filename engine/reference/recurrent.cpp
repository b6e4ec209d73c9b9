#include "engine/reference/recurrent.h"

#include "engine/program/shapes.h"
#include "engine/reference/float_output.h"
#include "engine/reference/multiply.h"

#include <algorithm>

// RNN, GRU and LSTM in all versions, directions and layouts. A step computes one batch entry. Gates
// are in double.

namespace engine {

namespace {

/// The weights and activations of one direction.
struct Direction {
    const double* w = nullptr; ///< gates * hidden rows of inputSize
    const double* r = nullptr; ///< gates * hidden rows of hidden
    std::vector<double> biasW; ///< gates * hidden
    std::vector<double> biasR;
    const double* peepholes = nullptr; ///< i, o, f; null if none
    std::span<const Activation> activations;
};

/// Data of a cell for one step of one batch entry. `gates` holds X * W; the cell adds the rest.
struct CellStep {
    const RecurrentShape& shape;
    const Direction& direction;
    std::span<double> gates;
    std::span<double> h;
    std::span<double> c; ///< LSTM only

    double clipped(double x) const
    {
        return shape.clip > 0 ? std::clamp(x, -shape.clip, shape.clip) : x;
    }
    /// Returns the product of `state` and row `gate * hidden + unit` of R.
    double recurrent(std::int64_t row, std::span<const double> state) const
    {
        const double* weights = direction.r + row * shape.hidden;
        double sum = 0;
        for (std::size_t k = 0; k < state.size(); ++k)
            sum += weights[k] * state[k];
        return sum;
    }
};

using Cell = void (*)(CellStep& step, const OpNode& node);

/// H = f(X * W + H * R + Wb + Rb)
void rnnCell(CellStep& step, const OpNode&)
{
    std::vector<double> next(step.h.size());
    for (std::size_t u = 0; u < next.size(); ++u)
        next[u] = step.direction.activations[0](
            step.clipped(step.gates[u] + step.recurrent(static_cast<std::int64_t>(u), step.h)
                + step.direction.biasW[u] + step.direction.biasR[u]));
    std::ranges::copy(next, step.h.begin());
}

/// Gates are in the order z, r, h. linear_before_reset multiplies by R first and then resets.
void gruCell(CellStep& step, const OpNode& node)
{
    const auto hidden = step.h.size();
    const bool isLinearFirst = node.flag("linear_before_reset");
    const auto& d = step.direction;
    std::vector<double> update(hidden);
    std::vector<double> reset(hidden);
    std::vector<double> resetState(hidden);
    for (std::size_t u = 0; u < hidden; ++u) {
        const auto row = static_cast<std::int64_t>(u);
        update[u] = d.activations[0](
            step.clipped(step.gates[u] + step.recurrent(row, step.h) + d.biasW[u] + d.biasR[u]));
        const auto at = u + hidden;
        reset[u] = d.activations[0](step.clipped(step.gates[at]
            + step.recurrent(row + step.shape.hidden, step.h) + d.biasW[at] + d.biasR[at]));
        resetState[u] = reset[u] * step.h[u];
    }
    std::vector<double> next(hidden);
    for (std::size_t u = 0; u < hidden; ++u) {
        const auto at = u + 2 * hidden;
        const auto row = static_cast<std::int64_t>(at);
        const double recurrent = isLinearFirst
            ? reset[u] * (step.recurrent(row, step.h) + d.biasR[at])
            : step.recurrent(row, resetState) + d.biasR[at];
        const double candidate
            = d.activations[1](step.clipped(step.gates[at] + recurrent + d.biasW[at]));
        next[u] = (1 - update[u]) * candidate + update[u] * step.h[u];
    }
    std::ranges::copy(next, step.h.begin());
}

/// Gates are in the order i, o, f, c. Peepholes use the old cell state for i and f, the new one for
/// o.
void lstmCell(CellStep& step, const OpNode& node)
{
    const auto hidden = step.h.size();
    const auto& d = step.direction;
    const bool couplesForget = node.flag("input_forget");
    std::vector<double> next(hidden);
    for (std::size_t u = 0; u < hidden; ++u) {
        auto gate = [&](std::size_t g) {
            const auto at = g * hidden + u;
            return step.gates[at] + step.recurrent(static_cast<std::int64_t>(at), step.h)
                + d.biasW[at] + d.biasR[at];
        };
        auto peephole = [&](std::size_t g, double state) {
            return d.peepholes != nullptr ? d.peepholes[g * hidden + u] * state : 0.0;
        };
        const double old = step.c[u];
        const double input = d.activations[0](step.clipped(gate(0) + peephole(0, old)));
        const double forget = couplesForget
            ? 1 - input
            : d.activations[0](step.clipped(gate(2) + peephole(2, old)));
        const double candidate = d.activations[1](step.clipped(gate(3)));
        const double state = forget * old + input * candidate;
        const double output = d.activations[0](step.clipped(gate(1) + peephole(1, state)));
        step.c[u] = state;
        next[u] = output * d.activations[2](state);
    }
    std::ranges::copy(next, step.h.begin());
}

/// All operands and the output as double. The states h and c change during the run.
struct Operands {
    std::vector<double> x, w, r, b, h, c, p;
    std::vector<double> y; ///< [steps, directions, batch, hidden], zeros after a sequence's end
};

Result<Operands> readOperands(const RecurrentShape& shape, const RunContext& context)
{
    Operands operands;
    operands.x = TRY(readNumbers(context.tensor(0)));
    operands.w = TRY(readNumbers(context.tensor(1)));
    operands.r = TRY(readNumbers(context.tensor(2)));
    operands.b = TRY(optionalValues<double>(context, 3));
    operands.p = TRY(optionalValues<double>(context, 7));
    const auto states = static_cast<std::size_t>(shape.directions * shape.batch * shape.hidden);
    operands.h = TRY(optionalValues<double>(context, 5));
    operands.h.resize(states, 0.0);
    operands.c = TRY(optionalValues<double>(context, 6));
    operands.c.resize(states, 0.0);
    operands.y.assign(static_cast<std::size_t>(shape.steps) * states, 0.0);
    return operands;
}

Direction directionOf(const RecurrentShape& shape, const Operands& operands, std::int64_t d)
{
    const auto rows = shape.rows();
    Direction direction;
    direction.w = operands.w.data() + d * rows * shape.inputSize;
    direction.r = operands.r.data() + d * rows * shape.hidden;
    direction.biasW.assign(rows, 0.0);
    direction.biasR = direction.biasW;
    if (!operands.b.empty()) {
        std::copy_n(operands.b.begin() + d * 2 * rows, rows, direction.biasW.begin());
        std::copy_n(operands.b.begin() + d * 2 * rows + rows, rows, direction.biasR.begin());
    }
    if (!operands.p.empty())
        direction.peepholes = operands.p.data() + d * 3 * shape.hidden;
    const auto perDirection = shape.activations.size() / static_cast<std::size_t>(shape.directions);
    direction.activations = std::span(shape.activations)
                                .subspan(static_cast<std::size_t>(d) * perDirection, perDirection);
    return direction;
}

Result<void> runDirection(const RecurrentShape& shape, Operands& operands, std::int64_t d,
    Cell cell, const OpNode& node, const RunContext& context)
{
    const auto direction = directionOf(shape, operands, d);
    const auto rows = shape.rows();
    const bool isReversed = shape.isReversed(d);
    std::vector<double> projected(shape.steps * shape.batch * rows, 0.0);
    multiplyAdd<double>({ operands.x.data(), shape.inputSize, 1 },
        { direction.w, 1, shape.inputSize }, projected.data(), rows, shape.steps * shape.batch,
        shape.inputSize, rows);
    const auto hidden = static_cast<std::size_t>(shape.hidden);
    for (std::int64_t batch = 0; batch < shape.batch; ++batch) {
        const auto length = shape.lengths[batch];
        double* h = operands.h.data() + shape.stateAt(d, batch);
        double* c = operands.c.data() + shape.stateAt(d, batch);
        for (std::int64_t i = 0; i < length; ++i) {
            if (context.stop().stop_requested())
                return support::failAs(support::ErrorKind::Cancelled, "stopped");
            const auto step = isReversed ? length - 1 - i : i;
            const std::span gates(projected.data() + shape.inputRow(step, batch) * rows,
                static_cast<std::size_t>(rows));
            CellStep now { shape, direction, gates, { h, hidden }, { c, hidden } };
            cell(now, node);
            std::copy_n(h, shape.hidden, operands.y.begin() + shape.outputAt(step, d, batch));
        }
    }
    return {};
}

Result<void> runRecurrent(const OpNode& node, RunContext& context, std::int64_t gates,
    const std::vector<std::string>& activations, Cell cell)
{
    const auto shape = TRY(recurrentShape(node, context, gates, activations));
    auto operands = TRY(readOperands(shape, context));
    for (std::int64_t d = 0; d < shape.directions; ++d)
        TRY(runDirection(shape, operands, d, cell, node, context));
    const auto element = context.tensor(0).element();
    TRY(writeFloats(context, 0, element, shape.outputDims(), operands.y));
    TRY(writeFloats(context, 1, element, shape.stateDims(), operands.h));
    return writeFloats(context, 2, element, shape.stateDims(), operands.c);
}

Result<void> runRnn(const OpNode& node, RunContext& context)
{
    return runRecurrent(node, context, 1, { "Tanh" }, rnnCell);
}
Result<void> runGru(const OpNode& node, RunContext& context)
{
    return runRecurrent(node, context, 3, { "Sigmoid", "Tanh" }, gruCell);
}
Result<void> runLstm(const OpNode& node, RunContext& context)
{
    return runRecurrent(node, context, 4, { "Sigmoid", "Tanh", "Tanh" }, lstmCell);
}

const RegisterReference recurrent[] = {
    { "RNN", runRnn, onFloats },
    { "GRU", runGru, onFloats },
    { "LSTM", runLstm, onFloats },
};

} // namespace

} // namespace engine
