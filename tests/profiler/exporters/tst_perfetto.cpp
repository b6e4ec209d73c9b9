// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "profiler/exporters/exporter.h"
#include "profiler/exporters/trace_slices.h"
#include "profiler/tables/profile_builder.h"
#include "tests/support/profiler/sample_profile.h"

#include <bit>
#include <map>
#include <optional>

using namespace profiler;

namespace {

/// Fields of one message, read by the wire format alone.
class Message {
public:
    explicit Message(std::string_view bytes)
    {
        while (!bytes.empty()) {
            const auto tag = varint(bytes);
            auto& field = m_fields[static_cast<int>(tag >> 3)];
            switch (tag & 7) {
            case 0:
                field.push_back({ varint(bytes), {} });
                break;
            case 1:
                field.push_back({ fixed(bytes), {} });
                break;
            case 2: {
                const auto size = varint(bytes);
                field.push_back({ 0, bytes.substr(0, size) });
                bytes.remove_prefix(std::min<std::size_t>(size, bytes.size()));
                break;
            }
            default:
                bytes = {};
            }
        }
    }

    std::uint64_t number(int field) const
    {
        return m_fields.contains(field) ? m_fields.at(field)[0].number : 0;
    }
    std::string_view text(int field) const
    {
        return m_fields.contains(field) ? m_fields.at(field)[0].text : "";
    }
    bool has(int field) const { return m_fields.contains(field); }
    std::vector<Message> messages(int field) const
    {
        std::vector<Message> found;
        if (m_fields.contains(field))
            for (const auto& value : m_fields.at(field))
                found.emplace_back(value.text);
        return found;
    }

private:
    struct Value {
        std::uint64_t number;
        std::string_view text;
    };

    static std::uint64_t varint(std::string_view& bytes)
    {
        std::uint64_t value = 0;
        for (int shift = 0; !bytes.empty(); shift += 7) {
            const auto byte = static_cast<unsigned char>(bytes.front());
            bytes.remove_prefix(1);
            value |= std::uint64_t(byte & 0x7fu) << shift;
            if (byte < 0x80)
                break;
        }
        return value;
    }

    static std::uint64_t fixed(std::string_view& bytes)
    {
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < 8; ++i)
            value |= std::uint64_t(static_cast<unsigned char>(bytes[i])) << (8 * i);
        bytes.remove_prefix(8);
        return value;
    }

    std::map<int, std::vector<Value>> m_fields;
};

struct Trace {
    std::map<std::pair<std::string, std::string>, std::int64_t> sums; ///< by category and name
    std::map<std::uint64_t, std::string> tracks; ///< names
    std::vector<double> counterValues;
    std::size_t crossings = 0; ///< begins and ends that do not nest or go back in time
    std::size_t flows = 0;
};

Trace decoded(const std::string& bytes)
{
    struct Open {
        std::uint64_t start;
        std::pair<std::string, std::string> key;
    };
    Trace trace;
    std::map<std::uint64_t, std::string> categories;
    std::map<std::uint64_t, std::string> names;
    std::map<std::uint64_t, std::vector<Open>> open;
    std::map<std::uint64_t, std::uint64_t> last;
    const Message root(bytes);
    for (const auto& packet : root.messages(1)) {
        for (const auto& table : packet.messages(12)) {
            for (const auto& entry : table.messages(1))
                categories[entry.number(1)] = entry.text(2);
            for (const auto& entry : table.messages(2))
                names[entry.number(1)] = entry.text(2);
        }
        for (const auto& track : packet.messages(60))
            trace.tracks[track.number(1)] = track.text(2);
        for (const auto& event : packet.messages(11)) {
            const auto track = event.number(11);
            const auto time = packet.number(8);
            trace.crossings += time < last[track] ? 1u : 0u;
            last[track] = time;
            trace.flows += event.has(47) ? 1u : 0u;
            if (event.number(9) == 1)
                open[track].push_back(
                    { time, { categories[event.number(3)], names[event.number(10)] } });
            if (event.number(9) == 2 && open[track].empty())
                ++trace.crossings;
            else if (event.number(9) == 2) {
                trace.sums[open[track].back().key]
                    += static_cast<std::int64_t>(time - open[track].back().start);
                open[track].pop_back();
            }
            if (event.number(9) == 4)
                trace.counterValues.push_back(std::bit_cast<double>(event.number(44)));
        }
    }
    for (const auto& [track, left] : open)
        trace.crossings += left.size();
    return trace;
}

Trace traceOf(std::shared_ptr<const Profile> profile)
{
    const auto text = exportText(*findExporter("perfetto"), buildReport(std::move(profile)));
    return text ? decoded(*text) : Trace();
}

auto sumsOf(const Profile& profile)
{
    std::map<std::pair<std::string, std::string>, std::int64_t> sums;
    for (std::size_t i = 0; i < profile.slices.size(); ++i)
        sums[{ std::string(traceCategory(profile.slices.kind[i])), traceName(profile, i) }]
            += profile.slices.durationNs[i];
    return sums;
}

} // namespace

class TestPerfetto : public QObject {
    Q_OBJECT

private slots:
    void everySpanIsThereOnce();
    void countersKeepTheirValues();
    void spansThatCrossGetLanesOfTheirOwn();
    void timesBeforeTheStartAreMoved();
    void launchesAndDeviceWorkShareAFlow();
};

void TestPerfetto::everySpanIsThereOnce()
{
    const auto profile = testing::sampleProfile();
    const auto trace = traceOf(profile);
    QCOMPARE(trace.crossings, std::size_t(0));
    QVERIFY(trace.sums == sumsOf(*profile));
    for (const auto& track : profile->tracks)
        QVERIFY(std::ranges::any_of(trace.tracks,
            [&](const auto& entry) { return entry.second == profile->text(track.name); }));
}

void TestPerfetto::countersKeepTheirValues()
{
    const std::vector<double> values { 0, 1.5e9, -2, 0.1 };
    ProfileBuilder builder;
    builder.profile().counters.push_back(
        { builder.text("live"), builder.text("bytes"), { 0, 10, 20, 30 }, values });
    QCOMPARE(traceOf(std::move(builder).build()).counterValues, values);
}

void TestPerfetto::spansThatCrossGetLanesOfTheirOwn()
{
    ProfileBuilder builder;
    const auto track = builder.addTrack("stream 7", "GPU 0", TrackKind::Stream);
    struct Row {
        std::int64_t start;
        std::int64_t length;
    };
    for (const auto& [start, length] : { Row { 0, 10'000 }, Row { 5'000, 10'000 },
             Row { 10'000, 0 }, Row { 10'000, 8'000 }, Row { 12'000, 20'000 } }) {
        SliceRow row;
        row.startNs = start;
        row.durationNs = length;
        row.track = track;
        row.kind = SliceKind::Note;
        builder.addSlice(row);
    }
    const auto profile = std::move(builder).build();
    const auto trace = traceOf(profile);
    QCOMPARE(trace.crossings, std::size_t(0));
    QVERIFY(trace.sums == sumsOf(*profile));
    QCOMPARE(trace.tracks.size(), std::size_t(4)); // the process, the stream, two lanes more
}

void TestPerfetto::timesBeforeTheStartAreMoved()
{
    ProfileBuilder builder;
    const auto track = builder.addTrack("main", "CPU", TrackKind::Thread);
    for (const auto start : { std::int64_t(-500), std::int64_t(100) }) {
        SliceRow row;
        row.startNs = start;
        row.durationNs = 50;
        row.track = track;
        row.kind = SliceKind::Note;
        builder.addSlice(row);
    }
    const auto trace = traceOf(std::move(builder).build());
    QCOMPARE(trace.crossings, std::size_t(0));
    QCOMPARE(trace.sums.begin()->second, std::int64_t(100));
}

void TestPerfetto::launchesAndDeviceWorkShareAFlow()
{
    ProfileBuilder builder;
    for (const auto* name : { "main", "stream 7" }) {
        SliceRow row;
        row.durationNs = 10;
        row.track = builder.addTrack(name, "", TrackKind::Thread);
        row.kind = SliceKind::Gpu;
        row.correlation = 42;
        builder.addSlice(row);
    }
    QCOMPARE(traceOf(std::move(builder).build()).flows, std::size_t(2));
}

QTEST_GUILESS_MAIN(TestPerfetto)
#include "tst_perfetto.moc"
