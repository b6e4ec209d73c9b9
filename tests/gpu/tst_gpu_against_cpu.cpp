#include "engine/plan/engine.h"
#include "engine/verify/verify.h"
#include "tests/support/engine/model_text.h"
#include "tests/support/gpu/host_backend.h"

#include <QtTest>

using namespace engine;

namespace {

struct Ran {
    QString error;
    std::vector<NamedValue> outputs;
    QStringList onDevice; ///< operators, with what ran them
};

Ran ran(std::shared_ptr<const model::Model> model, DeviceKind device)
{
    RunRequest request;
    request.model = std::move(model);
    for (const auto id : request.model->main().inputs) {
        const auto& input = request.model->value(id);
        if (input.type.element == model::ElementType::Uint8)
            request.inputs[input.name] = { InputSpec::Source::Random, 0.0, 255.0 };
        else if (model::isFloating(input.type.element))
            request.inputs[input.name] = { InputSpec::Source::Random, -1.0, 1.0 };
    }
    request.threads = 1;
    request.device = device;
    request.optimisation = Optimisation::None;
    request.tiers = { Tier::Native, Tier::Reference };
    if (device == DeviceKind::Cpu)
        request.tiers = { Tier::Reference };
    auto prepared = prepare(request);
    if (!prepared.plan)
        return { QString::fromStdString(prepared.plan.error().message()), {}, {} };
    Ran result;
    for (const auto& step : (*prepared.plan)->steps()) {
        if (step.device != DeviceKind::Cpu && step.kind != StepKind::Copy)
            result.onDevice << QString::fromStdString(step.opType + ": " + step.implementation);
        for (const auto& refusal : step.refusals)
            result.error += QString::fromStdString(refusal) + ' ';
    }
    auto session = Session::create(*prepared.plan);
    if (!session)
        return { QString::fromStdString(session.error().message()), {}, {} };
    const auto done = session->run(prepared.inputs.runtimeValues());
    if (!done)
        return { QString::fromStdString(done.error().message()), {}, {} };
    result.outputs = done->outputs;
    return result;
}

} // namespace

/// Kernels of the CUDA module, run by the emulated device, beside the reference kernels of the CPU,
/// where ONNX has no tests: operators of ONNX Runtime, sizes around those of tiles.
class TestGpuAgainstCpu : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { m_device = testing::useHostDevice(); }

    void givesWhatTheReferenceGives_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("operation");
        addAttention();
        addContribAttention();
        addProducts();
        addQuantised();
        addRest();
    }
    void givesWhatTheReferenceGives()
    {
        QFETCH(QString, model);
        QFETCH(QString, operation);
        const auto built = testing::modelFromText(model.toStdString(), 24);
        const auto expected = ran(built, DeviceKind::Cpu);
        QVERIFY2(!expected.outputs.empty(), qPrintable(expected.error));
        const auto found = ran(built, DeviceKind::Cuda);
        QVERIFY2(found.outputs.size() == expected.outputs.size(), qPrintable(found.error));
        QVERIFY2(found.onDevice.contains(operation),
            qPrintable(found.onDevice.join(", ") + found.error));
        const bool isHalf = model.contains("float16");
        const Tolerance tolerance { isHalf ? 4e-3 : 1e-4, isHalf ? 4e-3 : 2e-5 };
        for (std::size_t i = 0; i < found.outputs.size(); ++i) {
            const auto difference
                = compare(found.outputs[i].value, expected.outputs[i].value, tolerance);
            QVERIFY2(difference.isWithin, qPrintable(QString::fromStdString(difference.message)));
        }
    }

private:
    static void add(const char* name, const QString& model, const char* operation)
    {
        QTest::newRow(name) << model << operation;
    }

    static void addAttention()
    {
        const auto rows = [](const char* name, const QString& q, const QString& k, const QString& v,
                              const QString& attributes) {
            add(name,
                "input q: float " + q + "\ninput k: float " + k + "\ninput v: float " + v
                    + "\ny = Attention(q, k, v) {" + attributes + "}\noutput y",
                "Attention: emulated attention");
        };
        rows("small heads, several tiles", "1 2 70 24", "1 1 45 24", "1 1 45 24", "is_causal: 0");
        rows("causal, several tiles", "2 2 67 33", "2 2 67 33", "2 2 67 17", "is_causal: 1");
        rows("heads of up to 128", "1 3 40 80", "1 3 70 80", "1 3 70 112", "softcap: 2.0");
        rows("heads of up to 256", "1 2 21 200", "1 2 50 200", "1 2 50 256", "is_causal: 1");
        rows("one query", "2 4 1 64", "2 2 300 64", "2 2 300 64", "is_causal: 0");
        rows("few queries, many keys", "1 2 3 40", "1 2 1100 40", "1 2 1100 130", "scale: 0.5");
        add("many keys, a mask of booleans and half precision",
            "input q: float16 1 2 1 32\ninput k: float16 1 2 700 32\ninput v: float16 1 2 700 32\n"
            "input m: bool 1 700\ny = Attention(q, k, v, m)\noutput y",
            "Attention: emulated attention");
        add("past, present and scores",
            "input q: float 2 3 20 16\ninput k: float 2 3 20 16\ninput v: float 2 3 20 8\n"
            "input a: float 2 3 15 16\ninput b: float 2 3 15 8\ninput m: float 20 35\n"
            "y, c, d, s = Attention(q, k, v, m, a, b) {is_causal: 1, qk_matmul_output_mode: 3}\n"
            "output y\noutput c\noutput d\noutput s",
            "Attention: emulated attention");
    }

    static void addContribAttention()
    {
        const char* const multiHead = "MultiHeadAttention: emulated attention";
        add("heads with bias and mask",
            "input q: float 2 5 16\ninput k: float 2 7 16\ninput v: float 2 7 24\n"
            "input b: float 56\nweight m: int32 2 7 = 1 1 1 1 0 0 0 1 1 1 1 1 1 0\n"
            "y = com.microsoft:MultiHeadAttention(q, k, v, b, m) {num_heads: 4}\noutput y",
            multiHead);
        add("query, key and value packed",
            "input q: float 2 5 4 3 8\ninput b: float 96\nweight m: int32 2 = 3 5\n"
            "y = com.microsoft:MultiHeadAttention(q, -, -, b, m) {num_heads: 4}\noutput y",
            multiHead);
        add("key and value packed",
            "input q: float 2 5 32\ninput k: float 2 7 4 2 8\n"
            "y = com.microsoft:MultiHeadAttention(q, k) {num_heads: 4}\noutput y",
            multiHead);
        add("past and present, causal, with a bias of scores",
            "input q: float 2 5 16\ninput k: float 2 5 16\ninput v: float 2 5 16\n"
            "input s: float 1 4 5 8\ninput a: float 2 4 3 4\ninput b: float 2 4 3 4\n"
            "y, c, d = com.microsoft:MultiHeadAttention(q, k, v, -, -, s, a, b) {num_heads: 4, "
            "unidirectional: 1}\noutput y\noutput c\noutput d",
            multiHead);
        add("heads in front",
            "input q: float 2 5 16\ninput k: float 2 4 9 4\ninput v: float 2 4 9 4\n"
            "y = com.microsoft:MultiHeadAttention(q, k, v) {num_heads: 4}\noutput y",
            multiHead);
        add("projections inside",
            "input x: float 2 6 10\ninput w: float 10 36\ninput b: float 36\n"
            "weight m: int32 2 9 = 1\ninput a: float 2 2 3 3 4\n"
            "y, p = com.microsoft:Attention(x, w, b, m, a) {num_heads: 3, unidirectional: 1}\n"
            "output y\noutput p",
            "Attention: emulated attention");
        const char* const grouped = "GroupQueryAttention: emulated attention";
        add("groups with rotary embedding and a past",
            "input q: float 2 1 32\ninput k: float 2 1 16\ninput v: float 2 1 16\n"
            "input a: float 2 2 9 8\ninput b: float 2 2 9 8\nweight l: int32 2 = 5 8\n"
            "weight t: int32 = 9\ninput c: float 16 4\ninput s: float 16 4\n"
            "y, d, e = com.microsoft:GroupQueryAttention(q, k, v, a, b, l, t, c, s) {num_heads: 4, "
            "kv_num_heads: 2, do_rotary: 1, local_window_size: 4}\noutput y\noutput d\noutput e",
            grouped);
        add("a packed prompt, capped",
            "input q: float 2 6 32\nweight l: int32 2 = 5 3\nweight t: int32 = 6\n"
            "input c: float 16 2\ninput s: float 16 2\n"
            "y, d, e = com.microsoft:GroupQueryAttention(q, -, -, -, -, l, t, c, s) {num_heads: 4, "
            "kv_num_heads: 2, do_rotary: 1, rotary_interleaved: 1, softcap: 1.0, smooth_softmax: "
            "1}\noutput y\noutput d\noutput e",
            grouped);
        add("rotated heads, one offset",
            "input x: float 2 3 16\nweight p: int64 1 = 4\ninput c: float 9 4\ninput s: float 9 4\n"
            "y = com.microsoft:RotaryEmbedding(x, p, c, s)\noutput y",
            "RotaryEmbedding: emulated rotary embedding");
    }

    static void addProducts()
    {
        add("turned operands",
            "input a: float 5 3 4\ninput b: float 3 6 5\n"
            "y = com.microsoft:FusedMatMul(a, b) {transA: 1, transB: 1, transBatchA: 1, alpha: "
            "0.5}\noutput y",
            "FusedMatMul: emulated tiled product");
        add("an activation",
            "input a: float 4 7\ninput b: float 9 7\ninput c: float 9\n"
            "y = com.microsoft:FusedGemm(a, b, c) {transB: 1, activation: LeakyRelu, "
            "activation_alpha: 0.2}\noutput y",
            "FusedGemm: emulated tiled product + epilogue");
        for (const auto* rows : { "3", "20" }) {
            add(qPrintable(QString("codes of four bits, %1 rows").arg(rows)),
                QString("input a: float %1 48\ninput b: uint8 5 3 8\ninput s: float 5 3\n"
                        "input z: uint8 5 2\ninput c: float 5\n"
                        "y = com.microsoft:MatMulNBits(a, b, s, z, -, c) {K: 48, N: 5, block_size: "
                        "16}\noutput y")
                    .arg(rows),
                "MatMulNBits: emulated product of packed weights");
        }
    }

    static void addQuantised()
    {
        add("a product of bytes that wraps",
            "input a: int8 5 33\nweight b: int8 33 7 = 11\ny = MatMul(a, b)\noutput y",
            "MatMul: emulated tiled product");
        const QString quant = "input x: float 3 41\nweight s: float 3 1 = 0.1 0.02 0.3\nweight z: "
                              "float = 1\nweight b: float = 4\n";
        for (const auto* mode : { "ROUND", "CEIL", "FLOOR", "HALF_UP", "ROUND_TO_ZERO" })
            QTest::addRow("numbers of four bits, %s", mode) << quant
                    + "y = onnx.brevitas:Quant(x, s, z, b) {narrow: 1, rounding_mode: " + mode
                    + "}\noutput y" << QString("Quant: emulated elementwise");
    }

    static void addRest()
    {
        add("a skip with all outputs",
            "input x: float 2 3 40\ninput s: float 3 40\ninput g: float 40\ninput t: float 40\n"
            "input b: float 40\ny, m, d, a = com.microsoft:SkipLayerNormalization(x, s, g, t, b)\n"
            "output y\noutput m\noutput d\noutput a",
            "SkipLayerNormalization: emulated normalization");
        add("a skip without centre",
            "input x: float 2 3 40\ninput s: float 2 3 40\ninput g: float 40\n"
            "y = com.microsoft:SkipSimplifiedLayerNormalization(x, s, g)\noutput y",
            "SkipSimplifiedLayerNormalization: emulated normalization");
        add("what is not zero, in several parts",
            "input x: int32 3 50 41\ny = NonZero(x)\noutput y", "NonZero: emulated non-zero");
        add("nothing is", "weight x: float 2 3 = 0\ny = NonZero(x)\noutput y",
            "NonZero: emulated non-zero");
    }

    std::shared_ptr<testing::HostBackend> m_device;
};

QTEST_GUILESS_MAIN(TestGpuAgainstCpu)
#include "tst_gpu_against_cpu.moc"
