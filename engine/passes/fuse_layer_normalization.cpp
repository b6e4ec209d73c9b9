#include "engine/passes/all_passes.h"
#include "engine/passes/pattern.h"

#include <algorithm>

// What exporters write for a layer normalization over the last axis before opset 17:
//
//     m = ReduceMean(x) ; d = Sub(x, m) ; v = ReduceMean(Pow(d, 2))
//     y = Add(Mul(Div(d, Sqrt(Add(v, epsilon))), scale), bias)
//
// becomes LayerNormalization-17. The square may be Mul(d, d), d may be computed twice, scale and
// bias may be missing. Without the mean,
//
//     y = Mul(Mul(x, Reciprocal(Sqrt(Add(ReduceMean(Pow(x, 2)), epsilon)))), scale)
//
// becomes RMSNormalization-23; also with Div. Source: ONNX LayerNormalization-17 and
// RMSNormalization-23, function bodies.

namespace engine {

namespace {

class LayerNormalizationFuser {
public:
    LayerNormalizationFuser(const Program& program, const PassContext& context)
        : m_program(program)
        , m_pattern(patternOf(program, context))
        , m_facts(context.facts)
        , m_centres(isRunFast(context.request, "", "LayerNormalization"))
        , m_scales(isRunFast(context.request, "", "RMSNormalization"))
    {
    }

    Patch run()
    {
        m_pattern.forEachOp([this](OpId id) { tryAt(id); });
        return std::move(m_patch);
    }

private:
    struct Parts {
        std::vector<OpId> taken; ///< in data-flow order
        ProgramValueId x;
        TensorType type;
        float epsilon = 0;
    };

    /// Whether a ReduceMean is over the last axis and keeps it.
    bool isMeanOfRows(OpId id, std::size_t rank) const
    {
        if (!id.isValid())
            return false;
        const auto& node = m_program.op(id).node;
        const auto& inputs = m_program.op(id).inputs;
        std::vector<std::int64_t> axes = node.integers("axes", {});
        if (inputs.size() > 1 && inputs[1].isValid()) {
            const auto* known = m_facts.knownTensor(inputs[1]);
            if (known == nullptr || known->element() != ElementType::Int64)
                return false;
            axes.assign(known->as<std::int64_t>().begin(), known->as<std::int64_t>().end());
        }
        const auto last = static_cast<std::int64_t>(rank) - 1;
        return axes.size() == 1 && (axes[0] == -1 || axes[0] == last)
            && node.integer("keepdims", 1) == 1;
    }

    /// Whether `sub` computes x - mean(x). Adds its operators to `taken`.
    bool isCentred(OpId sub, ProgramValueId x, std::vector<OpId>& taken) const
    {
        if (!sub.isValid() || m_program.op(sub).inputs.size() != 2
            || m_program.op(sub).inputs[0] != x)
            return false;
        const auto mean = m_pattern.makerOf(m_program.op(sub).inputs[1], "ReduceMean");
        const auto type = m_pattern.floatType(x);
        if (!type || type->dims.empty() || !isMeanOfRows(mean, type->dims.size())
            || m_program.op(mean).inputs[0] != x)
            return false;
        for (const auto id : { mean, sub }) {
            if (std::ranges::find(taken, id) == taken.end())
                taken.push_back(id);
        }
        return true;
    }

    /// Returns the value that a Pow(d, 2) or Mul(d, d) squares; invalid if it is neither.
    ProgramValueId squared(ProgramValueId square, OpId& maker) const
    {
        maker = m_pattern.makerOf(square, "Mul");
        if (maker.isValid()) {
            const auto& inputs = m_program.op(maker).inputs;
            return inputs.size() == 2 && inputs[0] == inputs[1] ? inputs[0] : ProgramValueId();
        }
        maker = m_pattern.makerOf(square, "Pow");
        if (!maker.isValid() || m_program.op(maker).inputs.size() != 2)
            return {};
        const auto exponent = m_pattern.scalarOf(m_program.op(maker).inputs[1]);
        return exponent && *exponent == 2.0F ? m_program.op(maker).inputs[0] : ProgramValueId();
    }

    /// Returns d of sqrt(mean(d * d) + epsilon); invalid if `root` computes something else. Sets
    /// epsilon, and `taken` to the operators behind d.
    ProgramValueId radicand(
        OpId root, std::size_t rank, float& epsilon, std::vector<OpId>& taken) const
    {
        const auto add
            = root.isValid() ? m_pattern.makerOf(m_program.op(root).inputs.front(), "Add") : OpId();
        if (!add.isValid() || m_program.op(add).inputs.size() != 2)
            return {};
        const auto& terms = m_program.op(add).inputs;
        const std::size_t small = m_pattern.scalarOf(terms[0]) ? 0 : 1;
        const auto number = m_pattern.scalarOf(terms[small]);
        const auto mean = m_pattern.makerOf(terms[1 - small], "ReduceMean");
        if (!number || !isMeanOfRows(mean, rank))
            return {};
        epsilon = *number;
        OpId square;
        const auto value = squared(m_program.op(mean).inputs.front(), square);
        taken = { square, mean, add, root };
        return value;
    }

    /// Returns the parts of the quotient d / sqrt(mean(d * d) + epsilon), if `div` computes it.
    std::optional<Parts> partsOf(OpId div) const
    {
        const auto& quotient = m_program.op(div);
        if (quotient.inputs.size() != 2)
            return std::nullopt;
        const auto sub = m_pattern.makerOf(quotient.inputs[0], "Sub");
        if (!sub.isValid())
            return std::nullopt;
        Parts parts;
        parts.x = m_program.op(sub).inputs.front();
        if (!isCentred(sub, parts.x, parts.taken))
            return std::nullopt;
        parts.type = *m_pattern.floatType(parts.x);
        std::vector<OpId> behind;
        const auto centred = radicand(m_pattern.makerOf(quotient.inputs[1], "Sqrt"),
            parts.type.dims.size(), parts.epsilon, behind);
        if (!centred.isValid()
            || !isCentred(m_pattern.makerOf(centred, "Sub"), parts.x, parts.taken))
            return std::nullopt;
        parts.taken.insert(parts.taken.end(), behind.begin(), behind.end());
        parts.taken.push_back(div);
        return parts;
    }

    /// Returns the parts of x / sqrt(mean(x * x) + epsilon), if `last` computes it: as Div(x, r),
    /// Mul(x, Reciprocal(r)) or Mul(x, Div(1, r)).
    std::optional<Parts> rootMeanSquareParts(OpId last) const
    {
        const auto& inputs = m_program.op(last).inputs;
        const bool isDiv = m_program.op(last).node.type == "Div";
        for (std::size_t i = 0; i < (isDiv ? 1 : 2) && inputs.size() == 2; ++i) {
            const auto type = m_pattern.floatType(inputs[i]);
            if (!type || type->dims.empty() || m_pattern.makerOf(inputs[i], "Sub").isValid())
                continue; // a row of another mean stays as it is written
            auto root = m_pattern.makerOf(inputs[1 - i], "Sqrt");
            auto inverse = m_pattern.makerOf(inputs[1 - i], "Reciprocal");
            if (const auto div = m_pattern.makerOf(inputs[1 - i], "Div");
                div.isValid() && m_pattern.scalarOf(m_program.op(div).inputs[0]) == 1.0F)
                inverse = div;
            if (isDiv != root.isValid() || (!isDiv && !inverse.isValid()))
                continue;
            if (!isDiv)
                root = m_pattern.makerOf(m_program.op(inverse).inputs.back(), "Sqrt");
            Parts parts { {}, inputs[i], *type };
            if (radicand(root, type->dims.size(), parts.epsilon, parts.taken) != inputs[i])
                continue;
            if (!isDiv)
                parts.taken.push_back(inverse);
            parts.taken.push_back(last);
            return parts;
        }
        return std::nullopt;
    }

    /// Returns the constant row that the only reader of the last operator multiplies with or adds.
    /// Invalid if there is none.
    ProgramValueId takeRow(Parts& parts, std::string_view type) const
    {
        const auto value = m_program.op(parts.taken.back()).outputs.front();
        const auto reader = m_pattern.onlyReaderOf(value, type);
        if (!reader.isValid() || m_program.op(reader).node.version < 7)
            return {}; // before, `axis` says where a row belongs
        const auto row = m_pattern.otherInput(reader, value);
        if (!m_pattern.isRow(row, parts.type.dims.back(), parts.type.dims.size()))
            return {};
        parts.taken.push_back(reader);
        return row;
    }

    void tryAt(OpId id)
    {
        const auto& node = m_program.op(id).node;
        const bool isDiv = node.type == "Div";
        if (!node.domain.empty() || (!isDiv && node.type != "Mul"))
            return;
        auto parts = isDiv && m_centres ? partsOf(id) : std::nullopt;
        if (parts)
            return finish(*parts, "LayerNormalization", 17);
        parts = m_scales ? rootMeanSquareParts(id) : std::nullopt;
        if (parts)
            finish(*parts, "RMSNormalization", 23);
    }

    void finish(Parts& parts, std::string type, int version)
    {
        if (parts.type.dims.back() == 0)
            return;
        const auto scale = takeRow(parts, "Mul");
        const auto bias
            = scale.isValid() && version == 17 ? takeRow(parts, "Add") : ProgramValueId();
        const auto output = m_program.op(parts.taken.back()).outputs.front();
        if (!m_pattern.isClosed(parts.taken) || m_pattern.floatType(output) != parts.type)
            return;
        std::vector<ProgramValueId> inputs { parts.x, scale.isValid() ? scale : newValue(0) };
        if (bias.isValid())
            inputs.push_back(bias);
        auto node = standardNode(std::move(type), version,
            { attributeOf("axis", std::int64_t { -1 }), attributeOf("epsilon", parts.epsilon) });
        auto edit = m_pattern.fused(parts.taken, std::move(node), std::move(inputs));
        if (!scale.isValid())
            edit.values.push_back(ones(parts.type.dims.back()));
        m_patch.edits.push_back(std::move(edit));
    }

    static ProgramValue ones(std::int64_t width)
    {
        ProgramValue value;
        value.name = "ones";
        value.constant = makeTensor(ElementType::Float, { width });
        std::ranges::fill(value.constant->as<float>(), 1.0F);
        return value;
    }

    const Program& m_program;
    const Pattern& m_pattern;
    const Facts& m_facts;
    bool m_centres; ///< whether LayerNormalization is made
    bool m_scales; ///< whether RMSNormalization is made
    Patch m_patch;
};

} // namespace

Patch fuseLayerNormalization(const Program& program, const PassContext& context)
{
    return LayerNormalizationFuser(program, context).run();
}

} // namespace engine
