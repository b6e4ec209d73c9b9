#include "engine/plan/engine.h"
#include "engine/verify/verify.h"
#include "tests/support/engine/model_text.h"

#include <QtTest>

using namespace engine;

namespace {

Result<RunResult> outputsOf(std::string_view text, Optimisation level, std::vector<Tier> tiers)
{
    RunRequest request;
    request.model = testing::modelFromText(text);
    request.optimisation = level;
    request.tiers = std::move(tiers);
    request.threads = 2;
    auto prepared = prepare(request);
    auto plan = TRY(std::move(prepared.plan));
    auto session = TRY(Session::create(plan));
    TRY(session.run(prepared.inputs.runtimeValues()));
    return session.run(
        prepared.inputs.runtimeValues()); // again: with the memory that the first run left
}

/// Types of all steps, with blanks between.
QString stepTypes(std::string_view text)
{
    RunRequest request;
    request.model = testing::modelFromText(text);
    const auto prepared = prepare(request);
    QString types;
    if (prepared.plan) {
        for (const auto& step : (*prepared.plan)->steps())
            types += (types.isEmpty() ? "" : " ") + QString::fromStdString(step.opType);
    }
    return types;
}

constexpr auto chain
    = "input x: float 1 16 24 24\nweight w: float 16 16 3 3 = 0.01\nweight v: float 24 16 1 1 = "
      "0.02\nweight b: float 24 = 0.1\n"
      "a = Conv(x, w) {pads: [1, 1, 1, 1]}\nc = Relu(a)\nd = Conv(c, v, b)\ne = Sigmoid(d)\nf = "
      "Mul(d, e)\ng = MaxPool(f) {kernel_shape: [2, 2], strides: [2, 2]}\noutput g";
constexpr auto residual
    = "input x: float 2 32 16 16\nweight w: float 32 32 3 3 = 0.005\n"
      "a = Conv(x, w) {pads: [1, 1, 1, 1]}\nb = Relu(a)\nc = Conv(b, w) {pads: [1, 1, 1, 1]}\nd = "
      "Add(c, b)\ne = Relu(d)\nf = GlobalAveragePool(e)\ng = Flatten(f)\n"
      "weight m: float 32 10 = 0.1\nweight n: float 10 = 0.5\nh = Gemm(g, m, n)\ni = "
      "Softmax(h)\noutput i\noutput e";
constexpr auto gated
    = "input x: float 1 16 32 32\nweight w: float 16 16 3 3 = 0.01\nweight u: float 16 16 1 1 = "
      "0.05\n"
      "a = Conv(x, w) {pads: [1, 1, 1, 1]}\nb = GlobalAveragePool(a)\nc = Conv(b, u)\nd = "
      "Sigmoid(c)\ne = Mul(a, d)\nf = Conv(e, w) {strides: [2, 2], pads: [1, 1, 1, 1]}\noutput f";
constexpr auto joined = "input x: float 1 16 28 28\nweight w: float 16 16 1 1 = 0.05\nweight v: "
                        "float 24 32 3 3 = 0.01\n"
                        "a = Conv(x, w)\nb = Conv(a, w)\nc = Concat(a, b) {axis: 1}\nd = Conv(c, "
                        "v)\ne = Transpose(d) {perm: [0, 2, 3, 1]}\noutput e\noutput d";
constexpr auto depthwise = "input x: float 1 32 30 30\nweight w: float 32 1 3 3 = 0.1\nweight v: "
                           "float 8 32 1 1 = 0.02\nweight lo: float = 0\nweight hi: float = 6\n"
                           "a = Conv(x, w) {group: 32, strides: [2, 2], pads: [0, 0, 1, 1]}\nb = "
                           "Clip(a, lo, hi)\nc = Conv(b, v)\noutput c";
constexpr auto branches = "input x: float 1 16 24 24\nweight w: float 16 16 3 3 = 0.01\nweight c: "
                          "bool = 1\na = Conv(x, w)\nb = Relu(a)\nz = If(c)\n  then_branch(): t\n  "
                          "  t = Neg(b)\n  else_branch(): b\noutput z";
constexpr auto volume = "input x: float 1 8 8 8 8\nweight w: float 8 8 3 3 3 = 0.01\na = Conv(x, "
                        "w)\nb = Relu(a)\noutput b";
/// A weight whose elements all differ.
std::string weight(const std::string& name, const std::string& sizes, int count)
{
    std::string text = "weight " + name + ": float " + sizes + " =";
    for (int i = 0; i < count; ++i)
        text += " " + QString::number(0.3 * std::sin(0.7 * i + count), 'f', 4).toStdString();
    return text + "\n";
}
/// A network on volumes: everything stays channels last.
std::string volumes()
{
    return "input x: float 2 3 10 12 14\n" + weight("w", "8 3 3 3 3", 648)
        + weight("v", "8 6 2 2 2", 384) + weight("u", "4 14 1 1 1", 56) + weight("s", "8", 8)
        + weight("b", "6", 6)
        + "a = Conv(x, w) {pads: [1, 1, 1, 1, 1, 1]}\n"
          "c = InstanceNormalization(a, s, s)\nd = LeakyRelu(c)\n"
          "e = MaxPool(d) {kernel_shape: [2, 2, 2], strides: [2, 2, 2]}\n"
          "f = ConvTranspose(e, v, b) {strides: [2, 2, 2]}\n"
          "g = Concat(d, f) {axis: 1}\nh = Concat(g, g) {axis: 3}\ni = Conv(h, u)\n"
          "j = Softmax(i) {axis: 1}\noutput j";
}
/// The transposes around the convolutions move no bytes, except the one of an output.
constexpr auto turned
    = "input x: float 2 30 18 16\nweight w: float 16 16 3 3 = 0.01\nweight u: float 16 16 1 1 = "
      "0.03\na = Transpose(x) {perm: [0, 3, 1, 2]}\nb = Conv(a, w) {pads: [1, 1, 1, 1]}\nc = "
      "Transpose(b) {perm: [0, 2, 3, 1]}\nd = Softmax(c)\ne = Transpose(d) {perm: [0, 3, 1, 2]}\n"
      "weight k: float 16 1 1 = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16\nm = Mul(k, e)\nf = Add(m, "
      "a)\ng = Conv(f, u)\nh = Transpose(g) {perm: [0, 2, 3, 1]}\ni = Neg(h)\nj = "
      "Transpose(i) {perm: [0, 3, 1, 2]}\noutput i\noutput j";
/// Regions inside, across and outside the border of the second and the first image.
std::string regions(const char* attributes)
{
    return std::string(
               "input x: float 2 16 20 24\nweight w: float 32 16 1 1 = 0.02\nweight r: float "
               "4 4 = 2 3 30 25 -4 -2 9 11 40 30 60 50 90 90 95 96\nweight b: int64 4 = 1 0 "
               "1 0\na = Conv(x, w)\nc = Relu(a)\ny = RoiAlign(c, r, b) {output_height: 3, "
               "output_width: 4, spatial_scale: 0.5")
        + attributes + "}\noutput y";
}
/// A vision transformer's way between tokens and images: no Transpose and no Reorder moves bytes,
/// except before the output.
constexpr auto tokens
    = "input x: float 2 256 16\ninput z: float 2 64 16\nweight s: int64 4 = 2 16 16 16\nweight q: "
      "int64 4 = 2 16 8 8\nweight w: float 16 16 3 3 = 0.01\nweight u: float 16 32 1 1 = 0.03\n"
      "weight f: int64 3 = 2 16 256\nweight k: float 4 = 1 1 2 2\nxx = Relu(x)\na = "
      "Transpose(xx) {perm: [0, 2, 1]}\nb = Reshape(a, s)\nc = Conv(b, w) {pads: [1, 1, 1, 1]}\nd "
      "= Reshape(c, f)\ne = "
      "Transpose(d) {perm: [0, 2, 1]}\ng = Softmax(e)\nh = Transpose(g) {perm: [0, 2, 1]}\ni = "
      "Reshape(h, s)\nzz = Abs(z)\nj = Transpose(zz) {perm: [0, 2, 1]}\nl = Reshape(j, q)\nm = "
      "Resize(l, , k) "
      "{mode: linear}\nn = Concat(i, m) {axis: 1}\no = Conv(n, u)\np = Reshape(o, f)\ny = "
      "Neg(p)\noutput y";
constexpr auto product = "input x: float 4 12 64\nweight w: float 64 48 = 0.01\nweight b: float 48 "
                         "= 0.5\na = MatMul(x, w)\nc = Add(a, b)\noutput c";
// The library takes no average that counts padding while its output is rounded up.
constexpr auto refusing
    = "input x: float 1 16 25 25\nweight w: float 16 16 3 3 = 0.01\na = "
      "Conv(x, w) {pads: [1, 1, 1, "
      "1]}\nb = AveragePool(a) {kernel_shape: [2, 2], strides: [2, 2], "
      "ceil_mode: 1, count_include_pad: 1}\nc = Conv(b, w)\nd = Relu(c)\ne = Concat(d, "
      "d) {axis: 1}\noutput e";
constexpr auto padded
    = "input x: float 2 16 20 24\nweight w: float 16 16 3 3 = 0.01\nweight v: float 8 32 1 1 = "
      "0.02\nweight p: int64 8 = 0 0 1 2 0 0 -1 3\nweight o: float = 0.25\na = Conv(x, w)\nb = "
      "Pad(a, p, o)\nc = Concat(b, b) {axis: 2}\nd = Concat(c, c) {axis: -1}\ne = Concat(d, d) "
      "{axis: 1}\nf = Concat(e, e, e) {axis: 0}\ng = Conv(f, v)\nh = Neg(g)\noutput h";
constexpr auto attention
    = "input x: float 2 6 32\nweight w: float 32 32 = 0.01\nweight s: int64 4 = 2 6 4 8\nweight t: "
      "int64 3 = 2 6 32\nweight two: float = 2\nweight e: float = 0.00001\nweight g: float 32 = "
      "1.5\na = MatMul(x, w)\nb = Reshape(a, s)\nc = Transpose(b) {perm: [0, 2, 1, 3]}\nk = "
      "Transpose(b) {perm: [0, 2, 3, 1]}\nq = MatMul(c, k)\np = Softmax(q)\nv = MatMul(p, c)\nr = "
      "Transpose(v) {perm: [0, 2, 1, 3]}\nf = Reshape(r, t)\nh = Add(f, x)\nm = ReduceMean(h) "
      "{axes: [-1]}\nd = Sub(h, m)\no = Pow(d, two)\nu = ReduceMean(o) {axes: [-1]}\ni = Add(u, "
      "e)\nj = Sqrt(i)\nn = Div(d, j)\ny = Mul(n, g)\nz = Reshape(y, s)\nzz = Neg(z)\noutput zz";
constexpr auto dense = "input x: float 4 12 64\nweight w: float 64 48 = 0.01\nweight b: float 48 = "
                       "-0.2\nweight v: float 48 32 = 0.02\nweight c: float 1 1 32 = 0.5\n"
                       "a = MatMul(x, w)\nd = Add(a, b)\ne = Relu(d)\nf = MatMul(e, v)\ng = Add(c, "
                       "f)\nh = Tanh(g)\noutput h";
/// Products with constants that are transposed first.
std::string transposedWeights(const char* input)
{
    return "input x: " + std::string(input) + "\n" + weight("w", "56 40", 2240)
        + weight("b", "56", 56) + weight("v", "24 56", 1344)
        + "t = Transpose(w)\na = MatMul(x, t)\nc = Add(a, b)\nd = Relu(c)\n"
          "u = Transpose(v) {perm: [1, 0]}\ny = MatMul(d, u)\noutput y";
}

}

/// Whole small models give the same with every pass and the library as with neither.
class TestWholeModels : public QObject {
    Q_OBJECT

private slots:
    void agree_data()
    {
        QTest::addColumn<QString>("model");
        QTest::newRow("a chain of convolutions") << chain;
        QTest::newRow("a residual block") << residual;
        QTest::newRow("channels gated by their mean") << gated;
        QTest::newRow("joined channels") << joined;
        QTest::newRow("depthwise and clipped") << depthwise;
        QTest::newRow("an image read in a branch") << branches;
        QTest::newRow("three spatial axes") << volume;
        QTest::newRow("transposed images") << turned;
        QTest::newRow("tokens and images") << tokens;
        for (const auto* attributes : { "", ", sampling_ratio: 2", ", mode: max",
                 ", coordinate_transformation_mode: output_half_pixel" })
            QTest::addRow("regions%s", attributes) << QString::fromStdString(regions(attributes));
        QTest::newRow("volumes") << QString::fromStdString(volumes());
        QTest::newRow("a transposed convolution")
            << "input x: float 2 8 9 9\nweight w: float 8 6 3 3 = 0.02\nweight b: float 12 = 1\na "
               "= ConvTranspose(x, w, b) {group: 2, strides: [2, 2], pads: [1, 1, 0, 0], "
               "output_padding: [1, 0]}\noutput a";
        QTest::newRow("normalised channels")
            << "input x: float 1 16 20 20\nweight s: float 16 = 2\nweight m: float 16 = 0.5\na = "
               "BatchNormalization(x, s, s, m, s)\nb = LRN(a) {size: 5}\nc = AveragePool(b) "
               "{kernel_shape: [3, 3], pads: [1, 1, 1, 1]}\noutput c";
        QTest::newRow("a product and a sum") << product;
        QTest::newRow("a dense layer") << dense;
        QTest::newRow("a dense layer of three rows")
            << QString(dense).replace("float 4 12 64", "float 3 1 64");
        for (const auto* input : { "float 2 12 40", "float 1 1 40", "float 40", "float 7 40" })
            QTest::addRow("transposed weights, %s", input)
                << QString::fromStdString(transposedWeights(input));
        QTest::newRow("transposed weights of a branch") << QString::fromStdString(
            "input x: float 6 40\nweight s: bool = 1\n" + weight("w", "56 40", 2240)
            + "t = Transpose(w)\nz = If(s)\n  then_branch(): b\n    b = MatMul(x, t)\n  "
              "else_branch(): d\n    d = Neg(x)\noutput z");
        QTest::newRow("a product that others read")
            << "input x: float 4 12 64\nweight w: float 64 48 = 0.01\nweight b: float 48 = 0.5\na "
               "= MatMul(x, w)\nc = Add(a, b)\nd = Mul(c, a)\noutput d";
        QTest::newRow("a batch of products")
            << "input x: float 3 32 40\ninput y: float 3 40 24\na = MatMul(x, y)\nb = Softmax(a) "
               "{axis: 1}\noutput b";
        QTest::newRow("a product with a vector")
            << "input x: float 200 150\ninput y: float 150\na = MatMul(x, y)\noutput a";
        QTest::newRow("a pool that refuses channels last") << refusing;
        QTest::newRow("a padded image, joined along every axis") << padded;
        QTest::newRow("attention and a layer normalization") << attention;
        QTest::newRow("a stretched sum") << "input x: float 4 1 30 40\ninput y: float 5 1 40\na = "
                                            "Add(x, y)\nb = Div(a, y)\noutput a";
    }
    void agree()
    {
        QFETCH(QString, model);
        const auto fast = outputsOf(model.toStdString(), Optimisation::Full,
            { Tier::Library, Tier::Native, Tier::Reference });
        const auto plain = outputsOf(model.toStdString(), Optimisation::None, { Tier::Reference });
        QVERIFY2(fast, fast ? "" : fast.error().message().c_str());
        QVERIFY2(plain, plain ? "" : plain.error().message().c_str());
        QCOMPARE(fast->outputs.size(), plain->outputs.size());
        for (std::size_t i = 0; i < plain->outputs.size(); ++i) {
            const auto difference
                = compare(fast->outputs[i].value, plain->outputs[i].value, { 1e-4, 1e-5 });
            QVERIFY2(difference.isWithin, difference.message.c_str());
        }
    }

    void fusesDenseLayers()
    {
#ifdef OPSCOPE_WITH_ONEDNN
        RunRequest request;
        request.model = testing::modelFromText(dense);
        const auto prepared = prepare(request);
        QCOMPARE((*prepared.plan)->steps().size(), 2u);
        for (const auto& step : (*prepared.plan)->steps()) {
            QCOMPARE(step.opType, std::string("FusedMatMul"));
            QCOMPARE(step.origins.size(), 3u);
            QCOMPARE(step.tier, std::optional(Tier::Library));
        }
        const auto& fates = (*prepared.plan)->fates();
        for (std::size_t node = 0; node < fates.size(); ++node)
            QCOMPARE(
                fates[node].kind, node % 3 == 0 ? NodeFate::Kind::Kept : NodeFate::Kind::FusedInto);
#else
        QSKIP("built without oneDNN: nothing takes the fused operator");
#endif
    }

    void readsTransposedWeights()
    {
        RunRequest request;
        request.model = testing::modelFromText(transposedWeights("float 2 48 40"));
        const auto prepared = prepare(request);
        QVERIFY(prepared.plan);
        const auto& plan = **prepared.plan;
        QVERIFY(std::ranges::none_of(
            plan.steps(), [](const auto& step) { return step.opType == "Transpose"; }));
        const auto kindOf = [&](std::size_t node) { return plan.fates()[node].kind; };
        QCOMPARE(kindOf(0), NodeFate::Kind::Removed);
        QCOMPARE(kindOf(1), NodeFate::Kind::Kept);
        QCOMPARE(plan.steps().front().origins.front(), model::NodeId(1u));
        // A value that the caller wants stays.
        request.keep = { "t" };
        const auto kept = prepare(request);
        auto session = Session::create(*kept.plan);
        const auto result = session->run(kept.inputs.runtimeValues());
        QVERIFY(result);
        QCOMPARE(result->kept.size(), 1u);
        QCOMPARE(result->kept.front().value.tensor().dims(), (Dims { 40, 56 }));
        QVERIFY(result->kept.front().value.tensor().data != nullptr);
    }

    void givesReshapesNoStep()
    {
        QCOMPARE(stepTypes(attention), QString("MatMul FusedAttention Add LayerNormalization Neg"));
        RunRequest request;
        request.model = testing::modelFromText(attention);
        const auto prepared = prepare(request);
        QVERIFY(prepared.plan);
        const auto& plan = **prepared.plan;
        for (std::size_t i = 0; i < plan.steps().size(); ++i)
            QCOMPARE(plan.steps()[i].id, StepId(i));
        for (const auto& value : plan.memory().values)
            QVERIFY(value.first <= value.last && value.last.value() < plan.steps().size());
        const auto removed = std::ranges::count(
            plan.fates(), NodeFate::Kind::Removed, [](const NodeFate& fate) { return fate.kind; });
        QCOMPARE(removed, 3);
        QCOMPARE(plan.fates()[1].pass, std::string("share memory"));
    }

    void keepsImagesChannelsLastBetweenConvolutions()
    {
#ifdef OPSCOPE_WITH_ONEDNN
        QCOMPARE(stepTypes(chain), QString("Reorder FusedConv FusedConv Reorder MaxPool"));
        QCOMPARE(stepTypes(joined), QString("Reorder Conv Conv Concat Reorder Conv Transpose"));
        QCOMPARE(stepTypes(turned),
            QString("Transpose Conv Softmax FusedElementwise Conv Neg Transpose"));
        QCOMPARE(stepTypes(regions("")), QString("Reorder FusedConv RoiAlign"));
        QCOMPARE(
            stepTypes(tokens), QString("Relu Conv Softmax Abs Resize Concat Conv Reorder Neg"));
        QCOMPARE(stepTypes(volumes()),
            QString("Reorder Conv InstanceNormalization LeakyRelu MaxPool ConvTranspose Concat "
                    "Concat Conv Reorder Softmax"));
        QCOMPARE(stepTypes(padded),
            QString("Reorder Conv Pad Concat Concat Concat Concat Conv Reorder Neg"));
        QCOMPARE(stepTypes(refusing),
            QString("Reorder Conv Reorder AveragePool Reorder FusedConv Reorder Concat"));
#else
        QSKIP("built without oneDNN: nothing wants another order");
#endif
    }
};

QTEST_GUILESS_MAIN(TestWholeModels)
#include "tst_whole_models.moc"
