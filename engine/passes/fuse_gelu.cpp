#include "engine/passes/all_passes.h"
#include "engine/passes/pattern.h"

// What exporters write for Gelu before opset 20:
//
//     none:  x * 0.5 * (1 + Erf(x / 1.4142135))
//     tanh:  x * 0.5 * (1 + Tanh(0.7978845 * (x + 0.044715 * x^3)))
//
// with the three factors in any order, becomes Gelu-20. Source: ONNX Gelu-20, function body.

namespace engine {

namespace {

constexpr float rootOfTwo = 1.41421356F;
constexpr float rootOfTwoByPi = 0.79788456F;
constexpr float cubeFactor = 0.044715F;

class GeluFuser {
public:
    GeluFuser(const Program& program, const PassContext& context)
        : m_program(program)
        , m_pattern(patternOf(program, context))
    {
    }

    Patch run()
    {
        m_pattern.forEachOp([this](OpId id) { tryAt(id); });
        return std::move(m_patch);
    }

private:
    /// Returns the input of the operator that makes `value`, if it has this type and its other
    /// input is near `scalar`; adds the operator to `taken`. Else invalid.
    ProgramValueId behind(
        ProgramValueId value, std::string_view type, float scalar, std::vector<OpId>& taken) const
    {
        const auto maker = m_pattern.makerOf(value, type);
        if (!maker.isValid())
            return {};
        const auto input = m_pattern.inputBesideScalar(maker, scalar);
        // x / c and x ^ c are not c / x and c ^ x.
        const bool isOrdered = type == "Div" || type == "Pow";
        if (!input.isValid() || (isOrdered && m_program.op(maker).inputs[0] != input))
            return {};
        taken.insert(taken.begin(), maker);
        return input;
    }

    /// x of Erf(x / sqrt(2)).
    ProgramValueId argumentOfErf(ProgramValueId input, std::vector<OpId>& taken) const
    {
        const auto quotient = behind(input, "Div", rootOfTwo, taken);
        return quotient.isValid() ? quotient : behind(input, "Mul", 1 / rootOfTwo, taken);
    }

    /// x of Tanh(sqrt(2 / pi) * (x + 0.044715 * x^3)).
    ProgramValueId argumentOfTanh(ProgramValueId input, std::vector<OpId>& taken) const
    {
        const auto sum = behind(input, "Mul", rootOfTwoByPi, taken);
        const auto add = m_pattern.makerOf(sum, "Add");
        if (!add.isValid() || m_program.op(add).inputs.size() != 2)
            return {};
        taken.insert(taken.begin(), add);
        for (std::size_t i = 0; i < 2; ++i) {
            auto path = taken;
            const auto cube = behind(m_program.op(add).inputs[i], "Mul", cubeFactor, path);
            const auto x = cube.isValid() ? behind(cube, "Pow", 3, path) : ProgramValueId();
            if (x.isValid() && x == m_program.op(add).inputs[1 - i]) {
                taken = std::move(path);
                return x;
            }
        }
        return {};
    }

    /// Takes the products of (1 + f) with x and 0.5, in any order. Returns false if others are
    /// found.
    bool takeProducts(ProgramValueId value, ProgramValueId x, std::vector<OpId>& taken) const
    {
        bool hasX = false;
        bool hasHalf = false;
        while (!hasX || !hasHalf) {
            const auto product = m_pattern.onlyReaderOf(value, "Mul");
            if (!product.isValid())
                return false;
            const auto other = m_pattern.otherInput(product, value);
            std::vector<OpId> half;
            if (!hasX && other == x)
                hasX = true;
            else if (!hasHalf && m_pattern.scalarOf(other) == 0.5F)
                hasHalf = true;
            else if (!hasX && !hasHalf && behind(other, "Mul", 0.5F, half) == x)
                hasX = hasHalf = true;
            else
                return false;
            taken.insert(taken.end(), half.begin(), half.end());
            taken.push_back(product);
            value = m_program.op(product).outputs.front();
        }
        return true;
    }

    void tryAt(OpId id)
    {
        const auto& op = m_program.op(id);
        const bool isErf = op.node.type == "Erf";
        if (!op.node.domain.empty() || (!isErf && op.node.type != "Tanh") || op.inputs.empty())
            return;
        std::vector<OpId> taken;
        const auto x
            = isErf ? argumentOfErf(op.inputs[0], taken) : argumentOfTanh(op.inputs[0], taken);
        const auto add = m_pattern.onlyReaderOf(op.outputs.front(), "Add");
        if (!x.isValid() || !m_pattern.floatType(x) || !add.isValid()
            || m_pattern.inputBesideScalar(add, 1) != op.outputs.front())
            return;
        taken.insert(taken.end(), { id, add });
        if (!takeProducts(m_program.op(add).outputs.front(), x, taken)
            || !m_pattern.isClosed(taken))
            return;
        const auto output = m_program.op(taken.back()).outputs.front();
        if (m_pattern.floatType(output) != m_pattern.floatType(x))
            return; // a constant of higher rank broadcasts it
        auto node = standardNode(
            "Gelu", 20, { attributeOf("approximate", std::string(isErf ? "none" : "tanh")) });
        m_patch.edits.push_back(m_pattern.fused(taken, std::move(node), { x }));
    }

    const Program& m_program;
    const Pattern& m_pattern;
    Patch m_patch;
};

} // namespace

Patch fuseGelu(const Program& program, const PassContext& context)
{
    if (!isRunFast(context.request, "", "Gelu"))
        return {};
    return GeluFuser(program, context).run();
}

} // namespace engine
