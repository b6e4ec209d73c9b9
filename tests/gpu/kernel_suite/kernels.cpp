#include "engine/verify/verify.h"
#include "tests/gpu/kernel_suite/suite.h"
#include "tests/support/gpu/device_cases.h"

#include <algorithm>
#include <stdexcept>

namespace suite {

using namespace engine;
using testing::DeviceCase;
using testing::KernelBench;

namespace {

constexpr std::string_view refusal = "refused: ";

// Of a value's largest element: the last bits of a small float, some operations deep.
constexpr double float16Share = 4e-3;
constexpr double bfloat16Share = 3e-2;

bool isExact(const Tolerance& tolerance)
{
    return tolerance.relative == 0 && tolerance.absolute == 0;
}

Tolerance toleranceFor(const DeviceCase& row, const RuntimeValue& expected)
{
    const auto element = expected.isTensor() ? expected.tensor().element() : ElementType::Undefined;
    if (isExact(row.tolerance)
        || (element != ElementType::Float16 && element != ElementType::Bfloat16))
        return row.tolerance;
    return roundingTolerance(
        expected, element == ElementType::Float16 ? float16Share : bfloat16Share);
}

Row compared(const DeviceCase& row, const std::vector<RuntimeValue>& found,
    const std::vector<RuntimeValue>& expected)
{
    Row result { row.text };
    double largest = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const auto difference = compare(found[i], expected[i], toleranceFor(row, expected[i]));
        largest = std::max(largest, difference.largestAbsolute);
        if (difference.isWithin || result.outcome == Outcome::Failed)
            continue;
        result.outcome = Outcome::Failed;
        result.message = "output " + std::to_string(i) + ": " + difference.message;
    }
    result.more
        = [largest](support::JsonWriter& json) { json.member("largest_absolute", largest); };
    return result;
}

Row runCase(const DeviceMemory& device, const DeviceCase& row)
{
    KernelBench bench(row.text, row.numbers);
    const auto expected = bench.run({});
    if (!expected)
        return { row.text, Outcome::Skipped, "reference: " + expected.error().message() };
    // Winograd and FFT would spread infinities and NaN.
    const auto precision = row.numbers == KernelBench::Numbers::Finite ? Precision::Float32
                                                                       : Precision::Float32Strict;
    std::string refused;
    for (const bool isConstant : { false, true }) {
        const auto found
            = bench.run({ .isConstant = isConstant, .device = &device, .precision = precision });
        if (found)
            return compared(row, *found, *expected);
        const auto& message = found.error().message();
        if (!message.starts_with(refusal))
            return { row.text, Outcome::Failed, message };
        refused = message.substr(refusal.size());
    }
    return { row.text, Outcome::Skipped, refused };
}

} // namespace

void runKernels(const DeviceMemory& device, std::string_view filter, Report& report)
{
    for (const auto& row : testing::deviceCases()) {
        if (row.text.find(filter) == std::string::npos)
            continue;
        if (report.isOver())
            return;
        // A text that is no node is a mistake of ours, which shall not end the whole suite.
        try {
            report.add(runCase(device, row));
        } catch (const std::invalid_argument& mistake) {
            report.add({ row.text, Outcome::Failed, mistake.what(), {} });
        }
    }
}

} // namespace suite
