#include <QTest>

#include "profiler/file/profile_file.h"
#include "profiler/fleet/pack.h"
#include "profiler/tables/commit.h"
#include "tests/support/profiler/simulated_pair.h"
#include "tests/support/profiler/with_metadata.h"
#include "tests/support/ui/driven_window.h"
#include "ui/fleet/dot_chart.h"
#include "ui/fleet/fleet_page.h"
#include "ui/fleet/history_page.h"
#include "ui/fleet/history_table.h"
#include "ui/tables/table_view.h"
#include "ui/window/tabs/document_tabs.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QTemporaryDir>

namespace {

constexpr auto patience = DrivenWindow::patience;
constexpr std::int64_t november = 1'795'000'000; // 2026-11-18
constexpr int commits = 24;
constexpr int place = 12; ///< where the first operator becomes 30 % slower

/// A profile of one commit of a made model.
std::shared_ptr<const profiler::Profile> madeProfile(int commit)
{
    testing::PairShape shape;
    shape.operatorNs = { commit < place ? 1e6 : 1.3e6, 2e6, 3e4 };
    shape.rounds = 4;
    shape.isSteady = true;
    shape.seed = static_cast<std::uint64_t>(commit) + 1;
    return testing::withMetadata(
        *testing::simulatedPair(shape)[0], [&](profiler::Metadata& metadata) {
            namespace keys = profiler::keys;
            metadata.set(keys::modelName, "resnet.onnx");
            metadata.set(keys::cpu, "Intel Xeon 8480+");
            metadata.set(keys::threads, std::int64_t(4));
            metadata.set(keys::commit,
                std::string_view(
                    "commit" + std::string(commit < 10 ? "0" : "") + std::to_string(commit)));
            const auto time = (november + commit * 86'400) * 1'000'000'000;
            metadata.set(keys::commitTime, time);
            metadata.set(keys::startedAt, time);
        });
}

} // namespace

/// The tab with the times of a folder's profiles over commits.
class TestHistoryPage : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void theChangeIsShown();
    void pointsAndChangesFollowEachOther();
    void theProfilesAtAChangeAreCompared();
    void theHistoryIsExported();
    void packedProfilesHaveTheSameHistory();
    void fewPointsSaySo();

private:
    ui::DocumentTabs& tabs() const { return *m_driven->window().findChild<ui::DocumentTabs*>(); }
    ui::HistoryPage* page() const { return qobject_cast<ui::HistoryPage*>(tabs().currentWidget()); }
    template <typename T>
    T* part(const char* name) const
    {
        return page()->findChild<T*>(QString::fromLatin1(name));
    }
    bool openHistory(const QString& folder)
    {
        m_driven->window().openFile(m_folder.filePath(folder));
        m_driven->settle();
        auto* fleet = qobject_cast<ui::FleetPage*>(tabs().currentWidget());
        if (fleet == nullptr)
            return false;
        fleet->findChild<QPushButton*>(QStringLiteral("fleetHistory"))->click();
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

void TestHistoryPage::initTestCase()
{
    DrivenWindow::isolate(m_folder);
    qputenv("XDG_CACHE_HOME", m_folder.filePath("cache").toUtf8());
    QVERIFY(QDir(m_folder.path()).mkpath("nightly"));
    QVERIFY(QDir(m_folder.path()).mkpath("few"));
    const auto folder = m_folder.path().toStdString();
    for (int i = 0; i < commits; ++i)
        QVERIFY(profiler::writeProfileFile(
            folder + "/nightly/" + std::to_string(i) + ".opscope", *madeProfile(i)));
    QVERIFY(profiler::fleet::packProfiles(folder + "/nightly", folder + "/packed"));
    QVERIFY(profiler::writeProfileFile(folder + "/few/one.opscope", *madeProfile(0)));
    m_driven = std::make_unique<DrivenWindow>();
}

void TestHistoryPage::theChangeIsShown()
{
    QVERIFY(openHistory("nightly"));
    QCOMPARE(page()->title(), QStringLiteral("History: nightly"));
    QCOMPARE(part<QComboBox>("historySeries")->count(), 1);
    QVERIFY(part<QComboBox>("historySeries")->currentText().contains(QStringLiteral("24 points")));
    QCOMPARE(page()->chart()->partCount(), commits);
    auto* view = page()->table();
    const QAbstractItemModelTester tester(
        view->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(view->model()->rowCount(), 2); // the wall and one operator
    QCOMPARE(cell(0, ui::HistoryTable::Operator), QStringLiteral("Wall"));
    QVERIFY2(cell(0, ui::HistoryTable::FirstAt).contains(QStringLiteral("commit12")),
        qPrintable(cell(0, ui::HistoryTable::FirstAt)));
    QVERIFY2(cell(1, ui::HistoryTable::Ratio).startsWith(QStringLiteral("▲ +")),
        qPrintable(cell(1, ui::HistoryTable::Ratio)));
    QVERIFY(shownWords(*page()).contains(QStringLiteral("at commit12")));
    m_driven->shoot(QStringLiteral("history"));
}

void TestHistoryPage::pointsAndChangesFollowEachOther()
{
    page()->table()->setCurrentIndex(page()->table()->model()->index(1, 0));
    QCOMPARE(page()->chart()->currentPart(), place);
    QVERIFY(part<QPushButton>("historyCompare")->text().contains(QStringLiteral("commit11")));
    page()->chart()->choosePart(3);
    part<QPushButton>("historyOpen")->click();
    m_driven->settle();
    QVERIFY(tabs().currentDocument() != nullptr);
    QCOMPARE(tabs().currentDocument()->path(), m_folder.filePath("nightly/3.opscope"));
    tabs().closeTab(tabs().currentIndex());
    QVERIFY(openHistory("nightly"));
}

void TestHistoryPage::theProfilesAtAChangeAreCompared()
{
    page()->table()->setCurrentIndex(page()->table()->model()->index(0, 0));
    part<QPushButton>("historyCompare")->click();
    QVERIFY(QTest::qWaitFor([&] { return tabs().currentComparison() != nullptr; }, patience));
    m_driven->settle();
    for (int i = tabs().count() - 1; i >= 0; --i)
        if (qobject_cast<ui::FolderPage*>(tabs().widget(i)) == nullptr)
            tabs().closeTab(i);
    QVERIFY(openHistory("nightly"));
}

void TestHistoryPage::theHistoryIsExported()
{
    const auto path = m_folder.filePath("history.html");
    answerFileDialog(path);
    part<QPushButton>("historyExport")->click();
    QFile file(path);
    QVERIFY(file.open(QFile::ReadOnly));
    QVERIFY(file.readAll().contains("commit12"));
}

void TestHistoryPage::packedProfilesHaveTheSameHistory()
{
    QVERIFY(openHistory("packed"));
    QCOMPARE(page()->chart()->partCount(), commits);
    QCOMPARE(page()->table()->model()->rowCount(), 2);
    QVERIFY(cell(0, ui::HistoryTable::FirstAt).contains(QStringLiteral("commit12")));
    page()->chart()->choosePart(3);
    part<QPushButton>("historyOpen")->click();
    QVERIFY(QTest::qWaitFor([&] { return tabs().currentDocument() != nullptr; }, patience));
    QVERIFY(tabs().currentDocument()->path().endsWith(QStringLiteral("/3.opscope")));
    tabs().closeTab(tabs().currentIndex());
    QVERIFY(openHistory("packed"));
    page()->table()->setCurrentIndex(page()->table()->model()->index(0, 0));
    part<QPushButton>("historyCompare")->click();
    QVERIFY(QTest::qWaitFor([&] { return tabs().currentComparison() != nullptr; }, patience));
    m_driven->settle();
}

void TestHistoryPage::fewPointsSaySo()
{
    QVERIFY(openHistory("few"));
    QCOMPARE(page()->table()->model()->rowCount(), 0);
    QVERIFY(part<QLabel>("historyNote")->text().contains(QStringLiteral("from 10 points on")));
    QVERIFY(!part<QPushButton>("historyCompare")->isEnabled());
    QVERIFY(!part<QPushButton>("historyOpen")->isEnabled());
}

QTEST_MAIN(TestHistoryPage)
#include "tst_history_page.moc"
