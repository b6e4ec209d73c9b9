#include "profiler/device/step_kernels.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

namespace profiler {

namespace {

constexpr std::size_t longestArguments = 60; // characters, with the brackets

constexpr std::string_view anonymous = "(anonymous namespace)";

/// Work with equal keys shares a row: step, kind, name, index of launch or copy.
using Key = std::tuple<std::uint32_t, DeviceWork, std::uint32_t, std::uint32_t>;

Key keyOf(const Profile& profile, std::uint32_t slice)
{
    const auto row = deviceRow(profile, slice);
    const auto step = profile.slices.step[slice];
    if (row == Slices::none)
        return { step, DeviceWork::Kernel, 0, 0 };
    const auto& device = profile.device;
    return { step, device.work[row], device.name[row].value(), device.place[row] };
}

/// Position behind the `>` that closes the `<` at `open`; the name's length if none does.
std::size_t closingOf(std::string_view name, std::size_t open)
{
    int depth = 0;
    for (auto i = open; i < name.size(); ++i) {
        depth += name[i] == '<' ? 1 : name[i] == '>' ? -1 : 0;
        if (depth == 0)
            return i + 1;
    }
    return name.size();
}

/// The functor of a kernel of engine/cuda. Those kernels are instances of two templates
/// (engine/cuda/launch.h) and differ by the functor, the last argument. Empty for other kernels.
std::string_view functorOf(std::string_view name)
{
    constexpr std::array<std::string_view, 2> launchers { "engine::cuda::runElements<",
        "engine::cuda::runBlocks<" };
    for (const auto launcher : launchers) {
        const auto at = name.find(launcher);
        if (at == std::string_view::npos)
            continue;
        const auto open = at + launcher.size() - 1;
        auto from = open + 1;
        const auto end = closingOf(name, open) - 1;
        for (auto i = from; i < end; ++i) {
            if (name[i] == '<')
                i = closingOf(name, i) - 1;
            else if (name[i] == ',')
                from = i + 1;
        }
        auto functor = name.substr(from, end - from);
        functor.remove_prefix(std::min(functor.find_first_not_of(' '), functor.size()));
        functor.remove_suffix(functor.size() - functor.find_last_not_of(' ') - 1);
        return functor;
    }
    return {};
}

} // namespace

std::vector<StepKernel> kernelsOfRun(const Profile& profile, std::uint32_t run)
{
    const auto& slices = profile.slices;
    std::map<Key, StepKernel> rows;
    for (std::uint32_t track = 0; track < profile.tracks.size(); ++track) {
        const auto kind = profile.tracks[track].kind;
        if (kind != TrackKind::Stream && kind != TrackKind::Copy)
            continue;
        const auto range = slicesOf(profile, TrackId(track));
        for (auto i = range.first; i < range.last; ++i) {
            if (slices.run[i] != run || !isDeviceWork(profile, i))
                continue;
            const auto slice = static_cast<std::uint32_t>(i);
            const auto key = keyOf(profile, slice);
            auto& row = rows[key];
            if (row.calls++ == 0) {
                row.step = std::get<0>(key);
                row.work = std::get<1>(key);
                row.slice = slice;
            }
            row.sumNs += slices.durationNs[i];
            row.longestNs = std::max(row.longestNs, slices.durationNs[i]);
        }
    }
    std::vector<StepKernel> found;
    found.reserve(rows.size());
    for (const auto& [key, row] : rows)
        found.push_back(row);
    std::ranges::stable_sort(found, [](const StepKernel& a, const StepKernel& b) {
        return a.step != b.step ? a.step < b.step : a.sumNs > b.sumNs;
    });
    return found;
}

std::span<const StepKernel> kernelsOfStep(std::span<const StepKernel> rows, engine::StepId step)
{
    const auto found = std::ranges::equal_range(rows, step.value(), {}, &StepKernel::step);
    return { found.begin(), found.end() };
}

std::string shortKernelName(std::string_view name)
{
    if (const auto functor = functorOf(name); !functor.empty())
        return shortKernelName(functor);
    // Spaces, colons and brackets inside of <> and () are part of the arguments.
    std::size_t from = 0;
    std::string text;
    for (std::size_t i = 0; i < name.size();) {
        if (name[i] == '<') {
            const auto end = closingOf(name, i);
            text = std::string(name.substr(from, i - from));
            if (end - i <= longestArguments)
                text += name.substr(i, end - i);
            i = end;
            from = i;
            continue;
        }
        if (name.substr(i).starts_with(anonymous)) {
            i += anonymous.size();
            from = i;
            continue;
        }
        if (name[i] == '(')
            break;
        if (name[i] == ' ' || name.substr(i, 2) == "::") {
            i += name[i] == ' ' ? 1 : 2;
            from = i;
            text.clear();
            continue;
        }
        ++i;
        if (i == name.size() || name[i] == '(')
            text += name.substr(from, i - from);
    }
    return text.empty() ? std::string(name) : text;
}

} // namespace profiler
