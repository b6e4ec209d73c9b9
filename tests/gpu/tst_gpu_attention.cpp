#include "engine/cuda/cudnn/attention.h"
#include "tests/support/engine/conformance.h"
#include "tests/support/gpu/device_run.h"
#include "tests/support/gpu/fake_library_test.h"
#include "tests/support/gpu/real_cudnn.h"
#include "tests/support/paths.h"

#include <QtTest>

using namespace testing;
namespace cudnn = engine::cuda::cudnn;

/// Attention by cuDNN, which is one that computes here by the same rules, against the reference;
/// when our own kernel is taken instead; and graphs told to the real library, where it is.
class TestGpuAttention : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { m_device = useHostDevice(); }
    void init()
    {
        forgetLibraries(*m_device);
        m_device->setLaunchMicroseconds(0);
        fakeCudnn().isThere = true;
    }
    void cleanup() { failOnFaults(); }

    void attends_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("type");
        addAttention();
        addMultiHead();
        addGroups();
    }
    void attends()
    {
        QFETCH(QString, model);
        QFETCH(QString, type);
        auto request = attentionRequest(model);
        const auto right = reference(request);
        QCOMPARE(right.error, QString());
        struct Row {
            Precision precision;
            double most;
        };
        for (const auto& [precision, most] :
            { Row { Precision::Float16, 4e-3 }, Row { Precision::Bfloat16, 3e-2 } }) {
            const bool hasBfloat16 = type == "GroupQueryAttention"
                || (type == "Attention" && !model.contains("com.microsoft"));
            if (precision == Precision::Bfloat16 && !hasBfloat16)
                continue;
            request.precision = precision;
            const auto found = outcomeOf(request);
            QCOMPARE(found.error, QString());
            const auto* step = stepNamed(*found.plan, type.toStdString());
            QVERIFY(step != nullptr);
            const auto said = QString::fromStdString(step->implementation);
            const auto refused = step->refusals.empty() ? std::string() : step->refusals.front();
            QVERIFY2(said.startsWith("cuDNN 9.19.0 engine 5"), qPrintable(said + refused.c_str()));
            QVERIFY(step->tier == Tier::Library);
            const auto worst = worstError(found.values, right.values);
            QVERIFY2(worst < most, qPrintable(QString::number(worst)));
        }
    }

    void leavesToOurOwnKernel_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<int>("precision");
        QTest::addColumn<QString>("refusal");
        const auto half = int(Precision::Float16);
        QTest::newRow("fp32") << attention("2 4 6 16", "2 4 9 16", "2 4 9 16", "")
                              << int(Precision::Float32) << "cuDNN's attention takes fp16";
        QTest::newRow("heads of 20") << attention("2 4 6 20", "2 4 9 20", "2 4 9 20", "") << half
                                     << "cuDNN refuses the plan of an engine";
        QTest::newRow("scores")
            << "input q: float 1 2 5 8\ninput k: float 1 2 5 8\ninput v: float 1 2 5 8\n"
               "y, c, d, s = Attention(q, k, v)\noutput y\noutput s"
            << half << "scores as an output";
        QTest::newRow("a score without a value")
            << "input q: float 1 4 32\ninput k: float 1 4 16\ninput v: float 1 4 16\n"
               "weight l: int32 1 = 3\nweight t: int32 = 4\n"
               "y = com.microsoft:GroupQueryAttention(q, k, v, -, -, l, t) {num_heads: 4, "
               "kv_num_heads: 2, smooth_softmax: 1}\noutput y"
            << half << "attention with a sink";
        QTest::newRow("lengths from data")
            << "input q: float 2 2 4 8\ninput k: float 2 2 6 8\ninput v: float 2 2 6 8\n"
               "weight n: int64 2 = 6 5\ny = Attention(q, k, v, -, -, -, n)\noutput y"
            << half << "keys behind a length that comes from data";
    }
    void leavesToOurOwnKernel()
    {
        QFETCH(QString, model);
        QFETCH(int, precision);
        QFETCH(QString, refusal);
        auto request = attentionRequest(model);
        const auto right = reference(request);
        QCOMPARE(right.error, QString());
        request.precision = static_cast<Precision>(precision);
        const auto found = outcomeOf(request);
        QCOMPARE(found.error, QString());
        const auto type = model.contains("GroupQuery") ? "GroupQueryAttention" : "Attention";
        const auto* step = stepNamed(*found.plan, type);
        QVERIFY(step != nullptr && step->tier == Tier::Native);
        const auto said = QString::fromStdString(step->refusals.front());
        QVERIFY2(said.contains(refusal), qPrintable(said));
        QVERIFY(worstError(found.values, right.values) < 4e-3);
    }

    void takesTheFasterOfBothWhereKernelsAreTimed()
    {
        QTemporaryDir folder;
        auto request = attentionRequest(attention("2 4 6 16", "2 4 9 16", "2 4 9 16", ""));
        request.precision = Precision::Float16;
        request.tune = Tuning::On;
        const auto right = reference(request);
        fakeCudnn().microseconds = { { 5, 9 }, { 7, 8 }, { 9, 7 } };
        m_device->setLaunchMicroseconds(2); // ours is one launch
        for (const bool isRemembered : { false, true }) {
            m_device->forgetLibraries(folder.path().toStdString());
            const auto executed = fakeCudnn().executed;
            const auto found = outcomeOf(request);
            const auto* step = stepNamed(*found.plan, "Attention");
            QVERIFY(step != nullptr && step->tier == Tier::Native);
            const auto said = QString::fromStdString(step->refusals.front());
            QVERIFY2(said.startsWith("library: cuDNN 9.19.0 engine 9 (plain arithmetic; fastest of "
                                     "3")
                    && said.endsWith(": 9.00 µs, taken was our own kernel: 2.00 µs"),
                qPrintable(said));
            QCOMPARE(fakeCudnn().executed == executed, isRemembered);
            QVERIFY(worstError(found.values, right.values) < 4e-3);
        }
        m_device->setLaunchMicroseconds(50);
        m_device->forgetLibraries();
        fakeCudnn().microseconds = { { 5, -30 }, { 7, 8 }, { 9, 7 } };
        const auto found = outcomeOf(request);
        const auto* step = stepNamed(*found.plan, "Attention");
        QVERIFY(step != nullptr && step->tier == Tier::Library);
        QVERIFY(QString::fromStdString(step->refusals.back())
                    .startsWith("our own kernel: 50.0 µs, taken was cuDNN 9.19.0 engine 5"));
        QVERIFY(worstError(found.values, right.values) < 4e-3);
    }

    void passesTheTestsOfOnnx()
    {
        const auto folder = dataDir() / "models/onnx-1.23/node";
        if (!std::filesystem::is_directory(folder))
            QSKIP("the shared test data are absent: set OPSCOPE_TEST_DATA");
        auto options = conformanceOptions();
        options.settings.device = DeviceKind::Cuda;
        const auto result = runConformance(
            folder,
            [](std::string_view name) {
                return name.starts_with("test_attention") && !name.ends_with("_expanded");
            },
            options);
        QVERIFY2(result.notPassed().empty(), result.notPassed().c_str());
        QVERIFY(result.passed > 60);
        QVERIFY(fakeCudnn().executed >= 4); // those in fp16 and bfloat16
    }

    void tellsGraphsThatTheRealLibraryRuns_data()
    {
        QTest::addColumn<int>("chip");
        for (const int chip : { 80, 90 })
            QTest::addRow("compute capability %d", chip) << chip;
    }
    void tellsGraphsThatTheRealLibraryRuns()
    {
        QFETCH(int, chip);
        const auto library = realCudnn();
        if (library == nullptr)
            QSKIP("cuDNN 9 is not on this machine");
        const bool mayPropose = hasCudaStub();
        for (const auto& [name, spec] : specs()) {
            cudnn::GraphBuilder graph(*library);
            const auto told = cudnn::tellAttention(graph, spec);
            QVERIFY2(bool(told), told ? "" : told.error().message().c_str());
            const auto finished = graph.finish(nullptr);
            QVERIFY2(bool(finished), finished ? "" : finished.error().message().c_str());
            const auto answer = askCudnn(*library, *finished, chip);
            QVERIFY2(answer.error.empty(), answer.error.c_str());
            QVERIFY(answer.engines > 0);
            const bool fits = spec.headSize % 8 == 0;
            if (mayPropose)
                QVERIFY2((answer.proposals > 0) == fits, name);
        }
        if (!mayPropose)
            QSKIP("no libcuda and no stub of it: the library could not be asked for engines");
    }

private:
    static RunRequest attentionRequest(const QString& text)
    {
        auto request = requestFor(text);
        request.model = modelFromText(text.toStdString(), 24); // Attention is new in 23
        return request;
    }

    static QString attention(const char* q, const char* k, const char* v, const QString& attributes)
    {
        return QString("input q: float %1\ninput k: float %2\ninput v: float %3\n"
                       "y = Attention(q, k, v) {%4}\noutput y")
            .arg(q, k, v, attributes.isEmpty() ? "is_causal: 0" : attributes);
    }

    static void addAttention()
    {
        const auto add = [](const char* name, const QString& model) {
            QTest::newRow(name) << model << "Attention";
        };
        const auto rows
            = [&](const char* name, const char* q, const char* k, const char* v,
                  const char* attributes) { add(name, attention(q, k, v, attributes)); };
        rows("one query", "2 4 1 16", "2 4 9 16", "2 4 9 16", "is_causal: 0");
        rows("plain", "2 4 6 16", "2 4 9 16", "2 4 9 16", "is_causal: 0");
        rows("values of another size", "1 2 5 16", "1 2 7 16", "1 2 7 8", "scale: 0.3");
        rows("groups of heads", "2 6 5 8", "2 2 7 8", "2 2 7 8", "is_causal: 0");
        rows("causal", "2 2 7 8", "2 2 7 8", "2 2 7 8", "is_causal: 1");
        rows("causal, fewer queries", "1 2 3 8", "1 2 7 8", "1 2 7 8", "is_causal: 1");
        rows("capped", "1 2 5 8", "1 2 7 8", "1 2 7 8", "softcap: 0.7");
        rows("heads behind each other", "2 5 32", "2 7 16", "2 7 16",
            "q_num_heads: 4, kv_num_heads: 2, is_causal: 1");
        const auto masked = [&](const char* name, const char* mask, const char* attributes) {
            add(name,
                QString("input q: float 2 4 6 8\ninput k: float 2 4 9 8\ninput v: float 2 4 9 8\n"
                        "%1\ny = Attention(q, k, v, m) {%2}\noutput y")
                    .arg(mask, attributes));
        };
        masked("a mask of numbers", "input m: float 6 9", "is_causal: 0");
        masked("a mask of numbers per head", "input m: float 1 4 6 9", "softcap: 2.0");
        masked("a mask of numbers per entry", "input m: float 2 1 1 9", "is_causal: 1");
        masked("a mask of numbers for all", "input m: float 2 4 6 9", "is_causal: 0");
        masked("a mask of booleans", "input m: bool 2 1 6 9", "is_causal: 0");
        masked("a mask that hides some rows",
            "weight m: bool 6 9 = 1 0 1 1 1 1 0 1 1  0 0 0 0 0 0 0 0 0  1 1 1 1 1 1 1 1 1  "
            "0 0 0 0 0 0 0 0 1  0 0 0 0 0 0 0 0 0  1 0 0 0 0 0 0 0 0",
            "is_causal: 0");
        add("past, present and a mask",
            "input q: float 2 4 5 8\ninput k: float 2 2 5 8\ninput v: float 2 2 5 16\n"
            "input a: float 2 2 3 8\ninput b: float 2 2 3 16\ninput m: float 5 8\n"
            "y, c, d = Attention(q, k, v, m, a, b) {is_causal: 1}\noutput y\noutput c\noutput d");
        add("past and causal order",
            "input q: float 2 4 5 8\ninput k: float 2 2 5 8\ninput v: float 2 2 5 16\n"
            "input a: float 2 2 3 8\ninput b: float 2 2 3 16\n"
            "y = Attention(q, k, v, -, a, b) {is_causal: 1}\noutput y");
    }

    static void addMultiHead()
    {
        const auto add = [](const char* name, const QString& model) {
            QTest::newRow(name) << model
                                << (model.contains("MultiHead") ? "MultiHeadAttention"
                                                                : "Attention");
        };
        add("many heads",
            "input q: float 2 5 32\ninput k: float 2 9 32\ninput v: float 2 9 64\n"
            "y = com.microsoft:MultiHeadAttention(q, k, v) {num_heads: 4}\noutput y");
        add("many heads, bias and a mask of keys",
            "input q: float 2 5 32\ninput k: float 2 9 32\ninput v: float 2 9 32\n"
            "input b: float 96\nweight m: int32 2 9 = 1 1 1 1 1 1 1 0 0  1 1 1 0 0 0 0 0 0\n"
            "y = com.microsoft:MultiHeadAttention(q, k, v, b, m) {num_heads: 4}\noutput y");
        add("many heads, packed",
            "input q: float 2 5 4 3 8\n"
            "y = com.microsoft:MultiHeadAttention(q) {num_heads: 4}\n"
            "output y");
        add("many heads, keys and values packed",
            "input q: float 2 5 32\ninput k: float 2 7 4 2 8\n"
            "y = com.microsoft:MultiHeadAttention(q, k) {num_heads: 4}\noutput y");
        add("many heads, past, causal, a bias of scores",
            "input q: float 2 5 32\ninput k: float 2 5 32\ninput v: float 2 5 32\n"
            "input s: float 1 4 5 8\ninput a: float 2 4 3 8\ninput b: float 2 4 3 8\n"
            "y, c, d = com.microsoft:MultiHeadAttention(q, k, v, -, -, s, a, b) {num_heads: 4, "
            "unidirectional: 1}\noutput y\noutput c\noutput d");
        add("projections inside",
            "input x: float 2 6 10\ninput w: float 10 72\ninput b: float 72\n"
            "y = com.microsoft:Attention(x, w, b) {num_heads: 3, unidirectional: 1}\noutput y");
        add("projections inside, mask and past",
            "input x: float 2 6 10\ninput w: float 10 72\ninput b: float 72\n"
            "weight m: int32 2 9 = 1 1 1 1 1 1 1 1 0  1 1 1 1 1 1 0 0 0\n"
            "input a: float 2 2 3 3 8\n"
            "y, p = com.microsoft:Attention(x, w, b, m, a) {num_heads: 3}\noutput y\noutput p");
    }

    static void addGroups()
    {
        const auto add = [](const char* name, const QString& model) {
            QTest::newRow(name) << model << "GroupQueryAttention";
        };
        add("groups: a prompt",
            "input q: float 2 6 32\ninput k: float 2 6 16\ninput v: float 2 6 16\n"
            "weight l: int32 2 = 5 3\nweight t: int32 = 6\n"
            "y, d, e = com.microsoft:GroupQueryAttention(q, k, v, -, -, l, t) {num_heads: 4, "
            "kv_num_heads: 2}\noutput y\noutput d\noutput e");
        add("groups: packed, rotated, capped",
            "input q: float 2 6 64\nweight l: int32 2 = 5 3\nweight t: int32 = 6\n"
            "input c: float 16 2\ninput s: float 16 2\n"
            "y, d, e = com.microsoft:GroupQueryAttention(q, -, -, -, -, l, t, c, s) {num_heads: 4, "
            "kv_num_heads: 2, do_rotary: 1, softcap: 1.0}\noutput y\noutput d\noutput e");
        add("groups: several queries behind a past, a window",
            "input q: float 1 3 32\ninput k: float 1 3 16\ninput v: float 1 3 16\n"
            "input a: float 1 2 12 8\ninput b: float 1 2 12 8\nweight l: int32 1 = 8\n"
            "weight t: int32 = 9\ninput c: float 16 4\ninput s: float 16 4\n"
            "y, d, e = com.microsoft:GroupQueryAttention(q, k, v, a, b, l, t, c, s) {num_heads: 4, "
            "kv_num_heads: 2, do_rotary: 1, local_window_size: 4}\noutput y\noutput d\noutput e");
    }

    struct NamedSpec {
        const char* name;
        cudnn::AttentionSpec spec;
    };
    static cudnn::AttentionSpec spec(std::int64_t heads, std::int64_t kvHeads, std::int64_t queries,
        std::int64_t keys, std::int64_t size)
    {
        return { cudnn::DataType::Half, 2, heads, kvHeads, queries, keys, size, size,
            { heads * queries * size, queries * size, size },
            { kvHeads * keys * size, keys * size, size },
            { kvHeads * keys * size, keys * size, size },
            { heads * queries * size, size, heads * size }, 0.125f };
    }
    static std::vector<NamedSpec> specs()
    {
        std::vector<NamedSpec> rows {
            { "plain", spec(12, 12, 128, 128, 64) },
            { "bfloat16", spec(12, 12, 128, 128, 64) },
            { "groups of heads", spec(32, 8, 128, 128, 128) },
            { "causal", spec(12, 12, 128, 128, 64) },
            { "causal behind a past", spec(12, 12, 64, 128, 64) },
            { "capped", spec(12, 12, 128, 128, 64) },
            { "a bias per entry and head", spec(12, 12, 128, 128, 64) },
            { "a bias for all", spec(12, 12, 128, 128, 64) },
            { "capped with a bias, odd lengths", spec(12, 12, 7, 13, 64) },
            { "heads of 256", spec(4, 4, 197, 197, 256) },
            { "heads of 72", spec(4, 4, 50, 50, 72) },
            { "heads of 20", spec(4, 4, 50, 50, 20) },
        };
        rows[1].spec.type = cudnn::DataType::Bfloat16;
        rows[3].spec.isCausal = rows[4].spec.isCausal = true;
        rows[4].spec.past = 64;
        rows[5].spec.softcap = rows[8].spec.softcap = 30;
        rows[6].spec.biasBatch = 2;
        rows[6].spec.biasHeads = 12;
        rows[7].spec.biasBatch = rows[7].spec.biasHeads = 1;
        rows[8].spec.biasBatch = 2;
        rows[8].spec.biasHeads = 1;
        return rows;
    }

    std::shared_ptr<HostBackend> m_device;
};

QTEST_GUILESS_MAIN(TestGpuAttention)
#include "tst_gpu_attention.moc"
