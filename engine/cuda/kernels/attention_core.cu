#include "engine/cuda/kernels/attention.h"

// The arithmetic of attention. With many queries, a block keeps some rows of queries in shared
// memory and loops over tiles of keys and values. With few queries, as in decoding one token at a
// time, a block handles one query and a part of the keys, so that enough blocks run; the parts are
// combined by a second launch.

namespace engine::cuda {

namespace {

constexpr int tileThreads = 128;
constexpr int tileRows = 4; ///< queries per thread
constexpr int tileKeys = 32;
constexpr int tileDepth = 64; ///< elements of a head in shared memory at a time

/// Computes a tile of queries of one head. `headSpan` is the head's size rounded up.
template <typename T, int headSpan>
struct AttendTile {
    static constexpr int tileQueries = 4096 / headSpan;
    static constexpr int rowGroups = tileQueries / tileRows;
    static constexpr int columnGroups = tileThreads / rowGroups;
    static constexpr int scoreColumns = tileKeys / columnGroups;
    static constexpr int valueColumns = headSpan / columnGroups;
    static constexpr int valueKeys
        = tileKeys * tileDepth / headSpan; ///< keys whose values are in shared memory at a time

    struct Scores {
        float values[tileRows * scoreColumns];
    };
    struct Sums {
        float values[tileRows * valueColumns];
        float total[tileRows];
    };

    AttentionData<T> data;

    /// The part of the attention that a block works on.
    struct Place {
        std::int64_t batch;
        std::int64_t head;
        std::int64_t firstQuery;
        std::int64_t offset;
        std::int64_t firstKey;
        std::int64_t lastKey;
    };

    OPSCOPE_KERNEL void operator()(Block<tileThreads>& block, std::int64_t tile) const
    {
        OPSCOPE_SHARED float q[tileQueries * (headSpan + 1)];
        OPSCOPE_SHARED float tileOfKeys[tileKeys * (tileDepth + 1)]; // or of values
        OPSCOPE_SHARED float weights[tileQueries * (tileKeys + 1)];
        OPSCOPE_SHARED float largest[tileQueries];
        OPSCOPE_SHARED float shrink[tileQueries];
        PerThread<Scores, tileThreads> scores;
        PerThread<Sums, tileThreads> sums;
        auto place = placeOf(tile);
        std::int64_t end = 0;
        data.range(place.batch, place.firstQuery, lastQuery(place), place.firstKey, end);
        block.phase([&](int thread) { begin(place, q, largest, thread, sums[thread]); });
        for (; place.firstKey < end; place.firstKey += tileKeys) {
            place.lastKey = place.firstKey + tileKeys < end ? place.firstKey + tileKeys : end;
            block.phase([&](int thread) {
                for (auto& value : scores[thread].values)
                    value = 0;
            });
            for (int depth = 0; depth < data.headSize; depth += tileDepth) {
                block.phase([&](int thread) { loadKeys(place, depth, tileOfKeys, thread); });
                block.phase([&](int thread) {
                    multiplyKeys(depth, q, tileOfKeys, thread, scores[thread]);
                });
            }
            block.phase([&](int thread) { finishScores(place, weights, thread, scores[thread]); });
            block.phase([&](int thread) {
                if (thread < tileQueries)
                    raise(weights + thread * (tileKeys + 1), largest[thread], shrink[thread]);
            });
            block.phase([&](int thread) {
                weigh(largest, shrink, weights, thread, scores[thread], sums[thread]);
            });
            for (int part = 0; part < tileKeys; part += valueKeys) {
                block.phase([&](int thread) { loadValues(place, part, tileOfKeys, thread); });
                block.phase([&](int thread) {
                    multiplyValues(part, weights, tileOfKeys, thread, sums[thread]);
                });
            }
        }
        block.phase([&](int thread) { finish(place, thread, sums[thread]); });
    }

private:
    OPSCOPE_KERNEL Place placeOf(std::int64_t tile) const
    {
        const auto tiles = (data.queries + tileQueries - 1) / tileQueries;
        const auto batch = tile / tiles / data.heads;
        return { batch, tile / tiles % data.heads, tile % tiles * tileQueries,
            data.rules.offset(batch, data.queries), 0, 0 };
    }
    OPSCOPE_KERNEL std::int64_t lastQuery(const Place& place) const
    {
        const auto last = place.firstQuery + tileQueries;
        return last < data.queries ? last : data.queries;
    }

    OPSCOPE_KERNEL void begin(
        const Place& place, float* q, float* largest, int thread, Sums& sums) const
    {
        for (int i = thread; i < tileQueries * headSpan; i += tileThreads) {
            const auto query = place.firstQuery + i / headSpan;
            const int e = i % headSpan;
            q[i / headSpan * (headSpan + 1) + e] = query < data.queries && e < data.headSize
                ? data.scale
                    * static_cast<float>(widen(data.q.at(place.batch, place.head, query)[e]))
                : 0.0f;
        }
        const float sink = data.sink(place.head);
        if (thread < tileQueries)
            largest[thread] = sink;
        for (auto& value : sums.values)
            value = 0;
        for (auto& total : sums.total)
            total = data.hasSink ? 1.0f : 0.0f;
    }

    OPSCOPE_KERNEL void loadKeys(const Place& place, int depth, float* keys, int thread) const
    {
        const auto head = data.kvHead(place.head);
        for (int i = thread; i < tileKeys * tileDepth; i += tileThreads) {
            const auto key = place.firstKey + i / tileDepth;
            const int e = depth + i % tileDepth;
            keys[i / tileDepth * (tileDepth + 1) + i % tileDepth]
                = key < place.lastKey && e < data.headSize
                ? static_cast<float>(widen(data.k.at(place.batch, head, key)[e]))
                : 0.0f;
        }
    }

    OPSCOPE_KERNEL void multiplyKeys(
        int depth, const float* q, const float* keys, int thread, Scores& scores) const
    {
        const auto left = data.headSize - depth;
        const int count = left < tileDepth ? static_cast<int>(left) : tileDepth;
        const float* const row = q + thread / columnGroups * (headSpan + 1) + depth;
        const float* const column = keys + thread % columnGroups * (tileDepth + 1);
        for (int e = 0; e < count; ++e) {
            for (int r = 0; r < tileRows; ++r) {
                for (int c = 0; c < scoreColumns; ++c)
                    scores.values[r * scoreColumns + c] += row[r * rowGroups * (headSpan + 1) + e]
                        * column[c * columnGroups * (tileDepth + 1) + e];
            }
        }
    }

    OPSCOPE_KERNEL void finishScores(
        const Place& place, float* weights, int thread, Scores& scores) const
    {
        for (int r = 0; r < tileRows; ++r) {
            const int row = thread / columnGroups + r * rowGroups;
            const auto query = place.firstQuery + row;
            for (int c = 0; c < scoreColumns; ++c) {
                const int column = thread % columnGroups + c * columnGroups;
                const auto key = place.firstKey + column;
                auto& score = scores.values[r * scoreColumns + c];
                score = query < data.queries && key < place.lastKey
                    ? data.finished(score, place.batch, place.head, query, key, place.offset)
                    : forbidden();
                weights[row * (tileKeys + 1) + column] = score;
            }
        }
    }

    /// Updates the largest score of a row. `shrink` is the factor for the sums so far.
    OPSCOPE_KERNEL void raise(const float* row, float& largest, float& shrink) const
    {
        float most = largest;
        for (int j = 0; j < tileKeys; ++j)
            most = row[j] > most ? row[j] : most;
        shrink = most == forbidden() ? 1.0f : std::exp(largest - most);
        largest = most;
    }

    OPSCOPE_KERNEL void weigh(const float* largest, const float* shrink, float* weights, int thread,
        const Scores& scores, Sums& sums) const
    {
        for (int r = 0; r < tileRows; ++r) {
            const int row = thread / columnGroups + r * rowGroups;
            for (int c = 0; c < scoreColumns; ++c) {
                const float score = scores.values[r * scoreColumns + c];
                weights[row * (tileKeys + 1) + thread % columnGroups + c * columnGroups]
                    = score == forbidden() ? 0.0f : std::exp(score - largest[row]);
            }
            for (int c = 0; c < valueColumns; ++c)
                sums.values[r * valueColumns + c] *= shrink[row];
            sums.total[r] *= shrink[row];
        }
    }

    OPSCOPE_KERNEL void loadValues(const Place& place, int part, float* values, int thread) const
    {
        const auto head = data.kvHead(place.head);
        for (int i = thread; i < valueKeys * headSpan; i += tileThreads) {
            const auto key = place.firstKey + part + i / headSpan;
            const int e = i % headSpan;
            values[i] = key < place.lastKey && e < data.valueSize
                ? static_cast<float>(widen(data.v.at(place.batch, head, key)[e]))
                : 0.0f;
        }
    }

    OPSCOPE_KERNEL void multiplyValues(
        int part, const float* weights, const float* values, int thread, Sums& sums) const
    {
        for (int j = 0; j < valueKeys; ++j) {
            float row[tileRows];
            for (int r = 0; r < tileRows; ++r) {
                row[r]
                    = weights[(thread / columnGroups + r * rowGroups) * (tileKeys + 1) + part + j];
                sums.total[r] += row[r];
            }
            for (int c = 0; c < valueColumns; ++c) {
                const float value = values[j * headSpan + thread % columnGroups + c * columnGroups];
                for (int r = 0; r < tileRows; ++r)
                    sums.values[r * valueColumns + c] += row[r] * value;
            }
        }
    }

    OPSCOPE_KERNEL void finish(const Place& place, int thread, const Sums& sums) const
    {
        for (int r = 0; r < tileRows; ++r) {
            const auto query = place.firstQuery + thread / columnGroups + r * rowGroups;
            if (query >= data.queries)
                continue;
            const float factor = sums.total[r] == 0.0f ? 0.0f : 1.0f / sums.total[r];
            T* const target = data.outputAt(place.batch, place.head, query);
            for (int c = 0; c < valueColumns; ++c) {
                const int e = thread % columnGroups + c * columnGroups;
                if (e < data.valueSize)
                    target[e] = static_cast<T>(sums.values[r * valueColumns + c] * factor);
            }
        }
    }
};

constexpr int rowThreads = 128;
constexpr int rowColumns = 2; ///< elements of the output per thread, at most

/// Computes one query with one part of its keys.
template <typename T>
struct AttendRow {
    AttentionData<T> data;
    std::int64_t parts;
    float* partial; ///< [query, part, valueSize + 2]: sums, total, largest; null: only one part

    struct Sums {
        float values[rowColumns];
    };

    OPSCOPE_KERNEL void operator()(Block<rowThreads>& block, std::int64_t number) const
    {
        const auto part = number % parts;
        const auto query = number / parts % data.queries;
        const auto head = number / parts / data.queries % data.heads;
        const auto batch = number / parts / data.queries / data.heads;
        const auto kvHead = data.kvHead(head);
        const auto offset = data.rules.offset(batch, data.queries);
        const int span = spanOfValues();
        const int groups = rowThreads >= span ? rowThreads / span : 1;
        OPSCOPE_SHARED float q[largestHead];
        OPSCOPE_SHARED float weights[rowThreads];
        OPSCOPE_SHARED float joined[rowThreads * rowColumns];
        PerThread<Sums, rowThreads> sums;
        PerThread<float, rowThreads> value;
        PerThread<float, rowThreads> score;
        std::int64_t first = 0;
        std::int64_t last = 0;
        data.range(batch, query, query + 1, first, last);
        const auto length = last > first ? (last - first + parts - 1) / parts : 0;
        first += part * length;
        last = first + length < last ? first + length : last;
        block.phase([&](int thread) {
            for (auto& sum : sums[thread].values)
                sum = 0;
            for (std::int64_t e = thread; e < data.headSize; e += rowThreads)
                q[e] = data.scale * static_cast<float>(widen(data.q.at(batch, head, query)[e]));
        });
        float largest = part == 0 ? data.sink(head) : forbidden();
        float total = part == 0 && data.hasSink ? 1.0f : 0.0f;
        for (; first < last; first += rowThreads) {
            block.phase([&](int thread) {
                const auto key = first + thread;
                score[thread] = forbidden();
                if (key < last) {
                    const T* const k = data.k.at(batch, kvHead, key);
                    float sum = 0;
                    for (std::int64_t e = 0; e < data.headSize; ++e)
                        sum += q[e] * static_cast<float>(widen(k[e]));
                    score[thread] = data.finished(sum, batch, head, query, key, offset);
                }
                value[thread] = score[thread];
            });
            const float most = block.reduce(value, [](float a, float b) { return a < b ? b : a; });
            const float raised = largest < most ? most : largest;
            const float shrink = raised == forbidden() ? 1.0f : std::exp(largest - raised);
            block.phase([&](int thread) {
                value[thread]
                    = score[thread] == forbidden() ? 0.0f : std::exp(score[thread] - raised);
                weights[thread] = value[thread];
            });
            total = total * shrink + block.reduce(value, [](float a, float b) { return a + b; });
            largest = raised;
            const auto count = last - first < rowThreads ? last - first : rowThreads;
            block.phase([&](int thread) {
                for (int c = 0; c < rowColumns; ++c) {
                    const int e = thread % span + c * rowThreads;
                    float sum = sums[thread].values[c] * shrink;
                    for (std::int64_t j = thread / span; j < count && e < data.valueSize;
                         j += groups)
                        sum += weights[j]
                            * static_cast<float>(widen(data.v.at(batch, kvHead, first + j)[e]));
                    sums[thread].values[c] = sum;
                }
            });
        }
        block.phase([&](int thread) {
            for (int c = 0; c < rowColumns; ++c)
                joined[thread + c * rowThreads] = sums[thread].values[c];
        });
        block.phase([&](int thread) {
            for (std::int64_t e = thread; e < data.valueSize; e += rowThreads) {
                float sum = 0;
                for (int group = 0; group < groups; ++group)
                    sum += joined[e + group * span];
                if (partial == nullptr)
                    data.outputAt(batch, head, query)[e]
                        = static_cast<T>(total == 0.0f ? 0.0f : sum / total);
                else
                    partial[number * (data.valueSize + 2) + e] = sum;
            }
            if (thread == 0 && partial != nullptr) {
                partial[number * (data.valueSize + 2) + data.valueSize] = total;
                partial[number * (data.valueSize + 2) + data.valueSize + 1] = largest;
            }
        });
    }

    /// Number of threads along the values, a power of two.
    OPSCOPE_KERNEL int spanOfValues() const
    {
        int span = 8;
        while (span < data.valueSize && span < rowThreads)
            span *= 2;
        return span;
    }
};

/// Combines the parts of AttendRow.
template <typename T>
struct JoinParts {
    AttentionData<T> data;
    const float* partial;
    std::int64_t parts;

    OPSCOPE_KERNEL void operator()(std::int64_t i) const
    {
        const auto e = i % data.valueSize;
        const auto row = i / data.valueSize;
        const auto width = data.valueSize + 2;
        const float* const own = partial + row * parts * width;
        float largest = forbidden();
        for (std::int64_t p = 0; p < parts; ++p) {
            const float most = own[p * width + data.valueSize + 1];
            largest = largest < most ? most : largest;
        }
        float sum = 0;
        float total = 0;
        for (std::int64_t p = 0; p < parts; ++p) {
            const float most = own[p * width + data.valueSize + 1];
            const float factor = most == forbidden() ? 0.0f : std::exp(most - largest);
            sum += own[p * width + e] * factor;
            total += own[p * width + data.valueSize] * factor;
        }
        const auto query = row % data.queries;
        const auto head = row / data.queries % data.heads;
        data.outputAt(row / data.queries / data.heads, head, query)[e]
            = static_cast<T>(total == 0.0f ? 0.0f : sum / total);
    }
};

/// Computes one row of the scores output. Not optimised: it is rarely used.
template <typename T>
struct ScoreRow {
    AttentionData<T> data;
    ScoreStage stage;
    T* scores;

    OPSCOPE_KERNEL float scoreOf(
        std::int64_t b, std::int64_t h, std::int64_t i, std::int64_t j, std::int64_t offset) const
    {
        const T* const q = data.q.at(b, h, i);
        const T* const k = data.k.at(b, data.kvHead(h), j);
        float sum = 0;
        for (std::int64_t e = 0; e < data.headSize; ++e)
            sum += static_cast<float>(widen(q[e])) * static_cast<float>(widen(k[e]));
        sum *= data.scale;
        if (stage == ScoreStage::Raw)
            return sum;
        if (stage == ScoreStage::Capped)
            return data.capped(sum);
        if (j >= data.rules.keysIn(b, data.keys))
            return forbidden();
        return data.finished(sum, b, h, i, j, offset);
    }

    OPSCOPE_KERNEL void operator()(Block<rowThreads>& block, std::int64_t row) const
    {
        const auto i = row % data.queries;
        const auto h = row / data.queries % data.heads;
        const auto b = row / data.queries / data.heads;
        const auto offset = data.rules.offset(b, data.queries);
        PerThread<float, rowThreads> value;
        float largest = 0;
        float total = 1;
        if (stage == ScoreStage::Probability) {
            block.phase([&](int thread) {
                value[thread] = data.sink(h);
                for (std::int64_t j = thread; j < data.keys; j += rowThreads) {
                    const float score = scoreOf(b, h, i, j, offset);
                    value[thread] = value[thread] < score ? score : value[thread];
                }
            });
            largest = block.reduce(value, [](float a, float c) { return a < c ? c : a; });
            block.phase([&](int thread) {
                value[thread]
                    = thread == 0 && data.hasSink ? std::exp(data.sink(h) - largest) : 0.0f;
                for (std::int64_t j = thread; j < data.keys; j += rowThreads) {
                    const float score = scoreOf(b, h, i, j, offset);
                    value[thread] += score == forbidden() ? 0.0f : std::exp(score - largest);
                }
            });
            total = block.reduce(value, [](float a, float c) { return a + c; });
        }
        block.phase([&](int thread) {
            for (std::int64_t j = thread; j < data.keys; j += rowThreads) {
                float score = scoreOf(b, h, i, j, offset);
                if (stage == ScoreStage::Probability)
                    score = score == forbidden() || total == 0.0f
                        ? 0.0f
                        : std::exp(score - largest) / total;
                scores[row * data.keys + j] = static_cast<T>(score);
            }
        });
    }
};

template <int headSpan, typename T>
Result<void> attendTiles(ModuleBackend& device, const AttentionData<T>& data)
{
    using Tile = AttendTile<T, headSpan>;
    const auto tiles = (data.queries + Tile::tileQueries - 1) / Tile::tileQueries;
    return forEachBlock<tileThreads>(device, tiles * data.batch * data.heads, Tile { data });
}

/// Up to this many queries, each is a block of its own.
constexpr std::int64_t fewQueries = 4;
/// Blocks that keep a device busy, and the fewest keys per part.
constexpr std::int64_t enoughBlocks = 512;
constexpr std::int64_t fewestKeys = 256;

template <typename T>
Result<void> attendRows(ModuleBackend& device, RunContext& context, const AttentionData<T>& data)
{
    const auto rows = data.batch * data.heads * data.queries;
    const auto wanted = (enoughBlocks + rows - 1) / rows;
    const auto parts = std::clamp<std::int64_t>(data.keys / fewestKeys, 1, wanted);
    float* partial = nullptr;
    if (parts > 1) {
        const auto floats = rows * parts * (data.valueSize + 2);
        const auto memory = TRY(context.scratch(static_cast<std::size_t>(floats) * sizeof(float)));
        partial = reinterpret_cast<float*>(memory.data());
    }
    TRY(forEachBlock<rowThreads>(device, rows * parts, AttendRow<T> { data, parts, partial }));
    if (parts == 1)
        return {};
    return forEach(device, rows * data.valueSize, JoinParts<T> { data, partial, parts });
}

} // namespace

template <typename T>
Result<void> attend(ModuleBackend& device, RunContext& context, const AttentionData<T>& data)
{
    if (data.batch * data.heads * data.queries * data.valueSize == 0)
        return {};
    if (data.queries <= fewQueries)
        return attendRows(device, context, data);
    const auto span = std::max(data.headSize, data.valueSize);
    if (span <= 64)
        return attendTiles<64>(device, data);
    if (span <= 128)
        return attendTiles<128>(device, data);
    return attendTiles<256>(device, data);
}

template <typename T>
Result<void> writeScores(
    ModuleBackend& device, const AttentionData<T>& data, ScoreStage stage, T* scores)
{
    if (data.keys == 0)
        return {};
    return forEachBlock<rowThreads>(
        device, data.batch * data.heads * data.queries, ScoreRow<T> { data, stage, scores });
}

template Result<void> attend(ModuleBackend&, RunContext&, const AttentionData<float>&);
template Result<void> attend(ModuleBackend&, RunContext&, const AttentionData<Float16>&);
template Result<void> attend(ModuleBackend&, RunContext&, const AttentionData<Bfloat16>&);
template Result<void> writeScores(ModuleBackend&, const AttentionData<float>&, ScoreStage, float*);
template Result<void> writeScores(
    ModuleBackend&, const AttentionData<Float16>&, ScoreStage, Float16*);
template Result<void> writeScores(
    ModuleBackend&, const AttentionData<Bfloat16>&, ScoreStage, Bfloat16*);

} // namespace engine::cuda
