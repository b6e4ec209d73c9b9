#include "model/contents/tensor_statistics.h"

#include <QTest>

#include <cmath>
#include <cstring>
#include <limits>

using model::ElementType;
using model::TensorElements;

namespace {

template <typename T>
TensorElements content(ElementType type, const std::vector<T>& values)
{
    TensorElements made;
    made.element = type;
    made.dims = { static_cast<std::int64_t>(values.size()) };
    made.count = values.size();
    auto bytes = std::make_shared<std::vector<std::byte>>(values.size() * sizeof(T));
    std::memcpy(bytes->data(), values.data(), bytes->size());
    made.data = { *bytes, bytes };
    return made;
}

constexpr float notANumber = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();

} // namespace

class TestTensorStatistics : public QObject {
    Q_OBJECT

private slots:
    void countsWhatIsNoNumber()
    {
        const auto found = model::measureTensor(
            content<float>(ElementType::Float, { notANumber, 0, -3, infinity, 1, -infinity, 0 }));
        QVERIFY(found);
        QCOMPARE(found->total, std::uint64_t(7));
        QCOMPARE(found->finite, std::uint64_t(4));
        QCOMPARE(found->nans, std::uint64_t(1));
        QCOMPARE(found->infinities, std::uint64_t(2));
        QCOMPARE(found->zeros, std::uint64_t(2));
        QCOMPARE(found->smallest, -3.0);
        QCOMPARE(found->largest, 1.0);
        QCOMPARE(found->mean, -0.5);
        QCOMPARE(found->largestMagnitudeAt, std::uint64_t(2));
    }

    void findsPercentilesAndHistogram()
    {
        std::vector<float> values(1001);
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = static_cast<float>(i);
        const auto found = model::measureTensor(content(ElementType::Float, values));
        QVERIFY(found);
        QCOMPARE(found->p1, 10.0);
        QCOMPARE(found->p50, 500.0);
        QCOMPARE(found->p99, 990.0);
        std::uint64_t sum = 0;
        for (const auto bin : found->bins)
            sum += bin;
        QCOMPARE(sum, std::uint64_t(1001));
        QVERIFY(std::abs(found->deviation - 288.96) < 0.01);
    }

    void takesNothingOneAndEqualNumbers()
    {
        QCOMPARE(
            model::measureTensor(content<float>(ElementType::Float, {}))->finite, std::uint64_t(0));
        QCOMPARE(
            model::measureTensor(content<float>(ElementType::Float, { notANumber }))->bins.size(),
            std::size_t(0));
        const auto same = model::measureTensor(content<float>(ElementType::Float, { 7, 7, 7 }));
        QCOMPARE(same->p50, 7.0);
        QCOMPARE(same->deviation, 0.0);
        const auto widest = model::measureTensor(content<double>(ElementType::Double,
            { -std::numeric_limits<double>::max(), std::numeric_limits<double>::max() }));
        QCOMPARE(widest->bins.front(), std::uint64_t(1));
        QCOMPARE(widest->bins.back(), std::uint64_t(1));
    }

    void decodesTypesBelowAByte()
    {
        auto packed = content<std::uint8_t>(ElementType::Int4, { 0x17, 0xF8 }); // 7, 1, -8, -1
        packed.count = 4;
        const auto found = model::measureTensor(packed);
        QCOMPARE(found->smallest, -8.0);
        QCOMPARE(found->largest, 7.0);
        QCOMPARE(QString::fromStdString(packed.text(2)), QStringLiteral("-8"));
    }

    void stopsWhenAsked()
    {
        std::stop_source stop;
        stop.request_stop();
        const auto found
            = model::measureTensor(content<float>(ElementType::Float, { 1, 2 }), stop.get_token());
        QVERIFY(!found);
        QCOMPARE(found.error().kind(), support::ErrorKind::Cancelled);
    }
};

QTEST_GUILESS_MAIN(TestTensorStatistics)
#include "tst_tensor_statistics.moc"
