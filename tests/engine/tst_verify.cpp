#include "engine/kernel/small_float.h"
#include "engine/verify/verify.h"

#include <QtTest>

#include <cmath>
#include <limits>

using namespace engine;

namespace {

RuntimeValue floats(const std::vector<float>& numbers)
{
    auto tensor = makeTensor(ElementType::Float, { static_cast<std::int64_t>(numbers.size()) });
    std::ranges::copy(numbers, tensor.as<float>().begin());
    return { std::move(tensor) };
}

constexpr float infinity = std::numeric_limits<float>::infinity();
const float noNumber = std::nanf("");

}

Q_DECLARE_METATYPE(std::vector<float>)

class TestVerify : public QObject {
    Q_OBJECT

private slots:
    void judgesFloats_data()
    {
        QTest::addColumn<std::vector<float>>("found");
        QTest::addColumn<std::vector<float>>("expected");
        QTest::addColumn<bool>("isWithin");
        using F = std::vector<float>;
        QTest::newRow("empty") << F {} << F {} << true;
        QTest::newRow("equal") << F { 1, 2 } << F { 1, 2 } << true;
        QTest::newRow("within the relative part") << F { 1000.9F } << F { 1000 } << true;
        QTest::newRow("beyond it") << F { 1002 } << F { 1000 } << false;
        QTest::newRow("near zero counts the absolute part") << F { 5e-8F } << F { 0 } << true;
        QTest::newRow("beyond it near zero") << F { 2e-7F } << F { 0 } << false;
        QTest::newRow("nan equals nan") << F { noNumber } << F { noNumber } << true;
        QTest::newRow("nan is no number") << F { 1 } << F { noNumber } << false;
        QTest::newRow("infinities of one sign") << F { infinity } << F { infinity } << true;
        QTest::newRow("infinities of two signs") << F { -infinity } << F { infinity } << false;
        QTest::newRow("a number is not infinity") << F { 1e30F } << F { infinity } << false;
        QTest::newRow("another shape") << F { 1 } << F { 1, 2 } << false;
    }
    void judgesFloats()
    {
        QFETCH(std::vector<float>, found);
        QFETCH(std::vector<float>, expected);
        QFETCH(bool, isWithin);
        const auto difference = compare(floats(found), floats(expected), {});
        QCOMPARE(difference.isWithin, isWithin);
        QCOMPARE(difference.message.empty(), isWithin);
    }

    void namesTheWorstElement()
    {
        const auto difference = compare(floats({ 1, 5, 3 }), floats({ 1, 2, 3.1F }), {});
        QCOMPARE(difference.where, std::string("[1]"));
        QCOMPARE(difference.found, 5.0);
        QCOMPARE(difference.beyond, 2u);
        QCOMPARE(difference.largestAbsolute, 3.0);
    }

    void namesTheElementNearestToItsLimit()
    {
        const auto difference
            = compare(floats({ noNumber, 1000.5F, 1 }), floats({ noNumber, 1000, 1 }), {});
        QVERIFY(difference.isWithin);
        QCOMPARE(difference.where, std::string("[1]"));
        QCOMPARE(difference.largestAbsolute, 0.5);
        QCOMPARE(difference.largestRelative, 0.0005);
        QVERIFY(compare(floats({ noNumber, 1 }), floats({ noNumber, 1 }), {}).where.empty());
    }

    void countsDifferencesByDecade()
    {
        const auto difference
            = compare(floats({ 1, 2.5F, 30, infinity, noNumber, 1e-30F, 3e38F, infinity }),
                floats({ 1, 2, 2, 1, noNumber, 0, -3e38F, infinity }), {});
        const auto& histogram = difference.histogram;
        const auto bin = [&](int decade) {
            return histogram.counts[static_cast<std::size_t>(decade - ErrorHistogram::log10First)];
        };
        QCOMPARE(histogram.equal, 3u);
        QCOMPARE(histogram.notFinite, 1u);
        QCOMPARE(bin(-1), 1u); // 0.5
        QCOMPARE(bin(1), 1u); // 28
        QCOMPARE(histogram.counts.front(), 1u); // 1e-30
        QCOMPARE(histogram.counts.back(), 1u); // 6e38
        QCOMPARE(difference.elements, 8u);
        QCOMPARE(difference.beyond, 4u);
    }

    void comparesStringsOneByOne()
    {
        const auto strings = [](std::vector<std::string> texts) {
            auto tensor
                = makeTensor(ElementType::String, { static_cast<std::int64_t>(texts.size()) });
            *tensor.strings = std::move(texts);
            return RuntimeValue { std::move(tensor) };
        };
        const auto difference = compare(strings({ "a", "b", "c" }), strings({ "a", "x", "y" }), {});
        QCOMPARE(difference.message, std::string("element [1] is \"b\", expected \"x\""));
        QCOMPARE(difference.where, std::string("[1]"));
        QCOMPARE(difference.beyond, 2u);
        QCOMPARE(difference.histogram.equal, 1u);
        QVERIFY(!difference.tolerance);
        QVERIFY(compare(strings({ "a" }), strings({ "a" }), {}).isWithin);
    }

    void allowsBfloat16ItsOwnRounding()
    {
        const auto value = [](float number) {
            auto tensor = makeTensor(ElementType::Bfloat16, { 1 });
            tensor.as<std::uint16_t>().front() = bfloatBits(number);
            return RuntimeValue { std::move(tensor) };
        };
        QVERIFY(compare(value(1.0078125F), value(1.0F), {}).isWithin);
        QVERIFY(!compare(value(1.03125F), value(1.0F), {}).isWithin);
    }

    void tellsLargeIntegersApart()
    {
        const auto value = [](std::int64_t number) {
            auto tensor = makeTensor(ElementType::Int64, {});
            tensor.as<std::int64_t>().front() = number;
            return RuntimeValue { std::move(tensor) };
        };
        const auto difference = compare(
            value((std::int64_t { 1 } << 60) + 1), value(std::int64_t { 1 } << 60), { 0, 0 });
        QVERIFY(
            difference.isWithin); // a double cannot tell them apart, and the rule is about numbers
        QVERIFY(compare(value(7), value(7), { 0, 0 }).isWithin);
        QVERIFY(!compare(value(8), value(7), { 0, 0 }).isWithin);
    }

    void comparesSequencesElementByElement()
    {
        const auto sequence = [](ValueSequence items) {
            return RuntimeValue { std::make_shared<const ValueSequence>(std::move(items)) };
        };
        QVERIFY(compare(sequence({ floats({ 1 }), floats({ 2 }) }),
            sequence({ floats({ 1 }), floats({ 2 }) }), {})
                    .isWithin);
        const auto second = compare(sequence({ floats({ 1 }), floats({ 9 }) }),
            sequence({ floats({ 1 }), floats({ 2 }) }), {});
        QVERIFY(second.message.starts_with("element 1: "));
        QCOMPARE(second.where, std::string("element 1 [0]"));
        QCOMPARE(second.elements, 2u);
        QCOMPARE(second.histogram.equal, 1u);
        QVERIFY(!compare(sequence({}), sequence({ floats({ 1 }) }), {}).isWithin);
        QVERIFY(!compare(floats({ 1 }), sequence({ floats({ 1 }) }), {}).isWithin);
    }
};

QTEST_GUILESS_MAIN(TestVerify)
#include "tst_verify.moc"
