// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "profiler/file/profile_file.h"
#include "tests/support/cli_process.h"
#include "tests/support/profiler/simulated_pair.h"

#include <QJsonArray>
#include <QTemporaryDir>

using namespace testing;

namespace {

QStringList rowsWith(const QJsonObject& json, const QString& result)
{
    QStringList names;
    for (const auto& row : json["gate"].toObject()["rows"].toArray())
        if (row.toObject()["result"].toString() == result)
            names << row.toObject()["name"].toString();
    return names;
}

} // namespace

/// Walkthrough 10 of ux.md on made-up measurements, so that the right answer is known and no
/// machine's mood decides: `compare A B --gate 3% --gate-op 5%`. The real thing is in
/// tst_compare_command and tests/oracles/compare_noise.py.
class TestRegressionGate : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    CliOutcome gated(std::uint64_t seed, std::vector<double> factors, std::uint32_t rounds = 20)
    {
        PairShape shape;
        shape.operatorNs = twentyOperators();
        shape.factors = std::move(factors);
        shape.seed = seed;
        shape.rounds = rounds;
        const auto pair = simulatedPair(shape);
        const auto a = m_folder.filePath("a.opscope");
        const auto b = m_folder.filePath("b.opscope");
        if (!profiler::writeProfileFile(a.toStdString(), *pair[0])
            || !profiler::writeProfileFile(b.toStdString(), *pair[1]))
            return {};
        return cli({ "compare", a, b, "--gate", "3%", "--gate-op", "5%", "--format", "json",
            "--quiet", "--all" });
    }

private slots:
    void initTestCase() { QVERIFY(m_folder.isValid()); }

    void equalThingsNeverFailIt()
    {
        for (std::uint64_t seed = 1; seed <= 20; ++seed) {
            const auto outcome = gated(seed, {});
            QVERIFY2(outcome.code == 0 || outcome.code == 6, qPrintable(outcome.out + outcome.err));
            QVERIFY(rowsWith(outcome.json(), "beyond").isEmpty());
            if (outcome.code == 6)
                QVERIFY(!outcome.json()["gate"].toObject()["help"].toArray().isEmpty());
        }
    }

    void aTenthMoreInOneOperatorFailsItAndNothingElseIsNamed()
    {
        int found = 0;
        QString name;
        for (std::uint64_t seed = 101; seed <= 120; ++seed) {
            std::vector<double> factors(twentyOperators().size(), 1.0);
            factors[largeOperator] = 1.10; // 1 ms of 10 ms
            const auto outcome = gated(seed, std::move(factors), 40);
            const auto beyond = rowsWith(outcome.json(), "beyond");
            QVERIFY2(outcome.code == (beyond.isEmpty() ? 6 : 1), qPrintable(outcome.out));
            if (beyond.isEmpty())
                continue;
            QCOMPARE(beyond.size(), 1);
            if (name.isEmpty())
                name = beyond.first();
            QCOMPARE(beyond.first(), name); // always the one that was slowed down
            ++found;
        }
        QVERIFY2(found >= 18, qPrintable(QString::number(found)));
    }

    void everythingSlowerFailsTheWallToo()
    {
        const auto outcome = gated(7, std::vector<double>(twentyOperators().size(), 1.2));
        QCOMPARE(outcome.code, 1);
        QVERIFY(rowsWith(outcome.json(), "beyond").contains("wall"));
    }

    void everythingFasterPasses()
    {
        const auto outcome = gated(8, std::vector<double>(twentyOperators().size(), 0.7));
        QCOMPARE(outcome.code, 0);
    }

    void tooFewRoundsCannotDecide()
    {
        const auto outcome = gated(9, {}, 3);
        QVERIFY2(outcome.code == 6 || outcome.code == 0, qPrintable(outcome.out));
        std::vector<double> factors(twentyOperators().size(), 1.0);
        factors[largeOperator] = 1.10;
        QCOMPARE(gated(9, std::move(factors), 3).code, 6);
    }
};

QTEST_GUILESS_MAIN(TestRegressionGate)
#include "tst_regression_gate.moc"
