// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "model/inference/call_order.h"
#include "model/onnx/parser.h"
#include "tests/support/wire.h"

#include <limits>
#include <span>

using namespace model;
namespace wire = testing::wire;

namespace {

std::string call(const std::string& name, const std::string& from, const std::string& to)
{
    return wire::node(name, { from }, { to }, wire::bytes(7, "local"));
}

std::string function(const std::string& name, const std::vector<std::string>& nodes)
{
    auto message = wire::bytes(1, name) + wire::bytes(4, "x") + wire::bytes(5, "y");
    for (const auto& node : nodes)
        message += wire::bytes(7, node);
    return wire::bytes(25, message + wire::bytes(10, "local"));
}

/// The main graph calls F0; each function calls the next one twice, the last one is a Relu.
std::shared_ptr<const Model> doubling(int depth)
{
    std::string functions;
    for (int i = 0; i < depth; ++i) {
        const auto next = "F" + std::to_string(i + 1);
        functions
            += function("F" + std::to_string(i), { call(next, "x", "t"), call(next, "t", "y") });
    }
    functions += function("F" + std::to_string(depth), { wire::node("Relu", { "x" }, { "y" }) });
    const auto file = wire::model(wire::bytes(2, "main") + wire::inputField("x")
                          + wire::bytes(1, call("F0", "x", "y")) + wire::outputField("y"))
        + wire::bytes(8, wire::bytes(1, "local") + wire::number(2, 1)) + functions;
    const auto model = onnx::parseModel(std::as_bytes(std::span(file)));
    return model ? *model : nullptr;
}

}

class TestCallOrder : public QObject {
    Q_OBJECT

private slots:
    void countsWhatInliningMakes_data()
    {
        QTest::addColumn<int>("depth");
        QTest::addColumn<quint64>("size");
        QTest::newRow("one call") << 0 << quint64(1);
        QTest::newRow("four calls") << 2 << quint64(4);
        QTest::newRow("2^40 calls") << 40 << (quint64(1) << 40);
        QTest::newRow("more than there are numbers") << 70 << std::numeric_limits<quint64>::max();
    }
    void countsWhatInliningMakes()
    {
        QFETCH(int, depth);
        QFETCH(quint64, size);
        const auto model = doubling(depth);
        QVERIFY(model != nullptr);
        QCOMPARE(quint64(inlinedSize(*model)), size);
    }

    void eachGraphComesAfterThoseInside()
    {
        const auto model = doubling(3);
        QVERIFY(model != nullptr);
        const auto order = bodiesFirst(*model);
        QCOMPARE(order.size(), model->graphs.size());
        QCOMPARE(order.front(), model->functions[3].body);
        QCOMPARE(order.back(), model->main().id);
    }

    void endsWhereAFunctionCallsItself()
    {
        const auto file = wire::model(wire::bytes(2, "main") + wire::inputField("x")
                              + wire::bytes(1, call("F", "x", "y")) + wire::outputField("y"))
            + wire::bytes(8, wire::bytes(1, "local") + wire::number(2, 1))
            + function("F", { wire::node("Relu", { "x" }, { "t" }), call("F", "t", "y") });
        const auto model = onnx::parseModel(std::as_bytes(std::span(file)));
        QVERIFY(model);
        QCOMPARE(inlinedSize(**model), std::uint64_t(1));
    }
};

QTEST_GUILESS_MAIN(TestCallOrder)
#include "tst_call_order.moc"
