#include "profiler/counters/step_counter.h"

#include <algorithm>

namespace profiler {
namespace {

/// Returns a number that no other thread has, ended ones included. Ids of the system are used
/// again.
std::uint64_t currentThread()
{
    static std::atomic<std::uint64_t> threads = 0;
    thread_local const auto own = ++threads;
    return own;
}

} // namespace

StepCounter::StepCounter(Options options)
    : m_options(std::move(options))
    , m_width(m_options.counts + 1)
    , m_lanes(std::max(m_options.threads, 1U))
    , m_border(m_options.counts)
    , m_pieces(m_options.counts)
{
    for (auto& lane : m_lanes) {
        lane.start.resize(m_options.counts);
        lane.now.resize(m_options.counts);
    }
}

bool StepCounter::begin(std::uint32_t thread)
{
    auto& lane = m_lanes[thread];
    const auto id = currentThread();
    if (lane.counts && lane.thread == id) [[likely]]
        return true;
    // The library that divides work may replace a thread by another one.
    lane.thread = id;
    lane.counts = nullptr;
    guarded(lane, [&] { lane.counts = m_options.open(thread); });
    lane.isFailed = lane.isFailed || !lane.counts;
    return lane.counts != nullptr;
}

bool StepCounter::readInto(Lane& lane, std::vector<std::uint64_t>& counts)
{
    const bool isRead = lane.counts && lane.counts->read(counts);
    lane.isFailed = lane.isFailed || !isRead;
    return isRead;
}

void StepCounter::addDifference(std::span<double> sum, std::span<const std::uint64_t> before,
    std::span<const std::uint64_t> after) const
{
    for (std::size_t i = 0; i < std::min(sum.size(), m_options.counts); ++i)
        sum[i] += static_cast<double>(after[i] - std::min(before[i], after[i]));
}

std::span<double> StepCounter::ofStep(Lane& lane, Sums& sums, engine::StepId step)
{
    if (step.value() >= m_options.steps)
        return {};
    if (sums.run.empty() && !guarded(lane, [&] { sums.run.resize(m_options.steps * m_width); }))
        return {};
    return std::span(sums.run).subspan(step.value() * m_width, m_width);
}

void StepCounter::beginRun(std::uint32_t)
{
    begin(0);
    m_pending.clear();
    m_hasPiece = false;
}

void StepCounter::addBorder(std::vector<double>& sum)
{
    auto& lane = m_lanes.front();
    if (!readInto(lane, lane.now))
        return;
    addDifference(sum, m_border, lane.now);
    m_border.swap(lane.now);
}

void StepCounter::beginBlock()
{
    if (m_pending.empty())
        readInto(m_lanes.front(), m_border);
    else
        addBorder(m_pending.back());
    guarded(m_lanes.front(), [&] { m_pending.emplace_back(m_options.counts, 0.0); });
}

void StepCounter::endBlock()
{
    // What lies between the last step and the end of the block belongs to the step of the body.
    if (!m_pending.empty())
        m_pending.pop_back();
    if (!m_pending.empty())
        addBorder(m_pending.back());
}

void StepCounter::endStep(engine::StepId step)
{
    if (m_pending.empty())
        return;
    auto& sum = m_pending.back();
    addBorder(sum);
    auto& lane = m_lanes.front();
    const auto own = ofStep(lane, lane.sums, step);
    const auto between = m_hasPiece ? ofStep(lane, m_between, step) : std::span<double>();
    const bool isWhole = !own.empty() && (!m_hasPiece || !between.empty());
    for (std::size_t i = 0; i < m_options.counts && isWhole; ++i) {
        const auto piece = m_hasPiece ? std::min(m_pieces[i], sum[i]) : sum[i];
        own[i] += piece;
        if (m_hasPiece)
            between[i] += sum[i] - piece;
    }
    for (const auto& counted : { own, between })
        if (!counted.empty())
            ++counted.back();
    std::ranges::fill(sum, 0.0);
    std::ranges::fill(m_pieces, 0.0);
    m_hasPiece = false;
}

void StepCounter::beginWork(engine::StepId, std::uint32_t member)
{
    if (member < m_lanes.size() && begin(member))
        readInto(m_lanes[member], m_lanes[member].start);
}

void StepCounter::endWork(engine::StepId step, std::uint32_t member)
{
    if (member >= m_lanes.size() || !readInto(m_lanes[member], m_lanes[member].now))
        return;
    auto& lane = m_lanes[member];
    if (member > 0) {
        if (const auto sum = ofStep(lane, lane.sums, step); !sum.empty()) {
            addDifference(sum, lane.start, lane.now);
            ++sum.back();
        }
        return;
    }
    m_hasPiece = true;
    addDifference(m_pieces, lane.start, lane.now);
}

bool StepCounter::finishRun(Keep keep)
{
    bool isWhole = true;
    for (auto& lane : m_lanes) {
        const bool hasGap = lane.counts && lane.counts->hasGap();
        isWhole = isWhole && !hasGap && !lane.isFailed;
        lane.isFailed = false;
    }
    const bool isKept = isWhole && keep == Keep::Yes;
    const auto finish = [isKept](Sums& sums) {
        if (isKept && sums.kept.size() < sums.run.size())
            sums.kept.resize(sums.run.size());
        for (std::size_t i = 0; i < sums.run.size() && isKept; ++i)
            sums.kept[i] += sums.run[i];
        std::ranges::fill(sums.run, 0.0);
    };
    for (auto& lane : m_lanes)
        finish(lane.sums);
    finish(m_between);
    m_keptRuns += isKept ? 1 : 0;
    return isWhole;
}

void StepCounter::forRows(
    const std::function<void(std::uint32_t, std::int32_t, std::span<const double>)>& use) const
{
    const auto rowsOf = [&](const Sums& sums, std::int32_t thread, std::uint32_t step) {
        if (sums.kept.empty())
            return;
        const auto counts = std::span(sums.kept).subspan(step * m_width, m_width);
        if (counts.back() > 0)
            use(step, thread, counts.first(m_options.counts));
    };
    for (std::uint32_t step = 0; step < m_options.steps; ++step) {
        rowsOf(m_between, ProcessorRecord::between, step);
        for (std::size_t thread = 0; thread < m_lanes.size(); ++thread)
            rowsOf(m_lanes[thread].sums, static_cast<std::int32_t>(thread), step);
    }
}

std::vector<double> StepCounter::lastOfEngine(std::uint32_t step) const
{
    Counts counts(m_options.counts);
    for (const auto* sums : { &m_lanes.front().sums, &m_between })
        for (std::size_t i = 0; i < counts.size() && !sums->run.empty(); ++i)
            counts[i] += sums->run[step * m_width + i];
    return counts;
}

std::vector<double> StepCounter::lastOfThread(std::uint32_t thread) const
{
    Counts counts(m_options.counts);
    const auto& run = m_lanes[thread].sums.run;
    for (std::size_t first = 0; first < run.size(); first += m_width)
        for (std::size_t i = 0; i < counts.size(); ++i)
            counts[i] += run[first + i];
    return counts;
}

} // namespace profiler
