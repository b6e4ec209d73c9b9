#include <QTest>

#include "tests/support/ui/sample_model.h"
#include "ui/canvas/painting/badges.h"
#include "ui/delegates/roles.h"
#include "ui/verify/verification.h"
#include "ui/verify/verify_table.h"
#include "ui/verify/verify_text.h"
#include "ui/widgets/histogram_view.h"

#include <QAbstractItemModelTester>

#include <cmath>
#include <numeric>

using engine::VerifyOutcome;
using ui::Verification;
using ui::VerifyTable;

namespace {

/// As `opscope-cli verify --format json` prints it (docs/command-line.md): a set with an output
/// that fails and one that passes, a set that could not run, a set with one output too few.
constexpr std::string_view golden = R"({"tests": [{
  "folder": "/models/net", "outcome": "failed", "opens": true, "runs": false, "agrees": null,
  "message": "output 'y': 2 of 6 elements differ", "sets": [
    {"set": "test_data_set_0", "outcome": "failed", "message": "output 'y': 2 of 6 elements differ",
     "largest_absolute": 0.5, "largest_relative": 0.25, "where": "[1, 2]", "statistical": false,
     "outputs": [
      {"name": "y_out", "type": "float", "shape": [2, 3], "outcome": "failed",
       "message": "2 of 6 elements differ", "largest_absolute": 0.5, "largest_relative": 0.25,
       "where": "[1, 2]", "found": 2.5, "expected": 2, "elements": 6, "beyond": 2,
       "absolute_tolerance": 1e-07, "relative_tolerance": 0.001, "histogram": {"log10_first": -16,
        "counts": [0,0,0,0,0,0,0,0,0,2,0,0,0,0,0,1,0,0,0,0,0,0,0,0], "equal": 2, "not_finite": 1}},
      {"name": "z_out", "type": "string", "shape": [], "outcome": "passed", "message": "",
       "largest_absolute": null, "largest_relative": null, "where": "", "found": null,
       "expected": null, "elements": 1, "beyond": 0, "absolute_tolerance": null,
       "relative_tolerance": null, "histogram": {"log10_first": -16, "counts": [], "equal": 0,
        "not_finite": 0}}]},
    {"set": "test_data_set_1", "outcome": "unsupported", "message": "no kernel for Exotic",
     "largest_absolute": 0, "largest_relative": 0, "where": "", "statistical": false,
     "outputs": []},
    {"set": "test_data_set_2", "outcome": "failed",
     "message": "the model gives 1 outputs, output_1.pb is expected too", "outputs": [
      {"name": "y_out", "type": "float", "shape": [2, 3], "outcome": "passed", "message": "",
       "largest_absolute": 0, "largest_relative": 0, "where": "", "found": null, "expected": null,
       "elements": 6, "beyond": 0, "absolute_tolerance": 1e-07, "relative_tolerance": 0.001,
       "histogram": {"log10_first": -16, "counts": [], "equal": 6, "not_finite": 0}}]}]}],
  "passed": 0, "failed": 1, "unsupported": 0, "ran": 0})";

/// `--against reference`: y is off by its own doing, z only because its input was.
constexpr std::string_view goldenTiers = R"({"tests": [{"model": "/models/net/model.onnx",
  "outcome": "failed", "message": "at fault first: Relu 'y'", "crash": null,
  "against": "reference", "device": "cpu", "cap_bytes": 536870912, "inputs": ["x: random"],
  "passes": 1, "kept_bytes": 48, "complete": true, "first_divergence": 0, "first_at_fault": 0,
  "nodes": [
   {"node": "y", "op": "Relu", "node_ids": [0], "implementation": "AVX2", "tier": "native",
    "outcome": "failed", "own_outcome": "failed", "turns": 1, "compared_turns": 1,
    "outputs": [{"name": "y_out", "type": "float", "shape": [2, 3], "outcome": "failed",
      "message": "1 of 6", "largest_absolute": 0.5, "where": "[0, 1]", "elements": 6, "beyond": 1,
      "absolute_tolerance": 1e-05, "relative_tolerance": 0.001}],
    "own": [{"name": "y_out", "outcome": "failed", "largest_absolute": 0.5, "elements": 6,
      "beyond": 1, "absolute_tolerance": 1e-05, "relative_tolerance": 0.001}]},
   {"node": "z", "op": "Exp", "node_ids": [1], "implementation": "AVX2", "tier": "native",
    "outcome": "failed", "own_outcome": "passed", "turns": 1, "compared_turns": 1,
    "outputs": [{"name": "z_out", "type": "float", "shape": [2, 3], "outcome": "failed",
      "message": "1 of 6", "largest_absolute": 1.25, "where": "[0, 1]", "elements": 6, "beyond": 1,
      "absolute_tolerance": 1e-05, "relative_tolerance": 0.001}],
    "own": [{"name": "z_out", "outcome": "passed", "largest_absolute": 1e-07, "elements": 6,
      "beyond": 0, "absolute_tolerance": 1e-05, "relative_tolerance": 0.001}]}],
  "skipped": []}], "passed": 0, "failed": 1})";

Verification read(std::string_view json)
{
    auto verification = ui::readVerification(json);
    return verification
        ? *std::move(verification)
        : Verification { Verification::State::Failed, verification.error().message(), {} };
}

std::shared_ptr<const Verification> readGolden()
{
    return std::make_shared<const Verification>(read(golden));
}

} // namespace

/// What the verification's process prints, and what tables and charts make of it.
class TestVerification : public QObject {
    Q_OBJECT

private:
    SampleModel m_sample;
    model::ValueId m_y;
    model::ValueId m_z;

private slots:
    void initTestCase()
    {
        const auto x = m_sample.input("x", { 2, 3 });
        m_y = m_sample.node("y", "Relu", { x });
        m_z = m_sample.node("z", "Exp", { m_y });
        m_sample.output(m_y);
        m_sample.output(m_z);
    }

    void everyOutputIsARowAndSoIsASetWithoutAny()
    {
        const auto verification = read(golden);
        QCOMPARE(verification.state, Verification::State::Complete);
        QCOMPARE(verification.rows.size(), 5U);
        QCOMPARE(verification.rows[2].set, std::string("test_data_set_1"));
        QVERIFY(!verification.rows[2].value);
        QCOMPARE(verification.rows[2].outcome, VerifyOutcome::Unsupported);
        QCOMPARE(verification.rows[2].message, std::string("no kernel for Exotic"));
        // Its output agrees, the set does not: that is said in a row of its own.
        QCOMPARE(verification.rows[3].outcome, VerifyOutcome::Passed);
        QVERIFY(!verification.rows[4].value);
        QVERIFY(verification.rows[4].message.find("output_1.pb") != std::string::npos);
        QCOMPARE(verification.count(VerifyOutcome::Failed), 2U);
        QVERIFY(!verification.isAllPassed());
    }

    void figuresArriveAsPrinted()
    {
        const auto verification = read(golden);
        const auto& value = *verification.rows[0].value;
        QCOMPARE(value.name, std::string("y_out"));
        QCOMPARE(ui::typeText(value), QStringLiteral("2×3 float"));
        const auto& difference = value.difference;
        QVERIFY(!difference.isWithin);
        QCOMPARE(difference.largestAbsolute, 0.5);
        QCOMPARE(difference.largestRelative, 0.25);
        QCOMPARE(difference.where, std::string("[1, 2]"));
        QCOMPARE(difference.found, 2.5);
        QCOMPARE(difference.expected, 2.0);
        QCOMPARE(difference.tolerance->absolute, 1e-7);
        QCOMPARE(difference.tolerance->relative, 1e-3);
        QCOMPARE(ui::beyondText(difference), QStringLiteral("2 of 6"));
        const auto& histogram = difference.histogram;
        QCOMPARE(std::accumulate(histogram.counts.begin(), histogram.counts.end(), 0U)
                + histogram.equal + histogram.notFinite,
            difference.elements);
    }

    void whatWasNotMeasuredIsNoZero()
    {
        const auto verification = read(golden);
        const auto& text = *verification.rows[1].value;
        QVERIFY(!text.difference.tolerance);
        QVERIFY(std::isnan(text.difference.largestAbsolute));
        QCOMPARE(ui::errorText(text.difference.found), QStringLiteral("–"));
        QCOMPARE(ui::typeText(text), QStringLiteral("string"));
    }

    void textsThatAreNoResult_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QString>("words");
        QTest::newRow("nothing") << QByteArray() << "byte";
        QTest::newRow("cut off") << QByteArray(R"({"tests": [{"sets": )") << "byte";
        QTest::newRow("something else") << QByteArray(R"({"nodes": []})") << "tests";
        QTest::newRow("a model that does not open")
            << QByteArray(R"({"tests": [{"outcome": "failed", "sets": [],
                "message": "field 7 is cut off"}]})")
            << "field 7 is cut off";
    }
    void textsThatAreNoResult()
    {
        QFETCH(QByteArray, json);
        QFETCH(QString, words);
        const auto verification = read(json.toStdString());
        QCOMPARE(verification.state, Verification::State::Failed);
        QVERIFY(verification.rows.empty());
        QVERIFY2(QString::fromStdString(verification.message).contains(words),
            verification.message.c_str());
    }

    void numbersOfTheWrongKindAreNoCrash()
    {
        const auto verification = read(R"({"tests": [{"sets": [{"set": 7, "outcome": "new",
            "outputs": [{"name": 3, "shape": ["a", -2], "elements": -5, "found": "x",
            "histogram": {"counts": [1, -1, "b"]}}]}]}]})");
        QCOMPARE(verification.rows.size(), 1U);
        const auto& value = *verification.rows[0].value;
        QCOMPARE(value.difference.elements, 0U);
        QCOMPARE(value.difference.histogram.counts[0], 1U);
        QCOMPARE(value.difference.histogram.counts[1], 0U);
        QCOMPARE(verification.rows[0].outcome, VerifyOutcome::Failed);
    }

    void rowsLeadToValuesAndBack()
    {
        VerifyTable table;
        const QAbstractItemModelTester tester(
            &table, QAbstractItemModelTester::FailureReportingMode::QtTest);
        table.set(readGolden(), m_sample.share());
        QCOMPARE(table.rowCount(), 5);
        using Kind = ui::SelectedItem::Kind;
        const ui::SelectedItem z { Kind::Value, m_z.value() };
        QCOMPARE(ui::itemOf(table.index(1, 0).data(ui::ItemRole)), z);
        QCOMPARE(table.indexOf(z).row(), 1);
        QCOMPARE(table.indexOf({ Kind::Node, m_sample.producer(m_z).value() }).row(), 1);
        QVERIFY(!table.indexOf({ Kind::Value, 0 }).isValid());
        QCOMPARE(ui::itemOf(table.index(2, 0).data(ui::ItemRole)).kind, Kind::None);
    }

    void onlyFailuresLeavesOutWhatPassed()
    {
        VerifyTable table;
        const QAbstractItemModelTester tester(
            &table, QAbstractItemModelTester::FailureReportingMode::QtTest);
        table.set(readGolden(), nullptr);
        table.setOnlyFailures(true);
        QCOMPARE(table.rowCount(), 3);
        for (int row = 0; row < 3; ++row)
            QVERIFY(table.rowAt(row).outcome != VerifyOutcome::Passed);
        table.setOnlyFailures(false);
        QCOMPARE(table.rowCount(), 5);
    }

    void filesGetPlainNumbers()
    {
        VerifyTable table;
        table.set(readGolden(), nullptr);
        QCOMPARE(table.index(0, VerifyTable::LargestAbsolute).data(ui::CopyRole).toString(),
            QStringLiteral("0.5"));
        QCOMPARE(
            table.index(1, VerifyTable::LargestAbsolute).data(ui::CopyRole).toString(), QString());
        QVERIFY(table.index(1, VerifyTable::LargestAbsolute).data(ui::SortRole).toDouble()
            < table.index(3, VerifyTable::LargestAbsolute).data(ui::SortRole).toDouble());
    }

    void errorsStandAtTheNodesThatMadeThem()
    {
        const auto errors = ui::errorsByNode(read(golden), m_sample.model());
        QCOMPARE(errors.size(), 2U);
        QCOMPARE(errors[m_sample.producer(m_y).value()], 0.5); // the larger of two data sets
        QVERIFY(std::isnan(errors[m_sample.producer(m_z).value()])); // texts have no error
        QVERIFY(ui::errorsByNode(Verification {}, m_sample.model()).empty());
    }

    void theHistogramHasABarPerDecadeAndMarksTheTolerance()
    {
        const auto verification = read(golden);
        const auto content = ui::histogramOf(verification.rows[0].value->difference);
        QCOMPARE(std::accumulate(content.counts.begin(), content.counts.end(), 0U), 6U);
        QCOMPARE(content.counts.front(), 2U); // equal
        QCOMPARE(content.counts.back(), 1U); // not finite
        QCOMPARE(content.tones.size(), content.counts.size());
        // Two errors from 1e-7 to 1e-6 stand right of the tolerance, 1e-7.
        const auto bin = static_cast<std::size_t>(std::lround(content.markAt));
        QCOMPARE(content.counts[bin], 2U);
        QVERIFY2(content.tip(bin).contains(QStringLiteral("10⁻⁷")), qPrintable(content.tip(bin)));
    }

    void betweenTiersTheFaultAndWhatCarriesItAreToldApart()
    {
        const auto verification = read(goldenTiers);
        QCOMPARE(verification.kind, Verification::Kind::Tiers);
        QCOMPARE(verification.rows.size(), 2U);
        const auto& y = verification.rows[0];
        const auto& z = verification.rows[1];
        QCOMPARE(y.step->implementation, std::string("AVX2"));
        QCOMPARE(z.step->own->largestAbsolute, 1e-7);
        QCOMPARE(ui::outcomeText(y), QStringLiteral("at fault"));
        QCOMPARE(ui::outcomeText(z), QStringLiteral("carried"));
        QCOMPARE(verification.firstDivergence(), &verification.rows[0]);
        QCOMPARE(verification.firstAtFault(), &verification.rows[0]);
        QCOMPARE(ui::nodeOf(z, m_sample.model()), m_sample.producer(m_z));
        QVERIFY2(ui::summaryOf(verification).contains(QStringLiteral("Relu y")),
            qPrintable(ui::summaryOf(verification)));
    }

    void theDivergenceIsOnTheCards()
    {
        const auto verification = read(goldenTiers);
        const auto badges = ui::makeBadges(m_sample.model(), {}, nullptr, &verification);
        const auto& first = badges->at(m_sample.producer(m_y).value());
        QCOMPARE(first.size(), 1U); // the same node is at fault
        QCOMPARE(first.front().text, std::string("DIVERGES"));
        QVERIFY(!badges->contains(m_sample.producer(m_z).value()));
        const auto folder = read(golden);
        QVERIFY(ui::makeBadges(m_sample.model(), {}, nullptr, &folder)->empty());
    }

    void nodesThatTheModelHasNotAreNoCrash()
    {
        auto verification = read(goldenTiers);
        verification.rows[0].step->nodes = { model::NodeId(4'000'000'000U) };
        QVERIFY(!ui::nodeOf(verification.rows[0], m_sample.model()).isValid());
        QVERIFY(ui::makeBadges(m_sample.model(), {}, nullptr, &verification)->empty());
    }

    void errorsAreShort_data()
    {
        QTest::addColumn<double>("error");
        QTest::addColumn<QString>("text");
        QTest::newRow("none") << 0.0 << "0";
        QTest::newRow("small") << 1.2345e-7 << "1.23e−7";
        QTest::newRow("plain") << 0.0421 << "0.0421";
        QTest::newRow("whole") << 12.0 << "12.0";
        QTest::newRow("large") << 3.0e30 << "3.00e30";
        QTest::newRow("negative") << -2.5 << "−2.50";
        QTest::newRow("infinite") << std::numeric_limits<double>::infinity() << "∞";
        QTest::newRow("not measured") << std::nan("") << "–";
    }
    void errorsAreShort()
    {
        QFETCH(double, error);
        QFETCH(QString, text);
        QCOMPARE(ui::errorText(error), text);
    }
};

QTEST_MAIN(TestVerification)
#include "tst_verification.moc"
