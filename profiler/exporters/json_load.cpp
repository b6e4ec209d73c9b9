#include "profiler/exporters/json_load.h"

#include "profiler/load/load_figures.h"

#include <cmath>

namespace profiler {
namespace {

using support::JsonWriter;

void writeLoadTime(JsonWriter& json, const LoadTime& time)
{
    const auto& histogram = *time.histogram;
    json.key(time.name).beginObject().member("count", histogram.count());
    if (histogram.count() > 0) {
        json.members({ { "min_ns", histogram.min() }, { "mean_ns", histogram.mean() } });
        for (const auto& [name, fraction] : loadPercentiles())
            if (const auto ns = shownPercentile(histogram, fraction))
                json.member(std::string(name) + "_ns", std::llround(*ns));
        json.member("max_ns", histogram.max());
    }
    json.key("buckets").beginArray();
    histogram.visit([&](std::size_t bucket, std::uint64_t count) {
        json.tuple(LatencyHistogram::lowest(bucket), LatencyHistogram::highest(bucket), count);
    });
    json.endArray().endObject();
}

} // namespace

void writeLoadReport(JsonWriter& json, const Report& report)
{
    const auto& profile = *report.profile;
    if (!profile.load)
        return;
    const auto& load = *profile.load;
    const auto& metadata = profile.metadata;
    json.key("load")
        .beginObject()
        .member("streams", metadata.integer(keys::streams).value_or(1))
        .memberIf("threads_per_stream", metadata.integer(keys::threads))
        .memberIf("rate", metadata.number(keys::rate));
    if (const auto arrivals = metadata.text(keys::arrivals); !arrivals.empty())
        json.member("arrivals", arrivals);
    json.members({ { "requests", load.latency.count() }, { "span_ns", load.spanNs },
        { "requests_per_second", requestsPerSecond(load) }, { "busy", load.busy } });
    for (const auto& time : loadTimes(load))
        writeLoadTime(json, time);
    if (load.wait.count() > 0)
        json.key("queue").object({ { "arrived", load.arrived },
            { "waiting_at_half", load.waitingAtHalf }, { "waiting_at_end", load.waitingAtEnd },
            { "busy_at_end", load.busyAtEnd }, { "kept_up", !isQueueGrowing(profile) } });
    if (load.wall.samples > 0)
        json.key("alone").object({ { "samples", load.wall.samples },
            { "median_ns", std::llround(load.wall.medianNs) } });
    json.endObject();
}

void writeStepLoad(JsonWriter& json, const Profile& profile, const StepRow& row)
{
    if (!profile.load || row.time.samples == 0)
        return;
    if (const auto ns = aloneNs(*profile.load, row.step))
        json.member("alone_ns", std::llround(*ns));
    json.memberIf("times_alone", timesAlone(*profile.load, row.step, row.time.median));
}

} // namespace profiler
