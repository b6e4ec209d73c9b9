#include <QTest>

#include "profiler/importers/importer.h"
#include "profiler/statistics/statistics.h"
#include "profiler/tables/profile.h"
#include "tests/support/ui/driven_window.h"
#include "ui/document/document.h"
#include "ui/runs/run_difference.h"
#include "ui/runs/runs_model.h"
#include "ui/runs/runs_panel.h"
#include "ui/tables/table_view.h"

#include <QAbstractItemModelTester>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QTemporaryDir>

/// Runs of a document: listed, shown, renamed, compared, saved, attached again, removed.
class TestRunsPanel : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_settings;
    QTemporaryDir m_folder;
    std::unique_ptr<DrivenWindow> m_driven;
    ui::Document* m_document = nullptr;
    ui::RunsPanel* m_panel = nullptr;

    QModelIndex cell(int row, int column) const
    {
        return m_panel->view()->model()->index(row, column);
    }
    QPushButton* button(const char* name) const
    {
        return m_panel->findChild<QPushButton*>(QString::fromLatin1(name));
    }
    QString saved() const { return m_folder.filePath(QStringLiteral("kept.opscope")); }

private slots:
    void initTestCase()
    {
        DrivenWindow::isolate(m_settings);
        m_driven = std::make_unique<DrivenWindow>();
        m_document = m_driven->open(DrivenWindow::sample("residual-cnn"));
        QVERIFY(m_document != nullptr);
        m_panel = m_driven->panel<ui::RunsPanel>();
        m_driven->showPanel(QStringLiteral("runs"));
        for (int i = 0; i < 3; ++i)
            QVERIFY(m_driven->profile(m_document, 30));
    }
    void cleanupTestCase() { m_driven.reset(); }

    void everyRunIsARowNewestFirst()
    {
        const QAbstractItemModelTester tester(
            m_panel->view()->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(m_panel->view()->model()->rowCount(), 3);
        QCOMPARE(m_document->currentRun(), 2);
        QVERIFY(cell(0, 0).data(Qt::FontRole).value<QFont>().bold());
        QVERIFY(!cell(1, 0).data(Qt::FontRole).value<QFont>().bold());
        QCOMPARE(cell(0, ui::RunsModel::State).data().toString(), QStringLiteral("complete"));
        QVERIFY2(cell(0, ui::RunsModel::Where).data().toString().contains(QStringLiteral("CPU")),
            qPrintable(cell(0, ui::RunsModel::Where).data().toString()));
        QVERIFY2(cell(0, ui::RunsModel::Wall).data().toString().endsWith(QStringLiteral("s")),
            qPrintable(cell(0, ui::RunsModel::Wall).data().toString()));
    }

    void oneIsShownInAllViews()
    {
        m_panel->view()->setCurrentIndex(cell(2, 0));
        QTest::mouseClick(button("showRun"), Qt::LeftButton);
        QCOMPARE(m_document->currentRun(), 0);
        QVERIFY(cell(2, 0).data(Qt::FontRole).value<QFont>().bold());
    }

    void aNameIsTypedInPlace()
    {
        m_panel->view()->setCurrentIndex(cell(0, 0));
        QTest::mouseClick(button("renameRun"), Qt::LeftButton);
        auto* editor = m_panel->view()->findChild<QLineEdit*>();
        QVERIFY(editor != nullptr);
        QTest::keyClicks(editor, QStringLiteral("after <b>fix</b>"));
        QTest::keyClick(editor, Qt::Key_Return);
        QTRY_COMPARE(m_document->runs()[2].name,
            QStringLiteral("after <b>fix</b>")); // the editor closes later
    }

    void twoShowTheDifferenceOfTheirMedians()
    {
        auto* selection = m_panel->view()->selectionModel();
        selection->select(
            cell(0, 0), QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        QVERIFY(!m_panel->findChild<ui::TableView*>(QStringLiteral("difference"))->isVisible());
        selection->select(cell(1, 0), QItemSelectionModel::Select | QItemSelectionModel::Rows);
        QVERIFY(m_panel->findChild<ui::TableView*>(QStringLiteral("difference"))->isVisible());
        QVERIFY(
            m_panel->findChild<ui::TableView*>(QStringLiteral("difference"))->model()->rowCount()
            > 5);
        const auto facts = m_panel->findChild<QLabel*>(QStringLiteral("differenceFacts"))->text();
        QVERIFY2(facts.contains(QStringLiteral("not measured in turns")), qPrintable(facts));
        m_driven->shoot(QStringLiteral("runs"));
    }

    void aSavedProfileCanBeAttachedAgain()
    {
        m_panel->view()->setCurrentIndex(cell(0, 0));
        answerFileDialog(saved());
        QTest::mouseClick(button("saveRun"), Qt::LeftButton);
        m_driven->settle();
        QVERIFY(QFileInfo::exists(saved()));
        answerFileDialog(saved());
        QTest::mouseClick(button("attachProfile"), Qt::LeftButton);
        m_driven->settle();
        QCOMPARE(m_document->runs().size(), 4U);
        QCOMPARE(m_document->runs()[3].matchedShare, std::optional(1.0));
        QCOMPARE(m_document->profile()->runs.size(), m_document->runs()[2].profile->runs.size());
    }

    void removingAsksOnlyForWhatWouldBeLost()
    {
        m_panel->view()->setCurrentIndex(cell(0, 0)); // the attached one
        QTest::mouseClick(button("removeRun"), Qt::LeftButton);
        QCOMPARE(m_document->runs().size(), 3U);
        QVERIFY(QFileInfo::exists(saved()));
        QCOMPARE(m_document->currentRun(), 2);

        m_panel->view()->setCurrentIndex(cell(1, 0)); // below the one that was saved
        answerDialog([](QDialog& box) { box.reject(); });
        QTest::mouseClick(button("removeRun"), Qt::LeftButton);
        QCOMPARE(m_document->runs().size(), 3U);
        answerDialog(
            [](QDialog& box) { dynamic_cast<QMessageBox&>(box).buttons().first()->click(); });
        QTest::mouseClick(button("removeRun"), Qt::LeftButton);
        QCOMPARE(m_document->runs().size(), 2U);
        QCOMPARE(m_document->currentRun(), 1);
        QVERIFY(m_document->profile() != nullptr);
    }

    void differencesMeetByLabel()
    {
        const auto& runs = m_document->runs();
        const ui::MeasuredProfile a { *runs[0].profile, *runs[0].statistics };
        const auto rows = ui::differenceOf(a, { *runs[1].profile, *runs[1].statistics });
        QVERIFY(!rows.empty());
        for (const auto& row : rows)
            QVERIFY(row.a && row.b);
        for (std::size_t i = 1; i < rows.size(); ++i)
            QVERIFY(std::abs(*rows[i - 1].changeNs()) >= std::abs(*rows[i].changeNs()));
        for (const auto& row : ui::differenceOf(a, a))
            QCOMPARE(*row.changeNs(), 0.0);
    }

    void intervalsSayWhetherTheyAreApart_data()
    {
        QTest::addColumn<double>("low");
        QTest::addColumn<double>("high");
        QTest::addColumn<int>("wanted");
        using Intervals = ui::DifferenceRow::Intervals;
        QTest::newRow("above") << 21.0 << 30.0 << static_cast<int>(Intervals::Apart);
        QTest::newRow("below") << 1.0 << 9.0 << static_cast<int>(Intervals::Apart);
        QTest::newRow("touching") << 20.0 << 30.0 << static_cast<int>(Intervals::Overlap);
        QTest::newRow("inside") << 12.0 << 13.0 << static_cast<int>(Intervals::Overlap);
    }
    void intervalsSayWhetherTheyAreApart()
    {
        QFETCH(double, low);
        QFETCH(double, high);
        QFETCH(int, wanted);
        ui::DifferenceRow row { "x", "Conv", profiler::Distribution {}, profiler::Distribution {} };
        QCOMPARE(row.intervals(), ui::DifferenceRow::Intervals::Unknown);
        row.a->interval = profiler::Interval { 10, 20 };
        row.b->interval = profiler::Interval { low, high };
        QCOMPARE(static_cast<int>(row.intervals()), wanted);
    }
};

QTEST_MAIN(TestRunsPanel)
#include "tst_runs_panel.moc"
