#include <QTest>

#include "profiler/attribution/tensorrt.h"
#include "profiler/importers/formats.h"
#include "tests/support/graph_text.h"
#include "tests/support/paths.h"

#include <QFile>

#include <algorithm>

using namespace profiler;

namespace {

constexpr const char* blockText = R"(x: float[1,3,8,8]
w: float[3,3,1,1]
c = Conv(x, w) "Conv_0"
r = Relu(c) "Relu_1"
n = Sigmoid(r)
y = MaxPool(n) "MaxPool_3"
y ->
)";

TensorRtLayer layer(std::string name, std::string type, std::vector<std::string> nodes = {})
{
    return { std::move(name), std::move(type), {}, std::move(nodes) };
}

/// Each attribution as `rule: nodes`.
QStringList attributedLayers(const std::vector<TensorRtLayer>& layers)
{
    const auto model = testing::modelFromGraphText(blockText);
    const auto labels = model::nodeLabels(*model);
    QStringList texts;
    for (const auto& each : attributeTensorRt(*model, layers)) {
        QStringList nodes;
        for (const auto id : each.nodes)
            nodes << QString::fromStdString(labels[id.value()]);
        const auto rule = attributionRuleName(each.rule);
        texts << QString::fromUtf8(rule.data(), qsizetype(rule.size())) + ": " + nodes.join(", ");
    }
    return texts;
}

} // namespace

class TestTensorRtAttribution : public QObject {
    Q_OBJECT

private slots:
    void metadataLeadsToNodes()
    {
        QCOMPARE(attributedLayers({ layer("any", "Conv", { "Conv_0", "Relu_1" }),
                     layer("kernel", "kgen", { "node_of_n", "unknown" }),
                     layer("Conv_0", "x", { "MaxPool_3" }) }),
            (QStringList { "name: Conv_0, Relu_1", "name: graph/node[2]", "name: MaxPool_3" }));
    }

    void namesLeadToNodesWithoutMetadata()
    {
        QCOMPARE(attributedLayers({ layer("w + Conv_0 + PWN(Relu_1)", "CaskConvolution"),
                     layer("MaxPool_3", "CudaPooling"), layer("mystery", "NoOp") }),
            (QStringList { "name: Conv_0, Relu_1", "name: MaxPool_3", "none: " }));
    }

    void layersOfTensorRtItselfAreRows()
    {
        QCOMPARE(
            attributedLayers(
                { layer("Reformatting CopyNode for Input Tensor 0 to Conv_0 + Relu_1", "Reformat"),
                    layer("(Unnamed Layer* 306) [Shuffle]", "Shuffle") }),
            (QStringList { "added by the engine: Conv_0, Relu_1", "added by the engine: " }));
        // A fused layer that also contains such a name does work of the model.
        QVERIFY(
            !isTensorRtReformat("(Unnamed Layer* 1) [Constant] + (Unnamed Layer* 2) [Shuffle]"));
        QVERIFY(!isTensorRtReformat("Gemm_257 + fc.bias + (Unnamed Layer* 306) [Shuffle]"));
    }

    void layersWithTheSameNodesArePieces()
    {
        QCOMPARE(
            attributedLayers({ layer("a", "kgen", { "Conv_0" }), layer("b", "gemm", { "Conv_0" }),
                layer("c", "kgen", { "Conv_0", "Relu_1" }) }),
            (QStringList { "part: Conv_0", "part: Conv_0", "name: Conv_0, Relu_1" }));
    }

    void metadataIsRead()
    {
        const auto layers = parseTensorRtLayers(
            "{\"Layers\": [ {\"Name\": \"a\", \"LayerType\": "
            "\"kgen\", \"TacticName\": \"t\", \"Metadata\": \"[ONNX Layer: p]\\u001e[ONNX Layer: "
            "q[1]]\\u001f[Other: z]\x1e[ONNX Layer: /r]\"}, \"only a name\", 7 ], \"Bindings\": "
            "[]}",
            "text");
        QVERIFY2(layers, layers ? "" : layers.error().message().c_str());
        QCOMPARE(layers->size(), std::size_t(3));
        QCOMPARE((*layers)[0].nodes, (std::vector<std::string> { "p", "q[1]", "/r" }));
        QCOMPARE((*layers)[0].tactic, std::string("t"));
        QCOMPARE((*layers)[1].name, std::string("only a name"));
        QCOMPARE((*layers)[2].name, std::string());
    }

    void otherFilesAreRefused()
    {
        for (const auto* text : { "", "[]", "{}", "{\"Layers\": 1}", "{\"Layers\": [", "nan" })
            QVERIFY2(!parseTensorRtLayers(text, "text"), text);
        QVERIFY(!readTensorRtLayers("/nowhere/layers.json"));
    }

    /// Files that trtexec wrote on real GPUs (TensorRT 8.4 and 8.5).
    void recordedLayersFitTheirTimes_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("reformats");
        QTest::newRow("fp16") << "trt-resnet-fp16-a100" << 12;
        QTest::newRow("qat") << "trt-resnet-qat-a100" << 3;
        QTest::newRow("mobilenet") << "trt-mobilenet-qat" << 1;
    }
    void recordedLayersFitTheirTimes()
    {
        QFETCH(QString, name);
        QFETCH(int, reformats);
        const auto start = testing::dataDir() / "profiles" / name.toStdString();
        const auto layers = readTensorRtLayers(start.string() + ".graph.json");
        if (!layers)
            QSKIP("no recorded files: set OPSCOPE_TEST_DATA");
        const auto profile = trtexecFormat.read(start.string() + ".profile.json", {}, {});
        QVERIFY(profile);
        QStringList timed;
        for (const auto& step : (*profile)->steps)
            timed << QString::fromStdString(std::string((*profile)->text(step.label)));
        QStringList described;
        for (const auto& each : *layers)
            described << QString::fromStdString(each.name);
        QCOMPARE(std::ranges::count_if(
                     *layers, [](const auto& each) { return isTensorRtReformat(each.name); }),
            reformats);
        described.removeDuplicates();
        timed.sort();
        described.sort();
        QCOMPARE(timed, described);
    }
};

QTEST_GUILESS_MAIN(TestTensorRtAttribution)
#include "tst_tensorrt_attribution.moc"
