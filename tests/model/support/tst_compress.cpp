// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "model/support/compress.h"

#include <algorithm>
#include <array>

using namespace support;

namespace {

std::string gzipped(std::string_view text)
{
    std::string packed;
    Compressor compressor(Compression::Gzip, [&](std::string_view piece) -> Result<void> {
        packed += piece;
        return {};
    });
    return compressor.write(text) && compressor.finish() ? packed : std::string();
}

std::string numbers(std::size_t count)
{
    std::string text;
    for (std::size_t i = 0; i < count; ++i)
        text += std::to_string(i * 7919) + ' ';
    return text;
}

struct Unpacked {
    std::string text;
    std::string problem;
    std::size_t consumed = 0;
};

Unpacked unpacked(std::string_view packed, std::size_t bytesAtOnce)
{
    Decompressor decompressor(std::as_bytes(std::span(packed)), bytesAtOnce);
    Unpacked found;
    std::array<char, 100> block {};
    while (const auto count = decompressor.read(block))
        found.text.append(block.data(), count);
    found.problem = decompressor.problem();
    found.consumed = decompressor.consumedBytes();
    return found;
}

}

class TestCompress : public QObject {
    Q_OBJECT

private slots:
    /// zlib counts with 32 bits, so that a file of 4 GiB and more is given to it in parts; here the
    /// parts are small.
    void unpacksInParts_data()
    {
        QTest::addColumn<int>("bytesAtOnce");
        for (const int bytes : { 1, 2, 7, 100, 1 << 20 })
            QTest::addRow("%d bytes at once", bytes) << bytes;
    }
    void unpacksInParts()
    {
        QFETCH(int, bytesAtOnce);
        const auto text = numbers(500);
        const auto packed = gzipped(text) + gzipped("") + gzipped("the end");
        const auto found = unpacked(packed, static_cast<std::size_t>(bytesAtOnce));
        QVERIFY(found.text == text + "the end");
        QCOMPARE(found.problem, "");
        QCOMPARE(found.consumed, packed.size());
    }

    void saysWhereAStreamEnds()
    {
        const auto text = numbers(500);
        const auto packed = gzipped(text);
        for (const std::size_t bytesAtOnce : { std::size_t(3), std::size_t(1) << 20 }) {
            const auto cut = unpacked(std::string_view(packed).substr(0, 200), bytesAtOnce);
            QVERIFY(!cut.text.empty() && text.starts_with(cut.text));
            QCOMPARE(cut.problem, "the compressed data ends early");
            auto damaged = packed;
            damaged[packed.size() / 2] ^= 0x55;
            damaged[packed.size() / 2 + 1] ^= 0x55;
            QVERIFY(unpacked(damaged, bytesAtOnce)
                        .problem.starts_with("the compressed data is damaged"));
        }
    }
};

QTEST_GUILESS_MAIN(TestCompress)
#include "tst_compress.moc"
