#include <QTest>

#include "profiler/file/profile_file.h"
#include "profiler/fleet/pack.h"
#include "profiler/tables/commit.h"
#include "tests/support/profiler/simulated_pair.h"
#include "tests/support/profiler/with_metadata.h"
#include "tests/support/ui/driven_window.h"
#include "ui/compare/comparison_page.h"
#include "ui/fleet/dot_chart.h"
#include "ui/fleet/fleet_page.h"
#include "ui/fleet/fleet_table.h"
#include "ui/tables/table_view.h"
#include "ui/window/tabs/document_tabs.h"

#include <QAbstractItemModelTester>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTemporaryDir>

#include <array>

namespace {

constexpr auto patience = DrivenWindow::patience;
constexpr std::int64_t november = 1'795'000'000; // 2026-11-18

/// A profile of a made model on one of two machines.
std::shared_ptr<const profiler::Profile> madeProfile(int number)
{
    testing::PairShape shape;
    shape.operatorNs = { 1e6 * (1 + number % 3), 2e6 };
    shape.rounds = 3;
    return testing::withMetadata(
        *testing::simulatedPair(shape)[0], [&](profiler::Metadata& metadata) {
            namespace keys = profiler::keys;
            const std::array models { "resnet.onnx", "decoder.onnx" };
            const bool isOther = number % 4 == 3;
            metadata.set(keys::profileId, std::string_view("id" + std::to_string(number)));
            metadata.set(keys::modelName, models[static_cast<std::size_t>(number % 2)]);
            metadata.set(keys::cpu, isOther ? "AMD EPYC 9554" : "Intel Xeon 8480+");
            metadata.set(keys::cores, std::int64_t(isOther ? 64 : 12));
            metadata.set(keys::host, isOther ? "node07" : "node01");
            metadata.set(keys::threads, std::int64_t(4));
            metadata.set(keys::precision, "f32");
            metadata.set(
                keys::commit, std::string_view("c0ffee" + std::to_string(number) + "0000000"));
            metadata.set(keys::startedAt, (november + number * 86'400) * 1'000'000'000);
        });
}

} // namespace

/// The tab that lists the profiles of a folder.
class TestFleetPage : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void profilesAreListed();
    void wordsFilterRowsAndChart();
    void theChartShowsTheModelOverTime();
    void aProfileIsOpened();
    void twoProfilesAreCompared();
    void filesThatCannotBeReadAreNamed();
    void packedProfilesAreListedAndOpened();
    void aFolderWithoutProfilesSaysSo();

private:
    static constexpr int count = 12;

    ui::DocumentTabs& tabs() const { return *m_driven->window().findChild<ui::DocumentTabs*>(); }
    ui::FleetPage* page() const { return qobject_cast<ui::FleetPage*>(tabs().currentWidget()); }
    template <typename T>
    T* part(const char* name) const
    {
        return page()->findChild<T*>(QString::fromLatin1(name));
    }
    bool openFolder(const QString& name)
    {
        m_driven->window().openFile(m_folder.filePath(name));
        m_driven->settle();
        return page() != nullptr;
    }
    QString cell(int row, int column) const
    {
        return page()->table()->model()->index(row, column).data().toString();
    }

    QTemporaryDir m_folder;
    std::unique_ptr<DrivenWindow> m_driven;
};

void TestFleetPage::initTestCase()
{
    DrivenWindow::isolate(m_folder);
    qputenv("XDG_CACHE_HOME", m_folder.filePath("cache").toUtf8());
    QVERIFY(QDir(m_folder.path()).mkpath("nightly/deep"));
    const auto folder = m_folder.path().toStdString();
    for (int i = 0; i < count; ++i)
        QVERIFY(profiler::writeProfileFile(folder + "/nightly/" + (i % 2 == 0 ? "deep/" : "") + "p"
                + std::to_string(i) + ".opscope",
            *madeProfile(i)));
    QVERIFY(profiler::fleet::packProfiles(folder + "/nightly", folder + "/packed"));
    m_driven = std::make_unique<DrivenWindow>();
}

void TestFleetPage::profilesAreListed()
{
    QVERIFY(openFolder("nightly"));
    QCOMPARE(part<QLabel>("fleetHeading")->text(), QStringLiteral("12 profiles"));
    QVERIFY(part<QLabel>("fleetSummary")
                ->text()
                .startsWith(QStringLiteral("2 models · 2 kinds of machine · single files")));
    auto* view = page()->table();
    const QAbstractItemModelTester tester(
        view->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(view->model()->rowCount(), count);
    // Newest first.
    QCOMPARE(cell(0, ui::FleetTable::File), QStringLiteral("p11.opscope"));
    QCOMPARE(cell(0, ui::FleetTable::Model), QStringLiteral("decoder.onnx"));
    QCOMPARE(cell(0, ui::FleetTable::Machine), QStringLiteral("AMD EPYC 9554, 64 cores"));
    QCOMPARE(cell(0, ui::FleetTable::Commit), QStringLiteral("c0ffee1100"));
    QVERIFY(cell(0, ui::FleetTable::Wall).endsWith(QStringLiteral("ms")));
    view->sortByColumn(ui::FleetTable::Wall, Qt::AscendingOrder);
    QVERIFY(view->model()->index(0, ui::FleetTable::Wall).data(Qt::DisplayRole)
        != cell(count - 1, ui::FleetTable::Wall));
    view->sortByColumn(ui::FleetTable::Date, Qt::DescendingOrder);
    // The same folder is the same tab.
    QVERIFY(openFolder("nightly"));
    QCOMPARE(tabs().count(), 1);
    m_driven->shoot(QStringLiteral("fleet"));
}

void TestFleetPage::wordsFilterRowsAndChart()
{
    QVERIFY(openFolder("nightly"));
    part<QLineEdit>("fleetFilter")->setText(QStringLiteral("DECODER node01"));
    QCOMPARE(page()->table()->model()->rowCount(), 3);
    QCOMPARE(part<QLabel>("fleetHeading")->text(), QStringLiteral("3 of 12 profiles"));
    page()->table()->setCurrentIndex(page()->table()->model()->index(0, 0));
    QCOMPARE(page()->chart()->partCount(), 3);
    part<QLineEdit>("fleetFilter")->setText(QStringLiteral("nowhere"));
    QCOMPARE(page()->table()->model()->rowCount(), 0);
    QCOMPARE(page()->chart()->partCount(), 0);
    QVERIFY(!part<QPushButton>("fleetOpen")->isEnabled());
    part<QLineEdit>("fleetFilter")->clear();
    QCOMPARE(page()->table()->model()->rowCount(), count);
}

void TestFleetPage::theChartShowsTheModelOverTime()
{
    QVERIFY(openFolder("nightly"));
    auto* view = page()->table();
    view->setCurrentIndex(view->model()->index(0, 0));
    auto* chart = page()->chart();
    QCOMPARE(chart->partCount(), count / 2); // of one of the two models
    QCOMPARE(chart->currentPart(), count / 2 - 1); // the newest
    QVERIFY2(
        chart->partText(0).contains(QStringLiteral("p1.opscope")), qPrintable(chart->partText(0)));
    chart->choosePart(0);
    QCOMPARE(cell(view->currentIndex().row(), ui::FleetTable::File), QStringLiteral("p1.opscope"));
    QCOMPARE(chart->currentPart(), 0);
    chart->setFocus();
    QTest::keyClick(chart, Qt::Key_Right);
    QCOMPARE(cell(view->currentIndex().row(), ui::FleetTable::File), QStringLiteral("p3.opscope"));
}

void TestFleetPage::aProfileIsOpened()
{
    QVERIFY(openFolder("nightly"));
    auto* view = page()->table();
    view->setCurrentIndex(view->model()->index(1, 0));
    QVERIFY(m_driven->action("file.openFolder")->isEnabled());
    QCOMPARE(cell(1, ui::FleetTable::File), QStringLiteral("deep/p10.opscope"));
    QVERIFY(part<QPushButton>("fleetOpen")->isEnabled());
    part<QPushButton>("fleetOpen")->click();
    m_driven->settle();
    QVERIFY(tabs().currentDocument() != nullptr);
    QCOMPARE(tabs().currentDocument()->path(), m_folder.filePath("nightly/deep/p10.opscope"));
    tabs().closeTab(tabs().currentIndex());
}

void TestFleetPage::twoProfilesAreCompared()
{
    QVERIFY(openFolder("nightly"));
    auto* view = page()->table();
    view->setCurrentIndex(view->model()->index(0, 0));
    QVERIFY(!part<QPushButton>("fleetCompare")->isEnabled());
    view->selectionModel()->select(
        view->model()->index(2, 0), QItemSelectionModel::Select | QItemSelectionModel::Rows);
    QVERIFY(part<QPushButton>("fleetCompare")->isEnabled());
    part<QPushButton>("fleetCompare")->click();
    QVERIFY(QTest::qWaitFor([&] { return tabs().currentComparison() != nullptr; }, patience));
    while (tabs().count() > 1 || page() == nullptr)
        tabs().closeTab(page() == nullptr ? tabs().currentIndex() : tabs().count() - 1);
}

void TestFleetPage::filesThatCannotBeReadAreNamed()
{
    QFile broken(m_folder.filePath("nightly/broken.opscope"));
    QVERIFY(broken.open(QFile::WriteOnly) && broken.write("PAR1 no more") > 0);
    broken.close();
    QVERIFY(openFolder("nightly"));
    part<QPushButton>("fleetReload")->click();
    m_driven->settle();
    QVERIFY(part<QWidget>("fleetLeftOut")->isVisible());
    QVERIFY2(shownWords(*part<QWidget>("fleetLeftOut")).contains(QStringLiteral("broken.opscope")),
        qPrintable(shownWords(*part<QWidget>("fleetLeftOut"))));
    QCOMPARE(page()->table()->model()->rowCount(), count);
    QVERIFY(broken.remove());
    part<QPushButton>("fleetReload")->click();
    m_driven->settle();
    QVERIFY(!part<QWidget>("fleetLeftOut")->isVisible());
}

void TestFleetPage::packedProfilesAreListedAndOpened()
{
    QVERIFY(openFolder("packed"));
    QCOMPARE(page()->table()->model()->rowCount(), count);
    QVERIFY(part<QLabel>("fleetSummary")->text().contains(QStringLiteral("packed")));
    emit page()->table()->activated(page()->table()->model()->index(0, 0));
    m_driven->settle();
    QVERIFY(tabs().currentDocument() != nullptr);
    QVERIFY(tabs().currentDocument()->path().endsWith(QStringLiteral("/p11.opscope")));
    QVERIFY(tabs().currentDocument()->profile() != nullptr);
    tabs().closeTab(tabs().currentIndex());
}

void TestFleetPage::aFolderWithoutProfilesSaysSo()
{
    QVERIFY(QDir(m_folder.path()).mkpath("nothing"));
    QVERIFY(openFolder("nothing"));
    const auto text = part<QLabel>("fleetState")->text();
    QVERIFY2(text.contains(QStringLiteral("has no profile")), qPrintable(text));
    QVERIFY(part<QLabel>("fleetState")->isVisible());
}

QTEST_MAIN(TestFleetPage)
#include "tst_fleet_page.moc"
