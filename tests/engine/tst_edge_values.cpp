#include <QTest>

#include "tests/support/engine/edge_values.h"

#include <algorithm>

/// The edge values of every element type, against values that numpy and the standard's text gave:
/// comparing our tiers with each other cannot see a fault in the functions that they share.
class TestEdgeValues : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_cases = testing::edgeCases();
        QVERIFY2(m_cases.size() > 1000, "tests/data/edge_values.txt is cut");
    }

    void reference_data() { addRows(); }
    void reference() { compare(engine::Tier::Reference); }
    void native_data() { addRows(); }
    void native() { compare(engine::Tier::Native); }
    void library_data() { addRows(); }
    void library() { compare(engine::Tier::Library); }

    /// A tier that refuses everything would pass.
    void kernelsTakeTheCases_data()
    {
        QTest::addColumn<engine::Tier>("tier");
        QTest::addColumn<QString>("node");
        for (const auto* node :
            { "Relu-14(float[N])", "Exp-13(float[N])", "Add-14(float[N], float[N])",
                "Pow-15(float[N], float[1])", "Clip-13(float[N], float[], float[])",
                "ReduceMax-20(float[N,K]", "Softmax-13(float[N,K])", "QuantizeLinear-28(float[N]",
                "Cast-28(float[N]) {to: 9}", "Cast-28(int64[N]) {to: 6}" })
            QTest::addRow("native %s", node) << engine::Tier::Native << node;
        for (const auto* node : { "Sigmoid-13(float[N])", "Add-14(float[N], float[N])" })
            QTest::addRow("library %s", node) << engine::Tier::Library << node;
    }
    void kernelsTakeTheCases()
    {
        QFETCH(engine::Tier, tier);
        QFETCH(QString, node);
        const auto entries
            = engine::KernelRegistry::instance().find("", "Add", engine::DeviceKind::Cpu);
        if (std::ranges::find(entries, tier, &engine::KernelEntry::tier) == entries.end())
            QSKIP("built without this tier");
        const auto row = std::ranges::find_if(m_cases, [&](const testing::EdgeCase& known) {
            return known.node.starts_with(node.toStdString());
        });
        QVERIFY(row != m_cases.end());
        QVERIFY(testing::outcomeOf(*row, tier).isTaken);
    }

    void quantisesWhatIsNoNumberToTheLowest_data()
    {
        QTest::addColumn<engine::Tier>("tier");
        QTest::newRow("reference") << engine::Tier::Reference;
        QTest::newRow("native") << engine::Tier::Native;
    }
    void quantisesWhatIsNoNumberToTheLowest()
    {
        using engine::ElementType;
        QFETCH(engine::Tier, tier);
        const auto filled = [](ElementType element, engine::Dims dims, auto value) {
            auto tensor = engine::makeTensor(element, std::move(dims));
            std::ranges::fill(tensor.as<decltype(value)>(), value);
            return tensor;
        };
        const auto byte = filled(ElementType::Int8, {}, std::int8_t(0));
        const auto one = filled(ElementType::Float, {}, 1.0F);
        const auto nan = filled(ElementType::Float, {}, std::numeric_limits<float>::quiet_NaN());
        testing::KernelBench bench("QLinearConv-10(int8[1,3,9,9], float[], int8[], int8[8,3,3,3], "
                                   "float[], int8[], float[], int8[])",
            { filled(ElementType::Int8, { 1, 3, 9, 9 }, std::int8_t(1)), nan, byte,
                filled(ElementType::Int8, { 8, 3, 3, 3 }, std::int8_t(1)), one, byte, one, byte });
        const auto found = bench.run({ .tier = tier, .isConstant = true });
        QVERIFY2(found, found ? "" : found.error().message().c_str());
        for (const auto code : found->front().tensor().as<std::int8_t>())
            QCOMPARE(static_cast<int>(code), -128);
    }

    /// Distances between integers may be larger than any of them, and no doubles.
    void countsRangesOfIntegersExactly_data()
    {
        QTest::addColumn<QString>("node");
        QTest::addColumn<QList<qint64>>("expected");
        QTest::newRow("two that are one double")
            << "Range-11(int64[]={9007199254740992}, int64[]={9007199254740993}, int64[]={1})"
            << QList<qint64> { 9007199254740992 };
        QTest::newRow("all integers")
            << "Range-11(int64[]={-9223372036854775807}, int64[]={9223372036854775807}, "
               "int64[]={4611686018427387904})"
            << QList<qint64> { -9223372036854775807, -4611686018427387903, 1, 4611686018427387905 };
        QTest::newRow("downwards")
            << "Range-11(int64[]={9223372036854775807}, int64[]={-9223372036854775807}, "
               "int64[]={-9223372036854775807})"
            << QList<qint64> { 9223372036854775807, 0 };
    }
    void countsRangesOfIntegersExactly()
    {
        QFETCH(QString, node);
        const auto found = testing::KernelBench(node.toStdString()).run({});
        QVERIFY2(found, found ? "" : found.error().message().c_str());
        const auto numbers = found->front().tensor().as<std::int64_t>();
        QTEST(QList<qint64>(numbers.begin(), numbers.end()), "expected");
    }

    /// A number that has no place in an integer type becomes what Cast makes of it.
    void drawsNumbersThatHaveNoPlace_data()
    {
        QTest::addColumn<QString>("node");
        QTest::newRow("uniform")
            << "RandomUniform-1() {shape: 3; low: 3e38; high: -3e38; seed: 1e30; ";
        QTest::newRow("normal")
            << "RandomNormal-1() {shape: 3; mean: 3e38; scale: -3e38; seed: -5; ";
    }
    void drawsNumbersThatHaveNoPlace()
    {
        QFETCH(QString, node);
        const auto drawn = [&](const char* type) {
            return testing::KernelBench((node + type + "}").toStdString()).run({});
        };
        const auto narrow = drawn("dtype: 6");
        QVERIFY2(narrow, narrow ? "" : narrow.error().message().c_str());
        for (const auto number : narrow->front().tensor().as<std::int32_t>())
            QCOMPARE(number, std::numeric_limits<std::int32_t>::min());
        const auto large = drawn("dtype: 7");
        QVERIFY2(large, large ? "" : large.error().message().c_str());
        for (const auto number : large->front().tensor().as<std::int64_t>())
            QCOMPARE(number, std::numeric_limits<std::int64_t>::min());
    }

    /// Without columns there is nothing to add, however large the blocks are.
    void addsNoColumnsOfLargeBlocks()
    {
        const auto found = testing::KernelBench("Col2Im-18(float[1,0,1], int64[2]={1,1073741824}, "
                                                "int64[2]={1,1073741824})")
                               .run({});
        QVERIFY2(found, found ? "" : found.error().message().c_str());
        QCOMPARE(found->front().tensor().count(), 0);
    }

private:
    void addRows() const
    {
        QTest::addColumn<std::size_t>("index");
        for (std::size_t i = 0; i < m_cases.size(); ++i)
            QTest::addRow("%zu %s", i, m_cases[i].node.c_str()) << i;
    }
    void compare(engine::Tier tier) const
    {
        QFETCH(std::size_t, index);
        const auto outcome = testing::outcomeOf(m_cases[index], tier);
        QVERIFY2(outcome.problem.empty(), outcome.problem.c_str());
        QVERIFY(outcome.isTaken || tier != engine::Tier::Reference);
    }

    std::vector<testing::EdgeCase> m_cases;
};

QTEST_GUILESS_MAIN(TestEdgeValues)
#include "tst_edge_values.moc"
