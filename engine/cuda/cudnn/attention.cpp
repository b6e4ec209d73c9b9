#include "engine/cuda/cudnn/attention.h"

#include <limits>

namespace engine::cuda::cudnn {

namespace {

/// Adds the operations one after the other. Their intermediate results are virtual tensors.
class AttentionGraph {
public:
    AttentionGraph(GraphBuilder& graph, const AttentionSpec& spec)
        : m_graph(graph)
        , m_spec(spec)
        , m_scoreDims { spec.batch, spec.heads, spec.queries, spec.keys }
        , m_rowDims { spec.batch, spec.heads, spec.queries, 1 }
    {
    }

    Result<void> tell()
    {
        const auto& s = m_spec;
        const auto q = TRY(outside(
            { s.batch, s.heads, s.queries, s.headSize }, { s.q.batch, s.q.head, s.q.step, 1 }));
        const auto k = TRY(outside({ s.batch, s.kvHeads, s.headSize, s.keys },
            { s.k.batch, s.k.head, 1, s.k.step })); // transposed by its strides
        const auto v = TRY(outside(
            { s.batch, s.kvHeads, s.keys, s.valueSize }, { s.v.batch, s.v.head, s.v.step, 1 }));
        const auto bias = s.biasBatch > 0
            ? TRY(outside({ s.biasBatch, s.biasHeads, s.queries, s.keys }, {}))
            : nullptr;
        const auto y = TRY(outside(
            { s.batch, s.heads, s.queries, s.valueSize }, { s.y.batch, s.y.head, s.y.step, 1 }));
        m_scores = TRY(inside(m_scoreDims));
        TRY(m_graph.matmul(q, k, m_scores));
        TRY(changeBy(PointwiseMode::Multiply, s.scale));
        if (s.softcap > 0) {
            TRY(changeBy(PointwiseMode::Divide, s.softcap));
            TRY(change(PointwiseMode::Tanh, nullptr));
            TRY(changeBy(PointwiseMode::Multiply, s.softcap));
        }
        if (bias != nullptr)
            TRY(change(PointwiseMode::Add, bias));
        if (s.isCausal)
            TRY(hideTheFuture());
        const auto weights = TRY(softmax());
        return m_graph.matmul(weights, v, y);
    }

private:
    Result<Descriptor> outside(const Dims& dims, const Dims& strides)
    {
        return m_graph.tensor({ m_spec.type, dims, false, strides });
    }
    Result<Descriptor> inside(const Dims& dims, DataType type = DataType::Float)
    {
        return m_graph.tensor({ type, dims, true, {} });
    }
    Result<Descriptor> number(float value) { return m_graph.scalar(value, m_scoreDims.size()); }

    /// Replaces m_scores by the result of an operation on it.
    Result<void> change(PointwiseMode mode, Descriptor other)
    {
        const auto result = TRY(inside(m_scoreDims));
        TRY(m_graph.pointwise({ .mode = mode }, { m_scores, other, nullptr }, result));
        m_scores = result;
        return {};
    }

    Result<void> changeBy(PointwiseMode mode, float value)
    {
        const auto by = TRY(number(value));
        return change(mode, by);
    }

    Result<Descriptor> coordinate(std::int64_t axis)
    {
        const auto result = TRY(inside(m_scoreDims, DataType::Int32));
        TRY(m_graph.pointwise(
            { .mode = PointwiseMode::Index, .axis = axis }, { m_scores }, result));
        return result;
    }

    Result<void> hideTheFuture()
    {
        auto row = TRY(coordinate(2));
        const auto column = TRY(coordinate(3));
        if (m_spec.past != 0) {
            const auto moved = TRY(inside(m_scoreDims, DataType::Int32));
            const auto past
                = TRY(m_graph.scalar(static_cast<std::int32_t>(m_spec.past), m_scoreDims.size()));
            TRY(m_graph.pointwise({ .mode = PointwiseMode::Add, .math = DataType::Int32 },
                { row, past, nullptr }, moved));
            row = moved;
        }
        const auto isSeen = TRY(inside(m_scoreDims, DataType::Boolean));
        TRY(m_graph.pointwise({ .mode = PointwiseMode::GreaterOrEqual, .math = DataType::Boolean },
            { row, column, nullptr }, isSeen));
        const auto lowest = TRY(number(std::numeric_limits<float>::lowest()));
        const auto result = TRY(inside(m_scoreDims));
        TRY(m_graph.pointwise(
            { .mode = PointwiseMode::Select }, { m_scores, lowest, isSeen }, result));
        m_scores = result;
        return {};
    }

    Result<Descriptor> softmax()
    {
        const auto largest = TRY(inside(m_rowDims));
        TRY(m_graph.reduction(ReductionOperator::Max, m_scores, largest));
        TRY(change(PointwiseMode::Subtract, largest));
        TRY(change(PointwiseMode::Exp, nullptr));
        const auto total = TRY(inside(m_rowDims));
        TRY(m_graph.reduction(ReductionOperator::Add, m_scores, total));
        const auto logarithm = TRY(inside(m_rowDims));
        TRY(m_graph.pointwise({ .mode = PointwiseMode::Log }, { total }, logarithm));
        const auto statistics = TRY(inside(m_rowDims));
        TRY(m_graph.pointwise({}, { largest, logarithm, nullptr }, statistics));
        // The second product takes its left operand in the type of V.
        const auto weights = TRY(inside(m_scoreDims, m_spec.type));
        TRY(m_graph.pointwise(
            { .mode = PointwiseMode::Divide }, { m_scores, total, nullptr }, weights));
        return weights;
    }

    GraphBuilder& m_graph;
    const AttentionSpec& m_spec;
    Dims m_scoreDims;
    Dims m_rowDims;
    Descriptor m_scores = nullptr;
};

} // namespace

Result<void> tellAttention(GraphBuilder& graph, const AttentionSpec& spec)
{
    return AttentionGraph(graph, spec).tell();
}

} // namespace engine::cuda::cudnn
