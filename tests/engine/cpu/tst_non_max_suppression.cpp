#include <QTest>

#include "engine/cpu/vector_table.h"
#include "tests/support/engine/kernel_bench.h"

#include <algorithm>
#include <numeric>
#include <random>

using namespace engine;

namespace {

struct Boxes {
    std::vector<float> corners; ///< y1, x1, y2, x2
    std::vector<float> scores;

    std::int64_t count() const { return std::ssize(scores); }
};

/// Boxes with integer corners, so that areas are exact. Those of class c lie at x from c * 1000 on,
/// as after an offset by class. Many scores are equal.
Boxes randomBoxes(std::int64_t count, int classes)
{
    std::mt19937 engine(7);
    const auto below = [&](int limit) { return static_cast<float>(engine() % limit); };
    Boxes boxes;
    for (std::int64_t i = 0; i < count; ++i) {
        const float x = below(60) + 1000 * below(classes);
        const float y = below(60);
        const auto corners = std::array { y, x, y + below(50), x + below(50) };
        // Some boxes have their corners in another order.
        const bool isTurned = engine() % 3 == 0;
        for (const auto k : isTurned ? std::array { 2, 3, 0, 1 } : std::array { 0, 1, 2, 3 })
            boxes.corners.push_back(corners[k]);
        boxes.scores.push_back(below(500) / 499);
    }
    return boxes;
}

/// The definition in double: a box is kept if no kept box of a better score overlaps it.
std::vector<std::int64_t> selectedOf(const Boxes& boxes, double threshold)
{
    std::vector<std::int64_t> order(boxes.scores.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(
        order, [&](std::int64_t a, std::int64_t b) { return boxes.scores[a] > boxes.scores[b]; });
    const auto side = [&](std::int64_t box, int axis) {
        const auto [low, high]
            = std::minmax(boxes.corners[box * 4 + axis], boxes.corners[box * 4 + 2 + axis]);
        return std::pair<double, double>(low, high);
    };
    const auto area = [&](std::int64_t box) {
        return (side(box, 0).second - side(box, 0).first)
            * (side(box, 1).second - side(box, 1).first);
    };
    std::vector<std::int64_t> kept;
    for (const auto box : order) {
        const bool isCovered = std::ranges::any_of(kept, [&](std::int64_t other) {
            double shared = 1;
            for (const int axis : { 0, 1 })
                shared *= std::max(0.0,
                    std::min(side(box, axis).second, side(other, axis).second)
                        - std::max(side(box, axis).first, side(other, axis).first));
            return shared > threshold * (area(box) + area(other) - shared);
        });
        if (!isCovered)
            kept.push_back(box);
    }
    return kept;
}

} // namespace

/// NonMaxSuppression of many boxes against the definition. Small cases are in kernel_cases.cpp.
class TestNonMaxSuppression : public QObject {
    Q_OBJECT

private slots:
    void selectsByDefinition_data()
    {
        QTest::addColumn<int>("classes");
        QTest::addColumn<int>("count");
        for (const int classes : { 1, 3, 90 }) {
            for (const int count : { 1, 15, 16, 17, 3000 })
                QTest::addRow("%d boxes, %d classes", count, classes) << classes << count;
        }
    }
    void selectsByDefinition()
    {
        QFETCH(int, classes);
        QFETCH(int, count);
        constexpr float threshold = 0.3713F; // far from every quotient of small integers
        const auto boxes = randomBoxes(count, classes);
        const auto expected = selectedOf(boxes, static_cast<double>(threshold));
        const auto number = std::to_string(count);
        const auto whole = instructionSet();
        for (const auto set :
            { InstructionSet::Baseline, InstructionSet::Avx2, InstructionSet::Avx512 }) {
            limitInstructionSet(set);
            testing::KernelBench bench("NonMaxSuppression-11(float[1," + number + ",4], float[1,1,"
                    + number + "], int64, float)",
                { tensorOf(boxes.corners, { 1, count, 4 }), tensorOf(boxes.scores, { 1, 1, count }),
                    tensorOf<std::int64_t>(count), tensorOf(threshold) });
            const auto found = bench.run({ .tier = Tier::Native });
            limitInstructionSet(whole);
            QVERIFY2(found, found ? "" : found.error().message().c_str());
            const auto triples = found->front().tensor().as<std::int64_t>();
            std::vector<std::int64_t> indices;
            for (std::size_t i = 2; i < triples.size(); i += 3)
                indices.push_back(triples[i]);
            QCOMPARE(indices, expected);
        }
    }
};

QTEST_GUILESS_MAIN(TestNonMaxSuppression)
#include "tst_non_max_suppression.moc"
