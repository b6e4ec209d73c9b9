// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "profiler/file/profile_file.h"
#include "profiler/fleet/measured_folder.h"
#include "profiler/fleet/pack.h"
#include "profiler/tables/commit.h"
#include "tests/support/profiler/simulated_pair.h"
#include "tests/support/profiler/with_metadata.h"

#include <QTemporaryDir>

#include <algorithm>

using namespace profiler;
namespace fs = std::filesystem;

namespace {

constexpr std::int64_t november = 1'795'000'000; // 2026-11-18
constexpr int commits = 24;
constexpr int place = 12; ///< where the first operator becomes 30 % slower

struct Made {
    int commit = 0;
    std::string model = "resnet.onnx";
    std::string cpu = "a processor";
    std::size_t operators = 3;
};

std::shared_ptr<const Profile> madeProfile(const Made& made)
{
    testing::PairShape shape;
    shape.operatorNs.assign(made.operators, 1e6);
    shape.operatorNs.front() = made.commit < place ? 2e6 : 2.6e6;
    shape.rounds = 4;
    shape.isSteady = true;
    shape.seed = static_cast<std::uint64_t>(made.commit) + 1;
    return testing::withMetadata(*testing::simulatedPair(shape)[0], [&](Metadata& metadata) {
        metadata.set(keys::modelName, std::string_view(made.model));
        metadata.set(keys::cpu, std::string_view(made.cpu));
        metadata.set(keys::commit, std::string_view("c" + std::to_string(made.commit)));
        metadata.set(keys::startedAt, (november + made.commit * 86'400 * 3) * 1'000'000'000);
        metadata.set(keys::tag, "nightly");
        if (made.commit == 5)
            metadata.set(keys::interrupted, true);
    });
}

QString textOf(const std::vector<ChangePoint>& changes)
{
    QStringList texts;
    for (const auto& change : changes)
        texts << QStringLiteral("change %1 %2 %3 %4 %5")
                     .arg(change.at)
                     .arg(change.first)
                     .arg(change.last)
                     .arg(change.ratio, 0, 'g', 17)
                     .arg(change.p, 0, 'g', 17);
    return texts.join(u'\n');
}

/// Everything that a history says, a line each.
QStringList textOf(const History& history)
{
    QStringList lines;
    for (const auto& series : history.series) {
        lines << QString::fromStdString(series.setup.model + "|" + factsText(series.setup.machine)
            + "|" + factsText(series.setup.settings));
        for (const auto& point : series.points)
            lines << QStringLiteral("%1 %2 %3 %4 %5 %6")
                         .arg(QString::fromStdString(point.commit + " " + point.label))
                         .arg(point.timeNs)
                         .arg(point.wallNs, 0, 'g', 17)
                         .arg(point.interval ? point.interval->low : 0, 0, 'g', 17)
                         .arg(point.interval ? point.interval->high : 0, 0, 'g', 17)
                         .arg(QString::fromStdString(point.files.front()));
        lines << textOf(series.changes);
        for (const auto& row : series.operators) {
            auto line = QString::fromStdString(row.name + " " + row.type);
            for (std::size_t i = 0; i < row.medianNs.size(); ++i)
                line += QStringLiteral(" %1 ").arg(row.medianNs[i].value_or(-1), 0, 'g', 17)
                    + QString::fromStdString(row.implementations[i]);
            lines << line << textOf(row.changes);
        }
    }
    for (const auto& [file, reason] : history.leftOut)
        lines << QString::fromStdString("left out: " + file + ": " + reason);
    return lines;
}

} // namespace

/// The history of packed profiles.
class TestPackedHistory : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_path = m_folder->path().toStdString();
    }
    void itIsThatOfTheSingleFiles_data();
    void itIsThatOfTheSingleFiles();
    void aPackWithMissingRowsLeavesProfilesOut();

private:
    void write(const Made& made, const std::string& name) const
    {
        fs::create_directories((m_path / "in" / name).parent_path());
        QVERIFY(writeProfileFile(m_path / "in" / name, *madeProfile(made)));
    }
    QStringList read(const std::string& folder) const
    {
        auto measured = fleet::readMeasuredFolder(m_path / folder);
        if (!measured)
            return { QString::fromStdString(measured.error().message()) };
        auto history = buildHistory(*std::move(measured));
        std::ranges::sort(history->leftOut, {}, &ProfileFolder::LeftOut::file);
        return textOf(*history);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    fs::path m_path;
};

void TestPackedHistory::itIsThatOfTheSingleFiles_data()
{
    QTest::addColumn<QStringList>("partitions");
    QTest::newRow("no partitions") << QStringList {};
    QTest::newRow("partitions") << QStringList { "month", "machine" };
}

void TestPackedHistory::itIsThatOfTheSingleFiles()
{
    QFETCH(QStringList, partitions);
    for (int i = 0; i < commits; ++i) // the names have another order than the commits
        write({ i }, (i % 2 == 0 ? "deep/" : "") + std::to_string(100 - i) + ".opscope");
    for (int i = 0; i < 3; ++i)
        write({ i, "resnet.onnx", "another" }, "other/" + std::to_string(i) + ".opscope");
    // More rows than a row group of the pack has.
    for (int i = 0; i < 12; ++i)
        write({ i, "large.onnx", "a processor", 600 }, "l" + std::to_string(i) + ".opscope");
    fleet::PackOptions options;
    for (const auto& name : partitions)
        options.partitions.push_back(name.toStdString());
    const auto report = fleet::packProfiles(m_path / "in", m_path / "packed", options);
    QVERIFY2(report, report ? "" : report.error().message().c_str());
    QVERIFY2(report->rows > 2 * 65'536, qPrintable(QString::number(report->rows)));
    const auto single = read("in");
    QVERIFY(single.filter("change 1").size() >= 2); // of the wall and of an operator
    QCOMPARE(single.filter("left out: ").size(), 2); // those that were interrupted
    QCOMPARE(read("packed"), single);
}

void TestPackedHistory::aPackWithMissingRowsLeavesProfilesOut()
{
    write({ 0 }, "0.opscope");
    QVERIFY(fleet::packProfiles(m_path / "in", m_path / "packed"));
    fs::remove(m_path / "packed/rows/run.parquet");
    const auto lines = read("packed");
    QCOMPARE(lines.size(), 1);
    QVERIFY2(lines[0].startsWith("left out: 0.opscope: "), qPrintable(lines[0]));
    QVERIFY2(lines[0].contains("files of the pack are missing"), qPrintable(lines[0]));
}

QTEST_GUILESS_MAIN(TestPackedHistory)
#include "tst_packed_history.moc"
