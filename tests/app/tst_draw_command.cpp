#include <QTest>

#include "tests/support/cli_process.h"

#include <QFile>
#include <QTemporaryDir>

using testing::cli;
using testing::sampleModel;

/// Pictures of the command line: colours, themes, legend, and the same bytes every time.
class TestDrawCommand : public QObject {
    Q_OBJECT

private slots:
    void writesTheSameBytesInEveryProcess_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::newRow("plain") << QStringList();
        QTest::newRow("dark, to the right")
            << QStringList { "--theme", "dark", "--direction", "right" };
        QTest::newRow("by type, all folded") << QStringList { "--by", "type", "--fold", "0" };
    }
    void writesTheSameBytesInEveryProcess()
    {
        QFETCH(QStringList, options);
        for (const char* name : { "residual-cnn", "tiny-decoder", "control-flow" }) {
            const auto first = cli(QStringList { "draw", sampleModel(name) } + options);
            const auto second = cli(QStringList { "draw", sampleModel(name) } + options);
            QCOMPARE(first.code, 0);
            QVERIFY(first.out.size() > 1000);
            QVERIFY2(first.out == second.out, name);
        }
    }

    void coloursByWhatIsAskedAndSaysSo_data()
    {
        QTest::addColumn<QString>("by");
        QTest::addColumn<QString>("legend");
        QTest::newRow("category") << "category"
                                  << "Convolution";
        QTest::newRow("type") << "type"
                              << "BatchNormalization";
        QTest::newRow("group") << "group"
                               << "stage1";
        QTest::newRow("parameters") << "parameters"
                                    << "Parameters";
        QTest::newRow("flops") << "flops"
                               << "FLOP";
        QTest::newRow("bytes") << "bytes"
                               << "Least traffic";
    }
    void coloursByWhatIsAskedAndSaysSo()
    {
        QFETCH(QString, by);
        QFETCH(QString, legend);
        for (const char* theme : { "light", "dark" }) {
            const auto drawn
                = cli({ "draw", sampleModel("residual-cnn"), "--by", by, "--theme", theme });
            QCOMPARE(drawn.code, 0);
            // The legend stands before the picture.
            const auto head = drawn.out.left(drawn.out.indexOf("class=\"edge"));
            QVERIFY2(head.contains(legend), qPrintable(head.right(600)));
        }
    }

    void coloursByMeasuredTimeMemoryAndError()
    {
        QTemporaryDir folder;
        const auto profile = folder.filePath("p.opscope");
        const auto model = sampleModel("residual-cnn");
        QCOMPARE(cli({ "profile", model, "-o", profile, "--runs", "2", "--warmup", "1" }).code, 0);
        const auto errors = folder.filePath("errors.json");
        cli({ "verify", model, "--against", "reference", "--format", "json", "-o", errors });
        QVERIFY(QFile::exists(errors));
        const auto time = cli({ "draw", model, "--profile", profile });
        const auto memory = cli({ "draw", model, "--profile", profile, "--by", "memory" });
        const auto error = cli({ "draw", model, "--errors", errors });
        QVERIFY(time.out.contains(">Time (log)<"));
        QVERIFY(memory.out.contains(">Output bytes (log)<"));
        QVERIFY(error.out.contains(">Error (log)<"));
        QCOMPARE(cli({ "draw", sampleModel("tiny-decoder"), "--errors", profile }).code, 3);
        QCOMPARE(cli({ "draw", model, "--by", "error" }).code, 2);
        QCOMPARE(cli({ "draw", model, "--by", "memory" }).code, 2);
    }
};

QTEST_GUILESS_MAIN(TestDrawCommand)
#include "tst_draw_command.moc"
