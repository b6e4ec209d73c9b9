#include "engine/plan/engine.h"
#include "model/inference/input_shapes.h"
#include "model/statistics.h"
#include "tests/support/gpu/host_backend.h"
#include "tests/support/paths.h"

#include <QtTest>

#include <map>
#include <set>

using namespace engine;

namespace {

/// Models with more weights are left out, unless OPSCOPE_ALL_MODELS is set: the emulated device
/// takes long to be given them.
constexpr std::uint64_t maxWeightBytes = std::uint64_t(48) << 20;

/// What no kernel of the device is meant for, with what the refusal says; every other operator of a
/// model that works with numbers has one.
struct StaysOnCpu {
    std::string_view type;
    std::string_view refusal;
};
constexpr StaysOnCpu staying[] = {
    { "RandomNormal", "has no kernel" }, // draws numbers as the CPU does
    { "RandomNormalLike", "has no kernel" },
    { "RandomUniform", "has no kernel" },
    { "RandomUniformLike", "has no kernel" },
    { "Dropout", "random numbers of training" },
    { "com.microsoft:DropoutGrad", "has no kernel" }, // of Dropout in training
    { "BatchNormalization", "statistics as outputs" }, // of opset 1
    { "LSTM", "has no kernel" },
    { "GRU", "has no kernel" },
    // Tests of single operators, and a body of token generation.
    { "Hardmax", "has no kernel" },
    { "OneHot", "has no kernel" },
    { "com.microsoft:QLinearAdd", "has no kernel" },
    { "com.microsoft:QLinearMul", "has no kernel" },
    { "com.microsoft:EmbedLayerNormalization", "has no kernel" },
};

bool mayStay(const std::string& type, const std::string& refusal)
{
    if (type.starts_with("ai.onnx.ml:") && refusal.starts_with("has no kernel"))
        return true; // small tables: docs/gpu.md
    return std::ranges::any_of(staying, [&](const StaysOnCpu& row) {
        return row.type == type && refusal.find(row.refusal) != std::string::npos;
    });
}

std::string typeOf(const StepDescription& step)
{
    return (step.domain.empty() ? "" : step.domain + ":") + step.opType;
}

/// Why the device did not take a step; empty where the rules of placement leave it on the CPU:
/// shapes, few integers that lie there, bodies of loops with little work.
std::string deviceRefusal(const StepDescription& step)
{
    std::string text;
    for (const auto& refusal : step.refusals) {
        if (refusal.starts_with("cuda "))
            text += (text.empty() ? "" : " / ") + refusal.substr(5);
    }
    return text;
}

constexpr std::string_view notNumbers = "has inputs or outputs that are not tensors of numbers";

/// Operators of one model that stay on the CPU, by reason; how many steps are where.
struct ModelRow {
    std::string name;
    std::size_t onDevice = 0;
    std::size_t byRule = 0;
    std::map<std::pair<std::string, std::string>, std::size_t> refused; ///< type and reason
    std::string problem; ///< why it has no plan
};

std::uint64_t weightBytesOf(const model::Model& model)
{
    std::uint64_t bytes = 0;
    for (const auto& weight : model::statisticsOf(model).weights)
        bytes += weight.bytes;
    return bytes;
}

void countStep(const StepDescription& step, ModelRow& row)
{
    if (step.kind == StepKind::Copy || step.kind == StepKind::View
        || step.kind == StepKind::ControlFlow)
        return;
    if (step.device != DeviceKind::Cpu) {
        ++row.onDevice;
        return;
    }
    const auto refusal = deviceRefusal(step);
    if (refusal.empty())
        ++row.byRule;
    else
        ++row.refused[{ typeOf(step), refusal }];
}

ModelRow rowOf(const std::filesystem::path& file, const std::string& name)
{
    ModelRow row { name };
    const auto model = model::openWithShapes(file, {}, {});
    if (!model) {
        row.problem = model.error().message();
        return row;
    }
    if (weightBytesOf(**model) > maxWeightBytes
        && !qEnvironmentVariableIsSet("OPSCOPE_ALL_MODELS")) {
        row.problem = "skipped: large weights";
        return row;
    }
    RunRequest request;
    request.model = *model;
    request.device = DeviceKind::Cuda;
    request.threads = 1;
    request.missingWeights = MissingWeights::Random;
    request.tolerated = { "all" };
    request.unsupported = Unsupported::RunTheRest;
    for (const char* set : { "test_data_set_0", "test_data_set_ort" }) {
        std::error_code ignored;
        const auto data = file.parent_path() / set;
        if (request.data.empty() && std::filesystem::exists(data / "input_0.pb", ignored))
            request.data = data;
    }
    auto prepared = prepare(request);
    if (!prepared.plan && !request.data.empty()) {
        request.data.clear(); // inputs that do not fit are no reason to leave it out
        prepared = prepare(request);
    }
    if (!prepared.plan) {
        row.problem = prepared.plan.error().message();
        return row;
    }
    for (const auto& step : (*prepared.plan)->steps())
        countStep(step, row);
    return row;
}

QString lineOf(const ModelRow& row)
{
    if (!row.problem.empty())
        return QString("%1 | – | – | %2")
            .arg(QString::fromStdString(row.name), -44)
            .arg(QString::fromStdString(row.problem).left(160));
    QStringList refused;
    for (const auto& [what, count] : row.refused)
        refused << QString("%1×%2 (%3)")
                       .arg(count)
                       .arg(
                           QString::fromStdString(what.first), QString::fromStdString(what.second));
    return QString("%1 | %2 | %3 | %4")
        .arg(QString::fromStdString(row.name), -44)
        .arg(row.onDevice, 5)
        .arg(row.byRule, 4)
        .arg(refused.join("; "));
}

} // namespace

/// Which operators of real models the device takes: every model of the shared test data is planned
/// for the emulated device with all passes. Prints a table: model, steps on the device, steps that
/// stay on the CPU by the rules of placement, steps that the device refused.
class TestGpuModels : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (!std::filesystem::is_directory(testing::dataDir() / "models"))
            QSKIP("the shared test data are absent: set OPSCOPE_TEST_DATA");
        testing::useHostDevice();
    }

    void takesWhatComputes_data()
    {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<bool>("areFiles"); // NAME.onnx, not NAME/model.onnx
        QTest::newRow("models") << "models" << false;
        QTest::newRow("tiny models") << "models/tiny" << false;
        QTest::newRow("zoo") << "zoo" << true;
    }
    void takesWhatComputes()
    {
        QFETCH(QString, folder);
        QFETCH(bool, areFiles);
        const auto filter = qEnvironmentVariable("OPSCOPE_TEST_FILTER").toStdString();
        std::map<std::string, std::filesystem::path> files;
        for (const auto& entry :
            std::filesystem::directory_iterator(testing::dataDir() / folder.toStdString())) {
            const auto file = areFiles ? entry.path() : entry.path() / "model.onnx";
            if (file.extension() == ".onnx" && std::filesystem::exists(file)
                && file.string().find(filter) != std::string::npos)
                files[entry.path().stem().string()] = file;
        }
        QStringList table { "model | on the device | on the CPU by rule | refused" };
        std::set<std::string> surprising;
        std::size_t onDevice = 0;
        for (const auto& [name, file] : files) {
            const auto row = rowOf(file, name);
            table << lineOf(row);
            onDevice += row.onDevice;
            for (const auto& [what, count] : row.refused) {
                if (what.second != notNumbers && !mayStay(what.first, what.second))
                    surprising.insert(name + ": " + what.first + ": " + what.second);
            }
        }
        qInfo("%s", qPrintable(table.join('\n')));
        QStringList list;
        for (const auto& text : surprising)
            list << QString::fromStdString(text);
        QVERIFY2(list.isEmpty(), qPrintable('\n' + list.join('\n')));
        QVERIFY(onDevice > 0 || !filter.empty());
    }
};

QTEST_GUILESS_MAIN(TestGpuModels)
#include "tst_gpu_models.moc"
