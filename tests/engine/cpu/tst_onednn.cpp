#include <QTest>

#include "engine/plan/engine.h"
#include "engine/verify/verify.h"
#include "tests/support/engine/model_text.h"

using namespace engine;

namespace {

RunRequest requestFor(std::string_view text, std::vector<Tier> tiers, int opset)
{
    RunRequest request;
    request.model = testing::modelFromText(text, opset);
    request.missingWeights = MissingWeights::Random;
    request.otherInputs.low = -1;
    request.otherInputs.high = 1;
    request.optimisation = Optimisation::None;
    request.tiers = std::move(tiers);
    request.threads = 2;
    return request;
}

struct Ran {
    RunResult result;
    StepDescription step; ///< the last one
};

Result<Ran> run(const RunRequest& request)
{
    auto prepared = prepare(request);
    const auto plan = TRY(std::move(prepared.plan));
    auto session = TRY(Session::create(plan));
    TRY(session.run(prepared.inputs.runtimeValues()));
    auto result = TRY(session.run(
        prepared.inputs.runtimeValues())); // again: with the memory that the first run left
    return Ran { std::move(result), plan->steps().back() };
}

/// `W`, `R`, `B` with different values everywhere: sines of the position.
std::string weights(int gates, int directions, int inputs, int hidden)
{
    std::string text;
    const auto add = [&](const std::string& name, int rows, int columns, int phase) {
        text += "weight " + name + ": float " + std::to_string(directions) + " "
            + std::to_string(rows) + (columns > 0 ? " " + std::to_string(columns) : "") + " =";
        for (int i = 0; i < directions * rows * std::max(columns, 1); ++i)
            text += " " + QString::number(0.6 * std::sin(0.7 * i + phase), 'f', 5).toStdString();
        text += "\n";
    };
    add("w", gates * hidden, inputs, 1);
    add("r", gates * hidden, hidden, 2);
    add("b", 2 * gates * hidden, 0, 3);
    return text;
}

constexpr int steps = 7;
constexpr int batch = 3;
constexpr int inputs = 19;
constexpr int hidden = 13;

QString recurrentModel(const std::string& type, const std::string& direction,
    const std::string& call, const std::string& more)
{
    const int directions = direction == "bidirectional" ? 2 : 1;
    const auto state
        = std::to_string(directions) + " " + std::to_string(batch) + " " + std::to_string(hidden);
    const bool isLstm = type == "LSTM";
    std::string text = weights(isLstm ? 4 : 3, directions, inputs, hidden);
    text += "input x: float " + std::to_string(steps) + " " + std::to_string(batch) + " "
        + std::to_string(inputs) + "\n";
    text += "input h: float " + state + "\n" + (isLstm ? "input c: float " + state + "\n" : "");
    text += std::string("y, s") + (isLstm ? ", u" : "") + " = " + type + "(" + call
        + ") {hidden_size: " + std::to_string(hidden) + ", direction: " + direction + more + "}\n";
    text += std::string("output y\noutput s\n") + (isLstm ? "output u\n" : "");
    return QString::fromStdString(text);
}

}

/// Kernels of the library tier compute what the reference computes, and refuse what they cannot in
/// words.
class TestOnednn : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
#ifndef OPSCOPE_WITH_ONEDNN
        QSKIP("built without oneDNN");
#endif
    }

    void agreesWithTheReference_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<int>("opset");
        for (const std::string direction : { "forward", "reverse", "bidirectional" }) {
            const auto name
                = [&](const char* what) { return QByteArray(what) + " " + direction.c_str(); };
            QTest::newRow(name("LSTM"))
                << recurrentModel("LSTM", direction, "x, w, r, b, -, h, c", "") << 17;
            QTest::newRow(name("LSTM without states and bias"))
                << recurrentModel("LSTM", direction, "x, w, r", "") << 17;
            QTest::newRow(name("GRU"))
                << recurrentModel("GRU", direction, "x, w, r, b, -, h", "") << 17;
            QTest::newRow(name("GRU linear before reset"))
                << recurrentModel("GRU", direction, "x, w, r, b, -, h", ", linear_before_reset: 1")
                << 17;
        }
        const auto image = [](const char* dims, const char* rest) {
            return QString("input x: float %1\n%2\noutput y").arg(dims, rest);
        };
        QTest::newRow("twice as large, asymmetric floor") << image("2 3 16 15",
            "weight s: float 4 = 1 1 2 2\ny = Resize(x, -, s) {coordinate_transformation_mode: "
            "asymmetric, nearest_mode: floor}") << 17;
        QTest::newRow("three times as large, half pixels")
            << image("1 4 11 12", "weight s: float 4 = 1 1 3 3\ny = Resize(x, -, s)") << 17;
        QTest::newRow("linear, other sizes") << image(
            "2 3 17 15", "weight s: int64 4 = 2 3 40 29\ny = Resize(x, -, -, s) {mode: linear}")
                                             << 17;
        QTest::newRow("linear, smaller") << image(
            "2 3 60 48", "weight s: int64 4 = 2 3 30 31\ny = Resize(x, -, -, s) {mode: linear}")
                                         << 17;
        QTest::newRow("linear along one axis") << image(
            "2 30 40", "weight s: int64 3 = 2 30 93\ny = Resize(x, -, -, s) {mode: linear}")
                                               << 17;
        QTest::newRow("linear along three axes") << image(
            "1 2 9 8 7", "weight s: int64 5 = 1 2 18 16 14\ny = Resize(x, -, -, s) {mode: linear}")
                                                 << 17;
        QTest::newRow("upsample") << image(
            "1 8 16 16", "weight s: float 4 = 1 1 2 2\ny = Upsample(x, s)")
                                  << 9;
    }
    void agreesWithTheReference()
    {
        QFETCH(QString, model);
        QFETCH(int, opset);
        const auto fast = run(requestFor(model.toStdString(), { Tier::Library }, opset));
        QVERIFY2(fast, fast ? "" : fast.error().message().c_str());
        QVERIFY2(
            fast->step.implementation.starts_with("oneDNN"), fast->step.implementation.c_str());
        const auto plain = run(requestFor(model.toStdString(), { Tier::Reference }, opset));
        QVERIFY2(plain, plain ? "" : plain.error().message().c_str());
        QCOMPARE(fast->result.outputs.size(), plain->result.outputs.size());
        for (std::size_t i = 0; i < plain->result.outputs.size(); ++i) {
            const auto difference = compare(
                fast->result.outputs[i].value, plain->result.outputs[i].value, { 1e-4, 1e-5 });
            QVERIFY2(difference.isWithin, difference.message.c_str());
        }
    }

    void refusesInWords_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("words");
        const auto lstm = [](const char* call, const char* more) {
            return recurrentModel("LSTM", "forward", call, more);
        };
        QTest::newRow("other activations")
            << lstm("x, w, r", ", activations: [Sigmoid, Relu, Tanh]")
            << "activation Relu: oneDNN has only Sigmoid and Tanh";
        QTest::newRow("clipping") << lstm("x, w, r", ", clip: 3.5") << "clip is 3.5";
        QTest::newRow("coupled gates")
            << lstm("x, w, r", ", input_forget: 1") << "input_forget couples two gates";
        QTest::newRow("peepholes")
            << "weight p: float 1 39 = 0.1\n" + lstm("x, w, r, b, -, h, c, p", "") << "peepholes";
        QTest::newRow("sequences of other lengths") << "weight l: int32 3 = 7 6 7\n"
                + lstm("x, w, r, b, l", "") << "a sequence of 6 in an input of 7 steps";
        const auto image = [](const char* rest) {
            return QString("input x: float 1 4 40 40\n%1\noutput y").arg(rest);
        };
        QTest::newRow("cubic") << image(
            "weight s: float 4 = 1 1 2 2\ny = Resize(x, -, s) {mode: cubic}")
                               << "mode is cubic";
        QTest::newRow("halves go down")
            << image("weight s: float 4 = 1 1 0.5 0.5\ny = Resize(x, -, s)")
            << "takes other inputs or weights at 0 than oneDNN would";
        QTest::newRow("aligned corners")
            << image("weight s: int64 4 = 1 4 70 70\ny = Resize(x, -, -, s) {mode: linear, "
                     "coordinate_transformation_mode: align_corners}")
            << "linear by align_corners from 40 to 70 along axis 2";
        QTest::newRow("channels") << image("weight s: float 4 = 1 2 1 1\ny = Resize(x, -, s)")
                                  << "axis 1 is resized";
    }
    void refusesInWords()
    {
        QFETCH(QString, model);
        QFETCH(QString, words);
        const auto done
            = run(requestFor(model.toStdString(), { Tier::Library, Tier::Reference }, 17));
        QVERIFY2(done, done ? "" : done.error().message().c_str());
        QCOMPARE(done->step.tier, std::optional(Tier::Reference));
        QString refusals;
        for (const auto& refusal : done->step.refusals)
            refusals += QString::fromStdString(refusal) + "; ";
        QVERIFY2(refusals.contains(words), qPrintable(refusals));
    }
};

QTEST_GUILESS_MAIN(TestOnednn)
#include "tst_onednn.moc"
