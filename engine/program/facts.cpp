#include "engine/program/facts.h"

#include "engine/kernel/copy_kernel.h"
#include "engine/kernel/elementwise_chain.h"
#include "engine/plan/kernel_choice.h"
#include "engine/plugins/operator_plugin.h"
#include "engine/program/dims_limit.h"
#include "engine/program/evaluate.h"

#include <algorithm>
#include <array>
#include <memory>

namespace engine {

using model::ValueType;

namespace {

/// Carried values of loop bodies nested deeper than this get an unknown type at once: walking each
/// level twice would double the work per level.
constexpr std::uint32_t deepestRepeatedWalk = 3;
/// After this many walks of a body all its carried values get an unknown type.
constexpr int maxBodyWalks = 4;
constexpr std::uint64_t maxInputBytes = 256u << 20;

constexpr std::array randomOperators { std::string_view("RandomNormal"),
    std::string_view("RandomNormalLike"), std::string_view("RandomUniform"),
    std::string_view("RandomUniformLike"), std::string_view("Bernoulli"),
    std::string_view("Multinomial"), std::string_view("Dropout") };

/// Whether the operator only copies its input, to another memory layout or another device.
bool isReorder(const OpNode& node)
{
    return isCopy(node) || (node.domain == "opscope" && node.type == "Reorder");
}

std::vector<ValueType> typesOfChain(const OpNode& node)
{
    const auto output = chainOutput(node);
    return { output ? valueTypeOf(*output) : ValueType() };
}
bool readsOnlyShape(const OpNode& node)
{
    return node.domain.empty() && (node.type == "Shape" || node.type == "Size");
}

/// Returns the type that covers both: dimensions that differ become unknown. Kind Unknown if the
/// kinds or the element types differ.
ValueType join(const ValueType& a, const ValueType& b)
{
    if (a.kind != b.kind || a.element != b.element || a.key != b.key)
        return {};
    ValueType joined = a;
    if (a.inner)
        joined.inner = b.inner ? std::make_shared<ValueType>(join(*a.inner, *b.inner)) : nullptr;
    if (!a.shape || !b.shape || a.shape->size() != b.shape->size()) {
        joined.shape.reset();
        return joined;
    }
    auto shape = *a.shape;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        if (!shape[i].isSameAs((*b.shape)[i]))
            shape[i] = model::Dimension::unknown();
    }
    joined.shape = std::move(shape);
    return joined;
}

/// Whether every value of type `b` also has type `a`.
bool covers(const ValueType& a, const ValueType& b)
{
    if (a.kind == ValueType::Kind::Unknown)
        return true;
    if (a.kind != b.kind || a.element != b.element || a.key != b.key)
        return false;
    if (a.inner && !(b.inner && covers(*a.inner, *b.inner)))
        return false;
    return !a.shape
        || (a.shape == b.shape && std::ranges::none_of(*a.shape, &model::Dimension::isUnknown));
}

/// Returns the type with unknown shape and, for a sequence, unknown contents.
ValueType withoutShape(ValueType type)
{
    type.shape.reset();
    type.inner.reset();
    return type;
}

ValueType withoutAxis(ValueType type, std::int64_t axis)
{
    if (!type.shape)
        return type;
    const auto rank = std::ssize(*type.shape);
    const auto place = axis < 0 ? axis + rank : axis;
    if (place < 0 || place >= rank)
        return withoutShape(std::move(type));
    auto shape = *type.shape;
    shape.erase(shape.begin() + place);
    type.shape = std::move(shape);
    return type;
}

std::int64_t entry(const std::optional<std::vector<std::int64_t>>& list, std::size_t i)
{
    return list && i < list->size() ? (*list)[i] : 0;
}

class FactFinder {
public:
    FactFinder(const Program& program, const FactOptions& options, MemoryPool& pool)
        : m_program(program)
        , m_options(options)
        , m_pool(pool)
    {
        m_facts.types.resize(program.values.size());
        m_facts.known.resize(program.values.size());
        m_elements.resize(program.values.size());
        for (std::size_t i = 0; i < program.values.size(); ++i) {
            const auto& constant = program.values[i].constant;
            if (!constant)
                continue;
            m_facts.types[i] = valueTypeOf(constant->type);
            m_facts.known[i] = constant;
        }
    }

    Facts run(std::span<const ValueType> inputs)
    {
        const auto& main = m_program.main();
        for (std::size_t i = 0; i < std::min(inputs.size(), main.inputs.size()); ++i)
            setType(main.inputs[i], inputs[i]);
        walk(BlockId(0u));
        return std::move(m_facts);
    }

private:
    ValueType typeOfValue(ProgramValueId id) const
    {
        return id.isValid() ? m_facts.type(id) : ValueType();
    }
    void setType(ProgramValueId id, ValueType type)
    {
        if (id.isValid() && !m_program.isConstant(id))
            m_facts.types[id.value()] = std::move(type);
    }

    /// Recursion is bounded by maxBodyDepth (program_builder.h).
    void walk(BlockId block)
    {
        for (const auto id : m_program.block(block).ops) {
            const auto& op = m_program.op(id);
            if (!op.isRemoved)
                visit(op);
        }
    }

    void visit(const Op& op)
    {
        if (op.bodies.empty())
            return infer(op);
        if (op.node.type == "If")
            return visitIf(op);
        if (op.node.type == "Loop")
            return visitLoop(op);
        if (op.node.type == "Scan")
            return visitScan(op);
        for (const auto& body : op.bodies)
            walk(body.block);
    }

    void infer(const Op& op)
    {
        std::vector<model::InferenceArgument> inputs;
        std::vector<const Tensor*> known;
        for (const auto input : op.inputs) {
            known.push_back(m_facts.knownTensor(input));
            inputs.push_back(input.isValid() ? argumentOf(m_facts.type(input), known.back())
                                             : model::InferenceArgument { false, {}, {} });
            if (input.isValid() && known.back() == nullptr)
                inputs.back().elements = m_elements[input.value()];
        }
        auto found = inferredFor(op, inputs);
        found.resize(op.outputs.size());
        for (std::size_t i = 0; i < op.outputs.size(); ++i) {
            setType(op.outputs[i], std::move(found[i].type));
            if (!op.outputs[i].isValid() || m_program.isConstant(op.outputs[i]))
                continue;
            m_facts.known[op.outputs[i].value()].reset(); // a body may be walked twice
            m_elements[op.outputs[i].value()] = std::move(found[i].elements);
        }
        if (canEvaluate(op, known))
            evaluateNow(op, known);
        // A copy has the known contents of its source.
        if (isCopy(op.node) && known.front() != nullptr)
            m_facts.known[op.outputs.front().value()] = *known.front();
    }

    std::vector<model::InferenceArgument> inferredFor(
        const Op& op, std::span<const model::InferenceArgument> inputs) const
    {
        if (!isReorder(op.node) && !isChain(op.node))
            return inferArguments(op.node, inputs, op.outputs.size());
        std::vector<model::InferenceArgument> found;
        for (auto& type :
            isReorder(op.node) ? std::vector { inputs.front().type } : typesOfChain(op.node))
            found.push_back({ true, std::move(type), nullptr });
        return found;
    }

    bool canEvaluate(const Op& op, std::span<const Tensor* const> known) const
    {
        if (op.outputs.empty() || !isDeterministic(op.node) || isReorder(op.node)
            || isChain(op.node))
            return false;
        std::uint64_t bytes = 0;
        for (std::size_t i = 0; i < op.inputs.size() && !readsOnlyShape(op.node); ++i) {
            if (op.inputs[i].isValid() && known[i] == nullptr)
                return false;
            bytes += known[i] != nullptr ? known[i]->type.bytes() : 0;
        }
        if (readsOnlyShape(op.node)
            && !m_facts.inputType(op.inputs.empty() ? ProgramValueId() : op.inputs.front()))
            return false;
        std::uint64_t made = 0;
        for (const auto output : op.outputs) {
            if (!output.isValid())
                continue;
            const auto type = m_facts.inputType(output);
            if (!type || type->kind != InputType::Kind::Tensor)
                return false;
            made += tensorBytes(type->tensor.element, type->tensor.dims)
                        .value_or(m_options.maxKnownBytes + 1);
        }
        const bool isSmall = bytes <= maxInputBytes && made <= m_options.maxKnownBytes;
        // A small result of large inputs is computed only while constants are folded:
        // maxKnownBytes is large then.
        return isSmall && (bytes <= 16 * m_options.maxKnownBytes || readsOnlyShape(op.node));
    }

    void evaluateNow(const Op& op, std::span<const Tensor* const> known)
    {
        std::vector<InputType> types;
        std::vector<RuntimeValue> values;
        for (std::size_t i = 0; i < op.inputs.size(); ++i) {
            types.push_back(m_facts.inputType(op.inputs[i]).value_or(InputType()));
            RuntimeValue value;
            if (known[i] != nullptr)
                value.content = *known[i];
            else if (op.inputs[i].isValid())
                value.content = Tensor { types.back().tensor, nullptr, nullptr,
                    nullptr }; // only its shape is read
            values.push_back(std::move(value));
        }
        // A vector<bool> cannot be viewed as a span of bool.
        const auto used = std::make_unique<bool[]>(op.outputs.size());
        std::vector<InputType> outputTypes;
        for (std::size_t i = 0; i < op.outputs.size(); ++i) {
            used[i] = op.outputs[i].isValid();
            outputTypes.push_back(m_facts.inputType(op.outputs[i]).value_or(InputType()));
        }
        const KernelRequest request { op.node, types, { used.get(), op.outputs.size() },
            outputTypes, m_program.model->store.get(), m_options.settings };
        auto results = evaluate(request, values, m_pool);
        if (!results)
            return; // the step reports the error when it runs
        for (std::size_t i = 0; i < op.outputs.size(); ++i) {
            if (!op.outputs[i].isValid() || i >= results->size() || !(*results)[i].isTensor())
                continue;
            auto& tensor = (*results)[i].tensor();
            setType(op.outputs[i], valueTypeOf(tensor.type));
            m_facts.known[op.outputs[i].value()] = std::move(tensor);
        }
    }

    void visitIf(const Op& op)
    {
        const auto first = op.body("then_branch");
        const auto second = op.body("else_branch");
        if (!first || !second)
            return;
        walk(*first);
        walk(*second);
        const auto& a = m_program.block(*first).outputs;
        const auto& b = m_program.block(*second).outputs;
        for (std::size_t i = 0; i < op.outputs.size(); ++i) {
            const bool both = i < a.size() && i < b.size();
            setType(op.outputs[i], both ? join(typeOfValue(a[i]), typeOfValue(b[i])) : ValueType());
        }
    }

    /// Walks the body of a Loop or Scan until the types of its carried values hold for every
    /// iteration. `in`: carried inputs of the body; `out`: the outputs that become them in the next
    /// iteration.
    void walkLoopBody(BlockId body, std::span<const ProgramValueId> in,
        std::span<const ProgramValueId> out, std::vector<ValueType> initial)
    {
        auto types = std::move(initial);
        if (m_program.block(body).depth > deepestRepeatedWalk)
            types.assign(types.size(), ValueType());
        for (std::size_t i = 0; i < in.size(); ++i)
            setType(in[i], types[i]);
        walk(body);
        for (int walks = 1; weakenTypes(types, out, walks >= maxBodyWalks); ++walks) {
            for (std::size_t i = 0; i < in.size(); ++i)
                setType(in[i], types[i]);
            walk(body);
        }
    }

    /// Weakens the types of carried values that the outputs of the body do not keep: first to an
    /// unknown shape, then to an unknown type. Returns false if the body keeps all types. A weaker
    /// type may weaken other values in the next walk. `all`: if one type is not kept, all become
    /// unknown, so that the walks end.
    bool weakenTypes(
        std::vector<ValueType>& types, std::span<const ProgramValueId> out, bool all) const
    {
        bool holds = true;
        for (std::size_t i = 0; i < types.size(); ++i) {
            const auto next = i < out.size() ? typeOfValue(out[i]) : ValueType();
            if (covers(types[i], next))
                continue;
            holds = false;
            const bool keepsElement = (types[i].shape || types[i].inner)
                && next.kind == types[i].kind && next.element == types[i].element;
            types[i] = keepsElement ? withoutShape(std::move(types[i])) : ValueType();
        }
        if (!holds && all)
            types.assign(types.size(), ValueType());
        return !holds;
    }

    void visitLoop(const Op& op)
    {
        const auto body = op.body("body");
        if (!body)
            return;
        const auto& block = m_program.block(*body);
        const auto carried = op.inputs.size() < 2 ? 0 : op.inputs.size() - 2;
        if (block.inputs.size() < 2 + carried || block.outputs.size() < 1 + carried)
            return;
        setType(block.inputs[0], ValueType::tensor(ElementType::Int64, model::Shape {}));
        setType(block.inputs[1], ValueType::tensor(ElementType::Bool, model::Shape {}));
        std::vector<ValueType> initial;
        for (std::size_t i = 0; i < carried; ++i)
            initial.push_back(typeOfValue(op.inputs[2 + i]));
        walkLoopBody(*body, std::span(block.inputs).subspan(2, carried),
            std::span(block.outputs).subspan(1, carried), initial);
        for (std::size_t i = 0; i < op.outputs.size(); ++i) {
            if (i < carried) {
                setType(op.outputs[i], join(initial[i], typeOfValue(block.outputs[1 + i])));
                continue;
            }
            auto slice
                = 1 + i < block.outputs.size() ? typeOfValue(block.outputs[1 + i]) : ValueType();
            if (slice.shape) {
                auto shape = *slice.shape;
                shape.insert(shape.begin(), model::Dimension::unknown()); // number of iterations
                slice.shape = std::move(shape);
            }
            setType(op.outputs[i], std::move(slice));
        }
    }

    void visitScan(const Op& op)
    {
        const auto body = op.body("body");
        const auto scans = static_cast<std::size_t>(
            std::max<std::int64_t>(op.node.integer("num_scan_inputs", 0), 0));
        const std::size_t first
            = op.node.version < 9 ? 1 : 0; // input 0 of Scan-8 holds the sequence lengths
        if (!body || op.inputs.size() < first + scans)
            return;
        const auto states = op.inputs.size() - first - scans;
        const auto& block = m_program.block(*body);
        if (block.inputs.size() < states + scans || block.outputs.size() < states)
            return;
        const auto inner
            = [&](ValueType type) { return first == 1 ? withoutAxis(std::move(type), 0) : type; };
        std::vector<ValueType> initial;
        for (std::size_t i = 0; i < states; ++i)
            initial.push_back(inner(typeOfValue(op.inputs[first + i])));
        const auto axes = op.node.integers("scan_input_axes");
        for (std::size_t i = 0; i < scans; ++i)
            setType(block.inputs[states + i],
                withoutAxis(inner(typeOfValue(op.inputs[first + states + i])), entry(axes, i)));
        walkLoopBody(*body, std::span(block.inputs).first(states),
            std::span(block.outputs).first(states), initial);
        for (std::size_t i = 0; i < std::min(states, op.outputs.size()) && first == 0; ++i)
            setType(op.outputs[i], join(initial[i], typeOfValue(block.outputs[i])));
        // The length of a scan output is that of the scanned input, so its type stays unknown here:
        // steps that read it are prepared when they run.
        for (std::size_t i = first == 0 ? states : 0; i < op.outputs.size(); ++i)
            setType(op.outputs[i], ValueType());
    }

    const Program& m_program;
    FactOptions m_options;
    MemoryPool& m_pool;
    Facts m_facts;
    /// Small contents that inference follows, by ProgramValueId: with open sizes, `Shape` and what
    /// is computed from it are expressions.
    std::vector<std::shared_ptr<const model::KnownElements>> m_elements;
};

} // namespace

bool isDeterministic(const OpNode& node)
{
    return std::ranges::find(randomOperators, node.type) == randomOperators.end()
        && isRepeatable(node.schema);
}

const Tensor* Facts::knownTensor(ProgramValueId id) const
{
    if (!id.isValid() || !known[id.value()])
        return nullptr;
    return &*known[id.value()];
}

std::optional<TensorType> Facts::tensorType(ProgramValueId id) const
{
    if (!id.isValid() || id.value() >= types.size())
        return std::nullopt;
    auto type = inputType(id);
    const bool isTensor = type && type->kind == InputType::Kind::Tensor;
    return isTensor ? std::optional(std::move(type->tensor)) : std::nullopt;
}

std::optional<InputType> Facts::inputType(ProgramValueId id) const
{
    if (!id.isValid())
        return InputType();
    auto type = inputTypeOf(types[id.value()]);
    if (type)
        type->constant = knownTensor(id);
    return type;
}

namespace {

/// Whether a tensor of these sizes can exist. The limit is the address space of a process, so that
/// passes and kernels may add such sizes.
bool fitsMemory(ElementType element, std::span<const std::int64_t> dims)
{
    constexpr std::uint64_t maxBytes = std::uint64_t(1) << 57;
    const auto bytes = tensorBytes(element, dims);
    return checkDims(dims) && bytes && *bytes <= maxBytes
        && static_cast<std::uint64_t>(elementCount(dims)) <= maxBytes;
}

} // namespace

std::optional<InputType> inputTypeOf(const ValueType& type)
{
    InputType known;
    if (type.kind == ValueType::Kind::Sequence) {
        known.kind = InputType::Kind::Sequence;
        return known;
    }
    if (type.kind == ValueType::Kind::Map) {
        known.kind = InputType::Kind::Map;
        return known;
    }
    if (type.kind != ValueType::Kind::Tensor || !type.shape
        || type.element == ElementType::Undefined || type.shape->size() > model::maximumRank)
        return std::nullopt;
    auto dims = model::concrete(*type.shape);
    if (!dims || !fitsMemory(type.element, *dims))
        return std::nullopt;
    known.kind = InputType::Kind::Tensor;
    known.tensor = { type.element, std::move(*dims) };
    return known;
}

ValueType valueTypeOf(const TensorType& type)
{
    return ValueType::tensor(type.element, model::shapeOf(type.dims));
}

Facts findFacts(const Program& program, std::span<const ValueType> inputs,
    const FactOptions& options, MemoryPool& pool)
{
    return FactFinder(program, options, pool).run(inputs);
}

Facts findFacts(const Program& program, std::span<const TensorType> inputs,
    const FactOptions& options, MemoryPool& pool)
{
    std::vector<ValueType> types;
    for (const auto& input : inputs)
        types.push_back(valueTypeOf(input));
    return findFacts(program, types, options, pool);
}

} // namespace engine
