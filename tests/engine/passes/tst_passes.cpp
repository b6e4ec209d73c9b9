#include "engine/passes/pipeline.h"
#include "engine/program_builder.h"
#include "tests/support/engine/model_text.h"

#include <QtTest>

using namespace engine;

namespace {

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
