#include "profiler/statistics/account.h"

#include "model/support/text.h"
#include "profiler/statistics/step_samples.h"
#include "profiler/tables/time_span.h"

#include <algorithm>
#include <array>

namespace profiler {
namespace {

/// Returns the part of the account that a phase belongs to; null = it stays with the step.
std::int64_t Account::*accountPartOf(engine::Phase phase)
{
    switch (phase) {
    case engine::Phase::Reorder:
        return &Account::reordersNs;
    case engine::Phase::Copy:
        return &Account::copiesNs;
    case engine::Phase::Dispatch:
        return &Account::dispatchNs;
    case engine::Phase::Wait:
        return &Account::waitingNs;
    case engine::Phase::Allocate:
        return &Account::allocationNs;
    case engine::Phase::Kernel:
        break;
    }
    return nullptr;
}

std::int64_t Account::*accountPartOf(StepKind kind)
{
    if (kind == StepKind::Reorder)
        return &Account::reordersNs;
    return kind == StepKind::Copy ? &Account::copiesNs : &Account::operatorsNs;
}

bool isTopLevelStep(const Slices& slices, std::size_t i)
{
    const auto outer = slices.parentOf(i);
    return slices.kind[i] == SliceKind::Step
        && (outer == Slices::none || slices.kind[outer] == SliceKind::Run);
}

SpanUnion unionOf(std::vector<TimeSpan> spans)
{
    std::ranges::sort(spans, {}, &TimeSpan::startNs);
    SpanUnion all(spans.empty() ? 0 : spans.front().startNs);
    for (const auto& span : spans)
        all.add(span);
    return all;
}

} // namespace

double Account::coverage() const
{
    return wallNs > 0 ? 1 - static_cast<double>(unaccountedNs) / static_cast<double>(wallNs) : 0;
}

Account accountOf(const Profile& profile, std::uint32_t run)
{
    return accountsOf(profile, std::span(&run, 1)).front();
}

std::vector<Account> accountsOf(const Profile& profile, std::span<const std::uint32_t> runs)
{
    const auto& slices = profile.slices;
    std::vector<Account> accounts(runs.size());
    const RunPlaces places(profile, runs);
    for (std::uint32_t i = 0; i < runs.size(); ++i) {
        accounts[i].run = runs[i];
        accounts[i].wallNs = profile.runs[runs[i]].wallNs;
    }

    const OwnTimes own(profile);
    std::vector<std::vector<TimeSpan>> spans(runs.size());
    std::vector<std::int64_t> inSteps(runs.size(), 0);
    for (std::size_t i = 0; i < slices.size(); ++i) {
        const auto place = places[i];
        if (place == Slices::none)
            continue;
        auto& account = accounts[place];
        if (slices.kind[i] == SliceKind::Step) {
            const auto kind = slices.step[i] == Slices::none ? StepKind::Operator
                                                             : profile.steps[slices.step[i]].kind;
            account.*accountPartOf(kind) += own[i];
        }
        if (isTopLevelStep(slices, i)) {
            spans[place].push_back({ slices.startNs[i], slices.endNs(i) });
            inSteps[place] += slices.durationNs[i];
        }
        // A phase is subtracted from its step. That step is an operator, unless it is a reorder or
        // a copy itself.
        if (slices.kind[i] == SliceKind::Phase && slices.step[i] != Slices::none) {
            const auto from = accountPartOf(profile.steps[slices.step[i]].kind);
            const auto to = accountPartOf(slices.phase[i]);
            if (to && to != from) {
                account.*to += slices.durationNs[i];
                account.*from -= slices.durationNs[i];
            }
        }
    }
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const auto steps = unionOf(std::move(spans[i]));
        accounts[i].overlapNs = inSteps[i] - steps.coveredNs();
        accounts[i].dispatchNs += steps.gapsNs();
        const auto around = accounts[i].wallNs - steps.coveredNs() - steps.gapsNs();
        const auto handover = std::clamp<std::int64_t>(
            profile.runs[runs[i]].handoverNs, 0, std::max<std::int64_t>(0, around));
        accounts[i].dispatchNs += handover;
        accounts[i].unaccountedNs = around - handover;
    }
    return accounts;
}

std::vector<support::Sentence> largestParts(const Account& account)
{
    struct Part {
        std::string_view pattern;
        std::int64_t ns;
    };
    std::array parts { Part { "dispatch %1", account.dispatchNs },
        Part { "reorders %1", account.reordersNs }, Part { "copies %1", account.copiesNs },
        Part { "waiting %1", account.waitingNs }, Part { "allocation %1", account.allocationNs },
        Part { "unaccounted %1", account.unaccountedNs } };
    std::ranges::stable_sort(parts, std::greater<> {}, &Part::ns);
    std::vector<support::Sentence> sentences;
    for (std::size_t i = 0; i < 3 && parts[i].ns > 0; ++i)
        sentences.push_back(
            { parts[i].pattern, { support::durationText(static_cast<double>(parts[i].ns)) } });
    return sentences;
}

} // namespace profiler
