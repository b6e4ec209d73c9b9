#include "profiler/statistics/thread_use.h"

#include "profiler/statistics/step_samples.h"
#include "profiler/tables/work_slices.h"

#include <algorithm>

namespace profiler {
namespace {

/// A work slice on a thread that runs steps, with the end of the last work slice of the same
/// division on other threads.
struct LeadingPiece {
    std::int64_t startNs = 0;
    std::int64_t endNs = 0;
    std::int64_t stepEndNs = 0; ///< of the step that contains it
    std::int64_t lastEndNs = 0; ///< of work slices of the same division on other threads
    std::uint32_t step = 0;

    std::int64_t waitNs() const
    {
        return std::max<std::int64_t>(0, std::min(lastEndNs, stepEndNs) - endNs);
    }
};

class ThreadUseOf {
public:
    ThreadUseOf(const Profile& profile, std::span<const std::uint32_t> runs)
        : m_profile(profile)
        , m_slices(profile.slices)
        , m_counts(profile.runs.size(), false)
        , m_ownNs(profile.steps.size(), 0)
        , m_busyNs(profile.steps.size(), 0)
        , m_isDivided(profile.steps.size(), false)
        , m_isLeading(profile.tracks.size(), false)
    {
        for (const auto run : runs)
            m_counts[run] = true;
    }

    ThreadUse result()
    {
        addSteps();
        const auto helpers = helpingTracks();
        const auto known = m_profile.metadata.integer(keys::threads).value_or(0);
        if (helpers.empty() && !(isTold() && known > 1))
            return {};
        for (const auto track : helpers)
            addHelper(track);
        for (const auto& piece : m_pieces)
            m_busyNs[piece.step] -= piece.waitNs();
        ThreadUse use;
        use.threads = static_cast<std::uint32_t>(
            std::max<std::int64_t>(known, static_cast<std::int64_t>(helpers.size()) + 1));
        for (std::uint32_t step = 0; step < m_profile.steps.size(); ++step)
            use.busy.push_back(busyShare(step, use.threads));
        return use;
    }

private:
    bool counts(std::size_t i) const
    {
        return m_slices.run[i] != Slices::none && m_counts[m_slices.run[i]]
            && m_slices.step[i] != Slices::none;
    }

    /// True if Opscope recorded all threads; then a step without work slices was not divided.
    bool isTold() const { return m_profile.metadata.integer(keys::recordLevel).value_or(0) >= 3; }

    void addSteps()
    {
        const OwnTimes own(m_profile);
        for (std::size_t i = 0; i < m_slices.size(); ++i) {
            if (m_slices.kind[i] != SliceKind::Step || !counts(i))
                continue;
            m_isLeading[m_slices.track[i]] = true;
            m_ownNs[m_slices.step[i]] += own[i];
            m_busyNs[m_slices.step[i]] += own[i];
        }
        for (std::size_t i = 0; i < m_slices.size(); ++i) {
            if (!isWork(m_slices, i) || !counts(i) || !m_isLeading[m_slices.track[i]])
                continue;
            const auto around = m_slices.parentOf(i);
            m_isDivided[m_slices.step[i]] = true;
            m_pieces.push_back({ m_slices.startNs[i], m_slices.endNs(i),
                around == Slices::none ? m_slices.endNs(i) : m_slices.endNs(around), 0,
                m_slices.step[i] });
        }
        std::ranges::stable_sort(m_pieces, {}, &LeadingPiece::startNs);
    }

    std::vector<std::uint32_t> helpingTracks() const
    {
        std::vector<std::uint32_t> tracks;
        for (std::uint32_t track = 0; track < m_profile.tracks.size(); ++track) {
            if (m_isLeading[track] || m_profile.tracks[track].kind != TrackKind::Thread)
                continue;
            const auto range = slicesOf(m_profile, TrackId(track));
            for (auto i = range.first; i < range.last; ++i) {
                if (!isWork(m_slices, i) || !counts(i))
                    continue;
                tracks.push_back(track);
                break;
            }
        }
        return tracks;
    }

    /// Adds the work slices of a helper thread. A slice ends before the engine's thread continues.
    /// So it belongs to the same division as the last leading slice that began before that end.
    void addHelper(std::uint32_t track)
    {
        const auto range = slicesOf(m_profile, TrackId(track));
        std::size_t next = 0; // index into m_pieces: the first that begins after the end
        for (auto i = range.first; i < range.last; ++i) {
            if (!isWork(m_slices, i) || !counts(i))
                continue;
            m_busyNs[m_slices.step[i]] += m_slices.durationNs[i];
            m_isDivided[m_slices.step[i]] = true;
            const auto end = m_slices.endNs(i);
            while (next < m_pieces.size() && m_pieces[next].startNs < end)
                ++next;
            if (next > 0 && m_pieces[next - 1].step == m_slices.step[i])
                m_pieces[next - 1].lastEndNs = std::max(m_pieces[next - 1].lastEndNs, end);
        }
    }

    std::optional<double> busyShare(std::uint32_t index, std::uint32_t threads) const
    {
        const auto& step = m_profile.steps[index];
        const auto device = m_profile.text(step.device);
        if (m_ownNs[index] <= 0 || (!device.empty() && device != "cpu"))
            return {};
        const bool isUnseen = !m_isDivided[index] && m_profile.text(step.tier) == "library"
            && !seesLibraryWork(m_profile);
        if (isUnseen)
            return {};
        return std::clamp(static_cast<double>(m_busyNs[index])
                / (static_cast<double>(threads) * static_cast<double>(m_ownNs[index])),
            0.0, 1.0);
    }

    const Profile& m_profile;
    const Slices& m_slices;
    std::vector<bool> m_counts; // by run
    std::vector<std::int64_t> m_ownNs; // by step
    std::vector<std::int64_t> m_busyNs; // by step
    std::vector<bool> m_isDivided; // by step
    std::vector<bool> m_isLeading; // by track: true if steps run on it
    std::vector<LeadingPiece> m_pieces; // in order of time
};

/// True if the profile has several threads. Avoids a pass over the slices otherwise.
bool hasThreads(const Profile& profile)
{
    return std::ranges::count(profile.tracks, TrackKind::Thread, &Track::kind) > 1;
}

} // namespace

ThreadUse threadUse(const Profile& profile, std::span<const std::uint32_t> runs)
{
    return hasThreads(profile) ? ThreadUseOf(profile, runs).result() : ThreadUse();
}

} // namespace profiler
