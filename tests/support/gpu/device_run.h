#pragma once

#include "engine/plan/engine.h"
#include "tests/support/engine/model_text.h"

#include <QString>

#include <algorithm>
#include <cmath>

/// Runs small models on the emulated device and by the reference, for tests of kernels.
namespace testing {

using namespace engine;

/// Returns the text of `count` numbers, `0.25 -0.5 …`, the same each time.
inline std::string numbers(int count)
{
    std::string text;
    unsigned state = 12345;
    for (int i = 0; i < count; ++i) {
        state = state * 1664525u + 1013904223u;
        text += std::to_string(static_cast<double>(state >> 20) / 2048.0 - 1.0) + " ";
    }
    return text;
}

inline RunRequest requestFor(const QString& text)
{
    RunRequest request;
    request.model = modelFromText(text.toStdString(), 20);
    request.otherInputs = { .source = InputSpec::Source::Random, .low = -1.0, .high = 1.0 };
    request.seed = 7;
    request.threads = 1;
    request.device = DeviceKind::Cuda;
    return request;
}

struct Outcome {
    std::vector<float> values;
    QString error;
    std::shared_ptr<const Plan> plan;
    std::vector<std::string> notices;
};

inline Outcome outcomeOf(const RunRequest& request)
{
    auto prepared = prepare(request);
    if (!prepared.plan)
        return { {}, QString::fromStdString(prepared.plan.error().message()), {}, {} };
    auto session = Session::create(*prepared.plan);
    if (!session)
        return { {}, QString::fromStdString(session.error().message()), {}, {} };
    Outcome outcome { {}, {}, *prepared.plan, prepared.report.notices };
    for (int run = 0; run < 2; ++run) { // the second run uses memory that the first one has written
        const auto result = session->run(prepared.inputs.runtimeValues());
        if (!result)
            return { {}, QString::fromStdString(result.error().message()), outcome.plan, {} };
        const auto values = result->outputs.front().value.tensor().as<float>();
        outcome.values.assign(values.begin(), values.end());
    }
    return outcome;
}

inline Outcome reference(RunRequest request)
{
    request.device = DeviceKind::Cpu;
    request.precision = Precision::Float32;
    request.tiers = { Tier::Reference };
    request.optimisation = Optimisation::None;
    return outcomeOf(request);
}

/// Returns the largest difference, relative to the largest magnitude in `right`.
inline double worstError(const std::vector<float>& found, const std::vector<float>& right)
{
    double most = 1e-6;
    double worst = found.size() == right.size() ? 0 : 1e9;
    for (std::size_t i = 0; i < std::min(found.size(), right.size()); ++i) {
        most = std::max(most, std::abs(static_cast<double>(right[i])));
        worst = std::max(worst, std::abs(static_cast<double>(found[i] - right[i])));
    }
    return worst / most;
}

inline const StepDescription* stepNamed(const Plan& plan, const std::string& type)
{
    for (const auto& step : plan.steps()) {
        if (step.opType == type)
            return &step;
    }
    return nullptr;
}

/// Returns the bytes of the device's memory that kernels use as workspace.
inline std::uint64_t workspaceBytes(const Plan& plan)
{
    std::uint64_t bytes = 0;
    for (const auto& value : plan.memory().deviceValues)
        bytes += value.name == "workspace" ? value.bytes : 0;
    return bytes;
}

inline QString implementationOf(const Plan& plan, const std::string& type)
{
    const auto* step = stepNamed(plan, type);
    return step == nullptr ? QString("no step") : QString::fromStdString(step->implementation);
}

}
