#include "engine/plan/engine.h"
#include "engine/plan/setting_names.h"
#include "engine/verify/verify.h"
#include "model/inference/input_shapes.h"
#include "model/model.h"
#include "tests/gpu/kernel_suite/suite.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

namespace suite {

using namespace engine;

namespace {

/// Largest |found - expected| of an output, as a share of its largest element: what is let pass,
/// and what fp32 is meant to reach.
struct Limit {
    Precision precision;
    double share;
};
constexpr std::array limits { Limit { Precision::Float32, 1e-3 },
    Limit { Precision::Float32Strict, 1e-3 }, Limit { Precision::Tf32, 5e-3 },
    Limit { Precision::Float16, 1e-2 }, Limit { Precision::Bfloat16, 3e-2 } };
constexpr double fullGoal = 1e-4;

bool isFull(Precision precision)
{
    return precision == Precision::Float32 || precision == Precision::Float32Strict;
}

constexpr int warmups = 2;
constexpr int runs = 7;

double limitOf(Precision precision)
{
    return std::ranges::find(limits, precision, &Limit::precision)->share;
}

std::optional<Precision> precisionFrom(std::string_view name)
{
    const auto row = std::ranges::find(
        precisionNames, name, [](const auto& candidate) { return candidate.name; });
    return row == precisionNames.end() ? std::nullopt : std::optional(row->value);
}

struct ModelRun {
    std::vector<NamedValue> outputs;
    std::int64_t wallNs = 0; ///< median
    std::size_t onDevice = 0; ///< steps
    std::size_t onHost = 0;
    std::size_t copies = 0;
    bool hasProducts = false; ///< convolutions or matrix products on the device
};

void countSteps(const Plan& plan, ModelRun& run)
{
    for (const auto& step : plan.steps()) {
        if (step.kind == StepKind::Copy) {
            ++run.copies;
            continue;
        }
        const bool isOnDevice = step.device != DeviceKind::Cpu;
        ++(isOnDevice ? run.onDevice : run.onHost);
        run.hasProducts = run.hasProducts
            || (isOnDevice
                && (step.opType.find("Conv") != std::string::npos
                    || step.opType.find("MatMul") != std::string::npos
                    || step.opType.find("Gemm") != std::string::npos));
    }
}

Result<ModelRun> runModel(const RunRequest& request, const Inputs& inputs, int counted)
{
    const auto plan = TRY(prepare(request, inputs).plan);
    auto session = TRY(Session::create(plan));
    const auto values = inputs.runtimeValues();
    ModelRun result;
    countSteps(*plan, result);
    std::vector<std::int64_t> walls;
    for (int i = 0; i < (counted > 1 ? warmups : 0) + counted; ++i) {
        const auto start = std::chrono::steady_clock::now();
        result.outputs = TRY(session.run(values)).outputs;
        walls.push_back(std::chrono::duration_cast<std::chrono::nanoseconds>(
            std::chrono::steady_clock::now() - start)
                            .count());
    }
    walls.erase(walls.begin(), walls.end() - counted);
    std::ranges::nth_element(walls, walls.begin() + counted / 2);
    result.wallNs = walls[static_cast<std::size_t>(counted / 2)];
    return result;
}

/// Without numbers that are none, the largest share; the message where values cannot be compared.
struct Distance {
    double share = 0;
    std::string message;
};

bool isWhole(const RuntimeValue& value)
{
    return value.isTensor() && !model::isFloating(value.tensor().element());
}

/// Integers of 8 bits and less may be a step apart, others are equal.
Tolerance wholeTolerance(const RuntimeValue& expected)
{
    const auto tolerance = roundingTolerance(expected, 0);
    return tolerance.relative == 0 ? tolerance : Tolerance { 0, 0 };
}

Distance distanceOf(const std::vector<NamedValue>& found, const std::vector<NamedValue>& expected)
{
    Distance result;
    if (found.size() != expected.size())
        return { 0,
            std::to_string(found.size()) + " outputs, expected "
                + std::to_string(expected.size()) };
    for (std::size_t i = 0; i < expected.size(); ++i) {
        if (isWhole(expected[i].value)) {
            const auto whole
                = compare(found[i].value, expected[i].value, wholeTolerance(expected[i].value));
            if (!whole.isWithin)
                return { 0, "output '" + expected[i].name + "': " + whole.message };
            continue;
        }
        const auto scale = roundingTolerance(expected[i].value, 1.0).absolute;
        const auto difference = compare(found[i].value, expected[i].value, { 0, scale });
        if (!difference.tolerance || difference.histogram.notFinite > 0)
            return { 0,
                "output '" + expected[i].name + "': "
                    + (difference.message.empty() ? "it cannot be compared" : difference.message) };
        result.share = std::max(result.share, difference.largestAbsolute / scale);
    }
    return result;
}

bool areSameBits(const std::vector<NamedValue>& a, const std::vector<NamedValue>& b)
{
    return std::ranges::equal(a, b, [](const NamedValue& left, const NamedValue& right) {
        if (!left.value.isTensor() || !right.value.isTensor())
            return false;
        const auto& x = left.value.tensor();
        const auto& y = right.value.tensor();
        return x.type == y.type && std::memcmp(x.data, y.data, x.type.bytes()) == 0;
    });
}

class ModelCheck {
public:
    ModelCheck(std::filesystem::path folder, Report& report)
        : m_folder(std::move(folder))
        , m_name((m_folder.has_filename() ? m_folder : m_folder.parent_path()).filename().string())
        , m_report(report)
    {
    }

    void run(const std::vector<std::string>& precisions)
    {
        if (const auto made = makeReference(); !made) {
            m_report.add({ m_name, Outcome::Failed, "reference: " + made.error().message(), {} });
            return;
        }
        for (const auto& name : precisions) {
            if (m_report.isOver())
                return;
            m_report.add(rowFor(name));
        }
    }

private:
    Result<void> makeReference()
    {
        auto& request = m_request;
        request.model = TRY(model::openWithShapes(m_folder / "model.onnx", {}, {}, {}));
        request.missingWeights = MissingWeights::Random;
        request.tolerated = { "all" };
        for (const char* set : { "test_data_set_0", "test_data_set_ort" }) {
            std::error_code ignored;
            if (request.data.empty() && std::filesystem::is_directory(m_folder / set, ignored))
                request.data = m_folder / set;
        }
        const auto pool = MemoryPool::create();
        m_inputs = TRY(makeInputs(request, *pool));
        auto reference = request;
        reference.tiers = { Tier::Reference };
        reference.optimisation = Optimisation::None;
        m_reference = TRY(runModel(reference, m_inputs, 1));
        return {};
    }

    Row rowFor(const std::string& name)
    {
        Row row { m_name };
        const auto precision = precisionFrom(name);
        if (!precision)
            return { m_name, Outcome::Failed, "no precision is called " + name, {} };
        auto request = m_request;
        request.device = DeviceKind::Cuda;
        request.precision = *precision;
        auto ran = runModel(request, m_inputs, runs);
        if (!ran) {
            row.outcome = Outcome::Failed;
            row.message = ran.error().message();
            row.more = [name](support::JsonWriter& json) { json.member("precision", name); };
            return row;
        }
        const auto limit = limitOf(*precision);
        const auto distance = distanceOf(ran->outputs, m_reference.outputs);
        judge(row, *precision, *ran, distance);
        const auto goal = isFull(*precision) ? fullGoal : limit;
        row.more = [name, limit, goal, distance, counts = *ran](support::JsonWriter& json) {
            json.member("precision", name)
                .member("error", distance.share)
                .member("limit", limit)
                .member("goal", goal)
                .member("wall_ns", counts.wallNs)
                .member("steps_cuda", counts.onDevice);
            json.member("steps_cpu", counts.onHost).member("copies", counts.copies);
        };
        return row;
    }

    void judge(Row& row, Precision precision, const ModelRun& ran, const Distance& distance)
    {
        const auto limit = limitOf(precision);
        if (!distance.message.empty())
            row.message = distance.message;
        else if (distance.share > limit)
            row.message = "off by " + std::to_string(distance.share)
                + " of the largest element, expected at most " + std::to_string(limit);
        else if (ran.onDevice == 0)
            row.message = "no operator ran on the device";
        if (isFull(precision))
            m_full = ran.outputs;
        row.outcome = row.message.empty() ? Outcome::Passed : Outcome::Failed;
        const bool isWithoutEffect = !isFull(precision) && row.message.empty() && m_full
            && areSameBits(ran.outputs, *m_full);
        if (!isWithoutEffect)
            return;
        row.message = "its outputs are those of fp32 bit by bit: the precision has no effect here";
        row.outcome = ran.hasProducts ? Outcome::Failed : Outcome::Skipped;
    }

    std::filesystem::path m_folder;
    std::string m_name;
    Report& m_report;
    RunRequest m_request;
    Inputs m_inputs;
    ModelRun m_reference;
    std::optional<std::vector<NamedValue>> m_full; ///< of fp32 on the device
};

} // namespace

void runModels(const Models& models, Report& report)
{
    for (const auto& folder : models.folders) {
        if (report.isOver())
            return;
        ModelCheck(folder, report).run(models.precisions);
    }
}

} // namespace suite
