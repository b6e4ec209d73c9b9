#include "engine/passes/pipeline.h"
#include "engine/program/program_builder.h"
#include "tests/support/engine/model_text.h"

#include <QtTest>

using namespace engine;

namespace {

std::string valueText(const Program& program, ProgramValueId id)
{
    if (!id.isValid())
        return "-";
    const auto& value = program.value(id);
    return value.name.empty() ? "%" + std::to_string(id.value()) : value.name;
}

std::string listText(const Program& program, const std::vector<ProgramValueId>& ids)
{
    std::string text;
    for (const auto id : ids)
        text += (text.empty() ? "" : ", ") + valueText(program, id);
    return text;
}

std::string opText(const Program& program, const Op& op)
{
    auto text = listText(program, op.outputs) + " = "
        + (op.node.domain.empty() ? "" : op.node.domain + ":") + op.node.type;
    text += "(" + listText(program, op.inputs) + ")";
    std::string attributes;
    for (const auto& attribute : op.node.attributes) {
        if (attribute.kind != model::AttributeKind::Graph)
            attributes += (attributes.empty() ? "" : ", ") + attribute.name + ": "
                + model::attributeText(attribute, 60);
    }
    return attributes.empty() ? text : text + " {" + attributes + "}";
}

/// One line per operator, bodies indented: `y = Conv(x, w) {strides: [2, 2]}`.
std::string programText(const Program& program)
{
    // A stack of (block, position) instead of recursion: the nesting depth comes from the file.
    struct Place {
        BlockId block;
        std::size_t next = 0;
        std::size_t body = 0;
    };
    std::string text;
    std::vector<Place> stack { { BlockId(0u) } };
    while (!stack.empty()) {
        auto& place = stack.back();
        const auto& block = program.block(place.block);
        const std::string indent(2 * (stack.size() - 1), ' ');
        if (place.next == block.ops.size()) {
            text += indent + "return " + listText(program, block.outputs) + "\n";
            stack.pop_back();
            continue;
        }
        const auto& op = program.op(block.ops[place.next]);
        if (!op.isRemoved && place.body == 0)
            text += indent + opText(program, op) + "\n";
        if (!op.isRemoved && place.body < op.bodies.size()) {
            const auto body = op.bodies[place.body++];
            text += indent + "  " + body.attribute + "("
                + listText(program, program.block(body.block).inputs) + "):\n";
            stack.push_back({ body.block });
            continue;
        }
        ++place.next;
        place.body = 0;
    }
    return text;
}

/// The program after the one pass of that name (all passes if empty), without the weights' values.
QString optimisedText(std::string_view text, std::string_view name, int opset)
{
    RunRequest request;
    request.model = testing::modelFromText(text, opset);
    auto pool = MemoryPool::create();
    auto built = buildProgram(request.model, {}, *pool);
    if (!built)
        return QString::fromStdString(built.error().message());
    std::vector<model::ValueType> inputs;
    for (const auto id : built->program.main().inputs)
        inputs.push_back(built->program.value(id).declared);
    if (name.empty()) {
        optimise(built->program, inputs, request, *pool);
        return QString::fromStdString(programText(built->program));
    }
    const auto pass = std::ranges::find(passes(), name, &Pass::name);
    const auto facts = findFacts(built->program, inputs, { {}, 1u << 20 }, *pool);
    apply(built->program, pass->find(built->program, { facts, request }), name);
    return QString::fromStdString(programText(built->program));
}

}

class TestPasses : public QObject {
    Q_OBJECT

private slots:
    void rewrites_data()
    {
        QTest::addColumn<QString>("pass");
        QTest::addColumn<int>("opset");
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("after");
        const QString identity = "remove identity";
        QTest::newRow("identity") << identity << 17
                                  << "input x: float 2\na = Identity(x)\nb = Relu(a)\noutput b"
                                  << "b = Relu(x)\nreturn b\n";
        QTest::newRow("identity as output")
            << identity << 17 << "input x: float 2\na = Relu(x)\nb = Identity(a)\noutput b"
            << "a = Relu(x)\nreturn a\n";
        QTest::newRow("a chain of identities")
            << identity << 17
            << "input x: float 2\na = Identity(x)\nb = Identity(a)\nc = Relu(b)\noutput c"
            << "c = Relu(x)\nreturn c\n";
        QTest::newRow("identity in a body")
            << identity << 17
            << "weight c: bool = 1\ninput x: float 2\nz = If(c)\n  then_branch(): b\n    a = "
               "Identity(x)\n    b = Neg(a)\n  else_branch(): d\n    d = Neg(x)\noutput z"
            << "z = If(c)\n  then_branch():\n  b = Neg(x)\n  return b\n  else_branch():\n  d = "
               "Neg(x)\n  return d\nreturn z\n";
        QTest::newRow("dropout that infers")
            << identity << 17 << "input x: float 2\na = Dropout(x)\nb = Relu(a)\noutput b"
            << "b = Relu(x)\nreturn b\n";
        QTest::newRow("dropout with its mask used")
            << identity << 17
            << "input x: float 2\na, m = Dropout(x)\nb = Relu(a)\noutput b\noutput m"
            << "a, m = Dropout(x)\nb = Relu(a)\nreturn b, m\n";
        QTest::newRow("dropout that trains") << identity << 17
                                             << "input x: float 2\nweight r: float = 0.5\nweight "
                                                "t: bool = 1\na = Dropout(x, r, t)\noutput a"
                                             << "a = Dropout(x, r, t)\nreturn a\n";
        QTest::newRow("cast to the same type")
            << identity << 17 << "input x: float 2\na = Cast(x) {to: 1}\nb = Relu(a)\noutput b"
            << "b = Relu(x)\nreturn b\n";
        QTest::newRow("cast to another type")
            << identity << 17 << "input x: float 2\na = Cast(x) {to: 7}\noutput a"
            << "a = Cast(x) {to: 7}\nreturn a\n";
        const QString sizes = "weight s: float 4 = 1 1 2 1\nweight o: float 4 = 1 1 1 1\n";
        QTest::newRow("a resize to the same size") << identity << 17
                                                   << sizes
                + "input x: float 1 2 3 4\na = Resize(x, , o) {mode: linear}\nb = "
                  "Relu(a)\noutput b"
                                                   << "b = Relu(x)\nreturn b\n";
        QTest::newRow("a resize to another size")
            << identity << 17 << sizes + "input x: float 1 2 3 4\na = Resize(x, , s)\noutput a"
            << "a = Resize(x, -, s)\nreturn a\n";
        QTest::newRow("a crop of the same size")
            << identity << 17
            << "weight r: float 8 = 0 0 0 0.5 1 1 1 1\nweight s: int64 4 = 1 2 3 4\ninput x: float "
               "1 2 3 4\na = Resize(x, r, , s) {coordinate_transformation_mode: "
               "tf_crop_and_resize}\noutput a"
            << "a = Resize(x, r, -, s) {coordinate_transformation_mode: \"tf_crop_and_resize\"}\n"
               "return a\n";
        const QString move = "move reshape";
        const QString tokens = "input x: float 2 12 8\nt = Transpose(x) {perm: [0, 2, 1]}\n";
        QTest::newRow("tokens to an image")
            << move << 17
            << tokens + "weight s: int64 4 = 0 0 3 -1\nr = Reshape(t, s)\ny = Relu(r)\noutput y"
            << "t moved = Reshape(x, t shape)\nr = Transpose(t moved) {perm: [0, 3, 1, 2]}\ny = "
               "Relu(r)\n"
               "return y\n";
        QTest::newRow("an image to tokens")
            << move << 17
            << "input x: float 2 8 3 2 2\nweight s: int64 3 = 2 8 -1\nr = Reshape(x, s)\n"
               "t = Transpose(r) {perm: [0, 2, 1]}\ny = Relu(t)\noutput y"
            << "r moved = Transpose(x) {perm: [0, 2, 3, 4, 1]}\nt = Reshape(r moved, r shape)\ny = "
               "Relu(t)\n"
               "return y\n";
        QTest::newRow("channels that are split into heads stay")
            << move << 17 << tokens + "weight s: int64 4 = 2 2 4 12\nr = Reshape(t, s)\noutput r"
            << "t = Transpose(x) {perm: [0, 2, 1]}\nr = Reshape(t, s)\nreturn r\n";
        QTest::newRow("transposed tokens that others read stay")
            << move << 17
            << tokens + "weight s: int64 4 = 2 8 3 4\nr = Reshape(t, s)\noutput r\noutput t"
            << "t = Transpose(x) {perm: [0, 2, 1]}\nr = Reshape(t, s)\nreturn r, t\n";
        QTest::newRow("an image to tokens and back, one at a time")
            << move << 17
            << "input x: float 1 6 4 2\nweight s: int64 3 = 1 6 8\nweight q: int64 4 = 1 8 3 2\na "
               "= "
               "Reshape(x, s)\nt = Transpose(a) {perm: [0, 2, 1]}\nr = Reshape(t, q)\noutput r"
            << "a moved = Transpose(x) {perm: [0, 2, 3, 1]}\nt = Reshape(a moved, a shape)\nr = "
               "Reshape(t, q)\nreturn r\n";
        const QString scales = "weight s: float = 0.1\nweight z: uint8 = 3\nweight u: float = "
                               "0.004\nweight v: uint8 = 0\n";
        QTest::newRow("a softmax on codes")
            << "unfold quantised" << 17
            << "input q: uint8 2 5\n" + scales
                + "y = com.microsoft:QLinearSoftmax(q, s, z, u, v) {opset: 13}\noutput y"
            << "q dequantised = DequantizeLinear(q, s, z) {axis: 1}\ny in float = Softmax(q "
               "dequantised) {axis: -1}\ny = QuantizeLinear(y in float, u, v)\nreturn y\n";
        QTest::newRow("a softmax of old opsets on codes stays")
            << "unfold quantised" << 17
            << "input q: uint8 2 5\n" + scales
                + "y = com.microsoft:QLinearSoftmax(q, s, z, u, v) {opset: 11}\noutput y"
            << "y = com.microsoft:QLinearSoftmax(q, s, z, u, v) {opset: 11}\nreturn y\n";
        const QString layerNorm = "fuse layer normalization";
        const QString before
            = "input x: float 2 4\nweight two: float = 2\nweight e: float = "
              "0.00001\nweight g: float 4 = 1 2 3 4\nweight b: float 4 = 4 3 2 1\n";
        const QString quotient = "d = Sub(x, m)\nq = Pow(d, two)\nv = ReduceMean(q) {axes: [-1]}\n"
                                 "w = Add(v, e)\ns = Sqrt(w)\nn = Div(d, s)\n";
        QTest::newRow("a layer normalization")
            << layerNorm << 13
            << before + "m = ReduceMean(x) {axes: [-1]}\n" + quotient
                + "p = Mul(n, g)\ny = Add(b, p)\noutput y"
            << "y = LayerNormalization(x, g, b) {axis: -1, epsilon: 1e-05}\nreturn y\n";
        QTest::newRow("a layer normalization that centres twice, without scale")
            << layerNorm << 13
            << before
                + "m = ReduceMean(x) {axes: [1]}\nd = Sub(x, m)\nc = Sub(x, m)\nq = Mul(c, c)\nv = "
                  "ReduceMean(q) {axes: [1]}\nw = Add(e, v)\ns = Sqrt(w)\ny = Div(d, s)\noutput y"
            << "y = LayerNormalization(x, ones) {axis: -1, epsilon: 1e-05}\nreturn y\n";
        QTest::newRow("an RMS normalization by a reciprocal")
            << layerNorm << 13
            << before
                + "q = Pow(x, two)\nv = ReduceMean(q) {axes: [-1]}\nw = Add(v, e)\ns = Sqrt(w)\n"
                  "r = Reciprocal(s)\nn = Mul(x, r)\ny = Mul(g, n)\noutput y"
            << "y = RMSNormalization(x, g) {axis: -1, epsilon: 1e-05}\nreturn y\n";
        QTest::newRow("an RMS normalization by a quotient")
            << layerNorm << 13
            << before
                + "weight o: float = 1\nq = Mul(x, x)\nv = ReduceMean(q) {axes: [-1]}\n"
                  "w = Add(e, v)\ns = Sqrt(w)\nr = Div(o, s)\nn = Mul(r, x)\noutput n"
            << "n = RMSNormalization(x, ones) {axis: -1, epsilon: 1e-05}\nreturn n\n";
        QTest::newRow("an RMS normalization by a division")
            << layerNorm << 13
            << before
                + "q = Mul(x, x)\nv = ReduceMean(q) {axes: [-1]}\nw = Add(e, v)\ns = Sqrt(w)\n"
                  "n = Div(x, s)\ny = Mul(n, g)\noutput y"
            << "y = RMSNormalization(x, g) {axis: -1, epsilon: 1e-05}\nreturn y\n";
        QTest::newRow("the root mean square of another value")
            << layerNorm << 13
            << before
                + "input z: float 2 4\nq = Mul(z, z)\nv = ReduceMean(q) {axes: [-1]}\n"
                  "w = Add(e, v)\ns = Sqrt(w)\nn = Div(x, s)\noutput n"
            << "q = Mul(z, z)\nv = ReduceMean(q) {axes: [-1]}\nw = Add(e, v)\ns = Sqrt(w)\n"
               "n = Div(x, s)\nreturn n\n";
        QTest::newRow("a mean over another axis is no layer normalization")
            << layerNorm << 13 << before + "m = ReduceMean(x) {axes: [0]}\n" + quotient + "output n"
            << "m = ReduceMean(x) {axes: [0]}\nd = Sub(x, m)\nq = Pow(d, two)\nv = ReduceMean(q) "
               "{axes: [-1]}\nw = Add(v, e)\ns = Sqrt(w)\nn = Div(d, s)\nreturn n\n";
        QTest::newRow("a layer normalization whose deviation is read elsewhere")
            << layerNorm << 13
            << before + "m = ReduceMean(x) {axes: [-1]}\n" + quotient + "output n\noutput s"
            << "m = ReduceMean(x) {axes: [-1]}\nd = Sub(x, m)\nq = Pow(d, two)\nv = ReduceMean(q) "
               "{axes: [-1]}\nw = Add(v, e)\ns = Sqrt(w)\nn = Div(d, s)\nreturn n, s\n";
        const QString gelu = "fuse gelu";
        const QString scalars = "input x: float 3\nweight r: float = 1.4142135\nweight h: float = "
                                "0.5\nweight o: float = 1\nweight c: float = 0.044715\nweight k: "
                                "float = 3\nweight t: float = 0.79788456\n";
        QTest::newRow("gelu by erf") << gelu << 13
                                     << scalars
                + "a = Div(x, r)\nb = Erf(a)\nd = Add(b, o)\ne = Mul(x, d)\ny = Mul(e, h)\noutput y"
                                     << "y = Gelu(x) {approximate: \"none\"}\nreturn y\n";
        QTest::newRow("gelu that halves first")
            << gelu << 13
            << scalars
                + "f = Mul(x, h)\na = Div(x, r)\nb = Erf(a)\nd = Add(o, b)\ny = Mul(f, d)\noutput y"
            << "y = Gelu(x) {approximate: \"none\"}\nreturn y\n";
        QTest::newRow("gelu by tanh") << gelu << 13
                                      << scalars
                + "a = Pow(x, k)\nb = Mul(c, a)\nd = Add(x, b)\ne = Mul(d, t)\nf = Tanh(e)\ng = "
                  "Add(f, o)\ni = Mul(h, g)\ny = Mul(x, i)\noutput y"
                                      << "y = Gelu(x) {approximate: \"tanh\"}\nreturn y\n";
        QTest::newRow("a quotient the other way round is no gelu")
            << gelu << 13
            << scalars
                + "a = Div(r, x)\nb = Erf(a)\nd = Add(b, o)\ne = Mul(x, d)\ny = Mul(e, h)\noutput y"
            << "a = Div(r, x)\nb = Erf(a)\nd = Add(b, o)\ne = Mul(x, d)\ny = Mul(e, h)\nreturn y\n";
        const QString fold = "fold constants";
        QTest::newRow("arithmetic of weights")
            << fold << 17
            << "weight w: float 2 = 1\ninput x: float 2\na = Add(w, w)\nb = Mul(a, x)\noutput b"
            << "b = Mul(a, x)\nreturn b\n";
        QTest::newRow("a shape that is known")
            << fold << 17 << "input x: float 2 3\ns = Shape(x)\nr = Reshape(x, s)\noutput r"
            << "r = Reshape(x, s)\nreturn r\n";
        QTest::newRow("random numbers stay")
            << fold << 17 << "weight s: float 2 = 1\na = RandomNormalLike(s)\noutput a"
            << "a = RandomNormalLike(s)\nreturn a\n";
        const QString unused = "remove unused";
        QTest::newRow("a chain nobody reads")
            << unused << 17 << "input x: float 2\na = Relu(x)\nb = Neg(a)\nc = Abs(x)\noutput c"
            << "c = Abs(x)\nreturn c\n";
        QTest::newRow("one output read is enough")
            << unused << 17 << "input x: float 4\na, b = Split(x) {axis: 0}\noutput b"
            << "a, b = Split(x) {axis: 0}\nreturn b\n";
        const QString norm = "fold batch normalization";
        const QString parts
            = "weight s: float 3 = 2\nweight m: float 3 = 1\nweight v: float 3 = 4\n";
        QTest::newRow("norm behind conv") << norm << 17
                                          << "input x: float 1 2 4 4\nweight w: float 3 2 1 1 = 1\n"
                + parts + "a = Conv(x, w)\nb = BatchNormalization(a, s, s, m, v)\noutput b"
                                          << "b = Conv(x, w, graph/node[1] shift)\nreturn b\n";
        QTest::newRow("norm behind a conv that others read")
            << norm << 17
            << "input x: float 1 2 4 4\nweight w: float 3 2 1 1 = 1\n" + parts
                + "a = Conv(x, w)\nb = BatchNormalization(a, s, s, m, v)\noutput b\noutput a"
            << "a = Conv(x, w)\nb = BatchNormalization(a, s, s, m, v)\nreturn b, a\n";
    }
    void rewrites()
    {
        QFETCH(QString, pass);
        QFETCH(int, opset);
        QFETCH(QString, before);
        QFETCH(QString, after);
        QCOMPARE(optimisedText(before.toStdString(), pass.toStdString(), opset), after);
    }

    void repeatsUntilNothingChanges()
    {
        // The identity hides that the reshape's shape is known; the reshape then is one to the same
        // shape.
        QCOMPARE(optimisedText("input x: float 2 3\ni = Identity(x)\ns = Shape(i)\nr = Reshape(x, "
                               "s)\ny = Relu(r)\noutput y",
                     "", 17),
            QString("y = Relu(x)\nreturn y\n"));
    }
};

QTEST_GUILESS_MAIN(TestPasses)
#include "tst_passes.moc"
