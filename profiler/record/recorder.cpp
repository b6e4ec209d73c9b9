#include "profiler/record/recorder.h"

#include "profiler/device/device_collector.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <limits>
#include <thread>

namespace profiler {

using engine::Phase;
using engine::StepId;

/// Turns the events of a recorder into slices, run by run.
class RecorderReplay {
public:
    RecorderReplay(
        const Recorder& recorder, ProfileBuilder& builder, const Recorder::Target& target)
        : m_recorder(recorder)
        , m_builder(builder)
        , m_target(target)
        , m_scale(target.scale)
        , m_zeroNs(target.zeroNs)
        , m_runs(target.runs)
        , m_nextRun(recorder.firstMark(target.firstRun))
    {
        m_live.name = builder.text("dynamic memory");
        m_live.unit = builder.text("bytes");
    }

    void run()
    {
        const auto& runs = m_recorder.m_runs;
        const auto count = m_recorder.usedEvents();
        if (m_nextRun > 0)
            m_position = m_nextRun < runs.size() ? runs[m_nextRun].first : count;
        m_builder.reserveSlices(m_builder.sliceCount() + count - m_position);
        takeSpilled();
        takeFromMemory();
        beginRun(0); // ends the last run
        if (!m_live.timeNs.empty())
            m_builder.profile().counters.push_back(std::move(m_live));
    }

private:
    using EventKind = Recorder::EventKind;

    struct OpenPhase {
        Phase phase = Phase::Kernel;
        std::uint64_t ticks = 0;
    };

    /// Takes the events of the spill file. Those that cannot be read any more count as dropped.
    void takeSpilled()
    {
        if (m_position >= m_recorder.m_spilled)
            return;
        const auto spilled = m_recorder.spilledEvents();
        if (spilled.size() < m_recorder.m_spilled)
            m_builder.profile().losses.dropped += m_recorder.m_spilled - spilled.size();
        for (const auto& event : spilled.subspan(std::min<std::size_t>(m_position, spilled.size())))
            takeNext(event);
        m_position = m_recorder.m_spilled;
    }

    void takeFromMemory()
    {
        const auto last = m_recorder.eventsInMemory();
        for (auto i = m_position - m_recorder.m_spilled; i < last; ++i)
            takeNext(
                m_recorder.m_chunks[i / Recorder::eventsPerChunk][i % Recorder::eventsPerChunk]);
    }

    void takeNext(const Recorder::Event& event)
    {
        const auto& runs = m_recorder.m_runs;
        while (m_nextRun < runs.size() && runs[m_nextRun].first <= m_position)
            beginRun(runs[m_nextRun++].run);
        ++m_position;
        take(event);
    }

    /// Starts a run. Blocks and phases that are still open belong to a run that lost events, or
    /// their end was not reported.
    void beginRun(std::uint32_t run)
    {
        if (!m_recorder.hasGap(m_run) && m_run < m_runs)
            m_builder.profile().losses.unbalanced += m_blocks.size() + m_phases.size();
        m_blocks.clear();
        m_phases.clear();
        m_handover = 0;
        m_handoverStart = 0;
        m_run = run;
    }

    void take(const Recorder::Event& event)
    {
        const auto value = event.content & ((std::uint64_t(1) << 48) - 1);
        const auto phase = static_cast<Phase>(event.content >> 48 & 0xffu);
        switch (static_cast<EventKind>(event.content >> 56)) {
        case EventKind::BeginRun:
        case EventKind::EndRun:
            m_handover += m_handoverStart != 0 ? event.ticks - m_handoverStart : 0;
            m_handoverStart = 0;
            if (static_cast<EventKind>(event.content >> 56) == EventKind::BeginRun) {
                m_handover = 0;
                m_handoverStart = event.ticks;
            } else {
                endRun();
            }
            return;
        case EventKind::BeginBlock:
            if (m_blocks.empty() && m_handoverStart != 0) {
                m_handover += event.ticks - m_handoverStart;
                m_handoverStart = 0;
            }
            m_blocks.push_back(event.ticks);
            return;
        case EventKind::EndBlock:
            m_blocks.empty() ? loseBalance() : m_blocks.pop_back();
            if (m_blocks.empty())
                m_handoverStart = event.ticks;
            return;
        case EventKind::EndStep:
            return endStep(static_cast<std::uint32_t>(value), event.ticks);
        case EventKind::BeginPhase:
            m_phases.push_back({ phase, event.ticks });
            return;
        case EventKind::EndPhase:
            return endPhase(static_cast<std::uint32_t>(value), phase, event.ticks);
        case EventKind::Memory:
            m_live.timeNs.push_back(m_scale.toNs(event.ticks) - m_zeroNs);
            m_live.value.push_back(static_cast<double>(value));
            return;
        }
    }

    void endRun()
    {
        auto& runs = m_builder.profile().runs;
        if (const auto place = m_target.placeOf(m_run); place < runs.size())
            runs[place].handoverNs = m_scale.lengthNs(m_handover);
        m_handover = 0;
    }

    void endStep(std::uint32_t step, std::uint64_t ticks)
    {
        if (m_blocks.empty())
            return loseBalance();
        addSlice(step, SliceKind::Step, Phase::Kernel, m_blocks.back(), ticks);
        if (m_kernelEnd != 0)
            addSlice(step, SliceKind::Phase, Phase::Dispatch, m_kernelEnd, ticks);
        m_kernelEnd = 0;
        m_blocks.back() = ticks; // start of the next step
    }

    /// The Kernel phase becomes no slice: the dispatch before and after it does.
    void endPhase(std::uint32_t step, Phase phase, std::uint64_t ticks)
    {
        if (m_phases.empty() || m_phases.back().phase != phase || m_blocks.empty())
            return loseBalance();
        const auto open = m_phases.back();
        m_phases.pop_back();
        if (phase != Phase::Kernel)
            return addSlice(step, SliceKind::Phase, phase, open.ticks, ticks);
        addSlice(step, SliceKind::Phase, Phase::Dispatch, m_blocks.back(), open.ticks);
        m_kernelEnd = ticks;
    }

    void addSlice(
        std::uint32_t step, SliceKind kind, Phase phase, std::uint64_t start, std::uint64_t end)
    {
        if (m_run >= m_runs)
            return;
        const auto startNs = m_scale.toNs(start) - m_zeroNs;
        // Difference of rounded times: neighbours that touch in ticks also touch in ns.
        const auto durationNs = m_scale.toNs(end) - m_zeroNs - startNs;
        m_builder.addSlice(
            { startNs, durationNs, step, m_target.placeOf(m_run), m_target.track, kind, phase });
    }

    void loseBalance()
    {
        if (!m_recorder.hasGap(m_run) && m_run < m_runs)
            ++m_builder.profile().losses.unbalanced;
    }

    const Recorder& m_recorder;
    ProfileBuilder& m_builder;
    const Recorder::Target& m_target;
    ClockScale m_scale;
    std::int64_t m_zeroNs;
    std::uint32_t m_runs; // runs from this one on are left out
    std::size_t m_nextRun; // index into m_runs of the recorder
    CounterSeries m_live;
    std::uint32_t m_run = 0;
    std::vector<std::uint64_t> m_blocks; // start of the current step, per open block
    std::vector<OpenPhase> m_phases;
    std::uint64_t m_kernelEnd = 0; // end of the Kernel phase of the current step
    std::uint64_t m_position = 0; // index of the next event
    std::uint64_t m_handover = 0; // ticks of the run outside its outermost block
    std::uint64_t m_handoverStart = 0; // 0 = inside that block
};

namespace {

/// Returns the number of threads whose work is recorded.
std::uint32_t teamOf(const Recorder::Options& options)
{
    if (options.level < RecordLevel::Threads)
        return 0;
    return options.threads > 0 ? options.threads
                               : std::max(1u, std::thread::hardware_concurrency());
}

} // namespace

Recorder::Recorder()
    : Recorder(Options())
{
}

Recorder::Recorder(const Options& options)
    : m_options(options)
    , m_work({ teamOf(options), options.memoryBytes, options.clock })
{
    addChunks(std::max<std::size_t>(1, options.reserveBytes / chunkBytes));
    m_next = m_chunks.front().get();
    m_end = m_next + eventsPerChunk;
    m_gaps.reserve(16);
}

void Recorder::addChunks(std::size_t count)
{
    const auto most = std::max<std::size_t>(1, m_options.memoryBytes / chunkBytes);
    while (count-- > 0 && m_chunks.size() < most) {
        // make_unique writes every byte, so no page fault happens during a run.
        m_chunks.push_back(std::make_unique<Event[]>(eventsPerChunk));
    }
}

std::uint64_t Recorder::eventsInMemory() const
{
    return m_chunk * eventsPerChunk + static_cast<std::uint64_t>(m_next - m_chunks[m_chunk].get());
}

/// Moves events to the disk if the next run might not fit. `wanted`: expected number of its events.
void Recorder::spillIfNearlyFull(std::uint64_t wanted)
{
    if (m_options.spillFolder.empty() || eventsInMemory() == 0)
        return;
    const auto most = std::max<std::size_t>(1, m_options.memoryBytes / chunkBytes) * eventsPerChunk;
    if ((eventsInMemory() + 2 * wanted) * 5 < most * 4)
        return;
    if (!spill())
        m_options.spillFolder.clear(); // for example the disk is full: then memory is the limit
}

/// Moves all events to the disk and frees the chunks for new ones. On failure all events stay in
/// memory.
bool Recorder::spill()
{
    if (!m_spillFile.isOpen())
        m_spillFile = support::Descriptor(
            ::open(m_options.spillFolder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
    if (!m_spillFile.isOpen())
        return false;
    const auto before = static_cast<off_t>(m_spilled * sizeof(Event));
    auto end = before;
    for (std::size_t i = 0; i <= m_chunk; ++i) {
        const auto count = i < m_chunk ? eventsPerChunk
                                       : static_cast<std::size_t>(m_next - m_chunks[m_chunk].get());
        const auto* bytes = reinterpret_cast<const char*>(m_chunks[i].get());
        for (std::size_t left = count * sizeof(Event); left > 0;) {
            const auto written = ::pwrite(m_spillFile.number(), bytes, left, end);
            if (written < 0 && errno == EINTR)
                continue;
            if (written <= 0)
                return false;
            bytes += written;
            left -= static_cast<std::size_t>(written);
            end += written;
        }
    }
    m_spilled += eventsInMemory();
    m_spillMap.reset();
    m_chunk = 0;
    m_next = m_chunks.front().get();
    m_end = m_next + eventsPerChunk;
    return true;
}

std::span<const Recorder::Event> Recorder::spilledEvents() const
{
    if (m_spilled == 0)
        return {};
    if (!m_spillMap) {
        auto map = support::MappedFile::fromDescriptor(m_spillFile.number(), "recorded events");
        if (!map)
            return {};
        m_spillMap = *map;
    }
    const auto bytes = m_spillMap->bytes();
    return { reinterpret_cast<const Event*>(bytes.data()),
        std::min<std::size_t>(m_spilled, bytes.size() / sizeof(Event)) };
}

void Recorder::prepareRun(std::uint32_t run)
{
    m_run = run;
    const auto used = usedEvents();
    const auto lastRun = used - (m_runs.empty() ? 0 : m_runs.back().first);
    spillIfNearlyFull(lastRun);
    const auto free = m_chunks.size() * eventsPerChunk - eventsInMemory();
    if (free < 2 * lastRun)
        addChunks(1 + 2 * lastRun / eventsPerChunk);
    if (m_gaps.size() == m_gaps.capacity())
        m_gaps.reserve(m_gaps.size() * 2);
    m_runs.push_back({ run, used });
    m_work.prepareRun(run);
    prefetchEvents(lastRun);
}

/// Brings the memory of the next events into the caches, so the run does not wait for it.
void Recorder::prefetchEvents(std::uint64_t count)
{
    const auto here = std::min<std::uint64_t>(count, static_cast<std::uint64_t>(m_end - m_next));
    std::fill_n(m_next, here, Event {});
    if (here < count && m_chunk + 1 < m_chunks.size())
        std::fill_n(m_chunks[m_chunk + 1].get(),
            std::min<std::uint64_t>(count - here, eventsPerChunk), Event {});
}

bool Recorder::nextChunk()
{
    if (m_chunk + 1 == m_chunks.size())
        return false;
    ++m_chunk;
    m_next = m_chunks[m_chunk].get();
    m_end = m_next + eventsPerChunk;
    return true;
}

void Recorder::put(std::uint64_t ticks, std::uint64_t content)
{
    if (m_next == m_end && !nextChunk()) [[unlikely]]
        return drop(ticks, content);
    m_next->ticks = ticks;
    m_next->content = content;
    ++m_next;
}

void Recorder::add(std::uint64_t content)
{
    m_lastTicks = readTicks(m_options.clock);
    put(m_lastTicks, content);
}

void Recorder::drop(std::uint64_t ticks, std::uint64_t content)
{
    const auto run = m_runs.empty() ? 0 : m_runs.back().run;
    m_dropped += content >> 56 <= static_cast<std::uint64_t>(EventKind::Memory) ? 1 : 0;
    if (m_gaps.empty() || m_gaps.back().run != run) {
        if (m_gaps.size() == m_gaps.capacity())
            return; // only if prepareRun was not called; the count above is correct
        m_gaps.push_back({ run, ticks, ticks });
    }
    m_gaps.back().last = ticks;
}

void Recorder::beginRun(std::uint32_t)
{
    if (m_options.device != nullptr)
        m_options.device->beginRun(deviceRun());
    if (m_options.level >= RecordLevel::Steps)
        add(pack(EventKind::BeginRun, 0));
}

void Recorder::endRun(std::uint32_t)
{
    if (m_options.level >= RecordLevel::Steps)
        add(pack(EventKind::EndRun, 0));
    if (m_options.device != nullptr)
        m_options.device->endRun();
}

bool Recorder::wantsDeviceTimes() const
{
    return m_options.device != nullptr && m_options.device->recordsDeviceWork();
}

void Recorder::beginDeviceStep(StepId step) { m_options.device->pushOp(step, deviceRun()); }
void Recorder::endDeviceStep() { m_options.device->popOp(); }
void Recorder::beginReplay() { m_options.device->beginReplay(deviceRun()); }
void Recorder::endReplay() { m_options.device->endReplay(); }

void Recorder::beginBlock()
{
    if (m_options.level >= RecordLevel::Steps)
        add(pack(EventKind::BeginBlock, 0));
}

void Recorder::endStep(StepId step)
{
    if (m_options.level >= RecordLevel::Steps)
        add(pack(EventKind::EndStep, m_firstStep + step.value()));
}

void Recorder::endBlock()
{
    if (m_options.level >= RecordLevel::Steps)
        put(m_lastTicks, pack(EventKind::EndBlock, 0));
}

void Recorder::beginPhase(StepId step, Phase phase)
{
    if (m_options.level >= RecordLevel::Phases)
        add(pack(EventKind::BeginPhase, m_firstStep + step.value(), phase));
}

void Recorder::endPhase(StepId step, Phase phase)
{
    if (m_options.level >= RecordLevel::Phases)
        add(pack(EventKind::EndPhase, m_firstStep + step.value(), phase));
}

void Recorder::memory(std::uint64_t liveBytes)
{
    // Uses the begin of the step: the step allocated its memory about then, and this saves a clock
    // reading.
    if (m_options.level >= RecordLevel::Steps && m_options.recordsMemory)
        put(m_lastTicks, pack(EventKind::Memory, liveBytes));
}

bool Recorder::hasGap(std::uint32_t run) const
{
    return std::ranges::any_of(m_gaps, [run](const Gap& gap) { return gap.run == run; })
        || m_work.hasGap(run);
}

void Recorder::addTo(ProfileBuilder& builder, const Target& target) const
{
    RecorderReplay(*this, builder, target).run();
    addDrops(builder, target);
    m_work.addTo(
        builder, { target.track, target.scale, target.zeroNs, target.firstRun, target.runs });
}

/// Returns the index into m_runs of the first run from `run` on. For run 0 it is 0, which includes
/// events before the first mark.
std::size_t Recorder::firstMark(std::uint32_t run) const
{
    if (run == 0)
        return 0;
    const auto mark
        = std::ranges::find_if(m_runs, [run](const RunMark& known) { return known.run >= run; });
    return static_cast<std::size_t>(mark - m_runs.begin());
}

void Recorder::addDrops(ProfileBuilder& builder, const Target& target) const
{
    auto& losses = builder.profile().losses;
    losses.dropped += m_dropped;
    for (const auto& gap : m_gaps) {
        if (gap.run < target.firstRun || gap.run >= target.runs)
            continue;
        builder.addSlice({ target.scale.toNs(gap.first) - target.zeroNs,
            target.scale.lengthNs(gap.last - gap.first), Slices::none, target.placeOf(gap.run),
            target.track, SliceKind::Drop });
        if (const auto place = target.placeOf(gap.run); place < builder.profile().runs.size())
            builder.profile().runs[place].hasGap = true;
    }
}

namespace {

/// Returns the ns that one call of `record` takes, the best of several tries with an empty
/// recorder.
template <typename Record>
double costOf(ClockSource source, RecordLevel level, Record record)
{
    constexpr std::uint32_t spans = 2000;
    constexpr std::size_t bytes = 256 * 1024;
    const Recorder::Options options { level, bytes, bytes, source, 1, {} };
    const auto scale = calibrateClock(source);
    double best = std::numeric_limits<double>::max();
    for (int attempt = 0; attempt < 5; ++attempt) {
        Recorder recorder(options);
        recorder.beginBlock();
        const auto start = readTicks(source);
        for (std::uint32_t i = 0; i < spans; ++i)
            record(recorder, StepId(i));
        best = std::min(
            best, static_cast<double>(scale.lengthNs(readTicks(source) - start)) / spans);
    }
    return best;
}

} // namespace

// Both make virtual calls, like the engine.

double measureSpanCost(ClockSource source)
{
    return costOf(source, RecordLevel::Steps,
        [](engine::Observer& observer, StepId step) { observer.endStep(step); });
}

double measureWorkCost(ClockSource source)
{
    return costOf(source, RecordLevel::Threads, [](engine::WorkObserver& observer, StepId step) {
        observer.beginWork(step, 0);
        observer.endWork(step, 0);
    });
}

} // namespace profiler
