// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "profiler/charts/fleet_figure.h"
#include "profiler/file/profile_file.h"
#include "profiler/fleet/fleet_index.h"
#include "profiler/statistics/statistics.h"
#include "tests/support/profiler/sample_profile.h"
#include "tests/support/profiler/with_metadata.h"

#include <QFile>
#include <QTemporaryDir>

#include <cmath>

using namespace profiler;
namespace fs = std::filesystem;

/// The list of the profiles of a folder, and its cache.
class TestFleetIndex : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_path = m_folder->path().toStdString();
        write("b.opscope", "model b", 1);
        write("a.opscope", "model a", 2);
    }
    void unchangedFilesAreReadOnce();
    void aBrokenCacheIsReadAnew();
    void packedProfilesNeedNoCache();
    void theWallIsThatOfTheStatistics_data();
    void theWallIsThatOfTheStatistics();
    void aFolderThatIsNotThereIsAnError();
    void pointsAreInOrderOfTime();

private:
    void write(const std::string& name, const std::string& model, std::int64_t seconds) const
    {
        fs::create_directories(m_path / "in");
        const auto profile
            = testing::withMetadata(*testing::sampleProfile(), [&](Metadata& metadata) {
                  metadata.set(keys::modelName, std::string_view(model));
                  metadata.set(keys::startedAt, seconds * 1'000'000'000);
              });
        QVERIFY(writeProfileFile(m_path / "in" / name, *profile));
    }
    support::Result<fleet::FleetIndex> read() const
    {
        return fleet::readFleet(m_path / "in", m_path / "cache/index.parquet");
    }
    static QStringList files(const fleet::FleetIndex& index)
    {
        QStringList names;
        for (const auto& facts : index.profiles)
            names << QString::fromStdString(facts.file);
        return names;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    fs::path m_path;
};

void TestFleetIndex::unchangedFilesAreReadOnce()
{
    const auto first = read();
    QVERIFY(first);
    QCOMPARE(files(*first), (QStringList { "a.opscope", "b.opscope" }));
    QCOMPARE(first->filesRead, 2u);
    const auto second = read();
    QVERIFY(second);
    QCOMPARE(second->filesRead, 0u);
    QCOMPARE(files(*second), files(*first));
    QCOMPARE(second->profiles[0].wallNs, first->profiles[0].wallNs);
    QCOMPARE(second->profiles[0].settingsText, first->profiles[0].settingsText);

    write("b.opscope", "model 0", 3); // another time of change
    fs::last_write_time(m_path / "in/b.opscope",
        fs::last_write_time(m_path / "in/a.opscope") + std::chrono::seconds(5));
    write("c.opscope", "model c", 4);
    fs::remove(m_path / "in/a.opscope");
    QFile broken(QString::fromStdString(m_path / "in/d.opscope"));
    QVERIFY(broken.open(QFile::WriteOnly) && broken.write("PAR1") > 0);
    broken.close();
    const auto third = read();
    QVERIFY(third);
    QCOMPARE(third->filesRead, 3u);
    QCOMPARE(files(*third), (QStringList { "b.opscope", "c.opscope" }));
    QCOMPARE(third->leftOut.size(), 1u);
    QCOMPARE(third->profiles[0].model, std::string("model 0"));
    QCOMPARE(read()->filesRead, 1u); // the broken one
}

void TestFleetIndex::aBrokenCacheIsReadAnew()
{
    QVERIFY(read());
    QFile cache(QString::fromStdString(m_path / "cache/index.parquet"));
    QVERIFY(cache.resize(cache.size() / 2));
    const auto again = read();
    QVERIFY(again);
    QCOMPARE(again->filesRead, 2u);
    QCOMPARE(read()->filesRead, 0u);
    // Nothing can be kept below a file.
    const auto without = fleet::readFleet(m_path / "in", m_path / "in/a.opscope/index.parquet");
    QVERIFY(without);
    QCOMPARE(without->profiles.size(), 2u);
}

void TestFleetIndex::packedProfilesNeedNoCache()
{
    QVERIFY(fleet::packProfiles(m_path / "in", m_path / "packed"));
    const auto index = fleet::readFleet(m_path / "packed", {});
    QVERIFY(index);
    QVERIFY(index->isPacked);
    QCOMPARE(files(*index), (QStringList { "a.opscope", "b.opscope" }));
    QCOMPARE(index->profiles[1].number, std::int64_t(1));
}

void TestFleetIndex::theWallIsThatOfTheStatistics_data()
{
    QTest::addColumn<bool>("hasUnrecordedRuns");
    QTest::addColumn<std::size_t>("rowsPerGroup");
    QTest::newRow("runs with and without recording") << true << std::size_t(1'000'000);
    QTest::newRow("several groups") << true << std::size_t(7);
    QTest::newRow("all recorded, one with a gap") << false << std::size_t(1'000'000);
    QTest::newRow("the same in several groups") << false << std::size_t(7);
}

/// The list reads only a part of each file.
void TestFleetIndex::theWallIsThatOfTheStatistics()
{
    QFETCH(bool, hasUnrecordedRuns);
    QFETCH(std::size_t, rowsPerGroup);
    Profile profile = *testing::sampleProfile();
    QVERIFY(profile.runs.size() > 3);
    for (std::size_t i = 0; i < profile.runs.size(); ++i) {
        profile.runs[i].side = hasUnrecordedRuns && i % 2 == 1 ? Side::Unprofiled : Side::Single;
        profile.runs[i].wallNs += static_cast<std::int64_t>(i * i);
        profile.runs[i].hasGap = i == 0;
    }
    const auto path = m_path / "one.opscope";
    QVERIFY(writeProfileFile(path, profile, { rowsPerGroup }));
    const auto facts = fleet::readFacts(path, "one.opscope");
    QVERIFY(facts);
    const auto wall = computeStatistics(**readProfileFile(path))->bestWall();
    QCOMPARE(facts->samples, std::int64_t(wall.samples));
    QCOMPARE(facts->wallNs, wall.median);
    QCOMPARE(std::isnan(facts->wallLowNs), !wall.interval);
    if (wall.interval)
        QCOMPARE(facts->wallLowNs, wall.interval->low);
}

void TestFleetIndex::aFolderThatIsNotThereIsAnError()
{
    const auto missing = fleet::readFleet(m_path / "missing", {});
    QVERIFY(!missing);
    QVERIFY(missing.error().message().find("cannot read the folder") != std::string::npos);
}

void TestFleetIndex::pointsAreInOrderOfTime()
{
    constexpr std::int64_t hour = 3'600'000'000'000;
    const std::vector<FleetPoint> points { { 0, 2e6, Interval { 1.9e6, 2.1e6 }, true, "first" },
        { 30 * 24 * hour, 3e6, {}, false, "second" },
        { 60 * 24 * hour, 2.5e6, Interval { 0, 9e9 }, true, "third" } };
    const auto figure = fleetFigure(points, 600, 200);
    QCOMPARE(figure.dots.size(), points.size());
    const auto dot = [&](std::size_t i) { return figure.figure.shapes[figure.dots[i]]; };
    QCOMPARE(dot(0).tip, std::string("first"));
    QCOMPARE(dot(1).tip, std::string("second"));
    QVERIFY(dot(0).at.x < dot(1).at.x && dot(1).at.x < dot(2).at.x);
    QVERIFY(dot(1).at.y < dot(2).at.y && dot(2).at.y < dot(0).at.y); // up is longer
    for (const auto& shape : figure.figure.shapes)
        for (const auto& point : shape.points)
            QVERIFY(point.x >= 0 && point.x <= 600 && point.y >= 0 && point.y <= 200);
    const auto one = fleetFigure(std::span(points).first(1), 600, 200);
    QVERIFY(one.figure.shapes[one.dots[0]].at.x > 100);
}

QTEST_GUILESS_MAIN(TestFleetIndex)
#include "tst_fleet_index.moc"
