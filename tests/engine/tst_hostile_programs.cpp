#include <QTest>

#include "engine/passes/channels_last.h"
#include "engine/passes/patch.h"
#include "engine/program/facts.h"
#include "model/onnx/parser.h"
#include "tests/support/engine/hostile_run.h"
#include "tests/support/wire.h"

#include <limits>
#include <span>

using namespace engine;
namespace wire = testing::wire;

/// Models that no exporter writes, up to the choice of kernels: building a program, passes,
/// derivatives. They are refused with words, or run.
class TestHostilePrograms : public QObject {
    Q_OBJECT

private slots:
    void outputsWithoutNames_data()
    {
        QTest::addColumn<QString>("model");
        const QString x = "input x: float 2 4\n";
        const QString gelu
            = x + "weight r: float = 1.4142135\nweight o: float = 1\n" + "q = Div(x, r)\n";
        const QString end = "y = Relu(x)\noutput y";
        QTest::newRow("of a constant") << x + "- = Constant() {value_int: 1}\n" + end;
        QTest::newRow("of Erf") << x + "- = Erf(x)\n" + end;
        QTest::newRow("of Tanh") << x + "- = Tanh(x)\n" + end;
        QTest::newRow("of a sum that could be Gelu's")
            << gelu + "e = Erf(q)\n- = Add(e, o)\n" + end;
        QTest::newRow("of a normalization") << x
                + "weight s: float = 0.001\nm = ReduceMean(x) {axes: [-1]}\nd = Sub(x, m)\n"
                + "p = Mul(d, d)\nv = ReduceMean(p) {axes: [-1]}\nw = Add(v, s)\nr = Sqrt(w)\n"
                + "- = Div(d, r)\n" + end;
        QTest::newRow("behind a product")
            << x + "weight k: float 4 4000 = 1\np = MatMul(x, k)\n- = Relu(p)\n" + end;
    }
    void outputsWithoutNames()
    {
        QFETCH(QString, model);
        const auto text = model.toStdString();
        QCOMPARE(QString::fromStdString(testing::refusalOf(text, 17)), QString());
        const testing::HostileRun all { { Tier::Library, Tier::Native, Tier::Reference },
            Optimisation::Full };
        QCOMPARE(QString::fromStdString(testing::refusalOf(text, 17, all)), QString());
    }

    void derivatives_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("words");
        const auto row = [](const char* name, const QString& forward, const char* words) {
            QTest::newRow(name) << forward
                    + "\ng = ai.onnx.preview.training:Gradient(x) {xs: [x], y: y}\noutput g"
                                << words;
        };
        const QString x = "input x: float 2\n";
        for (const auto* type : { "Add", "Sub", "Mul", "Div", "Pow", "MatMul" })
            row(type, x + "y = " + type + "(x)", "input 1 (");
        row("Gemm", x + "y = Gemm(x)", "input 1 (B) is missing");
        row("Where", x + "y = Where(x)", "input 1 (X) is missing");
        const QString image = "input x: float 1 1 4\n";
        row("Gather", x + "y = Gather(x)", "input 1 (indices) is missing");
        row("Conv", image + "y = Conv(x) {kernel_shape: [1]}", "input 1 (W) is missing");
        const char* const attributes = "is not known with these attributes";
        row("a kernel of negative size",
            image
                + "y = AveragePool(x) {kernel_shape: [-9223372036854775808], auto_pad: SAME_UPPER}",
            attributes);
        row("a stride above 32 bits",
            image + "y = AveragePool(x) {kernel_shape: [1], strides: [9223372036854775807]}",
            attributes);
        row("the last axis of integers", x + "y = Concat(x) {axis: 9223372036854775807}",
            attributes);
    }
    void derivatives()
    {
        QFETCH(QString, model);
        QFETCH(QString, words);
        const auto message = QString::fromStdString(testing::refusalOf(model.toStdString()));
        QVERIFY2(message.contains(words), qPrintable(message));
    }

    void tooManyGradients()
    {
        std::string model = "input x: float 1\n";
        for (int i = 0; i <= 1000; ++i)
            model += "g" + std::to_string(i)
                + " = ai.onnx.preview.training:Gradient(x) {xs: [x], y: x}\n";
        const auto message = QString::fromStdString(testing::refusalOf(model + "output g0"));
        QVERIFY2(message.contains("1001 Gradient operators, at most 1000"), qPrintable(message));
    }

    /// A body that is an attribute of a call, used twice in the function that is called: 2^8 copies
    /// of a constant with 100,000 numbers.
    void bodiesOfCalls()
    {
        constexpr int depth = 8;
        std::string numbers;
        for (int i = 0; i < 100'000; ++i)
            numbers += wire::number(8, 1);
        std::string graph = wire::bytes(2, "leaf")
            + wire::nodeField("Constant", {}, { "y" },
                wire::bytes(5, wire::bytes(1, "value_ints") + numbers + wire::number(20, 7)))
            + wire::outputField("y");
        std::string functions;
        const auto reference = [](const std::string& name) {
            return wire::bytes(
                5, wire::bytes(1, name) + wire::bytes(21, "g") + wire::number(20, 5));
        };
        for (int i = depth; i-- > 0;) {
            const auto name = "F" + std::to_string(i);
            functions += function(name, "c",
                wire::bytes(7,
                    wire::node("If", { "c" }, { "y" },
                        reference("then_branch") + reference("else_branch"))),
                wire::bytes(6, "g"));
            const auto call = wire::nodeField(
                name, { "c" }, { "y" }, wire::bytes(7, "local") + wire::graphAttribute("g", graph));
            graph = wire::bytes(2, "g" + std::to_string(i)) + call + wire::outputField("y");
        }
        const auto message
            = refusal(wire::inputField("c", wire::tensorType(9, {})) + graph, functions);
        QVERIFY2(message.contains("more than 10000000 nodes, values and attributes"),
            qPrintable(message));
    }

    /// No operator comes of these 2^40 calls.
    void callsWithoutOperators()
    {
        constexpr int depth = 40;
        const std::vector<std::string> leftOut(1000);
        const auto call = [&](int i, const char* from, const char* to) {
            auto inputs = leftOut;
            inputs.front() = from;
            return wire::node("F" + std::to_string(i), inputs, { to }, wire::bytes(7, "local"));
        };
        std::string functions;
        for (int i = 0; i < depth; ++i)
            functions += function("F" + std::to_string(i), "x",
                wire::bytes(7, call(i + 1, "x", "t")) + wire::bytes(7, call(i + 1, "t", "y")));
        functions += wire::bytes(25,
            wire::bytes(1, "F" + std::to_string(depth)) + wire::bytes(4, "x") + wire::bytes(5, "x")
                + wire::bytes(10, "local"));
        const auto message = refusal(wire::inputField("x", wire::tensorType(1, { 1 }))
                + wire::bytes(1, call(0, "x", "y")) + wire::outputField("y"),
            functions);
        QVERIFY2(message.contains("more than 10000000 nodes, values and attributes"),
            qPrintable(message));
    }

    /// Every operator reads a value at another place of a chain of replaced ones. Would take
    /// minutes if each walked the chain.
    void longChainsOfReplacements()
    {
        constexpr std::uint32_t length = 200'000;
        Program program;
        program.blocks.emplace_back();
        Patch patch;
        for (std::uint32_t i = 0; i <= length; ++i) {
            program.addValue({});
            if (i > 0)
                patch.edits.emplace_back().replaced
                    = { { ProgramValueId(i), ProgramValueId(i - 1) } };
            Op op;
            op.inputs = { ProgramValueId(i) };
            op.block = BlockId(0u);
            program.block(BlockId(0u)).ops.push_back(program.addOp(std::move(op)));
        }
        engine::apply(program, std::move(patch), "test");
        for (const auto& op : program.ops)
            QCOMPARE(op.inputs.front(), ProgramValueId(0u));
    }

    /// A scale that is an image itself. Shape inference refuses it, so the types are given here.
    void scalesAreReadInPlainOrder()
    {
        if (!KernelRegistry::instance().has("opscope", "Reorder", DeviceKind::Cpu))
            QSKIP("built without oneDNN");
        Program program;
        program.blocks.emplace_back();
        Facts facts;
        const auto value = [&](const Dims& dims) {
            facts.types.push_back(valueTypeOf({ ElementType::Float, dims }));
            facts.known.emplace_back();
            return program.addValue({});
        };
        const auto x = value({ 1, 4, 64, 64 });
        const auto weights = value({ 4, 4, 3, 3 });
        program.value(weights).constant = makeTensor(ElementType::Float, { 4, 4, 3, 3 });
        const auto image = value({ 1, 4, 64, 64 });
        const auto scale = value({ 1, 2, 2, 1 });
        const auto normal = value({ 1, 4, 64, 64 });
        const auto result = value({ 1, 4, 64, 64 });
        const auto add
            = [&](const char* type, std::vector<ProgramValueId> inputs, ProgramValueId output) {
                  Op op;
                  op.node.type = type;
                  op.node.version = 15;
                  op.inputs = std::move(inputs);
                  op.outputs = { output };
                  op.block = BlockId(0u);
                  const auto id = program.addOp(std::move(op));
                  program.block(BlockId(0u)).ops.push_back(id);
                  return id;
              };
        add("Conv", { x, weights }, image);
        add("MaxPool", { image }, scale);
        const auto norm = add("BatchNormalization", { image, scale, scale, scale, scale }, normal);
        add("Softmax", { normal }, result);
        program.block(BlockId(0u)).outputs = { result };
        RunRequest request;
        request.tiers = { Tier::Library, Tier::Native, Tier::Reference };
        request.optimisation = Optimisation::Full;
        placeChannelsLast(program, { facts, request });
        QCOMPARE(program.value(scale).layout, Layout::ChannelsLast);
        const auto& inputs = program.op(norm).inputs;
        QCOMPARE(program.value(inputs[0]).layout, Layout::ChannelsLast);
        for (std::size_t i = 1; i < inputs.size(); ++i)
            QCOMPARE(program.value(inputs[i]).layout, Layout::Plain);
    }

    void plannedTypesFitMemory_data()
    {
        QTest::addColumn<QList<qint64>>("dims");
        QTest::addColumn<bool>("fits");
        constexpr qint64 large = qint64(1) << 62;
        QTest::newRow("a usual one") << QList<qint64> { 1, 3, 224, 224 } << true;
        QTest::newRow("without elements") << QList<qint64> { 0, 3 } << true;
        QTest::newRow("a large one") << QList<qint64> { qint64(1) << 40 } << true;
        QTest::newRow("a product above 64 bits") << QList<qint64> { large, 4, 1 } << false;
        QTest::newRow("bytes above 64 bits") << QList<qint64> { large } << false;
        QTest::newRow("large sizes beside zero") << QList<qint64> { large, 0 } << false;
        QTest::newRow("a negative size") << QList<qint64> { -1 } << false;
    }
    void plannedTypesFitMemory()
    {
        QFETCH(QList<qint64>, dims);
        const TensorType type { ElementType::Float, Dims(dims.begin(), dims.end()) };
        QTEST(inputTypeOf(valueTypeOf(type)).has_value(), "fits");
    }

    void largestUint64()
    {
        auto tensor = makeTensor(ElementType::Uint64, { 1 });
        tensor.as<std::uint64_t>()[0] = std::numeric_limits<std::uint64_t>::max();
        const auto argument = argumentOf(valueTypeOf(tensor.type), &tensor);
        QVERIFY(argument.elements);
        QCOMPARE(argument.elements->integers.front().value().value(), -1);
    }

    void generation_data()
    {
        QTest::addColumn<QString>("bodies");
        QTest::addColumn<QString>("words");
        const QString given = "    input a: int32 batch steps\n    input b: int32 batch steps\n";
        QTest::newRow("an encoder that returns logits only")
            << "  encoder(): logits\n" + given + "    logits = Cast(a) {to: 1}\n"
                + "  decoder(): out\n" + given + "    out = Cast(a) {to: 1}\n"
            << "the encoder returns logits only";
        QTest::newRow("a decoder without inputs")
            << "  encoder(): cache\n" + given + "    cache = Cast(a) {to: 1}\n"
                + "  decoder(): out\n    weight w: float 1 = 1\n    out = Relu(w)\n"
            << "the decoder has no inputs";
    }
    void generation()
    {
        QFETCH(QString, bodies);
        QFETCH(QString, words);
        const QString model
            = "weight ids: int32 1 2 = 3 1\nweight most: int32 1 = 8\n"
              "y = com.microsoft:GreedySearch(ids, most) {eos_token_id: 3, pad_token_id: 6, "
              "model_type: 1, decoder_start_token_id: 0}\n"
            + bodies + "output y";
        const auto message = QString::fromStdString(testing::refusalOf(model.toStdString(), 17));
        QVERIFY2(message.contains(words), qPrintable(message));
    }

private:
    /// A function of one input and the output y, as a field of a model.
    static std::string function(const std::string& name, const std::string& input,
        const std::string& nodes, const std::string& rest = {})
    {
        return wire::bytes(25,
            wire::bytes(1, name) + wire::bytes(4, input) + wire::bytes(5, "y") + nodes
                + wire::bytes(10, "local") + rest + wire::bytes(9, wire::number(2, 17)));
    }

    static QString refusal(const std::string& graph, const std::string& functions)
    {
        const auto file = wire::model(graph)
            + wire::bytes(8, wire::bytes(1, "local") + wire::number(2, 1)) + functions;
        const auto model = model::onnx::parseModel(std::as_bytes(std::span(file)));
        return QString::fromStdString(
            model ? testing::refusalOf(*model) : "not parsed: " + model.error().message());
    }
};

QTEST_GUILESS_MAIN(TestHostilePrograms)
#include "tst_hostile_programs.moc"
