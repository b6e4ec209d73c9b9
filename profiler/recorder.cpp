#include "profiler/recorder.h"

#include <algorithm>
#include <limits>

namespace profiler {

using engine::Phase;
using engine::StepId;

Recorder::Recorder()
    : Recorder(Options())
{
}

Recorder::Recorder(const Options& options)
    : m_options(options)
{
    addChunks(std::max<std::size_t>(1, options.reserveBytes / chunkBytes));
    m_gaps.reserve(16);
}

void Recorder::addChunks(std::size_t count)
{
    const auto most = std::max<std::size_t>(1, m_options.memoryBytes / chunkBytes);
    while (count-- > 0 && m_chunks.size() < most) {
        // make_unique sets every byte, so that no page fault waits for the first run.
        m_chunks.push_back(std::make_unique<Record[]>(recordsPerChunk));
    }
}

std::uint64_t Recorder::usedRecords() const { return m_chunk * recordsPerChunk + m_used; }

void Recorder::prepareRun(std::uint32_t run)
{
    closeLeftOpen();
    const auto lastRun = usedRecords() - m_recordsAtRunStart;
    const auto free = m_chunks.size() * recordsPerChunk - usedRecords();
    if (free < 2 * lastRun)
        addChunks(1 + 2 * lastRun / recordsPerChunk);
    if (m_gaps.size() == m_gaps.capacity())
        m_gaps.reserve(m_gaps.size() * 2);
    m_recordsAtRunStart = usedRecords();
    m_run = run;
}

Recorder::Record* Recorder::take()
{
    if (m_used == recordsPerChunk) [[unlikely]] {
        if (m_chunk + 1 == m_chunks.size())
            return nullptr;
        ++m_chunk;
        m_used = 0;
    }
    return &m_chunks[m_chunk][m_used++];
}

void Recorder::drop()
{
    const auto now = readTicks(m_options.clock);
    ++m_dropped;
    if (m_gaps.empty() || m_gaps.back().run != m_run) {
        if (m_gaps.size() == m_gaps.capacity())
            return; // only without prepareRun; the count above is still right
        m_gaps.push_back({ m_run, now, now, 0 });
    }
    m_gaps.back().last = now;
    ++m_gaps.back().count;
}

void Recorder::begin(std::uint32_t step, RecordKind kind, Phase phase)
{
    auto* record = m_depth < deepest ? take() : nullptr;
    if (m_depth < deepest)
        m_open[m_depth] = record;
    ++m_depth;
    if (record == nullptr) [[unlikely]] {
        drop();
        return;
    }
    record->length = open;
    record->step = step;
    record->run = m_run & 0x3ffffffu;
    record->kind = static_cast<std::uint32_t>(kind) & 3u;
    record->phase = static_cast<std::uint32_t>(phase) & 15u;
    record->start
        = readTicks(m_options.clock); // last, so that writing the rest is outside the span
}

void Recorder::end()
{
    const auto now = readTicks(m_options.clock);
    if (m_depth == 0) [[unlikely]] {
        ++m_unbalanced;
        return;
    }
    --m_depth;
    if (m_depth >= deepest || m_open[m_depth] == nullptr) [[unlikely]]
        return;
    auto& record = *m_open[m_depth];
    record.length = now - record.start;
    ++m_spans;
}

void Recorder::closeLeftOpen()
{
    if (m_depth == 0)
        return;
    m_unbalanced += m_depth;
    while (m_depth > 0)
        end();
}

void Recorder::beginRun(std::uint32_t)
{
    closeLeftOpen();
    m_runStart = readTicks(m_options.clock);
}

void Recorder::endRun(std::uint32_t)
{
    m_lastRunTicks = readTicks(m_options.clock) - m_runStart;
    closeLeftOpen();
}

void Recorder::beginStep(StepId step)
{
    if (m_options.level >= RecordLevel::Steps)
        begin(step.value(), RecordKind::Step, Phase::Kernel);
}

void Recorder::endStep(StepId)
{
    if (m_options.level >= RecordLevel::Steps)
        end();
}

void Recorder::beginPhase(StepId step, Phase phase)
{
    if (m_options.level >= RecordLevel::Phases)
        begin(step.value(), RecordKind::Phase, phase);
}

void Recorder::endPhase(StepId, Phase)
{
    if (m_options.level >= RecordLevel::Phases)
        end();
}

void Recorder::memory(std::uint64_t liveBytes)
{
    if (m_options.level < RecordLevel::Steps)
        return;
    auto* record = take();
    if (record == nullptr) {
        drop();
        return;
    }
    record->start = readTicks(m_options.clock);
    record->length = liveBytes;
    record->run = m_run & 0x3ffffffu;
    record->kind = static_cast<std::uint32_t>(RecordKind::Memory) & 3u;
}

bool Recorder::hasGap(std::uint32_t run) const
{
    return std::ranges::any_of(m_gaps, [run](const Gap& gap) { return gap.run == run; });
}

void Recorder::addTo(
    ProfileBuilder& builder, TrackId track, const ClockScale& scale, std::int64_t zeroNs) const
{
    CounterSeries live;
    live.name = builder.text("dynamic memory");
    live.unit = builder.text("bytes");
    const auto count = usedRecords();
    builder.reserveSlices(builder.sliceCount() + count);
    for (std::uint64_t i = 0; i < count; ++i) {
        const auto& from = record(i);
        const auto startNs = scale.toNs(from.start) - zeroNs;
        if (static_cast<RecordKind>(from.kind) == RecordKind::Memory) {
            live.timeNs.push_back(startNs);
            live.value.push_back(static_cast<double>(from.length));
            continue;
        }
        SliceRow row;
        row.startNs = startNs;
        // End minus start, both rounded: neighbours that touch in ticks touch in ns.
        row.durationNs
            = from.length == open ? 0 : scale.toNs(from.start + from.length) - zeroNs - startNs;
        row.step = from.step;
        row.run = from.run;
        row.track = track;
        row.kind = static_cast<RecordKind>(from.kind) == RecordKind::Phase ? SliceKind::Phase
                                                                           : SliceKind::Step;
        row.phase = static_cast<Phase>(from.phase);
        builder.addSlice(row);
    }
    if (!live.timeNs.empty())
        builder.profile().counters.push_back(std::move(live));
    addDrops(builder, track, scale, zeroNs);
}

void Recorder::addDrops(
    ProfileBuilder& builder, TrackId track, const ClockScale& scale, std::int64_t zeroNs) const
{
    auto& losses = builder.profile().losses;
    losses.dropped += m_dropped;
    losses.unbalanced += m_unbalanced;
    for (const auto& gap : m_gaps) {
        SliceRow row;
        row.startNs = scale.toNs(gap.first) - zeroNs;
        row.durationNs = scale.lengthNs(gap.last - gap.first);
        row.run = gap.run;
        row.track = track;
        row.kind = SliceKind::Drop;
        builder.addSlice(row);
        if (gap.run < builder.profile().runs.size())
            builder.profile().runs[gap.run].hasGap = true;
    }
}

double measureSpanCost(ClockSource source)
{
    constexpr std::uint32_t spans = 2000;
    Recorder::Options options;
    options.clock = source;
    options.reserveBytes = 256 * 1024;
    options.memoryBytes = options.reserveBytes;
    const auto scale = calibrateClock(source);
    double best = std::numeric_limits<double>::max();
    for (int attempt = 0; attempt < 5; ++attempt) {
        Recorder recorder(options);
        engine::Observer& observer = recorder; // as the engine calls it
        const auto start = readTicks(source);
        for (std::uint32_t i = 0; i < spans; ++i) {
            observer.beginStep(StepId(i));
            observer.endStep(StepId(i));
        }
        best = std::min(
            best, static_cast<double>(scale.lengthNs(readTicks(source) - start)) / spans);
    }
    return best;
}

} // namespace profiler
