#include "engine/reference/recurrent.h"
#include "engine/cpu/matrix_product.h"

#include <algorithm>

// RNN, GRU and LSTM: float, all directions and layouts, peepholes, sequence lengths, clip, initial
// states. X * W is computed for all steps at once. Each step then computes the state times R and
// the gates, row by row. One batch entry is multiplied by R as it is, several by packed panels. Two
// directions run at the same time. Refuses weights that are not constant and activations without a
// row function. Source: ONNX RNN-14, GRU-14, LSTM-14.

namespace engine {

namespace {

enum class CellKind { Rnn, Gru, Lstm };

std::int64_t gatesOf(CellKind kind)
{
    return kind == CellKind::Rnn ? 1 : kind == CellKind::Gru ? 3 : 4;
}

/// Activations of one direction.
std::vector<std::string> defaultActivations(CellKind kind)
{
    if (kind == CellKind::Rnn)
        return { "Tanh" };
    return kind == CellKind::Gru ? std::vector<std::string> { "Sigmoid", "Tanh" }
                                 : std::vector<std::string> { "Sigmoid", "Tanh", "Tanh" };
}

/// A part of R: rows of `hidden` numbers.
struct Recurrence {
    const float* rows = nullptr; ///< alive as long as the plan
    std::optional<PackedPanels> packed; ///< for several batch entries
};

/// The weights of one direction. For GRU, R has two parts: gates z and r, then gate h.
struct Direction {
    PackedPanels w;
    std::vector<Recurrence> r;
    std::array<UnaryChoice, 3> activations;
};

struct RecurrentPlan : RecurrentSizes {
    CellKind kind = CellKind::Lstm;
    bool isLinearFirst = false; ///< GRU: linear_before_reset
    bool couplesForget = false; ///< LSTM: input_forget
    float clip = 0; ///< 0 = none
    std::vector<Direction> weights; ///< by direction
};

// Preparation

Result<std::vector<UnaryChoice>> activationsOf(const OpNode& node, const RecurrentPlan& plan)
{
    // The attributes have entries only for activations that take a constant, in order. Only the
    // reference kernel assigns them.
    if (node.has("activation_alpha") || node.has("activation_beta"))
        return fail("native ", node.type, " takes activations with their default constants");
    std::vector<UnaryChoice> choices;
    for (const auto& name :
        TRY(activationNames(node, plan.directions, defaultActivations(plan.kind)))) {
        const auto choice = activationChoice(name, {});
        if (!choice)
            return fail("native ", node.type, " has no activation ", name);
        choices.push_back(*choice);
    }
    return choices;
}

Result<const float*> constantWeights(const KernelRequest& request, std::size_t input)
{
    const auto* constant = request.input(input).constant;
    if (constant == nullptr || constant->data == nullptr)
        return fail(
            "native ", request.node.type, " takes constant weights, input ", input, " is not");
    return floats(*constant);
}

Result<RecurrentPlan> planOf(const KernelRequest& request, CellKind kind)
{
    for (const std::size_t input : { 0, 1, 2, 3, 5, 6, 7 }) {
        if (input < 3 || request.hasInput(input))
            TRY(requireFloat(request, input));
    }
    const auto& node = request.node;
    RecurrentPlan plan { TRY(recurrentSizes(node, gatesOf(kind), [&](std::size_t input) {
        return request.hasInput(input) ? &request.input(input).tensor.dims : nullptr;
    })) };
    plan.kind = kind;
    plan.clip = node.real("clip", 0.0f);
    plan.isLinearFirst = node.flag("linear_before_reset");
    plan.couplesForget = node.flag("input_forget");
    return plan;
}

/// Packs weights [rows, depth], transposed, as the right operand of a product.
PackedPanels packTurned(const float* weights, std::int64_t rows, std::int64_t depth)
{
    return { PanelKind::Columns, { weights, 1, depth }, rows, depth };
}

Direction makeDirection(const RecurrentPlan& plan, const float* w, const float* r)
{
    Direction direction { packTurned(w, plan.rows(), plan.inputSize), {}, {} };
    const auto add = [&](const float* rows, std::int64_t count) {
        direction.r.push_back({ rows, std::nullopt });
        if (plan.batch > 1)
            direction.r.back().packed = packTurned(rows, count, plan.hidden);
    };
    if (plan.kind == CellKind::Gru) {
        add(r, 2 * plan.hidden);
        add(r + 2 * plan.hidden * plan.hidden, plan.hidden);
    } else {
        add(r, plan.rows());
    }
    return direction;
}

// One step of one batch entry: rows of `hidden` numbers

void activate(const RecurrentPlan& plan, const UnaryChoice& activation, float* x, std::int64_t n)
{
    if (plan.clip > 0)
        UnaryChoice { UnaryOp::Clip, -plan.clip, plan.clip }.apply(x, x, n);
    activation.apply(x, x, n);
}

/// Rows of one batch entry. `gates` holds X * W, `product` the state times R.
struct CellRows {
    float* gates;
    const float* product;
    float* h;
    float* c;
    float* spare; ///< `hidden` numbers
    const float* peepholes; ///< i, o, f; null if none
};

void rnnCell(const RecurrentPlan& plan, const Direction& direction, const CellRows& rows)
{
    combineRows(BinaryOp::Add, rows.gates, rows.product, rows.gates, plan.hidden);
    activate(plan, direction.activations[0], rows.gates, plan.hidden);
    std::copy_n(rows.gates, plan.hidden, rows.h);
}

void addPeephole(const CellRows& rows, std::int64_t gate, float* gates, std::int64_t n)
{
    if (rows.peepholes == nullptr)
        return;
    combineRows(BinaryOp::Mul, rows.peepholes + gate * n, rows.c, rows.spare, n);
    combineRows(BinaryOp::Add, gates, rows.spare, gates, n);
}

/// The gates are in the order i, o, f, c. Peepholes use the old cell state for i and f, the new one
/// for o.
void lstmCell(const RecurrentPlan& plan, const Direction& direction, const CellRows& rows)
{
    const auto n = plan.hidden;
    float* input = rows.gates;
    float* output = input + n;
    float* forget = output + n;
    float* candidate = forget + n;
    combineRows(BinaryOp::Add, rows.gates, rows.product, rows.gates, 4 * n);
    addPeephole(rows, 0, input, n);
    addPeephole(rows, 2, forget, n);
    activate(plan, direction.activations[0], input, n);
    if (plan.couplesForget)
        UnaryChoice { UnaryOp::Affine, -1, 1 }.apply(input, forget, n);
    else
        activate(plan, direction.activations[0], forget, n);
    activate(plan, direction.activations[1], candidate, n);
    combineRows(BinaryOp::Mul, forget, rows.c, rows.c, n);
    combineRows(BinaryOp::Mul, input, candidate, candidate, n);
    combineRows(BinaryOp::Add, rows.c, candidate, rows.c, n);
    addPeephole(rows, 1, output, n);
    activate(plan, direction.activations[0], output, n);
    direction.activations[2].apply(rows.c, rows.h, n);
    combineRows(BinaryOp::Mul, output, rows.h, rows.h, n);
}

/// Computes z and r. The candidate is computed in gruState, after the product of the reset state
/// and R. `spare` becomes the reset state; it is not used with linear_before_reset.
void gruGates(const RecurrentPlan& plan, const Direction& direction, const CellRows& rows)
{
    const auto n = plan.hidden;
    combineRows(BinaryOp::Add, rows.gates, rows.product, rows.gates, 2 * n);
    activate(plan, direction.activations[0], rows.gates, 2 * n);
    if (!plan.isLinearFirst)
        combineRows(BinaryOp::Mul, rows.gates + n, rows.h, rows.spare, n);
}

/// h = (1 - z) * candidate + z * h. `product` is the product of the last gate.
void gruState(const RecurrentPlan& plan, const Direction& direction, const CellRows& rows)
{
    const auto n = plan.hidden;
    const float* update = rows.gates;
    float* candidate = rows.gates + 2 * n;
    const float* product = rows.product;
    if (plan.isLinearFirst) {
        combineRows(BinaryOp::Mul, rows.gates + n, product, rows.spare, n);
        product = rows.spare;
    }
    combineRows(BinaryOp::Add, candidate, product, candidate, n);
    activate(plan, direction.activations[1], candidate, n);
    combineRows(BinaryOp::Mul, update, rows.h, rows.h, n);
    combineRows(BinaryOp::Mul, update, candidate, rows.spare, n);
    combineRows(BinaryOp::Add, rows.h, candidate, rows.h, n);
    combineRows(BinaryOp::Sub, rows.h, rows.spare, rows.h, n);
}

// A run

/// Memory and inputs of one run.
struct RecurrentRun {
    const RecurrentPlan& plan;
    std::vector<std::int64_t> lengths; ///< by batch entry
    const float* peepholes = nullptr;
    std::span<float> projected; ///< [steps, batch, rows], or batch first
    std::span<float> product; ///< [batch, rows]
    std::span<float> h; ///< [batch, hidden]
    std::span<float> c;
    std::span<float> spare;
    std::span<float> bias; ///< added to the projection
    std::span<float> lateBias; ///< GRU with linear_before_reset: added to R's product
    ItemBuffers buffers;
    float* y = nullptr;
};

Result<RecurrentRun> startRun(const RecurrentPlan& plan, RunContext& context)
{
    auto lengths = TRY(sequenceLengths(plan, context));
    RecurrentRun run { plan, std::move(lengths), {}, {}, {}, {}, {}, {}, {}, {}, {}, {} };
    const auto states = plan.batch * plan.hidden;
    const auto projected = plan.steps * plan.batch * plan.rows();
    const auto total = projected + plan.batch * plan.rows() + 3 * states + 2 * plan.rows();
    const auto memory = TRY(context.scratch(
        static_cast<std::size_t>(std::max<std::int64_t>(total, 1)) * sizeof(float)));
    auto* next = reinterpret_cast<float*>(memory.data());
    const auto take = [&](std::int64_t count) {
        return std::span(std::exchange(next, next + count), static_cast<std::size_t>(count));
    };
    run.projected = take(projected);
    run.product = take(plan.batch * plan.rows());
    run.h = take(states);
    run.c = take(states);
    run.spare = take(states);
    run.bias = take(plan.rows());
    run.lateBias = take(plan.rows());
    const auto largest = cutProduct({ plan.batch, plan.rows(), plan.hidden }, 1, context.threads());
    const auto first = cutProduct(
        { plan.steps * plan.batch, plan.rows(), plan.inputSize }, 1, context.threads());
    run.buffers = TRY(itemBuffers(context, std::max(largest.count(), first.count()),
        std::max(largest.bufferFloats(), first.bufferFloats()),
        std::max(largest.work(), first.work())));
    return run;
}

void multiplyRows(RecurrentRun& run, const float* a, std::int64_t rows, std::int64_t depth,
    const PackedPanels& weights, const ProductTarget& target, std::int64_t columns,
    const float* bias)
{
    const auto blocks
        = cutProduct({ rows, columns, depth }, 1, static_cast<int>(run.buffers.slots));
    const MatrixPanels panels(PanelKind::Rows, { a, depth, 1 }, rows);
    auto buffers = run.buffers;
    constexpr std::int64_t minForThreads = 64 * 1024;
    if (blocks.work() < minForThreads)
        buffers.slots = 1;
    ProductEpilogue end;
    end.perColumn = bias;
    multiplyAll(blocks, panels, weights, target, end, buffers);
}

/// product = states * R + bias, for all batch entries.
void multiplyStates(RecurrentRun& run, const float* states, const Recurrence& weights,
    std::int64_t columns, const float* bias)
{
    const auto n = run.plan.hidden;
    float* product = run.product.data();
    if (weights.packed)
        return multiplyRows(
            run, states, run.plan.batch, n, *weights.packed, { product, columns }, columns, bias);
    if (bias != nullptr)
        std::copy_n(bias, columns, product);
    else
        std::fill_n(product, columns, 0.0f);
    constexpr std::int64_t weightsPerThread = 128 * 1024;
    parallelFor(columns, std::max<std::int64_t>(weightsPerThread / n, 1),
        static_cast<int>(run.buffers.slots), [&](std::int64_t first, std::int64_t last) {
            vectorTable().matVec(
                weights.rows + first * n, states, product + first, last - first, n);
        });
}

/// Sums Wb and Rb. For the last gate of GRU with linear_before_reset, Rb goes to lateBias.
void sumBiases(RecurrentRun& run, const float* biases)
{
    const auto& plan = run.plan;
    std::ranges::fill(run.bias, 0.0f);
    std::ranges::fill(run.lateBias, 0.0f);
    if (biases == nullptr)
        return;
    const float* recurrent = biases + plan.rows();
    const auto early
        = plan.kind == CellKind::Gru && plan.isLinearFirst ? 2 * plan.hidden : plan.rows();
    std::copy_n(biases, plan.rows(), run.bias.begin());
    combineRows(BinaryOp::Add, run.bias.data(), recurrent, run.bias.data(), early);
    std::copy(recurrent + early, recurrent + plan.rows(), run.lateBias.begin());
}

template <typename Body>
void forActive(const RecurrentRun& run, std::int64_t direction, std::int64_t turn, const Body& body)
{
    const bool isReversed = run.plan.isReversed(direction);
    for (std::int64_t entry = 0; entry < run.plan.batch; ++entry) {
        const auto length = run.lengths[entry];
        if (turn < length)
            body(entry, isReversed ? length - 1 - turn : turn);
    }
}

CellRows rowsOf(RecurrentRun& run, std::int64_t entry, std::int64_t step, std::int64_t productWidth)
{
    const auto& plan = run.plan;
    const auto state = entry * plan.hidden;
    return { run.projected.data() + plan.inputRow(step, entry) * plan.rows(),
        run.product.data() + entry * productWidth, run.h.data() + state, run.c.data() + state,
        run.spare.data() + state, run.peepholes };
}

void stepGru(RecurrentRun& run, std::int64_t index, std::int64_t turn)
{
    const auto& plan = run.plan;
    const auto& direction = plan.weights[index];
    const auto n = plan.hidden;
    multiplyStates(run, run.h.data(), direction.r[0], 2 * n, nullptr);
    forActive(run, index, turn, [&](std::int64_t entry, std::int64_t step) {
        gruGates(plan, direction, rowsOf(run, entry, step, 2 * n));
    });
    const float* state = plan.isLinearFirst ? run.h.data() : run.spare.data();
    multiplyStates(run, state, direction.r[1], n, run.lateBias.data());
    forActive(run, index, turn, [&](std::int64_t entry, std::int64_t step) {
        gruState(plan, direction, rowsOf(run, entry, step, n));
    });
}

void stepRnnOrLstm(RecurrentRun& run, std::int64_t index, std::int64_t turn)
{
    const auto& plan = run.plan;
    const auto& direction = plan.weights[index];
    multiplyStates(run, run.h.data(), direction.r[0], plan.rows(), nullptr);
    const auto cell = plan.kind == CellKind::Rnn ? rnnCell : lstmCell;
    forActive(run, index, turn, [&](std::int64_t entry, std::int64_t step) {
        cell(plan, direction, rowsOf(run, entry, step, plan.rows()));
    });
}

void readState(const RecurrentPlan& plan, const RunContext& context, std::size_t input,
    std::int64_t direction, std::span<float> state)
{
    std::ranges::fill(state, 0.0f);
    for (std::int64_t entry = 0; entry < plan.batch && context.hasInput(input); ++entry)
        std::copy_n(floats(context.tensor(input)) + plan.stateAt(direction, entry), plan.hidden,
            state.begin() + entry * plan.hidden);
}

/// Computes X * W + bias for all steps of a direction, and reads the states before the first one.
void startDirection(RecurrentRun& run, const RunContext& context, std::int64_t index)
{
    const auto& plan = run.plan;
    sumBiases(
        run, context.hasInput(3) ? floats(context.tensor(3)) + index * 2 * plan.rows() : nullptr);
    run.peepholes
        = context.hasInput(7) ? floats(context.tensor(7)) + index * 3 * plan.hidden : nullptr;
    multiplyRows(run, floats(context.tensor(0)), plan.steps * plan.batch, plan.inputSize,
        plan.weights[index].w, { run.projected.data(), plan.rows() }, plan.rows(), run.bias.data());
    readState(plan, context, 5, index, run.h);
    readState(plan, context, 6, index, run.c);
    // The product also reads the rows of entries whose sequence has ended.
    std::ranges::fill(run.spare, 0.0f);
}

void runDirection(RecurrentRun& run, std::int64_t index)
{
    const auto& plan = run.plan;
    const auto steps = run.lengths.empty() ? 0 : std::ranges::max(run.lengths);
    for (std::int64_t turn = 0; turn < steps; ++turn) {
        if (run.buffers.stop.stop_requested())
            return;
        if (plan.kind == CellKind::Gru)
            stepGru(run, index, turn);
        else
            stepRnnOrLstm(run, index, turn);
        if (run.y == nullptr)
            continue;
        forActive(run, index, turn, [&](std::int64_t entry, std::int64_t step) {
            std::copy_n(run.h.data() + entry * plan.hidden, plan.hidden,
                run.y + plan.outputAt(step, index, entry));
        });
    }
}

void writeState(
    const RecurrentPlan& plan, float* output, std::int64_t direction, std::span<const float> state)
{
    for (std::int64_t entry = 0; entry < plan.batch && output != nullptr; ++entry)
        std::copy_n(state.begin() + entry * plan.hidden, plan.hidden,
            output + plan.stateAt(direction, entry));
}

Result<void> runRecurrent(const RecurrentPlan& plan, RunContext& context)
{
    std::vector<RecurrentRun> runs;
    for (std::int64_t direction = 0; direction < plan.directions; ++direction)
        runs.push_back(TRY(startRun(plan, context)));
    float* y = TRY(optionalOutput(context, 0, plan.outputDims()));
    float* lastH = TRY(optionalOutput(context, 1, plan.stateDims()));
    float* lastC = TRY(optionalOutput(context, 2, plan.stateDims()));
    const auto& lengths = runs.front().lengths;
    const bool isRagged
        = std::ranges::any_of(lengths, [&](std::int64_t length) { return length < plan.steps; });
    if (y != nullptr && isRagged)
        std::fill_n(y, elementCount(plan.outputDims()), 0.0f);
    // Few threads compute a direction each; more of them share every step.
    const bool isShared = plan.directions == 1 || context.threads() > 3;
    for (std::int64_t direction = 0; direction < plan.directions; ++direction) {
        auto& run = runs[direction];
        run.y = y;
        startDirection(run, context, direction);
        if (!isShared)
            run.buffers.slots = 1;
    }
    parallelFor(plan.directions, 1, isShared ? 1 : context.threads(),
        [&](std::int64_t first, std::int64_t last) {
            for (auto direction = first; direction < last; ++direction) {
                auto& run = runs[direction];
                runDirection(run, direction);
                writeState(plan, lastH, direction, run.h);
                writeState(plan, lastC, direction, run.c);
            }
        });
    if (context.stop().stop_requested())
        return support::failAs(support::ErrorKind::Cancelled, "stopped");
    return {};
}

template <CellKind kind>
Result<std::unique_ptr<Kernel>> prepareRecurrent(const KernelRequest& request)
{
    auto plan = TRY(planOf(request, kind));
    const auto activations = TRY(activationsOf(request.node, plan));
    const float* w = TRY(constantWeights(request, 1));
    const float* r = TRY(constantWeights(request, 2));
    const auto perDirection = std::ssize(activations) / plan.directions;
    for (std::int64_t d = 0; d < plan.directions; ++d) {
        plan.weights.push_back(makeDirection(
            plan, w + d * plan.rows() * plan.inputSize, r + d * plan.rows() * plan.hidden));
        std::copy_n(activations.begin() + d * perDirection, perDirection,
            plan.weights.back().activations.begin());
    }
    return nativeKernel(std::move(plan), runRecurrent);
}

const RegisterNative cells[] = {
    { "RNN", prepareRecurrent<CellKind::Rnn> },
    { "GRU", prepareRecurrent<CellKind::Gru> },
    { "LSTM", prepareRecurrent<CellKind::Lstm> },
};

} // namespace

} // namespace engine
