#include "profiler/device/device_record_json.h"

namespace profiler {

using support::JsonWriter;

void writeLosses(JsonWriter& json, const DeviceLosses& losses)
{
    json.beginObject();
    for (const auto& [name, member] : lossMembers)
        json.member(name, losses.*member);
    json.endObject();
}

void writeLimits(JsonWriter& json, std::span<const DeviceLimit> limits)
{
    json.beginArray();
    for (const auto& limit : limits)
        json.object(
            { { "code", limit.code }, { "message", limit.message }, { "advice", limit.advice } });
    json.endArray();
}

} // namespace profiler
