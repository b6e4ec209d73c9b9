#include "profiler/file/load_json.h"

#include "profiler/file/profile_json.h"
#include "profiler/tables/load_record.h"

#include <algorithm>
#include <cmath>

namespace profiler::file {

using support::JsonValue;
using support::JsonWriter;

namespace {

void writeHistogram(JsonWriter& json, std::string_view name, const LatencyHistogram& histogram)
{
    json.key(name).beginObject().members({ { "min_ns", histogram.min() },
        { "max_ns", histogram.max() }, { "sum_ns", histogram.sum() } });
    json.key("buckets").beginArray();
    histogram.visit([&](std::size_t bucket, std::uint64_t count) { json.tuple(bucket, count); });
    json.endArray().endObject();
}

LatencyHistogram histogramFrom(const JsonValue& json)
{
    std::vector<LatencyHistogram::Bucket> buckets;
    for (const auto& item : json["buckets"].items()) {
        const auto cells = item.items();
        if (cells.size() == 2)
            buckets.push_back(
                { cells[0].integerOr(-1) < 0 ? LatencyHistogram::bucketLimit
                                             : static_cast<std::size_t>(unsignedOf(cells[0])),
                    unsignedOf(cells[1]) });
    }
    return LatencyHistogram::of(buckets, json["min_ns"].integerOr(0), json["max_ns"].integerOr(0),
        json["sum_ns"].numberOr(0));
}

double shareFrom(const JsonValue& json)
{
    const auto share = json.numberOr(0);
    return std::isfinite(share) ? std::clamp(share, 0.0, 1.0) : 0;
}

LoadRecord::Alone aloneFrom(const JsonValue& json)
{
    const auto cells = json.items();
    const auto ns = cells.size() == 2 ? cells[1].numberOr(-1) : -1;
    return ns >= 0 && std::isfinite(ns) ? LoadRecord::Alone { smallOf(cells[0]), ns }
                                        : LoadRecord::Alone();
}

} // namespace

void writeLoad(JsonWriter& json, const LoadRecord& record)
{
    json.beginObject();
    writeHistogram(json, "latency", record.latency);
    writeHistogram(json, "wait", record.wait);
    writeHistogram(json, "service", record.service);
    json.members({ { "span_ns", record.spanNs }, { "busy", record.busy },
        { "arrived", record.arrived }, { "waiting_at_half", record.waitingAtHalf },
        { "waiting_at_end", record.waitingAtEnd }, { "busy_at_end", record.busyAtEnd } });
    json.key("alone").tuple(record.wall.samples, record.wall.medianNs);
    json.key("steps_alone").beginArray();
    for (const auto& step : record.steps)
        json.tuple(step.samples, step.medianNs);
    json.endArray().endObject();
}

void readLoad(const JsonValue& json, ProfileBuilder& builder)
{
    if (json.kind() != JsonValue::Kind::Object)
        return;
    LoadRecord record;
    record.latency = histogramFrom(json["latency"]);
    record.wait = histogramFrom(json["wait"]);
    record.service = histogramFrom(json["service"]);
    record.spanNs = std::clamp<std::int64_t>(json["span_ns"].integerOr(0), 0, maxTimeNs);
    record.busy = shareFrom(json["busy"]);
    record.arrived = unsignedOf(json["arrived"]);
    record.waitingAtHalf = unsignedOf(json["waiting_at_half"]);
    record.waitingAtEnd = unsignedOf(json["waiting_at_end"]);
    record.busyAtEnd = shareFrom(json["busy_at_end"]);
    record.wall = aloneFrom(json["alone"]);
    const auto steps = builder.profile().steps.size();
    for (const auto& item : json["steps_alone"].items())
        if (record.steps.size() < steps)
            record.steps.push_back(aloneFrom(item));
    builder.profile().load = std::make_shared<const LoadRecord>(std::move(record));
}

} // namespace profiler::file
