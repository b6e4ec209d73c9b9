#include "model/dimension.h"

#include <QTest>
#include <functional>
#include <limits>

using model::Binding;
using model::Dimension;

Q_DECLARE_METATYPE(Dimension)

namespace {

const Dimension seq = Dimension::symbol("seq");
const Dimension batch = Dimension::symbol("batch");

Dimension n(std::int64_t value) { return Dimension::number(value); }

} // namespace

/// Dimensions as canonical expressions.
class TestDimension : public QObject {
    Q_OBJECT

private slots:
    void writesExpressionsInOneForm_data();
    void writesExpressionsInOneForm();
    void takesSizesFromABinding_data();
    void takesSizesFromABinding();
    void comparesEqualOnlyWhatIsKnownToBeEqual();
    void becomesUnknownInsteadOfOverflowing();
    void staysBoundedUnderRepeatedOperations();
    void countsElements();
};

void TestDimension::writesExpressionsInOneForm_data()
{
    QTest::addColumn<Dimension>("dimension");
    QTest::addColumn<QString>("text");
    QTest::newRow("unknown") << Dimension() << "?";
    QTest::newRow("zero") << n(0) << "0";
    QTest::newRow("negative") << n(-3) << "-3";
    QTest::newRow("name") << seq << "seq";
    QTest::newRow("polynomial") << (n(1) + seq * n(2)) << "2*seq + 1";
    QTest::newRow("negative terms") << (n(1) - seq) << "-seq + 1";
    QTest::newRow("product") << (seq * batch * n(3)) << "3*batch*seq";
    QTest::newRow("terms cancel") << (seq + n(1) - seq) << "1";
    QTest::newRow("products meet whatever their order") << (seq * batch - batch * seq) << "0";
    QTest::newRow("unknown spreads") << (seq + Dimension()) << "?";
    QTest::newRow("whole division") << floorDiv(seq * n(4), n(2)) << "2*seq";
    QTest::newRow("division by a name") << floorDiv(seq * batch * n(768), seq * batch) << "768";
    QTest::newRow("rest of a division") << floorDiv(seq * n(2) + n(1), n(2)) << "seq";
    QTest::newRow("rest rounded up") << ceilDiv(seq * n(2) + n(1), n(2)) << "seq + 1";
    QTest::newRow("open division") << floorDiv(seq + n(1), n(2)) << "floor((seq + 1)/2)";
    QTest::newRow("open division is an atom")
        << (floorDiv(seq, n(2)) + floorDiv(seq, n(2))) << "2*floor(seq/2)";
    QTest::newRow("division by itself") << floorDiv(seq + n(1), seq + n(1)) << "1";
    QTest::newRow("division by zero") << floorDiv(seq, n(0)) << "?";
    QTest::newRow("numbers round down") << floorDiv(n(-7), n(2)) << "-4";
    QTest::newRow("numbers round up") << ceilDiv(n(7), n(2)) << "4";
    QTest::newRow("smaller of a constant difference") << min(seq, seq + n(1)) << "seq";
    QTest::newRow("smaller of a constant difference, the larger first")
        << min(seq + n(1), seq) << "seq";
    QTest::newRow("larger of a constant difference") << max(seq, seq + n(1)) << "seq + 1";
    QTest::newRow("larger of a constant difference, the larger first")
        << max(seq + n(1), seq) << "seq + 1";
    QTest::newRow("larger of a size and zero") << max(seq, n(0)) << "seq";
    QTest::newRow("open minimum") << min(n(5), seq) << "min(seq, 5)";
    QTest::newRow("minimum with the end of everything")
        << min(seq, n(std::numeric_limits<std::int64_t>::max())) << "seq";
}

void TestDimension::writesExpressionsInOneForm()
{
    QFETCH(Dimension, dimension);
    QFETCH(QString, text);
    QCOMPARE(QString::fromStdString(dimension.text()), text);
}

void TestDimension::takesSizesFromABinding_data()
{
    QTest::addColumn<Dimension>("dimension");
    QTest::addColumn<QString>("text");
    QTest::newRow("name") << seq << "128";
    QTest::newRow("other name stays") << batch << "batch";
    QTest::newRow("expression") << (seq * n(2) + batch) << "batch + 256";
    QTest::newRow("inside of a division") << floorDiv(seq + n(1), n(2)) << "64";
    QTest::newRow("inside of a minimum") << min(seq, n(5)) << "5";
    QTest::newRow("unknown stays unknown") << Dimension() << "?";
}

void TestDimension::takesSizesFromABinding()
{
    QFETCH(Dimension, dimension);
    QFETCH(QString, text);
    QCOMPARE(QString::fromStdString(dimension.bound(Binding { { "seq", 128 } }).text()), text);
}

void TestDimension::comparesEqualOnlyWhatIsKnownToBeEqual()
{
    QVERIFY((seq + n(1)).isSameAs(n(1) + seq));
    QVERIFY(!seq.isSameAs(batch));
    QVERIFY(!Dimension().isSameAs(Dimension()));
    QVERIFY(Dimension() == Dimension());
    QVERIFY(!(Dimension() == n(0)));
    QCOMPARE((floorDiv(seq, batch)).symbols(), (std::vector<std::string> { "batch", "seq" }));
    QVERIFY(seq.isSymbol() && !(seq * n(2)).isSymbol() && !n(1).isSymbol());
}

void TestDimension::becomesUnknownInsteadOfOverflowing()
{
    const auto huge = n(std::numeric_limits<std::int64_t>::max());
    QVERIFY((huge + n(1)).isUnknown());
    QVERIFY((huge * n(2)).isUnknown());
    QVERIFY((seq * huge * n(2)).isUnknown());
    QVERIFY(floorDiv(n(std::numeric_limits<std::int64_t>::min()), n(-1)).isUnknown());
}

void TestDimension::staysBoundedUnderRepeatedOperations()
{
    auto nested = seq;
    auto product = seq;
    auto sum = n(0);
    for (int i = 0; i < 1000; ++i) {
        nested = floorDiv(nested + n(1), n(3));
        product = product * (seq + batch);
        sum = sum + Dimension::symbol("d" + std::to_string(i));
    }
    QVERIFY(nested.isUnknown());
    QVERIFY(product.isUnknown());
    QVERIFY(sum.isUnknown());
}

void TestDimension::countsElements()
{
    QCOMPARE(model::elementCount(std::vector<std::int64_t> {}), std::optional<std::uint64_t>(1));
    QCOMPARE(model::elementCount(std::vector<std::int64_t> { 2, 0, 3 }),
        std::optional<std::uint64_t>(0));
    QVERIFY(!model::elementCount(std::vector<std::int64_t> { -1, 3 }));
    QVERIFY(!model::elementCount(
        std::vector<std::int64_t> { std::int64_t(1) << 40, std::int64_t(1) << 40 }));
    QVERIFY(!model::elementCount(model::Shape { n(2), seq }));
    QCOMPARE(model::shapeText({ n(1), seq, Dimension() }), std::string("1×seq×?"));
    QCOMPARE(model::shapeText({}), std::string("scalar"));
}

QTEST_GUILESS_MAIN(TestDimension)
#include "tst_dimension.moc"
