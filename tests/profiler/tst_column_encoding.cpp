// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "profiler/file/encoding.h"

#include <algorithm>
#include <limits>
#include <random>

using namespace profiler;

namespace {

std::span<const std::byte> bytesOf(const std::string& text)
{
    return std::as_bytes(std::span(text.data(), text.size()));
}

} // namespace

/// How the columns of a profile hold whole numbers.
class TestColumnEncoding : public QObject {
    Q_OBJECT

private slots:
    void hybridRunsAreReadAsWritten_data();
    void hybridRunsAreReadAsWritten();
    void differencesAreReadAsWritten_data();
    void differencesAreReadAsWritten();
    void blocksOfOtherSizesAreRead();
};

void TestColumnEncoding::hybridRunsAreReadAsWritten_data()
{
    QTest::addColumn<QList<uint>>("values");
    QTest::newRow("none") << QList<uint> {};
    QTest::newRow("one") << QList<uint> { 5 };
    QTest::newRow("zeros") << QList<uint>(1000, 0);
    QTest::newRow("long repeat") << QList<uint>(100'000, 7);
    QTest::newRow("alternating") << QList<uint> { 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0 };
    QTest::newRow("repeat inside")
        << (QList<uint> { 1, 2, 3 } + QList<uint>(20, 4) + QList<uint> { 1, 2, 3, 4, 5 });
    QTest::newRow("repeat at the end") << (QList<uint> { 1, 2, 3 } + QList<uint>(9, 4));
    QTest::newRow("widest") << QList<uint> { 0xffffffffu, 0, 1, 0xffffffffu, 12345 };
    QList<uint> mixed;
    std::minstd_rand random(3);
    for (int i = 0; i < 5000; ++i)
        mixed += i % 50 < 20 ? 9 : static_cast<uint>(random() % 300);
    QTest::newRow("mixed") << mixed;
}

void TestColumnEncoding::hybridRunsAreReadAsWritten()
{
    QFETCH(QList<uint>, values);
    const std::vector<std::uint32_t> wanted(values.begin(), values.end());
    const int bits = file::bitsFor(wanted.empty() ? 0 : *std::ranges::max_element(wanted));
    std::string text;
    file::appendHybrid(text, wanted, bits);
    std::vector<std::uint32_t> found;
    QVERIFY(file::readHybrid(bytesOf(text), wanted.size(), bits, found));
    QVERIFY(found == wanted);
    if (!wanted.empty() && !text.empty())
        QVERIFY(!file::readHybrid(bytesOf(text).first(0), wanted.size(), bits, found));
}

void TestColumnEncoding::differencesAreReadAsWritten_data()
{
    QTest::addColumn<QList<qint64>>("values");
    constexpr auto most = std::numeric_limits<qint64>::max();
    constexpr auto least = std::numeric_limits<qint64>::min();
    QTest::newRow("none") << QList<qint64> {};
    QTest::newRow("one") << QList<qint64> { -3 };
    QTest::newRow("constant") << QList<qint64>(1000, 42);
    QTest::newRow("extremes") << QList<qint64> { most, least, 0, least, most, -1, 1 };
    QList<qint64> rising;
    for (qint64 i = 0; i < 1000; ++i)
        rising += i * 1017 + (i % 7);
    QTest::newRow("rising") << rising;
    QTest::newRow("one block and one") << rising.first(129);
    QTest::newRow("one and a block") << rising.first(130);
}

void TestColumnEncoding::differencesAreReadAsWritten()
{
    QFETCH(QList<qint64>, values);
    const std::vector<std::int64_t> wanted(values.begin(), values.end());
    std::string text;
    file::appendDelta(text, wanted);
    std::vector<std::int64_t> found;
    QVERIFY(file::readDelta(bytesOf(text), wanted.size(), found));
    QVERIFY(found == wanted);
    QVERIFY(!file::readDelta(bytesOf(text), wanted.size() + 1, found));
    for (const std::size_t some : { 0, 1, 33, 128, 129 }) {
        QVERIFY(file::readDelta(bytesOf(text), wanted.size(), found, some));
        QVERIFY(std::ranges::equal(found, std::span(wanted).first(std::min(some, wanted.size()))));
    }
    if (wanted.size() > 1)
        QVERIFY(!file::readDelta(bytesOf(text).first(text.size() / 2), wanted.size(), found)
            || text.size() < 12);
}

/// Worked out by hand by the description of the format: block, parts, count, first value, least
/// difference, bits of each part. Values of pyarrow have blocks of 256.
void TestColumnEncoding::blocksOfOtherSizesAreRead()
{
    const std::string larger("\x80\x02\x04\x05\x02\x02\0\0\0\0", 10);
    std::vector<std::int64_t> found;
    QVERIFY(file::readDelta(bytesOf(larger), 5, found));
    QVERIFY(found == (std::vector<std::int64_t> { 1, 2, 3, 4, 5 }));
    const std::string odd("\x64\x04\x05\x02\x02\0\0\0\0", 9); // 100 values
    const std::string none("\0\x04\x05\x02\x02\0\0\0\0", 9);
    const std::string noParts("\x80\x02\0\x05\x02\x02\0\0\0\0", 10);
    for (const auto& text : { odd, none, noParts }) {
        const auto refused = file::readDelta(bytesOf(text), 5, found);
        QVERIFY(!refused);
        QVERIFY(refused.error().message().find("expected a multiple of 128") != std::string::npos);
    }
}

QTEST_GUILESS_MAIN(TestColumnEncoding)
#include "tst_column_encoding.moc"
