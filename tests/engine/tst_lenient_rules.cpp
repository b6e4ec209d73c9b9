#include "engine/plan/engine.h"
#include "model/inference/analysis.h"
#include "model/onnx/parser.h"
#include "tests/support/wire.h"

#include <QtTest>

#include <bit>

namespace wire = testing::wire;
using namespace engine;

namespace {

constexpr int fp32 = 1;

std::string floats(std::string_view name, std::initializer_list<float> numbers)
{
    std::string packed;
    for (const auto number : numbers) {
        const auto bits = std::bit_cast<std::uint32_t>(number);
        for (int shift = 0; shift < 32; shift += 8)
            packed += static_cast<char>(bits >> shift);
    }
    return wire::initializerField(wire::tensor(
        name, fp32, { static_cast<std::int64_t>(numbers.size()) }, wire::bytes(4, packed)));
}

QString text(const Tensor& tensor)
{
    QString words = QString::fromStdString(dimsText(tensor.dims())) + ":";
    for (const auto number : tensor.as<float>())
        words += QString(" %1").arg(static_cast<double>(number));
    return words;
}

} // namespace

/// What breaks a rule of the standard and has one reading all the same runs, with a warning that
/// names the rule. Results are those of ONNX Runtime 1.31.1 (tests/oracles/list_unrunnable.py).
class TestLenientRules : public QObject {
    Q_OBJECT

private slots:
    void runsWhatHasOneReading_data()
    {
        QTest::addColumn<QByteArray>("model");
        QTest::addColumn<QString>("rule");
        QTest::addColumn<QString>("result");
        const auto name = wire::bytes(2, "g");
        const auto add = wire::nodeField("Add", { "x", "w" }, { "y" });
        const auto x = wire::inputField("x", wire::tensorType(fp32, { 2 }));
        const auto y = wire::outputField("y", wire::tensorType(fp32, { 2 }));
        const auto row = [](const char* words, const std::string& model, const char* rule,
                             const char* result) {
            QTest::newRow(words) << QByteArray::fromStdString(model) << rule << result;
        };
        row("a weight that is no input in IR 3",
            wire::model(name + add + x + y + floats("w", { 1, 2 }), 3, 8), "interface-initializer",
            "2: 2 3");
        row("a graph without a name", wire::model(add + x + y + floats("w", { 1, 2 })),
            "interface-name", "2: 2 3");
        row("two weights of one name: the last one counts",
            wire::model(name + add + x + y + floats("w", { 1, 2 }) + floats("w", { 3, 4 })),
            "name-duplicate", "2: 4 5");
        row("an output that is declared with another shape",
            wire::model(name + add + x + wire::outputField("y", wire::tensorType(fp32, { 3, 1 }))
                + floats("w", { 1, 2 })),
            "type-conflict", "2: 2 3");
    }
    void runsWhatHasOneReading()
    {
        QFETCH(QByteArray, model);
        QFETCH(QString, rule);
        QFETCH(QString, result);
        const auto bytes = model.toStdString();
        const auto parsed = model::onnx::parseModel(std::as_bytes(std::span(bytes)));
        QVERIFY(parsed);
        const auto findings = model::allFindings(*model::analyse(*parsed));
        QVERIFY(std::ranges::any_of(findings, [&](const support::Diagnostic& finding) {
            return finding.code == rule.toStdString()
                && finding.severity == support::Severity::Warning;
        }));
        RunRequest request;
        request.model = *parsed;
        request.otherInputs.source = InputSpec::Source::Ones;
        request.threads = 1;
        const auto prepared = prepare(request);
        QVERIFY2(prepared.plan, prepared.plan ? "" : prepared.plan.error().message().c_str());
        auto session = Session::create(*prepared.plan);
        const auto run = session->run(prepared.inputs.runtimeValues());
        QVERIFY2(run, run ? "" : run.error().message().c_str());
        QCOMPARE(text(run->outputs.front().value.tensor()), result);
    }
};

QTEST_GUILESS_MAIN(TestLenientRules)
#include "tst_lenient_rules.moc"
