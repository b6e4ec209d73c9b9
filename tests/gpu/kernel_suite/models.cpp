#include "engine/plan/engine.h"
#include "engine/plan/setting_names.h"
#include "engine/verify/verify.h"
#include "model/inference/input_shapes.h"
#include "model/model.h"
#include "tests/gpu/kernel_suite/suite.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <optional>

namespace suite {

using namespace engine;

namespace {

/// Largest |found - expected| of an output, as a share of its largest element. fp32: what passes,
/// and what it is meant to reach.
constexpr double fullLimit = 1e-3;
constexpr double fullGoal = 1e-4;

/// Relative error of one rounding to the type that products of a precision read.
struct Rounding {
    Precision precision;
    double unit;
};
constexpr std::array roundings { Rounding { Precision::Tf32, 0x1p-11 },
    Rounding { Precision::Float16, 0x1p-11 }, Rounding { Precision::Bfloat16, 0x1p-8 } };
/// Errors of n roundings with random signs grow with the square root of n. The largest of many
/// elements lies within four standard deviations.
constexpr double deviations = 4;

/// Models with real weights, large enough for tensor cores: TF32 changes their outputs.
constexpr std::array<std::string_view, 4> tf32Models { "residual-cnn", "tiny-decoder",
    "super-resolution-10", "ultraface-rfb-320" };

/// Models with values that fp16 cannot hold, by ONNX Runtime with random inputs from 0 to 1.
struct TooLarge {
    std::string_view model;
    std::string_view values;
};
constexpr std::array tooLarge { TooLarge { "light-resnet50", "1.3e19" },
    TooLarge { "light-squeezenet", "1.4e10" } };

bool isFull(Precision precision)
{
    return precision == Precision::Float32 || precision == Precision::Float32Strict;
}

constexpr int warmups = 2;
constexpr int runs = 7;

double limitOf(Precision precision, std::size_t operators)
{
    const auto row = std::ranges::find(roundings, precision, &Rounding::precision);
    return row == roundings.end()
        ? fullLimit
        : deviations * row->unit * std::sqrt(static_cast<double>(operators));
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
        const auto limit = limitOf(*precision, ran->onDevice);
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
        const auto limit = limitOf(precision, ran.onDevice);
        const auto large = std::ranges::find(tooLarge, m_name, &TooLarge::model);
        if (precision == Precision::Float16 && large != tooLarge.end()) {
            row.outcome = Outcome::Skipped;
            row.message = "its values reach " + std::string(large->values)
                + ", the largest number of fp16 is 65504";
            return;
        }
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
        // Small products run without tensor cores, and some outputs do not depend on the products.
        const bool mustDiffer = precision == Precision::Tf32
            ? std::ranges::find(tf32Models, m_name) != tf32Models.end()
            : ran.hasProducts;
        row.message = "its outputs are those of fp32 bit by bit: the precision has no effect here";
        row.outcome = mustDiffer ? Outcome::Failed : Outcome::Skipped;
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
