// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "profiler/file/profile_file.h"

#include "profiler/file/parquet.h"
#include "profiler/file/profile_columns.h"
#include "profiler/file/profile_rows.h"
#include "profiler/statistics/statistics.h"
#include "profiler/tables/profile_builder.h"
#include "tests/support/paths.h"
#include "tests/support/profiler/sample_profile.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cmath>
#include <csignal>
#include <limits>
#include <map>
#include <random>

using namespace profiler;

namespace {

std::filesystem::path pathIn(const QTemporaryDir& folder, const char* name)
{
    return std::filesystem::path(folder.path().toStdString()) / name;
}

QByteArray contentOf(const std::filesystem::path& path)
{
    QFile file(QString::fromStdString(path.string()));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

support::Result<std::shared_ptr<const Profile>> read(
    const QByteArray& content, FileTail tail = FileTail::Strict)
{
    return readProfileFile(
        std::as_bytes(std::span(content.data(), static_cast<std::size_t>(content.size()))), tail);
}

/// Written and read back; fails the test if either does not work.
std::shared_ptr<const Profile> roundTrip(
    const Profile& profile, const ProfileFileOptions& options = {})
{
    QTemporaryDir folder;
    const auto path = pathIn(folder, "p.opscope");
    const auto written = writeProfileFile(path, profile, options);
    if (!written)
        qWarning("%s", written.error().message().c_str());
    auto found = readProfileFile(path);
    if (!found) {
        qWarning("%s", found.error().message().c_str());
        return nullptr;
    }
    return *found;
}

std::span<const std::byte> bytesOf(const std::string& text)
{
    return std::as_bytes(std::span(text.data(), text.size()));
}

} // namespace

class TestProfileFile : public QObject {
    Q_OBJECT

private slots:
    void stepsAreNeverTheirOwnAncestors();
    void aProfileIsReadAsWritten();
    void statisticsAreTheSameAfterwards();
    void smallGroupsGiveTheSameProfile();
    void namesThatBiteSurvive();
    void anEmptyProfileIsAFileToo();
    void countersKeepTheirValues();
    void anOldFileStaysWhenWritingFails();
    void aCutFileGivesItsCompleteGroups();
    void aKillWhileWritingLosesAtMostTheLastGroup();
    void everyCutIsRefusedOrRecovered();
    void damagedBytesNeverCrash();
    void foreignAndHostileFilesAreRefused_data();
    void foreignAndHostileFilesAreRefused();
    void aNewerFileNamesItsVersion();
    void figuresThatAreNotKnownAreAbsent();
    void aPartGrowsByWhatIsAdded();
    void partsOfEarlierVersionsOpen();
    void aChainOfFootersThatLeadsAstrayIsRefused_data();
    void aChainOfFootersThatLeadsAstrayIsRefused();
    void aThousandFilesAnswerTheQuestionsOfAFleet();
};

void TestProfileFile::aProfileIsReadAsWritten()
{
    const auto profile = testing::sampleProfile();
    const auto found = roundTrip(*profile);
    QVERIFY(found);
    QCOMPARE(testing::profileText(*found), testing::profileText(*profile));
    QCOMPARE(found->metadata, profile->metadata);
    QCOMPARE(found->provenance.size(), profile->provenance.size());
    QCOMPARE(found->provenance.back().fate, Fate::Folded);
    QCOMPARE(found->text(found->provenance.back().pass), std::string_view("fold-constants"));
    QCOMPARE(found->memory.lifetimes.size(), profile->memory.lifetimes.size());
    QCOMPARE(found->memory.arenaBytes, profile->memory.arenaBytes);
    QCOMPARE(found->conditions.size(), profile->conditions.size());
    QVERIFY(!found->conditions[1].value.isValid());
    QCOMPARE(found->tracks.size(), profile->tracks.size());
    QCOMPARE(found->tracks[0].kind, TrackKind::Run);
    QCOMPARE(found->runs[0].minorFaults, 900u);
    QVERIFY(found->diagnostics.empty());
}

void TestProfileFile::statisticsAreTheSameAfterwards()
{
    const auto profile = testing::sampleProfile();
    const auto before = computeStatistics(*profile);
    const auto after = computeStatistics(*roundTrip(*profile));
    QCOMPARE(after->wall.median, before->wall.median);
    QCOMPARE(after->steps[3].time.mad, before->steps[3].time.mad);
    QCOMPARE(after->recordingCost->value, before->recordingCost->value);
    QCOMPARE(after->account->operatorsNs, before->account->operatorsNs);
}

void TestProfileFile::smallGroupsGiveTheSameProfile()
{
    const auto profile = testing::sampleProfile();
    QCOMPARE(testing::profileText(*roundTrip(*profile, { .rowsPerGroup = 7 })),
        testing::profileText(*profile));
}

void TestProfileFile::namesThatBiteSurvive()
{
    for (const auto* name : { "<script>alert(1)</script>", "\"\\\n\t\x01", "",
             "\xE2\x80\xAE gnp.exe", "=cmd|' /C calc'!A0" }) {
        const auto profile = testing::sampleProfile({ .nodeName = name });
        const auto found = roundTrip(*profile);
        QVERIFY(found);
        QCOMPARE(testing::profileText(*found), testing::profileText(*profile));
    }
    // Bytes that are no UTF-8 are replaced, a very long name is kept whole.
    QVERIFY(roundTrip(*testing::sampleProfile({ .nodeName = "\xff\xfe" })));
    const std::string longName(3'000'000, 'x');
    const auto found
        = roundTrip(*testing::sampleProfile({ .steps = 2, .rounds = 2, .nodeName = longName }));
    QCOMPARE(found->text(found->steps[0].label).size(), longName.size() + 2);
}

void TestProfileFile::anEmptyProfileIsAFileToo()
{
    const auto found = roundTrip(*testing::profileFromText(""));
    QVERIFY(found);
    QVERIFY(found->runs.empty());
}

void TestProfileFile::countersKeepTheirValues()
{
    ProfileBuilder builder;
    CounterSeries series { builder.text("live memory"), builder.text("bytes"), {}, {} };
    for (int i = 0; i < 10'000; ++i) {
        series.timeNs.push_back(i * 10);
        series.value.push_back(i * 0.1);
    }
    builder.profile().counters.push_back(series);
    const auto found = roundTrip(*std::move(builder).build());
    QVERIFY(found);
    QCOMPARE(found->counters.size(), std::size_t(1));
    QCOMPARE(found->text(found->counters[0].unit), std::string_view("bytes"));
    QVERIFY(found->counters[0].value == series.value);
    QVERIFY(found->counters[0].timeNs == series.timeNs);
}

void TestProfileFile::anOldFileStaysWhenWritingFails()
{
    QTemporaryDir folder;
    const auto path = pathIn(folder, "p.opscope");
    QVERIFY(writeProfileFile(path, *testing::sampleProfile()));
    const auto before = contentOf(path);
    std::stop_source source;
    source.request_stop();
    QVERIFY(!writeProfileFile(path, *testing::sampleProfile(), {}, source.get_token()));
    QCOMPARE(contentOf(path), before);
    QVERIFY(!std::filesystem::exists(path.string() + ".part"));
    QVERIFY(!writeProfileFile(pathIn(folder, "no/such/folder.opscope"), *testing::sampleProfile()));
}

void TestProfileFile::aCutFileGivesItsCompleteGroups()
{
    QTemporaryDir folder;
    const auto path = pathIn(folder, "p.opscope");
    const auto profile = testing::sampleProfile();
    QVERIFY(writeProfileFile(path, *profile, { .rowsPerGroup = 50 }));
    const auto whole = contentOf(path);
    std::size_t last = 0;
    for (const int percent : { 30, 50, 80, 99 }) {
        const auto cut = whole.first(whole.size() * percent / 100);
        const auto strict = read(cut);
        QVERIFY(!strict);
        const auto recovered = read(cut, FileTail::Recover);
        QVERIFY2(recovered, recovered ? "" : recovered.error().message().c_str());
        const auto rows = (*recovered)->slices.size();
        // The footer at the end repeats those of the groups: without it no row is lost.
        const auto all = profile->slices.size();
        QVERIFY(rows >= last && (rows == all || (rows % 50 == 0 && rows < all)));
        QCOMPARE((*recovered)->diagnostics.back().code, std::string("profile-cut"));
        last = rows;
    }
    QVERIFY(last > 0);
}

void TestProfileFile::aKillWhileWritingLosesAtMostTheLastGroup()
{
    constexpr std::size_t perGroup = 40;
    const auto profile = testing::sampleProfile({ .steps = 20, .rounds = 30 });
    std::size_t partial = 0;
    for (std::size_t killAfter = 1; killAfter <= 12; ++killAfter) {
        QTemporaryDir folder;
        const auto path = pathIn(folder, "p.opscope");
        int ends[2] {};
        QCOMPARE(pipe(ends), 0);
        const auto child = fork();
        if (child == 0) {
            // Says how many rows are complete before it writes the next group.
            const auto tell = [&](std::string_view, std::uint64_t done, std::uint64_t) {
                if (write(ends[1], &done, sizeof done) != sizeof done)
                    _exit(1);
            };
            static_cast<void>(
                writeProfileFile(path, *profile, { .rowsPerGroup = perGroup }, {}, tell));
            _exit(0);
        }
        close(ends[1]);
        std::uint64_t complete = 0;
        for (std::size_t told = 0;
             told <= killAfter && ::read(ends[0], &complete, sizeof complete) > 0;)
            ++told;
        kill(child, SIGKILL);
        while (::read(ends[0], &complete, sizeof complete) > 0) { } // what it said before it died
        close(ends[0]);
        int status = 0;
        waitpid(child, &status, 0);
        if (!WIFSIGNALED(status))
            continue; // it was faster
        const auto part
            = std::filesystem::exists(path) ? path : std::filesystem::path(path.string() + ".part");
        const auto found = readProfileFile(part, FileTail::Recover);
        QVERIFY2(found, found ? "" : found.error().message().c_str());
        QVERIFY((*found)->slices.size() >= complete);
        ++partial;
    }
    QVERIFY2(partial > 0, "every child was done before it could be killed");
}

void TestProfileFile::everyCutIsRefusedOrRecovered()
{
    QTemporaryDir folder;
    const auto path = pathIn(folder, "p.opscope");
    QVERIFY(writeProfileFile(path,
        *testing::sampleProfile({ .steps = 2, .rounds = 2, .warmUp = 0 }), { .rowsPerGroup = 10 }));
    const auto whole = contentOf(path);
    for (qsizetype size = 0; size < whole.size(); size += 97) {
        static_cast<void>(read(whole.first(size), FileTail::Recover));
        // A cut right behind a group's footer leaves a valid, shorter file; everything else must be
        // refused.
        const bool endsWithMagic = whole.first(size).endsWith("PAR1") && size > 4;
        QVERIFY(endsWithMagic || !read(whole.first(size)));
    }
}

void TestProfileFile::damagedBytesNeverCrash()
{
    QTemporaryDir folder;
    const auto path = pathIn(folder, "p.opscope");
    QVERIFY(
        writeProfileFile(path, *testing::sampleProfile({ .steps = 2, .rounds = 2, .warmUp = 0 })));
    const auto whole = contentOf(path);
    std::minstd_rand random(11);
    for (int i = 0; i < 1500; ++i) {
        auto damaged = whole;
        for (int k = 0; k < 1 + i % 4; ++k)
            damaged[static_cast<qsizetype>(random() % static_cast<unsigned>(damaged.size()))]
                = static_cast<char>(random());
        if (const auto found = read(damaged, i % 2 == 0 ? FileTail::Strict : FileTail::Recover))
            computeStatistics(**found);
    }
}

void TestProfileFile::foreignAndHostileFilesAreRefused_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("text") << QByteArray("hello, this is no profile");
    QTest::newRow("magic only") << QByteArray("PAR1");
    QTest::newRow("two magics") << QByteArray("PAR1PAR1");
    QTest::newRow("length beyond the file") << QByteArray("PAR1\x15\x02\x00\xf0\xff\xff\xff"
                                                          "PAR1",
        15);
    QTest::newRow("list bomb") << QByteArray(
        "PAR1\x15\x04\x19\xfc\xff\xff\xff\xff\x0f\x09\x00\x00\x00"
        "PAR1",
        21);
    QTest::newRow("no columns") << QByteArray("PAR1\x15\x02\x00\x03\x00\x00\x00"
                                              "PAR1",
        15);
}

void TestProfileFile::foreignAndHostileFilesAreRefused()
{
    QFETCH(QByteArray, content);
    const auto strict = read(content);
    QVERIFY(!strict);
    QCOMPARE(strict.error().kind(), support::ErrorKind::File);
    QVERIFY(!strict.error().message().empty());
    QVERIFY(!read(content, FileTail::Recover));
}

void TestProfileFile::aNewerFileNamesItsVersion()
{
    QTemporaryDir folder;
    const auto path = pathIn(folder, "p.opscope");
    QVERIFY(writeProfileFile(path, *testing::sampleProfile()));
    auto content = contentOf(path);
    content.replace("\"min_reader\":3", "\"min_reader\":7");
    const auto found = read(content);
    QVERIFY(!found);
    QVERIFY(found.error().message().find("version 7, this program has 3") != std::string::npos);
}

void TestProfileFile::figuresThatAreNotKnownAreAbsent()
{
    using namespace profiler::file;
    constexpr std::array columns { ColumnSpec { "number", ColumnType::Number, Presence::Optional },
        ColumnSpec { "integer", ColumnType::Integer, Presence::Optional },
        ColumnSpec { "none", ColumnType::Number, Presence::Optional },
        ColumnSpec { "all", ColumnType::Integer, Presence::Optional } };
    constexpr auto nan = std::numeric_limits<double>::quiet_NaN();
    QTemporaryDir folder;
    const auto path = pathIn(folder, "p.parquet");
    auto writer = ParquetWriter::create(path, columns);
    QVERIFY(writer);
    const std::array<ColumnValues, 4> values { ColumnValues {
                                                   .numbers = { 1.5, nan, -2, nan, nan } },
        ColumnValues { .integers = { noInteger, 7, noInteger, -9, 7 } },
        ColumnValues { .numbers = std::vector<double>(5, nan) },
        ColumnValues { .integers = { 5, 4, 3, 2, 1 } } };
    QVERIFY(writer->addGroup([&](std::size_t column) { return values[column]; }, 5, {}));
    QVERIFY(writer->finish({}));
    const auto content = contentOf(path);
    auto reader = ParquetReader::open(
        std::as_bytes(std::span(content.data(), static_cast<std::size_t>(content.size()))));
    QVERIFY2(reader, reader ? "" : reader.error().message().c_str());
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const auto found = reader->read(0, columns[i]);
        QVERIFY2(found, found ? "" : found.error().message().c_str());
        QCOMPARE(found->integers, values[i].integers);
        QCOMPARE(found->numbers.size(), values[i].numbers.size());
        for (std::size_t row = 0; row < found->numbers.size(); ++row)
            QVERIFY(found->numbers[row] == values[i].numbers[row]
                || (std::isnan(found->numbers[row]) && std::isnan(values[i].numbers[row])));
    }
}

void TestProfileFile::aPartGrowsByWhatIsAdded()
{
    using namespace profiler::file;
    constexpr std::array columns { ColumnSpec { "t", ColumnType::Integer } };
    constexpr std::uintmax_t groups = 300;
    QTemporaryDir folder;
    const auto path = pathIn(folder, "p.opscope");
    auto writer = ParquetWriter::create(path, columns, LeftPart::Aside);
    QVERIFY(writer);
    const KeyValues entries { { "large", std::string(50'000, 'x') } };
    std::vector<std::uintmax_t> sizes;
    for (std::int64_t group = 0; group < std::int64_t(groups); ++group) {
        const ColumnValues values { .integers = { group, group + 1, group + 2 } };
        QVERIFY(writer->addGroup([&](std::size_t) { return values; }, 3, entries));
        sizes.push_back(std::filesystem::file_size(path.string() + ".part"));
    }
    // One group with its footer: the last costs what the second cost, but for longer numbers.
    const auto second = sizes[1] - sizes[0];
    const auto last = sizes[groups - 1] - sizes[groups - 2];
    QVERIFY2(last < second + 100, std::to_string(last).c_str());
    const auto part = contentOf(path.string() + ".part");
    QVERIFY(writer->finish(entries));
    for (const auto& content : { part, contentOf(path) }) {
        auto reader = ParquetReader::open(
            std::as_bytes(std::span(content.data(), static_cast<std::size_t>(content.size()))));
        QVERIFY2(reader, reader ? "" : reader.error().message().c_str());
        QCOMPARE(reader->groups(), std::size_t(groups));
        QCOMPARE(reader->keyValues().size(), std::size_t(1));
        QCOMPARE(reader->keyValues().at("large").size(), std::size_t(50'000));
        for (std::size_t group = 0; group < groups; ++group)
            QCOMPARE(reader->read(group, columns[0])->integers[0], std::int64_t(group));
    }
}

void TestProfileFile::partsOfEarlierVersionsOpen()
{
    const auto found = readProfileFile(
        testing::sourceDir() / "tests/data/profiles/version2-cut.opscope", FileTail::Recover);
    QVERIFY2(found, found ? "" : found.error().message().c_str());
    // What the program that wrote it recovered.
    QCOMPARE((*found)->runs.size(), std::size_t(13));
    QCOMPARE((*found)->steps.size(), std::size_t(21));
    QCOMPARE((*found)->slices.size(), std::size_t(13));
    QCOMPARE((*found)->runs.back().number, 13u);
    QVERIFY(std::ranges::any_of(
        (*found)->steps, [](const Step& step) { return step.flops.has_value(); }));
}

void TestProfileFile::aChainOfFootersThatLeadsAstrayIsRefused_data()
{
    QTest::addColumn<QByteArray>("end");
    QTest::newRow("to itself") << QByteArray("999999");
    QTest::newRow("to the beginning") << QByteArray("000004");
    QTest::newRow("to nothing") << QByteArray("000000");
    QTest::newRow("backwards") << QByteArray("-00004");
    QTest::newRow("no number") << QByteArray("earlie");
}

void TestProfileFile::aChainOfFootersThatLeadsAstrayIsRefused()
{
    using namespace profiler::file;
    QFETCH(QByteArray, end);
    constexpr std::array columns { ColumnSpec { "t", ColumnType::Integer } };
    QTemporaryDir folder;
    const auto path = pathIn(folder, "p.opscope");
    auto writer = ParquetWriter::create(path, columns, LeftPart::Aside);
    QVERIFY(writer);
    const KeyValues entries { { "filler", std::string(100'000, 'x') } };
    for (std::int64_t group = 0; group < 2; ++group)
        QVERIFY(writer->addGroup(
            [&](std::size_t) { return ColumnValues { .integers = { group } }; }, 1, entries));
    auto content = contentOf(path.string() + ".part");
    const auto key = content.indexOf("opscope.previous_footer");
    QVERIFY(key > 0);
    // The value follows: field, length 6, digits.
    content.replace(content.indexOf("10", key), end.size(), end);
    const auto reader = ParquetReader::open(
        std::as_bytes(std::span(content.data(), static_cast<std::size_t>(content.size()))));
    QVERIFY(!reader);
    QVERIFY2(reader.error().message().find("footer") != std::string::npos
            || reader.error().message().find("end") != std::string::npos,
        reader.error().message().c_str());
}

void TestProfileFile::aThousandFilesAnswerTheQuestionsOfAFleet()
{
    // The example queries of docs/profile-file.md by our own reader; tests/oracles/check_fleet.py
    // asks DuckDB.
    QTemporaryDir folder;
    constexpr int files = 1000;
    std::map<std::string, std::int64_t> wanted; // ns by operator type
    std::vector<double> walls;
    for (int i = 0; i < files; ++i) {
        const auto steps = static_cast<std::uint32_t>(2 + i % 5);
        const auto profile = testing::sampleProfile({ .steps = steps, .rounds = 1, .warmUp = 0 });
        for (std::size_t k = 0; k < profile->slices.size(); ++k)
            if (profile->slices.kind[k] == SliceKind::Step)
                wanted[std::string(profile->text(profile->steps[profile->slices.step[k]].opType))]
                    += profile->slices.durationNs[k];
        walls.push_back(computeStatistics(*profile)->wall.median);
        QVERIFY(writeProfileFile(
            pathIn(folder, qPrintable(QString::number(i) + ".opscope")), *profile));
    }
    std::map<std::string, std::int64_t> sums;
    for (int i = 0; i < files; ++i) {
        const auto found
            = readProfileFile(pathIn(folder, qPrintable(QString::number(i) + ".opscope")));
        QVERIFY(found);
        const auto statistics = computeStatistics(**found);
        QCOMPARE(statistics->wall.median, walls[static_cast<std::size_t>(i)]);
        const auto& slices = (*found)->slices;
        for (std::size_t k = 0; k < slices.size(); ++k)
            if (slices.kind[k] == SliceKind::Step)
                sums[std::string((*found)->text((*found)->steps[slices.step[k]].opType))]
                    += slices.durationNs[k];
    }
    QVERIFY(sums == wanted);
}

void TestProfileFile::stepsAreNeverTheirOwnAncestors()
{
    const auto profile = testing::sampleProfile({ .steps = 400 });
    auto entries = file::footerEntries(*profile);
    auto steps
        = QJsonDocument::fromJson(QByteArray::fromStdString(entries["opscope.steps"])).array();
    const auto count = steps.size();
    for (qsizetype i = 0; i < count; ++i) {
        auto row = steps[i].toObject();
        row["parent"] = i < 3 ? (i + 1) % 3 : i - 1; // a ring, and a chain that hangs on it
        steps[i] = row;
    }
    entries["opscope.steps"] = QJsonDocument(steps).toJson(QJsonDocument::Compact).toStdString();
    std::string bytes;
    auto writer = file::ParquetWriter::toMemory(bytes, file::columns);
    QVERIFY(bool(writer));
    QVERIFY(bool(file::appendRows(*writer, *profile, entries)));
    QVERIFY(bool(writer->finish(entries)));
    const auto found = readProfileFile(bytesOf(bytes));
    QVERIFY(bool(found));
    int nested = 0;
    for (const auto& step : (*found)->steps) {
        nested += step.parent.isValid() ? 1 : 0;
        int depth = 0;
        for (auto above = step.parent; above.isValid(); above = (*found)->step(above).parent)
            QVERIFY(++depth <= 256);
    }
    QVERIFY(nested > count / 2); // the others keep theirs
}

QTEST_GUILESS_MAIN(TestProfileFile)
#include "tst_profile_file.moc"
