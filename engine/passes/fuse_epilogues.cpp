#include "engine/kernel/epilogue_rules.h"
#include "engine/passes/all_passes.h"
#include "engine/passes/pattern.h"

#include <algorithm>
#include <array>

// An addition or an activation behind a convolution or a matrix product is computed before the
// result is written:
//
//     a = Conv(x, w, b)           y = com.microsoft:FusedConv(x, w, b, z) {activation: Relu}
//     s = Add(a, z)        ->
//     y = Relu(s)
//
// A MatMul with a constant matrix takes an added constant row and an activation, as
// opscope:FusedMatMul(a, b, row) {activation}. readTransposed may have made it one before.
//
// Only if the library or a native kernel accepts the fused operator: other kernels are slow. Each
// round fuses one operator into a product.

namespace engine {

namespace {

constexpr float unlimited = std::numeric_limits<float>::infinity();

struct Activation {
    std::string name;
    std::vector<float> parameters;
};

constexpr std::string_view ownDomain = "opscope";

std::optional<float> scalarOf(
    const Pattern& pattern, const Op& op, std::size_t input, float fallback)
{
    const bool isPresent = input < op.inputs.size() && op.inputs[input].isValid();
    return isPresent ? pattern.scalarOf(op.inputs[input]) : fallback;
}

/// On CUDA the library computes Gelu by tanh too.
std::optional<Activation> activationOf(const Pattern& pattern, const Op& op, DeviceKind device)
{
    const bool isGelu = device == DeviceKind::Cuda && op.node.domain.empty()
        && op.node.type == "Gelu" && op.outputs.size() == 1
        && op.node.text("approximate", "none") == "tanh";
    if (isGelu)
        return Activation { op.node.type, {} };
    if (!isEpilogueActivation(op.node.domain, op.node.type) || op.outputs.size() != 1)
        return std::nullopt;
    if (op.node.type == "LeakyRelu")
        return Activation { op.node.type, { op.node.real("alpha", 0.01F) } };
    if (op.node.type == "Elu")
        return Activation { op.node.type, { op.node.real("alpha", 1.0F) } };
    if (op.node.type != "Clip")
        return Activation { op.node.type, {} };
    const auto low = scalarOf(pattern, op, 1, op.node.real("min", -unlimited));
    const auto high = scalarOf(pattern, op, 2, op.node.real("max", unlimited));
    return low && high ? std::optional(Activation { "Clip", { *low, *high } }) : std::nullopt;
}

class Fusion {
public:
    Fusion(const Program& program, const PassContext& context)
        : m_program(program)
        , m_pattern(patternOf(program, context))
        , m_isTaken(program.ops.size())
        , m_fusesProducts(isRunFast(context.request, ownDomain, "FusedMatMul"))
        , m_device(context.request.device)
    {
    }

    Patch run()
    {
        m_pattern.forEachOp([this](OpId id) {
            if (!m_isTaken[id.value()] && isHost(m_program.op(id)))
                tryHost(id);
        });
        return std::move(m_patch);
    }

private:
    static bool isConv(const Op& op)
    {
        return (op.node.type == "Conv" && op.node.domain.empty())
            || (op.node.type == "FusedConv" && op.node.domain == "com.microsoft");
    }
    static bool isGemm(const Op& op)
    {
        return op.node.type == "Gemm" && op.node.domain.empty()
            && op.node.real("alpha", 1.0F) == 1.0F && op.node.real("beta", 1.0F) == 1.0F;
    }

    bool isMatMul(const Op& op) const
    {
        if (op.node.type == "FusedMatMul" && op.node.domain == ownDomain)
            return true;
        return m_fusesProducts && op.node.type == "MatMul" && op.node.domain.empty()
            && op.inputs.size() == 2 && m_program.isConstant(op.inputs[1])
            && m_program.value(op.inputs[1]).constant->rank() == 2;
    }

    bool isHost(const Op& op)
    {
        if ((!isConv(op) && !isGemm(op) && !isMatMul(op)) || op.node.has("activation")
            || op.inputs.size() < 2 || op.outputs.size() != 1)
            return false;
        const auto output = m_pattern.floatType(op.outputs[0]);
        if (!output)
            return false;
        const auto outputCount = output->count();
        const auto weights = m_pattern.floatType(op.inputs[1]);
        if (!weights || weights->count() == 0 || weights->dims.size() < 2
            || weights->dims.size() > 5)
            return false;
        return elementCount(std::array { outputCount, depthOf(op, *weights) })
            >= minEpilogueMultiplyAdds;
    }

    /// Multiply-adds per element of the output.
    std::int64_t depthOf(const Op& op, const TensorType& weights) const
    {
        if (isMatMul(op))
            return weights.dims[op.node.flag("transB") ? 1 : 0];
        return isGemm(op) ? weights.dims[op.node.flag("transB") ? 1 : 0]
                          : weights.count() / weights.dims[0];
    }

    void tryHost(OpId host)
    {
        const auto output = m_program.op(host).outputs[0];
        const auto& readers = m_pattern.readersOf(output);
        if (m_pattern.usesOf(output) == 2 && readers.size() == 2)
            return trySwish(host, readers);
        if (m_pattern.usesOf(output) != 1 || readers.size() != 1)
            return;
        const auto reader = readers.front();
        const auto& next = m_program.op(reader);
        if (next.block != m_program.op(host).block || m_isTaken[reader.value()])
            return;
        if (const auto activation = activationOf(m_pattern, next, m_device)) {
            if (next.inputs.front() == output)
                fuse({ host, reader }, activated(m_program.op(host), *activation));
            return;
        }
        if (isConv(m_program.op(host)))
            return tryAdd(host, reader);
        if (isMatMul(m_program.op(host)))
            tryRow(host, reader);
    }

    static bool isAddOfTwo(const Op& op)
    {
        return op.node.domain.empty() && (op.node.type == "Add" || op.node.type == "Sum")
            && op.inputs.size() == 2;
    }

    /// Fuses a constant row that is added to a product.
    void tryRow(OpId host, OpId reader)
    {
        const auto& product = m_program.op(host);
        const auto& add = m_program.op(reader);
        if (!isAddOfTwo(add) || product.inputs.size() > 2)
            return;
        const auto row = m_pattern.otherInput(reader, product.outputs[0]);
        const auto output = m_pattern.floatType(product.outputs[0]);
        const auto columns = m_program.value(product.inputs[1])
                                 .constant->dims()[product.node.flag("transB") ? 0 : 1];
        if (!output || !m_pattern.isRow(row, columns, output->dims.size()))
            return;
        auto fused = asFused(product);
        fused.inputs.push_back(row);
        fuse({ host, reader }, std::move(fused));
    }

    /// Fuses a * sigmoid(a).
    void trySwish(OpId host, const std::vector<OpId>& readers)
    {
        const auto output = m_program.op(host).outputs[0];
        for (std::size_t i = 0; i < 2; ++i) {
            const auto& sigmoid = m_program.op(readers[i]);
            const auto& product = m_program.op(readers[1 - i]);
            if (sigmoid.node.type != "Sigmoid" || product.node.type != "Mul"
                || !product.node.domain.empty())
                continue;
            const auto gate = sigmoid.outputs[0];
            const bool isProduct = m_pattern.otherInput(readers[1 - i], output) == gate;
            const bool isNear
                = sigmoid.block == product.block && product.block == m_program.op(host).block;
            if (isProduct && isNear && m_pattern.usesOf(gate) == 1 && !m_isTaken[readers[0].value()]
                && !m_isTaken[readers[1].value()])
                return fuse({ host, readers[i], readers[1 - i] },
                    activated(m_program.op(host), { "Swish", { 1.0F } }));
        }
    }

    void tryAdd(OpId host, OpId reader)
    {
        const auto& conv = m_program.op(host);
        const auto& add = m_program.op(reader);
        const bool hasAdded = conv.inputs.size() > 3 && conv.inputs[3].isValid();
        if (!isAddOfTwo(add) || hasAdded)
            return;
        const auto other = m_pattern.otherInput(reader, conv.outputs[0]);
        const auto sum = m_pattern.floatType(add.outputs[0]);
        if (!sum || m_pattern.floatType(other) != sum
            || m_pattern.floatType(conv.outputs[0]) != sum)
            return;
        auto fused = asFused(conv);
        fused.inputs.resize(4);
        fused.inputs[3] = other;
        fuse({ host, reader }, std::move(fused));
    }

    Op asFused(const Op& host) const
    {
        Op fused = host;
        if (isMatMul(host)) {
            // Its schema stays that of the host: type and shape of the output are the same.
            fused.node.type = "FusedMatMul";
            fused.node.domain = ownDomain;
            return fused;
        }
        fused.node.type = isGemm(host) ? "FusedGemm" : "FusedConv";
        fused.node.domain = "com.microsoft";
        fused.node.version = 1;
        fused.node.schema
            = model::OperatorRegistry::instance().find(fused.node.domain, fused.node.type, 1);
        return fused;
    }

    Op activated(const Op& host, const Activation& activation) const
    {
        auto fused = asFused(host);
        fused.node.attributes.push_back(attributeOf("activation", activation.name));
        if (activation.parameters.empty())
            return fused;
        if (!isGemm(host)) {
            fused.node.attributes.push_back(
                attributeOf("activation_params", activation.parameters));
            return fused;
        }
        constexpr std::array names { "activation_alpha", "activation_beta" };
        for (std::size_t i = 0; i < std::min(names.size(), activation.parameters.size()); ++i)
            fused.node.attributes.push_back(attributeOf(names[i], activation.parameters[i]));
        return fused;
    }

    void fuse(const std::vector<OpId>& taken, Op fused)
    {
        for (const auto id : taken)
            m_isTaken[id.value()] = true;
        m_patch.edits.push_back(
            m_pattern.fused(taken, std::move(fused.node), std::move(fused.inputs)));
    }

    const Program& m_program;
    const Pattern& m_pattern;
    std::vector<bool> m_isTaken;
    bool m_fusesProducts; ///< MatMul is fused too
    DeviceKind m_device;
    Patch m_patch;
};

} // namespace

Patch fuseEpilogues(const Program& program, const PassContext& context)
{
    if (!isRunFast(context.request, "com.microsoft", "FusedConv"))
        return {};
    return Fusion(program, context).run();
}

} // namespace engine
