#include "profiler/statistics/flame.h"

#include "profiler/statistics/step_scopes.h"
#include "profiler/tables/work_slices.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>

namespace profiler {

namespace {

constexpr std::uint8_t deepest = 250;
constexpr std::size_t phases = 6; // number of engine::Phase values
constexpr std::array<std::string_view, phases> phaseNames { "kernel", "reorder", "copy", "dispatch",
    "waiting", "allocation" };
constexpr std::uint32_t pollEvery = 1u << 16;

/// Own time of every step, and the part of it that its phases took.
struct StepTimes {
    std::vector<double> ns;
    std::vector<double> calls;
    std::vector<std::array<double, phases>> parts; ///< empty: no phases were recorded
};

/// Selects a part of the recording: a time span, optionally only one run.
struct Cut {
    TimeSpan span { std::numeric_limits<std::int64_t>::min(),
        std::numeric_limits<std::int64_t>::max() };
    std::uint32_t run = Slices::none;
    const std::vector<bool>* runs = nullptr; ///< if set, only the marked runs
};

double lengthWithin(const Slices& slices, std::size_t i, const TimeSpan& span)
{
    const auto start = std::max(slices.startNs[i], span.startNs);
    const auto end = std::min(slices.endNs(i), span.endNs);
    return static_cast<double>(std::max<std::int64_t>(0, end - start));
}

bool isIn(const Slices& slices, std::size_t i, const Cut& cut)
{
    const auto run = slices.run[i];
    if (cut.run != Slices::none && run != cut.run)
        return false;
    return cut.runs == nullptr || (run != Slices::none && (*cut.runs)[run]);
}

StepTimes timesIn(const Profile& profile, const Cut& cut, const std::stop_token& stop)
{
    const auto& slices = profile.slices;
    StepTimes times { std::vector<double>(profile.steps.size(), 0),
        std::vector<double>(profile.steps.size(), 0), {} };
    for (std::size_t i = 0; i < slices.size(); ++i) {
        if (i % pollEvery == 0 && stop.stop_requested())
            return times;
        const bool isPhase = slices.kind[i] == SliceKind::Phase && !isWork(slices, i);
        if ((!isPhase && slices.kind[i] != SliceKind::Step) || !isIn(slices, i, cut))
            continue;
        const auto length = lengthWithin(slices, i, cut.span);
        const auto around = slices.stepAround(i);
        const auto outer = around == Slices::none ? Slices::none : slices.step[around];
        if (isPhase && length > 0 && outer != Slices::none) {
            times.parts.resize(profile.steps.size());
            times.parts[outer][static_cast<std::size_t>(slices.phase[i])] += length;
        }
        const auto step = slices.step[i];
        if (isPhase || step == Slices::none || length <= 0)
            continue;
        times.ns[step] += length;
        times.calls[step] += 1;
        if (outer != Slices::none)
            times.ns[outer] -= length;
    }
    return times;
}

/// Returns the medians of the statistics. Phases get the share that they have over all recorded
/// runs.
StepTimes medianTimes(
    const Profile& profile, const Statistics& statistics, const std::stop_token& stop)
{
    const auto hasPhases
        = std::ranges::find(profile.slices.kind, SliceKind::Phase) != profile.slices.kind.end();
    StepTimes times { std::vector<double>(profile.steps.size(), 0),
        std::vector<double>(profile.steps.size(), 0), {} };
    if (hasPhases) {
        std::vector<bool> runs(profile.runs.size(), false);
        for (const auto run : recordedRuns(profile))
            runs[run] = true;
        Cut cut;
        cut.runs = &runs;
        times = timesIn(profile, cut, stop);
    }
    for (const auto& row : statistics.steps) {
        const auto step = row.step.value();
        const auto all = times.ns[step];
        // A step that ran in some runs only counts with that share of the runs. Otherwise scopes
        // could exceed the wall.
        times.ns[step] = row.time.samples > 0 ? row.time.median * row.inRuns : 0;
        times.calls[step] = row.callsPerRun;
        if (!times.parts.empty())
            for (auto& part : times.parts[step])
                part = all > 0 ? part / all * times.ns[step] : 0;
    }
    return times;
}

/// Builds a Flame. Frames are added in any order and laid out afterwards.
class Builder {
public:
    Builder(const Profile& profile, const StepTimes& times)
        : m_profile(profile)
        , m_times(times)
        , m_scopes(profile)
    {
        m_flame.frames.push_back({ .kind = FlameFrame::Kind::Root, .name = "all operators" });
        m_flame.ofStep.assign(profile.steps.size(), FlameFrame::none);
        m_hasTime.assign(profile.steps.size(), false);
        for (std::uint32_t i = 0; i < profile.steps.size(); ++i)
            markUsed(i);
    }

    void addSteps(const std::stop_token& stop)
    {
        for (std::uint32_t i = 0; i < m_profile.steps.size(); ++i) {
            if (i % pollEvery == 0 && stop.stop_requested())
                return;
            if (m_hasTime[i])
                addStep(i);
        }
    }
    void addBetween(double ns)
    {
        const auto id = child(0, "between operators", FlameFrame::Kind::Between);
        m_flame.frames[id].ns = ns;
    }
    Flame take()
    {
        sumUp();
        order();
        place();
        return std::move(m_flame);
    }

private:
    /// Marks a step and the steps around it. A step gets a frame if it or a step nested in it took
    /// time.
    void markUsed(std::uint32_t step)
    {
        if (m_times.ns[step] <= 0 && m_times.calls[step] <= 0)
            return;
        while (!m_hasTime[step]) {
            m_hasTime[step] = true;
            const auto parent = m_profile.steps[step].parent;
            if (!parent.isValid())
                return;
            step = parent.value();
        }
    }

    std::uint32_t add(std::uint32_t parent, std::string_view name, FlameFrame::Kind kind)
    {
        const auto id = static_cast<std::uint32_t>(m_flame.frames.size());
        const auto depth = std::min<int>(m_flame.frames[parent].depth + 1, deepest);
        m_flame.frames.push_back({ .kind = kind,
            .depth = static_cast<std::uint8_t>(depth),
            .name = std::string(name),
            .parent = parent });
        return id;
    }
    /// Returns the child of this name, which is added if there is none.
    std::uint32_t child(std::uint32_t parent, std::string_view name, FlameFrame::Kind kind)
    {
        auto key = std::to_string(parent) + '/' + std::string(name);
        const auto [place, isNew] = m_known.try_emplace(std::move(key), 0);
        if (isNew)
            place->second = add(parent, name, kind);
        return place->second;
    }

    std::uint32_t parentOf(std::uint32_t index)
    {
        const auto& step = m_profile.steps[index];
        // The parent step comes earlier in the table. In a damaged file it may not; then the step
        // has no parent frame.
        if (step.parent.isValid() && step.parent.value() < m_profile.steps.size()
            && m_flame.ofStep[step.parent.value()] != FlameFrame::none)
            return m_flame.ofStep[step.parent.value()];
        if (step.isInserted())
            return child(0, "reorders and copies", FlameFrame::Kind::Inserted);
        std::uint32_t parent = 0;
        for (const auto level : m_scopes.levelsOf(index)) {
            if (m_flame.frames[parent].depth >= deepest)
                break;
            parent = child(parent, m_scopes.title(level), FlameFrame::Kind::Scope);
        }
        return parent;
    }

    void addStep(std::uint32_t index)
    {
        const auto& step = m_profile.steps[index];
        auto name = m_profile.text(step.label);
        if (!step.isInserted())
            name = m_scopes.ownName(name);
        const auto parent = parentOf(index);
        const auto id = add(parent, name, FlameFrame::Kind::Operator);
        m_flame.ofStep[index] = id;
        auto& frame = m_flame.frames[id];
        frame.step = engine::StepId(index);
        frame.ns = std::max(0.0, m_times.ns[index]);
        frame.steps = 1;
        frame.calls = m_times.calls[index];
        addParts(id);
    }

    /// Adds the parts of an operator: its phases, and its implementation with the rest of its own
    /// time.
    void addParts(std::uint32_t frame)
    {
        const auto step = m_flame.frames[frame].step;
        const auto& of = m_profile.step(step);
        auto left = m_flame.frames[frame].ns;
        const auto addPart = [&](std::string_view name, double ns) {
            const auto id = add(frame, name, FlameFrame::Kind::Part);
            m_flame.frames[id].step = step;
            m_flame.frames[id].ns = ns;
            m_flame.frames[id].calls = m_flame.frames[frame].calls;
            m_flame.frames[frame].ns -= ns; // sumUp adds it again
        };
        const auto implementation = m_profile.text(of.implementation);
        if (m_times.parts.empty() && implementation.empty())
            return;
        for (std::size_t i = 1; i < phases && !m_times.parts.empty(); ++i) {
            const auto ns = std::min(left, m_times.parts[step.value()][i]);
            if (ns <= 0)
                continue;
            addPart(phaseNames[i], ns);
            left -= ns;
        }
        if (left > 0)
            addPart(implementation.empty() ? phaseNames[0] : implementation, left);
    }

    /// Adds up times from children to parents. Children come after their parents, so a frame is
    /// complete when the loop from the end reaches it.
    void sumUp()
    {
        auto& frames = m_flame.frames;
        for (auto i = frames.size() - 1; i > 0; --i) {
            auto& parent = frames[frames[i].parent];
            parent.ns += frames[i].ns;
            parent.steps += frames[i].kind == FlameFrame::Kind::Part ? 0 : frames[i].steps;
            ++parent.children;
            if (parent.kind == FlameFrame::Kind::Scope || parent.kind == FlameFrame::Kind::Inserted)
                parent.calls += frames[i].calls;
        }
    }

    /// Sorts the frames row by row, with the children of one parent as neighbours.
    void order()
    {
        auto& from = m_flame.frames;
        std::vector<std::uint32_t> first(from.size(), 0);
        // Next free position for one of its children.
        std::vector<std::uint32_t> slot(from.size(), 0);
        std::vector<std::uint32_t> children(from.size(), 0);
        std::uint32_t sum = 0;
        for (std::uint32_t i = 0; i < from.size(); ++i) {
            slot[i] = sum;
            first[i] = sum;
            sum += from[i].children;
        }
        for (std::uint32_t i = 1; i < from.size(); ++i)
            children[slot[from[i].parent]++] = i;
        std::vector<std::uint32_t> order { 0 };
        std::vector<std::uint32_t> place(from.size(), 0);
        std::vector<FlameFrame> frames;
        frames.reserve(from.size());
        for (std::size_t next = 0; next < order.size(); ++next) {
            const auto old = order[next];
            place[old] = static_cast<std::uint32_t>(next);
            auto frame = std::move(from[old]);
            frame.firstChild = static_cast<std::uint32_t>(order.size());
            if (frame.parent != FlameFrame::none)
                frame.parent = place[frame.parent];
            for (std::uint32_t i = 0; i < frame.children; ++i)
                order.push_back(children[first[old] + i]);
            frames.push_back(std::move(frame));
        }
        for (auto& frame : m_flame.ofStep)
            frame = frame == FlameFrame::none ? frame : place[frame];
        from = std::move(frames);
    }

    void place()
    {
        auto& frames = m_flame.frames;
        for (auto& frame : frames) {
            auto start = frame.startNs;
            for (std::uint32_t i = 0; i < frame.children; ++i) {
                frames[frame.firstChild + i].startNs = start;
                start += frames[frame.firstChild + i].ns;
            }
        }
    }

    const Profile& m_profile;
    const StepTimes& m_times;
    StepScopes m_scopes;
    std::vector<bool> m_hasTime;
    std::unordered_map<std::string, std::uint32_t> m_known;
    Flame m_flame;
};

StepTimes timesFor(const Profile& profile, const Statistics& statistics, FlameTime time,
    const std::optional<TimeSpan>& range, const std::stop_token& stop)
{
    if (time == FlameTime::Medians)
        return medianTimes(profile, statistics, stop);
    Cut cut;
    if (time == FlameTime::Range)
        cut.span = range.value_or(TimeSpan {});
    else
        cut.run = medianRun(profile).value_or(Slices::none - 1);
    return timesIn(profile, cut, stop);
}

} // namespace

bool Flame::isIn(std::uint32_t frame, std::uint32_t ancestor) const
{
    while (frame != FlameFrame::none && frame != ancestor)
        frame = frames[frame].parent;
    return frame == ancestor;
}

std::string Flame::path(std::uint32_t frame) const
{
    std::string path = frames[frame].name;
    for (auto i = frames[frame].parent; i != FlameFrame::none && i != 0; i = frames[i].parent)
        path = frames[i].name + "/" + path;
    return path;
}

std::vector<engine::StepId> Flame::stepsIn(std::uint32_t frame) const
{
    std::vector<engine::StepId> steps;
    // Frames of one row within the frame are neighbours, so those of the next row are too.
    for (std::uint32_t first = frame, last = frame + 1; first < last;) {
        for (auto i = first; i < last; ++i)
            if (frames[i].step.isValid() && (steps.empty() || steps.back() != frames[i].step))
                steps.push_back(frames[i].step);
        const auto next = frames[first].firstChild;
        last = frames[last - 1].firstChild + frames[last - 1].children;
        first = next;
    }
    std::ranges::sort(steps, {}, [](engine::StepId id) { return id.value(); });
    const auto [begin, end] = std::ranges::unique(steps);
    steps.erase(begin, end);
    return steps;
}

Flame flameOf(const Profile& profile, const Statistics& statistics, FlameTime time,
    std::optional<TimeSpan> range, std::stop_token stop)
{
    const auto times = timesFor(profile, statistics, time, range, stop);
    Builder builder(profile, times);
    builder.addSteps(stop);
    double wall = statistics.wall.median;
    if (time == FlameTime::Range)
        wall = static_cast<double>(range.value_or(TimeSpan {}).lengthNs());
    if (const auto run = medianRun(profile); time == FlameTime::MedianRun && run) {
        wall = static_cast<double>(profile.runs[*run].wallNs);
        double inSteps = 0;
        for (const auto ns : times.ns)
            inSteps += ns;
        if (inSteps < wall)
            builder.addBetween(wall - inSteps);
    }
    auto flame = builder.take();
    flame.time = time;
    flame.wallNs = wall;
    return flame;
}

std::vector<FlameBox> flameBoxes(const Flame& flame, std::uint32_t top, double width)
{
    std::vector<FlameBox> boxes;
    for (auto i = flame.frames[top].parent; i != FlameFrame::none; i = flame.frames[i].parent)
        boxes.push_back({ i, 1, flame.frames[i].depth, 0, width });
    std::ranges::reverse(boxes);
    const auto& shown = flame.frames[top];
    boxes.push_back({ top, 1, shown.depth, 0, width });
    if (shown.ns <= 0)
        return boxes;
    const auto scale = width / shown.ns;
    for (auto next = boxes.size() - 1; next < boxes.size(); ++next) {
        const auto box = boxes[next];
        if (box.count > 1)
            continue; // frames below slivers are not visible
        const auto& frame = flame.frames[box.frame];
        bool hasSliver = false; // the last box is a sliver of this parent
        for (std::uint32_t i = 0; i < frame.children; ++i) {
            const auto& child = flame.frames[frame.firstChild + i];
            const auto x = (child.startNs - shown.startNs) * scale;
            const auto wide = child.ns * scale;
            if (hasSliver && wide < 1 && x + wide - boxes.back().x <= 1) {
                ++boxes.back().count;
                boxes.back().width = x + wide - boxes.back().x;
                continue;
            }
            boxes.push_back({ frame.firstChild + i, 1, child.depth, x, wide });
            hasSliver = wide < 1;
        }
    }
    std::erase_if(boxes, [](const FlameBox& box) { return box.width <= 0; });
    return boxes;
}

} // namespace profiler
