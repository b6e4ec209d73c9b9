#include "engine/device/plugin.h"
#include "engine/plan/engine.h"
#include "model/inference/input_shapes.h"
#include "tests/support/engine/conformance.h"
#include "tests/support/gpu/host_backend.h"
#include "tests/support/paths.h"

#include <QtTest>

#include <map>

namespace {

bool isNumbers(const model::ValueType& type)
{
    return type.isTensor() && type.element != model::ElementType::String;
}

/// Whether an operator of that schema can give tensors of numbers. Those that cannot work with
/// text, sequences, optionals or maps.
bool givesNumbers(const model::OperatorSchema& schema)
{
    return std::ranges::all_of(schema.outputs, [&](const model::FormalParameter& output) {
        const auto constraint
            = std::ranges::find(schema.constraints, output.type, &model::TypeConstraint::name);
        const std::span<const std::string> types = constraint == schema.constraints.end()
            ? std::span(&output.type, 1)
            : std::span(constraint->types);
        return std::ranges::any_of(types, [](const std::string& type) {
            return type.starts_with("tensor(") && type != "tensor(string)";
        });
    });
}

/// Whether a device could be asked for the test: all that goes in and out is tensors of numbers,
/// every operator makes such, one of them is neither a constant nor only chooses what runs (If,
/// Loop, Scan), and none decodes a file.
bool isAboutNumbers(const model::Model& model)
{
    const auto& graph = model.main();
    const auto isPlain = [&](model::ValueId id) { return isNumbers(model.value(id).type); };
    if (!std::ranges::all_of(graph.inputs, isPlain) || !std::ranges::all_of(graph.outputs, isPlain))
        return false;
    bool computes = false;
    for (const auto id : graph.nodes) {
        const auto& node = model.node(id);
        if (node.schema == nullptr || !givesNumbers(*node.schema) || node.type == "ImageDecoder")
            return false;
        const bool hasBodies = std::ranges::any_of(node.attributes,
            [](const auto& attribute) { return attribute.kind == model::AttributeKind::Graph; });
        computes = computes || (!hasBodies && node.type != "Constant");
    }
    return computes;
}

/// Whether a kernel of the device was prepared for a step: views launch nothing.
bool isPlannedOnDevice(const std::filesystem::path& folder, engine::RunRequest request)
{
    const auto model = model::openWithShapes(folder / "model.onnx", {}, {});
    if (!model)
        return false;
    request.model = *model;
    request.data = folder / "test_data_set_0";
    const auto prepared = engine::prepare(request);
    return prepared.plan
        && std::ranges::any_of((*prepared.plan)->steps(), [](const engine::StepDescription& step) {
               return step.device != engine::DeviceKind::Cpu && step.kind != engine::StepKind::Copy
                   && !step.implementation.empty();
           });
}

struct Tally {
    int passed = 0;
    int numbers = 0; ///< tests of float or integer tensors
    int onDevice = 0; ///< of them, those with a kernel of the device
    QStringList failed;
    QStringList onHost;

    double share() const { return numbers == 0 ? 0.0 : 100.0 * onDevice / numbers; }
};

} // namespace

/// ONNX's own tests with every kernel of the CUDA module, run by the emulated device: arithmetic,
/// shapes, placement and copies, not the device's compiler. What has no kernel there runs on the
/// CPU and is counted apart.
class TestGpuConformance : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { m_device = testing::useHostDevice(); }

    void passesTheSuite_data()
    {
        QTest::addColumn<QString>("suite");
        QTest::addColumn<int>("minShare"); // percent of the tests of numbers
        QTest::newRow("opset 28") << "onnx-1.23/node" << 81;
        QTest::newRow("opset 17") << "onnx-node/node" << 82;
        QTest::newRow("old models") << "onnx-1.23/pytorch-operator" << 95;
    }
    void passesTheSuite()
    {
        QFETCH(QString, suite);
        QFETCH(int, minShare);
        const auto folder = testing::dataDir() / "models" / suite.toStdString();
        if (!std::filesystem::is_directory(folder))
            QSKIP("the shared test data are absent: set OPSCOPE_TEST_DATA");
        Tally tally;
        const auto copiedBefore = m_device->counts().copiesToHost;
        const auto filter = qEnvironmentVariable("OPSCOPE_TEST_FILTER");
        const auto known = testing::readKnownFailures(
            testing::sourceDir() / "tests/engine/onnx_known_failures.txt");
        for (const auto& test : engine::findTestFolders(folder)) {
            const auto name = QString::fromStdString(test.filename().string());
            if (name.contains(filter) && !known.contains((suite + '/' + name).toStdString()))
                run(test, name, tally);
        }
        qInfo("%d passed; %d are about numbers, %d of them (%.1f %%) have kernels of the device",
            tally.passed, tally.numbers, tally.onDevice, tally.share());
        if (qEnvironmentVariableIsSet("OPSCOPE_LIST_CPU_TESTS"))
            qInfo("%s", qPrintable(tally.onHost.join('\n')));
        QVERIFY2(tally.failed.isEmpty(), qPrintable('\n' + tally.failed.join('\n')));
        if (!filter.isEmpty())
            return;
        QVERIFY(tally.share() >= minShare);
        QVERIFY(m_device->counts().copiesToHost > copiedBefore); // it was there that they ran
    }

private:
    void run(const std::filesystem::path& test, const QString& name, Tally& tally)
    {
        auto options = testing::conformanceOptions();
        options.settings.device = engine::DeviceKind::Cuda;
        const auto before = m_device->counts().launches;
        const auto verified = engine::verifyFolder(test, options);
        const bool isOnDevice
            = m_device->counts().launches > before || isPlannedOnDevice(test, options.settings);
        if (verified.outcome == engine::VerifyOutcome::Passed)
            ++tally.passed;
        else
            tally.failed << name + (isOnDevice ? ": " : " (on the CPU): ")
                    + QString::fromStdString(verified.message);
        const auto model = model::openWithShapes(test / "model.onnx", {}, {});
        if (!model || !isAboutNumbers(**model))
            return;
        ++tally.numbers;
        tally.onDevice += isOnDevice ? 1 : 0;
        if (!isOnDevice)
            tally.onHost << name;
    }

    std::shared_ptr<testing::HostBackend> m_device;
};

QTEST_GUILESS_MAIN(TestGpuConformance)
#include "tst_gpu_conformance.moc"
