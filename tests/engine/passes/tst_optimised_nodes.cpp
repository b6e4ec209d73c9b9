#include "engine/passes/optimised_nodes.h"
#include "tests/support/graph_text.h"

#include <QTest>

using engine::OptimisedNodes;

namespace {

QString names(const std::vector<std::string>& list)
{
    QStringList names;
    for (const auto& name : list)
        names += QString::fromStdString(name);
    return names.join(u',');
}

/// `-b; c: Conv(x,w_1,b_shift) y; d[0]=x`: what goes, what comes at which node, other inputs.
QString textOf(const model::Model& model, const OptimisedNodes& found)
{
    const auto nodeName
        = [&](model::NodeId node) { return QString::fromStdString(model.node(node).name); };
    QStringList parts;
    for (const auto node : found.removed)
        parts += u'-' + nodeName(node);
    for (const auto& added : found.added)
        parts += QStringLiteral("%1: %2(%3) %4")
                     .arg(nodeName(added.at), QString::fromStdString(added.node.type),
                         names(added.inputs), names(added.outputs));
    for (const auto& input : found.inputs)
        parts += QStringLiteral("%1[%2]=%3")
                     .arg(nodeName(input.node))
                     .arg(input.index)
                     .arg(QString::fromStdString(input.value));
    return parts.join(QStringLiteral("; "));
}

constexpr auto normalised = R"(
    x: float[1,2,3,3]
    w: float[2,2,1,1] = {1,2,3,4}
    scale: float[2] = {2,3}
    bias: float[2] = {1,1}
    mean: float[2] = {0,1}
    var: float[2] = {1,4}
    c = Conv(x, w) "conv"
    y = BatchNormalization(c, scale, bias, mean, var) "norm"
)";

constexpr auto layer = R"(
    x: float[2,4]
    two: float[] = {2}
    epsilon: float[] = {0.00001}
    m = ReduceMean(x) {axes: [-1]} "mean"
    d = Sub(x, m) "sub"
    p = Pow(d, two) "pow"
    v = ReduceMean(p) {axes: [-1]} "var"
    e = Add(v, epsilon) "add"
    r = Sqrt(e) "root"
    y = Div(d, r) "div"
    y -> float[2,4]
)";

constexpr auto gelu = R"(
    x: float[2,4]
    root: float[] = {1.41421356}
    one: float[] = {1}
    half: float[] = {0.5}
    q = Div(x, root) "div"
    e = Erf(q) "erf"
    s = Add(e, one) "add"
    p = Mul(x, s) "mul"
    y = Mul(p, half) "halve"
    y -> float[2,4]
)";

} // namespace

/// The changes of the passes as nodes of the file.
class TestOptimisedNodes : public QObject {
    Q_OBJECT

private slots:
    void areThoseThatOnnxCanSay_data();
    void areThoseThatOnnxCanSay();
    void haveTheConstantsThatTheyRead();
};

void TestOptimisedNodes::areThoseThatOnnxCanSay_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<bool>("isFull");
    QTest::addColumn<QString>("changes");
    const auto row = [](const char* name, const std::string& model, bool isFull, const char* text) {
        QTest::newRow(name) << QString::fromStdString(model) << isFull << text;
    };
    row("operators without effect",
        "x: float[2]\na = Identity(x) \"i\"\nb = Dropout(a) \"d\"\ny = Neg(b) \"n\"\ny -> float[2]",
        false, "-i; -d; n[0]=x");
    row("an output keeps its name",
        "x: float[2]\na = Neg(x) \"n\"\ny = Identity(a) \"i\"\ny -> float[2]", false, "");
    row("one reader",
        "x: float[2]\nc: bool[]\na = Identity(x) \"i\"\ny = Neg(a) \"n\"\ny -> float[2]", true,
        "-i; n[0]=x");
    row("batch normalization", std::string(normalised) + "y -> float[1,2,3,3]", true,
        "-conv; -norm; norm: Conv(x,w_1,norm_shift) y");
    row("batch normalization, at the lower level", std::string(normalised) + "y -> float[1,2,3,3]",
        false, "");
    row("the product is read by another node",
        std::string(normalised) + "z = Relu(c) \"act\"\ny -> float[1,2,3,3]\nz -> float[1,2,3,3]",
        true, "");
    row("layer normalization", layer, true,
        "-mean; -sub; -pow; -var; -add; -root; -div; div: LayerNormalization(x,ones) y");
    row("an operator set without LayerNormalization", "opset 16\n" + std::string(layer), true, "");
    row("GELU", "opset 20\n" + std::string(gelu), true,
        "-div; -erf; -add; -mul; -halve; halve: Gelu(x) y");
    row("an operator set without GELU", gelu, true, "");
}

void TestOptimisedNodes::areThoseThatOnnxCanSay()
{
    QFETCH(QString, model);
    QFETCH(bool, isFull);
    QFETCH(QString, changes);
    const auto opened = testing::modelFromGraphText(model.toStdString());
    const auto pool = engine::MemoryPool::create();
    const auto found = engine::optimisedNodes(
        opened, isFull ? engine::Optimisation::Full : engine::Optimisation::Basic, *pool);
    QVERIFY(found);
    QCOMPARE(textOf(*opened, *found), changes);
}

void TestOptimisedNodes::haveTheConstantsThatTheyRead()
{
    const auto opened
        = testing::modelFromGraphText(std::string(normalised) + "y -> float[1,2,3,3]");
    const auto pool = engine::MemoryPool::create();
    const auto found = engine::optimisedNodes(opened, engine::Optimisation::Full, *pool);
    QVERIFY(found);
    QCOMPARE(found->constants.size(), std::size_t(2));
    // By hand: factor = scale / sqrt(var + 1e-5) is about 2 and 1.5; shift = bias - mean * factor.
    const auto isNear = [](const engine::Tensor& tensor, std::vector<float> expected) {
        return std::ranges::equal(
            tensor.as<float>(), expected, [](float a, float b) { return std::abs(a - b) < 1e-4F; });
    };
    QVERIFY(isNear(found->constants[0].tensor, { 2, 4, 4.5F, 6 }));
    QVERIFY(isNear(found->constants[1].tensor, { 1, -0.5F }));
}

QTEST_GUILESS_MAIN(TestOptimisedNodes)
#include "tst_optimised_nodes.moc"
