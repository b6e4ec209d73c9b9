// Small valid and invalid nodes of every operator in every version: read, checked, planned and run.
//
//     fuzz_nodes [COUNT [SEED [FIRST]]]
//
// It fails if a node that was made wrong has no finding, if what inference says contradicts what
// the kernel gives, or if a case takes more than its processor time; crashes and sanitizer reports
// end it by themselves, with the case on stderr.

#include "tests/fuzz/node_run.h"

#include <array>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <map>
#include <sys/time.h>
#include <unistd.h>
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/common_interface_defs.h>
#endif

namespace {

using fuzz::Defect;
using fuzz::Outcome;

constexpr int secondsPerCase = 20;
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

struct Tally {
    std::map<Outcome, std::size_t> outcomes;
    std::size_t withFindings = 0;
    std::size_t wrongOnPurpose = 0;
    std::size_t failures = 0;
};

void tryCase(Tally& tally, std::uint32_t seed, std::uint32_t index)
{
    limitTime();
    const auto made = fuzz::makeCase(seed, index);
    std::snprintf(currentCase.data(), currentCase.size(), "case %u of seed %u: %s", index, seed,
        made.text.c_str());
    const auto run = fuzz::runNode(made);
    tally.withFindings += run.hasFinding ? 1 : 0;
    tally.wrongOnPurpose += made.defect != Defect::None ? 1 : 0;
    tally.failures += run.failures.size();
    for (const auto& words : run.failures)
        std::fprintf(stderr, "case %u %s: %s\n", index, made.text.c_str(), words.c_str());
    ++tally.outcomes[run.outcome];
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
