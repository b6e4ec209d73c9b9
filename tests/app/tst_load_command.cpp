// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "tests/support/cli_process.h"

#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>

using namespace testing;

class TestLoadCommand : public QObject {
    Q_OBJECT

private slots:
    void aClosedLoopHasPercentilesAndOperators()
    {
        const auto outcome = cli({ "profile", sampleModel("residual-cnn"), "--streams", "2",
            "--threads", "1", "--runs", "80", "--warmup", "2" });
        QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
        QVERIFY2(outcome.out.startsWith("under load"), qPrintable(outcome.out));
        QVERIFY2(outcome.out.contains("\nlatency "), qPrintable(outcome.out));
        QVERIFY2(!outcome.out.contains("\nwait "), qPrintable(outcome.out));
        QVERIFY2(outcome.out.contains("× alone"), qPrintable(outcome.out));
        QVERIFY2(outcome.err.contains("load: 2 streams of 1 thread each, closed loop"),
            qPrintable(outcome.err));
        QVERIFY2(outcome.err.contains("p99 is not shown: it needs 368 requests, there are 80"),
            qPrintable(outcome.err));
        QVERIFY2(outcome.err.contains("one stream alone takes"), qPrintable(outcome.err));
    }

    void anOpenLoopSaysHowTheQueueWent()
    {
        QTemporaryDir folder;
        const auto target = folder.filePath("load.opscope");
        const auto page = folder.filePath("load.html");
        const auto outcome = cli({ "profile", sampleModel("residual-cnn"), "--streams", "2",
            "--threads", "1", "--rate", "200", "--arrivals", "fixed", "--runs", "80", "--warmup",
            "2", "--format", "json", "-o", target, "--report", page });
        QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
        const auto load = outcome.json()["report"].toObject()["load"].toObject();
        QCOMPARE(load["streams"].toInt(), 2);
        QCOMPARE(load["threads_per_stream"].toInt(), 1);
        QCOMPARE(load["rate"].toDouble(), 200.0);
        QCOMPARE(load["arrivals"].toString(), QString("fixed"));
        QCOMPARE(load["requests"].toInt(), 80);
        QCOMPARE(load["queue"].toObject()["arrived"].toInt(), 80);
        for (const char* name : { "latency", "wait", "service" }) {
            const auto time = load[name].toObject();
            QCOMPARE(time["count"].toInt(), 80);
            QVERIFY(time.contains("p95_ns") && !time.contains("p99_ns"));
            std::int64_t sum = 0;
            for (const auto& bucket : time["buckets"].toArray())
                sum += bucket.toArray()[2].toInt();
            QCOMPARE(sum, std::int64_t(80));
        }
        QVERIFY(load["latency"].toObject()["max_ns"].toDouble()
            >= load["service"].toObject()["min_ns"].toDouble());
        for (const auto& step : outcome.json()["report"].toObject()["steps"].toArray())
            if (step.toObject()["median_ns"].toDouble() > 0)
                QVERIFY(step.toObject().contains("alone_ns"));
        QFile html(page);
        QVERIFY(html.open(QIODevice::ReadOnly));
        const auto text = QString::fromUtf8(html.readAll());
        QVERIFY(text.contains("<h2>Under load</h2>") && text.contains("Latency over percentile"));

        const auto markdown = cli({ "export", target, "--to", "markdown" });
        QVERIFY2(markdown.out.contains("| wait |"), qPrintable(markdown.out + markdown.err));
        const auto csv = cli({ "export", target, "--to", "csv" });
        QVERIFY2(csv.out.contains("alone_ns,times_alone"), qPrintable(csv.out + csv.err));
    }

    void whatDoesNotFitIsRefused_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QString>("words");
        using Options = QStringList;
        QTest::newRow("no rate") << Options { "--arrivals", "fixed" } << "add --rate";
        QTest::newRow("zero") << Options { "--rate", "0" } << "expected requests a second above 0";
        QTest::newRow("none") << Options { "--streams", "0" } << "from 1 to 256";
        QTest::newRow("kind") << Options { "--rate", "5", "--arrivals", "now" }
                              << "expected poisson or fixed";
        QTest::newRow("sweep") << Options { "--streams", "2", "--sweep", "threads=1:2" }
                               << "--sweep is of runs one after another";
        QTest::newRow("threads") << Options { "--streams", "2", "--record", "threads" }
                                 << "choose --record operators or phases";
        QTest::newRow("engine") << Options { "--streams", "2", "--engine", "onnxruntime" }
                                << "leave --engine out";
    }

    void whatDoesNotFitIsRefused()
    {
        QFETCH(QStringList, options);
        QFETCH(QString, words);
        const auto outcome = cli(QStringList { "profile", sampleModel("residual-cnn") } + options);
        QCOMPARE(outcome.code, 2);
        QVERIFY2(outcome.err.contains(words), qPrintable(outcome.err));
    }
};

QTEST_GUILESS_MAIN(TestLoadCommand)
#include "tst_load_command.moc"
