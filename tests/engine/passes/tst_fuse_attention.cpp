#include "engine/plan/engine.h"
#include "engine/verify/verify.h"
#include "tests/support/engine/model_text.h"

#include <QtTest>

using namespace engine;

namespace {

struct Outcome {
    QString types; ///< of the steps, with blanks between
    std::vector<NamedValue> outputs;
};

Result<Outcome> outcomeOf(const QString& text, Optimisation level, std::vector<Tier> tiers)
{
    RunRequest request;
    request.model = testing::modelFromText(text.toStdString());
    request.optimisation = level;
    request.tiers = std::move(tiers);
    request.threads = 2;
    auto prepared = prepare(request);
    auto plan = TRY(std::move(prepared.plan));
    Outcome outcome;
    for (const auto& step : plan->steps())
        outcome.types += (outcome.types.isEmpty() ? "" : " ") + QString::fromStdString(step.opType);
    auto session = TRY(Session::create(plan));
    outcome.outputs = TRY(session.run(prepared.inputs.runtimeValues())).outputs;
    return outcome;
}

/// q, k and v of two batch entries, three heads of five elements, as torch writes them.
const QString operands = "input a: float 2 7 15\ninput b: float 2 9 15\ninput c: float 2 9 15\n"
                         "weight n: int64 4 = 0 0 3 5\n"
                         "d = Reshape(a, n)\nq = Transpose(d) {perm: [0, 2, 1, 3]}\n"
                         "e = Reshape(b, n)\nt = Transpose(e) {perm: [0, 2, 3, 1]}\n"
                         "f = Reshape(c, n)\nv = Transpose(f) {perm: [0, 2, 1, 3]}\n";
const QString joined = "o = MatMul(p, v)\ng = Transpose(o) {perm: [0, 2, 1, 3]}\n"
                       "weight m: int64 3 = 0 0 15\ny = Reshape(g, m)\noutput y";
const QString fused = "Reshape Reshape Reshape FusedAttention Reshape";

} // namespace

/// The patterns that exporters write for attention: what they become, and that the result stays.
class TestFuseAttention : public QObject {
    Q_OBJECT

private slots:
    void fuses_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("types");
        QTest::newRow("a product")
            << operands + "s = MatMul(q, t)\np = Softmax(s)\n" + joined << fused;
        QTest::newRow("scaled behind, with a mask") << operands
                + "input m1: float 2 1 1 9\ns = MatMul(q, t)\nweight r: float = 0.4\nu = Mul(s, "
                  "r)\n"
                  "w = Add(m1, u)\np = Softmax(w)\n"
                + joined << fused;
        QTest::newRow("a causal window of numbers that hides one row") << operands
                + "weight m1: float 7 9 = 0 0 0 -3.4e38 -3.4e38 -3.4e38 -3.4e38 -3.4e38 -3.4e38 0 "
                  "0 0 0 -3.4e38 -3.4e38 -3.4e38 -3.4e38 -3.4e38 -3.4e38 0 0 "
                  "0 0 -3.4e38 -3.4e38 -3.4e38 -3.4e38 -3.4e38 -3.4e38 0 0 0 0 -3.4e38 -3.4e38 "
                  "-3.4e38 -3.4e38 -3.4e38 -3.4e38 -3.4e38 -3.4e38 -3.4e38 "
                  "-3.4e38 -3.4e38 -3.4e38 -3.4e38 -3.4e38 -3.4e38 -3.4e38 0 0 0 0 -3.4e38 -3.4e38 "
                  "-3.4e38 -3.4e38 -3.4e38 -3.4e38 0 0 0 0\n"
                  "s = MatMul(q, t)\nw = Add(s, m1)\np = Softmax(w)\n"
                + joined << fused;
        QTest::newRow("divided, two masks") << operands
                + "input m1: float 2 1 7 9\ninput m2: float 3 7 9\ns = MatMul(q, t)\n"
                  "weight r: float 1 = 2.5\nu = Div(s, r)\nw = Add(u, m1)\nx = Add(w, m2)\n"
                  "p = Softmax(x)\n"
                + joined << "Reshape Reshape Reshape Add FusedAttention Reshape";
        QTest::newRow("scaled before, on both sides") << operands
                + "weight r: float = 0.7\nh = Mul(q, r)\ni = Mul(t, r)\ns = MatMul(h, i)\n"
                  "p = Softmax(s)\n"
                + joined << fused;
        QTest::newRow("a causal Where") << operands
                + "input j: bool 1 1 7 9\ns = MatMul(q, t)\nweight z: float = -10000\n"
                  "w = Where(j, s, z)\np = Softmax(w)\n"
                + joined << fused;
        QTest::newRow("a Where that hides what is true, also whole rows") << operands
                + "weight j: bool 7 1 = 0 1 0 0 1 0 0\ns = MatMul(q, t)\nweight z0: float = 0\nz = "
                  "Log(z0)\n"
                  "w = Where(j, z, s)\np = Softmax(w)\n"
                + joined << fused;
        QTest::newRow("rows that are NaN become 0") << operands
                + "weight j: bool 7 1 = 0 1 0 0 1 0 0\ns = MatMul(q, t)\nweight z0: float = 0\nz = "
                  "Log(z0)\n"
                  "w = Where(j, z, s)\nk = Softmax(w)\nl = IsNaN(k)\nweight o0: float = 0\n"
                  "p = Where(l, o0, k)\n"
                + joined << fused;
        QTest::newRow("groups of heads")
            << "input q: float 2 6 7 5\ninput k: float 2 2 9 5\ninput v: float 2 2 9 4\n"
               "weight a: int64 1 = 2\nweight e: int64 5 = 2 2 3 9 5\nweight f: int64 4 = 2 6 9 5\n"
               "weight g: int64 5 = 2 2 3 9 4\nweight h: int64 4 = 2 6 9 4\n"
               "b = Unsqueeze(k, a)\nc = Expand(b, e)\nd = Reshape(c, f)\n"
               "t = Transpose(d) {perm: [0, 1, 3, 2]}\n"
               "i = Unsqueeze(v, a)\nj = Expand(i, g)\nl = Reshape(j, h)\n"
               "s = MatMul(q, t)\np = Softmax(s)\ny = MatMul(p, l)\noutput y"
            << "FusedAttention";
        QTest::newRow("batch and heads in one axis")
            << "input q: float 7 6 5\ninput k: float 9 6 5\ninput v: float 9 6 5\n"
               "a = Transpose(q) {perm: [1, 0, 2]}\nb = Transpose(k) {perm: [1, 2, 0]}\n"
               "c = Transpose(v) {perm: [1, 0, 2]}\ns = MatMul(a, b)\np = Softmax(s)\n"
               "o = MatMul(p, c)\ny = Transpose(o) {perm: [1, 0, 2]}\noutput y"
            << "FusedAttention";
        QTest::newRow("batch and heads divided late")
            << "input q: float 7 6 5\ninput k: float 9 6 5\ninput v: float 9 6 5\n"
               "weight n: int64 4 = 2 3 -1 5\n"
               "a = Transpose(q) {perm: [1, 0, 2]}\nd = Reshape(a, n)\n"
               "b = Transpose(k) {perm: [1, 0, 2]}\ne = Reshape(b, n)\n"
               "t = Transpose(e) {perm: [0, 1, 3, 2]}\n"
               "c = Transpose(v) {perm: [1, 0, 2]}\nf = Reshape(c, n)\n"
               "input m: float 2 1 1 9\ns = MatMul(d, t)\nw = Add(s, m)\np = Softmax(w)\n"
               "o = MatMul(p, f)\ny = Transpose(o) {perm: [2, 0, 1, 3]}\noutput y"
            << "FusedAttention";
        QTest::newRow("keys that lie transposed")
            << "input q: float 2 3 7 5\ninput t: float 2 3 5 9\ninput v: float 2 3 9 5\n"
               "s = MatMul(q, t)\np = Softmax(s)\ny = MatMul(p, v)\noutput y"
            << "FusedAttention";
        const QString past = "input q: float 2 3 2 5\ninput k: float 2 2 3 5\n"
                             "input v: float 2 3 2 4\ninput a: float 2 3 6 5\n"
                             "input b: float 2 3 6 4\nr = Transpose(k) {perm: [0, 2, 1, 3]}\n"
                             "c = Concat(a, r) {axis: -2}\nd = Concat(b, v) {axis: 2}\n"
                             "t = Transpose(c) {perm: [0, 1, 3, 2]}\ns = MatMul(q, t)\n"
                             "p = Softmax(s)\ny = MatMul(p, d)\noutput y\noutput c\noutput d\n";
        QTest::newRow("past and new steps") << past << "FusedAttention";
        QTest::newRow("a present that is read elsewhere")
            << past + "n = Neg(c)\noutput n"
            << "Transpose Concat Concat FusedAttention Neg";
        QTest::newRow("groups of heads with a past")
            << "input q: float 2 6 1 5\ninput k: float 2 2 1 5\ninput v: float 2 2 1 4\n"
               "input n: float 2 2 8 5\ninput m: float 2 2 8 4\n"
               "weight a: int64 1 = 2\nweight e: int64 5 = 2 2 3 9 5\nweight f: int64 4 = 2 6 9 5\n"
               "weight g: int64 5 = 2 2 3 9 4\nweight h: int64 4 = 2 6 9 4\n"
               "x = Concat(n, k) {axis: 2}\nz = Concat(m, v) {axis: 2}\n"
               "b = Unsqueeze(x, a)\nc = Expand(b, e)\nd = Reshape(c, f)\n"
               "t = Transpose(d) {perm: [0, 1, 3, 2]}\n"
               "i = Unsqueeze(z, a)\nj = Expand(i, g)\nl = Reshape(j, h)\n"
               "s = MatMul(q, t)\np = Softmax(s)\ny = MatMul(p, l)\noutput y\noutput x\noutput z"
            << "FusedAttention";
        QTest::newRow("heads repeated before the past")
            << "input q: float 1 6 1 5\ninput k: float 1 2 1 5\ninput v: float 1 2 1 4\n"
               "input n: float 1 6 8 5\ninput m: float 1 6 8 4\n"
               "weight a: int64 1 = 2\nweight e: int64 5 = 1 2 3 1 5\nweight f: int64 4 = 1 6 1 5\n"
               "weight g: int64 5 = 1 2 3 1 4\nweight h: int64 4 = 1 6 1 4\n"
               "b = Unsqueeze(k, a)\nc = Expand(b, e)\nd = Reshape(c, f)\n"
               "x = Concat(n, d) {axis: 2}\ni = Unsqueeze(v, a)\nj = Expand(i, g)\n"
               "l = Reshape(j, h)\nz = Concat(m, l) {axis: 2}\n"
               "t = Transpose(x) {perm: [0, 1, 3, 2]}\ns = MatMul(q, t)\np = Softmax(s)\n"
               "y = MatMul(p, z)\noutput y\noutput x\noutput z"
            << "Unsqueeze Expand Concat Unsqueeze Expand Concat FusedAttention";
        QTest::newRow("a branch returns the present")
            << "input q: float 1 3 2 5\ninput k: float 1 3 2 5\ninput v: float 1 3 2 4\n"
               "input a: float 1 3 6 5\ninput b: float 1 3 6 4\ninput o: bool\n"
               "c = Concat(a, k) {axis: 2}\nd = Concat(b, v) {axis: 2}\n"
               "z = If(o)\n  then_branch(): e\n    e = Identity(c)\n  else_branch(): f\n    "
               "f = Neg(c)\nt = Transpose(c) {perm: [0, 1, 3, 2]}\ns = MatMul(q, t)\n"
               "p = Softmax(s)\ny = MatMul(p, d)\noutput y\noutput z"
            << "Concat Concat If Neg FusedAttention";
        const auto rotated = [](const QString& name, const QString& x) {
            return QString("%1a = Slice(%2, h0, h1, h3, h4)\n%1b = Slice(%2, h1, h2, h3, h4)\n"
                           "%1c = Neg(%1b)\n%1d = Concat(%1c, %1a) {axis: -1}\n"
                           "%1e = Mul(%2, co)\n%1f = Mul(%1d, si)\n%1 = Add(%1e, %1f)\n")
                .arg(name, x);
        };
        const QString rotations
            = "weight h0: int64 1 = 0\nweight h1: int64 1 = 3\n"
              "weight h2: int64 1 = 99\nweight h3: int64 1 = 3\n"
              "weight h4: int64 1 = 1\ninput a: float 1 2 3 6\ninput b: float 1 2 3 6\n"
              "input v: float 1 3 2 4\nqx = Transpose(a) {perm: [0, 2, 1, 3]}\n"
              "kx = Transpose(b) {perm: [0, 2, 1, 3]}\n"
            + rotated("q", "qx") + rotated("k", "kx");
        const QString angles
            = "input z: float 1 2 3\ng = Concat(z, z) {axis: -1}\ngc = Cos(g)\ngs = Sin(g)\n"
              "weight u: int64 1 = 1\nco = Unsqueeze(gc, u)\nsi = Unsqueeze(gs, u)\n";
        const QString product = "t = Transpose(k) {perm: [0, 1, 3, 2]}\ns = MatMul(q, t)\n"
                                "p = Softmax(s)\ny = MatMul(p, v)\noutput y\n";
        QTest::newRow("rotations")
            << angles + rotations + product << "Concat Cos Sin FusedAttention";
        QTest::newRow("rotations and a past") << angles + rotations
                + "input w: float 1 3 4 6\ninput m: float 1 3 4 4\nx = Concat(w, k) {axis: 2}\n"
                  "l = Concat(m, v) {axis: 2}\nt = Transpose(x) {perm: [0, 1, 3, 2]}\n"
                  "s = MatMul(q, t)\np = Softmax(s)\ny = MatMul(p, l)\noutput y\noutput x\n"
                  "output l\n"
                                              << "Concat Cos Sin FusedAttention";
        QTest::newRow("angles that differ between halves")
            << "input co: float 1 1 2 6\ninput si: float 1 1 2 6\n" + rotations + product
            << "Transpose Transpose Slice Slice Neg Concat FusedElementwise Slice Slice Neg Concat "
               "FusedElementwise FusedAttention";
        QTest::newRow("a rotated key that is read elsewhere")
            << angles + rotations + product + "output k\n"
            << "Concat Cos Sin Transpose Transpose Slice Slice Neg Concat FusedElementwise Slice "
               "Slice Neg Concat FusedElementwise FusedAttention";
        QTest::newRow("an output that is a query, transposed")
            << "input q: float 2 3 7 5\ninput t: float 2 3 5 9\ninput v: float 2 3 9 5\n"
               "input k: float 2 7 5 4\ninput w: float 2 7 4 5\ns = MatMul(q, t)\np = Softmax(s)\n"
               "a = MatMul(p, v)\nb = Transpose(a) {perm: [0, 2, 1, 3]}\nc = MatMul(b, k)\nd = "
               "Softmax(c)\ny = MatMul(d, w)\noutput y"
            << "FusedAttention FusedAttention";
    }
    void fuses()
    {
        QFETCH(QString, model);
        QFETCH(QString, types);
        compare(model, types);
    }

    void leavesOthers_data()
    {
        QTest::addColumn<QString>("model");
        QTest::newRow("probabilities are an output")
            << operands + "s = MatMul(q, t)\np = Softmax(s)\noutput p\n" + joined;
        QTest::newRow("scores are read elsewhere")
            << operands + "s = MatMul(q, t)\np = Softmax(s)\nh = Neg(s)\noutput h\n" + joined;
        QTest::newRow("a mask that is scaled too") << operands
                + "input m1: float 7 9\nweight r: float = 0.5\ns = MatMul(q, t)\nw = Add(s, m1)\n"
                  "x = Mul(w, r)\np = Softmax(x)\n"
                + joined;
        QTest::newRow("Softmax over the queries")
            << operands + "s = MatMul(q, t)\np = Softmax(s) {axis: 2}\n" + joined;
        QTest::newRow("a mask that makes the scores larger")
            << "input q: float 1 3 7 5\ninput t: float 1 3 5 9\ninput v: float 2 3 9 5\n"
               "input m: float 2 1 7 9\ns = MatMul(q, t)\nw = Add(s, m)\np = Softmax(w)\n"
               "y = MatMul(p, v)\noutput y";
        QTest::newRow("keys for all batch entries")
            << "input q: float 2 3 7 5\ninput t: float 1 3 5 9\ninput v: float 2 3 9 5\n"
               "s = MatMul(q, t)\np = Softmax(s)\ny = MatMul(p, v)\noutput y";
        QTest::newRow("a past that is the query")
            << "input a: float 1 2 3 5\ninput k: float 1 3 2 5\ninput b: float 1 3 2 5\n"
               "input v: float 1 3 2 5\nq = Transpose(a) {perm: [0, 2, 1, 3]}\n"
               "c = Concat(q, k) {axis: 2}\nd = Concat(b, v) {axis: 2}\n"
               "t = Transpose(c) {perm: [0, 1, 3, 2]}\ns = MatMul(q, t)\np = Softmax(s)\n"
               "y = MatMul(p, d)\noutput y";
        QTest::newRow("keys in groups, values in none")
            << "input q: float 1 8 4 6\ninput k: float 1 2 4 6\ninput v: float 1 8 4 6\nweight a: "
               "int64 1 = 2\nweight e: int64 5 = 1 2 4 4 6\nweight n: int64 4 = 1 8 4 6\n"
               "b = Unsqueeze(k, a)\nc = Expand(b, e)\nd = Reshape(c, n)\nt = Transpose(d) {perm: "
               "[0, 1, 3, 2]}\ns = MatMul(q, t)\np = Softmax(s)\ny = MatMul(p, v)\noutput y";
    }
    void leavesOthers()
    {
        QFETCH(QString, model);
        const auto found = outcomeOf(
            model, Optimisation::Full, { Tier::Library, Tier::Native, Tier::Reference });
        QVERIFY2(found, found ? "" : found.error().message().c_str());
        QVERIFY2(!found->types.contains("FusedAttention"), qPrintable(found->types));
    }

private:
    static void compare(const QString& model, const QString& types)
    {
        const auto expected = outcomeOf(model, Optimisation::None, { Tier::Reference });
        QVERIFY2(expected, expected ? "" : expected.error().message().c_str());
        const auto found = outcomeOf(
            model, Optimisation::Full, { Tier::Library, Tier::Native, Tier::Reference });
        QVERIFY2(found, found ? "" : found.error().message().c_str());
        QCOMPARE(found->types, types);
        for (std::size_t i = 0; i < expected->outputs.size(); ++i) {
            const auto& right = expected->outputs[i].value.tensor();
            const auto& mine = found->outputs[i].value.tensor();
            QCOMPARE(mine.dims(), right.dims());
            for (std::int64_t e = 0; e < right.count(); ++e) {
                const float a = mine.as<float>()[e];
                const float b = right.as<float>()[e];
                QVERIFY2(std::isnan(a) == std::isnan(b) && !(std::fabs(a - b) > 1e-5F),
                    qPrintable(QString("element %1 is %2, expected %3").arg(e).arg(a).arg(b)));
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestFuseAttention)
#include "tst_fuse_attention.moc"
