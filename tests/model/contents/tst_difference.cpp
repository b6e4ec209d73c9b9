#include "model/contents/difference.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <span>

using namespace model;

namespace {

std::shared_ptr<const TensorElements> floats(
    std::vector<std::int64_t> dims, const std::vector<float>& values)
{
    auto tensor = std::make_shared<DataTensor>();
    tensor->element = ElementType::Float;
    tensor->dims = std::move(dims);
    const auto bytes = std::as_bytes(std::span(values));
    tensor->bytes.assign(bytes.begin(), bytes.end());
    return *elementsOf(std::move(tensor));
}

constexpr auto nan = std::numeric_limits<float>::quiet_NaN();
constexpr auto infinity = std::numeric_limits<float>::infinity();

} // namespace

class TestDifference : public QObject {
    Q_OBJECT

private slots:
    void itIsMeasuredElementByElement()
    {
        const auto before = floats({ 2, 2 }, { 3, 4, 0, 1 });
        const auto now = floats({ 2, 2 }, { 3, 2, 0, 2 });
        const auto found = measureDifference(*now, *before);
        QVERIFY(found);
        QCOMPARE(found->elements, 4U);
        QCOMPARE(found->changed, 2U);
        QCOMPARE(found->largest, 2.0);
        QCOMPARE(found->largestAt, 1U);
        QVERIFY(std::abs(found->relative - std::sqrt(5.0 / 26)) < 1e-12);
        const auto difference = differenceOf(*now, *before);
        QVERIFY(difference);
        QCOMPARE((*difference)->dims, (std::vector<std::int64_t> { 2, 2 }));
        QCOMPARE((*difference)->number(1), -2.0);
        QCOMPARE((*difference)->number(3), 1.0);
    }

    void whatIsNoNumberIsCountedApart()
    {
        const auto found = measureDifference(*floats({ 4 }, { nan, nan, infinity, infinity }),
            *floats({ 4 }, { nan, 1, infinity, -infinity }));
        QCOMPARE(found->changed, 2U);
        QCOMPARE(found->notFinite, 2U);
        QCOMPARE(found->largest, 0.0);
    }

    void fromZeroItIsInfinite()
    {
        QVERIFY(
            std::isinf(measureDifference(*floats({ 1 }, { 1 }), *floats({ 1 }, { 0 }))->relative));
        QCOMPARE(measureDifference(*floats({ 1 }, { 0 }), *floats({ 1 }, { 0 }))->relative, 0.0);
    }

    void otherShapesAreRefused()
    {
        const auto refused
            = measureDifference(*floats({ 2 }, { 1, 2 }), *floats({ 1, 2 }, { 1, 2 }));
        QVERIFY(!refused);
        QVERIFY2(
            refused.error().message().find("the shapes differ: 2 and 1×2") != std::string::npos,
            refused.error().message().c_str());
    }
};

QTEST_GUILESS_MAIN(TestDifference)
#include "tst_difference.moc"
