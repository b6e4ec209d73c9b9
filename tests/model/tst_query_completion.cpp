#include <QTest>

#include "model/query/query_completion.h"
#include "tests/support/graph_text.h"

namespace {

std::shared_ptr<const model::Model> sample()
{
    return testing::modelFromGraphText("opset 17\n"
                                       "opset com.microsoft 1\n"
                                       "x: float[1,3,8,8]\n"
                                       "w: float[4,3,3,3]\n"
                                       "c = Conv(x, w) {kernel_shape: 3 3; group: 1}\n"
                                       "d = Conv(x, w) {kernel_shape: 1 1}\n"
                                       "r = Relu(c)\n"
                                       "g = com.microsoft:Gelu(d)\n"
                                       "r -> float[1,4,6,6]\n"
                                       "g ->\n");
}

/// `from-to: text (hint) | text (hint)`.
QString complete(const std::string& line, std::size_t cursor)
{
    const auto model = sample();
    model::QueryContext context { *model };
    context.index = model::QueryIndex::build(*model);
    context.measuredText = [](std::string_view key, model::NodeId node) {
        return std::string(key == "on" ? "cpu"
                : node.value() == 0    ? "oneDNN brgconv"
                                       : "reference");
    };
    const auto made = model::completeQuery(line, cursor, context, 5);
    QStringList texts;
    for (const auto& candidate : made.candidates)
        texts << QString::fromStdString(candidate.text + " (" + candidate.hint + ")");
    return QStringLiteral("%1-%2: %3").arg(made.from).arg(made.to).arg(texts.join(" | "));
}

} // namespace

class TestQueryCompletion : public QObject {
    Q_OBJECT

private slots:
    void offersWhatOccurs_data()
    {
        QTest::addColumn<QString>("line"); // | is the cursor
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* line, const char* expected) {
            QTest::newRow(line) << line << expected;
        };
        row("ty|", "0-2: type: (operator or element type, type:Conv)");
        row("re|", "0-2: reads: (nodes that read it, reads:mask) | type:Relu (1 node)");
        row("conv ra|", "5-7: rank: (number of dimensions, rank:4)");
        row("siz|", "0-3: size> (tensors by size, size>1MiB)");
        row("type:|", "5-5: Conv (2 nodes) | Gelu (1 node) | Relu (1 node) | fp32 (3 values)");
        row("type:re| x", "5-7: Relu (1 node)");
        row("-type:ge|", "6-8: Gelu (1 node)");
        row("category:c|", "9-10: convolution (2 nodes) | activation (2 nodes)");
        row("domain:|", "7-7: ai.onnx (3 nodes) | com.microsoft (1 node)");
        row("attr:|", "5-5: kernel_shape (2 nodes) | group (1 node)");
        row("attr:kernel_shape=|", "5-18: kernel_shape=1,1 (1 node) | kernel_shape=3,3 (1 node)");
        row("attr:kernel_shape=3|", "5-19: kernel_shape=3,3 (1 node)");
        row("in:4|", "3-4: 4x3x3x3 (2 values)");
        row("out:1|", "4-5: 1x4x6x6 (1 value)");
        row("rank:|", "5-5: 4 (3 values)");
        row("reads:w|", "6-7: w (value)");
        row("path:x->r|", "5-9: x->r (value)");
        row("value:z|", "6-7: zero ()");
        row("impl:|", "5-5: reference (3 nodes) | oneDNN (1 node)");
        row("on:c|", "3-4: cpu (4 nodes)");
        row("nokey:a|", "0-7: ");
        row("\"ty|", "0-3: ");
        row("/ty|", "0-3: ");
    }

    void offersWhatOccurs()
    {
        QFETCH(QString, line);
        const auto cursor = line.indexOf('|');
        line.remove(cursor, 1);
        QTEST(complete(line.toStdString(), static_cast<std::size_t>(cursor)), "expected");
    }

    void offersScopesStepByStep()
    {
        model::Model model;
        model.graphs.emplace_back().id = model::GraphId(0U);
        for (const char* name : { "/Model/layers.0/attn/MatMul", "/Model/layers.0/mlp/Add",
                 "/Model/layers.1/attn/MatMul", "/Model/head" }) {
            auto& node = model.nodes.emplace_back();
            node.graph = model::GraphId(0U);
            node.name = name;
            node.type = "Identity";
        }
        model::QueryContext context { model };
        context.index = model::QueryIndex::build(model);
        const auto texts = [&](const std::string& line) {
            QStringList found;
            for (const auto& candidate :
                model::completeQuery(line, line.size(), context).candidates)
                found << QString::fromStdString(candidate.text + "=" + candidate.hint);
            return found.join(" ");
        };
        QCOMPARE(texts("scope:lay"), "layers.0=2 nodes layers.1=1 node");
        QCOMPARE(texts("scope:mod"), "Model=4 nodes");
        QCOMPARE(texts("scope:layers.0/"), "layers.0/attn=1 node layers.0/mlp=1 node");
        QCOMPARE(texts("scope:matmul"), "");
    }
};

QTEST_GUILESS_MAIN(TestQueryCompletion)
#include "tst_query_completion.moc"
