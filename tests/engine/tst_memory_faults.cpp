#include <QTest>

#include "engine/plan/engine.h"
#include "model/inference/analysis.h"
#include "model/onnx/parser.h"
#include "model/support/catch_exceptions.h"
#include "tests/support/failing_memory.h"
#include "tests/support/paths.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <memory>
#include <string>

using support::Result;
using testing::FailAllocations;
using testing::Failing;

namespace {

constexpr long pointsOfAStage = 500;
constexpr long everyPointUpTo
    = 400; // the first ones one by one: most kinds of object are made there

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

std::shared_ptr<const model::Model> sampleModel(const char* name)
{
    return *model::onnx::openModel(
        testing::sourceDir() / "resources/samples" / name / "model.onnx");
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
        QVERIFY(made);
        const auto all = allocationsOf(stage);
        QVERIFY(all > 0);
        const auto stride = std::max(1L, (all - everyPointUpTo) / pointsOfAStage);
        for (long working = 0; working < all; working += working < everyPointUpTo ? 1 : stride) {
            for (const auto failing : { 1L, std::numeric_limits<long>::max() }) {
                const auto fault = faultsOf(stage, made->parts, working, failing);
                QVERIFY2(fault.empty(), fault.c_str());
            }
        }
        QVERIFY2(allocationsOf(stage) > 0, "the stage does not work again");
    }

private slots:
    void reading_data();
    void reading();
    void analysing_data() { reading_data(); }
    void analysing();
    void planning_data() { reading_data(); }
    void planning();
    void cleanupTestCase() { qInfo("%ld refused allocations", points); }
};

void TestMemoryFaults::reading_data()
{
    QTest::addColumn<QString>("sample");
    for (const auto* name : { "control-flow", "residual-cnn", "tiny-decoder" })
        QTest::newRow(name) << QString::fromLatin1(name);
}

void TestMemoryFaults::reading()
{
    QFETCH(QString, sample);
    const auto path
        = testing::sourceDir() / "resources/samples" / sample.toStdString() / "model.onnx";
    refuseEach([&]() -> Result<Made> {
        auto model = TRY(model::onnx::openModel(path));
        const auto parts = model->nodes.size() + model->values.size() + model->tensors.size()
            + model->diagnostics.size();
        return Made { std::move(model), parts };
    });
}

void TestMemoryFaults::analysing()
{
    QFETCH(QString, sample);
    const auto model = sampleModel(sample.toLatin1().constData());
    refuseEach([&]() -> Result<Made> {
        auto analysis = model::analyse(model);
        const auto typed = std::ranges::count_if(
            analysis->types, [](const auto& type) { return type.shape.has_value(); });
        const auto parts = analysis->diagnostics.size() + static_cast<std::size_t>(typed);
        return Made { std::move(analysis), parts };
    });
}

void TestMemoryFaults::planning()
{
    QFETCH(QString, sample);
    engine::RunRequest request;
    request.model = sampleModel(sample.toLatin1().constData());
    request.threads = 1;
    refuseEach([&]() -> Result<Made> {
        auto prepared = engine::prepare(request);
        auto plan = TRY(std::move(prepared.plan));
        const auto parts = plan->steps().size();
        return Made { std::move(plan), parts };
    });
}

QTEST_GUILESS_MAIN(TestMemoryFaults)
#include "tst_memory_faults.moc"
