#include "engine/passes/all_passes.h"
#include "engine/passes/pattern.h"
#include "engine/program/shapes.h"

#include <algorithm>
#include <unordered_set>

// Vision transformers go from tokens [B, N, C] to images [B, C, H, W] with N = H * W and back:
//
//     tokens:  Transpose (0 2 1), Reshape    becomes  Reshape to [B, H, W, C], Transpose (0 3 1 2)
//     images:  Reshape, Transpose (0 2 1)    becomes  Transpose (0 2 3 1), Reshape to [B, N, C]
//
// Tokens have the bytes of a channels-last image, so these Transposes move nothing where the
// operators beside them are channels last (channels_last.cpp). Elsewhere they cost the same.

namespace engine {

namespace {

class ReshapeMover {
public:
    ReshapeMover(const Program& program, const PassContext& context)
        : m_program(program)
        , m_facts(context.facts)
        , m_pattern(patternOf(program, context))
    {
    }

    Patch run()
    {
        m_pattern.forEachOp([this](OpId id) { tryAt(id); });
        return std::move(m_patch);
    }

private:
    bool isTokenTranspose(const Op& op) const
    {
        return op.node.type == "Transpose" && op.node.domain.empty()
            && op.node.integers("perm") == std::vector<std::int64_t> { 0, 2, 1 };
    }

    /// Whether `channels` is [B, C, N] and `image` [B, C, spatial axes] of the same elements.
    static bool isFlattened(const TensorType& channels, const TensorType& image)
    {
        const auto& flat = channels.dims;
        const auto& dims = image.dims;
        return flat.size() == 3 && (dims.size() == 4 || dims.size() == 5) && image.count() > 0
            && flat[0] == dims[0] && flat[1] == dims[1] && channels.count() == image.count();
    }

    void tryAt(OpId id)
    {
        const auto& first = m_program.op(id);
        if (first.inputs.empty() || first.outputs.size() != 1)
            return;
        const auto secondId = m_pattern.onlyReaderOf(first.outputs[0]);
        if (!secondId.isValid() || !m_pattern.isClosed({ id, secondId }) || m_taken.contains(id))
            return; // the next round moves what overlaps
        const auto& second = m_program.op(secondId);
        if (second.inputs[0] != first.outputs[0] || second.outputs.size() != 1)
            return;
        const auto input = m_facts.tensorType(first.inputs[0]);
        const auto between = m_facts.tensorType(first.outputs[0]);
        const auto output = m_facts.tensorType(second.outputs[0]);
        if (!input || !between || !output)
            return;
        if (isTokenTranspose(first) && isReshape(second) && isFlattened(*between, *output))
            add(id, secondId, true, *output);
        else if (isReshape(first) && isTokenTranspose(second) && isFlattened(*between, *input))
            add(id, secondId, false, *output);
    }

    static bool isReshape(const Op& op)
    {
        return op.node.type == "Reshape" && op.node.domain.empty() && op.node.version >= 5;
    }

    void add(OpId first, OpId second, bool isToImage, const TensorType& output)
    {
        const auto input = m_program.op(first).inputs[0];
        const auto target = m_program.op(second).outputs[0];
        auto shape = output.dims;
        if (isToImage)
            std::rotate(shape.begin() + 1, shape.begin() + 2, shape.end());
        const auto rank = isToImage ? shape.size() : m_facts.tensorType(input)->dims.size();
        auto axes = countUp(rank);
        std::rotate(axes.begin() + 1, isToImage ? axes.end() - 1 : axes.begin() + 2, axes.end());

        Edit edit;
        edit.taken
            = { { first, NodeFate::Kind::FusedInto }, { second, NodeFate::Kind::FusedInto } };
        const auto& name = m_program.value(m_program.op(first).outputs[0]).name;
        edit.values.resize(2);
        edit.values[0].name = name + " moved"; // another shape: not what `keep` asks for
        edit.values[1].name = name + " shape";
        edit.values[1].constant = makeTensor(ElementType::Int64, { std::ssize(shape) });
        std::ranges::copy(shape, edit.values[1].constant->as<std::int64_t>().begin());
        auto reshape = moved(isToImage ? second : first, standardNode("Reshape", 14, {}));
        auto transpose = moved(isToImage ? first : second,
            standardNode("Transpose", 13, { attributeOf("perm", std::move(axes)) }));
        reshape.inputs = { isToImage ? input : newValue(0), newValue(1) };
        reshape.outputs = { isToImage ? newValue(0) : target };
        transpose.inputs = { isToImage ? newValue(0) : input };
        transpose.outputs = { isToImage ? target : newValue(0) };
        edit.added = { std::move(reshape), std::move(transpose) };
        if (!isToImage)
            std::swap(edit.added[0], edit.added[1]);
        m_patch.edits.push_back(std::move(edit));
        m_taken.insert(second);
    }

    /// The operator in another form, with its label and device.
    Op moved(OpId id, OpNode node) const
    {
        Op op;
        op.node = std::move(node);
        op.node.label = m_program.op(id).node.label;
        op.device = m_program.op(id).device;
        return op;
    }

    const Program& m_program;
    const Facts& m_facts;
    const Pattern& m_pattern;
    std::unordered_set<OpId> m_taken; ///< second operators of edits
    Patch m_patch;
};

} // namespace

Patch moveReshape(const Program& program, const PassContext& context)
{
    if (context.request.device != DeviceKind::Cpu)
        return {};
    return ReshapeMover(program, context).run();
}

} // namespace engine
