#include "profiler/statistics/fallbacks.h"

#include <algorithm>

namespace profiler {

namespace {

bool isOnCpu(const Profile& profile, const Step& step)
{
    return profile.text(step.device) == "cpu"
        && (step.kind == StepKind::Operator || step.kind == StepKind::ControlFlow);
}

} // namespace

std::string_view deviceRefusal(std::string_view refusals, std::string_view device)
{
    while (!refusals.empty()) {
        const auto line = refusals.substr(0, refusals.find('\n'));
        if (line.size() > device.size() && line.starts_with(device) && line[device.size()] == ' ')
            return line;
        refusals.remove_prefix(std::min(refusals.size(), line.size() + 1));
    }
    return {};
}

std::vector<Fallback> fallbacksOf(const Profile& profile)
{
    const auto device = profile.metadata.text(keys::device);
    if (device.empty() || device == "cpu")
        return {};
    std::vector<Fallback> found;
    std::vector<std::size_t> placeOf(profile.steps.size(), profile.steps.size());
    for (std::uint32_t i = 0; i < profile.steps.size(); ++i) {
        const auto& step = profile.steps[i];
        if (!isOnCpu(profile, step) || step.isInserted())
            continue;
        const auto reason = deviceRefusal(profile.text(step.refusals), device);
        if (reason.empty())
            continue;
        placeOf[i] = found.size();
        found.push_back({ engine::StepId(i), std::string(reason), {} });
    }
    const auto add = [&](engine::StepId fallback, engine::StepId copy) {
        if (placeOf[fallback.value()] < found.size())
            found[placeOf[fallback.value()]].copies.push_back(copy);
    };
    for (std::uint32_t i = 0; i < profile.steps.size(); ++i) {
        for (const auto before : profile.steps[i].after) {
            if (before.value() >= profile.steps.size())
                continue;
            if (profile.step(before).kind == StepKind::Copy)
                add(engine::StepId(i), before);
            else if (profile.steps[i].kind == StepKind::Copy)
                add(before, engine::StepId(i));
        }
    }
    return found;
}

} // namespace profiler
