#include "engine/cpu/attention_run.h"

#include "engine/cpu/matrix_product.h"

#include <algorithm>
#include <limits>

namespace engine {

namespace {

constexpr float hidden = -std::numeric_limits<float>::infinity();
/// A task of fewer rows is not divided for another thread: its keys would be packed twice.
constexpr std::int64_t dividedRows = 48;

/// Query heads that share a key head, times their queries, cut into tasks.
struct Tasks {
    std::int64_t rows = 0; ///< of a key head: heads of a group, then queries
    std::int64_t perHead = 0;
    std::int64_t count = 0;
};

Tasks cutTasks(const AttentionLayout& layout, int threads)
{
    Tasks tasks;
    tasks.rows = layout.heads / layout.kvHeads * layout.queries;
    const auto heads = layout.batch * layout.kvHeads;
    const auto rounded = [](std::int64_t a, std::int64_t b) { return (a + b - 1) / b; };
    const auto forThreads = std::min(rounded(2 * threads, heads), tasks.rows / dividedRows);
    tasks.perHead = std::max(rounded(tasks.rows, attentionRows), forThreads);
    tasks.count = heads * tasks.perHead;
    return tasks;
}

/// A visible score is so much larger that the exponential of this one beside it is 0.
constexpr float lowestScore = -1e30F;

/// Keys [first, last).
struct KeyEnds {
    std::int64_t first = 0;
    std::int64_t last = 0;
};

/// What mask and bias do to the scores.
class ScoreMask {
public:
    ScoreMask(const AttentionLayout& layout, const AttentionOperands& operands)
        : m_layout(layout)
        , m_operands(operands)
    {
    }

    bool isAny() const
    {
        return m_layout.rules.mask.rank > 0 || m_operands.bias != nullptr
            || m_operands.allowed != nullptr;
    }
    /// Whether the bias lies in memory as rows are read.
    bool isDirect() const
    {
        return m_layout.rules.mask.rank == 0 && m_operands.bias != nullptr
            && m_layout.rules.strides[3] == 1;
    }
    /// Whether all heads and queries of a batch entry get the same.
    bool isPerBatch() const
    {
        const auto& rules = m_layout.rules;
        const bool hasBias = m_operands.bias != nullptr || m_operands.allowed != nullptr;
        const bool isShared = !hasBias || (rules.strides[1] == 0 && rules.strides[2] == 0);
        return isAny() && isShared && rules.mask.rank <= 2 && !m_operands.softmax;
    }
    const float* row(std::int64_t b, std::int64_t h, std::int64_t i) const
    {
        return m_operands.bias + place(b, h, i);
    }
    /// Applies them to the scores of keys [first, last), which the bias covers.
    void apply(std::int64_t b, std::int64_t h, std::int64_t i, std::int64_t first,
        std::int64_t last, float* scores) const
    {
        const auto step = m_layout.rules.strides[3];
        const auto at = place(b, h, i) + first * step;
        const auto count = last - first;
        if (m_operands.allowed != nullptr) {
            const auto* bools = m_operands.allowed + at;
            const auto shown = shownBool();
            const float other = m_operands.softmax ? m_operands.softmax->hiddenScore : hidden;
            for (std::int64_t j = 0; j < count; ++j)
                scores[j] = bools[j * step] == shown ? scores[j] : other;
        } else if (m_operands.bias != nullptr) {
            for (std::int64_t j = 0; j < count; ++j)
                scores[j] += m_operands.bias[at + j * step];
        }
        const auto& mask = m_layout.rules.mask;
        if (mask.rank == 0)
            return;
        for (std::int64_t j = 0; j < count; ++j) {
            if (!mask.keeps(b, m_layout.batch, i, first + j, m_layout.rules.past))
                scores[j] += mask.filter;
        }
    }

    /// Whether all heads have the same mask, whose rows may hide keys at both ends.
    bool hidesEnds() const
    {
        const auto& softmax = m_operands.softmax;
        return m_layout.rules.strides[1] == 0
            && (m_operands.bias != nullptr
                || (m_operands.allowed != nullptr
                    && (!softmax || softmax->hiddenScore <= lowestScore)));
    }
    /// The keys that a row of the mask does not hide at its ends. All keys, if it hides all.
    KeyEnds ends(std::int64_t b, std::int64_t i) const
    {
        const auto at = place(b, 0, i);
        const KeyEnds all { 0, m_layout.rules.width };
        auto found = all;
        while (found.last > 0 && isHidden(at, found.last - 1))
            --found.last;
        if (found.last == 0)
            return all;
        while (isHidden(at, found.first))
            ++found.first;
        return found;
    }

private:
    /// Whether the probability of a key is 0 beside one that is not hidden. Other rules may hide
    /// the latter in operators that have them; only -Inf counts there.
    bool isHidden(std::int64_t row, std::int64_t key) const
    {
        const auto at = row + key * m_layout.rules.strides[3];
        if (m_operands.allowed != nullptr)
            return m_operands.allowed[at] != shownBool();
        return m_operands.bias[at] <= (m_operands.softmax ? lowestScore : hidden);
    }
    std::uint8_t shownBool() const
    {
        return m_operands.softmax && m_operands.softmax->hidesTrue ? 0 : 1;
    }

    std::int64_t place(std::int64_t b, std::int64_t h, std::int64_t i) const
    {
        const auto& strides = m_layout.rules.strides;
        return b * strides[0] + h * strides[1] + i * strides[2];
    }

    const AttentionLayout& m_layout;
    const AttentionOperands& m_operands;
};

/// The tasks of one attention.
class AttentionTasks {
public:
    AttentionTasks(const AttentionLayout& layout, const AttentionOperands& operands, int threads)
        : m_layout(layout)
        , m_operands(operands)
        , m_mask(layout, operands)
        , m_tasks(cutTasks(layout, threads))
        , m_table(attentionTable())
    {
    }

    Result<void> run(RunContext& context)
    {
        TRY(writeBatchRows(context));
        TRY(findEnds(context));
        const auto& l = m_layout;
        const auto work = elementCount(std::array { l.batch, l.heads, l.queries,
            std::max<std::int64_t>(l.keys, 1), l.headSize + l.valueSize });
        return forEachItem(context, m_tasks.count, floatsOfRows + floatsOfTask(), work,
            [this](std::int64_t item, float* buffer) { attend(item, buffer); });
    }

private:
    static constexpr auto floatsOfRows = static_cast<std::int64_t>(
        (attentionRows * sizeof(AttentionRow) + 63) / 64 * 64 / sizeof(float));

    struct MaskSource {
        const AttentionTasks* tasks;
        std::int64_t batch;
        std::int64_t kvHead;
    };

    std::int64_t floatsOfTask() const
    {
        const auto rows = std::min(m_tasks.rows, attentionRows);
        return m_table.bufferFloats(rows, m_layout.headSize, m_layout.valueSize);
    }

    /// Writes the additions that all rows of a batch entry share.
    Result<void> writeBatchRows(RunContext& context)
    {
        if (m_mask.isDirect() || !m_mask.isPerBatch())
            return {};
        const auto keys = m_layout.keys;
        const auto memory
            = TRY(context.scratch(static_cast<std::size_t>(m_layout.batch * keys) * sizeof(float)));
        m_batchRows = reinterpret_cast<float*>(memory.data());
        const auto covered = m_operands.bias != nullptr || m_operands.allowed != nullptr
            ? m_layout.rules.width
            : keys;
        std::fill_n(m_batchRows, m_layout.batch * keys, 0.0F);
        for (std::int64_t b = 0; b < m_layout.batch; ++b)
            m_mask.apply(b, 0, 0, 0, covered, m_batchRows + b * keys);
        return {};
    }

    /// Finds the visible keys of each row of a mask, such as a causal one, so that blocks of hidden
    /// keys are not computed.
    Result<void> findEnds(RunContext& context)
    {
        if (!m_mask.isAny() || !m_mask.hidesEnds())
            return {};
        const auto count = m_layout.batch * m_layout.queries;
        const auto memory = TRY(context.scratch(static_cast<std::size_t>(count) * sizeof(KeyEnds)));
        m_ends = reinterpret_cast<KeyEnds*>(memory.data());
        const auto isRepeated = m_layout.rules.strides[2] == 0;
        parallelFor(count, rowsPerThread(m_layout.keys), context.threads(),
            [&](std::int64_t first, std::int64_t last) {
                for (auto row = first; row < last; ++row) {
                    const bool isSame = isRepeated && row > first && row % m_layout.queries != 0;
                    m_ends[row] = isSame
                        ? m_ends[row - 1]
                        : m_mask.ends(row / m_layout.queries, row % m_layout.queries);
                }
            });
        return {};
    }

    std::int64_t headOf(std::int64_t kvHead, std::int64_t row) const
    {
        return kvHead * (m_layout.heads / m_layout.kvHeads) + row / m_layout.queries;
    }

    /// The first step of a batch entry in the operands.
    std::int64_t startOf(std::int64_t b) const
    {
        return m_operands.ends.isPresent() ? m_operands.ends.at(b) : 0;
    }
    /// The number of steps that a batch entry has, at most `most`.
    std::int64_t stepsOf(std::int64_t b, std::int64_t most) const
    {
        return m_operands.ends.isPresent() ? m_operands.ends.at(b + 1) - startOf(b) : most;
    }

    void setVisible(std::int64_t b, std::int64_t i, AttentionRow& row) const
    {
        const auto& rules = m_layout.rules;
        const auto position = rules.offset(b, m_layout.queries) + i;
        row.last = stepsOf(b, rules.keysIn(b, m_layout.keys));
        if (m_operands.bias != nullptr || m_operands.allowed != nullptr)
            row.last = std::min(row.last, rules.width);
        if (rules.isCausal)
            row.last = std::min(row.last, position + 1);
        if (rules.right >= 0)
            row.last = std::min(row.last, position + rules.right + 1);
        if (rules.left >= 0)
            row.first = std::max<std::int64_t>(position - rules.left, 0);
        if (m_ends != nullptr) {
            const auto& ends = m_ends[b * m_layout.queries + i];
            row.first = std::max(row.first, ends.first);
            row.last = std::min(row.last, ends.last);
        }
        row.last = std::max<std::int64_t>(row.last, 0);
        row.first = std::min(row.first, row.last);
    }

    AttentionRow rowOf(std::int64_t b, std::int64_t kvHead, std::int64_t number) const
    {
        const auto head = headOf(kvHead, number);
        const auto i = number % m_layout.queries;
        AttentionRow row;
        const auto step = startOf(b) + i;
        row.number = number;
        row.q = m_operands.q.at(b, head, step);
        row.y = m_operands.y + b * m_layout.yBatch + head * m_layout.yHead + step * m_layout.yStep;
        setVisible(b, i, row);
        if (m_mask.isDirect())
            row.bias = m_mask.row(b, head, i);
        else if (m_batchRows != nullptr)
            row.bias = m_batchRows + b * m_layout.keys;
        row.sink = m_operands.sinks != nullptr ? m_operands.sinks[head] : 0.0F;
        return row;
    }

    static void applyMask(const void* source, const AttentionRow* row, std::int64_t first,
        std::int64_t last, float* scores)
    {
        const auto& from = *static_cast<const MaskSource*>(source);
        const auto& tasks = *from.tasks;
        tasks.m_mask.apply(from.batch, tasks.headOf(from.kvHead, row->number),
            row->number % tasks.m_layout.queries, first, last, scores);
    }

    void attend(std::int64_t item, float* buffer) const
    {
        const auto part = item % m_tasks.perHead;
        const auto kvHead = item / m_tasks.perHead % m_layout.kvHeads;
        const auto b = item / m_tasks.perHead / m_layout.kvHeads;
        const auto first = m_tasks.rows * part / m_tasks.perHead;
        const auto last = m_tasks.rows * (part + 1) / m_tasks.perHead;
        auto* rows = reinterpret_cast<AttentionRow*>(buffer);
        const auto queries = stepsOf(b, m_layout.queries);
        AttentionTask task;
        task.rows = rows;
        for (auto number = first; number < last; ++number) {
            if (number % m_layout.queries < queries)
                new (rows + task.count++) AttentionRow(rowOf(b, kvHead, number));
        }
        if (task.count == 0)
            return;
        task.k = m_operands.k.at(b, kvHead, startOf(b));
        task.v = m_operands.v.at(b, kvHead, startOf(b));
        task.kStride = m_operands.k.strides.step;
        task.vStride = m_operands.v.strides.step;
        task.headSize = m_layout.headSize;
        task.valueSize = m_layout.valueSize;
        task.scale = m_layout.scale;
        task.softcap = m_layout.softcap;
        task.hasSinks = m_layout.hasSink;
        task.hidesNan = m_operands.softmax && m_operands.softmax->hidesNan;
        if (m_operands.softmax && !task.hidesNan)
            task.unseeing = std::numeric_limits<float>::quiet_NaN();
        const MaskSource source { this, b, kvHead };
        if (m_mask.isAny() && !m_mask.isDirect() && m_batchRows == nullptr) {
            task.applyMask = applyMask;
            task.maskSource = &source;
        }
        task.buffer = buffer + floatsOfRows;
        m_table.attend(task);
    }

    const AttentionLayout& m_layout;
    const AttentionOperands& m_operands;
    ScoreMask m_mask;
    Tasks m_tasks;
    const AttentionTable& m_table;
    float* m_batchRows = nullptr; ///< [batch][keys]
    KeyEnds* m_ends = nullptr; ///< [batch][queries]
};

} // namespace

Result<void> attendAll(
    RunContext& context, const AttentionLayout& layout, const AttentionOperands& operands)
{
    return AttentionTasks(layout, operands, context.threads()).run(context);
}

} // namespace engine
