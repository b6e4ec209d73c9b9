#include "engine/cpu/vector_table.h"

#include "engine/cpu/isa/vector.h"

#if defined(__F16C__)
#include <immintrin.h>
#endif

namespace engine::OPSCOPE_ISA {

namespace {

// Formulas

/// Maximum. Returns a if a is NaN: b is selected only if a < b.
inline Vector largerOf(Vector a, Vector b) { return xsimd::select(a < b, b, a); }

/// exp. xsimd's exp is infinity from 88.376 on, but floats reach up to 88.722.
inline Vector exponential(Vector x)
{
    const Mask isLarge = x > all(88.0f);
    if (!xsimd::any(isLarge))
        return xsimd::exp(x);
    constexpr float expOf64 = 6.235149080811617e27f;
    return xsimd::select(isLarge, xsimd::exp(x - all(64.0f)) * all(expOf64), xsimd::exp(x));
}

/// exp(x) - 1 for x <= 0, without loss of digits near 0. With x = k ln 2 + r it is 2^k (exp(r) - 1)
/// + (2^k - 1). Seven terms of the Taylor series of exp(r) - 1 are exact to a float for |r| <= ln 2
/// / 2.
inline Vector expMinusOne(Vector x)
{
    const Vector inside = xsimd::select(x < all(-20.0f), all(-20.0f), x); // the result is -1 below
    const Vector k = xsimd::nearbyint(inside * all(1.44269504f));
    Vector r = xsimd::fnma(k, all(0.693359375f), inside);
    r = xsimd::fnma(k, all(-2.12194440e-4f), r);
    constexpr float terms[] { 1.0f / 720, 1.0f / 120, 1.0f / 24, 1.0f / 6, 0.5f };
    Vector p = all(1.0f / 5040);
    for (const float term : terms)
        p = xsimd::fma(p, r, all(term));
    p = xsimd::fma(p, r * r, r);
    const Vector power = xsimd::ldexp(all(1.0f), xsimd::to_int(k));
    return xsimd::fma(power, p, power - all(1.0f));
}

inline Vector sigmoid(Vector x)
{
    // exp gets a negative number only, so that nothing overflows
    const Vector e = xsimd::exp(-xsimd::abs(x));
    const Vector positive = all(1.0f) / (all(1.0f) + e);
    return xsimd::select(x < all(0.0f), e * positive, positive);
}

inline Vector geluErf(Vector x)
{
    return all(0.5f) * x * (all(1.0f) + xsimd::erf(x * all(0.70710678118654752f)));
}

inline Vector geluTanh(Vector x)
{
    return all(0.5f) * x
        * (all(1.0f) + xsimd::tanh(all(0.79788456080286536f) * (x + all(0.044715f) * x * x * x)));
}

inline Vector clamp(Vector x, Vector low, Vector high)
{
    x = xsimd::select(x < low, low, x);
    return xsimd::select(x > high, high, x);
}

void affine(const float* x, float* y, std::int64_t n, float alpha, float beta)
{
    map(x, y, n, [=](Vector v) { return all(alpha) * v + all(beta); });
}

/// The row function of a formula of the element, or of the element, alpha and beta.
template <auto formula>
void row(const float* x, float* y, std::int64_t n, float alpha, float beta)
{
    if constexpr (requires(Vector v) { formula(v); })
        map(x, y, n, [](Vector v) { return formula(v); });
    else
        map(x, y, n, [a = all(alpha), b = all(beta)](Vector v) { return formula(v, a, b); });
}

struct UnaryRow {
    UnaryOp op;
    VectorTable::Unary function;
};
constexpr UnaryRow unaryRows[] {
    { UnaryOp::Absolute, row<[](Vector v) { return xsimd::abs(v); }> },
    // Flips the sign bit: 0 - v would give 0 for 0, not -0.
    { UnaryOp::Negate, row<[](Vector v) { return v ^ all(-0.0f); }> },
    { UnaryOp::Reciprocal, row<[](Vector v) { return all(1.0f) / v; }> },
    { UnaryOp::Sqrt, row<[](Vector v) { return xsimd::sqrt(v); }> },
    { UnaryOp::Exp, row<exponential> },
    { UnaryOp::Log, row<[](Vector v) { return xsimd::log(v); }> },
    { UnaryOp::Tanh, row<[](Vector v) { return xsimd::tanh(v); }> },
    { UnaryOp::GaussError, row<[](Vector v) { return xsimd::erf(v); }> },
    { UnaryOp::Relu, row<[](Vector v) { return xsimd::select(v < all(0.0f), all(0.0f), v); }> },
    { UnaryOp::LeakyRelu,
        row<[](Vector v, Vector a, Vector) { return xsimd::select(v < all(0.0f), v * a, v); }> },
    { UnaryOp::Elu, row<[](Vector v, Vector a, Vector) {
         return xsimd::select(v < all(0.0f), a * expMinusOne(v), v);
     }> },
    { UnaryOp::Sigmoid, row<sigmoid> },
    { UnaryOp::HardSigmoid,
        row<[](Vector v, Vector a, Vector b) { return clamp(a * v + b, all(0.0f), all(1.0f)); }> },
    { UnaryOp::HardSwish, row<[](Vector v) {
         return v * clamp(v * all(1.0f / 6.0f) + all(0.5f), all(0.0f), all(1.0f));
     }> },
    { UnaryOp::Swish, row<[](Vector v, Vector a, Vector) { return v * sigmoid(a * v); }> },
    { UnaryOp::GeluByErf, row<geluErf> },
    { UnaryOp::GeluByTanh, row<geluTanh> },
    { UnaryOp::Clip, row<clamp> },
    { UnaryOp::Affine, affine },
    { UnaryOp::Square, row<[](Vector v) { return v * v; }> },
    { UnaryOp::PowerOfHalf, row<[](Vector v) {
         const Vector infinity = all(__builtin_huge_valf());
         return xsimd::select(v == -infinity, infinity, xsimd::sqrt(v + all(0.0f)));
     }> },
};

struct Add {
    static Vector apply(Vector a, Vector b) { return a + b; }
};
struct Sub {
    static Vector apply(Vector a, Vector b) { return a - b; }
};
struct Mul {
    static Vector apply(Vector a, Vector b) { return a * b; }
};
struct Div {
    static Vector apply(Vector a, Vector b) { return a / b; }
};
struct Max {
    static Vector apply(Vector a, Vector b)
    {
        return xsimd::select(xsimd::isnan(b), b, largerOf(a, b));
    }
};
struct Min {
    static Vector apply(Vector a, Vector b)
    {
        return xsimd::select(xsimd::isnan(b), b, xsimd::select(b < a, b, a));
    }
};
struct PRelu {
    static Vector apply(Vector a, Vector b) { return xsimd::select(a < all(0.0f), a * b, a); }
};

template <typename Op>
void rows(const float* a, const float* b, float* y, std::int64_t n)
{
    combine(a, b, y, n, [](Vector u, Vector v) { return Op::apply(u, v); });
}
template <typename Op>
void scalarRight(const float* a, const float* b, float* y, std::int64_t n)
{
    const Vector right = all(*b);
    map(a, y, n, [=](Vector u) { return Op::apply(u, right); });
}
template <typename Op>
void scalarLeft(const float* a, const float* b, float* y, std::int64_t n)
{
    const Vector left = all(*a);
    map(b, y, n, [=](Vector v) { return Op::apply(left, v); });
}

// Reductions of a row to one number

struct JoinSum {
    static constexpr float start = 0.0f;
    static Vector join(Vector sum, Vector x) { return sum + x; }
    static float join(float sum, float x) { return sum + x; }
    static float finish(Vector sum) { return sumLanes(sum); }
};
struct JoinSquares : JoinSum {
    static Vector join(Vector sum, Vector x) { return xsimd::fma(x, x, sum); }
    static float join(float sum, float x) { return sum + x * x; }
};
struct JoinMagnitudes : JoinSum {
    static Vector join(Vector sum, Vector x) { return sum + xsimd::abs(x); }
    static float join(float sum, float x) { return sum + (x < 0 ? -x : x); }
};
/// Joins the lanes one by one.
template <typename Op>
float finishLanes(Vector best)
{
    float lanes[width];
    store(best, lanes);
    float result = lanes[0];
    for (std::int64_t i = 1; i < width; ++i)
        result = Op::join(result, lanes[i]);
    return result;
}
struct JoinMax {
    static constexpr float start = -__builtin_huge_valf();
    static Vector join(Vector best, Vector x) { return Max::apply(best, x); }
    static float join(float best, float x) { return x > best || x != x ? x : best; }
    static float finish(Vector best) { return finishLanes<JoinMax>(best); }
};
struct JoinMin {
    static constexpr float start = __builtin_huge_valf();
    static Vector join(Vector best, Vector x) { return Min::apply(best, x); }
    static float join(float best, float x) { return x < best || x != x ? x : best; }
    static float finish(Vector best) { return finishLanes<JoinMin>(best); }
};

/// Reduces with four partial vectors, which hide the latency of the additions and keep the error of
/// long sums small.
template <typename Op>
float reduceRow(const float* x, std::int64_t n)
{
    Vector parts[4] { all(Op::start), all(Op::start), all(Op::start), all(Op::start) };
    std::int64_t i = 0;
    for (; i + 4 * width <= n; i += 4 * width) {
        for (int k = 0; k < 4; ++k)
            parts[k] = Op::join(parts[k], load(x + i + k * width));
    }
    for (; i + width <= n; i += width)
        parts[0] = Op::join(parts[0], load(x + i));
    float result = Op::start;
    if (n >= width) {
        if constexpr (Op::start == 0.0f)
            result = Op::finish((parts[0] + parts[1]) + (parts[2] + parts[3]));
        else
            result
                = Op::finish(Op::join(Op::join(parts[0], parts[1]), Op::join(parts[2], parts[3])));
    }
    for (; i < n; ++i)
        result = Op::join(result, x[i]);
    return result;
}

template <typename Op>
void accumulateRow(const float* x, float* y, std::int64_t n)
{
    combine(y, x, y, n, [](Vector sum, Vector v) { return Op::join(sum, v); });
}

/// Returns the largest number of a row and may ignore NaN. The softmax of a row with NaN is NaN in
/// any case, because the sum of its exponentials is NaN.
float largestNumber(const float* x, std::int64_t n)
{
    Vector parts[4] { all(JoinMax::start), all(JoinMax::start), all(JoinMax::start),
        all(JoinMax::start) };
    std::int64_t i = 0;
    for (; i + 4 * width <= n; i += 4 * width) {
        for (int k = 0; k < 4; ++k)
            parts[k] = xsimd::max(load(x + i + k * width), parts[k]);
    }
    for (; i + width <= n; i += width)
        parts[0] = xsimd::max(load(x + i), parts[0]);
    float result
        = largestLane(xsimd::max(xsimd::max(parts[0], parts[1]), xsimd::max(parts[2], parts[3])));
    for (; i < n; ++i)
        result = x[i] > result ? x[i] : result;
    return result;
}

void softmaxOfFew(const float* x, float* y, std::int64_t n)
{
    float shift = x[0]; // a NaN anywhere makes the sum NaN
    for (std::int64_t i = 1; i < n; ++i)
        shift = x[i] > shift ? x[i] : shift;
    float sum = 0;
    for (std::int64_t i = 0; i < n; ++i) {
        y[i] = __builtin_expf(x[i] - shift);
        sum += y[i];
    }
    const float factor = 1.0f / sum;
    for (std::int64_t i = 0; i < n; ++i)
        y[i] *= factor;
}

void softmaxRow(const float* x, float* y, std::int64_t n)
{
    constexpr std::int64_t few = 4; // faster one by one than by filling the lanes of a vector
    if (n <= few)
        return softmaxOfFew(x, y, n);
    const Vector shift = all(largestNumber(x, n));
    const auto power = [=](Vector v) { return xsimd::exp(v - shift); };
    Vector sums = all(0.0f);
    std::int64_t i = 0;
    for (; i + width <= n; i += width) {
        const Vector e = power(load(x + i));
        store(e, y + i);
        sums += e;
    }
    if (i < n)
        forTail(x + i, y + i, n - i, power);
    float sum = sumLanes(sums);
    for (; i < n; ++i)
        sum += y[i];
    const Vector factor = all(1.0f / sum);
    map(y, y, n, [=](Vector v) { return v * factor; });
}

void logSoftmaxRow(const float* x, float* y, std::int64_t n)
{
    const float shift = largestNumber(x, n);
    Vector sums = all(0.0f);
    std::int64_t i = 0;
    for (; i + width <= n; i += width)
        sums += xsimd::exp(load(x + i) - all(shift));
    float sum = sumLanes(sums);
    for (; i < n; ++i)
        sum += __builtin_expf(x[i] - shift);
    affine(x, y, n, 1.0f, -shift - __builtin_logf(sum));
}

/// Access to columns side by side: complete vectors, or the first `count` lanes of one.
struct WholeVector {
    Vector load(const float* p) const { return engine::OPSCOPE_ISA::load(p); }
    void store(Vector v, float* p) const { engine::OPSCOPE_ISA::store(v, p); }
};
struct PartOfVector {
    std::int64_t count;
    Vector load(const float* p) const
    {
        float lanes[width] = {};
        for (std::int64_t i = 0; i < count; ++i)
            lanes[i] = p[i];
        return engine::OPSCOPE_ISA::load(lanes);
    }
    void store(Vector v, float* p) const
    {
        float lanes[width];
        engine::OPSCOPE_ISA::store(v, lanes);
        for (std::int64_t i = 0; i < count; ++i)
            p[i] = lanes[i];
    }
};

/// Softmax of `side` vectors of columns. Their maxima and sums stay in registers during the loops
/// over the axis.
template <bool isLog, int side, typename Access>
void normaliseColumns(
    const float* x, float* y, std::int64_t n, std::int64_t stride, const Access& access)
{
    Vector largest[side];
    Vector sums[side];
    for (int k = 0; k < side; ++k) {
        largest[k] = all(JoinMax::start);
        sums[k] = all(0.0f);
    }
    for (std::int64_t i = 0; i < n; ++i) {
        for (int k = 0; k < side; ++k)
            largest[k] = xsimd::max(access.load(x + i * stride + k * width), largest[k]);
    }
    for (std::int64_t i = 0; i < n; ++i) {
        for (int k = 0; k < side; ++k) {
            const auto at = i * stride + k * width;
            const Vector power = xsimd::exp(access.load(x + at) - largest[k]);
            sums[k] += power;
            if (!isLog)
                access.store(power, y + at);
        }
    }
    for (int k = 0; k < side; ++k)
        sums[k] = isLog ? xsimd::log(sums[k]) : all(1.0f) / sums[k];
    for (std::int64_t i = 0; i < n; ++i) {
        for (int k = 0; k < side; ++k) {
            const auto at = i * stride + k * width;
            access.store(
                isLog ? access.load(x + at) - largest[k] - sums[k] : access.load(y + at) * sums[k],
                y + at);
        }
    }
}

template <bool isLog>
void columns(const float* x, float* y, std::int64_t n, std::int64_t stride, std::int64_t count)
{
    std::int64_t i = 0;
    for (; i + 4 * width <= count; i += 4 * width)
        normaliseColumns<isLog, 4>(x + i, y + i, n, stride, WholeVector {});
    for (; i + width <= count; i += width)
        normaliseColumns<isLog, 1>(x + i, y + i, n, stride, WholeVector {});
    if (i < count)
        normaliseColumns<isLog, 1>(x + i, y + i, n, stride, PartOfVector { count - i });
}

void scaleShift(const float* x, const float* scale, const float* bias, float* y, std::int64_t n,
    float factor, float shift)
{
    std::int64_t i = 0;
    for (; i + width <= n; i += width) {
        Vector v = xsimd::fma(load(x + i), all(factor), all(shift));
        if (scale != nullptr)
            v = v * load(scale + i);
        if (bias != nullptr)
            v = v + load(bias + i);
        store(v, y + i);
    }
    for (; i < n; ++i) {
        float v = x[i] * factor + shift;
        v = scale != nullptr ? v * scale[i] : v;
        y[i] = bias != nullptr ? v + bias[i] : v;
    }
}

void layerNorm(const float* x, const float* scale, const float* bias, float* y, std::int64_t n,
    float epsilon, float* statistics)
{
    const float mean = reduceRow<JoinSum>(x, n) / static_cast<float>(n);
    // The variance is computed from distances to the mean in a second pass: the difference of large
    // squares would lose digits.
    Vector squares = all(0.0f);
    std::int64_t i = 0;
    for (; i + width <= n; i += width) {
        const Vector distance = load(x + i) - all(mean);
        squares = xsimd::fma(distance, distance, squares);
    }
    float sum = sumLanes(squares);
    for (; i < n; ++i)
        sum += (x[i] - mean) * (x[i] - mean);
    const float inverse = 1.0f / __builtin_sqrtf(sum / static_cast<float>(n) + epsilon);
    statistics[0] = mean;
    statistics[1] = inverse;
    // Subtracts the mean before it multiplies: x * inverse - mean * inverse would round differently
    // if the mean is large.
    i = 0;
    for (; i + width <= n; i += width) {
        Vector v = (load(x + i) - all(mean)) * all(inverse);
        if (scale != nullptr)
            v = v * load(scale + i);
        if (bias != nullptr)
            v = v + load(bias + i);
        store(v, y + i);
    }
    for (; i < n; ++i) {
        float v = (x[i] - mean) * inverse;
        v = scale != nullptr ? v * scale[i] : v;
        y[i] = bias != nullptr ? v + bias[i] : v;
    }
}

void rmsNorm(
    const float* x, const float* scale, float* y, std::int64_t n, float epsilon, float* inverse)
{
    *inverse
        = 1.0f / __builtin_sqrtf(reduceRow<JoinSquares>(x, n) / static_cast<float>(n) + epsilon);
    scaleShift(x, scale, nullptr, y, n, *inverse, 0.0f);
}

void addScaled(const float* x, float factor, float* y, std::int64_t n)
{
    combine(y, x, y, n, [=](Vector sum, Vector v) { return xsimd::fma(all(factor), v, sum); });
}

float dot(const float* a, const float* b, std::int64_t n)
{
    Vector parts[4] { all(0.0f), all(0.0f), all(0.0f), all(0.0f) };
    std::int64_t i = 0;
    for (; i + 4 * width <= n; i += 4 * width) {
        for (int k = 0; k < 4; ++k)
            parts[k] = xsimd::fma(load(a + i + k * width), load(b + i + k * width), parts[k]);
    }
    for (; i + width <= n; i += width)
        parts[0] = xsimd::fma(load(a + i), load(b + i), parts[0]);
    float sum = sumLanes((parts[0] + parts[1]) + (parts[2] + parts[3]));
    for (; i < n; ++i)
        sum += a[i] * b[i];
    return sum;
}

/// Four rows at once, so that x is loaded once for them.
void matVec(const float* weights, const float* x, float* y, std::int64_t rowCount, std::int64_t n)
{
    std::int64_t r = 0;
    for (; r + 4 <= rowCount; r += 4) {
        const float* w = weights + r * n;
        Vector sums[4] { all(0.0f), all(0.0f), all(0.0f), all(0.0f) };
        std::int64_t i = 0;
        for (; i + width <= n; i += width) {
            const Vector v = load(x + i);
#pragma GCC unroll 4
            for (int k = 0; k < 4; ++k)
                sums[k] = xsimd::fma(load(w + k * n + i), v, sums[k]);
        }
#pragma GCC unroll 4
        for (int k = 0; k < 4; ++k) {
            float sum = sumLanes(sums[k]);
            for (std::int64_t j = i; j < n; ++j)
                sum += w[k * n + j] * x[j];
            y[r + k] += sum;
        }
    }
    for (; r < rowCount; ++r)
        y[r] += dot(weights + r * n, x, n);
}

#if defined(__F16C__)
void halfToFloat(const std::uint16_t* x, float* y, std::int64_t n)
{
    std::int64_t i = 0;
    for (; i + 8 <= n; i += 8)
        _mm256_storeu_ps(
            y + i, _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(x + i))));
    for (; i < n; ++i)
        y[i] = _cvtsh_ss(x[i]);
}
void floatToHalf(const float* x, std::uint16_t* y, std::int64_t n)
{
    std::int64_t i = 0;
    for (; i + 8 <= n; i += 8)
        _mm_storeu_si128(reinterpret_cast<__m128i*>(y + i),
            _mm256_cvtps_ph(_mm256_loadu_ps(x + i), _MM_FROUND_TO_NEAREST_INT));
    for (; i < n; ++i)
        y[i] = _cvtss_sh(x[i], _MM_FROUND_TO_NEAREST_INT);
}
#else
constexpr void (*halfToFloat)(const std::uint16_t*, float*, std::int64_t) = nullptr;
constexpr void (*floatToHalf)(const float*, std::uint16_t*, std::int64_t) = nullptr;
#endif

#define OPSCOPE_TEXT2(x) #x
#define OPSCOPE_TEXT(x) OPSCOPE_TEXT2(x)

consteval VectorTable makeTable()
{
    VectorTable table {
        OPSCOPE_TEXT(OPSCOPE_ISA),
        {},
        { { rows<Add>, scalarRight<Add>, scalarLeft<Add> },
            { rows<Sub>, scalarRight<Sub>, scalarLeft<Sub> },
            { rows<Mul>, scalarRight<Mul>, scalarLeft<Mul> },
            { rows<Div>, scalarRight<Div>, scalarLeft<Div> },
            { rows<Max>, scalarRight<Max>, scalarLeft<Max> },
            { rows<Min>, scalarRight<Min>, scalarLeft<Min> },
            { rows<PRelu>, scalarRight<PRelu>, scalarLeft<PRelu> } },
        { reduceRow<JoinSum>, reduceRow<JoinSquares>, reduceRow<JoinMagnitudes>, reduceRow<JoinMax>,
            reduceRow<JoinMin> },
        { accumulateRow<JoinSum>, accumulateRow<JoinSquares>, accumulateRow<JoinMagnitudes>,
            accumulateRow<JoinMax>, accumulateRow<JoinMin> },
        softmaxRow,
        logSoftmaxRow,
        columns<false>,
        columns<true>,
        layerNorm,
        rmsNorm,
        dot,
        matVec,
        addScaled,
        halfToFloat,
        floatToHalf,
    };
    for (const auto& row : unaryRows)
        table.unary[static_cast<int>(row.op)] = row.function;
    return table;
}

} // namespace

extern const VectorTable vectorTable;
constinit const VectorTable vectorTable = makeTable();

} // namespace engine::OPSCOPE_ISA
