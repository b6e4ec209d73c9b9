#include "profiler/exporters/exporter.h"

#include "model/support/text.h"

#include <map>

namespace profiler {

namespace {

using support::Result;

/// A frame of a stack, without the separator `;` of the format.
std::string frame(std::string_view words)
{
    auto text = support::sanitise(words);
    for (auto& c : text) {
        if (c == ';')
            c = ':';
    }
    return text;
}

/// The stack of a step, outermost step first: `Loop loop_3;Add add_1`.
std::string stackOf(const Profile& profile, engine::StepId id)
{
    std::string stack;
    for (std::size_t depth = 0; id.isValid() && depth <= profile.steps.size(); ++depth) {
        const auto& step = profile.step(id);
        const auto own = frame(
            std::string(profile.text(step.opType)) + " " + std::string(profile.text(step.label)));
        stack = stack.empty() ? own : own + ";" + stack;
        id = step.parent;
    }
    return stack;
}

} // namespace

Result<void> writeFolded(const Report& report, const ExportSink& sink)
{
    const auto& profile = *report.profile;
    std::map<std::string, std::int64_t> byStack; // a map, because steps may have the same name
    for (const auto& row : report.statistics->steps) {
        if (row.time.samples > 0)
            byStack[stackOf(profile, row.step)] += static_cast<std::int64_t>(row.time.median);
    }
    if (const auto& account = report.statistics->account) {
        // Reorders and copies are steps, so their stacks are there already.
        for (const auto& [part, ns] :
            { std::pair("dispatch", account->dispatchNs), std::pair("waiting", account->waitingNs),
                std::pair("allocation", account->allocationNs),
                std::pair("unaccounted", account->unaccountedNs) }) {
            if (ns > 0)
                byStack[std::string("not in any operator;") + part] = ns;
        }
    }
    for (const auto& [stack, ns] : byStack)
        TRY(sink(stack + " " + std::to_string(ns) + "\n"));
    return {};
}

} // namespace profiler
