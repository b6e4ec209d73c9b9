#include "engine/plan/engine.h"
#include "model/onnx/parser.h"
#include "tests/support/engine/kernel_bench.h"
#include "tests/support/wire.h"

#include <QtTest>

#include <span>

using namespace engine;
namespace wire = testing::wire;

/// What the engine says of nodes that no kernel could run, before a kernel is asked.
class TestNodeRefusals : public QObject {
    Q_OBJECT

private slots:
    void nameTheInputOrAttribute_data()
    {
        QTest::addColumn<int>("opset");
        QTest::addColumn<QByteArray>("nodes");
        QTest::addColumn<QString>("words");
        const auto row = [](const char* name, int opset, const std::string& nodes,
                             const char* words) {
            QTest::newRow(name) << opset << QByteArray::fromStdString(nodes) << QString(words);
        };
        const auto sequence = wire::nodeField("SequenceConstruct", { "x" }, { "s" });
        row("an input is missing", 17, wire::nodeField("Add", { "x" }, { "y" }),
            "input 1 (B) is missing");
        row("of an operator that came later", 7, wire::nodeField("Scatter", { "x", "x" }, { "y" }),
            "input 2 (updates) is missing");
        row("a sequence for a tensor", 17, sequence + wire::nodeField("Relu", { "s" }, { "y" }),
            "input 0 (X) is a sequence, expected a tensor");
        row("an attribute is missing", 17, wire::nodeField("Concat", { "x", "x" }, { "y" }),
            "attribute 'axis' (int) is missing, which Concat needs");
        row("an attribute of another kind", 17,
            wire::nodeField("Softmax", { "x" }, { "y" },
                wire::bytes(
                    5, wire::bytes(1, "axis") + wire::number(20, 3) + wire::bytes(4, "last"))),
            "attribute 'axis' is of kind string, expected int");
        row("an attribute without a value", 17,
            wire::nodeField("ConstantOfShape", { "x" }, { "y" },
                wire::bytes(5, wire::bytes(1, "value") + wire::number(20, 4))),
            "attribute 'value' has no value, expected one of kind tensor");
    }
    void nameTheInputOrAttribute()
    {
        QFETCH(int, opset);
        QFETCH(QByteArray, nodes);
        QFETCH(QString, words);
        const auto file
            = wire::model(wire::bytes(2, "g") + wire::inputField("x", wire::tensorType(1, { 2, 3 }))
                    + nodes.toStdString() + wire::outputField("y", wire::tensorType(1, { 2, 3 })),
                8, opset);
        const auto model = model::onnx::parseModel(std::as_bytes(std::span(file)));
        QVERIFY(model);
        RunRequest request;
        request.model = *model;
        request.threads = 1;
        request.tolerated = { "all" };
        const auto prepared = prepare(request);
        QVERIFY(!prepared.plan);
        const auto message = QString::fromStdString(prepared.plan.error().message());
        QVERIFY2(message.contains(words), qPrintable(message));
    }

    /// Also where the length of the list is known at the run only.
    void ranksAboveTheHighest_data()
    {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("after");
        QTest::newRow("Expand") << "Expand-13(float[2], int64[65]={"
                                << "})";
        QTest::newRow("ConstantOfShape") << "ConstantOfShape-9(int64[65]={"
                                         << "})";
        QTest::newRow("Reshape") << "Reshape-13(float[1], int64[65]={"
                                 << "})";
    }
    void ranksAboveTheHighest()
    {
        QFETCH(QString, before);
        QFETCH(QString, after);
        const QStringList sizes(65, "1");
        testing::KernelBench bench((before + sizes.join(',') + after).toStdString());
        const auto result = bench.run({});
        QVERIFY(!result);
        const auto message = QString::fromStdString(result.error().message());
        QVERIFY2(message.contains("rank 65"), qPrintable(message));
    }

    /// 2^40 calls in some kilobytes: refused by their number, before they are made.
    void functionsThatCallEachOtherTooOften()
    {
        constexpr int depth = 40;
        const auto function = [](const std::string& name, const std::string& nodes) {
            return wire::bytes(25,
                wire::bytes(1, name) + wire::bytes(4, "x") + wire::bytes(5, "y") + nodes
                    + wire::bytes(10, "local"));
        };
        const auto call = [](const std::string& name, const char* from, const char* to) {
            return wire::bytes(7, wire::node(name, { from }, { to }, wire::bytes(7, "local")));
        };
        std::string functions;
        for (int i = 0; i < depth; ++i) {
            const auto next = "F" + std::to_string(i + 1);
            functions
                += function("F" + std::to_string(i), call(next, "x", "t") + call(next, "t", "y"));
        }
        functions += function(
            "F" + std::to_string(depth), wire::bytes(7, wire::node("Relu", { "x" }, { "y" })));
        const auto file
            = wire::model(wire::bytes(2, "g") + wire::inputField("x", wire::tensorType(1, { 2 }))
                  + wire::nodeField("F0", { "x" }, { "y" }, wire::bytes(7, "local"))
                  + wire::outputField("y", wire::tensorType(1, { 2 })))
            + wire::bytes(8, wire::bytes(1, "local") + wire::number(2, 1)) + functions;
        const auto model = model::onnx::parseModel(std::as_bytes(std::span(file)));
        QVERIFY(model);
        RunRequest request;
        request.model = *model;
        const auto prepared = prepare(request);
        QVERIFY(!prepared.plan);
        const auto message = QString::fromStdString(prepared.plan.error().message());
        QVERIFY2(message.contains("1099511627776 operators come of them, more than 1000000"),
            qPrintable(message));
    }
};

QTEST_GUILESS_MAIN(TestNodeRefusals)
#include "tst_node_refusals.moc"
