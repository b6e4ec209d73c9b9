#include "model/decode.h"

#include <QTest>
#include <cmath>

using namespace model;

class TestDecode : public QObject {
    Q_OBJECT

private slots:
    void decodesFloats_data();
    void decodesFloats();
    void decodesPackedIntegers_data();
    void decodesPackedIntegers();
    void readsNothingPastTheEnd();
};

void TestDecode::decodesFloats_data()
{
    QTest::addColumn<int>("type");
    QTest::addColumn<quint64>("bits");
    QTest::addColumn<double>("expected");
    const auto row = [](const char* name, ElementType type, quint64 bits, double expected) {
        QTest::newRow(name) << static_cast<int>(type) << bits << expected;
    };
    const double nan = std::nan("");
    const double infinity = HUGE_VAL;
    row("float16 one", ElementType::Float16, 0x3c00, 1);
    row("float16 smallest", ElementType::Float16, 0x0001, std::ldexp(1, -24));
    row("float16 infinity", ElementType::Float16, 0xfc00, -infinity);
    row("bfloat16", ElementType::Bfloat16, 0xc040, -3);
    row("e4m3fn largest", ElementType::Float8E4M3FN, 0x7e, 448);
    row("e4m3fn NaN", ElementType::Float8E4M3FN, 0x7f, nan);
    row("e4m3fnuz largest", ElementType::Float8E4M3FNUZ, 0x7f, 240);
    row("e4m3fnuz NaN", ElementType::Float8E4M3FNUZ, 0x80, nan);
    row("e5m2 largest", ElementType::Float8E5M2, 0x7b, 57344);
    row("e5m2 infinity", ElementType::Float8E5M2, 0x7c, infinity);
    row("e5m2fnuz largest", ElementType::Float8E5M2FNUZ, 0x7f, 57344);
    row("e8m0 one", ElementType::Float8E8M0, 127, 1);
    row("e8m0 NaN", ElementType::Float8E8M0, 255, nan);
    row("e2m1 largest", ElementType::Float4E2M1, 0x7, 6);
    row("e2m1 smallest", ElementType::Float4E2M1, 0x9, -0.5);
    row("e2m3 largest", ElementType::Float6E2M3, 0x1f, 7.5);
    row("e3m2 largest", ElementType::Float6E3M2, 0x1f, 28);
}

void TestDecode::decodesFloats()
{
    QFETCH(int, type);
    QFETCH(quint64, bits);
    QFETCH(double, expected);
    const double value = floatFromBits(static_cast<ElementType>(type), bits);
    if (std::isnan(expected))
        QVERIFY(std::isnan(value));
    else
        QCOMPARE(value, expected);
}

void TestDecode::decodesPackedIntegers_data()
{
    QTest::addColumn<int>("type");
    QTest::addColumn<QByteArray>("packed");
    QTest::addColumn<QList<qlonglong>>("expected");
    const auto row
        = [](const char* name, ElementType type, const char* hex, QList<qlonglong> expected) {
              QTest::newRow(name) << static_cast<int>(type) << QByteArray::fromHex(hex) << expected;
          };
    row("int4", ElementType::Int4, "f107", { 1, -1, 7, 0 });
    row("uint4", ElementType::Uint4, "f107", { 1, 15, 7, 0 });
    row("int2", ElementType::Int2, "e4", { 0, 1, -2, -1 });
    row("uint2", ElementType::Uint2, "e4", { 0, 1, 2, 3 });
    row("int8", ElementType::Int8, "7f80", { 127, -128 });
    row("uint16", ElementType::Uint16, "ffff", { 65535 });
    row("int64", ElementType::Int64, "0000000000000080", { std::numeric_limits<qlonglong>::min() });
    row("bool", ElementType::Bool, "0100", { 1, 0 });
    row("float", ElementType::Float, "0000c0c0", { -6 });
}

void TestDecode::decodesPackedIntegers()
{
    QFETCH(int, type);
    QFETCH(QByteArray, packed);
    QFETCH(QList<qlonglong>, expected);
    const auto bytes
        = std::as_bytes(std::span(packed.constData(), static_cast<std::size_t>(packed.size())));
    QList<qlonglong> values;
    for (qsizetype i = 0; i < expected.size(); ++i)
        values << integerAt(static_cast<ElementType>(type), bytes, static_cast<std::uint64_t>(i));
    QCOMPARE(values, expected);
}

void TestDecode::readsNothingPastTheEnd()
{
    const std::vector<std::byte> three(3, std::byte { 1 });
    QVERIFY(std::isnan(numberAt(ElementType::Float, three, 0)));
    QVERIFY(std::isnan(numberAt(ElementType::Uint8, three, 3)));
    QCOMPARE(bitsAt(ElementType::Float6E2M3, three, 3), 0U);
    QCOMPARE(bitsAt(ElementType::Int64, three, ~std::uint64_t { 0 }), 0U);
}

QTEST_GUILESS_MAIN(TestDecode)
#include "tst_decode.moc"
