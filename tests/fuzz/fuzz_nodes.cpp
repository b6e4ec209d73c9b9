// Small valid and invalid nodes of every operator in every version: read, checked, planned and run.
//
//     fuzz_nodes [COUNT [SEED [FIRST]]]
//
// It fails if a node that was made wrong has no finding, if what inference says contradicts what
// the kernel gives, or if a case takes more than its processor time; crashes and sanitizer reports
// end it by themselves, with the case on stderr.

#include "engine/plan/engine.h"
#include "model/inference/analysis.h"
#include "model/onnx/parser.h"
#include "tests/fuzz/node_generator.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <map>
#include <span>
#include <string>
#include <sys/time.h>
#include <unistd.h>
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/common_interface_defs.h>
#endif

namespace {

using fuzz::Defect;
using fuzz::NodeCase;

constexpr int secondsPerCase = 20;
constexpr std::uint64_t memoryLimit = 64u << 20;
std::array<char, 1024> currentCase {};

/// Only calls that are allowed in a signal handler.
extern "C" void tellCase()
{
    const char prefix[] = "\nwhile running ";
    (void)!write(2, prefix, sizeof prefix - 1);
    (void)!write(2, currentCase.data(), std::strlen(currentCase.data()));
    (void)!write(2, "\n", 1);
}

extern "C" void tellCaseAndDie(int signal)
{
    tellCase();
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

/// SIGPROF after so much processor time, which does not depend on what else the machine does.
void limitTime()
{
    const itimerval limit { {}, { secondsPerCase, 0 } };
    setitimer(ITIMER_PROF, &limit, nullptr);
}

enum class Outcome { Unreadable, Refused, Unsupported, Failed, Ran };

struct Tally {
    std::map<Outcome, std::size_t> outcomes;
    std::size_t withFindings = 0;
    std::size_t wrongOnPurpose = 0;
    std::size_t failures = 0;
};

void fail(Tally& tally, const NodeCase& made, std::uint32_t index, const std::string& why)
{
    ++tally.failures;
    std::fprintf(stderr, "case %u %s: %s\n", index, made.text.c_str(), why.c_str());
}

/// What inference says against what came out: element type, rank and known sizes.
std::string contradiction(const model::ValueType& inferred, const engine::RuntimeValue& value)
{
    if (!value.isTensor() || !inferred.isTensor())
        return {};
    const auto& found = value.tensor().type;
    if (inferred.element != model::ElementType::Undefined && inferred.element != found.element)
        return "inferred " + std::string(model::name(inferred.element)) + ", the kernel gives "
            + std::string(model::name(found.element));
    if (!inferred.shape)
        return {};
    auto differs = inferred.shape->size() != found.dims.size();
    for (std::size_t i = 0; !differs && i < found.dims.size(); ++i) {
        const auto size = (*inferred.shape)[i].value();
        differs = size && *size != found.dims[i];
    }
    return differs ? "inferred " + model::shapeText(*inferred.shape) + ", the kernel gives "
            + engine::dimsText(found.dims)
                   : std::string();
}

Outcome runCase(Tally& tally, const NodeCase& made, std::uint32_t index,
    const std::shared_ptr<const model::Model>& model, const model::Analysis& analysis)
{
    engine::RunRequest request;
    request.model = model;
    request.threads = 1;
    request.memoryLimit = memoryLimit;
    const auto prepared = engine::prepare(request);
    if (!prepared.plan) {
        const auto& error = prepared.plan.error();
        if (error.message().empty())
            fail(tally, made, index, "refused without a message");
        return !prepared.report.refused.empty()               ? Outcome::Refused
            : error.kind() == support::ErrorKind::Unsupported ? Outcome::Unsupported
                                                              : Outcome::Failed;
    }
    auto session = engine::Session::create(*prepared.plan);
    if (!session)
        return Outcome::Failed;
    const auto result = session->run(prepared.inputs.runtimeValues());
    if (!result) {
        if (result.error().message().empty())
            fail(tally, made, index, "failed without a message");
        return Outcome::Failed;
    }
    const auto& outputs = model->main().outputs;
    for (std::size_t i = 0; i < std::min(outputs.size(), result->outputs.size()); ++i)
        if (const auto words = contradiction(analysis.type(outputs[i]), result->outputs[i].value);
            !words.empty())
            fail(tally, made, index, "output " + std::to_string(i) + ": " + words);
    return Outcome::Ran;
}

void tryCase(Tally& tally, std::uint32_t seed, std::uint32_t index)
{
    limitTime();
    const auto made = fuzz::makeCase(seed, index);
    std::snprintf(currentCase.data(), currentCase.size(), "case %u of seed %u: %s", index, seed,
        made.text.c_str());
    const auto model = model::onnx::parseModel(std::as_bytes(std::span(made.bytes)));
    if (!model) {
        fail(tally, made, index, "cannot be read: " + model.error().message());
        ++tally.outcomes[Outcome::Unreadable];
        return;
    }
    const auto analysis = model::analyse(*model);
    const auto findings = model::allFindings(*analysis);
    // The outputs of every case have no type, so that inference alone says it.
    const bool isFound = std::ranges::any_of(findings, [](const auto& finding) {
        return finding.severity != support::Severity::Note && finding.code != "interface-type";
    });
    tally.withFindings += isFound ? 1 : 0;
    tally.wrongOnPurpose += made.defect != Defect::None ? 1 : 0;
    if (made.defect != Defect::None && !isFound)
        fail(tally, made, index,
            "nothing is found, but it has " + std::string(fuzz::defectName(made.defect)));
    ++tally.outcomes[runCase(tally, made, index, *model, *analysis)];
}

std::uint32_t argument(int argc, char** argv, int at, std::uint32_t fallback)
{
    std::uint32_t value = fallback;
    if (at < argc)
        std::from_chars(argv[at], argv[at] + std::strlen(argv[at]), value);
    return value;
}

} // namespace

int main(int argc, char** argv)
{
#ifdef __SANITIZE_ADDRESS__
    __sanitizer_set_death_callback(tellCase); // it has handlers of its own for the signals
    std::signal(SIGPROF, tellCaseAndDie);
#else
    for (const int signal : { SIGSEGV, SIGABRT, SIGFPE, SIGBUS, SIGILL, SIGPROF })
        std::signal(signal, tellCaseAndDie);
#endif
    const auto count = argument(argc, argv, 1, 1000);
    const auto seed = argument(argc, argv, 2, 1);
    const auto first = argument(argc, argv, 3, 0);
    Tally tally;
    for (std::uint32_t i = first; i < first + count; ++i)
        tryCase(tally, seed, i);
    std::printf("%u nodes, seed %u: %zu with findings (%zu wrong on purpose); %zu ran, %zu refused "
                "by the checker, %zu without kernel, %zu failed with a message; %zu failures\n",
        count, seed, tally.withFindings, tally.wrongOnPurpose, tally.outcomes[Outcome::Ran],
        tally.outcomes[Outcome::Refused], tally.outcomes[Outcome::Unsupported],
        tally.outcomes[Outcome::Failed], tally.failures);
    return tally.failures == 0 ? 0 : 1;
}
