// Times of the test models with the kernels of chosen tiers, in processor time of one thread, so
// that a busy machine shows little:
//     model_times FOLDER [library|native|reference [RUNS]]
// Per model: outcome of its test data, the best run, and the operators that took most of it.

#include "engine/plan/engine.h"
#include "engine/verify/verify_folder.h"
#include "model/onnx/parser.h"
#include "tests/support/engine/conformance.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <map>

namespace {

double processorSeconds()
{
    timespec now {};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// Sums the time between the ends of steps by step.
class StepTimes final : public engine::Observer {
public:
    explicit StepTimes(std::size_t steps)
        : m_seconds(steps, 0.0)
    {
    }
    void beginRun(std::uint32_t) override { }
    void endRun(std::uint32_t) override { }
    void beginBlock() override { m_last = processorSeconds(); }
    void endStep(engine::StepId step) override
    {
        const auto now = processorSeconds();
        if (step.value() < m_seconds.size())
            m_seconds[step.value()] += now - m_last;
        m_last = now;
    }
    void endBlock() override { m_last = processorSeconds(); }
    const std::vector<double>& seconds() const { return m_seconds; }

private:
    std::vector<double> m_seconds;
    double m_last = 0;
};

struct Measurement {
    double best = 0; ///< seconds
    std::vector<std::pair<double, std::string>> operators; ///< seconds of one run, largest first
};

engine::Result<Measurement> measure(
    const std::filesystem::path& folder, engine::RunRequest request, int runs)
{
    request.model = TRY(model::onnx::openModel(folder / "model.onnx"));
    request.data = folder / "test_data_set_0";
    auto preparation = engine::prepare(request);
    const auto plan = TRY(std::move(preparation.plan));
    auto session = TRY(engine::Session::create(plan));
    const auto inputs = preparation.inputs.runtimeValues();
    TRY(session.run(inputs));
    Measurement result { 1e9, {} };
    for (int run = 0; run < runs; ++run) {
        const auto start = processorSeconds();
        TRY(session.run(inputs));
        result.best = std::min(result.best, processorSeconds() - start);
    }
    StepTimes times(plan->steps().size());
    TRY(session.run(inputs, &times));
    std::map<std::string, double> byOperator;
    for (const auto& step : plan->steps()) {
        const auto tier = step.tier ? std::string(engine::tierName(*step.tier)) : "when it runs";
        byOperator[step.opType + " (" + tier + ")"] += times.seconds()[step.id.value()];
    }
    for (const auto& [name, seconds] : byOperator)
        result.operators.emplace_back(seconds, name);
    std::ranges::sort(result.operators, std::greater {});
    return result;
}

}

int main(int count, char** arguments)
{
    if (count < 2) {
        std::fprintf(stderr, "usage: model_times FOLDER [library|native|reference [RUNS]]\n");
        return 2;
    }
    engine::VerifyOptions options;
    options.settings.tiers = testing::tiersFrom(count > 2 ? arguments[2] : "native");
    options.settings.threads = 1;
    const int runs = count > 3 ? std::max(std::atoi(arguments[3]), 1) : 3;
    std::size_t passed = 0;
    for (const auto& folder : engine::findTestFolders(arguments[1])) {
        const auto verified = engine::verifyFolder(folder, options);
        passed += verified.outcome == engine::VerifyOutcome::Passed ? 1 : 0;
        std::printf("%s: %s %s\n", folder.filename().c_str(),
            std::string(engine::outcomeName(verified.outcome)).c_str(), verified.message.c_str());
        const auto measured = measure(folder, options.settings, runs);
        if (!measured)
            continue;
        std::printf("    %.3f ms:", measured->best * 1e3);
        for (std::size_t i = 0; i < std::min<std::size_t>(measured->operators.size(), 6); ++i)
            std::printf("  %s %.3f", measured->operators[i].second.c_str(),
                measured->operators[i].first * 1e3);
        std::printf("\n");
        std::fflush(stdout);
    }
    std::printf("%zu passed\n", passed);
    return 0;
}
