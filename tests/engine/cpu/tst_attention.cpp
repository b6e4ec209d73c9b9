#include <QTest>

#include "engine/cpu/vector_table.h"
#include "tests/support/engine/kernel_bench.h"

#include <cmath>
#include <limits>
#include <numeric>
#include <random>

using namespace engine;

namespace {

/// Error of scores that are sums of up to 300 products, times the range of the values.
constexpr double bound = 3e-5;
constexpr double none = -std::numeric_limits<double>::infinity();

enum class MaskKind { None, Floats, Bools };

/// An Attention-25 of heads in front, or folded into the last axis.
struct AttentionCase {
    std::int64_t batch = 1, heads = 1, kvHeads = 1, queries = 1, keys = 1, past = 0;
    std::int64_t size = 1, valueSize = 1;
    bool isHeadFirst = true;
    bool isCausal = false;
    bool hasLengths = false;
    std::int64_t left = -1, right = -1;
    float scale = 0.3F;
    float softcap = 0;
    MaskKind mask = MaskKind::None;
    Dims maskDims = {};

    std::int64_t allKeys() const { return past + keys; }
    std::string text() const;
};

std::string typeText(std::string_view element, const Dims& dims)
{
    std::string text(element);
    text += '[';
    for (std::size_t i = 0; i < dims.size(); ++i)
        text += (i > 0 ? "," : "") + std::to_string(dims[i]);
    return text + ']';
}

Dims headDims(const AttentionCase& shape, std::int64_t heads, std::int64_t steps, std::int64_t size)
{
    return shape.isHeadFirst ? Dims { shape.batch, heads, steps, size }
                             : Dims { shape.batch, steps, heads * size };
}

std::string AttentionCase::text() const
{
    std::string text = "Attention-25(" + typeText("float", headDims(*this, heads, queries, size))
        + ", " + typeText("float", headDims(*this, kvHeads, keys, size)) + ", "
        + typeText("float", headDims(*this, kvHeads, keys, valueSize)) + ", ";
    text += mask == MaskKind::None ? "-"
                                   : typeText(mask == MaskKind::Bools ? "bool" : "float", maskDims);
    if (past > 0)
        text += ", " + typeText("float", { batch, kvHeads, past, size }) + ", "
            + typeText("float", { batch, kvHeads, past, valueSize });
    else
        text += hasLengths ? ", -, -" : "";
    if (hasLengths)
        text += ", " + typeText("int64", { batch });
    text += ") {is_causal: " + std::to_string(static_cast<int>(isCausal))
        + "; scale: " + std::to_string(scale) + "; left_window_size: " + std::to_string(left)
        + "; right_window_size: " + std::to_string(right)
        + "; q_num_heads: " + std::to_string(heads) + "; kv_num_heads: " + std::to_string(kvHeads);
    if (softcap > 0)
        text += "; softcap: " + std::to_string(softcap);
    return text + "}";
}

std::vector<float> numbers(std::int64_t count, std::mt19937& random)
{
    std::uniform_real_distribution<float> draw(-2.0F, 2.0F);
    std::vector<float> values(static_cast<std::size_t>(count));
    for (auto& value : values)
        value = draw(random);
    return values;
}

struct Operands {
    std::vector<float> q, k, v, pastK, pastV, mask;
    std::vector<std::int64_t> lengths;
};

Operands randomOperands(const AttentionCase& shape, std::mt19937& random)
{
    Operands operands;
    operands.q = numbers(shape.batch * shape.heads * shape.queries * shape.size, random);
    operands.k = numbers(shape.batch * shape.kvHeads * shape.keys * shape.size, random);
    operands.v = numbers(shape.batch * shape.kvHeads * shape.keys * shape.valueSize, random);
    operands.pastK = numbers(shape.batch * shape.kvHeads * shape.past * shape.size, random);
    operands.pastV = numbers(shape.batch * shape.kvHeads * shape.past * shape.valueSize, random);
    if (shape.mask != MaskKind::None)
        operands.mask = numbers(elementCount(shape.maskDims), random);
    for (auto& value : operands.mask) {
        if (shape.mask == MaskKind::Bools)
            value = value > -1 ? 1.0F : 0.0F;
        else if (value > 1.5F)
            value = -std::numeric_limits<float>::infinity();
    }
    for (std::int64_t b = 0; b < shape.batch && shape.hasLengths; ++b)
        operands.lengths.push_back(
            std::uniform_int_distribution<std::int64_t>(0, shape.allKeys())(random));
    return operands;
}

std::vector<Tensor> tensorsOf(const AttentionCase& shape, const Operands& operands)
{
    std::vector<Tensor> tensors { tensorOf(operands.q,
                                      headDims(shape, shape.heads, shape.queries, shape.size)),
        tensorOf(operands.k, headDims(shape, shape.kvHeads, shape.keys, shape.size)),
        tensorOf(operands.v, headDims(shape, shape.kvHeads, shape.keys, shape.valueSize)) };
    if (shape.mask == MaskKind::Floats)
        tensors.push_back(tensorOf(operands.mask, shape.maskDims));
    if (shape.mask == MaskKind::Bools) {
        auto allowed = makeTensor(ElementType::Bool, shape.maskDims);
        std::ranges::transform(
            operands.mask, allowed.as<bool>().begin(), [](float value) { return value != 0; });
        tensors.push_back(std::move(allowed));
    }
    if (shape.past > 0) {
        tensors.push_back(
            tensorOf(operands.pastK, { shape.batch, shape.kvHeads, shape.past, shape.size }));
        tensors.push_back(
            tensorOf(operands.pastV, { shape.batch, shape.kvHeads, shape.past, shape.valueSize }));
    }
    if (shape.hasLengths)
        tensors.push_back(tensorOf(operands.lengths));
    return tensors;
}

/// Element e of a key or value.
double elementOf(const AttentionCase& shape, const std::vector<float>& past,
    const std::vector<float>& now, std::int64_t b, std::int64_t head, std::int64_t j,
    std::int64_t size, std::int64_t e)
{
    if (j < shape.past)
        return past[((b * shape.kvHeads + head) * shape.past + j) * size + e];
    const auto step = j - shape.past;
    const auto row = shape.isHeadFirst ? (b * shape.kvHeads + head) * shape.keys + step
                                       : (b * shape.keys + step) * shape.kvHeads + head;
    return now[row * size + e];
}

/// What the mask adds to a score, by broadcasting from the right; shorter masks hide the rest.
double maskOf(const AttentionCase& shape, const std::vector<float>& mask,
    const std::array<std::int64_t, 4>& place)
{
    if (shape.mask == MaskKind::None)
        return 0;
    if (place[3] >= shape.maskDims.back())
        return none;
    std::int64_t at = 0;
    for (std::size_t axis = 4 - shape.maskDims.size(); axis < 4; ++axis) {
        const auto size = shape.maskDims[axis - (4 - shape.maskDims.size())];
        at = at * size + (size == 1 ? 0 : place[axis]);
    }
    if (shape.mask == MaskKind::Bools)
        return mask[at] != 0 ? 0 : none;
    return mask[at];
}

/// The score of one key by its definition; -Inf if the query does not see it.
double scoreOf(const AttentionCase& shape, const Operands& operands, std::int64_t b,
    std::int64_t head, std::int64_t i, std::int64_t j)
{
    const auto length = shape.hasLengths ? operands.lengths[b] : shape.allKeys();
    const auto position = i + (shape.hasLengths ? length - shape.queries : shape.past);
    if (j >= length || (shape.isCausal && j > position)
        || (shape.left >= 0 && j < position - shape.left)
        || (shape.right >= 0 && j > position + shape.right))
        return none;
    const auto row = shape.isHeadFirst ? (b * shape.heads + head) * shape.queries + i
                                       : (b * shape.queries + i) * shape.heads + head;
    const auto kvHead = head / (shape.heads / shape.kvHeads);
    double score = 0;
    for (std::int64_t e = 0; e < shape.size; ++e)
        score += static_cast<double>(operands.q[row * shape.size + e])
            * elementOf(shape, operands.pastK, operands.k, b, kvHead, j, shape.size, e);
    score *= shape.scale;
    if (shape.softcap > 0)
        score = std::tanh(score / shape.softcap) * shape.softcap;
    return score + maskOf(shape, operands.mask, { b, head, i, j });
}

/// Attention of one query; zeros if it sees no key.
std::vector<double> rowOf(const AttentionCase& shape, const Operands& operands, std::int64_t b,
    std::int64_t head, std::int64_t i)
{
    std::vector<double> scores;
    for (std::int64_t j = 0; j < shape.allKeys(); ++j)
        scores.push_back(scoreOf(shape, operands, b, head, i, j));
    const double largest = *std::ranges::max_element(scores);
    std::vector<double> y(static_cast<std::size_t>(shape.valueSize), 0);
    if (largest == none)
        return y;
    double sum = 0;
    for (auto& score : scores)
        sum += score = std::exp(score - largest);
    for (std::int64_t j = 0; j < shape.allKeys(); ++j) {
        for (std::int64_t e = 0; e < shape.valueSize; ++e)
            y[e] += scores[j] / sum
                * elementOf(shape, operands.pastV, operands.v, b,
                    head / (shape.heads / shape.kvHeads), j, shape.valueSize, e);
    }
    return y;
}

/// The output by its definition, in its order.
std::vector<double> definitionOf(const AttentionCase& shape, const Operands& operands)
{
    std::vector<double> y;
    for (std::int64_t row = 0; row < shape.batch * shape.heads * shape.queries; ++row) {
        const auto i = shape.isHeadFirst ? row % shape.queries : row / shape.heads % shape.queries;
        const auto head = shape.isHeadFirst ? row / shape.queries % shape.heads : row % shape.heads;
        const auto values = rowOf(shape, operands, row / shape.queries / shape.heads, head, i);
        y.insert(y.end(), values.begin(), values.end());
    }
    return y;
}

std::string problemOf(const AttentionCase& shape, const Operands& operands,
    const std::vector<double>& expected, int threads)
{
    testing::KernelBench bench(shape.text(), tensorsOf(shape, operands));
    const auto found = bench.run({ .tier = Tier::Native, .threads = threads });
    if (!found)
        return shape.text() + ": " + found.error().message();
    const auto y = found->front().tensor().as<float>();
    for (std::size_t e = 0; e < expected.size(); ++e) {
        if (!(std::fabs(static_cast<double>(y[e]) - expected[e]) <= bound))
            return shape.text() + ": element " + std::to_string(e) + " is " + std::to_string(y[e])
                + ", expected " + std::to_string(expected[e]);
    }
    return {};
}

/// Sizes around the widths of vectors, tiles and blocks.
AttentionCase randomCase(std::mt19937& random)
{
    const auto draw = [&](std::initializer_list<std::int64_t> values) {
        return *(values.begin()
            + std::uniform_int_distribution<std::size_t>(0, values.size() - 1)(random));
    };
    AttentionCase shape;
    shape.batch = draw({ 1, 1, 2, 3 });
    shape.kvHeads = draw({ 1, 2, 3 });
    shape.heads = shape.kvHeads * draw({ 1, 1, 2, 5 });
    shape.queries = draw({ 1, 1, 2, 5, 6, 12, 13, 31, 70, 300 });
    shape.keys = draw({ 1, 3, 15, 16, 17, 33, 129, 255, 256, 257, 300 });
    shape.size = draw({ 1, 3, 4, 8, 16, 17, 40, 64, 150, 300 });
    shape.valueSize = draw({ 1, 3, 8, 16, 24, 33, 64, 130, 257 });
    shape.isHeadFirst = draw({ 0, 1 }) != 0;
    shape.isCausal = draw({ 0, 1 }) != 0;
    shape.past = draw({ 0, 0, 1, 20 });
    shape.hasLengths = shape.past == 0 && draw({ 0, 0, 1 }) != 0;
    shape.left = draw({ -1, -1, 0, 5, 200 });
    shape.right = draw({ -1, -1, 0, 7, 200 });
    shape.softcap = static_cast<float>(draw({ 0, 0, 3 }));
    shape.scale = 1 / std::sqrt(static_cast<float>(shape.size));
    const auto kind = draw({ 0, 1, 2 });
    shape.mask = static_cast<MaskKind>(kind);
    const auto width = draw({ 0, 0, 1 }) != 0 ? 1 + shape.allKeys() / 2 : shape.allKeys();
    shape.maskDims = { draw({ 1, shape.batch }), draw({ 1, shape.heads }),
        draw({ 1, shape.queries }), draw({ width, width, shape.allKeys() }) };
    if (draw({ 0, 1 }) != 0)
        shape.maskDims.erase(shape.maskDims.begin(), shape.maskDims.begin() + draw({ 1, 2 }));
    return shape;
}

/// Runs `body` with every instruction set of this machine until it returns a problem.
template <typename Body>
std::string withEachSet(const Body& body)
{
    const auto whole = instructionSet();
    std::string problem;
    for (const auto set :
        { InstructionSet::Baseline, InstructionSet::Avx2, InstructionSet::Avx512 }) {
        limitInstructionSet(set);
        if (problem.empty())
            problem = body();
        limitInstructionSet(whole);
    }
    return problem;
}

} // namespace

/// Attention against its definition in double, with every instruction set of this machine.
class TestAttention : public QObject {
    Q_OBJECT

private slots:
    void agreesWithTheDefinition_data()
    {
        QTest::addColumn<unsigned>("seed");
        for (unsigned seed = 0; seed < 60; ++seed)
            QTest::addRow("%u", seed) << seed;
    }
    void agreesWithTheDefinition()
    {
        QFETCH(unsigned, seed);
        std::mt19937 random(seed);
        const auto shape = randomCase(random);
        const auto operands = randomOperands(shape, random);
        const auto expected = definitionOf(shape, operands);
        const auto problem = withEachSet(
            [&] { return problemOf(shape, operands, expected, 1 + static_cast<int>(seed % 3)); });
        QVERIFY2(problem.empty(), problem.c_str());
    }

    void givesZerosToAQueryThatSeesNothing()
    {
        AttentionCase shape;
        shape.queries = 20;
        shape.keys = 40;
        shape.size = shape.valueSize = 16;
        shape.mask = MaskKind::Floats;
        shape.maskDims = { 20, 40 };
        std::mt19937 random(7);
        auto operands = randomOperands(shape, random);
        std::fill_n(
            operands.mask.begin() + 3 * 40, 2 * 40, -std::numeric_limits<float>::infinity());
        const auto expected = definitionOf(shape, operands);
        const auto problem = withEachSet([&] { return problemOf(shape, operands, expected, 2); });
        QVERIFY2(problem.empty(), problem.c_str());
    }

    /// NaN and infinite scores make their row NaN, but no other row.
    void keepsNaNInItsRow_data()
    {
        QTest::addColumn<int>("queries");
        QTest::newRow("few") << 3;
        QTest::newRow("many") << 30;
    }
    void keepsNaNInItsRow()
    {
        QFETCH(int, queries);
        AttentionCase shape;
        shape.queries = queries;
        shape.keys = 300;
        shape.size = shape.valueSize = 8;
        std::mt19937 random(3);
        auto operands = randomOperands(shape, random);
        operands.q[5] = std::numeric_limits<float>::quiet_NaN();
        operands.q[8] = std::numeric_limits<float>::infinity();
        const auto problem = withEachSet([&]() -> std::string {
            testing::KernelBench bench(shape.text(), tensorsOf(shape, operands));
            const auto found = bench.run({ .tier = Tier::Native });
            if (!found)
                return found.error().message();
            const auto y = found->front().tensor().as<float>();
            for (std::int64_t i = 0; i < std::ssize(y); ++i) {
                if (std::isnan(y[i]) != (i < 16))
                    return "element " + std::to_string(i) + " is " + std::to_string(y[i]);
            }
            return {};
        });
        QVERIFY2(problem.empty(), problem.c_str());
    }
};

QTEST_GUILESS_MAIN(TestAttention)
#include "tst_attention.moc"
