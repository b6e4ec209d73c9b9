// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "tests/support/cli_process.h"

#include <QFile>
#include <QJsonArray>
#include <QRegularExpression>
#include <QTemporaryDir>

using namespace testing;

class TestProfileCommand : public QObject {
    Q_OBJECT

private slots:
    void theTableEndsWithWhatIsInNoOperatorAndTheWall()
    {
        const auto outcome
            = cli({ "profile", sampleModel("residual-cnn"), "--runs", "4", "--warmup", "1" });
        QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
        const auto lines = outcome.out.trimmed().split('\n');
        QVERIFY2(
            lines[lines.size() - 3].startsWith("not in any operator"), qPrintable(outcome.out));
        QVERIFY2(lines[lines.size() - 2].startsWith("wall")
                && lines[lines.size() - 2].endsWith("with recording"),
            qPrintable(outcome.out));
        QVERIFY2(lines.last().startsWith("wall") && lines.last().endsWith("without recording"),
            qPrintable(outcome.out));
        QVERIFY2(outcome.err.contains("recording costs"), qPrintable(outcome.err));
    }

    void jsonTellsWhatRanAndWhatCameOut()
    {
        const auto json = cli({ "profile", sampleModel("tiny-decoder"), "--runs", "3", "--warmup",
                                  "1", "--dim", "sequence=5", "--format", "json" })
                              .json();
        QCOMPARE(json["model_sha256"].toString(),
            cli({ "inspect", sampleModel("tiny-decoder"), "--format", "json" })
                .json()["model_sha256"]
                .toString());
        QCOMPARE(json["device"].toString(), QString("cpu"));
        QCOMPARE(json["precision"].toString(), QString("f32"));
        QVERIFY(json["threads"].toInt() >= 1);
        QCOMPARE(json["wall_ns"].toArray().size(), 3);
        QCOMPARE(json["wall_recorded_ns"].toArray().size(), 3);
        for (const auto& wall : json["wall_ns"].toArray())
            QVERIFY(wall.toDouble() > 0);
        const auto output = json["outputs"].toArray()[0].toObject();
        QCOMPARE(output["name"].toString(), QString("logits"));
        QCOMPARE(output["type"].toString(), QString("float"));
        QCOMPARE(output["shape"].toArray(), QJsonArray({ 1, 5, 256 }));
        QVERIFY(output["min"].toDouble() <= output["mean"].toDouble()
            && output["mean"].toDouble() <= output["max"].toDouble());
        QVERIFY(json["nodes_unsupported"].toArray().isEmpty());
        QCOMPARE(json["report"].toObject()["schema"].toInt(), 1);
    }

    void threadsAreRecordedWhereAsked()
    {
        for (const char* level : { "threads", "counters" }) {
            const auto report
                = cli({ "profile", sampleModel("residual-cnn"), "--runs", "3", "--warmup", "1",
                          "--threads", "2", "--record", level, "--format", "json" })
                      .json()["report"]
                      .toObject();
            for (const auto& step : report["steps"].toArray()) {
                const auto busy = step.toObject()["threads_busy"];
                QVERIFY(busy.isDouble() && busy.toDouble() >= 0 && busy.toDouble() <= 1);
            }
        }
        const auto plain = cli({ "profile", sampleModel("residual-cnn"), "--runs", "3", "--warmup",
                                   "1", "--threads", "2", "--format", "json" })
                               .json()["report"]
                               .toObject();
        for (const auto& step : plain["steps"].toArray())
            QVERIFY(!step.toObject().contains("threads_busy"));
        const auto unknown
            = cli({ "profile", sampleModel("residual-cnn"), "--record", "everything" });
        QCOMPARE(unknown.code, 2);
        QVERIFY2(unknown.err.contains("expected runs, operators, phases or threads"),
            qPrintable(unknown.err));
    }

    void countersAreOfAGpu()
    {
        const auto refused = cli({ "profile", sampleModel("residual-cnn"), "--counters", "basic" });
        QCOMPARE(refused.code, 2);
        QVERIFY2(refused.err.contains("add --device cuda"), qPrintable(refused.err));
        const auto unknown = cli({ "profile", sampleModel("residual-cnn"), "--counters", "all" });
        QCOMPARE(unknown.code, 2);
        QVERIFY2(unknown.err.contains("expected basic, full or cpu"), qPrintable(unknown.err));
        const auto generated = cli(
            { "profile", sampleModel("tiny-decoder"), "--counters", "cpu", "--generate", "2" });
        QCOMPARE(generated.code, 2);
        QVERIFY2(generated.err.contains("leave --generate out"), qPrintable(generated.err));
    }

    /// Whatever the kernel allows: what the system counts is there, and so are the processor's
    /// events or the reason why not.
    void theProcessorIsCountedWhereItIsAllowed()
    {
        const QStringList arguments { "profile", sampleModel("residual-cnn"), "--counters", "cpu",
            "--runs", "2", "--warmup", "1" };
        const auto outcome = cli(arguments + QStringList { "--format", "json" });
        QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
        const auto document = outcome.json();
        const auto report = document["report"].toObject();
        QCOMPARE(document["wall_recorded_ns"].toArray().size(), 2); // counted runs are not kept
        const auto reading = report["processor"].toObject()["reading"].toString();
        for (const auto& step : report["steps"].toArray()) {
            const auto counted = step.toObject()["processor"].toObject();
            QVERIFY(counted.contains("page_faults") && counted.contains("migrations"));
            QCOMPARE(counted.contains("ipc"), reading != "none");
        }
        const auto missing = document["missing_counters"].toArray();
        QCOMPARE(missing.isEmpty() && reading == "none", false);
        for (const auto& counter : missing)
            QVERIFY2(outcome.err.contains(counter.toObject()["reason"].toString()),
                qPrintable(outcome.err));
        const auto table = cli(arguments + QStringList { "--by", "type" });
        QVERIFY2(table.code == 0 && table.out.contains("page faults"), qPrintable(table.out));
    }

    void furtherEventsAreNamed()
    {
        const QStringList arguments { "profile", sampleModel("residual-cnn"), "--runs", "2",
            "--warmup", "1", "--counter-events" };
        const auto alone = cli(arguments + QStringList { "cache-misses" });
        QCOMPARE(alone.code, 2);
        QVERIFY2(alone.err.contains("add --counters cpu"), qPrintable(alone.err));
        const auto unknown = cli(arguments + QStringList { "cache-mises", "--counters", "cpu" });
        QCOMPARE(unknown.code, 2);
        QVERIFY2(unknown.err.contains("names near it: cache-misses"), qPrintable(unknown.err));
        const auto table = cli(
            arguments + QStringList { "dTLB-load-misses", "--counters", "cpu", "--format", "csv" });
        QVERIFY2(table.code == 0, qPrintable(table.err));
        QVERIFY2(table.out.section('\n', 0, 0).contains("dTLB-load-misses"), qPrintable(table.out));
    }

    /// The program starts itself again for it, and counts the machine's processors as without it.
    void threadsMayBePinned()
    {
        const QStringList arguments { "profile", sampleModel("residual-cnn"), "--runs", "2",
            "--warmup", "1", "--format", "json" };
        const auto plain = cli(arguments);
        const auto pinned = cli(arguments + QStringList { "--pin" });
        QVERIFY2(plain.code == 0 && pinned.code == 0, qPrintable(pinned.err));
        const auto facts = [](const auto& outcome) {
            return outcome.json()["report"].toObject()["metadata"].toObject();
        };
        QVERIFY(!facts(plain).contains("settings.pinned"));
        QVERIFY(facts(pinned)["settings.pinned"].toBool());
        for (const auto* same : { "machine.cores", "settings.threads" })
            QCOMPARE(facts(pinned)[same], facts(plain)[same]);
        const auto generated
            = cli({ "profile", sampleModel("tiny-decoder"), "--pin", "--generate", "2" });
        QCOMPARE(generated.code, 2);
        QVERIFY2(generated.err.contains("leave --generate out"), qPrintable(generated.err));
    }

    void aSweepMeasuresEverySize()
    {
        const auto outcome = cli({ "profile", sampleModel("tiny-decoder"), "--sweep",
            "sequence=1:8:*2", "--runs", "2", "--warmup", "0", "--format", "json" });
        QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
        QCOMPARE(outcome.json()["dimension"].toString(), QString("sequence"));
        QList<int> sizes;
        for (const auto& point : outcome.json()["points"].toArray()) {
            sizes << point.toObject()["size"].toInt();
            QCOMPARE(point.toObject()["samples"].toInt(), 2);
            QVERIFY(point.toObject()["types"].toArray().size() > 3);
        }
        QCOMPARE(sizes, QList<int>({ 1, 2, 4, 8 }));
        const auto csv
            = cli({ "profile", sampleModel("tiny-decoder"), "--sweep", "sequence=3,1", "--runs",
                      "1", "--warmup", "0", "--format", "csv", "--unit", "us" })
                  .out.split("\r\n");
        QVERIFY2(csv[0].startsWith("sequence,wall,95 %,"), qPrintable(csv[0]));
        QVERIFY2(csv[1].startsWith("3,") && csv[1].contains(" µs,n = 1,"), qPrintable(csv[1]));
        QVERIFY(csv[2].startsWith("1,"));
    }

    void aSweepThatMakesNoSenseIsRefused_data()
    {
        QTest::addColumn<QString>("sweep");
        QTest::newRow("no name") << "=1:2:+1";
        QTest::newRow("no sizes") << "sequence=";
        QTest::newRow("backwards") << "sequence=8:1:*2";
        QTest::newRow("factor of one") << "sequence=1:8:*1";
        QTest::newRow("from zero by a factor") << "sequence=0:8:*2";
        QTest::newRow("no step") << "sequence=1:8";
        QTest::newRow("no such dimension") << "nobody=1,2";
    }
    void aSweepThatMakesNoSenseIsRefused()
    {
        QFETCH(QString, sweep);
        const auto outcome = cli({ "profile", sampleModel("tiny-decoder"), "--sweep", sweep });
        QCOMPARE(outcome.code, 2);
        QVERIFY2(outcome.err.contains("--sweep"), qPrintable(outcome.err));
    }

    void timesCanHaveOneUnit_data()
    {
        QTest::addColumn<QString>("unit");
        QTest::addColumn<QString>("shown");
        QTest::newRow("ns") << "ns"
                            << " ns";
        QTest::newRow("us") << "us"
                            << " µs";
        QTest::newRow("s") << "s"
                           << " s";
    }
    void timesCanHaveOneUnit()
    {
        QFETCH(QString, unit);
        QFETCH(QString, shown);
        const auto outcome = cli({ "run", sampleModel("residual-cnn"), "--unit", unit });
        static const QRegularExpression wall("wall [0-9.,]+( [a-zµ]+) ");
        QCOMPARE(wall.match(outcome.out).captured(1), shown);
    }

    void coloursAreThereOnlyWhenAskedFor()
    {
        const QString escape = "\x1b[";
        QVERIFY(!cli({ "run", sampleModel("residual-cnn") }).out.contains(escape));
        QVERIFY(
            cli({ "run", sampleModel("residual-cnn"), "--color", "always" }).out.contains(escape));
        QVERIFY(
            !cli({ "run", sampleModel("residual-cnn"), "--color", "never" }).out.contains(escape));
        QCOMPARE(cli({ "run", sampleModel("residual-cnn"), "--color", "blue" }).code, 2);
    }

    void quietSaysNothingButErrors()
    {
        QVERIFY(!cli({ "run", sampleModel("tiny-decoder") }).err.isEmpty());
        QCOMPARE(cli({ "run", sampleModel("tiny-decoder"), "--quiet" }).err, QString());
        QVERIFY(!cli({ "run", "/nonexistent.onnx", "--quiet" }).err.isEmpty());
    }

    void exportWritesEveryForm_data()
    {
        QTest::addColumn<QString>("form");
        QTest::addColumn<QByteArray>("start");
        QTest::newRow("html") << "html" << QByteArray("<!DOCTYPE html>");
        QTest::newRow("csv") << "csv" << QByteArray("step,name,");
        QTest::newRow("csv-nodes") << "csv-nodes" << QByteArray("node,op_type,");
        QTest::newRow("csv-runs") << "csv-runs" << QByteArray("run,side,");
        QTest::newRow("json") << "json" << QByteArray("{\"schema\":1,");
        QTest::newRow("chrome") << "chrome" << QByteArray("{\"displayTimeUnit\":\"ns\"");
        QTest::newRow("folded") << "folded" << QByteArray();
        QTest::newRow("markdown") << "markdown" << QByteArray("## ");
    }
    void exportWritesEveryForm()
    {
        QFETCH(QString, form);
        QFETCH(QByteArray, start);
        const auto outcome = cli({ "export", profileFile(), "--to", form });
        QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
        QVERIFY(outcome.out.toUtf8().startsWith(start));
        QVERIFY(outcome.out.contains("Conv") || form == "csv-runs");
        // What goes to a file is the same.
        const auto file = m_folder.filePath("export." + form);
        QCOMPARE(cli({ "export", profileFile(), "--to", form, "-o", file }).code, 0);
        QFile written(file);
        QVERIFY(written.open(QIODevice::ReadOnly));
        QCOMPARE(QString::fromUtf8(written.readAll()), outcome.out);
    }

    void aTraceCanHaveTheFirstRunsOnly()
    {
        const auto file = m_folder.filePath("short.json");
        const auto outcome
            = cli({ "export", profileFile(), "--to", "chrome", "--runs", "2", "-o", file });
        QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
        QVERIFY2(outcome.err.contains("the first 2 recorded runs of 3"), qPrintable(outcome.err));
        QVERIFY2(outcome.err.contains("short.json: "), qPrintable(outcome.err)); // and its size
        const auto countOf = [](const QString& text, const char* what) {
            qsizetype count = 0;
            for (const auto& event :
                QJsonDocument::fromJson(text.toUtf8()).object()["traceEvents"].toArray())
                count += event.toObject()["cat"].toString() == what ? 1 : 0;
            return count;
        };
        QFile written(file);
        QVERIFY(written.open(QIODevice::ReadOnly));
        const auto text = QString::fromUtf8(written.readAll());
        const auto whole = cli({ "export", profileFile(), "--to", "chrome", "--all" }).out;
        QCOMPARE(countOf(text, "op") * 3, countOf(whole, "op") * 2);
        QVERIFY(countOf(text, "run") < countOf(whole, "run"));
        QCOMPARE(cli({ "export", profileFile(), "--to", "csv", "--runs", "2" }).code, 2);
    }

    void aReportIsExportedLikeItsProfile()
    {
        const auto page = m_folder.filePath("page.html");
        QCOMPARE(cli({ "export", profileFile(), "-o", page }).code, 0);
        QCOMPARE(cli({ "export", page, "--to", "csv" }).out,
            cli({ "export", profileFile(), "--to", "csv" }).out);
    }

    void thePictureShowsTheTimesOfAProfile()
    {
        const auto plain = cli({ "draw", sampleModel("residual-cnn") });
        const auto timed = cli({ "draw", sampleModel("residual-cnn"), "--profile", profileFile() });
        QVERIFY2(timed.code == 0, qPrintable(timed.err));
        QVERIFY(plain.out.startsWith("<svg") || plain.out.contains("<svg"));
        QVERIFY(
            !plain.out.contains(" µs") && (timed.out.contains(" µs") || timed.out.contains(" ms")));
        QVERIFY(
            cli({ "draw", sampleModel("residual-cnn"), "--by", "flops" }).out.contains(" MFLOP"));
        const auto other = cli({ "draw", sampleModel("tiny-decoder"), "--profile", profileFile() });
        QCOMPARE(other.code, 2);
        QVERIFY2(other.err.contains("another model"), qPrintable(other.err));
        QCOMPARE(cli({ "draw", sampleModel("residual-cnn"), "--by", "time" }).code, 2);
        QCOMPARE(cli({ "draw", sampleModel("residual-cnn"), "--by", "mood" }).code, 2);
    }

    void aCutProfileGivesWhatIsComplete()
    {
        QFile whole(profileFile());
        QVERIFY(whole.open(QIODevice::ReadOnly));
        const auto bytes = whole.readAll();
        const auto cut = m_folder.filePath("cut.opscope.part");
        QFile file(cut);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(
            bytes + bytes.left(500)); // killed while the next group of rows was being written
        file.close();
        const auto target = m_folder.filePath("recovered.opscope");
        QCOMPARE(cli({ "recover", cut }).code, 2);
        QVERIFY(!QFile::exists(target));
        const auto outcome = cli({ "recover", cut, "-o", target, "--format", "json" });
        QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
        QCOMPARE(cli({ "export", target, "--to", "csv-runs" }).out,
            cli({ "export", profileFile(), "--to", "csv-runs" }).out);
        file.resize(100);
        const auto hopeless = cli({ "recover", cut, "-o", target });
        QCOMPARE(hopeless.code, 3);
        QVERIFY2(hopeless.err.contains("cut.opscope.part"), qPrintable(hopeless.err));
    }

    void anUnknownFormIsNamedWithThoseThatExist()
    {
        const auto outcome = cli({ "export", profileFile(), "--to", "pdf" });
        QCOMPARE(outcome.code, 2);
        QVERIFY2(outcome.err.contains("html|csv"), qPrintable(outcome.err));
    }

private:
    /// Made once.
    QString profileFile()
    {
        const auto file = m_folder.filePath("run.opscope");
        if (!QFile::exists(file))
            cli({ "profile", sampleModel("residual-cnn"), "--runs", "3", "--warmup", "1", "-o",
                file });
        return file;
    }

    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(TestProfileCommand)
#include "tst_profile_command.moc"
