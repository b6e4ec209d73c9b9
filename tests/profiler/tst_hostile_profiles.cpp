// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "profiler/charts/charts.h"
#include "profiler/file/parquet.h"
#include "profiler/file/parquet_schema.h"
#include "profiler/file/profile_columns.h"
#include "profiler/file/profile_file.h"
#include "profiler/file/profile_rows.h"
#include "profiler/file/thrift.h"
#include "profiler/importers/importer.h"
#include "profiler/importers/match_nodes.h"
#include "profiler/importers/trace_event.h"
#include "profiler/statistics/query_figures.h"
#include "profiler/statistics/statistics.h"
#include "profiler/tables/match_model.h"
#include "profiler/tables/profile_builder.h"
#include "tests/support/graph_text.h"
#include "tests/support/profiler/sample_profile.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

#include <array>
#include <limits>

using namespace profiler;
using namespace profiler::file;

namespace {

constexpr auto largest = std::numeric_limits<std::int64_t>::max();
constexpr std::array oneColumn { ColumnSpec { "t", ColumnType::Integer } };

std::span<const std::byte> bytesOf(const std::string& text)
{
    return std::as_bytes(std::span(text.data(), text.size()));
}

void appendWord(std::string& out, std::uint32_t value)
{
    for (int shift = 0; shift < 32; shift += 8)
        out.push_back(static_cast<char>(value >> shift));
}

/// A file with one group of one column, up to the end of that column.
std::string fileOfOneChunk()
{
    std::string bytes;
    auto writer = ParquetWriter::toMemory(bytes, oneColumn);
    if (!writer
        || !writer->addGroup(
            [](std::size_t) {
                return ColumnValues { .integers = { 1, 2, 3 } };
            },
            3, {}))
        return {};
    std::uint32_t footer = 0;
    for (std::size_t i = 0; i < 4; ++i)
        footer |= std::uint32_t(static_cast<unsigned char>(bytes[bytes.size() - tailBytes + i]))
            << (8 * i);
    return bytes.substr(0, bytes.size() - tailBytes - footer);
}

struct ChunkPlace {
    std::int64_t start = 0;
    std::int64_t bytes = 0;
    std::int64_t rows = 3;
    Codec codec = Zstd;
    PhysicalType type = Int64;
    std::int64_t dictionary = -1; ///< its start; -1: none
};

/// Appends a footer whose groups have one column each.
void appendFooter(
    std::string& bytes, const std::vector<ChunkPlace>& groups, std::string_view previous = {})
{
    ThriftWriter writer;
    writer.beginStruct();
    writer.i32(1, 1);
    writer.list(2, ThriftType::Struct, 1);
    writer.beginStruct();
    writer.i32(1, groups.front().type);
    writer.i32(3, required);
    writer.binary(4, "t");
    writer.endStruct();
    std::int64_t rows = 0;
    for (const auto& group : groups)
        rows += group.rows;
    writer.i64(3, rows);
    writer.list(4, ThriftType::Struct, groups.size());
    for (const auto& group : groups) {
        writer.beginStruct();
        writer.list(1, ThriftType::Struct, 1);
        writer.beginStruct();
        writer.structField(3);
        writer.i32(1, group.type);
        writer.i32(4, group.codec);
        writer.i64(5, group.rows);
        writer.i64(7, group.bytes);
        writer.i64(9, group.start);
        if (group.dictionary >= 0)
            writer.i64(11, group.dictionary);
        writer.endStruct();
        writer.endStruct();
        writer.i64(3, group.rows);
        writer.endStruct();
    }
    writer.list(5, ThriftType::Struct, previous.empty() ? 0 : 1);
    if (!previous.empty()) {
        writer.beginStruct();
        writer.binary(1, previousFooterKey);
        writer.binary(2, previous);
        writer.endStruct();
    }
    writer.binary(6, "Opscope test");
    writer.endStruct();
    bytes += writer.bytes();
    appendWord(bytes, static_cast<std::uint32_t>(writer.bytes().size()));
    bytes += magic;
}

void appendPage(std::string& bytes, PageType type, std::int32_t values, Encoding encoding,
    std::string_view content)
{
    ThriftWriter writer;
    writer.beginStruct();
    writer.i32(1, type);
    writer.i32(2, static_cast<std::int32_t>(content.size()));
    writer.i32(3, static_cast<std::int32_t>(content.size()));
    writer.structField(type == DictionaryPage ? 7 : 5);
    writer.i32(1, values);
    writer.i32(2, encoding);
    writer.endStruct();
    writer.endStruct();
    bytes += writer.bytes();
    bytes += content;
}

std::string messageOf(const std::string& bytes)
{
    const auto reader = ParquetReader::open(bytesOf(bytes));
    return reader ? "accepted" : reader.error().message();
}

/// The profile as a file, with one table of its footer edited.
template <typename Edit>
std::string fileWith(const Profile& profile, const char* key, Edit edit)
{
    auto entries = footerEntries(profile);
    auto table = QJsonDocument::fromJson(QByteArray::fromStdString(entries[key])).object();
    edit(table);
    entries[key] = QJsonDocument(table).toJson(QJsonDocument::Compact).toStdString();
    std::string bytes;
    auto writer = ParquetWriter::toMemory(bytes, columns);
    return writer && appendRows(*writer, profile, entries) && writer->finish(entries)
        ? bytes
        : std::string();
}

/// A profile of another tool, from the content of its file.
struct Imported {
    explicit Imported(const QByteArray& content)
    {
        QTemporaryDir folder;
        QFile file(folder.filePath("profile"));
        isWritten = file.open(QIODevice::WriteOnly) && file.write(content) == content.size();
        file.close();
        auto found = importProfile(folder.filePath("profile").toStdString());
        profile = found ? *found : nullptr;
        error = found ? "" : found.error().message();
    }
    bool says(std::string_view words) const
    {
        return profile && std::ranges::any_of(profile->diagnostics, [&](const auto& found) {
            return found.message.find(words) != std::string::npos;
        });
    }

    bool isWritten = false;
    std::shared_ptr<const Profile> profile;
    std::string error;
};

void verifyTimes(const Profile& profile)
{
    const auto& slices = profile.slices;
    std::int64_t left = maxTimeNs;
    for (std::size_t i = 0; i < slices.size(); ++i) {
        QVERIFY(std::abs(slices.startNs[i]) <= maxTimeNs);
        QVERIFY(slices.durationNs[i] >= 0 && slices.durationNs[i] <= left);
        left -= slices.durationNs[i];
    }
    for (const auto& run : profile.runs) {
        QVERIFY(std::abs(run.startNs) <= maxTimeNs);
        QVERIFY(std::abs(run.wallNs) <= maxTimeNs);
    }
    for (const auto& series : profile.counters)
        for (const auto time : series.timeNs)
            QVERIFY(std::abs(time) <= maxTimeNs);
}

} // namespace

/// Small files that ask for much: memory, time, or numbers that leave their range.
class TestHostileProfiles : public QObject {
    Q_OBJECT

private slots:
    void rowGroupsThatShareBytesAreRefused();
    void footersOfTheSameBytesAreRefused();
    void aColumnBeyondTheFileIsRefused();
    void marksInACutFileAreTriedWithinLimits();
    void dictionariesAreNotLargerThanRowGroups();
    void tracksBeyondTheirNumbersAreRefused();
    void timesBeyondTheirRangeAreLimited();
    void theSumOfAllDurationsIsLimited();
    void timesOfOnednnAddUpWithinTheRange();
    void timesOfTrtexecAddUpWithinTheRange();
    void deepNestingEndsATrace();
    void longNamesOfCountersAreLeftOut();
    void longNamesOfStepsAreLedToNodesInTime();
    void sizesThatLeaveTheRangeAreLimited();
    void idsThatTheModelLacksAreDropped();
    void idsOfAnySizeTakeNoMemory();
    void sumsOfAnySizeBecomeCounts();
};

void TestHostileProfiles::rowGroupsThatShareBytesAreRefused()
{
    const auto chunk = fileOfOneChunk();
    QVERIFY(!chunk.empty());
    const ChunkPlace place { 4, static_cast<std::int64_t>(chunk.size()) - 4 };
    auto once = chunk;
    appendFooter(once, { place });
    QCOMPARE(messageOf(once), std::string("accepted"));
    auto twice = chunk;
    appendFooter(twice, { place, place });
    const auto message = messageOf(twice);
    QVERIFY2(message.find("column 't' of a row group begins at byte 4, that of the group before it "
                          "ends at byte "
                 + std::to_string(chunk.size()))
            != std::string::npos,
        message.c_str());
}

void TestHostileProfiles::footersOfTheSameBytesAreRefused()
{
    auto bytes = fileOfOneChunk();
    QVERIFY(!bytes.empty());
    const ChunkPlace place { 4, static_cast<std::int64_t>(bytes.size()) - 4 };
    appendFooter(bytes, { place });
    const auto end = std::to_string(bytes.size());
    appendFooter(bytes, { place }, end);
    const auto message = messageOf(bytes);
    QVERIFY2(message.find("of the group before it") != std::string::npos, message.c_str());
}

void TestHostileProfiles::aColumnBeyondTheFileIsRefused()
{
    auto bytes = fileOfOneChunk();
    QVERIFY(!bytes.empty());
    const auto size = bytes.size();
    appendFooter(bytes, { { std::int64_t(1) << 62, largest } });
    const auto message = messageOf(bytes);
    QVERIFY2(message.find("a column of 9223372036854775807 bytes begins at byte "
                          "4611686018427387904, the file has "
                 + std::to_string(size))
            != std::string::npos,
        message.c_str());
}

/// Each mark names the same description, which takes long to read.
void TestHostileProfiles::marksInACutFileAreTriedWithinLimits()
{
    constexpr std::size_t entries = 1'000'000;
    constexpr int marks = 9000;
    std::string bytes(magic);
    bytes += "\x59\xfc"; // field 5, a list of structures
    for (auto left = entries; left > 0; left >>= 7)
        bytes.push_back(static_cast<char>((left & 0x7f) | (left >= 0x80 ? 0x80 : 0)));
    bytes.append(entries + 1, '\0');
    for (int i = 0; i < marks; ++i) {
        appendWord(bytes, static_cast<std::uint32_t>(bytes.size() - magic.size()));
        bytes += magic;
    }
    const auto reader = ParquetReader::open(bytesOf(bytes), Tail::Recover);
    QVERIFY(!reader);
    QCOMPARE(reader.error().message(), std::string("no complete row group is in the file"));
}

void TestHostileProfiles::dictionariesAreNotLargerThanRowGroups()
{
    constexpr std::size_t entries = 2 * rowsPerGroup;
    std::string bytes(magic);
    appendPage(bytes, DictionaryPage, entries, Plain, std::string(4 * entries, '\0'));
    ChunkPlace place { static_cast<std::int64_t>(bytes.size()), 0, 3, Uncompressed, ByteArray, 4 };
    appendPage(bytes, DataPage, 3, RleDictionary, std::string("\0\x06", 2)); // three times entry 0
    place.bytes = static_cast<std::int64_t>(bytes.size()) - 4;
    appendFooter(bytes, { place });
    auto reader = ParquetReader::open(bytesOf(bytes));
    QVERIFY2(reader, reader ? "" : reader.error().message().c_str());
    const auto values = reader->read(0, { "t", ColumnType::Text });
    QVERIFY(!values);
    QVERIFY2(values.error().message().find("a dictionary of 2097152 texts, at most 1048576")
            != std::string::npos,
        values.error().message().c_str());
}

void TestHostileProfiles::tracksBeyondTheirNumbersAreRefused()
{
    const auto bytes
        = fileWith(*testing::sampleProfile(), "opscope.tables", [](QJsonObject& tables) {
              auto tracks = tables["tracks"].toArray();
              while (tracks.size() < 70'000)
                  tracks.append(QJsonArray { QString::number(tracks.size()), "", 0 });
              tables["tracks"] = tracks;
          });
    const auto found = readProfileFile(bytesOf(bytes));
    QVERIFY(!found);
    QCOMPARE(found.error().message(),
        std::string("the file has 70000 tracks, at most 65535 are possible"));
}

void TestHostileProfiles::timesBeyondTheirRangeAreLimited()
{
    auto profile = *testing::sampleProfile();
    auto& slices = profile.slices;
    for (std::size_t i = 0; i < slices.size(); i += 5)
        slices.durationNs.set(i, largest - 7);
    slices.startNs.front() = std::numeric_limits<std::int64_t>::min() + 1;
    slices.startNs.back() = largest - 1;
    profile.counters.push_back({ profile.strings.intern("made up"), profile.strings.intern(""),
        { -largest, largest }, { 1, 2 } });
    const auto bytes = profileFileBytes(profile, profile.metadata);
    QVERIFY(bytes);
    const auto found = readProfileFile(bytesOf(*bytes));
    QVERIFY2(found, found ? "" : found.error().message().c_str());
    verifyTimes(**found);
    QVERIFY((*found)->losses.clamped > 2);
    computeStatistics(**found);
    liveMemory(**found, 0);
}

void TestHostileProfiles::theSumOfAllDurationsIsLimited()
{
    ProfileBuilder builder;
    SliceRow row;
    row.track = builder.addTrack("main", "CPU", TrackKind::Thread);
    row.durationNs = maxTimeNs / 2 - 1;
    for (int i = 0; i < 9; ++i) {
        row.startNs = i;
        builder.addSlice(row);
    }
    const auto profile = std::move(builder).build();
    verifyTimes(*profile);
    QVERIFY(profile->losses.clamped >= 7);
    QCOMPARE(profile->slices.durationNs[0], maxTimeNs / 2 - 1);
}

void TestHostileProfiles::timesOfOnednnAddUpWithinTheRange()
{
    const auto line = [](const QByteArray& stamp, const QByteArray& time) {
        return "onednn_verbose," + stamp
            + "exec,cpu,convolution,jit:avx512_core,forward_training,src_f32,attr,alg,mb1_ic3,"
            + time + "\n";
    };
    // Times that are no times of a primitive, and a stamp that is none.
    const Imported wrong(
        line("", "10000000000000") + line("9000000000000,", "1") + line("", "2000000000"));
    QVERIFY2(wrong.profile, wrong.error.c_str());
    QCOMPARE(wrong.profile->runs.size(), std::size_t(1));
    QVERIFY(wrong.says("2 records were left out: an execution has no time"));
    QCOMPARE(wrong.profile->runs[0].wallNs, std::int64_t(1'000'000));
    // Each of them is possible, but not all one after the other.
    const Imported many(line("", "1e9").repeated(10'000));
    QVERIFY2(many.profile, many.error.c_str());
    QVERIFY(many.says("an execution follows others of over 73 years"));
    verifyTimes(*many.profile);
}

void TestHostileProfiles::timesOfTrtexecAddUpWithinTheRange()
{
    QByteArrayList layers { "{ \"count\" : 3 }" };
    for (int i = 0; i < 10'000; ++i)
        layers << "{ \"name\" : \"layer\", \"timeMs\" : 1, \"averageMs\" : 1e9, \"medianMs\" : 1e9 "
                  "}";
    const Imported found("[\n" + layers.join(",\n") + "\n]\n");
    QVERIFY2(found.profile, found.error.c_str());
    QVERIFY(found.says("a layer follows others of over 73 years"));
    verifyTimes(*found.profile);
}

void TestHostileProfiles::deepNestingEndsATrace()
{
    EventSplitter splitter([](std::string_view) {}, [](std::string_view, std::string_view) {});
    splitter.feed(std::string(1002, '['));
    QVERIFY(splitter.problem().empty());
    splitter.feed(std::string(100'000, '['));
    QVERIFY(!splitter.problem().empty());
    const Imported found("{\"traceEvents\":" + QByteArray(2000, '['));
    QVERIFY(found.profile == nullptr);
    QVERIFY2(found.error.find("nested over 1002 deep") != std::string::npos, found.error.c_str());
}

/// Every argument would be a series with a copy of that name.
void TestHostileProfiles::longNamesOfCountersAreLeftOut()
{
    QByteArrayList values;
    for (int i = 0; i < 900; ++i)
        values << '"' + QByteArray::number(i) + "\":1";
    const auto counter = [&](qsizetype length) {
        return "{\"ph\":\"C\",\"ts\":1,\"pid\":1,\"name\":\"" + QByteArray(length, 'x')
            + "\",\"args\":{" + values.join(',') + "}}";
    };
    const Imported found("{\"traceEvents\":[" + counter(4000) + ',' + counter(1'000'000) + "]}");
    QVERIFY2(found.profile, found.error.c_str());
    QCOMPARE(found.profile->counters.size(), std::size_t(900));
    QVERIFY(found.says("a counter has a name of over 4 KiB"));
}

void TestHostileProfiles::longNamesOfStepsAreLedToNodesInTime()
{
    const auto model = testing::modelFromGraphText("x: float[8]\nc = Relu(x)\nc ->\n");
    const auto matched = [&](const QByteArray& name) {
        const Imported found("[{\"ph\":\"X\",\"cat\":\"cpu_op\",\"ts\":0,\"dur\":9,\"pid\":1,"
                             "\"tid\":1,\"name\":\""
            + name + "\"}]");
        return found.profile ? matchNodes(*found.profile, *model)->steps[0].origins.size()
                             : std::size_t(77);
    };
    constexpr qsizetype parts = 20'000;
    QCOMPARE(matched("c" + QByteArray(" + c").repeated(parts)), std::size_t(parts) + 1);
    QCOMPARE(matched("c" + QByteArray("_1").repeated(10)), std::size_t(1));
    QCOMPARE(matched("c" + QByteArray("_1").repeated(parts)), std::size_t(0));
}

void TestHostileProfiles::sizesThatLeaveTheRangeAreLimited()
{
    auto profile = *testing::sampleProfile();
    for (auto& value : profile.memory.lifetimes) {
        value.bytes = std::uint64_t(1) << 62;
        value.first = {};
        value.last = {};
    }
    const auto memory = liveMemory(profile, *medianRun(profile));
    QCOMPARE(memory.peakBytes, static_cast<std::uint64_t>(largest));
    QCOMPARE(memory.livingAtPeak.size(), profile.memory.lifetimes.size());
}

void TestHostileProfiles::idsThatTheModelLacksAreDropped()
{
    auto profile = std::make_shared<Profile>(*testing::sampleProfile());
    ModelNames names { std::string(profile->metadata.text(keys::modelSha256)), {}, {} };
    names.nodes.resize(profile->provenance.size());
    names.values.resize(profile->memory.lifetimes.size());
    const auto nodes = static_cast<std::uint32_t>(names.nodes.size());
    profile->provenance[1].node = model::NodeId(nodes);
    profile->provenance[2].into = model::NodeId(0xfffffff0u);
    profile->steps[0].origins[0].node = model::NodeId(nodes + 7);
    profile->memory.lifetimes[0].value = model::ValueId(0xfffffff0u);
    const auto match = matchToModel(profile, names);
    QVERIFY(match.isSameFile);
    QVERIFY(!match.profile->provenance[1].node.isValid());
    QVERIFY(!match.profile->provenance[2].into.isValid());
    QVERIFY(!match.profile->steps[0].origins[0].node.isValid());
    QVERIFY(!match.profile->memory.lifetimes[0].value.isValid());
    QCOMPARE(match.profile->provenance[2].node, model::NodeId(2u));
    QCOMPARE(match.profile->steps[1].origins[0].node, model::NodeId(1u));
}

void TestHostileProfiles::idsOfAnySizeTakeNoMemory()
{
    auto profile = *testing::sampleProfile();
    const model::NodeId far(0xfffffff0u);
    profile.provenance[0].node = far;
    const auto statistics = computeStatistics(profile);
    const QueryFigures figures(profile, *statistics);
    QVERIFY(figures.number("time", far).has_value());
    QVERIFY(!figures.number("time", model::NodeId(0xffffff00u)).has_value());
}

void TestHostileProfiles::sumsOfAnySizeBecomeCounts()
{
    constexpr auto most = std::numeric_limits<std::uint64_t>::max();
    QCOMPARE(wholeOf(1e300), most);
    QCOMPARE(wholeOf(std::numeric_limits<double>::infinity()), most);
    QCOMPARE(wholeOf(std::numeric_limits<double>::quiet_NaN()), std::uint64_t(0));
    QCOMPARE(wholeOf(-5), std::uint64_t(0));
    QCOMPARE(wholeOf(1e18), std::uint64_t(1'000'000'000'000'000'000));
}

QTEST_GUILESS_MAIN(TestHostileProfiles)
#include "tst_hostile_profiles.moc"
