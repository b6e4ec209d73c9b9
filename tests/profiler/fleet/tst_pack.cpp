// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "model/support/mapped_file.h"
#include "profiler/file/profile_columns.h"
#include "profiler/file/profile_file.h"
#include "profiler/fleet/pack.h"
#include "profiler/fleet/packed_columns.h"
#include "profiler/fleet/profile_facts.h"
#include "profiler/history/history.h"
#include "tests/support/paths.h"
#include "tests/support/profiler/counted_profile.h"
#include "tests/support/profiler/device_sample.h"
#include "tests/support/profiler/sample_profile.h"
#include "tests/support/profiler/with_metadata.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <algorithm>
#include <cmath>

using namespace profiler;
namespace fs = std::filesystem;

namespace {

/// Every value of a profile file, a row a line, and its key-values.
std::string contentOf(const fs::path& path)
{
    const auto mapped = support::MappedFile::open(path);
    if (!mapped)
        return mapped.error().message();
    auto reader = file::ParquetReader::open((*mapped)->bytes());
    if (!reader)
        return reader.error().message();
    std::string text;
    for (const auto& [key, value] : reader->keyValues())
        text += key + "=" + value + "\n";
    for (std::size_t group = 0; group < reader->groups(); ++group) {
        std::vector<std::string> rows(reader->rows(group));
        for (const auto& column : file::columns) {
            const auto values = reader->read(group, column);
            if (!values)
                return values.error().message();
            for (std::size_t i = 0; i < rows.size(); ++i)
                rows[i] += "|"
                    + (column.type == file::ColumnType::Text
                            ? std::string(values->dictionary[values->indices[i]])
                            : column.type == file::ColumnType::Number
                            ? std::to_string(values->numbers[i])
                            : std::to_string(values->integers[i]));
        }
        for (const auto& row : rows)
            text += row + "\n";
    }
    return text;
}

std::shared_ptr<const Profile> named(
    const Profile& profile, const std::string& model, std::int64_t startedSeconds)
{
    return testing::withMetadata(profile, [&](Metadata& metadata) {
        metadata.set(keys::profileId, std::string_view(model + std::to_string(startedSeconds)));
        metadata.set(keys::modelName, std::string_view(model));
        metadata.set(keys::startedAt, startedSeconds * 1'000'000'000);
        metadata.set(keys::cpu, std::string_view(model == "a" ? "a processor" : "another"));
    });
}

constexpr std::int64_t november = 1'795'000'000; // 2026-11-18

} // namespace

class TestPack : public QObject {
    Q_OBJECT

private slots:
    void init();
    void anExtractedProfileIsAsItWas_data();
    void anExtractedProfileIsAsItWas();
    void profilesOfOlderVersionsAreKept();
    void rowsAreSortedAndNumbered();
    void theIndexSaysWhatTheHistorySays();
    void whatDoesNotApplyIsNull();
    void filesThatCannotBeReadAreLeftOut();
    void measurementsInProgressAreNotPacked();
    void onlyPackedProfilesAreReplaced();
    void nothingIsLeftOfAStoppedPack();
    void anotherPackInProgressIsNotTouched();
    void namesThatAreNotThereAreRefused();
    void missingRowsAreNoticed();

private:
    fs::path at(const std::string& name) const { return m_path / name; }
    void write(const std::string& name, const Profile& profile) const
    {
        fs::create_directories(at(name).parent_path());
        const auto written = writeProfileFile(at(name), profile);
        QVERIFY2(written, written ? "" : written.error().message().c_str());
    }
    /// Two models with two profiles each, in files whose names have another order.
    void writeFour() const
    {
        const auto sample = testing::sampleProfile();
        write("in/1.opscope", *named(*sample, "b", november + 5));
        write("in/2.opscope", *named(*sample, "a", november + 9));
        write("in/deep/3.opscope",
            *named(*testing::profileOf(testing::deviceSample()), "b", november - 40 * 86'400));
        write("in/4.opscope", *named(*sample, "a", november + 3));
    }
    support::Result<fleet::PackReport> pack(const fleet::PackOptions& options = {}) const
    {
        return fleet::packProfiles(at("in"), at("packed"), options);
    }
    QStringList files(const std::string& folder) const
    {
        QStringList found;
        for (const auto& entry : fs::recursive_directory_iterator(at(folder)))
            if (entry.is_regular_file())
                found << QString::fromStdString(entry.path().lexically_relative(at(folder)));
        found.sort();
        return found;
    }
    file::ColumnValues column(const std::string& name, const file::ColumnSpec& spec) const
    {
        const auto mapped = *support::MappedFile::open(at("packed") / name);
        auto reader = *file::ParquetReader::open(mapped->bytes());
        auto values = *reader.read(0, spec);
        m_texts.clear();
        for (auto& text : values.dictionary) {
            m_texts.push_back(std::make_unique<std::string>(text));
            text = *m_texts.back();
        }
        return values;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    fs::path m_path;
    mutable std::vector<std::unique_ptr<std::string>> m_texts;
};

void TestPack::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_path = m_folder->path().toStdString();
}

void TestPack::anExtractedProfileIsAsItWas_data()
{
    QTest::addColumn<QStringList>("partitions");
    QTest::newRow("no partitions") << QStringList {};
    QTest::newRow("partitions") << QStringList { "machine", "month" };
    QTest::newRow("all partitions")
        << QStringList { "settings", "engine", "precision", "month", "machine" };
}

void TestPack::anExtractedProfileIsAsItWas()
{
    QFETCH(QStringList, partitions);
    writeFour();
    write("in/odd.opscope",
        *named(*testing::sampleProfile({ .steps = 3, .nodeName = "näme \"'|\n" }), "c d/é", 1));
    write("in/counted.opscope", *testing::withCounts(*testing::sampleProfile()));
    write("in/empty.opscope", Profile());
    // Several row groups, one of them with rows of two kinds.
    QVERIFY(writeProfileFile(at("in/groups.opscope"), *testing::sampleProfile(), { 100 }));
    fleet::PackOptions options;
    for (const auto& name : partitions)
        options.partitions.push_back(name.toStdString());
    const auto report = pack(options);
    QVERIFY2(report, report ? "" : report.error().message().c_str());
    QCOMPARE(report->profiles, 8u);
    QVERIFY(report->leftOut.empty());
    for (const auto& name : files("in")) {
        const auto extracted
            = fleet::extractProfile(at("packed"), name.toStdString(), at("out.opscope"));
        QVERIFY2(extracted, extracted ? "" : extracted.error().message().c_str());
        QCOMPARE(QString::fromStdString(contentOf(at("out.opscope"))),
            QString::fromStdString(contentOf(at("in") / name.toStdString())));
    }
    QVERIFY(
        fleet::extractProfile(at("packed"), "a" + std::to_string(november + 3), at("id.opscope")));
    QCOMPARE(contentOf(at("id.opscope")), contentOf(at("in/4.opscope")));
}

void TestPack::profilesOfOlderVersionsAreKept()
{
    const auto folder = testing::sourceDir() / "tests/data/profiles";
    std::size_t count = 0;
    for (const auto& entry : fs::directory_iterator(folder))
        if (entry.path().extension() == ".opscope" && readProfileFile(entry.path())) {
            fs::create_directories(at("in"));
            fs::copy_file(entry.path(), at("in") / entry.path().filename());
            ++count;
        }
    QVERIFY(count > 0);
    const auto report = pack();
    QVERIFY2(report, report ? "" : report.error().message().c_str());
    QCOMPARE(report->profiles, count);
    for (const auto& name : files("in")) {
        QVERIFY(fleet::extractProfile(at("packed"), name.toStdString(), at("out.opscope")));
        const auto before = readProfileFile(at("in") / name.toStdString());
        const auto after = readProfileFile(at("out.opscope"));
        QVERIFY(before && after);
        QCOMPARE(testing::profileText(**after), testing::profileText(**before));
        QVERIFY((*after)->metadata == (*before)->metadata);
    }
}

void TestPack::rowsAreSortedAndNumbered()
{
    writeFour();
    QVERIFY(pack());
    QCOMPARE(files("packed").filter("rows/op.parquet").size(), 1);
    QVERIFY(files("packed").contains("rows/gpu.parquet"));
    const auto facts = fleet::readFactsFile(at("packed/profiles.parquet"));
    QVERIFY(facts);
    QStringList order;
    for (const auto& row : *facts)
        order << QString::fromStdString(row.file);
    QCOMPARE(order, (QStringList { "4.opscope", "2.opscope", "deep/3.opscope", "1.opscope" }));
    for (const auto& name : files("packed/rows")) {
        const auto file = "rows/" + name.toStdString();
        QVERIFY(std::ranges::is_sorted(
            column(file, fleet::packedColumns[fleet::NumberColumn]).integers));
        const auto kinds = column(file, fleet::packedColumns[file::KindColumn]);
        QCOMPARE(kinds.dictionary.size(), 1u);
        QCOMPARE(QString::fromStdString(std::string(kinds.dictionary[0])) + ".parquet", name);
    }
}

void TestPack::theIndexSaysWhatTheHistorySays()
{
    writeFour();
    QVERIFY(pack({ { "month" }, {} }));
    const auto facts = fleet::readFactsFile(at("packed/profiles.parquet"));
    QVERIFY(facts);
    QCOMPARE(facts->size(), 4u);
    for (const auto& row : *facts) {
        const auto profile = readProfileFile(at("in") / row.file);
        QVERIFY(profile);
        const auto measured = measuredProfile(**profile, row.file);
        QVERIFY(measured);
        QCOMPARE(row.wallNs, measured->wallNs);
        QCOMPARE(row.wallLowNs, measured->interval->low);
        QCOMPARE(row.wallHighNs, measured->interval->high);
        QCOMPARE(row.model, measured->setup.model);
        QCOMPARE(row.settingsText, factsText(measured->setup.settings));
        QCOMPARE(row.startedNs, measured->startedNs);
        QCOMPARE(row.month, std::string(row.file == "deep/3.opscope" ? "2026-10" : "2026-11"));
    }
    QVERIFY(fs::exists(at("packed/rows/month=2026-10/gpu.parquet")));
    QVERIFY(fs::exists(at("packed/rows/month=2026-11/op.parquet")));
}

void TestPack::whatDoesNotApplyIsNull()
{
    writeFour();
    QVERIFY(pack());
    const auto runs
        = [&](std::size_t i) { return column("rows/run.parquet", fleet::packedColumns[i]); };
    QVERIFY(std::ranges::all_of(
        runs(file::StepColumn).integers, [](auto step) { return step == file::noInteger; }));
    QVERIFY(
        std::ranges::all_of(runs(file::SideColumn).integers, [](auto side) { return side >= 0; }));
    QVERIFY(
        std::ranges::all_of(runs(file::FlopsColumn).numbers, [](auto n) { return std::isnan(n); }));
    QVERIFY(std::ranges::all_of(
        runs(file::OpTypeColumn).indices, [](auto index) { return index == file::noText; }));
    QVERIFY(runs(file::OpTypeColumn).dictionary.empty());
}

void TestPack::filesThatCannotBeReadAreLeftOut()
{
    writeFour();
    QFile cut(QString::fromStdString(at("in/2.opscope")));
    QVERIFY(cut.resize(cut.size() - 100));
    QFile text(QString::fromStdString(at("in/text.opscope")));
    QVERIFY(text.open(QFile::WriteOnly) && text.write("no profile") > 0);
    text.close();
    // A page in the middle is damaged; the footer is whole.
    QFile damaged(QString::fromStdString(at("in/4.opscope")));
    QVERIFY(damaged.open(QFile::ReadWrite) && damaged.seek(300));
    QVERIFY(damaged.write(QByteArray(200, '\x55')) == 200);
    damaged.close();
    const auto report = pack();
    QVERIFY2(report, report ? "" : report.error().message().c_str());
    QCOMPARE(report->profiles, 2u);
    QStringList names;
    for (const auto& [file, reason] : report->leftOut) {
        names << QString::fromStdString(file);
        QVERIFY(!reason.empty());
    }
    names.sort();
    QCOMPARE(names, (QStringList { "2.opscope", "4.opscope", "text.opscope" }));
    QCOMPARE(fleet::readFactsFile(at("packed/profiles.parquet"))->size(), 2u);

    fs::remove_all(at("in"));
    fs::create_directory(at("in"));
    const auto none = pack({ {}, fleet::NewFolder::Replace::Yes });
    QVERIFY(!none);
    QVERIFY(none.error().message().find("has no profile that can be packed (0 files)")
        != std::string::npos);
    QCOMPARE(fleet::readFactsFile(at("packed/profiles.parquet"))->size(), 2u); // not replaced
}

void TestPack::measurementsInProgressAreNotPacked()
{
    const std::string job(32, 'a');
    write("in/" + job + ".opscope", *named(*testing::sampleProfile(), "a", november));
    write("in/jobs/" + job + ".host.123.opscope", *named(*testing::sampleProfile(), "a", november));
    write("in/jobs/other.opscope", *named(*testing::sampleProfile(), "b", november));
    const auto report = pack();
    QVERIFY(report);
    QCOMPARE(report->profiles, 2u);
}

void TestPack::onlyPackedProfilesAreReplaced()
{
    writeFour();
    QVERIFY(pack());
    const auto refused = pack();
    QVERIFY(!refused);
    QVERIFY(refused.error().message().find("--force") != std::string::npos);
    fs::remove(at("in/1.opscope"));
    QVERIFY(pack({ {}, fleet::NewFolder::Replace::Yes }));
    QCOMPARE(fleet::readFactsFile(at("packed/profiles.parquet"))->size(), 3u);
    QVERIFY(!fs::exists(at("packed.part")) && !fs::exists(at("packed.old")));

    for (const std::string name : { "notes.txt", "other.parquet", "rows/sales.parquet" }) {
        QFile other(QString::fromStdString(at("packed") / name));
        QVERIFY(other.open(QFile::WriteOnly));
        const auto kept = pack({ {}, fleet::NewFolder::Replace::Yes });
        QVERIFY(!kept);
        QVERIFY(kept.error().message().find(name) != std::string::npos);
        QVERIFY(other.remove());
    }
}

void TestPack::nothingIsLeftOfAStoppedPack()
{
    writeFour();
    std::stop_source source;
    const auto stopped = fleet::packProfiles(at("in"), at("packed"), {}, source.get_token(),
        [&](std::string_view what, std::uint64_t done, std::uint64_t) {
            if (what == "packing profiles" && done == 2)
                source.request_stop();
        });
    QVERIFY(!stopped);
    QCOMPARE(stopped.error().kind(), support::ErrorKind::Cancelled);
    QVERIFY(!fs::exists(at("packed")) && !fs::exists(at("packed.part")));
    // What a killed program left is removed.
    fs::create_directories(at("packed.part/rows"));
    QFile left(QString::fromStdString(at("packed.part/rows/op.parquet.part")));
    QVERIFY(left.open(QFile::WriteOnly));
    QVERIFY(pack());
    QVERIFY(!fs::exists(at("packed.part")));
}

void TestPack::anotherPackInProgressIsNotTouched()
{
    writeFour();
    QVERIFY(fs::create_directory(at("packed.part")));
    const auto other = fleet::createFactsFile(at("packed.part/profiles.parquet"));
    QVERIFY(other);
    const auto refused = pack();
    QVERIFY(!refused);
    QVERIFY(refused.error().message().find("another program is writing") != std::string::npos);
    QVERIFY(fs::exists(at("packed.part/profiles.parquet.part")));
}

void TestPack::namesThatAreNotThereAreRefused()
{
    writeFour();
    fs::copy_file(at("in/1.opscope"), at("in/copy.opscope"));
    QVERIFY(pack());
    const auto unknown = fleet::extractProfile(at("packed"), "9.opscope", at("out.opscope"));
    QVERIFY(!unknown);
    QVERIFY(unknown.error().message().find("no profile \"9.opscope\"") != std::string::npos);
    const auto twice = fleet::extractProfile(
        at("packed"), "b" + std::to_string(november + 5), at("out.opscope"));
    QVERIFY(!twice);
    QVERIFY(twice.error().message().find("\"1.opscope\", \"copy.opscope\"") != std::string::npos);
    QVERIFY(!fs::exists(at("out.opscope")));
    const auto partition = pack({ { "colour" }, fleet::NewFolder::Replace::Yes });
    QVERIFY(!partition);
    QVERIFY(partition.error().message().find("expected machine, month") != std::string::npos);
}

void TestPack::missingRowsAreNoticed()
{
    writeFour();
    QVERIFY(pack());
    fs::remove(at("packed/rows/run.parquet"));
    const auto missing = fleet::extractProfile(at("packed"), "1.opscope", at("out.opscope"));
    QVERIFY(!missing);
    QVERIFY(missing.error().message().find("files of the pack are missing") != std::string::npos);
    QVERIFY(!fs::exists(at("out.opscope")));
}

QTEST_GUILESS_MAIN(TestPack)
#include "tst_pack.moc"
