#include <QTest>

#include "engine/plan/engine.h"
#include "model/checks/checker.h"
#include "model/inference/analysis.h"
#include "model/onnx/parser.h"
#include "model/support/catch_exceptions.h"
#include "tests/support/failing_memory.h"
#include "tests/support/paths.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

using support::Result;
using testing::FailAllocations;
using testing::Failing;

namespace {

/// Folders of models, separated by ':', for a long run by hand: each .onnx file below them goes
/// through all stages, after the samples.
constexpr auto foldersVariable = "OPSCOPE_TEST_MEMORY_MODELS";
/// How many points of a stage are tried after the first ones.
constexpr auto pointsVariable = "OPSCOPE_TEST_MEMORY_POINTS";
constexpr long defaultPoints = 300;
constexpr long everyPointUpTo
    = 200; // the first ones one by one: most kinds of object are made there

struct Made {
    std::shared_ptr<const void> thing; ///< released when memory is there again
    std::size_t parts = 0; ///< how much it is, to see whether something is lacking
};
using Stage = std::function<Result<Made>()>;

long points = 0; // refused allocations

/// -1 if the stage fails.
long allocationsOf(const Stage& stage)
{
    constexpr auto most = std::numeric_limits<long>::max();
    long left = 0;
    const auto done = [&] {
        const FailAllocations counted({ .working = most });
        auto result = support::catchExceptions("counting", stage);
        const std::scoped_lock lock(testing::failingMemory.mutex);
        left = testing::failingMemory.working;
        return result;
    }();
    return done ? most - left : -1;
}

/// Fails `failing` allocations after the first `working` ones. Returns what is wrong, or nothing.
std::string faultsOf(const Stage& stage, std::size_t parts, long working, long failing)
{
    bool hasFailed = false;
    const auto done = [&] {
        const FailAllocations refused({ .working = working, .failing = failing });
        auto result = support::catchExceptions("the stage", stage);
        hasFailed = refused.failed() > 0;
        return result;
    }();
    const auto where = "allocation " + std::to_string(working) + ": ";
    if (!hasFailed) // the number of allocations varies by what is released meanwhile
        return {};
    ++points;
    if (done && done->parts != parts)
        return where + "was refused, and something is lacking";
    if (done) // what it was for is released at once or chosen again
        return {};
    if (done.error().kind() != support::ErrorKind::Resource)
        return where + "is called \"" + done.error().message() + '"';
    return {};
}

std::vector<std::filesystem::path> modelFiles()
{
    std::vector<std::filesystem::path> files;
    for (const auto* name : { "control-flow", "residual-cnn", "tiny-decoder" })
        files.push_back(testing::sourceDir() / "resources/samples" / name / "model.onnx");
    const auto named = qEnvironmentVariable(foldersVariable);
    for (const auto& folder : named.split(u':', Qt::SkipEmptyParts))
        for (const auto& entry :
            std::filesystem::recursive_directory_iterator(folder.toStdString()))
            if (entry.path().extension() == ".onnx")
                files.push_back(entry.path());
    std::sort(files.begin() + 3, files.end());
    return files;
}

}

/// Memory that runs out at each of many allocations ends in an Error of kind Resource: no crash, no
/// leak (with the address sanitizer), and no result that lacks something.
class TestMemoryFaults : public QObject {
    Q_OBJECT

private:
    static void refuseEach(const Stage& stage)
    {
        const auto made = stage(); // fills tables that are made once
        if (!made)
            QSKIP(made.error().message().c_str());
        const auto all = allocationsOf(stage);
        QVERIFY(all > 0);
        bool isNumber = false;
        const int given = qEnvironmentVariableIntValue(pointsVariable, &isNumber);
        const long most = isNumber && given > 0 ? given : defaultPoints;
        const auto stride = std::max(1L, (all - everyPointUpTo) / most);
        for (long working = 0; working < all; working += working < everyPointUpTo ? 1 : stride) {
            for (const auto failing : { 1L, std::numeric_limits<long>::max() }) {
                const auto fault = faultsOf(stage, made->parts, working, failing);
                QVERIFY2(fault.empty(), fault.c_str());
            }
        }
        QVERIFY2(allocationsOf(stage) > 0, "the stage does not work again");
    }
    /// The model of the row; null if the file is no model.
    static std::shared_ptr<const model::Model> opened()
    {
        QFETCH(QString, file);
        auto model = model::onnx::openModel(file.toStdString());
        return model ? *std::move(model) : nullptr;
    }
    /// The model of the row, with one thread: all allocations are this thread's.
    static engine::RunRequest request()
    {
        engine::RunRequest request;
        request.model = opened();
        request.threads = 1;
        request.missingWeights = engine::MissingWeights::Random;
        return request;
    }

private slots:
    void reading_data();
    void reading();
    void checking_data() { reading_data(); }
    void checking();
    void analysing_data() { reading_data(); }
    void analysing();
    void planning_data() { reading_data(); }
    void planning();
    void running_data() { reading_data(); }
    void running();
    void cleanupTestCase() { qInfo("%ld refused allocations", points); }
};

void TestMemoryFaults::reading_data()
{
    QTest::addColumn<QString>("file");
    for (const auto& file : modelFiles())
        QTest::newRow((file.parent_path().filename() / file.filename()).c_str())
            << QString::fromStdString(file.string());
}

void TestMemoryFaults::reading()
{
    QFETCH(QString, file);
    refuseEach([&]() -> Result<Made> {
        auto model = TRY(model::onnx::openModel(file.toStdString()));
        const auto parts = model->nodes.size() + model->values.size() + model->tensors.size()
            + model->diagnostics.size();
        return Made { std::move(model), parts };
    });
}

void TestMemoryFaults::checking()
{
    const auto model = opened();
    if (!model)
        QSKIP("no model");
    refuseEach([&]() -> Result<Made> {
        return Made { nullptr, model::checks::runChecks(*model).size() };
    });
}

void TestMemoryFaults::analysing()
{
    const auto model = opened();
    if (!model)
        QSKIP("no model");
    refuseEach([&]() -> Result<Made> {
        auto analysis = model::analyse(model);
        const auto typed = std::ranges::count_if(
            analysis->types, [](const auto& type) { return type.shape.has_value(); });
        const auto parts = analysis->diagnostics.size() + static_cast<std::size_t>(typed)
            + analysis->unknownCosts;
        return Made { std::move(analysis), parts };
    });
}

void TestMemoryFaults::planning()
{
    const auto request = TestMemoryFaults::request();
    if (!request.model)
        QSKIP("no model");
    refuseEach([&]() -> Result<Made> {
        auto prepared = engine::prepare(request);
        auto plan = TRY(std::move(prepared.plan));
        const auto parts = plan->steps().size();
        return Made { std::move(plan), parts };
    });
}

void TestMemoryFaults::running()
{
    const auto request = TestMemoryFaults::request();
    if (!request.model)
        QSKIP("no model");
    auto prepared = engine::prepare(request);
    if (!prepared.plan)
        QSKIP(prepared.plan.error().message().c_str());
    const auto inputs = prepared.inputs.runtimeValues();
    refuseEach([&]() -> Result<Made> {
        auto session = TRY(engine::Session::create(*prepared.plan));
        const auto result = TRY(session.run(inputs));
        return Made { nullptr, result.outputs.size() };
    });
}

QTEST_GUILESS_MAIN(TestMemoryFaults)
#include "tst_memory_faults.moc"
