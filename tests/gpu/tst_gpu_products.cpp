#include "engine/cuda/cublaslt/product_batches.h"
#include "engine/cuda/peaks.h"
#include "engine/device/plugin.h"
#include "tests/support/gpu/device_run.h"
#include "tests/support/gpu/fake_library_test.h"

#include <QRegularExpression>
#include <QtTest>

using namespace testing;

/// Products by cuBLASLt, which is one that computes here by the same rules, against the reference.
class TestGpuProducts : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { m_device = testing::useHostDevice(); }
    void init()
    {
        forgetLibraries(*m_device);
        fakeCublasLt().isThere = true;
    }
    void cleanup() { failOnFaults(); }

    void multiplies_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("type");
        QTest::addColumn<int>("epilogue");
        const auto row
            = [](const char* name, const QString& model, const char* type = "MatMul",
                  int epilogue = 1) { QTest::newRow(name) << model << QString(type) << epilogue; };
        const auto product = [](const char* a, const char* b) {
            return QString("input a: float %1\ninput b: float %2\ny = MatMul(a, b)\noutput y")
                .arg(a, b);
        };
        row("two matrices", product("3 5", "5 7"));
        row("a vector on the left", product("5", "5 7"));
        row("a vector on the right", product("3 5", "5"));
        row("two vectors", product("5", "5"));
        row("a vector and a stack", product("5", "2 5 7"));
        row("a stack and a vector", product("2 3 5", "5"));
        row("batches of both", product("4 3 5", "4 5 7"));
        row("batches on the left alone", product("2 4 3 5", "5 7"));
        row("batches on the right alone", product("3 5", "4 5 7"));
        row("one on the left of many", product("1 3 5", "4 5 7"));
        row("one on the right of many", product("4 3 5", "1 5 7"));
        row("heads that share", product("2 4 3 5", "2 1 5 7"));
        row("each broadcast along another axis", product("2 1 3 5", "1 4 5 7"));
        row("broadcast in the middle", product("2 1 3 3 5", "2 2 1 5 7"));
        const auto gemm = [](const char* a, const char* b, const char* rest) {
            return QString("input a: float %1\ninput b: float %2\n%3\noutput y").arg(a, b, rest);
        };
        row("gemm", gemm("3 5", "5 7", "y = Gemm(a, b)"), "Gemm");
        row("gemm, left turned", gemm("5 3", "5 7", "y = Gemm(a, b) {transA: 1}"), "Gemm");
        row("gemm, right turned", gemm("3 5", "7 5", "y = Gemm(a, b) {transB: 1}"), "Gemm");
        row("gemm, both turned, scaled",
            gemm("5 3", "7 5", "y = Gemm(a, b) {transA: 1, transB: 1, alpha: 0.5}"), "Gemm");
        row("gemm, a row", gemm("3 5", "7 5", "input c: float 7\ny = Gemm(a, b, c) {transB: 1}"),
            "Gemm", 4);
        row("gemm, a row of rank two, scaled product",
            gemm("3 5", "5 7", "input c: float 1 7\ny = Gemm(a, b, c) {alpha: 2.0}"), "Gemm", 4);
        row("gemm, a scaled matrix",
            gemm("3 5", "5 7", "input c: float 3 7\ny = Gemm(a, b, c) {beta: 0.25}"), "Gemm");
        const auto w = "weight w: float 40 48 = " + numbers(40 * 48);
        const auto fused = [&](const char* rest) {
            return QString("input a: float 2 8 40\n%1\nweight r: float 48 = %2\n"
                           "p = MatMul(a, w)\n%3\noutput y")
                .arg(w.c_str(), numbers(48).c_str(), rest);
        };
        row("a row and relu", fused("s = Add(p, r)\ny = Relu(s)"), "FusedMatMul", 1);
        row("a row", fused("y = Add(r, p)"), "FusedMatMul", 4);
        row("relu", fused("y = Relu(p)"), "FusedMatMul", 1);
        row("a row and gelu by tanh", fused("s = Add(p, r)\ny = Gelu(s) {approximate: tanh}"),
            "FusedMatMul", 36);
        row("gelu by erf is not joined", fused("s = Add(p, r)\ny = Gelu(s)"), "FusedMatMul", 4);
        row("a row and sigmoid", fused("s = Add(p, r)\ny = Sigmoid(s)"), "FusedMatMul", 1);
        row("leaky relu", fused("y = LeakyRelu(p) {alpha: 0.3}"), "FusedMatMul", 1);
        row("clip", fused("weight l: float = -0.5\nweight h: float = 0.5\ny = Clip(p, l, h)"),
            "FusedMatMul", 1);
        row("gemm and relu",
            QString("input a: float 16 40\n%1\nweight r: float 48 = %2\np = Gemm(a, w, r)\n"
                    "y = Relu(p)\noutput y")
                .arg(w.c_str(), numbers(48).c_str()),
            "FusedGemm", 1);
    }
    void multiplies()
    {
        QFETCH(QString, model);
        QFETCH(QString, type);
        QFETCH(int, epilogue);
        const auto request = requestFor(model);
        const auto found = outcomeOf(request);
        QCOMPARE(found.error, QString());
        QVERIFY2(implementationOf(*found.plan, type.toStdString()).startsWith("cuBLASLt 13.1.0 "),
            qPrintable(implementationOf(*found.plan, type.toStdString())));
        const auto right = reference(request);
        QCOMPARE(right.error, QString());
        QVERIFY(worstError(found.values, right.values) < 1e-5);
        QVERIFY(testing::fakeCublasLt().epilogues.contains(static_cast<std::uint32_t>(epilogue)));
    }

    void foldsBatches_data()
    {
        QTest::addColumn<QString>("a");
        QTest::addColumn<QString>("b");
        QTest::addColumn<QString>("folded");
        QTest::newRow("left batches become rows") << "4 3 5"
                                                  << "5 7"
                                                  << "12x5x7 1 0 0 (1)";
        QTest::newRow("strides of both") << "4 3 5"
                                         << "4 5 7"
                                         << "3x5x7 4 15 35 (1)";
        QTest::newRow("one left matrix") << "3 5"
                                         << "4 5 7"
                                         << "3x5x7 4 0 35 (1)";
        QTest::newRow("two ways") << "2 1 3 5"
                                  << "1 4 5 7"
                                  << "3x5x7 4 0 35 (2)";
        QTest::newRow("none") << "0 3 5"
                              << "5 7"
                              << "nothing to multiply in 0×3×5 and 5×7";
        QTest::newRow("too many calls") << "100 1 3 5"
                                        << "1 4 5 7"
                                        << "operands of 100×1×3×5 and 1×4×5×7 need 100 calls, "
                                           "worth it are 64";
    }
    void foldsBatches()
    {
        QFETCH(QString, a);
        QFETCH(QString, b);
        QFETCH(QString, folded);
        const auto dims = [](const QString& text) {
            Dims list;
            for (const auto& part : text.split(' '))
                list.push_back(part.toLongLong());
            return list;
        };
        const auto made = cuda::cublaslt::productBatches(dims(a), dims(b));
        const auto text = made ? QString("%1x%2x%3 %4 %5 %6 (%7)")
                                     .arg(made->m)
                                     .arg(made->k)
                                     .arg(made->n)
                                     .arg(made->batches)
                                     .arg(made->strideA)
                                     .arg(made->strideB)
                                     .arg(made->calls.size())
                               : QString::fromStdString(made.error().message());
        QCOMPARE(text, folded);
    }

    void computesInThePrecisionOfTheRun_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("compute");
        QTest::addColumn<double>("least");
        QTest::addColumn<double>("most");
        QTest::newRow("fp32 is not tf32") << "f32" << 68 << 0.0 << 1e-5;
        QTest::newRow("strict") << "f32-strict" << 68 << 0.0 << 1e-5;
        QTest::newRow("tf32 by choice") << "tf32" << 77 << 1e-6 << 2e-3;
        QTest::newRow("fp16") << "f16" << 68 << 1e-6 << 2e-3;
        QTest::newRow("bfloat16") << "bf16" << 68 << 1e-6 << 2e-2;
    }
    void computesInThePrecisionOfTheRun()
    {
        QFETCH(QString, name);
        QFETCH(int, compute);
        QFETCH(double, least);
        QFETCH(double, most);
        auto request = requestFor(QString("input a: float 16 40\nweight w: float 40 48 = %1\n"
                                          "weight r: float 48 = %2\np = MatMul(a, w)\n"
                                          "s = Add(p, r)\ny = Relu(s)\noutput y")
                                      .arg(numbers(40 * 48).c_str(), numbers(48).c_str()));
        for (const auto& row : precisionNames) {
            if (QString::fromUtf8(row.name.data(), static_cast<int>(row.name.size())) == name)
                request.precision = row.value;
        }
        const auto found = outcomeOf(request);
        QCOMPARE(found.error, QString());
        QVERIFY(testing::fakeCublasLt().computes == std::set<int> { compute });
        const auto error = worstError(found.values, reference(request).values);
        QVERIFY2(error >= least && error < most, qPrintable(QString::number(error)));
        const auto* step = stepNamed(*found.plan, "FusedMatMul");
        QVERIFY(step != nullptr);
        const auto type = QString::fromStdString(step->inputTypes[1]);
        const bool isSmall = name == "f16" || name == "bf16";
        QCOMPARE(
            type, isSmall ? "40×48 " + QString(name == "f16" ? "fp16" : "bf16") : "40×48 fp32");
        // Weights were converted for the plan: only the input and the output are at run time.
        int casts = 0;
        for (const auto& each : found.plan->steps())
            casts += each.opType == "Cast" ? 1 : 0;
        QCOMPARE(casts, isSmall ? 2 : 0);
        QCOMPARE(found.notices.empty(), !isSmall);
    }

    void keepsInSinglePrecisionWhatAKernelRefuses()
    {
        auto request = requestFor("input a: float 4 6\nweight k: int64 1 = 3\nb = Relu(a)\n"
                                  "c = CumSum(b, k)\ny = Add(c, b)\noutput y");
        request.model
            = testing::modelFromText("input a: float 4 6\nweight k: int64 = 1\nb = "
                                     "Relu(a)\nc = CumSum(b, k)\ny = Add(c, b)\noutput y");
        request.precision = Precision::Float16;
        const auto found = outcomeOf(request);
        QCOMPARE(found.error, QString());
        const auto* sum = stepNamed(*found.plan, "CumSum");
        QVERIFY(sum != nullptr);
        QCOMPARE(QString::fromStdString(sum->inputTypes[0]), QString("4×6 fp32"));
        QCOMPARE(sum->device, DeviceKind::Cuda);
        QVERIFY(worstError(found.values, reference(request).values) < 5e-3);
    }

    void lowersBodiesToo_data()
    {
        QTest::addColumn<QString>("condition");
        QTest::newRow("a product with a captured value and a weight") << "1";
        QTest::newRow("a captured value as output") << "0";
    }
    void lowersBodiesToo()
    {
        QFETCH(QString, condition);
        auto request = requestFor("weight c: bool = " + condition
            + "\ninput x: float 2 2\nweight w: float 2 2 = 0.1 0.2 0.3 0.4\nt = Add(x, x)\n"
              "z = If(c)\n  then_branch(): a\n    m = MatMul(t, w)\n    a = Neg(m)\n"
              "  else_branch(): t\ny = Neg(z)\noutput y");
        request.optimisation = Optimisation::None;
        request.precision = Precision::Bfloat16;
        const auto found = outcomeOf(request);
        QCOMPARE(found.error, QString());
        const auto* step = stepNamed(*found.plan, "MatMul");
        QVERIFY(step != nullptr && step->device == DeviceKind::Cuda);
        QCOMPARE(QString::fromStdString(step->inputTypes[0]), QString("2×2 bf16"));
        QCOMPARE(QString::fromStdString(step->inputTypes[1]), QString("2×2 bf16"));
        const auto error = worstError(found.values, reference(request).values);
        QVERIFY2(error > 0 && error < 2e-2, qPrintable(QString::number(error)));
    }

    void saysWhichWeightsOverflow()
    {
        auto request
            = requestFor("input a: float 2\nweight w: float 2 = 70000 1\ny = Mul(a, w)\noutput y");
        request.precision = Precision::Float16;
        const auto found = outcomeOf(request);
        QCOMPARE(found.error, QString());
        QCOMPARE(QString::fromStdString(found.notices.back()),
            QString("1 numbers of weights are too large for f16 and are infinite in this run"));
    }

    void runsWithoutTheLibraryAndSaysSoOnce()
    {
        testing::fakeCublasLt().isThere = false;
        const auto request = requestFor("input a: float 3 5\ninput b: float 5 7\n"
                                        "input c: float 7 2\nt = MatMul(a, b)\n"
                                        "y = MatMul(t, c)\noutput y");
        const auto found = outcomeOf(request);
        QCOMPARE(found.error, QString());
        const auto sentence = QString("cuBLASLt 13 not found: matrix products run with our own "
                                      "kernels");
        QCOMPARE(found.notices.size(), std::size_t(1));
        QCOMPARE(QString::fromStdString(found.notices.front()),
            sentence + " (pip install nvidia-cublas, and name its folder in OPSCOPE_CUDA_LIBS)");
        const auto* step = stepNamed(*found.plan, "MatMul");
        QVERIFY(step != nullptr && step->tier == Tier::Native);
        QCOMPARE(QString::fromStdString(step->refusals.front()), "library: " + sentence);
        QVERIFY(worstError(found.values, reference(request).values) < 1e-5);
    }

    void fusesWithoutTheLibraryToo()
    {
        testing::fakeCublasLt().isThere = false;
        const auto request
            = requestFor(QString("input a: float 16 40\nweight w: float 40 48 = %1\n"
                                 "weight r: float 48 = %2\np = MatMul(a, w)\ns = Add(p, r)\n"
                                 "y = Tanh(s)\noutput y")
                             .arg(numbers(40 * 48).c_str(), numbers(48).c_str()));
        const auto found = outcomeOf(request);
        QCOMPARE(found.error, QString());
        QVERIFY(implementationOf(*found.plan, "FusedMatMul").endsWith("+ epilogue"));
        QVERIFY(worstError(found.values, reference(request).values) < 1e-5);
    }

    void refuses_data()
    {
        QTest::addColumn<QString>("fault");
        QTest::addColumn<QString>("refusal");
        QTest::newRow("another major version")
            << "version"
            << "cuBLASLt 13 wanted, 12.8.4 found: matrix products run with our own kernels";
        QTest::newRow("a function is missing")
            << "function"
            << "libcublasLt.so.13 has no function cublasLtMatmul: matrix products run with our own "
               "kernels";
        QTest::newRow("it does not start")
            << "start"
            << "matrix products run with our own kernels: cuBLASLt refuses to start: not "
               "initialised (1)";
        QTest::newRow("it has no algorithm")
            << "proposals"
            << "cuBLASLt has no algorithm for 3×5×7 in fp32 with epilogue none";
        QTest::newRow("it does not support it")
            << "heuristic"
            << "cuBLASLt refuses this product: not supported (15)";
    }
    void refuses()
    {
        QFETCH(QString, fault);
        QFETCH(QString, refusal);
        auto& fake = testing::fakeCublasLt();
        fake.version = fault == "version" ? 120804 : fake.version;
        fake.missingFunction = fault == "function" ? "cublasLtMatmul" : "";
        fake.createStatus = fault == "start" ? 1 : 0;
        fake.proposals = fault == "proposals" ? 0 : 3;
        fake.heuristicStatus = fault == "heuristic" ? 15 : 0;
        const auto request
            = requestFor("input a: float 3 5\ninput b: float 5 7\ny = MatMul(a, b)\noutput y");
        const auto found = outcomeOf(request);
        QCOMPARE(found.error, QString());
        const auto* step = stepNamed(*found.plan, "MatMul");
        QVERIFY(step != nullptr && step->tier == Tier::Native);
        const auto said = QString::fromStdString(step->refusals.front());
        QVERIFY2(said.endsWith(refusal), qPrintable(said));
        QVERIFY(worstError(found.values, reference(request).values) < 1e-5);
    }

    void doesAnEpilogueItselfThatTheLibraryRefuses()
    {
        testing::fakeCublasLt().refusedEpilogues = { 4, 6 };
        const auto request = requestFor("input a: float 3 5\ninput b: float 5 7\ninput c: float 7\n"
                                        "y = Gemm(a, b, c)\noutput y");
        const auto found = outcomeOf(request);
        QCOMPARE(found.error, QString());
        QVERIFY(implementationOf(*found.plan, "Gemm").endsWith("+ cuda epilogue"));
        QVERIFY(worstError(found.values, reference(request).values) < 1e-5);
    }

    void takesItsWorkspaceFromThePlan()
    {
        const auto found = outcomeOf(requestFor(
            "input a: float 3 5\ninput b: float 5 7\ny = MatMul(a, b)\nz = Relu(y)\noutput z"));
        QCOMPARE(found.error, QString());
        QCOMPARE(workspaceBytes(*found.plan), std::uint64_t(4096));
    }

    void leavesNoDescriptorBehind()
    {
        const auto request = requestFor("input a: float 3 5\ninput b: float 5 7\ninput c: float 7\n"
                                        "y = Gemm(a, b, c)\noutput y");
        outcomeOf(request);
        const auto alive = testing::fakeCublasLt().alive;
        const auto blocks = m_device->counts().blocks;
        for (int i = 0; i < 1000; ++i)
            QCOMPARE(outcomeOf(request).error, QString());
        QCOMPARE(testing::fakeCublasLt().alive, alive);
        QCOMPARE(m_device->counts().blocks, blocks);
        QVERIFY(testing::fakeCublasLt().products >= 2000);
    }

    void namesTheNodeOfAKernelThatFailed()
    {
        auto prepared = prepare(requestFor("input a: float 3 5\ninput b: float 5 7\n"
                                           "y = MatMul(a, b)\nz = Exp(y)\noutput z"));
        QVERIFY(bool(prepared.plan));
        auto session = Session::create(*prepared.plan);
        QVERIFY(bool(session));
        m_device->failAtLaunch(2, 700);
        const auto result = session->run(prepared.inputs.runtimeValues());
        m_device->failAtLaunch(0, 0);
        QVERIFY(!result);
        const auto message = QString::fromStdString(result.error().message());
        QVERIFY2(message.contains("(illegal address); the GPU run is closed"), qPrintable(message));
        QVERIFY2(
            message.contains(QRegularExpression(
                "kernel emulated [^\"]* of node \"[^\"]+\" \\(or one of 1 launched before it, from "
                "\"[^\"]+\"\\) failed")),
            qPrintable(message));
        QCOMPARE(result.error().kind(), support::ErrorKind::Resource);
    }

    void measuresAndRemembersTheFastest()
    {
        QTemporaryDir folder;
        m_device->forgetLibraries(folder.path().toStdString());
        auto request
            = requestFor("input a: float 3 5\ninput b: float 5 7\ny = MatMul(a, b)\noutput y");
        request.tune = Tuning::On;
        auto first = outcomeOf(request);
        QCOMPARE(first.error, QString());
        QCOMPARE(implementationOf(*first.plan, "MatMul"),
            QString("cuBLASLt 13.1.0 algorithm 11 (fastest of 3)"));
        const auto others = stepNamed(*first.plan, "MatMul")->refusals;
        QCOMPARE(others.size(), std::size_t(2));
        QCOMPARE(QString::fromStdString(others.front()),
            QString("cuBLASLt algorithm 12, tile 1, stages 1, split 1: 7.00 µs, taken was cuBLASLt "
                    "algorithm 11, tile 1, stages 1, split 1: 4.00 µs"));
        const auto products = testing::fakeCublasLt().products;
        first.plan.reset();

        m_device->forgetLibraries(folder.path().toStdString()); // as a new process would
        auto second = outcomeOf(request);
        QVERIFY(implementationOf(*second.plan, "MatMul")
                    .startsWith("cuBLASLt 13.1.0 algorithm 11 (fastest of 3 on 2"));
        QCOMPARE(testing::fakeCublasLt().products, products + 2); // two runs, nothing timed

        second.plan.reset();
        testing::fakeCublasLt().version = 130200; // another library may choose otherwise
        testing::fakeCublasLt().microseconds = { 1, 2, 3 };
        m_device->forgetLibraries(folder.path().toStdString());
        const auto third = outcomeOf(request);
        QCOMPARE(implementationOf(*third.plan, "MatMul"),
            QString("cuBLASLt 13.2.0 algorithm 10 (fastest of 3)"));
    }

    void measuresAnewWhereItsMemoryIsDamaged_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("no json") << QByteArray("{\"format\": 1, \"choi");
        QTest::newRow("another format") << QByteArray("{\"format\": 2, \"choices\": {}}");
        QTest::newRow("rows of nonsense") << QByteArray(
            "{\"format\": 1, \"choices\": {\"x\": 3, \"y\": {\"configuration\": 7}}}");
        QTest::newRow("empty") << QByteArray();
    }
    void measuresAnewWhereItsMemoryIsDamaged()
    {
        QFETCH(QByteArray, content);
        QTemporaryDir folder;
        QFile file(folder.filePath("emulated.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
        file.close();
        m_device->forgetLibraries(folder.path().toStdString());
        auto request
            = requestFor("input a: float 3 5\ninput b: float 5 7\ny = MatMul(a, b)\noutput y");
        request.tune = Tuning::On;
        const auto found = outcomeOf(request);
        QCOMPARE(implementationOf(*found.plan, "MatMul"),
            QString("cuBLASLt 13.1.0 algorithm 11 (fastest of 3)"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().contains("algorithm 11"));
    }

    void doesNotTakeAnAlgorithmThatDoesNotRun()
    {
        testing::fakeCublasLt().failing = { 11 };
        auto request
            = requestFor("input a: float 3 5\ninput b: float 5 7\ny = MatMul(a, b)\noutput y");
        request.tune = Tuning::On;
        const auto found = outcomeOf(request);
        QCOMPARE(found.error, QString());
        QCOMPARE(implementationOf(*found.plan, "MatMul"),
            QString("cuBLASLt 13.1.0 algorithm 12 (fastest of 2)"));
    }

    void saysWhatWasWantedAndWhatIsFree()
    {
        const auto memory = poolOf(
            std::make_shared<testing::HostBackend>(std::uint64_t(1) << 20), std::uint64_t(1) << 30);
        const auto block = memory.pool->allocate(std::uint64_t(2) << 20);
        QVERIFY(!block);
        QCOMPARE(QString::fromStdString(block.error().message()),
            QString("needs 2.1 MB, 1.0 MB free on GPU 0"));
    }

    void measuresTheCeilings()
    {
        testing::fakeCublasLt().microseconds = { 8 };
        testing::HostBackend small(std::uint64_t(64) << 20);
        const auto peaks = devicePlugin()->measurePeaks(small);
        QVERIFY(bool(peaks));
        QCOMPARE(peaks->copyBytes, std::uint64_t(1) << 20);
        QVERIFY(std::abs(peaks->copyBytesPerSecond / 2e9 - 1) < 1e-6); // 1 ns a byte, both ways
        QVERIFY(std::abs(peaks->copyAgreement - 1) < 1e-6);
        QCOMPARE(peaks->products.size(), std::size_t(4));
        for (const auto& product : peaks->products) {
            QCOMPARE(QString::fromStdString(product.reason), QString());
            QCOMPARE(QString::fromStdString(product.shape), QString("64×64×64"));
            QVERIFY(std::abs(product.flopsPerSecond / (2.0 * 64 * 64 * 64 / 8e-6) - 1) < 1e-6);
        }
        QVERIFY(testing::fakeCublasLt().computes == (std::set<int> { 68, 77 }));
    }

    /// Without the library our kernel multiplies: the device can do at least that.
    void measuresByTheOwnKernelWhereTheLibraryIsMissing()
    {
        testing::fakeCublasLt().isThere = false;
        testing::HostBackend device(std::uint64_t(64) << 20);
        device.setLaunchMicroseconds(4);
        const auto peaks = devicePlugin()->measurePeaks(device);
        QVERIFY(bool(peaks));
        for (const auto& product : peaks->products) {
            QVERIFY(product.reason.find("cuBLASLt") != std::string::npos);
            const bool isTf32 = product.precision == Precision::Tf32;
            QCOMPARE(product.isLowerBound, !isTf32);
            QCOMPARE(product.implementation, isTf32 ? std::string() : std::string("own kernel"));
            const auto wanted = isTf32 ? 0 : 2.0 * 64 * 64 * 64 / 4e-6;
            QVERIFY(std::abs(product.flopsPerSecond - wanted) <= 1e-6 * wanted);
        }
    }

    /// A device whose clock stands still has no rate.
    void measuresNoProductWithoutAClock()
    {
        testing::fakeCublasLt().isThere = false;
        testing::HostBackend device(std::uint64_t(64) << 20);
        const auto peaks = devicePlugin()->measurePeaks(device);
        QVERIFY(bool(peaks));
        QCOMPARE(peaks->products.front().flopsPerSecond, 0.0);
        QCOMPARE(peaks->products.front().reason, std::string("the device's clock did not advance"));
    }

    /// What peaks are measured by is a product.
    void theOwnProductIsOne()
    {
        constexpr int n = 65; // a tile and one
        testing::HostBackend device(std::uint64_t(64) << 20);
        std::vector<float> a(n * n);
        std::vector<float> b(n * n);
        for (int i = 0; i < n * n; ++i) {
            a[static_cast<std::size_t>(i)] = static_cast<float>(i % 7 - 3);
            b[static_cast<std::size_t>(i)] = static_cast<float>(i % 5 - 2);
        }
        constexpr std::uint64_t bytes = n * n * sizeof(float);
        std::array<std::byte*, 3> blocks {};
        for (auto& block : blocks)
            block = *device.allocate(bytes);
        QVERIFY(bool(device.toDevice(blocks[0], std::as_bytes(std::span(a)).data(), bytes)));
        QVERIFY(bool(device.toDevice(blocks[1], std::as_bytes(std::span(b)).data(), bytes)));
        QVERIFY(bool(cuda::runSquareProduct(
            device, model::ElementType::Float, blocks[0], blocks[1], blocks[2], n)));
        std::vector<float> y(n * n);
        QVERIFY(bool(device.toHost(std::as_writable_bytes(std::span(y)).data(), blocks[2], bytes)));
        for (const auto& [row, column] : { std::pair(0, 0), std::pair(64, 64), std::pair(3, 64) }) {
            float sum = 0;
            for (int k = 0; k < n; ++k)
                sum += a[static_cast<std::size_t>(row * n + k)]
                    * b[static_cast<std::size_t>(k * n + column)];
            QCOMPARE(y[static_cast<std::size_t>(row * n + column)], sum);
        }
        for (auto* const block : blocks)
            device.release(block);
    }

private:
    std::shared_ptr<testing::HostBackend> m_device;
};

QTEST_GUILESS_MAIN(TestGpuProducts)
#include "tst_gpu_products.moc"
