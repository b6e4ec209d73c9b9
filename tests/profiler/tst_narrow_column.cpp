#include <QTest>

#include "profiler/tables/narrow_column.h"

#include <vector>

using profiler::NarrowColumn;

namespace {

constexpr std::uint32_t none = 0xffffffffu;
using Ids = NarrowColumn<std::uint32_t, std::uint16_t>;
using Times = NarrowColumn<std::int64_t, std::uint32_t>;

template <typename Column, typename Value>
Column columnOf(const std::vector<Value>& values)
{
    Column column;
    column.reserve(values.size());
    for (const auto value : values)
        column.push_back(value);
    return column;
}

template <typename Column, typename Value>
bool isSame(const Column& column, const std::vector<Value>& values)
{
    if (column.size() != values.size() || column.empty() != values.empty())
        return false;
    for (std::size_t i = 0; i < values.size(); ++i)
        if (column[i] != values[i])
            return false;
    return std::ranges::equal(column, values);
}

} // namespace

/// Numbers come back as they were, in as few bytes as they need.
class TestNarrowColumn : public QObject {
    Q_OBJECT

private slots:
    void idsComeBack_data()
    {
        QTest::addColumn<QList<quint32>>("values");
        QTest::addColumn<int>("bytes");
        QTest::newRow("none at all") << QList<quint32>() << 2;
        QTest::newRow("small") << QList<quint32> { 0, 1, 0xfffe } << 2;
        QTest::newRow("no id") << QList<quint32> { none, 5, none } << 2;
        QTest::newRow("the number that stands for no id")
            << QList<quint32> { 7, none, 0xffff } << 4;
        QTest::newRow("a large one behind small ones")
            << QList<quint32> { 3, none, 0xfffe, 100'000, 4 } << 4;
        QTest::newRow("the largest id") << QList<quint32> { none - 1 } << 4;
    }
    void idsComeBack()
    {
        QFETCH(QList<quint32>, values);
        const std::vector<std::uint32_t> wanted(values.begin(), values.end());
        const auto column = columnOf<Ids>(wanted);
        QVERIFY(isSame(column, wanted));
        QTEST(static_cast<int>(column.bytesEach()), "bytes");
    }

    void timesComeBack_data()
    {
        QTest::addColumn<QList<qint64>>("values");
        QTest::addColumn<int>("bytes");
        QTest::newRow("below four seconds") << QList<qint64> { 0, 17, 4'294'967'294 } << 4;
        QTest::newRow("above") << QList<qint64> { 1, 4'294'967'295, 2 } << 8;
        QTest::newRow("hours") << QList<qint64> { 1, 7'200'000'000'000 } << 8;
        QTest::newRow("negative, as damaged files have it") << QList<qint64> { 3, -1, 4 } << 8;
        QTest::newRow("the ends of the type") << QList<qint64> { std::numeric_limits<qint64>::min(),
            std::numeric_limits<qint64>::max() }
                                              << 8;
        QTest::newRow("the largest alone")
            << QList<qint64> { 1, std::numeric_limits<qint64>::max() } << 4;
    }
    void timesComeBack()
    {
        QFETCH(QList<qint64>, values);
        const std::vector<std::int64_t> wanted(values.begin(), values.end());
        const auto column = columnOf<Times>(wanted);
        QVERIFY(isSame(column, wanted));
        QTEST(static_cast<int>(column.bytesEach()), "bytes");
    }

    void numbersCanBeSet()
    {
        auto column = columnOf<Ids, std::uint32_t>({ 1, 2, 3 });
        column.set(1, none);
        QVERIFY(isSame(column, std::vector<std::uint32_t> { 1, none, 3 }));
        QCOMPARE(column.bytesEach(), std::size_t(2));
        column.set(2, 70'000);
        QVERIFY(isSame(column, std::vector<std::uint32_t> { 1, none, 70'000 }));
        column.set(0, 4);
        column.push_back(5);
        QVERIFY(isSame(column, std::vector<std::uint32_t> { 4, none, 70'000, 5 }));
    }
};

QTEST_GUILESS_MAIN(TestNarrowColumn)
#include "tst_narrow_column.moc"
