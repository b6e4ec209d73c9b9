#include "engine/cpu/attention.h"

#include "engine/cpu/isa/vector.h"

namespace engine::OPSCOPE_ISA {

namespace {

constexpr float infinity = __builtin_huge_valf();

/// Keys of the largest block. Rows of scores have room for a vector more, so that rows of a tile do
/// not all fall into the same lines of the cache.
constexpr std::int64_t mostKeys = 256;
constexpr std::int64_t scoreStride = mostKeys + 16;
/// Keys of a block. The block, packed, stays in the L2 cache.
inline std::int64_t blockOf(std::int64_t headSize, std::int64_t valueSize)
{
    return headSize + valueSize <= 256 ? mostKeys : mostKeys / 2;
}
/// Tiles are two vectors wide, as those of products (product_table.cpp).
/// Room for the rows of a tile, in whole vectors.
constexpr int mostRows = 16;
constexpr int tileRows = width >= 16 ? 12 : (width >= 8 ? 6 : 4);
constexpr std::int64_t tileColumns = 2 * width;
/// Fewer rows are computed one by one.
constexpr std::int64_t tiledRows = 6;
/// Up to this number of rows read keys and values as they lie: packing them takes longer.
constexpr std::int64_t inPlaceRows = 8;

inline std::int64_t least(std::int64_t a, std::int64_t b) { return a < b ? a : b; }
inline std::int64_t most(std::int64_t a, std::int64_t b) { return a < b ? b : a; }
inline std::int64_t roundedUp(std::int64_t n, std::int64_t to) { return (n + to - 1) / to * to; }

/// 2 ^ (x * log2(e)) for x <= 0, by a polynomial of 2 ^ f with |f| <= 0.5, whose relative error is
/// below 2e-8. -Inf becomes 0, NaN stays NaN.
inline Vector exponential(Vector x)
{
    const Vector scaled = x * all(1.44269504088896341F);
    const Vector power = xsimd::max(all(-150.0F), scaled); // returns the second one if it is NaN
    const Vector whole = xsimd::nearbyint(power);
    const Vector f = power - whole;
    Vector sum = all(1.535336188319500e-4F);
    sum = xsimd::fma(sum, f, all(1.339887440266574e-3F));
    sum = xsimd::fma(sum, f, all(9.618437357674640e-3F));
    sum = xsimd::fma(sum, f, all(5.550332471162809e-2F));
    sum = xsimd::fma(sum, f, all(2.402264791363012e-1F));
    sum = xsimd::fma(sum, f, all(6.931472028550421e-1F));
    sum = xsimd::fma(sum, f, all(1.0F));
#if defined(__AVX512F__)
    return _mm512_scalef_ps(sum, whole);
#else
    using Integers = xsimd::batch<std::int32_t, Arch>;
    const Integers bits = (xsimd::to_int(whole) + Integers(127)) << 23;
    const Vector result = sum * sameBits<float>(bits);
    return xsimd::select(scaled < all(-126.0F), all(0.0F), result);
#endif
}

// Packing

/// Writes factor times the transpose of 4 rows of 4 numbers.
inline void transpose4(
    const float* const* from, std::int64_t e, float factor, float* to, std::int64_t stride)
{
#if defined(__SSE2__)
    const __m128 factors = _mm_set1_ps(factor);
    __m128 a = _mm_mul_ps(_mm_loadu_ps(from[0] + e), factors);
    __m128 b = _mm_mul_ps(_mm_loadu_ps(from[1] + e), factors);
    __m128 c = _mm_mul_ps(_mm_loadu_ps(from[2] + e), factors);
    __m128 d = _mm_mul_ps(_mm_loadu_ps(from[3] + e), factors);
    _MM_TRANSPOSE4_PS(a, b, c, d);
    _mm_storeu_ps(to, a);
    _mm_storeu_ps(to + stride, b);
    _mm_storeu_ps(to + 2 * stride, c);
    _mm_storeu_ps(to + 3 * stride, d);
#else
    for (int i = 0; i < 4; ++i) {
        for (int j = 0; j < 4; ++j)
            to[j * stride + i] = factor * from[i][e + j];
    }
#endif
}

/// Writes factor times `count` rows of `size` numbers as columns [size][stride].
template <typename RowAt>
inline void packColumns(RowAt rowAt, std::int64_t count, std::int64_t size, float factor, float* to,
    std::int64_t stride)
{
    std::int64_t column = 0;
    for (; column + 4 <= count; column += 4) {
        const float* const from[4] { rowAt(column), rowAt(column + 1), rowAt(column + 2),
            rowAt(column + 3) };
        std::int64_t e = 0;
        for (; e + 4 <= size; e += 4)
            transpose4(from, e, factor, to + e * stride + column, stride);
        for (; e < size; ++e) {
            for (std::int64_t i = 0; i < 4; ++i)
                to[e * stride + column + i] = factor * from[i][e];
        }
    }
    for (; column < count; ++column) {
        const float* from = rowAt(column);
        for (std::int64_t e = 0; e < size; ++e)
            to[e * stride + column] = factor * from[e];
    }
}

/// Writes keys as panels [panel][element][tileColumns]. Columns past the last key are 0.
void packKeys(const float* k, std::int64_t stride, std::int64_t count, std::int64_t size, float* to)
{
    for (std::int64_t first = 0; first < count; first += tileColumns, to += size * tileColumns) {
        const auto columns = least(tileColumns, count - first);
        const auto keyAt = [=](std::int64_t i) { return k + (first + i) * stride; };
        packColumns(keyAt, columns, size, 1.0F, to, tileColumns);
        for (std::int64_t e = 0; e < size && columns < tileColumns; ++e) {
            for (auto column = columns; column < tileColumns; ++column)
                to[e * tileColumns + column] = 0.0F;
        }
    }
}

/// Writes rows of `size` numbers, padded with 0 to `padded`.
void packValues(const float* v, std::int64_t stride, std::int64_t count, std::int64_t size,
    std::int64_t padded, float* to)
{
    for (std::int64_t i = 0; i < count; ++i, v += stride, to += padded) {
        std::int64_t e = 0;
        for (; e + width <= size; e += width)
            store(load(v + e), to + e);
        for (; e < padded; ++e)
            to[e] = e < size ? v[e] : 0.0F;
    }
}

// Tiles

/// scores[r][column] = sum over e of q[e][r] * k[e][column]
template <int rows, int vectors>
void scoreTile(const float* q, const float* k, std::int64_t size, float* scores)
{
    Vector sums[rows][vectors];
#pragma GCC unroll 12
    for (int r = 0; r < rows; ++r) {
#pragma GCC unroll 2
        for (int i = 0; i < vectors; ++i)
            sums[r][i] = all(0.0F);
    }
    for (std::int64_t e = 0; e < size; ++e, q += rows, k += tileColumns) {
        Vector columns[vectors];
#pragma GCC unroll 2
        for (int i = 0; i < vectors; ++i)
            columns[i] = load(k + i * width);
#pragma GCC unroll 12
        for (int r = 0; r < rows; ++r) {
            const Vector x = all(q[r]);
#pragma GCC unroll 2
            for (int i = 0; i < vectors; ++i)
                sums[r][i] = xsimd::fma(x, columns[i], sums[r][i]);
        }
    }
#pragma GCC unroll 12
    for (int r = 0; r < rows; ++r) {
#pragma GCC unroll 2
        for (int i = 0; i < vectors; ++i)
            store(sums[r][i], scores + r * scoreStride + i * width);
    }
}

/// Rows of values or results, `stride` apart.
struct Strided {
    const float* data;
    std::int64_t stride;
};

/// y[r] = y[r] * shrink[r] + sum over keys of p[r][key] * v[key]
template <int rows, int vectors>
void valueTile(const float* p, const Strided& v, std::int64_t keys, const float* shrink, float* y,
    std::int64_t yStride)
{
    Vector sums[rows][vectors];
#pragma GCC unroll 12
    for (int r = 0; r < rows; ++r) {
#pragma GCC unroll 2
        for (int i = 0; i < vectors; ++i)
            sums[r][i] = load(y + r * yStride + i * width) * all(shrink[r]);
    }
    const float* values = v.data;
    for (std::int64_t key = 0; key < keys; ++key, values += v.stride) {
        Vector columns[vectors];
#pragma GCC unroll 2
        for (int i = 0; i < vectors; ++i)
            columns[i] = load(values + i * width);
#pragma GCC unroll 12
        for (int r = 0; r < rows; ++r) {
            const Vector x = all(p[r * scoreStride + key]);
#pragma GCC unroll 2
            for (int i = 0; i < vectors; ++i)
                sums[r][i] = xsimd::fma(x, columns[i], sums[r][i]);
        }
    }
#pragma GCC unroll 12
    for (int r = 0; r < rows; ++r) {
#pragma GCC unroll 2
        for (int i = 0; i < vectors; ++i)
            store(sums[r][i], y + r * yStride + i * width);
    }
}

using ScoreTile = void (*)(const float*, const float*, std::int64_t, float*);
using ValueTile
    = void (*)(const float*, const Strided&, std::int64_t, const float*, float*, std::int64_t);

/// The tiles of r + 1 rows, one and two vectors wide; null if larger than tileRows.
struct Tiles {
    ScoreTile score[2];
    ValueTile value[2];
};
template <int rows>
constexpr Tiles tilesOf()
{
    if constexpr (rows <= tileRows)
        return { { scoreTile<rows, 1>, scoreTile<rows, 2> },
            { valueTile<rows, 1>, valueTile<rows, 2> } };
    else
        return {};
}
constexpr Tiles tiles[12] { tilesOf<1>(), tilesOf<2>(), tilesOf<3>(), tilesOf<4>(), tilesOf<5>(),
    tilesOf<6>(), tilesOf<7>(), tilesOf<8>(), tilesOf<9>(), tilesOf<10>(), tilesOf<11>(),
    tilesOf<12>() };

// Softmax

/// Maximum and sum of the exponentials of a row so far.
struct Running {
    float largest;
    float sum;
};

Running startOf(const AttentionTask& task, const AttentionRow& row)
{
    return task.hasSinks && row.sink != -infinity ? Running { row.sink, 1.0F }
                                                  : Running { -infinity, 0.0F };
}

/// Applies softcap and bias to the scores of `count` keys from `first` on, and hides the others of
/// the last vector and those that the row may not see.
inline void finishScores(const AttentionTask& task, const AttentionRow& row, std::int64_t first,
    std::int64_t count, float* scores)
{
    const auto low = most(0, least(row.first - first, count));
    const auto high = most(low, least(row.last - first, count));
    const auto end = roundedUp(count, width);
    if (task.softcap > 0) {
        const Vector cap = all(task.softcap);
        for (std::int64_t j = 0; j < end; j += width)
            store(xsimd::tanh(load(scores + j) / cap) * cap, scores + j);
    }
    if (task.applyMask != nullptr && low < high)
        task.applyMask(task.maskSource, &row, first + low, first + high, scores + low);
    if (row.bias != nullptr) {
        const float* added = row.bias + first;
        std::int64_t j = low;
        for (; j + width <= high; j += width)
            store(load(scores + j) + load(added + j), scores + j);
        for (; j < high; ++j)
            scores[j] += added[j];
    }
    for (std::int64_t j = 0; j < low; ++j)
        scores[j] = -infinity;
    for (std::int64_t j = high; j < end; ++j)
        scores[j] = -infinity;
}

/// Replaces the scores of some rows by exponentials of their distance to the largest so far.
/// `count` is that of the columns. shrink[r] is the factor by which earlier results of row r
/// shrink. NaN among the scores makes the sum NaN.
inline void softmaxBlock(
    float* scores, std::int64_t rows, std::int64_t count, Running* running, float* shrink)
{
    float shifts[mostRows];
    for (std::int64_t r = 0; r < rows; ++r) {
        Vector best = all(running[r].largest);
        for (std::int64_t j = 0; j < count; j += width)
            best = xsimd::max(load(scores + r * scoreStride + j), best);
        const float largest = largestLane(best);
        shifts[r] = largest == -infinity ? 0.0F : largest;
        shrink[r] = running[r].largest - shifts[r];
        running[r].largest = largest;
    }
    for (std::int64_t r = 0; r < rows; r += width)
        store(exponential(load(shrink + r)), shrink + r);
    for (std::int64_t r = 0; r < rows; ++r) {
        Vector sums = all(0.0F);
        for (std::int64_t j = 0; j < count; j += width) {
            float* at = scores + r * scoreStride + j;
            const Vector power = exponential(load(at) - all(shifts[r]));
            sums += power;
            store(power, at);
        }
        running[r].sum = running[r].sum * shrink[r] + sumLanes(sums);
    }
}

/// y = result / sum
void finishRow(
    const AttentionTask& task, const AttentionRow& row, const Running& running, const float* result)
{
    if (running.sum == 0 || (task.hidesNan && running.sum != running.sum)) {
        for (std::int64_t e = 0; e < task.valueSize; ++e)
            row.y[e] = task.unseeing;
        return;
    }
    const float factor = 1 / running.sum;
    std::int64_t e = 0;
    for (; e + width <= task.valueSize; e += width)
        store(load(result + e) * all(factor), row.y + e);
    for (; e < task.valueSize; ++e)
        row.y[e] = result[e] * factor;
}

/// Range of keys that any of the rows sees.
struct KeyRange {
    std::int64_t first;
    std::int64_t last;
};
KeyRange rangeOf(const AttentionRow* rows, std::int64_t count)
{
    KeyRange range { rows[0].first, rows[0].last };
    for (std::int64_t r = 1; r < count; ++r) {
        range.first = least(range.first, rows[r].first);
        range.last = most(range.last, rows[r].last);
    }
    return range;
}

/// scores[j] = scale * q · k[j]
void dotKeys(
    const AttentionTask& task, const float* q, const float* k, std::int64_t count, float* scores)
{
    std::int64_t j = 0;
    const auto dots = [&]<int keys>() {
        Vector sums[keys];
#pragma GCC unroll 4
        for (int i = 0; i < keys; ++i)
            sums[i] = all(0.0F);
        std::int64_t e = 0;
        for (; e + width <= task.headSize; e += width) {
            const Vector x = load(q + e);
#pragma GCC unroll 4
            for (int i = 0; i < keys; ++i)
                sums[i] = xsimd::fma(x, load(k + (j + i) * task.kStride + e), sums[i]);
        }
#pragma GCC unroll 4
        for (int i = 0; i < keys; ++i) {
            float sum = sumLanes(sums[i]);
            for (auto rest = e; rest < task.headSize; ++rest)
                sum += q[rest] * k[(j + i) * task.kStride + rest];
            scores[j + i] = sum * task.scale;
        }
    };
    for (; j + 4 <= count; j += 4)
        dots.template operator()<4>();
    for (; j < count; ++j)
        dots.template operator()<1>();
}

// Many rows

/// Parts of the buffer of a task.
struct Parts {
    float* scores; ///< [tileRows][scoreStride]
    float* keys; ///< panels of a block
    float* values; ///< [block][padded]
    float* results; ///< [rows][padded]
    float* queries; ///< [tile][headSize][rows of the tile]
    Running* running; ///< [rows]
};

std::int64_t paddedSize(std::int64_t valueSize) { return roundedUp(valueSize, width); }

Parts partsOf(float* buffer, std::int64_t rows, std::int64_t headSize, std::int64_t valueSize)
{
    const auto padded = paddedSize(valueSize);
    const auto block = blockOf(headSize, valueSize);
    Parts parts {};
    parts.scores = buffer;
    parts.keys = parts.scores + tileRows * scoreStride;
    parts.values = parts.keys + block * headSize;
    parts.results = parts.values + block * padded;
    parts.queries = parts.results + roundedUp(rows * padded, 16);
    parts.running = reinterpret_cast<Running*>(parts.queries + roundedUp(rows * headSize, 16));
    return parts;
}

std::int64_t bufferFloats(std::int64_t rows, std::int64_t headSize, std::int64_t valueSize)
{
    const auto padded = paddedSize(valueSize);
    const auto block = blockOf(headSize, valueSize);
    return tileRows * scoreStride + block * headSize + block * padded + roundedUp(rows * padded, 16)
        + roundedUp(rows * headSize, 16) + 2 * rows;
}

/// Rows [first, first + rows) of a task.
struct RowTile {
    std::int64_t first;
    std::int64_t rows;
};
RowTile tileAt(std::int64_t count, std::int64_t numberOfTiles, std::int64_t tile)
{
    const auto first = count * tile / numberOfTiles;
    return { first, count * (tile + 1) / numberOfTiles - first };
}

void packQueries(const AttentionTask& task, const RowTile& tile, float* to)
{
    const auto* rows = task.rows + tile.first;
    packColumns([=](std::int64_t i) { return rows[i].q; }, tile.rows, task.headSize, task.scale,
        to + tile.first * task.headSize, tile.rows);
}

/// Scores of packed keys.
void scorePacked(
    const AttentionTask& task, const RowTile& tile, std::int64_t count, const Parts& parts)
{
    const auto& code = tiles[tile.rows - 1];
    const float* q = parts.queries + tile.first * task.headSize;
    for (std::int64_t column = 0; column < count; column += tileColumns)
        code.score[count - column > width ? 1 : 0](
            q, parts.keys + column * task.headSize, task.headSize, parts.scores + column);
}

/// Scores of keys [first, first + count) as they lie. Those of a part stay in the L1 cache until
/// each row has read them.
void scoreInPlace(const AttentionTask& task, const RowTile& tile, std::int64_t first,
    std::int64_t count, const Parts& parts)
{
    constexpr std::int64_t part = 32;
    for (std::int64_t j = 0; j < count; j += part) {
        const float* k = task.k + (first + j) * task.kStride;
        for (std::int64_t r = 0; r < tile.rows; ++r)
            dotKeys(task, task.rows[tile.first + r].q, k, least(part, count - j),
                parts.scores + r * scoreStride + j);
    }
}

/// Keys and values of a block, from key `first` on.
struct Block {
    std::int64_t first;
    bool isPacked;
    Strided values;
};

/// The first `count` keys of a block for the rows of a tile.
void attendTile(const AttentionTask& task, const RowTile& tile, const Block& block,
    std::int64_t count, const Parts& parts)
{
    if (block.isPacked)
        scorePacked(task, tile, count, parts);
    else
        scoreInPlace(task, tile, block.first, count, parts);
    for (std::int64_t r = 0; r < tile.rows; ++r)
        finishScores(
            task, task.rows[tile.first + r], block.first, count, parts.scores + r * scoreStride);
    float shrink[mostRows] = {};
    softmaxBlock(parts.scores, tile.rows, count, parts.running + tile.first, shrink);
    const auto padded = paddedSize(task.valueSize);
    float* y = parts.results + tile.first * padded;
    for (std::int64_t e = 0; e < padded; e += tileColumns)
        tiles[tile.rows - 1].value[padded - e > width ? 1 : 0](parts.scores,
            { block.values.data + e, block.values.stride }, count, shrink, y + e, padded);
}

void attendMany(const AttentionTask& task)
{
    const auto parts = partsOf(task.buffer, task.count, task.headSize, task.valueSize);
    const auto padded = paddedSize(task.valueSize);
    const auto numberOfTiles = (task.count + tileRows - 1) / tileRows;
    const bool isPacked = task.count > inPlaceRows;
    const bool areValuesPacked = isPacked || padded != task.valueSize;
    for (std::int64_t tile = 0; isPacked && tile < numberOfTiles; ++tile)
        packQueries(task, tileAt(task.count, numberOfTiles, tile), parts.queries);
    for (std::int64_t r = 0; r < task.count; ++r)
        parts.running[r] = startOf(task, task.rows[r]);
    for (std::int64_t i = 0; i < task.count * padded; i += width)
        store(all(0.0F), parts.results + i);
    const auto range = rangeOf(task.rows, task.count);
    const auto mostCount = blockOf(task.headSize, task.valueSize);
    for (auto first = range.first; first < range.last; first += mostCount) {
        const auto count = least(mostCount, range.last - first);
        const float* v = task.v + first * task.vStride;
        if (isPacked)
            packKeys(task.k + first * task.kStride, task.kStride, count, task.headSize, parts.keys);
        if (areValuesPacked)
            packValues(v, task.vStride, count, task.valueSize, padded, parts.values);
        const Block block { first, isPacked,
            areValuesPacked ? Strided { parts.values, padded } : Strided { v, task.vStride } };
        for (std::int64_t tile = 0; tile < numberOfTiles; ++tile) {
            const auto place = tileAt(task.count, numberOfTiles, tile);
            const auto seen = rangeOf(task.rows + place.first, place.rows);
            const auto visible = least(count, seen.last - first);
            if (visible > 0 && seen.first < first + count)
                attendTile(task, place, block, visible, parts);
        }
    }
    for (std::int64_t r = 0; r < task.count; ++r)
        finishRow(task, task.rows[r], parts.running[r], parts.results + r * padded);
}

// Few rows

/// y = y * shrink + sum over keys of p[key] * v[key]
template <int vectors>
void weighValues(const float* p, const Strided& v, std::int64_t count, float shrink, float* y)
{
    Vector sums[vectors];
#pragma GCC unroll 4
    for (int i = 0; i < vectors; ++i)
        sums[i] = load(y + i * width) * all(shrink);
    const float* values = v.data;
    for (std::int64_t key = 0; key < count; ++key, values += v.stride) {
        const Vector x = all(p[key]);
#pragma GCC unroll 4
        for (int i = 0; i < vectors; ++i)
            sums[i] = xsimd::fma(x, load(values + i * width), sums[i]);
    }
#pragma GCC unroll 4
    for (int i = 0; i < vectors; ++i)
        store(sums[i], y + i * width);
}

void weighAll(const AttentionTask& task, const float* p, const float* v, std::int64_t count,
    float shrink, float* y)
{
    const auto size = task.valueSize;
    std::int64_t e = 0;
    for (; e + 4 * width <= size; e += 4 * width)
        weighValues<4>(p, { v + e, task.vStride }, count, shrink, y + e);
    for (; e + width <= size; e += width)
        weighValues<1>(p, { v + e, task.vStride }, count, shrink, y + e);
    for (; e < size; ++e) {
        float sum = y[e] * shrink;
        for (std::int64_t key = 0; key < count; ++key)
            sum += p[key] * v[key * task.vStride + e];
        y[e] = sum;
    }
}

void attendFew(const AttentionTask& task)
{
    const auto parts = partsOf(task.buffer, task.count, task.headSize, task.valueSize);
    const auto padded = paddedSize(task.valueSize);
    for (std::int64_t r = 0; r < task.count; ++r)
        parts.running[r] = startOf(task, task.rows[r]);
    for (std::int64_t i = 0; i < task.count * padded; i += width)
        store(all(0.0F), parts.results + i);
    const auto range = rangeOf(task.rows, task.count);
    const auto block = blockOf(task.headSize, task.valueSize);
    for (auto first = range.first; first < range.last; first += block) {
        for (std::int64_t r = 0; r < task.count; ++r) {
            const auto& row = task.rows[r];
            const auto count = least(block, row.last - first);
            if (count <= 0 || row.first >= first + count)
                continue;
            dotKeys(task, row.q, task.k + first * task.kStride, count, parts.scores);
            finishScores(task, row, first, count, parts.scores);
            float shrink[mostRows] = {};
            softmaxBlock(parts.scores, 1, count, parts.running + r, shrink);
            weighAll(task, parts.scores, task.v + first * task.vStride, count, shrink[0],
                parts.results + r * padded);
        }
    }
    for (std::int64_t r = 0; r < task.count; ++r)
        finishRow(task, task.rows[r], parts.running[r], parts.results + r * padded);
}

void attend(const AttentionTask& task) { (task.count < tiledRows ? attendFew : attendMany)(task); }

void rotateHalves(const float* x, const float* c, const float* s, std::int64_t half, float* y)
{
    std::int64_t i = 0;
    for (; i + width <= half; i += width) {
        const Vector a = load(x + i);
        const Vector b = load(x + half + i);
        store(a * load(c + i) - b * load(s + i), y + i);
        store(b * load(c + i) + a * load(s + i), y + half + i);
    }
    for (; i < half; ++i) {
        const float a = x[i];
        y[i] = a * c[i] - x[half + i] * s[i];
        y[half + i] = x[half + i] * c[i] + a * s[i];
    }
}

} // namespace

extern const AttentionTable attentionTable;
const AttentionTable attentionTable { bufferFloats, attend, rotateHalves };

} // namespace engine::OPSCOPE_ISA
