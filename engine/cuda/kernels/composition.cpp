#include "engine/cuda/kernels/composition.h"

#include "engine/kernel/forwarding_context.h"
#include "engine/plan/kernel_choice.h"
#include "engine/plan/memory_plan.h"
#include "engine/program/facts.h"

#include <deque>
#include <forward_list>

namespace engine::cuda {

namespace {

/// One operator of the composition.
struct Part {
    OpNode node;
    std::unique_ptr<Kernel> kernel;
    std::vector<std::size_t> inputs;
    std::vector<std::size_t> outputs;
    std::vector<std::string> refusals;
    std::uint64_t workspaceOffset = 0; ///< in the step's workspace
    std::uint64_t workspaceBytes = 0;
};

/// The output of the composed operator that a value is written to, with its dims there.
struct GivenOutput {
    std::size_t place = 0; ///< number of the output
    Dims dims;
};

/// A value of the composition. It is an input of the composed operator (`input`), another value
/// with other dims (`viewOf`, which is not a view itself), or the output of a part.
struct ComposedValue {
    InputType type;
    std::optional<std::size_t> input = {};
    std::optional<std::size_t> viewOf = {};
    std::optional<GivenOutput> given = {};
    std::uint64_t offset = 0; ///< in the step's workspace, unless the value is an output
};

/// The composition as prepared: values, operators and the size of the workspace.
struct Composed {
    std::vector<ComposedValue> values { {} };
    std::deque<Part> parts; ///< a deque, because kernels may keep references to the nodes
    std::uint64_t workspaceBytes = 0;

    std::size_t sourceOf(std::size_t value) const { return values[value].viewOf.value_or(value); }
};

/// The RunContext of one part's kernel.
class PartContext final : public ForwardingContext {
public:
    /// `contents` has one tensor per value with its type set; those of inputs are not used.
    PartContext(RunContext& outside, const Composed& composed, const Part& part,
        std::vector<RuntimeValue>& contents, std::byte* workspace)
        : ForwardingContext(outside)
        , m_composed(composed)
        , m_part(part)
        , m_contents(contents)
        , m_memory(workspace)
        , m_workspace(workspace + part.workspaceOffset, part.workspaceBytes)
    {
    }

    const RuntimeValue& input(std::size_t i) const override
    {
        return valueOf(i < m_part.inputs.size() ? m_part.inputs[i] : Composition::absent);
    }
    bool hasOutput(std::size_t i) const override { return i < m_part.outputs.size(); }
    Result<Tensor*> output(
        std::size_t i, ElementType element, std::span<const std::int64_t> dims) override
    {
        if (!hasOutput(i)) {
            auto& unwanted = m_unwanted.emplace_front();
            unwanted.type = { element, Dims(dims.begin(), dims.end()) };
            unwanted.data = TRY(scratch(unwanted.type.bytes())).data();
            return &unwanted;
        }
        const auto& value = m_composed.values[m_part.outputs[i]];
        auto& tensor = m_contents[m_part.outputs[i]].tensor();
        if (tensor.type.element != element || !std::ranges::equal(tensor.type.dims, dims))
            return fail(m_part.node.type, " gives ", dimsText(dims), ", expected ",
                dimsText(tensor.type.dims));
        tensor.data = value.given
            ? TRY(outer().output(value.given->place, element, value.given->dims))->data
            : m_memory + value.offset;
        return &tensor;
    }
    Result<void> forward(std::size_t, std::size_t, std::span<const std::int64_t>) override
    {
        return fail("an operator inside of another one gives memory of its own, no view");
    }
    Result<void> setOutput(std::size_t, RuntimeValue) override
    {
        return fail("a kernel of the device gives memory of its own");
    }
    Result<std::span<std::byte>> scratch(std::size_t bytes) override
    {
        const auto planned = m_workspace.take(bytes);
        return planned.empty() ? outer().scratch(std::max<std::size_t>(bytes, 1)) : planned;
    }

private:
    const RuntimeValue& valueOf(std::size_t value) const
    {
        const auto& known = m_composed.values[value];
        if (known.input)
            return outer().input(*known.input);
        if (known.viewOf)
            m_contents[value].tensor().data = valueOf(*known.viewOf).tensor().data;
        return m_contents[value];
    }

    const Composed& m_composed;
    const Part& m_part;
    std::vector<RuntimeValue>& m_contents;
    std::byte* m_memory;
    PlannedWorkspace m_workspace;
    /// Outputs that a kernel writes although they are left out. Each has memory of its own.
    std::forward_list<Tensor> m_unwanted;
};

class ComposedKernel final : public DeviceKernel {
public:
    explicit ComposedKernel(Composed composed)
        : m_composed(std::move(composed))
        , m_contents(m_composed.values.size())
    {
        for (std::size_t value = 1; value < m_contents.size(); ++value)
            m_contents[value].content
                = Tensor { m_composed.values[value].type.tensor, nullptr, nullptr, nullptr };
    }

    Result<void> run(RunContext& context) override
    {
        std::byte* workspace = nullptr;
        if (m_composed.workspaceBytes > 0)
            workspace = TRY(context.scratch(m_composed.workspaceBytes)).data();
        for (auto& part : m_composed.parts) {
            PartContext inner(context, m_composed, part, m_contents, workspace);
            TRY(part.kernel->run(inner));
        }
        return {};
    }

    std::string implementation() const override
    {
        std::string text;
        for (const auto& part : m_composed.parts)
            text += (text.empty() ? "" : " + ") + part.kernel->implementation();
        return text;
    }

    std::vector<std::string> notTaken() const override
    {
        std::vector<std::string> list;
        for (const auto& part : m_composed.parts) {
            std::ranges::copy(part.refusals, std::back_inserter(list));
            if (const auto* kernel = dynamic_cast<const DeviceKernel*>(part.kernel.get()))
                std::ranges::move(kernel->notTaken(), std::back_inserter(list));
        }
        return list;
    }

    std::uint64_t workspaceBytes() const override { return m_composed.workspaceBytes; }

private:
    Composed m_composed;
    std::vector<RuntimeValue> m_contents;
};

/// Plans where the workspace holds intermediate values and the parts' workspaces.
void placeValues(Composed& composed)
{
    std::vector<LiveRange> ranges;
    std::vector<std::uint64_t*> offsets;
    std::vector<std::optional<std::size_t>> rangeOf(composed.values.size());
    std::uint32_t number = 0;
    for (auto& part : composed.parts) {
        for (const auto input : part.inputs) {
            if (const auto range = rangeOf[composed.sourceOf(input)])
                ranges[*range].last = number;
        }
        const auto add = [&](std::uint64_t bytes, std::uint64_t& offset) {
            ranges.push_back({ bytes, number, number });
            offsets.push_back(&offset);
        };
        for (const auto output : part.outputs) {
            auto& value = composed.values[output];
            if (value.given)
                continue;
            rangeOf[output] = ranges.size();
            add(std::max<std::uint64_t>(value.type.tensor.bytes(), 1), value.offset);
        }
        if (part.workspaceBytes > 0)
            add(part.workspaceBytes, part.workspaceOffset);
        ++number;
    }
    const auto arena = planArena(ranges, deviceArenaAlignment);
    for (std::size_t i = 0; i < ranges.size(); ++i)
        *offsets[i] = arena.offsets[i];
    composed.workspaceBytes = arena.bytes;
}

} // namespace

struct Composition::State {
    KernelRequest request;
    std::vector<Tier> tiers;
    bool hasLibrary = false; ///< at least one kernel is of a library
    std::string refusal; ///< the first refusal of any part
    Composed composed;

    Value add(ComposedValue value)
    {
        composed.values.push_back(std::move(value));
        return composed.values.size() - 1;
    }
};

Composition::Composition(const KernelRequest& request, Tier tier)
    : m_state(std::make_unique<State>(State { request,
        tier == Tier::Library ? std::vector { Tier::Library, Tier::Native }
                              : std::vector { Tier::Native } }))
{
}

Composition::~Composition() = default;

const KernelRequest& Composition::request() const { return m_state->request; }

Composition::Value Composition::input(std::size_t i)
{
    if (!m_state->request.hasInput(i))
        return absent;
    const auto known = std::ranges::find(
        m_state->composed.values, std::optional<std::size_t>(i), &ComposedValue::input);
    if (known != m_state->composed.values.end())
        return static_cast<Value>(known - m_state->composed.values.begin());
    return m_state->add({ .type = m_state->request.input(i), .input = i });
}

const TensorType& Composition::type(Value value) const
{
    return m_state->composed.values[value].type.tensor;
}

Composition::Value Composition::reshaped(Value value, Dims dims)
{
    auto type = m_state->composed.values[value].type;
    type.tensor.dims = std::move(dims);
    type.constant = nullptr;
    return m_state->add({ .type = std::move(type), .viewOf = m_state->composed.sourceOf(value) });
}

Result<Composition::Value> Composition::apply(
    std::string_view type, std::vector<Value> inputs, const std::vector<model::Attribute>& replaced)
{
    const auto made = TRY(applyOther({}, type, std::move(inputs), 1, replaced));
    return made.front();
}

Result<std::vector<Composition::Value>> Composition::applyOther(std::string_view domain,
    std::string_view type, std::vector<Value> inputs, std::size_t outputs,
    const std::vector<model::Attribute>& replaced)
{
    auto& state = *m_state;
    auto& part = state.composed.parts.emplace_back();
    part.node = TRY(newestNode(state.request.node, domain, type, replaced));
    part.inputs = std::move(inputs);
    std::vector<InputType> types;
    std::vector<model::InferenceArgument> arguments;
    for (const auto value : part.inputs) {
        types.push_back(state.composed.values[value].type);
        arguments.push_back(value == absent
                ? model::InferenceArgument { false, {}, {} }
                : argumentOf(valueTypeOf(types.back().tensor), types.back().constant));
    }
    std::vector<InputType> results;
    for (const auto& inferred : inferOutputs(part.node, arguments, outputs)) {
        const auto known = inputTypeOf(inferred);
        if (!known)
            return fail("what ", type, " gives is not known");
        results.push_back(*known);
        part.outputs.push_back(state.add({ .type = *known }));
    }
    const auto used = std::make_unique<bool[]>(outputs);
    std::fill_n(used.get(), outputs, true);
    const KernelRequest request { part.node, types, { used.get(), outputs }, results,
        state.request.store, state.request.settings, state.request.backend };
    auto choice = chooseKernel(request, DeviceKind::Cuda, state.tiers);
    if (!choice.kernel)
        return fail(type, ": ", choice.refusals.empty() ? "no kernel" : choice.refusals.back());
    state.hasLibrary = state.hasLibrary || choice.tier == Tier::Library;
    if (state.refusal.empty() && !choice.refusals.empty())
        state.refusal = std::string(type) + ": " + choice.refusals.front();
    part.kernel = std::move(choice.kernel);
    if (const auto* kernel = dynamic_cast<const DeviceKernel*>(part.kernel.get()))
        part.workspaceBytes = kernel->workspaceBytes();
    // Refusals of libraries exist only if libraries were asked.
    if (state.tiers.front() == Tier::Library)
        part.refusals = std::move(choice.refusals);
    return part.outputs;
}

Result<std::unique_ptr<Kernel>> Composition::kernel(const std::vector<Value>& outputs)
{
    auto& state = *m_state;
    if (state.tiers.front() == Tier::Library && !state.hasLibrary)
        return fail(state.refusal.empty() ? "no part of it runs with a library" : state.refusal);
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        // If the output is a view, its source is written to the output's memory.
        auto& made = state.composed.values[state.composed.sourceOf(outputs[i])];
        made.given = GivenOutput { i, type(outputs[i]).dims };
    }
    placeValues(state.composed);
    return std::unique_ptr<Kernel>(std::make_unique<ComposedKernel>(std::move(state.composed)));
}

RegisterComposed::RegisterComposed(
    const char* type, PrepareComposed prepare, std::initializer_list<Tier> tiers)
{
    for (const auto tier : tiers) {
        const auto prepareIn
            = [=](const KernelRequest& request) -> Result<std::unique_ptr<Kernel>> {
            Composition steps(request, tier);
            return prepare(steps);
        };
        const RegisterKernels registered({ type }, prepareIn, 0, tier, "com.microsoft");
    }
}

} // namespace engine::cuda
