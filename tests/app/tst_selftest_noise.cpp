// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "tests/support/cli_process.h"

using namespace testing;

/// `selftest noise`: what it says of any machine. How quiet this one is decides nothing here.
class TestSelftestNoise : public QObject {
    Q_OBJECT

private:
    static CliOutcome noise(QStringList more)
    {
        return cli(QStringList { "selftest", "noise", "--tries", "2", "--rounds", "8", "--runs",
                       "1", "--warmup", "2" }
            + std::move(more));
    }

private slots:
    void whatIsMeasuredAgainstItself_data()
    {
        QTest::addColumn<QStringList>("what");
        QTest::addColumn<bool>("hasOperators");
        QTest::newRow("arithmetic") << QStringList {} << false;
        QTest::newRow("a model") << QStringList { sampleModel("residual-cnn"), "--threads", "1" }
                                 << true;
    }
    void whatIsMeasuredAgainstItself()
    {
        QFETCH(QStringList, what);
        QFETCH(bool, hasOperators);
        const auto outcome = noise(what + QStringList { "--format", "json", "--quiet" });
        const auto json = outcome.json();
        QVERIFY2(json.contains("gate"), qPrintable(outcome.out + outcome.err));
        QCOMPARE(outcome.code, json["gate"].isNull() ? 6 : 0);
        QCOMPARE(json["tries"].toInt(), 2);
        QCOMPARE(json["rounds"].toInt(), 8);
        QVERIFY(json["wall_ns"].toDouble() > 1000);
        QVERIFY(json["called"].toInt() <= 2);
        QVERIFY(json["largest"].toDouble() >= 0);
        QVERIFY(json["apart"].toDouble() >= 0);
        QCOMPARE(json["operators"].toInt() > 0, hasOperators);
    }

    void textSaysTheGate()
    {
        const auto outcome = noise({});
        QVERIFY(outcome.code == 0 || outcome.code == 6);
        for (const auto* row : { "wall", "called", "largest", "resolution", "gate", "apart" })
            QVERIFY2(outcome.out.contains('\n' + QString(row)) || outcome.out.startsWith(row), row);
        QVERIFY(outcome.err.contains("try 2 of 2"));
    }

    void wrongUsageIsSaid_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("no such self-test") << QStringList { "silence" };
        QTest::newRow("peaks of a model") << QStringList { "peaks", sampleModel("residual-cnn") };
        QTest::newRow("no tries") << QStringList { "noise", "--tries", "0" };
    }
    void wrongUsageIsSaid()
    {
        QFETCH(QStringList, arguments);
        QCOMPARE(cli(QStringList { "selftest" } + arguments).code, 2);
    }

    void aFileThatIsNotThereIsAFileError()
    {
        QCOMPARE(cli({ "selftest", "noise", "nowhere.onnx" }).code, 3);
    }
};

QTEST_GUILESS_MAIN(TestSelftestNoise)
#include "tst_selftest_noise.moc"
