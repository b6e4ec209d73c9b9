#include "engine/cuda/kernels/composition.h"

#include "engine/facts.h"
#include "engine/kernel_choice.h"

#include <deque>

namespace engine::cuda {

namespace {

constexpr std::array deviceTiers { Tier::Library, Tier::Native };

/// One operator of the composition; a view has no kernel.
struct Part {
    OpNode node;
    std::unique_ptr<Kernel> kernel;
    std::vector<std::size_t> inputs;
    std::vector<std::size_t> outputs;
    std::vector<std::string> refusals;
};

/// Which output of the composed operator a value is, and its dims there.
struct GivenOutput {
    std::size_t place = 0;
    Dims dims;
};

struct ComposedValue {
    InputType type;
    std::optional<GivenOutput> given;
};

} // namespace

struct Composition::State {
    KernelRequest request;
    std::vector<ComposedValue> values { {} };
    std::vector<std::pair<std::size_t, Value>> inputs; ///< of the operator
    std::deque<Part> parts; ///< kernels may keep their nodes: these stay where they are

    explicit State(const KernelRequest& from)
        : request(from)
    {
    }
    Value add(InputType type)
    {
        values.push_back({ std::move(type), std::nullopt });
        return values.size() - 1;
    }
};

namespace {

/// What the kernel of one part sees.
class PartContext final : public RunContext {
public:
    PartContext(RunContext& outside, const Part& part, std::span<const ComposedValue> values,
        std::vector<RuntimeValue>& contents)
        : m_outside(outside)
        , m_part(part)
        , m_values(values)
        , m_contents(contents)
    {
    }

    const RuntimeValue& input(std::size_t i) const override
    {
        return m_contents[i < m_part.inputs.size() ? m_part.inputs[i] : Composition::absent];
    }
    bool hasOutput(std::size_t i) const override { return i < m_part.outputs.size(); }
    Result<Tensor*> output(
        std::size_t i, ElementType element, std::span<const std::int64_t> dims) override
    {
        auto& content = hasOutput(i) ? m_contents[m_part.outputs[i]] : m_unwanted;
        Tensor tensor { { element, Dims(dims.begin(), dims.end()) }, nullptr, nullptr, nullptr };
        if (hasOutput(i) && m_values[m_part.outputs[i]].given) {
            const auto& given = *m_values[m_part.outputs[i]].given;
            tensor.data = TRY(m_outside.output(given.place, element, given.dims))->data;
        } else {
            tensor.data = TRY(scratch(tensor.type.bytes())).data();
        }
        content.content = std::move(tensor);
        return &content.tensor();
    }
    Result<void> forward(
        std::size_t i, std::size_t from, std::span<const std::int64_t> dims) override
    {
        if (!hasOutput(i))
            return {};
        if (m_values[m_part.outputs[i]].given)
            return fail("a view cannot be a result");
        Tensor view = input(from).tensor();
        view.type.dims.assign(dims.begin(), dims.end());
        m_contents[m_part.outputs[i]].content = std::move(view);
        return {};
    }
    Result<void> setOutput(std::size_t, RuntimeValue) override
    {
        return fail("a kernel of the device gives memory of its own");
    }
    Result<std::span<std::byte>> scratch(std::size_t bytes) override
    {
        return m_outside.scratch(std::max<std::size_t>(bytes, 1));
    }
    int threads() const override { return m_outside.threads(); }
    std::stop_token stop() const override { return m_outside.stop(); }

private:
    RunContext& m_outside;
    const Part& m_part;
    std::span<const ComposedValue> m_values;
    std::vector<RuntimeValue>& m_contents;
    RuntimeValue m_unwanted;
};

class ComposedKernel final : public DeviceKernel {
public:
    ComposedKernel(std::vector<ComposedValue> values,
        std::vector<std::pair<std::size_t, std::size_t>> inputs, std::deque<Part> parts)
        : m_values(std::move(values))
        , m_inputs(std::move(inputs))
        , m_parts(std::move(parts))
    {
    }

    Result<void> run(RunContext& context) override
    {
        std::vector<RuntimeValue> contents(m_values.size());
        for (const auto& [i, value] : m_inputs)
            contents[value] = context.input(i);
        for (auto& part : m_parts) {
            PartContext inner(context, part, m_values, contents);
            if (part.kernel)
                TRY(part.kernel->run(inner));
            else
                TRY(inner.forward(0, 0, m_values[part.outputs[0]].type.tensor.dims));
        }
        return {};
    }

    std::string implementation() const override
    {
        std::string text;
        for (const auto& part : m_parts) {
            if (part.kernel)
                text += (text.empty() ? "" : " + ") + part.kernel->implementation();
        }
        return text;
    }

    std::vector<std::string> notTaken() const override
    {
        std::vector<std::string> list;
        for (const auto& part : m_parts) {
            std::ranges::copy(part.refusals, std::back_inserter(list));
            if (const auto* kernel = dynamic_cast<const DeviceKernel*>(part.kernel.get()))
                std::ranges::move(kernel->notTaken(), std::back_inserter(list));
        }
        return list;
    }

private:
    std::vector<ComposedValue> m_values;
    std::vector<std::pair<std::size_t, std::size_t>> m_inputs;
    std::deque<Part> m_parts;
};

} // namespace

Composition::Composition(const KernelRequest& request)
    : m_state(std::make_unique<State>(request))
{
}

Composition::~Composition() = default;

Composition::Value Composition::input(std::size_t i)
{
    if (!m_state->request.hasInput(i))
        return absent;
    for (const auto& [known, value] : m_state->inputs) {
        if (known == i)
            return value;
    }
    m_state->inputs.emplace_back(i, m_state->add(m_state->request.input(i)));
    return m_state->inputs.back().second;
}

const TensorType& Composition::type(Value value) const
{
    return m_state->values[value].type.tensor;
}

Composition::Value Composition::reshaped(Value value, Dims dims)
{
    auto type = m_state->values[value].type;
    type.tensor.dims = std::move(dims);
    type.constant = nullptr;
    Part part;
    part.inputs = { value };
    part.outputs = { m_state->add(std::move(type)) };
    m_state->parts.push_back(std::move(part));
    return m_state->parts.back().outputs[0];
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
    Part part;
    part.node = TRY(otherNode(state.request.node, domain, type, replaced));
    part.inputs = std::move(inputs);
    state.parts.push_back(std::move(part));
    auto& added = state.parts.back();
    std::vector<InputType> types;
    std::vector<model::InferenceArgument> arguments;
    for (const auto value : added.inputs) {
        types.push_back(state.values[value].type);
        arguments.push_back(value == absent
                ? model::InferenceArgument { false, {}, {} }
                : argumentOf(valueTypeOf(types.back().tensor), types.back().constant));
    }
    std::vector<InputType> results;
    for (const auto& inferred : inferOutputs(added.node, arguments, outputs)) {
        const auto known = inputTypeOf(inferred);
        if (!known)
            return fail("what ", type, " gives is not known");
        results.push_back(*known);
        added.outputs.push_back(state.add(*known));
    }
    const auto used = std::make_unique<bool[]>(outputs);
    std::fill_n(used.get(), outputs, true);
    const KernelRequest request { added.node, types, { used.get(), outputs }, results,
        state.request.store, state.request.settings, state.request.backend };
    auto choice = chooseKernel(request, DeviceKind::Cuda, deviceTiers);
    if (!choice.kernel)
        return fail(type, ": ", choice.refusals.empty() ? "no kernel" : choice.refusals.back());
    added.kernel = std::move(choice.kernel);
    added.refusals = std::move(choice.refusals);
    return added.outputs;
}

Result<std::unique_ptr<Kernel>> Composition::kernel(const std::vector<Value>& outputs)
{
    auto& state = *m_state;
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        // Of a view, the value that it shows is written where the output lies.
        auto made = outputs[i];
        for (const auto& part : state.parts) {
            if (!part.kernel && part.outputs[0] == outputs[i])
                made = part.inputs[0];
        }
        state.values[made].given = GivenOutput { i, state.values[outputs[i]].type.tensor.dims };
    }
    return std::unique_ptr<Kernel>(std::make_unique<ComposedKernel>(
        std::move(state.values), std::move(state.inputs), std::move(state.parts)));
}

} // namespace engine::cuda
