// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "engine/calibrate/calibration.h"
#include "engine/calibrate/operator_errors.h"
#include "engine/inputs/value_file.h"
#include "model/edit/document.h"
#include "model/edit/quantise/arguments.h"
#include "tests/support/graph_text.h"

#include <QTemporaryDir>
#include <fstream>

namespace fs = std::filesystem;
using namespace engine;
using model::edit::Document;
using model::edit::QuantisationScheme;
using model::edit::QuantiseOptions;

namespace {

std::string elements(int count, int seed)
{
    std::string text;
    for (int i = 0; i < count; ++i)
        text += (i > 0 ? "," : "") + std::to_string(((i + seed) * 37 % 101 - 50) / 64.0);
    return "{" + text + "}";
}

std::string perceptron()
{
    return "x: float[batch,32]\nw: float[32,64] = " + elements(2048, 0)
        + "\nv: float[32,64] = " + elements(2048, 5) + "\nb: float[32] = " + elements(32, 3)
        + "\nh = MatMul(x, w)\nr = Relu(h)\ny = Gemm(r, v, b) {transB: 1}\ny -> float[batch,32]";
}

RunRequest requestFor(std::shared_ptr<const model::Model> model)
{
    RunRequest request;
    request.model = std::move(model);
    request.dims["batch"] = 3;
    request.otherInputs.low = -1;
    request.otherInputs.high = 1;
    request.threads = 1;
    return request;
}

} // namespace

class TestCalibration : public QObject {
    Q_OBJECT

private slots:
    void seesTheValuesOfRuns();
    void findsSamplesInFolders();
    void comparesEachOperatorAlone();
    void saysWhatTellsSamplesApart();
    void staysNearTheModel_data();
    void staysNearTheModel();

private:
    fs::path folder() const { return m_folder.path().toStdString(); }
    std::unique_ptr<Document> opened(const std::string& graph)
    {
        std::ofstream(folder() / "model.onnx", std::ios::binary)
            << testing::modelBytesFromText(graph);
        auto document = Document::open(folder() / "model.onnx");
        return document ? *std::move(document) : nullptr;
    }
    QTemporaryDir m_folder;
};

void TestCalibration::seesTheValuesOfRuns()
{
    const auto model = testing::modelFromGraphText(perceptron());
    auto request = requestFor(model);
    std::vector<model::ValueId> values;
    for (const auto id : model->main().values)
        if (!model->value(id).initializer.isValid())
            values.push_back(id);
    const auto found = calibrate(request, { {}, 3 }, { values });
    QVERIFY(found);
    QCOMPARE(found->size(), 4UL); // x, h, r and y
    double lowest = 0;
    double highest = 0;
    request.keep = { "h" };
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
        request.seed = seed;
        const auto prepared = prepare(request);
        QVERIFY(prepared.plan);
        auto session = Session::create(*prepared.plan);
        const auto result = session->run(prepared.inputs.runtimeValues());
        QVERIFY(result);
        for (const auto number : result->kept.front().value.tensor().as<float>()) {
            lowest = std::min(lowest, double(number));
            highest = std::max(highest, double(number));
        }
    }
    const auto& histogram = found->at("h");
    QVERIFY(std::abs(histogram.lowest() - lowest) < 1e-5);
    QVERIFY(std::abs(histogram.highest() - highest) < 1e-5);
    QCOMPARE(histogram.count(), 3UL * 3 * 64);
    QCOMPARE(found->at("r").lowest(), 0.0);
    QVERIFY(found->at("x").highest() <= 1 && found->at("x").highest() > 0.9);
}

void TestCalibration::findsSamplesInFolders()
{
    const auto root = folder() / "samples";
    for (const auto* const name : { "b", "a", "c" }) {
        fs::create_directories(root / name);
        std::ofstream(root / name / "input_0.pb") << "x";
    }
    const auto all = findSamples(std::vector { root });
    QVERIFY(all);
    QCOMPARE(all->count(), 3UL);
    QCOMPARE(all->folders.front().filename().string(), std::string("a"));
    const auto one = findSamples(std::vector { root / "c", root / "a" });
    QVERIFY(one);
    QCOMPARE(one->folders.front().filename().string(), std::string("c"));
    fs::create_directories(folder() / "empty");
    const auto none = findSamples(std::vector { folder() / "empty" });
    QVERIFY(!none);
    QVERIFY(none.error().message().find("has neither inputs") != std::string::npos);
    QVERIFY(!findSamples(std::vector { folder() / "absent" }));
}

void TestCalibration::comparesEachOperatorAlone()
{
    const auto document = opened(perceptron());
    QVERIFY(document);
    const auto before = document->model();
    QuantiseOptions options;
    options.keptTypes = { "Gemm" };
    QVERIFY(document->apply(operationOf(options)));
    const auto errors = compareModels(
        requestFor(before), requestFor(document->model()), { {}, 2 }, { "h", "y", "absent" });
    QVERIFY(errors);
    // Only the first product is quantised: the Gemm computes the same from the same inputs.
    QVERIFY(errors->own[0].relative > 0.01 && errors->own[0].relative < 0.2);
    QVERIFY(
        std::abs(errors->own[0].signalToNoise() + 20 * std::log10(errors->own[0].relative)) < 1e-9);
    QCOMPARE(errors->own[0].elements, 2UL * 3 * 64);
    QCOMPARE(errors->own[1].relative, 0.0);
    QCOMPARE(errors->own[2].elements, 0UL);
    QCOMPARE(errors->outputs.size(), 1UL);
    QVERIFY(errors->outputs[0].relative > 0.005);
    QVERIFY(errors->outputs[0].toSpread);
}

void TestCalibration::saysWhatTellsSamplesApart()
{
    // The outputs of two samples a and b are offset by 100: most of a value is not its own.
    const auto first = testing::modelFromGraphText(
        "x: float[1,4]\nc: float = {100}\ny = Add(x, c)\ny -> float[1,4]");
    const auto changed = testing::modelFromGraphText(
        "x: float[1,4]\nc: float = {100.5}\ny = Add(x, c)\ny -> float[1,4]");
    const auto errors = compareModels(requestFor(first), requestFor(changed), { {}, 4 }, {});
    QVERIFY(errors);
    const auto& error = errors->outputs.front();
    QVERIFY(std::abs(error.relative - 0.005) < 1e-4);
    // Numbers between -1 and 1 have the deviation 0.577.
    QVERIFY2(error.toSpread && *error.toSpread > 0.7 && *error.toSpread < 1.6,
        std::to_string(error.toSpread.value_or(0)).c_str());
    const auto one = compareModels(requestFor(first), requestFor(changed), { {}, 1 }, {});
    QVERIFY(one);
    QVERIFY(!one->outputs.front().toSpread);
}

void TestCalibration::staysNearTheModel_data()
{
    QTest::addColumn<int>("scheme");
    QTest::addColumn<int>("bits");
    QTest::addColumn<double>("limit");
    QTest::newRow("4 bits") << int(QuantisationScheme::Blocks) << 4 << 0.15;
    QTest::newRow("8 bits") << int(QuantisationScheme::Blocks) << 8 << 0.01;
    QTest::newRow("dynamic") << int(QuantisationScheme::Dynamic) << 8 << 0.02;
    QTest::newRow("static") << int(QuantisationScheme::Static) << 8 << 0.02;
}

void TestCalibration::staysNearTheModel()
{
    QFETCH(int, scheme);
    QFETCH(int, bits);
    QFETCH(double, limit);
    const auto document = opened(perceptron());
    QVERIFY(document);
    const auto before = document->model();
    QuantiseOptions options;
    options.scheme = static_cast<QuantisationScheme>(scheme);
    options.format.bits = bits;
    const auto plan = planQuantisation(*before, options);
    QVERIFY(plan);
    if (options.scheme == QuantisationScheme::Static) {
        const auto histograms = calibrate(requestFor(before), { {}, 4 }, plan->activations);
        QVERIFY(histograms);
        for (const auto& [name, histogram] : *histograms)
            options.ranges[name] = histogram.range({});
    }
    QVERIFY(document->apply(operationOf(options)));
    const auto errors
        = compareModels(requestFor(before), requestFor(document->model()), { {}, 4 }, { "h", "y" });
    QVERIFY(errors);
    for (const auto& error : { errors->own[0], errors->own[1], errors->outputs[0] })
        QVERIFY2(error.relative > 0 && error.relative < limit,
            (error.name + " " + std::to_string(error.relative)).c_str());
}

QTEST_GUILESS_MAIN(TestCalibration)
#include "tst_calibration.moc"
