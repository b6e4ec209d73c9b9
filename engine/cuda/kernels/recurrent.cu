#include "engine/cuda/kernels/attention.h"
#include "engine/cuda/kernels/matrix.h"
#include "engine/reference/recurrent.h"

// RNN, GRU and LSTM in all versions, directions and layouts. The input is multiplied by W for all
// steps at once. Then one launch per step (two for a GRU with linear_before_reset = 0) adds the
// state times R and applies the gates, for both directions at once. States are float.

namespace engine::cuda {

namespace {

using RecurrentTypes = TypeList<float, Float16, Bfloat16>;

enum class CellKind { Rnn, Gru, Lstm };

/// What one launch per step computes; GRU has two forms.
enum class Stage { Rnn, GruReset, GruCandidate, GruLinear, Lstm };

constexpr int gatesIn(Stage stage)
{
    switch (stage) {
    case Stage::Rnn:
    case Stage::GruCandidate:
        return 1;
    case Stage::GruReset:
        return 2;
    case Stage::GruLinear:
        return 3;
    case Stage::Lstm:
        break;
    }
    return 4;
}

struct RecurrentPlan {
    CellKind kind = CellKind::Lstm;
    ElementType element = ElementType::Float;
    std::int64_t steps = 0;
    std::int64_t batch = 0;
    std::int64_t inputSize = 0;
    std::int64_t hidden = 0;
    std::int64_t gates = 1;
    std::int64_t directions = 1;
    bool startsReversed = false;
    bool isBatchFirst = false;
    bool isLinearFirst = false; ///< GRU: linear_before_reset, R is applied before the reset gate
    bool couplesForget = false; ///< LSTM: input_forget
    float clip = 0; ///< 0: no clipping
    functors::Gate activations[2][3];

    OPSCOPE_DEVICE std::int64_t rows() const { return gates * hidden; }
    /// Returns the offset of (direction, entry) in initial and last states.
    OPSCOPE_DEVICE std::int64_t stateAt(std::int64_t direction, std::int64_t entry) const
    {
        return (isBatchFirst ? entry * directions + direction : direction * batch + entry) * hidden;
    }
    OPSCOPE_DEVICE std::int64_t outputAt(
        std::int64_t step, std::int64_t direction, std::int64_t entry) const
    {
        return (isBatchFirst ? (entry * steps + step) * directions + direction
                             : (step * directions + direction) * batch + entry)
            * hidden;
    }
    OPSCOPE_DEVICE std::int64_t inputRow(std::int64_t step, std::int64_t entry) const
    {
        return isBatchFirst ? entry * steps + step : step * batch + entry;
    }
    Dims outputDims() const
    {
        return isBatchFirst ? Dims { batch, steps, directions, hidden }
                            : Dims { steps, directions, batch, hidden };
    }
    Dims stateDims() const
    {
        return isBatchFirst ? Dims { batch, directions, hidden }
                            : Dims { directions, batch, hidden };
    }
    std::int64_t states() const { return directions * batch * hidden; }
};

/// Stores the products with W of each direction, plus the biases that can be added here.
template <typename T>
struct StoreProjected {
    float* y;
    const T* bias; ///< [directions, 2 * rows]; null: no bias
    std::int64_t inputRows;
    std::int64_t rows;
    std::int64_t rowsOfR; ///< R's bias is also added to the first rowsOfR rows

    OPSCOPE_KERNEL void operator()(
        std::int64_t direction, std::int64_t row, std::int64_t column, float sum) const
    {
        if (bias != nullptr) {
            const T* const own = bias + direction * 2 * rows;
            sum += static_cast<float>(widen(own[column]));
            if (column < rowsOfR)
                sum += static_cast<float>(widen(own[rows + column]));
        }
        y[(direction * inputRows + row) * rows + column] = sum;
    }
};

/// Transposes the last two axes of R [directions, rows, hidden], so that neighbouring threads,
/// which compute neighbouring units, read neighbouring weights.
template <typename T>
struct TransposeWeights {
    const T* source;
    T* target;
    std::int64_t rows;
    std::int64_t hidden;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        const auto row = i % rows;
        const auto k = i / rows % hidden;
        target[i] = source[(i / rows / hidden * rows + row) * hidden + k];
    }
};

/// Converts initial states from the layout of inputs to [directions, batch, hidden] in float.
template <typename T>
struct LoadState {
    const T* source; ///< null: zeros
    float* target;
    RecurrentPlan plan;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        const auto row = i / plan.hidden;
        target[i] = source == nullptr
            ? 0.0f
            : static_cast<float>(
                widen(source[plan.stateAt(row / plan.batch, row % plan.batch) + i % plan.hidden]));
    }
};
template <typename T>
struct StoreState {
    const float* source;
    T* target;
    RecurrentPlan plan;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        const auto row = i / plan.hidden;
        target[plan.stateAt(row / plan.batch, row % plan.batch) + i % plan.hidden]
            = static_cast<T>(source[i]);
    }
};

template <typename T>
struct RecurrentData {
    RecurrentPlan plan;
    const float* projected; ///< [directions, input rows, rows]
    const T* weights; ///< R transposed: [directions, hidden, rows]
    const T* bias;
    const T* peepholes; ///< [directions, 3 * hidden]: i, o, f
    Integers lengths;
    float* h; ///< state before the step
    float* next; ///< state after the step
    float* c; ///< LSTM: cell state; GRU: state after the reset gate
    float* update; ///< update gate of a GRU that resets first
    T* y; ///< null: the output is left out
};

constexpr int stepThreads = 256;
constexpr int stepUnits = 32; ///< units per block
constexpr int stepEntries = 4; ///< entries of the batch per block
constexpr int stepSlices = stepThreads / stepUnits; ///< parts of the state, a thread each

template <typename T, Stage stage>
struct RecurrentStep {
    static constexpr int gates = gatesIn(stage);

    RecurrentData<T> data;
    std::int64_t turn;

    struct Sums {
        float values[gates * stepEntries];
    };

    OPSCOPE_KERNEL void operator()(Block<stepThreads>& block, std::int64_t number) const
    {
        const auto& plan = data.plan;
        const auto tilesOfUnits = (plan.hidden + stepUnits - 1) / stepUnits;
        const auto tilesOfEntries = (plan.batch + stepEntries - 1) / stepEntries;
        const auto firstUnit = number % tilesOfUnits * stepUnits;
        const auto firstEntry = number / tilesOfUnits % tilesOfEntries * stepEntries;
        const auto direction = number / tilesOfUnits / tilesOfEntries;
        OPSCOPE_SHARED float partial[gates * stepEntries * stepThreads];
        PerThread<Sums, stepThreads> sums;
        block.phase([&](int thread) {
            for (auto& value : sums[thread].values)
                value = 0;
            if (firstUnit + thread % stepUnits < plan.hidden)
                addState(direction, firstUnit + thread % stepUnits, firstEntry, thread / stepUnits,
                    sums[thread]);
            for (int i = 0; i < gates * stepEntries; ++i)
                partial[i * stepThreads + thread] = sums[thread].values[i];
        });
        block.phase([&](int thread) {
            const auto unit = firstUnit + thread % stepUnits;
            const auto entry = firstEntry + thread / stepUnits;
            if (thread >= stepUnits * stepEntries || unit >= plan.hidden || entry >= plan.batch)
                return;
            float products[gates];
            for (int g = 0; g < gates; ++g) {
                products[g] = 0;
                const int row = (g * stepEntries + thread / stepUnits) * stepThreads;
                for (int slice = 0; slice < stepSlices; ++slice)
                    products[g] += partial[row + slice * stepUnits + thread % stepUnits];
            }
            finish(direction, entry, unit, products);
        });
    }

private:
    OPSCOPE_KERNEL std::int64_t stateOf(std::int64_t direction, std::int64_t entry) const
    {
        return (direction * data.plan.batch + entry) * data.plan.hidden;
    }

    OPSCOPE_KERNEL void addState(std::int64_t direction, std::int64_t unit, std::int64_t firstEntry,
        int slice, Sums& sums) const
    {
        const auto& plan = data.plan;
        const float* const state = stage == Stage::GruCandidate ? data.c : data.h;
        const auto firstGate = stage == Stage::GruCandidate ? 2 : 0;
        const T* const weights
            = data.weights + direction * plan.hidden * plan.rows() + firstGate * plan.hidden + unit;
        for (std::int64_t k = slice; k < plan.hidden; k += stepSlices) {
            float own[stepEntries];
            for (int e = 0; e < stepEntries; ++e) {
                const auto entry = firstEntry + e;
                own[e] = entry < plan.batch ? state[stateOf(direction, entry) + k] : 0.0f;
            }
            for (int g = 0; g < gates; ++g) {
                const auto weight
                    = static_cast<float>(widen(weights[k * plan.rows() + g * plan.hidden]));
                for (int e = 0; e < stepEntries; ++e)
                    sums.values[g * stepEntries + e] += weight * own[e];
            }
        }
    }

    OPSCOPE_KERNEL float clipped(float x) const
    {
        const float limit = data.plan.clip;
        return limit > 0 ? functors::Gate::clamp(x, -limit, limit) : x;
    }

    /// Applies the gates to one unit of one entry. `products` are those of the state with the
    /// unit's rows of R.
    OPSCOPE_KERNEL void finish(
        std::int64_t direction, std::int64_t entry, std::int64_t unit, const float* products) const
    {
        const auto& plan = data.plan;
        const auto state = stateOf(direction, entry) + unit;
        auto length = plan.steps;
        if (data.lengths.isPresent() && data.lengths.at(entry) < length)
            length = data.lengths.at(entry) > 0 ? data.lengths.at(entry) : 0;
        const bool hasEnded = turn >= length;
        const bool isReversed = plan.startsReversed || direction == 1;
        const auto step = isReversed && !hasEnded ? length - 1 - turn : turn;
        const float* const inputs = data.projected
            + (direction * plan.steps * plan.batch + plan.inputRow(step, entry)) * plan.rows()
            + unit;
        if constexpr (stage == Stage::GruReset) {
            const auto& gate = plan.activations[direction][0];
            data.update[state] = gate(clipped(inputs[0] + products[0]));
            data.c[state] = gate(clipped(inputs[plan.hidden] + products[1])) * data.h[state];
        } else {
            float h = data.h[state];
            if (!hasEnded)
                h = newState(direction, state, unit, inputs, products);
            data.next[state] = h;
            // Turns after the end of a sequence write 0 to the padding.
            if (data.y != nullptr)
                data.y[plan.outputAt(step, direction, entry) + unit]
                    = static_cast<T>(hasEnded ? 0.0f : h);
        }
    }

    OPSCOPE_KERNEL float newState(std::int64_t direction, std::int64_t state, std::int64_t unit,
        const float* inputs, const float* products) const
    {
        const auto& plan = data.plan;
        const auto* const functions = plan.activations[direction];
        if constexpr (stage == Stage::Rnn) {
            return functions[0](clipped(inputs[0] + products[0]));
        } else if constexpr (stage == Stage::GruCandidate) {
            const float candidate = functions[1](clipped(inputs[2 * plan.hidden] + products[0]));
            return mixed(data.update[state], candidate, data.h[state]);
        } else if constexpr (stage == Stage::GruLinear) {
            const float update = functions[0](clipped(inputs[0] + products[0]));
            const float reset = functions[0](clipped(inputs[plan.hidden] + products[1]));
            float recurrent = products[2];
            if (data.bias != nullptr)
                recurrent += static_cast<float>(
                    widen(data.bias[(2 * direction + 1) * plan.rows() + 2 * plan.hidden + unit]));
            const float candidate
                = functions[1](clipped(inputs[2 * plan.hidden] + reset * recurrent));
            return mixed(update, candidate, data.h[state]);
        } else if constexpr (stage == Stage::Lstm) {
            return lstm(direction, state, unit, inputs, products);
        } else {
            return 0;
        }
    }

    OPSCOPE_KERNEL static float mixed(float update, float candidate, float old)
    {
        return (1.0f - update) * candidate + update * old;
    }

    /// Peepholes of gates i and f use the old cell state, that of o the new one.
    OPSCOPE_KERNEL float lstm(std::int64_t direction, std::int64_t state, std::int64_t unit,
        const float* inputs, const float* products) const
    {
        const auto& plan = data.plan;
        const auto* const functions = plan.activations[direction];
        const auto gate = [&](int g, float more) {
            return clipped(inputs[g * plan.hidden] + products[g] + more);
        };
        const auto peephole = [&](int g, float cell) {
            return data.peepholes == nullptr ? 0.0f
                                             : cell
                    * static_cast<float>(
                        widen(data.peepholes[(3 * direction + g) * plan.hidden + unit]));
        };
        const float old = data.c[state];
        const float input = functions[0](gate(0, peephole(0, old)));
        const float forget
            = plan.couplesForget ? 1.0f - input : functions[0](gate(2, peephole(2, old)));
        const float cell = forget * old + input * functions[1](gate(3, 0));
        const float output = functions[0](gate(1, peephole(1, cell)));
        data.c[state] = cell;
        return output * functions[2](cell);
    }
};

template <Stage stage, typename T>
Result<void> launchStep(ModuleBackend& device, const RecurrentData<T>& data, std::int64_t turn)
{
    const auto& plan = data.plan;
    const auto blocks = (plan.hidden + stepUnits - 1) / stepUnits
        * ((plan.batch + stepEntries - 1) / stepEntries) * plan.directions;
    return forEachBlock<stepThreads>(device, blocks, RecurrentStep<T, stage> { data, turn });
}

template <typename T>
Result<void> launchTurn(ModuleBackend& device, const RecurrentData<T>& data, std::int64_t turn)
{
    if (data.plan.kind == CellKind::Rnn)
        return launchStep<Stage::Rnn>(device, data, turn);
    if (data.plan.kind == CellKind::Lstm)
        return launchStep<Stage::Lstm>(device, data, turn);
    if (data.plan.isLinearFirst)
        return launchStep<Stage::GruLinear>(device, data, turn);
    TRY(launchStep<Stage::GruReset>(device, data, turn));
    return launchStep<Stage::GruCandidate>(device, data, turn);
}

template <typename E>
Result<E*> scratchOf(RunContext& context, std::int64_t count)
{
    const auto memory = TRY(context.scratch(static_cast<std::size_t>(count) * sizeof(E)));
    return reinterpret_cast<E*>(memory.data());
}

/// Computes the products with W and transposes R.
template <typename T>
Result<void> project(ModuleBackend& device, RunContext& context, RecurrentData<T>& data)
{
    const auto& plan = data.plan;
    const auto inputRows = plan.steps * plan.batch;
    auto* const projected
        = TRY(scratchOf<float>(context, plan.directions * inputRows * plan.rows()));
    auto* const turned = TRY(scratchOf<T>(context, plan.directions * plan.hidden * plan.rows()));
    data.projected = projected;
    data.weights = turned;
    const auto rowsOfR = plan.isLinearFirst ? 2 * plan.hidden : plan.rows();
    using Elements = MatrixElements<T>;
    const TiledProduct<float, Elements, Elements, StoreProjected<T>> product { { in<T>(context, 0),
                                                                                   plan.inputSize },
        { in<T>(context, 1), 1, plan.inputSize, plan.rows() * plan.inputSize },
        { projected, data.bias, inputRows, plan.rows(), rowsOfR }, inputRows, plan.rows(),
        plan.inputSize };
    TRY(runProduct(device, product, plan.directions));
    return forEach(device, plan.directions * plan.hidden * plan.rows(),
        TransposeWeights<T> { in<T>(context, 2), turned, plan.rows(), plan.hidden });
}

template <typename T>
Result<void> runRecurrent(ModuleBackend& device, RunContext& context, const RecurrentPlan& plan)
{
    RecurrentData<T> data {};
    data.plan = plan;
    data.bias = in<T>(context, 3);
    data.peepholes = plan.kind == CellKind::Lstm ? in<T>(context, 7) : nullptr;
    data.lengths = integersIn(context, 4);
    const TensorType output { plan.element, plan.outputDims() };
    const TensorType state { plan.element, plan.stateDims() };
    if (context.hasOutput(0))
        data.y = reinterpret_cast<T*>(TRY(outputOf(context, 0, output))->data);
    TRY(project(device, context, data));
    data.h = TRY(scratchOf<float>(context, plan.states()));
    data.next = TRY(scratchOf<float>(context, plan.states()));
    data.c = TRY(scratchOf<float>(context, plan.states()));
    if (plan.kind == CellKind::Gru)
        data.update = TRY(scratchOf<float>(context, plan.states()));
    TRY(forEach(device, plan.states(), LoadState<T> { in<T>(context, 5), data.h, plan }));
    if (plan.kind == CellKind::Lstm)
        TRY(forEach(device, plan.states(), LoadState<T> { in<T>(context, 6), data.c, plan }));
    for (std::int64_t turn = 0; turn < plan.steps; ++turn) {
        if (context.stop().stop_requested())
            return support::failAs(support::ErrorKind::Cancelled, "stopped");
        TRY(launchTurn(device, data, turn));
        std::swap(data.h, data.next);
    }
    const float* const states[] { data.h, data.c };
    for (const std::size_t i : { std::size_t(0), std::size_t(1) }) {
        if (!context.hasOutput(i + 1))
            continue;
        auto* const tensor = TRY(outputOf(context, i + 1, state));
        TRY(forEach(device, plan.states(),
            StoreState<T> { states[i], reinterpret_cast<T*>(tensor->data), plan }));
    }
    return {};
}

Result<void> checkOperand(const KernelRequest& request, std::size_t input, const Dims& expected,
    ElementType element, std::string_view name)
{
    if (!request.hasInput(input))
        return {};
    const auto& type = inputType(request, input);
    if (type.dims != expected || type.element != element)
        return fail(name, " is ", dimsText(type.dims), " ", model::name(type.element),
            ", expected ", dimsText(expected), " of the input's type");
    return {};
}

Result<RecurrentPlan> planRecurrent(const KernelRequest& request, CellKind kind, std::int64_t gates,
    const std::vector<std::string>& defaults)
{
    TRY(requireElement(request, 0, RecurrentTypes {}));
    const auto& node = request.node;
    RecurrentPlan plan;
    plan.kind = kind;
    plan.element = inputType(request, 0).element;
    const auto& x = inputType(request, 0).dims;
    const auto& r = inputType(request, 2).dims;
    if (x.size() != 3 || r.size() != 3)
        return fail("X of ", dimsText(x), " and R of ", dimsText(r), " must have rank 3");
    plan.isBatchFirst = node.flag("layout");
    plan.steps = x[plan.isBatchFirst ? 1 : 0];
    plan.batch = x[plan.isBatchFirst ? 0 : 1];
    plan.inputSize = x[2];
    plan.hidden = r[2];
    plan.gates = gates;
    const auto direction = recurrentDirection(node);
    plan.directions = direction == RecurrentDirection::Bidirectional ? 2 : 1;
    plan.startsReversed = direction == RecurrentDirection::Reverse;
    plan.isLinearFirst = kind == CellKind::Gru && node.flag("linear_before_reset");
    plan.couplesForget = kind == CellKind::Lstm && node.flag("input_forget");
    plan.clip = node.real("clip", 0.0f);
    const auto element = plan.element;
    TRY(checkOperand(request, 1, { plan.directions, plan.rows(), plan.inputSize }, element, "W"));
    TRY(checkOperand(request, 2, { plan.directions, plan.rows(), plan.hidden }, element, "R"));
    TRY(checkOperand(request, 3, { plan.directions, 2 * plan.rows() }, element, "B"));
    TRY(checkOperand(request, 5, plan.stateDims(), element, "initial_h"));
    if (kind == CellKind::Lstm) {
        TRY(checkOperand(request, 6, plan.stateDims(), element, "initial_c"));
        TRY(checkOperand(request, 7, { plan.directions, 3 * plan.hidden }, element, "P"));
    }
    if (request.hasInput(4)) {
        TRY(requireElement(request, 4, IndexTypes {}));
        if (inputType(request, 4).count() != plan.batch)
            return fail("sequence_lens has ", inputType(request, 4).count(), " entries, expected ",
                plan.batch);
    }
    const auto bound = TRY(gatesOf(node, plan.directions, defaults));
    for (std::size_t i = 0; i < bound.size(); ++i)
        plan.activations[i / defaults.size()][i % defaults.size()] = bound[i];
    return plan;
}

Result<std::unique_ptr<Kernel>> recurrentKernel(
    const KernelRequest& request, const RecurrentPlan& plan)
{
    auto* const device = &deviceOf(request);
    return makeKernel(
        implementationName(request, "recurrent"), [=](RunContext& context) -> Result<void> {
            auto run = [&]<typename T>() { return runRecurrent<T>(*device, context, plan); };
            return visitElement(RecurrentTypes {}, plan.element, run);
        });
}

Result<std::unique_ptr<Kernel>> prepareRnn(const KernelRequest& request)
{
    return recurrentKernel(request, TRY(planRecurrent(request, CellKind::Rnn, 1, { "Tanh" })));
}
Result<std::unique_ptr<Kernel>> prepareGru(const KernelRequest& request)
{
    return recurrentKernel(
        request, TRY(planRecurrent(request, CellKind::Gru, 3, { "Sigmoid", "Tanh" })));
}
Result<std::unique_ptr<Kernel>> prepareLstm(const KernelRequest& request)
{
    return recurrentKernel(
        request, TRY(planRecurrent(request, CellKind::Lstm, 4, { "Sigmoid", "Tanh", "Tanh" })));
}

const RegisterKernels rnn({ "RNN" }, prepareRnn);
const RegisterKernels gru({ "GRU" }, prepareGru);
const RegisterKernels lstmKernel({ "LSTM" }, prepareLstm);

} // namespace

} // namespace engine::cuda
