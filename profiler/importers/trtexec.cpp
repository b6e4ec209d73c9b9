#include "model/support/json.h"
#include "model/support/text.h"
#include "profiler/attribution/tensorrt.h"
#include "profiler/importers/formats.h"
#include "profiler/importers/text_file.h"
#include "profiler/importers/trace_tables.h"

#include <array>
#include <cmath>

/// Reads files of trtexec: `--exportProfile` (aggregated times of layers, without start times) and
/// `--exportTimes` (one record per inference). Layers are placed one after the other in the order
/// of the file. Layers may be fused: `Conv_0 + Relu_1`, `PWN(Clip_16)`. Source: TensorRT,
/// samples/trtexec.

namespace profiler {

namespace {

using support::ErrorKind;
using support::failAs;
using support::JsonValue;
using support::Result;

constexpr std::size_t largestText = std::size_t(256) << 20;

/// Converts milliseconds to ns; nothing if the value is no time.
std::optional<std::int64_t> nsOf(const JsonValue& json)
{
    const auto ms = json.number();
    if (!ms || !std::isfinite(*ms) || *ms < 0 || *ms > 1e9)
        return std::nullopt;
    return std::llround(*ms * 1e6);
}

/// Replaces nan and inf by null, because they are not valid JSON. trtexec writes nan where nothing
/// was measured. Texts are not changed: names of layers may contain the same letters.
std::string withoutNan(std::string_view text)
{
    std::string result;
    result.reserve(text.size());
    bool isInside = false; // inside a text in quotes
    while (!text.empty()) {
        std::size_t length = 1;
        if (isInside && text.front() == '\\') {
            length = std::min<std::size_t>(2, text.size());
        } else if (text.front() == '"') {
            isInside = !isInside;
        } else if (!isInside) {
            for (const std::string_view word : { "-nan", "nan", "-inf", "inf" })
                if (text.starts_with(word)) {
                    result += "null";
                    length = word.size();
                    break;
                }
            if (length > 1) {
                text.remove_prefix(length);
                continue;
            }
        }
        result += text.substr(0, length);
        text.remove_prefix(length);
    }
    return result;
}

class TrtexecReader {
public:
    TrtexecReader()
        : m_tables("trtexec")
    {
        m_layers = m_tables.track("GPU", "layers, order of the file", TrackKind::Stream);
    }

    void take(const JsonValue& record)
    {
        if (record.has("computeMs") || record.has("endComputeMs"))
            return addInference(record);
        if (record.has("count") && !record.has("name")) {
            m_tables.builder().profile().metadata.set("import.count", record["count"].integerOr(0));
            return;
        }
        if (!record.has("name"))
            return m_tables.lose("a record is neither a layer nor an inference");
        addLayer(record);
    }

    TraceTables& tables() { return m_tables; }
    bool hasLayers() const { return m_end > 0; }

private:
    void addLayer(const JsonValue& record)
    {
        auto time = nsOf(record["medianMs"]);
        if (!time)
            time = nsOf(record["averageMs"]);
        if (!time)
            return m_tables.lose("a layer has no time");
        if (m_end > maxTimeNs)
            return m_tables.lose("a layer follows others of over 73 years");
        const auto name = record["name"].stringOr("");
        const bool isReformat = isTensorRtReformat(name);
        m_tables.add({ .startNs = m_end, .durationNs = *time, .track = m_layers },
            { .label = name,
                .opType = isReformat ? "Reformat" : "layer",
                .implementation = "TensorRT",
                .device = "cuda",
                .insertedReason
                = isReformat ? std::string_view("layout change") : std::string_view(),
                .kind = isReformat ? StepKind::Reorder : StepKind::Operator });
        m_end += *time;
    }

    /// Duration of a part of an inference. Enqueuing has no duration in the file, only an end.
    static std::optional<std::int64_t> lengthOf(
        const JsonValue& record, std::string_view name, const std::optional<std::int64_t>& start)
    {
        if (!name.empty())
            return nsOf(record[name]);
        const auto end = nsOf(record["endEnqMs"]);
        if (!start || !end || *end < *start)
            return std::nullopt;
        return *end - *start;
    }

    void addInference(const JsonValue& record)
    {
        struct Part {
            std::string_view name;
            std::string_view start;
            std::string_view length;
        };
        constexpr std::array parts { Part { "enqueue", "startEnqMs", "" },
            Part { "copy to the device", "startH2dMs", "h2dMs" },
            Part { "compute", "startComputeMs", "computeMs" },
            Part { "copy to the host", "startD2hMs", "d2hMs" } };
        const auto compute = nsOf(record["startComputeMs"]);
        const auto computeLength = nsOf(record["computeMs"]);
        // With several streams inferences overlap, so parts are assigned by record, not by time.
        const auto run = compute && computeLength
            ? m_tables.addRun({ .startNs = *compute, .wallNs = *computeLength })
            : Slices::none;
        for (const auto& part : parts) {
            const auto start = nsOf(record[part.start]);
            const auto length = lengthOf(record, part.length, start);
            if (!start || !length) {
                m_tables.lose("an inference has no " + std::string(part.name) + " time");
                continue;
            }
            if (*length == 0)
                continue;
            m_tables.add({ .startNs = *start,
                             .durationNs = *length,
                             .run = run,
                             .track = m_tables.track("GPU", part.name, TrackKind::Stream),
                             .kind = part.name == "compute" ? SliceKind::Step : SliceKind::Gpu },
                { .label = part.name,
                    .opType = part.name,
                    .implementation = "TensorRT",
                    .device = "cuda",
                    .insertedReason = "part of an inference" });
        }
    }

    TraceTables m_tables;
    TrackId m_layers;
    std::int64_t m_end = 0;
};

bool looksLikeTrtexec(std::string_view head)
{
    const auto start = head.find_first_not_of(" \t\r\n");
    if (start == std::string_view::npos || head[start] != '[')
        return false;
    for (const std::string_view word :
        { "\"timeMs\"", "\"averageMs\"", "\"startEnqMs\"", "\"computeMs\"" })
        if (head.find(word) != std::string_view::npos)
            return true;
    return false;
}

Result<std::shared_ptr<const Profile>> readTrtexec(
    const std::filesystem::path& path, std::stop_token stop, const support::Progress&)
{
    auto file = TRY(TextFile::open(path));
    std::string text;
    for (auto piece = file.next(); !piece.empty(); piece = file.next()) {
        if (stop.stop_requested())
            return failAs(ErrorKind::Cancelled, "stopped");
        text += piece;
        if (text.size() > largestText)
            return failAs(
                ErrorKind::Resource, "a profile of trtexec of over ", largestText >> 20, " MiB");
    }
    text = withoutNan(text);
    TrtexecReader reader;
    auto json = support::parseJson(text);
    const bool isCut = !json;
    // Of a truncated file, all complete records are read.
    if (const auto end = text.rfind('}'); isCut && end != std::string::npos)
        json = support::parseJson(text.substr(0, end + 1) + "]");
    if (!json)
        return std::move(json).error().as(ErrorKind::File).within("profile of trtexec");
    for (const auto& record : json->items())
        reader.take(record);
    if (isCut)
        reader.tables().endsEarly("its list is not closed");
    if (reader.hasLayers())
        reader.tables().note(
            "times of layers are medians over many inferences, laid end to end: their order "
            "is that of the file, gaps mean nothing, and their sum exceeds the latency of an "
            "inference");
    return std::move(reader.tables()).build();
}

} // namespace

constinit const Importer trtexecFormat { "trtexec", looksLikeTrtexec, readTrtexec };

} // namespace profiler
