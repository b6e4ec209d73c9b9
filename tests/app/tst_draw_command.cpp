#include <QTest>

#include "tests/support/cli_process.h"
#include "tests/support/limited_process.h"
#include "tests/support/wire.h"

#include <QFile>
#include <QTemporaryDir>

#include <fstream>
#include <functional>

using testing::cli;
using testing::sampleModel;

namespace {

using namespace testing;

constexpr int many = 100'000;

std::string single() { return wire::tensorType(1, { 2 }); }

std::string oneValueReadByAll()
{
    std::string graph = wire::inputField("x", single());
    for (int i = 0; i < many; ++i)
        graph += wire::nodeField("Neg", { "x" }, { "v" + std::to_string(i) });
    return wire::model(graph + wire::outputField("v0", single()));
}

std::string oneNameMadeByAll()
{
    std::string graph = wire::inputField("x", single());
    for (int i = 0; i < many; ++i)
        graph += wire::nodeField("Neg", { "x" }, { "y" });
    return wire::model(graph + wire::outputField("y", single()));
}

/// Each from a node of its own.
std::string oneNodeThatReadsAll()
{
    std::string graph;
    std::vector<std::string> names;
    for (int i = 0; i < many; ++i) {
        names.push_back("v" + std::to_string(i));
        graph += wire::inputField("i" + names.back(), single())
            + wire::nodeField("Neg", { "i" + names.back() }, { names.back() });
    }
    return wire::model(
        graph + wire::nodeField("Sum", names, { "y" }) + wire::outputField("y", single()));
}

std::string oneNodeThatMakesAll()
{
    std::string graph = wire::inputField("x", single());
    std::vector<std::string> names;
    std::string readers;
    for (int i = 0; i < many; ++i) {
        names.push_back("v" + std::to_string(i));
        readers += wire::nodeField("Neg", { names.back() }, { "r" + names.back() });
    }
    return wire::model(graph + wire::nodeField("Split", { "x" }, names) + readers
        + wire::outputField("rv0", single()));
}

/// Each calls the next one.
std::string functionsThatCallEachOther()
{
    constexpr int deep = 20'000;
    auto text = wire::model(wire::inputField("x", single())
        + wire::nodeField("F0", { "x" }, { "y" }, wire::bytes(7, "loc"))
        + wire::outputField("y", single()));
    text += wire::operatorSet("loc", 1);
    for (int i = 0; i < deep; ++i) {
        const bool isLast = i + 1 == deep;
        text += wire::bytes(25,
            wire::bytes(1, "F" + std::to_string(i)) + wire::bytes(4, "x") + wire::bytes(5, "y")
                + wire::bytes(7,
                    isLast ? wire::node("Neg", { "x" }, { "y" })
                           : wire::node("F" + std::to_string(i + 1), { "x" }, { "y" },
                               wire::bytes(7, "loc")))
                + wire::bytes(9, wire::number(2, 17))
                + wire::bytes(9, wire::bytes(1, "loc") + wire::number(2, 1))
                + wire::bytes(10, "loc"));
    }
    return text;
}

}

Q_DECLARE_METATYPE(std::function<std::string()>)

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

    /// What is wide or deep costs what is drawn of it, not the square.
    void drawsWhatIsWideOrDeepInBoundedTimeAndMemory_data()
    {
        QTest::addColumn<std::function<std::string()>>("make");
        using Make = std::function<std::string()>;
        QTest::newRow("a value with 100,000 readers") << Make(oneValueReadByAll);
        QTest::newRow("a name with 100,000 producers") << Make(oneNameMadeByAll);
        QTest::newRow("a node with 100,000 inputs") << Make(oneNodeThatReadsAll);
        QTest::newRow("a node with 100,000 outputs") << Make(oneNodeThatMakesAll);
        QTest::newRow("20,000 functions that call each other") << Make(functionsThatCallEachOther);
    }
    void drawsWhatIsWideOrDeepInBoundedTimeAndMemory()
    {
        QFETCH(std::function<std::string()>, make);
        QTemporaryDir folder;
        const auto path = folder.filePath("wide.onnx").toStdString();
        std::ofstream(path, std::ios::binary) << make();
        const auto picture = folder.filePath("wide.svg").toStdString();
        const testing::Limits limits { .cpuSeconds = 20 };
        const auto run
            = testing::runLimited(testing::cliProgram(), { "draw", path, "-o", picture }, limits);
        QVERIFY2(run.exit == 0 && !run.signal, (run.errors + std::to_string(run.exit)).c_str());
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) // they add their own memory
        QVERIFY2(run.bytes < limits.bytes, std::to_string(run.bytes).c_str());
#endif
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
