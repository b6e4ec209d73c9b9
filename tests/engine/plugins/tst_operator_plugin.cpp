#include <QTest>

#include "engine/plan/engine.h"
#include "engine/plugins/operator_plugin.h"
#include "model/inference/analysis.h"
#include "model/inference/cost_context.h"
#include "model/inference/shape_inference.h"
#include "model/text_node.h"
#include "tests/support/engine/model_text.h"
#include "tests/support/engine/run_text.h"
#include "tests/support/paths.h"

#include <QTemporaryDir>

#include <algorithm>
#include <fstream>

using engine::loadOperatorPlugin;
using testing::runText;
using testing::runTextFully;

namespace {

std::filesystem::path bad(const std::string& fault)
{
    return testing::buildDir() / "tests/plugins" / ("bad_" + fault + ".so");
}
std::filesystem::path example()
{
    return testing::buildDir() / "lib/opscope/libexample_operators.so";
}
std::filesystem::path faulty() { return testing::buildDir() / "tests/plugins/faulty_operators.so"; }

std::string reasonAgainst(const std::filesystem::path& file)
{
    const auto plugin = loadOperatorPlugin(file);
    return plugin ? "loaded" : plugin.error().message();
}

/// `y = OPERATION` over the numbers 1 and 2.
std::string over(const std::string& operation)
{
    return "weight w: float 2 = 1 2\ninput c: bool\nx = Identity(w)\ny = " + operation
        + "\noutput y\n";
}

/// Type of the first output of a model, or what inference found.
std::string inferred(const std::string& text)
{
    const auto model = testing::modelFromText(text);
    const auto result = model::inferTypes(*model);
    std::string findings;
    for (const auto& finding : result.diagnostics)
        findings += finding.message + "\n";
    return findings.empty() ? model::typeText(result.types[model->main().outputs.front().value()])
                            : findings;
}

} // namespace

/// Plug-ins as the engine sees them: which load, what their operators are told and allowed.
class TestOperatorPlugin : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QCOMPARE(reasonAgainst(example()), std::string("loaded"));
        QCOMPARE(reasonAgainst(faulty()), std::string("loaded"));
    }

    void aBadPluginIsRefusedWithItsFault_data()
    {
        QTest::addColumn<QString>("words");
        const auto row
            = [](const char* fault, const char* words) { QTest::newRow(fault) << words; };
        row("wrong_version", "version 99 of the operator interface, expected 1");
        row("no_function", "has no function opscope_operator_plugin");
        row("null", "gave nothing (null)");
        row("small_operator", "OpscopeOperator has 16 bytes, expected 136");
        row("newer_operator", "built with a newer opscope_operator.h");
        row("no_operators", "gives no operators");
        row("null_name", "operator 0: its name is missing (null)");
        row("bad_type", "Bad: input 0: names the element type \"flaot\", expected names of ONNX");
        row("bad_option", "the option of input 1 is 77, expected OPSCOPE_SINGLE");
        row("bad_default", "the default of attribute mode is missing (null)");
        row("duplicate_attribute", "two attributes are named \"axis\"");
        row("duplicate_operator", "bad.test.Bad-1: version 1 of it is given twice");
        row("standard_domain", "the domain ai.onnx belongs to the standard");
        row("replaces_ours", "exists already, from Opscope itself");
        row("not_last", "input 0 is variadic, which only the last one may be");
        row("throws_at_start", "opscope_operator_plugin threw an exception: not today");
    }
    void aBadPluginIsRefusedWithItsFault()
    {
        QFETCH(QString, words);
        const auto file = bad(QTest::currentDataTag());
        const auto before = model::OperatorRegistry::instance().all().size();
        const auto plugin = loadOperatorPlugin(file);
        QVERIFY(!plugin);
        const auto& message = plugin.error().message();
        QVERIFY2(message.find(words.toStdString()) != std::string::npos, message.c_str());
        QVERIFY2(message.find(file.filename().string()) != std::string::npos, message.c_str());
        QCOMPARE(plugin.error().kind(), support::ErrorKind::File);
        QCOMPARE(model::OperatorRegistry::instance().all().size(), before);
    }

    void whatIsNoLibraryIsRefused()
    {
        QTemporaryDir folder;
        const std::filesystem::path text = folder.filePath("text.so").toStdString();
        std::ofstream(text) << "no library\n";
        const auto absent = reasonAgainst(folder.filePath("absent.so").toStdString());
        QVERIFY2(absent.find("cannot be found") != std::string::npos, absent.c_str());
        const auto other = reasonAgainst(folder.path().toStdString());
        QVERIFY2(other.find("is no file") != std::string::npos, other.c_str());
        const auto wrong = reasonAgainst(text);
        QVERIFY2(
            wrong.find("cannot be loaded as a shared library") != std::string::npos, wrong.c_str());
    }

    void aFileIsLoadedOnce()
    {
        const auto again = loadOperatorPlugin(example());
        QVERIFY(again);
        const auto plugins = engine::operatorPlugins();
        QCOMPARE(std::ranges::count(plugins, *again), std::ptrdiff_t(1));
        QCOMPARE((*again)->name, std::string("Example operators"));
        QCOMPARE((*again)->operators.size(), std::size_t(3));
        QCOMPARE(engine::pluginOf(*(*again)->operators.front()), *again);
        const auto* relu = model::OperatorRegistry::instance().find("", "Relu", 14);
        QVERIFY(engine::pluginOf(*relu) == nullptr);
    }

    void theSchemaIsWhatThePluginSays()
    {
        const auto* affine
            = model::OperatorRegistry::instance().find("example.opscope", "Affine", 1);
        QVERIFY(affine != nullptr);
        QCOMPARE(affine->inputs.front().type, std::string("T"));
        QCOMPARE(affine->constraints.front().types,
            std::vector<std::string>({ "tensor(float)", "tensor(double)" }));
        QVERIFY(affine->attribute("scale")->required);
        QCOMPARE(std::get<float>(affine->attribute("offset")->defaultValue), 0.0f);
        QCOMPARE(
            affine->summary, std::string("Multiplies every element by a number and adds another."));
        const auto* extremes
            = model::OperatorRegistry::instance().find("example.opscope", "Extremes", 1);
        QCOMPARE(extremes->minOutputs(), std::size_t(1));
        QCOMPARE(extremes->maxOutputs(), std::size_t(2));
    }

    void shapesAreInferred_data()
    {
        QTest::addColumn<QString>("lines");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const char* lines, const char* expected) {
            QTest::newRow(name) << lines << expected;
        };
        row("names go through", "input x: float rows 3\ny = example.opscope:Affine(x) {scale: 2.0}",
            "rows×3 fp32");
        row("the element type follows its variable",
            "input x: double 2\ny = example.opscope:Affine(x) {scale: 2.0}", "2 fp64");
        row("a size that data decide is a name of the node",
            "input x: float 5\ny = example.opscope:Above(x)", "Above_0_kept fp32");
        row("sizes are combined", "input x: float n\ny = faulty.test:Doubled(x)",
            "2*n×n×Doubled_0_found×? fp32");
        row("sizes are combined to numbers", "input x: float 3\ny = faulty.test:Doubled(x)",
            "6×3×Doubled_0_found×? fp32");
        row("a rule may refuse", "input x: float 2 3 4\ny = example.opscope:Extremes(x)",
            "plug-in libexample_operators.so: input 0 (x) is no matrix, expected rank 2\n");
        row("an exception is a finding", "input x: float 2\ny = faulty.test:ThrowingInfer(x)",
            "plug-in faulty_operators.so: infer threw an exception: no shape today\n");
        row("misuse is a finding", "input x: float 2\ny = faulty.test:MisusedInfer(x)",
            "plug-in faulty_operators.so: infer calls output of the host, which has no meaning "
            "there\n");
        row("a type that is not listed is a finding",
            "input x: float 2\ny = faulty.test:WrongTypeInfer(x)",
            "plug-in faulty_operators.so: infer: output 0 is tensor(int64), which the operator "
            "does not list for it\n");
    }
    void shapesAreInferred()
    {
        QFETCH(QString, lines);
        QFETCH(QString, expected);
        QCOMPARE(QString::fromStdString(inferred(lines.toStdString() + "\noutput y\n")), expected);
    }

    void workIsCounted()
    {
        const auto* affine
            = model::OperatorRegistry::instance().find("example.opscope", "Affine", 1);
        const auto known
            = model::ValueType::tensor(model::ElementType::Float, model::shapeOf({ 2, 3 }));
        const auto cost = model::costOf(*affine, {}, std::span(&known, 1), std::span(&known, 1));
        QVERIFY2(cost.isKnown, cost.reason.c_str());
        QCOMPARE(cost.multiplyAdds, std::uint64_t(6));
        QCOMPARE(cost.readBytes, std::uint64_t(24));
        const auto open = model::ValueType::tensor(model::ElementType::Float);
        const auto unknown = model::costOf(*affine, {}, std::span(&open, 1), std::span(&open, 1));
        QVERIFY(!unknown.isKnown);
        QCOMPARE(unknown.reason, std::string("the shape of output 0 is not known"));
    }

    void operatorsRun_data()
    {
        QTest::addColumn<QString>("operation");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const char* operation, const char* expected) {
            QTest::newRow(name) << operation << expected;
        };
        row("attributes", "example.opscope:Affine(x) {scale: 2.0, offset: 0.5}", "2: 2.5 4.5");
        row("defaults", "example.opscope:Affine(x) {scale: 2.0}", "2: 2 4");
        row("a size that data decide", "example.opscope:Above(x) {threshold: 1.5}", "1: 2");
        row("lists and texts as attributes",
            "faulty.test:SumAttributes(x) {factors: [0.5, 0.25], names: [ab, cde]}",
            "scalar: 12.75");
        row("a type it does not list", "example.opscope:Above(c)", "input 0 (x) is");
        row("a shape that create refuses", "example.opscope:Extremes(x)",
            "plug-in libexample_operators.so: input 0 (x) is no matrix, expected rank 2");
        row("create refuses in words", "faulty.test:Refusing(x)", "this shape is not for me");
        row("without run", "faulty.test:Shown(x)", "no kernel for this operator");
        row("an exception", "faulty.test:Throws(x)",
            "plug-in faulty_operators.so: run threw an exception: it went wrong");
        row("no output", "faulty.test:Lazy(x)",
            "plug-in faulty_operators.so: run made no output 0 (y)");
        row("failure without words", "faulty.test:Silent(x)", "run failed without saying why");
        row("failure in words", "faulty.test:Said(x)", "x is not to my taste");
        row("another shape than inferred", "faulty.test:OtherShape(x)",
            "run makes output 0 (y) as 7 fp32, but infer said 2 fp32");
        row("another type than its variable", "faulty.test:OtherType(x)",
            "run makes output 0 (y) as tensor(double), expected tensor(float) as the inputs of "
            "type T");
        row("a negative dimension", "faulty.test:Negative(x)", "expected no dimension below 0");
        row("more than memory holds", "faulty.test:Huge(x)", "output 0 (y): ");
        row("an output twice", "faulty.test:Twice(x)", "run makes output 0 (y) twice");
        row("an output too many", "faulty.test:Beyond(x)",
            "run makes output 5, but the node has 1 output");
        row("no dimensions", "faulty.test:NoDims(x)", "with rank 2 and no dimensions (null)");
        row("an attribute that was not declared", "faulty.test:Undeclared(x)",
            "asks for the attribute \"axis\" of kind int, which the operator does not declare");
        row("null pointers", "faulty.test:NullQuestions(x)", "an attribute without a name (null)");
    }
    void operatorsRun()
    {
        QFETCH(QString, operation);
        QFETCH(QString, expected);
        for (auto* run : { &runText, &runTextFully }) {
            const auto found = (*run)(over(operation.toStdString()), 17);
            QVERIFY2(found.find(expected.toStdString()) != std::string::npos, found.c_str());
        }
    }

    void whatTheCheckerWasToldToLetPassIsRefused_data()
    {
        QTest::addColumn<QString>("operation");
        QTest::addColumn<QString>("expected");
        QTest::newRow("a missing attribute")
            << "example.opscope:Affine(x)"
            << "attribute 'scale' (float) is missing, which Affine needs";
        QTest::newRow("an attribute of another kind")
            << "example.opscope:Affine(x) {scale: 2}"
            << "attribute 'scale' is of kind int, expected float";
        QTest::newRow("an input of another type")
            << "example.opscope:Above(c)"
            << "input 0 (x) is bool, which Above does not take there";
    }
    void whatTheCheckerWasToldToLetPassIsRefused()
    {
        QFETCH(QString, operation);
        QFETCH(QString, expected);
        engine::RunRequest request;
        request.model = testing::modelFromText(over(operation.toStdString()));
        request.tolerated = { "all" };
        const auto prepared = engine::prepare(request);
        QVERIFY(!prepared.plan);
        const auto found = QString::fromStdString(prepared.plan.error().message());
        QVERIFY2(found.contains(expected), qPrintable(found));
    }

    void textsGoInAndOut()
    {
        const auto found = runText("a = Constant() {value_strings: [one, two]}\n"
                                   "b = Constant() {value_string: one+two}\n"
                                   "j = faulty.test:JoinTexts(a) {separator: +}\n"
                                   "e = Equal(j, b)\ny = Cast(e) {to: 1}\noutput y\n",
            20);
        QCOMPARE(QString::fromStdString(found), QString("scalar: 1"));
    }

    void onlyWhatIsRepeatableIsComputedAhead_data()
    {
        QTest::addColumn<bool>("isSame");
        QTest::newRow("CallsKept") << true;
        QTest::newRow("CallsAnew") << false;
    }
    void onlyWhatIsRepeatableIsComputedAhead()
    {
        engine::RunRequest request;
        request.model = testing::modelFromText(
            "y = faulty.test:" + std::string(QTest::currentDataTag()) + "()\noutput y\n");
        const auto prepared = engine::prepare(request);
        QVERIFY(prepared.plan);
        auto session = engine::Session::create(*prepared.plan);
        std::vector<float> counts;
        for (int i = 0; i < 2; ++i) {
            const auto result = session->run({});
            QVERIFY(result);
            counts.push_back(result->outputs.front().value.tensor().as<float>().front());
        }
        QTEST(counts[0] == counts[1], "isSame");
    }

    void aPartialRunGoesAsFarAsItCan_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("outputs");
        QTest::addColumn<QString>("missing");
        QTest::newRow("up to the operator")
            << "input x: float 2\na = Neg(x)\nb = nobody.test:Think(a)\n"
               "c = Relu(b)\noutput c\n"
            << "a"
            << "c";
        QTest::newRow("what others read is no output more")
            << "input x: float 2\na = Neg(x)\nb = nobody.test:Think(a)\nd = Abs(a)\noutput "
               "b\noutput d\n"
            << "d"
            << "b";
        QTest::newRow("what a body would have read")
            << "input x: float 2\ninput c: bool\na = Neg(x)\nb = If(c)\n  then_branch(): p\n"
               "    p = nobody.test:Think(a)\n  else_branch(): q\n    q = Relu(a)\noutput b\n"
            << "a"
            << "b";
        QTest::newRow("one after the other is refused") // Refusing refuses only when it is planned
            << "input x: float 2\na = Neg(x)\nb = nobody.test:Think(a)\n"
               "d = Abs(x)\ne = faulty.test:Refusing(d)\noutput b\noutput e\n"
            << "a d"
            << "b e";
    }
    void aPartialRunGoesAsFarAsItCan()
    {
        QFETCH(QString, text);
        engine::RunRequest request;
        request.model = testing::modelFromText(text.toStdString());
        request.unsupported = engine::Unsupported::RunTheRest;
        const auto prepared = engine::prepare(request);
        QVERIFY(prepared.plan);
        auto session = engine::Session::create(*prepared.plan);
        const auto result = session->run(prepared.inputs.runtimeValues());
        QVERIFY(result);
        QStringList outputs;
        for (const auto& output : result->outputs)
            outputs << QString::fromStdString(output.name);
        QStringList missing;
        for (const auto& name : prepared.report.missingOutputs)
            missing << QString::fromStdString(name);
        QTEST(outputs.join(u' '), "outputs");
        QTEST(missing.join(u' '), "missing");
    }

    void anOperatorThatIsOnlyKnownMayBeBrought()
    {
        // Opscope describes it and has no kernel: the plug-in's description takes its place.
        const auto& registry = model::OperatorRegistry::instance();
        const auto* before = registry.find("ai.onnx.contrib", "BertTokenizer", 1);
        QVERIFY(before != nullptr);
        const auto plugin = loadOperatorPlugin(bad("brings_known"));
        QVERIFY(plugin);
        const auto* after = registry.find("ai.onnx.contrib", "BertTokenizer", 1);
        QVERIFY(after != before);
        QCOMPARE(engine::pluginOf(*after), *plugin);
        QCOMPARE(before->name, after->name); // models may still refer to the first
    }

    void everyStateIsDestroyed()
    {
        QCOMPARE(runText(over("faulty.test:CountStates(x)")), std::string("2: 1 0"));
        QCOMPARE(runText(over("faulty.test:CountStates(x)")), std::string("2: 2 1"));
    }

    void operatorsRunInBodies()
    {
        QCOMPARE(runText("input c: bool\nweight x: float 2 = 1 2\nz = If(c)\n"
                         "  then_branch(): a\n"
                         "    a = example.opscope:Affine(x) {scale: 3.0}\n"
                         "  else_branch(): b\n"
                         "    b = example.opscope:Affine(x) {scale: 3.0}\n"
                         "output z\n"),
            std::string("2: 3 6"));
    }
};

QTEST_GUILESS_MAIN(TestOperatorPlugin)
#include "tst_operator_plugin.moc"
