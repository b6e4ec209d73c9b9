// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "tests/support/graph_text.h"
#include "tests/support/profiler/attribution_pair.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

using namespace profiler;
using model::NodeId;

namespace {

/// One line per executed node: its first output and the names of its nodes. `proven` is left out:
/// lines of nodes that are not proven begin with `?`.
QString text(const testing::AttributionPair& pair)
{
    std::string lines;
    for (std::size_t i = 0; i < pair.found.size(); ++i) {
        const auto& found = pair.found[i];
        const auto& node = pair.executed->nodes[i];
        const bool isOwn = found.rule == AttributionRule::EngineOwn;
        lines += found.isProven || isOwn ? "" : "? ";
        lines += pair.executed->value(node.outputs.front()).name + ":";
        if (found.rule == AttributionRule::Part)
            lines += " part of";
        if (isOwn)
            lines += " (" + found.purpose + ")";
        else
            for (const auto id : found.nodes)
                lines += " " + pair.model->node(id).name;
        lines += "\n";
    }
    return QString::fromStdString(lines);
}

/// Lines without order and indentation.
QStringList sortedLines(const QString& text)
{
    QStringList lines;
    for (const auto& line : text.split('\n'))
        if (const auto trimmed = line.trimmed(); !trimmed.isEmpty())
            lines << trimmed;
    lines.sort();
    return lines;
}

/// Type and positions of the model's nodes, for each executed node: what does not depend on names.
std::multiset<std::string> regions(const testing::AttributionPair& pair)
{
    std::multiset<std::string> all;
    for (std::size_t i = 0; i < pair.found.size(); ++i) {
        auto line = pair.executed->nodes[i].type + " " + pair.found[i].purpose;
        for (const auto node : pair.found[i].nodes)
            line += " " + std::to_string(node.value());
        all.insert(line);
    }
    return all;
}

struct Case {
    const char* folder;
    const char* version;
    const char* expected;
};

// What the kernels compute, written from the definitions of the operators and of the fusions.
const Case cases[] = {
    { "residual_conv", "1.32.0", R"(
        reorder_token_0: (layout change)
        reorder_token_1: n_conv1 n_relu1
        reorder_token_3: n_conv2 n_relu2
        reorder_token_5: n_conv3 n_sum n_relu3
        reorder_token_7: n_conv4
        reorder_token_8: n_pool
        pool: (layout change)
        flat: n_flat
        y: n_y)" },
    { "residual_conv", "1.20.1", R"(
        reorder_token_0: (layout change)
        reorder_token_1: n_conv1 n_relu1
        reorder_token_3: n_conv2 n_relu2
        reorder_token_5: n_conv3 n_sum n_relu3
        reorder_token_7: n_conv4
        reorder_token_8: n_pool
        pool: (layout change)
        flat: n_flat
        y: n_y)" },
    { "residual_conv_fp16", "1.32.0", R"(
        InsertedPrecisionFreeCast_x: (cast)
        reorder_token_10: (layout change)
        reorder_token_11: n_conv1 n_relu1
        reorder_token_13: n_conv2 n_relu2
        reorder_token_15: n_conv3 n_sum n_relu3
        reorder_token_17: n_conv4
        reorder_token_18: n_pool
        InsertedPrecisionFreeCast_pool: (layout change)
        InsertedPrecisionFreeCast_flat: n_flat
        InsertedPrecisionFreeCast_y: n_y
        y: (cast))" },
    { "residual_conv_fp16", "1.20.1", R"(
        InsertedPrecisionFreeCast_fc.b: (cast)
        InsertedPrecisionFreeCast_fc.w: (cast)
        InsertedPrecisionFreeCast_conv4.b: (cast)
        InsertedPrecisionFreeCast_conv4.w: (cast)
        InsertedPrecisionFreeCast_conv3.b: (cast)
        InsertedPrecisionFreeCast_conv3.w: (cast)
        InsertedPrecisionFreeCast_conv2.b: (cast)
        InsertedPrecisionFreeCast_conv2.w: (cast)
        InsertedPrecisionFreeCast_conv1.b: (cast)
        InsertedPrecisionFreeCast_conv1.w: (cast)
        InsertedPrecisionFreeCast_x: (cast)
        InsertedPrecisionFreeCast_conv1: n_conv1
        InsertedPrecisionFreeCast_relu1: n_relu1
        InsertedPrecisionFreeCast_conv2: n_conv2
        InsertedPrecisionFreeCast_relu2: n_relu2
        InsertedPrecisionFreeCast_conv3: n_conv3
        InsertedPrecisionFreeCast_sum: n_sum
        InsertedPrecisionFreeCast_relu3: n_relu3
        InsertedPrecisionFreeCast_conv4: n_conv4
        InsertedPrecisionFreeCast_pool: n_pool
        InsertedPrecisionFreeCast_flat: n_flat
        InsertedPrecisionFreeCast_y: n_y
        y: (cast))" },
    // Reshapes around Gemm are the engine's. Two of them are joined with the model's Reshape.
    { "transformer_block", "1.32.0", R"(
        gemm_input_reshape_arg: (layout change)
        gemm_output_reshape_arg: n_k_product n_k
        k_split: n_k_split
        k_heads: n_k_heads
        gemm_input_reshape_arg_token_1: (layout change)
        gemm_output_reshape_arg_token_4: n_q_product n_q
        q_split: n_q_split
        q_heads: n_q_heads
        scaled: n_scores n_scaled
        weights: n_weights
        gemm_input_reshape_arg_token_7: (layout change)
        gemm_output_reshape_arg_token_10: n_v_product n_v
        v_split: n_v_split
        v_heads: n_v_heads
        context: n_context
        turned: n_turned
        gemm_input_reshape_arg_token_13: n_merged
        gemm_output_reshape_arg_token_16: n_out_product n_out
        out: (layout change)
        norm: n_added n_norm
        gemm_input_reshape_arg_token_19: (layout change)
        gemm_output_reshape_arg_token_22: n_wide_product n_wide
        wide: (layout change)
        gelu: n_gelu_div n_gelu_erf n_gelu_add n_gelu_mul n_gelu
        y: n_y)" },
    { "transformer_block", "1.20.1", R"(
        k_product: n_k_product
        k: n_k
        k_split: n_k_split
        k_heads: n_k_heads
        q_product: n_q_product
        q: n_q
        q_split: n_q_split
        q_heads: n_q_heads
        scaled: n_scores n_scaled
        weights: n_weights
        v_product: n_v_product
        v: n_v
        v_split: n_v_split
        v_heads: n_v_heads
        context: n_context
        turned: n_turned
        merged: n_merged
        out_product: n_out_product
        norm: n_out n_added n_norm
        wide_product: n_wide_product
        gelu: n_wide n_gelu_div n_gelu_erf n_gelu_add n_gelu_mul n_gelu
        y: n_y)" },
    // `first` has two readers; each kernel dequantises for itself.
    { "quantised_conv", "1.32.0", R"(
        conv1.w: n_conv1.w
        input_q: n_input_q
        input: n_input
        relu1: n_conv1 n_relu1
        first_q: n_first_q
        Transpose_out0: (layout change)
        n_conv2: n_first n_conv2 n_second_q
        n_conv3: n_second n_conv3 n_third_q
        third_q: (layout change)
        total_q: n_first n_third n_sum n_total_q
        y_q: n_total n_pool n_y_q
        y: n_y)" },
    { "quantised_conv", "1.20.1", R"(
        conv1.w: n_conv1.w
        input_q: n_input_q
        input: n_input
        relu1: n_conv1 n_relu1
        first_q: n_first_q
        Transpose_out0: (layout change)
        n_conv2: n_first n_conv2 n_second_q
        n_conv3: n_second n_conv3 n_third_q
        third_q: (layout change)
        total_q: n_first n_third n_sum n_total_q
        y_q: n_total n_pool n_y_q
        y: n_y)" },
    { "if_body", "1.32.0", R"(
        outer: n_outer_product n_outer
        chosen: n_chosen
        then_out: n_then_lin_product n_then_lin n_then_out
        else_out: n_else_lin_product n_else_lin n_else_out
        y: n_y)" },
    { "if_body", "1.20.1", R"(
        outer: n_outer_product n_outer
        chosen: n_chosen
        then_out: n_then_lin_product n_then_lin n_then_out
        else_out: n_else_lin_product n_else_lin n_else_out
        y: n_y)" },
    { "lstm", "1.32.0", R"(
        states: n_states
        flat: n_flat
        y: n_y)" },
    { "lstm", "1.20.1", R"(
        states: n_states
        flat: n_flat
        y: n_y)" },
    { "half_wide", "1.32.0", R"(
        InsertedPrecisionFreeCast_x: (cast)
        InsertedPrecisionFreeCast_wide: n_wide_product n_wide
        InsertedPrecisionFreeCast__inlfunc_Softmax_X_ReduceMax: part of n_weights
        InsertedPrecisionFreeCast__inlfunc_Softmax_X_Sub: part of n_weights
        InsertedPrecisionFreeCast__inlfunc_Softmax_X_Exp: part of n_weights
        InsertedPrecisionFreeCast__inlfunc_Softmax_X_ReduceSum: part of n_weights
        InsertedPrecisionFreeCast_weights: part of n_weights
        InsertedPrecisionFreeCast_product: n_product
        InsertedPrecisionFreeCast_y: n_y
        y: (cast))" },
    { "half_wide", "1.20.1", R"(
        InsertedPrecisionFreeCast_last.w: (cast)
        InsertedPrecisionFreeCast_wide.b: (cast)
        InsertedPrecisionFreeCast_wide.w: (cast)
        InsertedPrecisionFreeCast_x: (cast)
        InsertedPrecisionFreeCast_wide: n_wide_product n_wide
        InsertedPrecisionFreeCast__inlfunc_Softmax_X_ReduceMax: part of n_weights
        InsertedPrecisionFreeCast__inlfunc_Softmax_X_Sub: part of n_weights
        InsertedPrecisionFreeCast__inlfunc_Softmax_X_Exp: part of n_weights
        InsertedPrecisionFreeCast__inlfunc_Softmax_X_ReduceSum: part of n_weights
        InsertedPrecisionFreeCast_weights: part of n_weights
        InsertedPrecisionFreeCast_product: n_product
        InsertedPrecisionFreeCast_y: n_y
        y: (cast))" },
};

} // namespace

class TestAttributeOnnxRuntime : public QObject {
    Q_OBJECT

private slots:
    void everyKernelGetsItsNodes_data() { addCases(); }
    void everyKernelGetsItsNodes();
    void namesOfNodesDoNotMatter_data() { addCases(); }
    void namesOfNodesDoNotMatter();
    void noNodeIsProvenForTwoKernelsUnlessItIsShared_data() { addCases(); }
    void noNodeIsProvenForTwoKernelsUnlessItIsShared();
    void anUnrelatedModelProvesNothing();
    void aNodeComputedOnceStandsForItsEquals();
    void aRemovedOperatorWithoutEffectBelongsToItsKernel();
    void aReusedNameOfARemovedNodeIsNoProof();
    void castsOfAnInlinedFunctionArePartsOfItsNode();
    void operatorsOfBranchesAreFound();
    void profiledOperatorsAreFound_data();
    void profiledOperatorsAreFound();

private:
    static void addCases();
};

void TestAttributeOnnxRuntime::addCases()
{
    QTest::addColumn<int>("index");
    for (int i = 0; i < static_cast<int>(std::size(cases)); ++i)
        QTest::addRow("%s %s", cases[i].folder, cases[i].version) << i;
}

void TestAttributeOnnxRuntime::everyKernelGetsItsNodes()
{
    QFETCH(int, index);
    const testing::AttributionPair pair(cases[index].folder, "plain", cases[index].version);
    QVERIFY(pair.model && pair.executed);
    QCOMPARE(sortedLines(text(pair)), sortedLines(cases[index].expected));
}

void TestAttributeOnnxRuntime::namesOfNodesDoNotMatter()
{
    QFETCH(int, index);
    const auto& [folder, version, expected] = cases[index];
    const testing::AttributionPair plain(folder, "plain", version);
    for (const auto* variant : { "renamed", "nameless" }) {
        const testing::AttributionPair pair(folder, variant, version);
        QVERIFY(pair.model && pair.executed);
        QVERIFY2(regions(pair) == regions(plain), qPrintable(text(pair)));
    }
}

void TestAttributeOnnxRuntime::noNodeIsProvenForTwoKernelsUnlessItIsShared()
{
    QFETCH(int, index);
    const auto& [folder, version, expected] = cases[index];
    for (const auto* variant : { "plain", "renamed", "nameless" }) {
        const testing::AttributionPair pair(folder, variant, version);
        std::map<NodeId, int> owners;
        for (const auto& found : pair.found)
            if (found.isProven && found.rule != AttributionRule::Part)
                for (const auto node : found.nodes)
                    ++owners[node];
        for (const auto& [node, count] : owners) {
            const auto output = pair.model->node(node).outputs.front();
            QVERIFY2(count == 1 || pair.model->value(output).uses.size() > 1,
                qPrintable(QString::fromStdString(describe(*pair.model, node))));
        }
    }
}

void TestAttributeOnnxRuntime::anUnrelatedModelProvesNothing()
{
    const auto model = testing::modelFromGraphText(R"(
        x: float[2,3]
        a = Relu(x) "first"
        y = Tanh(a) "second"
        y -> float[2,3])");
    const auto other = testing::modelFromGraphText(R"(
        p: float[2,3]
        s: float[2,3]
        q = Add(p, s) "third"
        r = Tanh(q) "fourth"
        r -> float[2,3]
        q -> float[2,3])");
    for (const auto& found : attributeOnnxRuntime(*model, *other)) {
        QCOMPARE(attributionRuleName(found.rule), std::string_view("none"));
        QVERIFY(!found.isProven && found.nodes.empty());
    }
}

void TestAttributeOnnxRuntime::aNodeComputedOnceStandsForItsEquals()
{
    const auto model = testing::modelFromGraphText(R"(
        x: float[2,3]
        one: int64[1] = {1}
        uno: int64[1] = {1}
        a = Unsqueeze(x, one) "a"
        b = Unsqueeze(x, uno) "b"
        c = Relu(a) "c"
        d = Tanh(b) "d"
        c -> float[2,1,3]
        d -> float[2,1,3])");
    const auto executed = testing::modelFromGraphText(R"(
        x: float[2,3]
        one: int64[1] = {1}
        b = Unsqueeze(x, one) "b"
        c = Relu(b) "c"
        d = Tanh(b) "d"
        c -> float[2,1,3]
        d -> float[2,1,3])");
    const auto found = attributeOnnxRuntime(*model, *executed);
    QCOMPARE(found[0].nodes.size(), std::size_t(2));
    for (const auto& node : found)
        QVERIFY(node.isProven);
}

void TestAttributeOnnxRuntime::aRemovedOperatorWithoutEffectBelongsToItsKernel()
{
    const auto model = testing::modelFromGraphText(R"(
        x: float[2,3]
        w: float[3,3]
        one: float = {1}
        two: float = {2}
        a = MatMul(x, w) "a"
        b = Div(a, one) "b"
        c = Relu(b) "c"
        d = Mul(b, two) "d"
        c -> float[2,3]
        d -> float[2,3])");
    const auto executed = testing::modelFromGraphText(R"(
        x: float[2,3]
        w: float[3,3]
        two: float = {2}
        a = MatMul(x, w) "a"
        c = Relu(a) "c"
        d = Mul(a, two) "d"
        c -> float[2,3]
        d -> float[2,3])");
    const auto found = attributeOnnxRuntime(*model, *executed);
    QCOMPARE(found[0].nodes, (std::vector { NodeId(0U), NodeId(1U) }));
    QCOMPARE(found[1].nodes, (std::vector { NodeId(2U) }));
    QCOMPARE(found[2].nodes, (std::vector { NodeId(3U) }));
    for (const auto& node : found)
        QVERIFY(node.isProven);
}

void TestAttributeOnnxRuntime::aReusedNameOfARemovedNodeIsNoProof()
{
    // The engine fuses the first Transpose and gives its name to one that it adds elsewhere.
    const auto model = testing::modelFromGraphText(R"(
        x: float[3,3]
        t = Transpose(x) "Transpose"
        a = MatMul(t, x) "a"
        b = Relu(a) "b"
        b -> float[3,3])");
    const auto executed = testing::modelFromGraphText(R"(
        opset com.microsoft 1
        x: float[3,3]
        a = com.microsoft:FusedMatMul(x, x) {transA: 1} "a/MatmulTransposeFusion/"
        Transpose_out0 = Transpose(a) "Transpose"
        b_turned = Relu(Transpose_out0) "b"
        b = Transpose(b_turned) "Transpose_token_1"
        b -> float[3,3])");
    const auto found = attributeOnnxRuntime(*model, *executed);
    QCOMPARE(found[0].nodes, (std::vector { NodeId(0U), NodeId(1U) }));
    QCOMPARE(found[1].rule, AttributionRule::EngineOwn);
    QCOMPARE(found[2].nodes, (std::vector { NodeId(2U) }));
    QCOMPARE(found[3].rule, AttributionRule::EngineOwn);
    QVERIFY(found[0].isProven && found[2].isProven);
}

void TestAttributeOnnxRuntime::castsOfAnInlinedFunctionArePartsOfItsNode()
{
    const auto model = testing::modelFromGraphText(R"(
        opset 24
        x: float[3]
        y = Swish(x) "swish"
        y -> float[3])");
    const auto executed = testing::modelFromGraphText(R"(
        opset 24
        x: float[3]
        one: float[1] = {1}
        _inlfunc_Swish_AlphaCast = Cast(one) {to: 1}
        _inlfunc_Swish_AlphaMulX = Mul(_inlfunc_Swish_AlphaCast, x)
        _inlfunc_Swish_Sigmoid = Sigmoid(_inlfunc_Swish_AlphaMulX)
        y = Mul(x, _inlfunc_Swish_Sigmoid)
        y -> float[3])");
    for (const auto& found : attributeOnnxRuntime(*model, *executed)) {
        QCOMPARE(found.rule, AttributionRule::Part);
        QCOMPARE(found.nodes, (std::vector { NodeId(0U) }));
        QVERIFY(found.isProven);
    }
}

void TestAttributeOnnxRuntime::operatorsOfBranchesAreFound()
{
    const auto pair = testing::AttributionPair("if_body", "plain", "1.32.0");
    const std::vector<ProfiledName> names { { "n_outer_product/MatMulAddFusion", "Gemm" },
        { "fused n_else_lin_product/MatMulAddFusion", "FusedGemm" }, { "n_chosen", "If" },
        { "n_y", "Softmax" } };
    const auto found = findExecutedNodes(*pair.executed, names);
    QStringList outputs;
    for (const auto node : found)
        outputs << (node ? QString::fromStdString(
                        pair.executed->value(pair.executed->node(*node).outputs.front()).name)
                         : QString("-"));
    QCOMPARE(outputs, (QStringList { "outer", "else_out", "chosen", "y" }));
}

void TestAttributeOnnxRuntime::profiledOperatorsAreFound_data()
{
    QTest::addColumn<QString>("operators"); // `name type` each
    QTest::addColumn<QList<int>>("nodes");
    // 0 Mul, 1 Relu "r", 2 Mul, 3 Tanh "t", 4 Mul
    QTest::newRow("none") << "" << QList<int> {};
    QTest::newRow("by name") << "t Tanh, r Relu" << QList<int> { 3, 1 };
    QTest::newRow("unknown") << "z Relu, Add_7 Add" << QList<int> { -1, -1 };
    QTest::newRow("a name of another type") << "r Tanh" << QList<int> { -1 };
    QTest::newRow("without names, by order")
        << "Mul_9 Mul, r Relu, Mul_4 Mul, t Tanh, Mul_11 Mul" << QList<int> { 0, 1, 2, 3, 4 };
    QTest::newRow("after a named one")
        << "r Relu, Mul_4 Mul, t Tanh, Mul_11 Mul" << QList<int> { 1, 2, 3, 4 };
    QTest::newRow("more than there are")
        << "Mul_1 Mul, Mul_2 Mul, Mul_3 Mul, Mul_4 Mul" << QList<int> { 0, 2, 4, -1 };
}

void TestAttributeOnnxRuntime::profiledOperatorsAreFound()
{
    QFETCH(QString, operators);
    QFETCH(QList<int>, nodes);
    const auto executed = testing::modelFromGraphText(R"(
        x: float[2]
        a = Mul(x, x)
        b = Relu(a) "r"
        c = Mul(b, b)
        d = Tanh(c) "t"
        e = Mul(d, d)
        e -> float[2])");
    std::vector<std::string> texts;
    for (const auto& part : operators.split(", ", Qt::SkipEmptyParts))
        for (const auto& word : part.split(' '))
            texts.push_back(word.toStdString());
    std::vector<ProfiledName> names;
    for (std::size_t i = 0; i + 1 < texts.size(); i += 2)
        names.push_back({ texts[i], texts[i + 1] });
    QList<int> found;
    for (const auto node : findExecutedNodes(*executed, names))
        found << (node ? static_cast<int>(node->value()) : -1);
    QCOMPARE(found, nodes);
}

QTEST_GUILESS_MAIN(TestAttributeOnnxRuntime)
#include "tst_attribute_onnx_runtime.moc"
