#include "profiler/cupti/collector.h"

#include "profiler/cupti/event_spans.h"
#include "profiler/cupti/recording_writer.h"

#include "model/support/log.h"

#include <algorithm>
#include <optional>

namespace profiler::cupti {

namespace cuda = engine::cuda;
using support::Result;

namespace {

/// Full buffers are decoded between runs once they hold this much, and when recording ends.
constexpr std::uint64_t drainBytes = std::uint64_t(16) << 20;
/// The offset of CLOCK_REALTIME is sampled once per this number of NVML readings.
constexpr int readingsPerOffset = 5;

DeviceLimit limitOf(cuda::FailureText failure)
{
    return { std::move(failure.code), std::move(failure.message), std::move(failure.advice) };
}

class Collector final : public DeviceCollector {
public:
    Collector(CollectorParts parts, const CollectorOptions& options)
        : m_parts(std::move(parts))
        , m_options(options)
    {
        if (m_parts.api == nullptr) {
            addLimit(m_parts.apiFailure);
        } else {
            Tracer::Failures failures;
            m_tracer = Tracer::attach(*m_parts.api, *m_parts.state, m_options, failures);
            addLimits(failures);
        }
        if (m_tracer == nullptr)
            useEvents();
    }

    Result<void> start() override
    {
        m_windows.clear();
        m_replays = 0;
        m_launches = 0;
        m_capturedKernels = 0;
        if (m_tracer != nullptr)
            startTracing();
        if (!m_options.withSamples && !m_offset)
            return {};
        DeviceSampler::Options sampler;
        sampler.api = m_parts.nvml;
        sampler.uuid = m_parts.uuid;
        sampler.whyNot = m_options.withSamples ? m_parts.nvmlFailure : std::string("not asked for");
        sampler.every = m_parts.sampleEvery;
        if (m_offset)
            sampler.onTick = [offset = &*m_offset, tick = 0]() mutable {
                if (tick++ % readingsPerOffset == 0)
                    offset->sample();
            };
        m_sampler.emplace(std::move(sampler));
        return {};
    }

    void resume() override
    {
        m_windowsAtResume = m_windows.size();
        m_windows.reserve(m_windows.size() + 1);
        if (m_offset)
            m_offset->sample();
        if (m_events)
            return resumeEvents();
        if (m_tracer == nullptr || m_decoder == nullptr)
            return;
        Tracer::Failures failures;
        m_isRecording = m_tracer->enable(failures);
        addLimits(failures);
        if (!m_isRecording) {
            m_tracer.reset();
            useEvents();
            if (m_events)
                resumeEvents();
            return;
        }
        m_launchesAtResume = launchesThatRan();
        m_nodesAtResume = kernelNodes();
    }

    void pause() override
    {
        if (m_events)
            return pauseEvents();
        if (!m_isRecording)
            return;
        // An error of the device is ignored here: the run reported it, or the next call will.
        static_cast<void>(m_parts.synchronise());
        m_isRecording = false;
        m_tracer->disable();
        const bool isRecorded = m_windows.size() > m_windowsAtResume;
        if (isRecorded) {
            // launchesThatRan() also subtracts nodes of libraries, so it may be too low. Then too
            // few launches are reported as missing, never too many.
            const auto made = launchesThatRan();
            m_launches += made - std::min(made, m_launchesAtResume);
            m_capturedKernels += kernelNodes() - m_nodesAtResume;
            if (m_tracer->fullBytes() < drainBytes)
                return;
        }
        m_tracer->flush(Tracer::Flush::Complete);
        drain();
        if (!isRecorded)
            m_decoder->forgetWork();
    }

    Result<DeviceTrace> stop() override
    {
        TRY(m_parts.synchronise());
        m_isRecording = false;
        DeviceTrace trace;
        if (m_tracer != nullptr && m_decoder != nullptr)
            trace = takeTrace();
        if (m_events)
            m_events->addTo(trace);
        addLossLimits(trace);
        trace.windows = m_windows;
        if (m_sampler) {
            auto readings = m_sampler->finish();
            trace.series = std::move(readings.series);
            trace.missingSeries = std::move(readings.missing);
            m_sampler.reset();
        }
        trace.limits = m_limits;
        return trace;
    }

    bool recordsDeviceWork() const override { return m_tracer != nullptr || m_events; }

    void beginRun(std::uint32_t iteration) override
    {
        if (m_windows.size() < m_windows.capacity())
            m_windows.push_back({ iteration, now(), 0 });
    }
    void endRun() override
    {
        if (!m_windows.empty() && m_windows.back().endNs == 0)
            m_windows.back().endNs = now();
    }

    void pushOp(engine::StepId step, std::uint32_t iteration) override
    {
        if (m_counters)
            m_counters->push(step);
        if (m_events)
            m_events->push({ step, iteration });
        if (m_tracer == nullptr)
            return;
        m_tracer->graphNodes().pushStep(step);
        if (m_isRecording)
            keepPushFailure(m_tracer->push(externalId(step, iteration)));
    }
    void popOp() override
    {
        if (m_counters)
            m_counters->pop();
        if (m_events)
            m_events->pop();
        if (m_tracer == nullptr)
            return;
        m_tracer->graphNodes().popStep();
        if (m_isRecording)
            m_tracer->pop();
    }
    void beginReplay(std::uint32_t iteration) override
    {
        if (m_events)
            m_events->push({ engine::StepId(), iteration }, true);
        if (!m_isRecording)
            return;
        ++m_replays;
        keepPushFailure(m_tracer->push(externalId(engine::StepId(), iteration)));
    }
    void endReplay() override
    {
        if (m_events)
            m_events->pop();
        if (m_isRecording)
            m_tracer->pop();
    }

    Result<DeviceMetrics> measure(
        MetricSet set, const std::function<Result<void>()>& once) override;

    std::vector<DeviceLimit> limits() const override { return m_limits; }

private:
    static std::int64_t now() { return static_cast<std::int64_t>(readMonotonic()); }

    void addLimit(const cuda::FailureText& failure)
    {
        auto limit = limitOf(failure);
        if (std::ranges::find(m_limits, limit) != m_limits.end())
            return;
        support::logWarning(limit.message);
        m_limits.push_back(std::move(limit));
    }
    void addLimits(const Tracer::Failures& failures)
    {
        for (const auto& failure : failures)
            addLimit(failure);
    }

    /// Measures steps by events, because no tracer records kernels.
    void useEvents()
    {
        if (m_parts.events == nullptr)
            return addLimit(cuda::waitsForSteps(m_parts.noEventsReason));
        m_events.emplace(*m_parts.events, m_parts.synchronise);
        addLimit(cuda::coarseTimes(m_events->resolutionNs()));
    }
    void resumeEvents()
    {
        if (auto resumed = m_events->resume(); !resumed)
            stopUsingEvents(resumed.error());
    }
    void pauseEvents()
    {
        if (auto read = m_events->pause(m_windows.size() > m_windowsAtResume); !read)
            stopUsingEvents(read.error());
    }
    void stopUsingEvents(const support::Error& error)
    {
        m_events.reset();
        addLimit(cuda::waitsForSteps(error.message()));
    }

    void keepPushFailure(int code)
    {
        if (code != result::success) [[unlikely]]
            m_pushFailure = code;
    }

    /// Launches of our kernels, minus those that only made a node of a graph.
    std::uint64_t launchesThatRan() const
    {
        const auto all = m_parts.launches ? m_parts.launches() : 0;
        return all - std::min(all, kernelNodes());
    }
    std::uint64_t kernelNodes() const
    {
        return m_tracer != nullptr ? m_tracer->graphNodes().kernelNodes() : 0;
    }

    void startTracing()
    {
        auto surroundings = m_tracer->surroundings();
        if (!m_parts.recording.empty()) {
            auto writer = RecordingWriter::create(m_parts.recording);
            if (writer) {
                m_writer = std::make_unique<RecordingWriter>(std::move(*writer));
                surroundings = m_writer->watched(std::move(surroundings));
            } else {
                support::logWarning(writer.error().message());
            }
        }
        m_decoder
            = std::make_unique<Decoder>(std::move(surroundings), m_options.maxHostBytes / 4 * 3);
        if (m_tracer->clock() == DeviceClock::Realtime)
            m_offset.emplace();
        m_areGraphsLinked = m_tracer->version() >= oldestForGraphs || !m_parts.state->hasReplayed;
        // Discards records and counts from before this recording.
        m_tracer->flush(Tracer::Flush::Complete);
        m_tracer->takeFull([](std::span<const std::byte>) {});
        m_tracer->takeDropped();
        m_tracer->takeRefused();
    }

    void drain()
    {
        m_tracer->takeFull([this](std::span<const std::byte> valid) {
            if (m_writer != nullptr)
                m_writer->buffer(valid);
            m_decoder->decode(valid);
        });
    }

    DeviceTrace takeTrace()
    {
        m_tracer->disable();
        m_tracer->flush(Tracer::Flush::Everything);
        drain();
        if (m_replays > 0 && !m_areGraphsLinked)
            addLimit(cuda::graphsNotLinked(versionText(m_tracer->version())));
        Ending ending;
        ending.windows = m_windows;
        ending.launches = m_launches;
        ending.capturedKernels = m_capturedKernels;
        ending.areGraphsLinked = m_areGraphsLinked;
        ending.stepOfNode
            = [this](std::uint64_t node) { return m_tracer->graphNodes().stepOf(node); };
        if (m_offset)
            ending.toMonotonic = [this](std::int64_t ns) { return m_offset->toMonotonic(ns); };
        auto trace = m_decoder->finish(ending);
        m_decoder.reset();
        const auto dropped = m_tracer->takeDropped();
        const auto refused = m_tracer->takeRefused();
        trace.losses.droppedRecords += dropped;
        trace.losses.refusedBuffers += refused;
        describe(trace);
        writeRecording(dropped, refused);
        m_tracer->graphNodes().forgetDestroyed();
        m_parts.state->hasReplayed = m_parts.state->hasReplayed || m_replays > 0;
        return trace;
    }

    void describe(DeviceTrace& trace)
    {
        const auto version = m_tracer->version();
        trace.tracer = "CUPTI " + versionText(version) + " (" + std::to_string(version) + ")";
        trace.clock.clock = m_tracer->clock();
        if (!m_offset)
            return;
        m_offset->sample();
        trace.clock.offsetErrorNs = m_offset->errorNs();
        trace.clock.steps = m_offset->steps();
        if (trace.clock.steps > 0)
            addLimit(cuda::clockUnsure("the system's clock was set "
                + std::to_string(trace.clock.steps) + " times meanwhile"));
    }

    void addLossLimits(const DeviceTrace& trace)
    {
        const auto& losses = trace.losses;
        const auto lost = losses.droppedRecords + losses.withoutTime + losses.missingLaunches;
        if (lost > 0)
            addLimit(cuda::recordsLost(lost,
                trace.kernels.size() + trace.copies.size() + trace.steps.size()
                    + losses.droppedRecords + losses.missingLaunches));
        if (m_pushFailure != result::success)
            addLimit(cuda::tracerWithout("some owners of kernels",
                "CUPTI answers cuptiActivityPushExternalCorrelationId with "
                    + resultName(m_pushFailure)));
        m_pushFailure = result::success;
    }

    void writeRecording(std::uint64_t dropped, std::uint64_t refused)
    {
        if (m_writer == nullptr)
            return;
        Recording recording;
        recording.version = m_tracer->version();
        recording.clock = m_tracer->clock();
        for (const auto& [node, step] : m_tracer->graphNodes().all())
            recording.nodes.emplace(node, step);
        recording.windows = m_windows;
        recording.dropped = dropped;
        recording.refused = refused;
        recording.launches = m_launches;
        recording.capturedKernels = m_capturedKernels;
        if (auto written = m_writer->finish(recording); !written)
            support::logWarning(written.error().message());
        m_writer.reset();
    }

    CollectorParts m_parts;
    CollectorOptions m_options;
    std::vector<DeviceLimit> m_limits;
    std::unique_ptr<Tracer> m_tracer; // null: no tracer
    std::unique_ptr<RecordingWriter> m_writer; // must outlive m_decoder, which calls it
    std::unique_ptr<Decoder> m_decoder; // from start() to stop()
    std::optional<EventSpans> m_events; // without a tracer
    std::optional<ClockOffset> m_offset; // used by the sampler's thread
    std::optional<DeviceSampler> m_sampler;
    std::optional<RangeCounters> m_counters; // in measure()
    std::vector<DeviceWindow> m_windows;
    std::size_t m_windowsAtResume = 0;
    std::uint64_t m_launches = 0;
    std::uint64_t m_launchesAtResume = 0;
    std::uint64_t m_capturedKernels = 0;
    std::uint64_t m_nodesAtResume = 0;
    std::uint64_t m_replays = 0;
    bool m_isRecording = false;
    bool m_areGraphsLinked = true;
    int m_pushFailure = result::success;
};

Result<DeviceMetrics> Collector::measure(MetricSet set, const std::function<Result<void>()>& once)
{
    const auto* const api = m_parts.counters ? m_parts.counters() : nullptr;
    if (api == nullptr) {
        addLimit(m_parts.counterFailure);
        return support::failAs(support::ErrorKind::Resource, m_parts.counterFailure.message);
    }
    TRY(m_parts.synchronise());
    m_counters.emplace(*api, m_parts.context(), m_parts.deviceNumber);
    auto metrics = m_counters->measure(set, once);
    if (!metrics)
        addLimit(m_counters->failure().value_or(
            cuda::FailureText { "counters-failed", metrics.error().message(), "" }));
    m_counters.reset();
    return metrics;
}

} // namespace

std::unique_ptr<DeviceCollector> makeCollector(
    CollectorParts parts, const CollectorOptions& options)
{
    return std::make_unique<Collector>(std::move(parts), options);
}

} // namespace profiler::cupti
