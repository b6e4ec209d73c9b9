#include <QTest>

#include "engine/cpu/vector_table.h"
#include "tests/support/engine/kernel_bench.h"

#include <cmath>
#include <random>

using namespace engine;

namespace {

constexpr double bound = 2e-5;

/// Sequences of tokens without padding, for PackedMultiHeadAttention.
struct PackedCase {
    std::int64_t heads = 1, size = 1, valueSize = 1;
    std::vector<std::int32_t> ends;
    std::int64_t longest = 1;
    bool isOneInput = false; ///< query, key and value side by side
    bool hasBias = false; ///< of query, key and value
    Dims scoreBias = {}; ///< dims; empty: none

    std::int64_t tokens() const { return ends.back(); }
    std::int64_t sequences() const { return std::ssize(ends) - 1; }
};

std::vector<float> numbers(std::int64_t count, std::mt19937& random)
{
    std::uniform_real_distribution<float> draw(-2.0F, 2.0F);
    std::vector<float> values(static_cast<std::size_t>(count));
    for (auto& value : values)
        value = draw(random);
    return values;
}

struct Operands {
    std::vector<float> q, k, v; ///< [tokens, heads, size]
    std::vector<float> bias, scoreBias;
};

/// Element e of a row with the bias of its part.
double elementOf(const PackedCase& shape, const Operands& operands, int part, std::int64_t token,
    std::int64_t head, std::int64_t e)
{
    const auto& values = part == 0 ? operands.q : part == 1 ? operands.k : operands.v;
    const auto size = part == 2 ? shape.valueSize : shape.size;
    const auto feature = head * size + e;
    const double bias
        = shape.hasBias ? operands.bias[part * shape.heads * shape.size + feature] : 0.0F;
    return values[token * shape.heads * size + feature] + bias;
}

double scoreBiasOf(
    const PackedCase& shape, const Operands& operands, const std::array<std::int64_t, 4>& place)
{
    std::int64_t at = 0;
    for (std::size_t axis = 0; axis < shape.scoreBias.size(); ++axis)
        at = at * shape.scoreBias[axis] + (shape.scoreBias[axis] == 1 ? 0 : place[axis]);
    return shape.scoreBias.empty() ? 0.0F : operands.scoreBias[at];
}

/// The output of one token and head by its definition.
std::vector<double> rowOf(const PackedCase& shape, const Operands& operands, std::int64_t sequence,
    std::int64_t token, std::int64_t head)
{
    const auto first = shape.ends[sequence];
    const auto last = shape.ends[sequence + 1];
    std::vector<double> y(static_cast<std::size_t>(shape.valueSize), 0);
    double sum = 0;
    for (std::int64_t key = first; key < last; ++key) {
        double score = 0;
        for (std::int64_t e = 0; e < shape.size; ++e)
            score += elementOf(shape, operands, 0, token, head, e)
                * elementOf(shape, operands, 1, key, head, e);
        const double share = std::exp(score / std::sqrt(static_cast<double>(shape.size))
            + scoreBiasOf(shape, operands, { sequence, head, token - first, key - first }));
        sum += share;
        for (std::int64_t e = 0; e < shape.valueSize; ++e)
            y[e] += share * elementOf(shape, operands, 2, key, head, e);
    }
    for (auto& value : y)
        value /= sum;
    return y;
}

std::string text(const Dims& dims)
{
    std::string joined;
    for (const auto size : dims)
        joined += (joined.empty() ? "" : ",") + std::to_string(size);
    return "float[" + joined + "]";
}

testing::KernelBench benchOf(
    const PackedCase& shape, const Operands& operands, const std::vector<std::int32_t>& ends)
{
    const auto tokens = shape.tokens();
    const auto width = shape.heads * shape.size;
    std::vector<Tensor> tensors;
    std::string node = "com.microsoft:PackedMultiHeadAttention-1(";
    if (shape.isOneInput) {
        std::vector<float> all;
        for (std::int64_t row = 0; row < tokens * shape.heads; ++row) {
            for (const auto* part : { &operands.q, &operands.k, &operands.v })
                all.insert(all.end(), part->begin() + row * shape.size,
                    part->begin() + (row + 1) * shape.size);
        }
        const Dims dims { tokens, shape.heads, 3, shape.size };
        tensors.push_back(tensorOf(all, dims));
        node += text(dims) + ", -, -";
    } else {
        const Dims dims { tokens, width };
        const Dims valueDims { tokens, shape.heads * shape.valueSize };
        tensors = { tensorOf(operands.q, dims), tensorOf(operands.k, dims),
            tensorOf(operands.v, valueDims) };
        node += text(dims) + ", " + text(dims) + ", " + text(valueDims);
    }
    if (shape.hasBias)
        tensors.push_back(tensorOf(operands.bias));
    node += shape.hasBias ? ", " + text({ std::ssize(operands.bias) }) : ", -";
    const auto places = shape.sequences() * shape.longest;
    tensors.push_back(tensorOf(std::vector<std::int32_t>(static_cast<std::size_t>(places), 0),
        { shape.sequences(), shape.longest }));
    tensors.push_back(tensorOf(ends));
    node += ", int32[" + std::to_string(shape.sequences()) + ',' + std::to_string(shape.longest)
        + "], int32[" + std::to_string(ends.size()) + ']';
    if (!shape.scoreBias.empty()) {
        tensors.push_back(tensorOf(operands.scoreBias, shape.scoreBias));
        node += ", " + text(shape.scoreBias);
    }
    node += ") {num_heads: " + std::to_string(shape.heads) + '}';
    return { node, std::move(tensors) };
}

PackedCase randomCase(std::mt19937& random)
{
    const auto draw = [&](std::initializer_list<std::int64_t> values) {
        return *(values.begin()
            + std::uniform_int_distribution<std::size_t>(0, values.size() - 1)(random));
    };
    PackedCase shape;
    shape.heads = draw({ 1, 2, 3 });
    shape.size = draw({ 1, 3, 8, 16, 17, 64 });
    shape.isOneInput = draw({ 0, 1 }) != 0;
    shape.valueSize = shape.isOneInput ? shape.size : draw({ 1, 8, 24, 33 });
    shape.ends = { 0 };
    for (std::int64_t b = draw({ 1, 2, 5 }); b > 0; --b)
        shape.ends.push_back(
            shape.ends.back() + static_cast<std::int32_t>(draw({ 0, 1, 2, 5, 6, 13, 70, 130 })));
    shape.ends.back() += 1;
    for (std::size_t b = 0; b + 1 < shape.ends.size(); ++b)
        shape.longest = std::max<std::int64_t>(shape.longest, shape.ends[b + 1] - shape.ends[b]);
    shape.longest += draw({ 0, 3 });
    shape.hasBias = draw({ 0, 1 }) != 0;
    if (draw({ 0, 1 }) != 0)
        shape.scoreBias = { draw({ 1, shape.sequences() }), draw({ 1, shape.heads }),
            draw({ 1, shape.longest }), draw({ 1, shape.longest }) };
    return shape;
}

std::string problemOf(const PackedCase& shape, const Operands& operands, int threads)
{
    auto bench = benchOf(shape, operands, shape.ends);
    const auto found = bench.run({ .tier = Tier::Native, .threads = threads });
    if (!found)
        return found.error().message();
    const auto& y = found->front().tensor();
    const auto features = shape.heads * shape.valueSize;
    if (y.dims() != Dims { shape.tokens(), features })
        return "the output is " + dimsText(y.dims());
    for (std::int64_t b = 0; b < shape.sequences(); ++b) {
        for (std::int64_t token = shape.ends[b]; token < shape.ends[b + 1]; ++token) {
            for (std::int64_t head = 0; head < shape.heads; ++head) {
                const auto expected = rowOf(shape, operands, b, token, head);
                const float* row = y.as<float>().data() + token * features + head * shape.valueSize;
                for (std::int64_t e = 0; e < shape.valueSize; ++e) {
                    if (!(std::fabs(row[e] - expected[e]) <= bound))
                        return "token " + std::to_string(token) + " is " + std::to_string(row[e])
                            + ", expected " + std::to_string(expected[e]);
                }
            }
        }
    }
    return {};
}

} // namespace

/// Attention of packed sequences against its definition in double, with every instruction set.
class TestPackedAttention : public QObject {
    Q_OBJECT

private slots:
    void agreesWithTheDefinition_data()
    {
        QTest::addColumn<unsigned>("seed");
        for (unsigned seed = 0; seed < 40; ++seed)
            QTest::addRow("%u", seed) << seed;
    }
    void agreesWithTheDefinition()
    {
        QFETCH(unsigned, seed);
        std::mt19937 random(seed);
        const auto shape = randomCase(random);
        const auto rows = shape.tokens() * shape.heads;
        Operands operands { numbers(rows * shape.size, random), numbers(rows * shape.size, random),
            numbers(rows * shape.valueSize, random),
            numbers(shape.heads * (2 * shape.size + shape.valueSize), random),
            numbers(elementCount(shape.scoreBias), random) };
        const auto whole = instructionSet();
        for (const auto set :
            { InstructionSet::Baseline, InstructionSet::Avx2, InstructionSet::Avx512 }) {
            limitInstructionSet(set);
            const auto problem = problemOf(shape, operands, 1 + static_cast<int>(seed % 3));
            limitInstructionSet(whole);
            QVERIFY2(problem.empty(), problem.c_str());
        }
    }

    void refusesEndsThatDoNotFit_data()
    {
        QTest::addColumn<std::vector<std::int32_t>>("ends");
        QTest::newRow("past the tokens") << std::vector { 0, 2, 9 };
        QTest::newRow("not from the first token") << std::vector { 1, 2, 5 };
        QTest::newRow("downwards") << std::vector { 0, 7, 5 };
        QTest::newRow("below zero") << std::vector { 0, -2147483647, 5 };
        QTest::newRow("a sequence longer than the places") << std::vector { 0, 0, 5 };
    }
    void refusesEndsThatDoNotFit()
    {
        QFETCH(std::vector<std::int32_t>, ends);
        PackedCase shape;
        shape.ends = { 0, 3, 5 };
        shape.longest = 3;
        std::mt19937 random(1);
        const Operands operands { numbers(5, random), numbers(5, random), numbers(5, random), {},
            {} };
        QVERIFY(benchOf(shape, operands, shape.ends).run({ .tier = Tier::Native }));
        QVERIFY(!benchOf(shape, operands, ends).run({ .tier = Tier::Native }));
    }
};

QTEST_GUILESS_MAIN(TestPackedAttention)
#include "tst_packed_attention.moc"
