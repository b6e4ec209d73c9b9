#include "engine/verify/precision_error.h"

#include "engine/passes/lower_precision.h"
#include "engine/plan/engine.h"
#include "engine/program/shapes.h"

#include <algorithm>
#include <cmath>

namespace engine {

namespace {

bool isFloatTensor(const RuntimeValue& value)
{
    return value.isTensor()
        && model::traits(value.tensor().element()).kind == model::ElementClass::Float;
}

PrecisionError errorOf(const NamedValue& found, const NamedValue& expected)
{
    PrecisionError error;
    error.output = found.name;
    const auto a = readNumbers(found.value.tensor());
    const auto b = readNumbers(expected.value.tensor());
    if (!a || !b || a->size() != b->size())
        return error;
    double squares = 0;
    double sizes = 0;
    for (std::size_t i = 0; i < a->size(); ++i) {
        const double x = (*a)[i];
        const double y = (*b)[i];
        if (std::isfinite(x) != std::isfinite(y))
            ++error.notFinite;
        if (!std::isfinite(x) || !std::isfinite(y))
            continue;
        ++error.elements;
        squares += (x - y) * (x - y);
        sizes += y * y;
        error.largest = std::max(error.largest, std::abs(x - y));
        error.largestExpected = std::max(error.largestExpected, std::abs(y));
    }
    // Of an output that is 0 in f32, the error has no share: all of it is error.
    error.relativeRms = squares > 0 ? (sizes > 0 ? std::sqrt(squares / sizes) : 1) : 0;
    return error;
}

} // namespace

bool isLowered(Precision precision) { return loweredElement(precision).has_value(); }

std::vector<PrecisionError> precisionErrors(
    const std::vector<NamedValue>& outputs, const std::vector<NamedValue>& expected)
{
    std::vector<PrecisionError> errors;
    for (std::size_t i = 0; i < std::min(outputs.size(), expected.size()); ++i) {
        if (isFloatTensor(outputs[i].value) && isFloatTensor(expected[i].value))
            errors.push_back(errorOf(outputs[i], expected[i]));
    }
    return errors;
}

Result<std::vector<PrecisionError>> errorsAgainstFloat32(const RunRequest& request,
    const Inputs& inputs, const std::vector<NamedValue>& outputs, const std::stop_token& stop)
{
    auto single = request;
    single.precision = Precision::Float32;
    single.tune = Tuning::Off;
    const auto plan = TRY(prepare(single, inputs).plan);
    auto session = TRY(Session::create(plan));
    const auto expected = TRY(session.run(inputs.runtimeValues(), nullptr, stop));
    return precisionErrors(outputs, expected.outputs);
}

} // namespace engine
