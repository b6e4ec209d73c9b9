#include "tests/support/engine/kernel_suite.h"

#include "engine/cpu/vector_table.h"

namespace testing {

using namespace engine;

namespace {

struct SetRow {
    const char* name;
    InstructionSet set;
};
constexpr SetRow sets[]
    = { { "baseline", InstructionSet::Baseline }, { "avx2", InstructionSet::Avx2 },
          { "avx512", InstructionSet::Avx512 }, { "avx512 vnni", InstructionSet::Avx512Vnni } };

std::string differenceOf(const std::vector<RuntimeValue>& found,
    const std::vector<RuntimeValue>& expected, const Tolerance& tolerance)
{
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const auto difference = compare(found[i], expected[i], tolerance);
        if (!difference.isWithin)
            return "output " + std::to_string(i) + ": " + difference.message;
    }
    return {};
}

/// Compares the library's kernel with the reference. Not an error if the library refuses the node:
/// the native kernel is used then.
std::string libraryProblem(
    KernelBench& bench, const KernelCase& row, const std::vector<RuntimeValue>& expected)
{
    const auto found = bench.run({ .tier = Tier::Library, .threads = 1, .isConstant = true });
    if (!found)
        return found.error().message().starts_with("refused: ")
            ? ""
            : "library: " + found.error().message();
    if (row.numbers != KernelBench::Numbers::Finite)
        return {}; // the library specifies no results for NaN
    const auto difference = differenceOf(*found, expected, row.tolerance);
    return difference.empty() ? "" : "library: " + difference;
}

std::string nativeProblem(KernelBench& bench, const KernelCase& row,
    const std::vector<RuntimeValue>& expected, const SetRow& set)
{
    for (const int threads : { 1, 3 }) {
        for (const bool isConstant : { false, true }) {
            if (row.needsConstants && !isConstant)
                continue;
            const auto found
                = bench.run({ .tier = Tier::Native, .threads = threads, .isConstant = isConstant });
            const auto problem
                = found ? differenceOf(*found, expected, row.tolerance) : found.error().message();
            if (!problem.empty())
                return std::string(set.name) + ", " + std::to_string(threads)
                    + " threads, operands " + (isConstant ? "known: " : "not known: ") + problem;
        }
    }
    return {};
}

} // namespace

std::string problemOf(const KernelCase& row)
{
    KernelBench bench(row.text, row.numbers);
    const auto expected = bench.run({});
    if (!expected)
        return "reference: " + expected.error().message();
    auto problem = libraryProblem(bench, row, *expected);
    const auto whole = instructionSet();
    for (const auto& set : sets) {
        limitInstructionSet(set.set);
        if (problem.empty() && instructionSet() == set.set)
            problem = nativeProblem(bench, row, *expected, set);
    }
    limitInstructionSet(whole);
    return problem;
}

std::string problemOf(const RefusedCase& row)
{
    KernelBench bench(row.text);
    const auto found = bench.run({ .tier = Tier::Native });
    if (found)
        return "a native kernel took it";
    const auto& words = found.error().message();
    return words.find(row.words) != std::string::npos ? "" : "refused otherwise: " + words;
}

} // namespace testing
