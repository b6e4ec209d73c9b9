#include <QTest>

#include "tests/support/ui/driven_window.h"
#include "ui/document/document.h"
#include "ui/inspectors/elided_label.h"
#include "ui/run/run_controller.h"
#include "ui/sweep/sweep_chart.h"
#include "ui/sweep/sweep_panel.h"
#include "ui/sweep/sweep_table.h"
#include "ui/tables/table_view.h"
#include "ui/window/actions.h"

#include <QAbstractItemModelTester>
#include <QAccessible>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>

class TestSweepPanel : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_settings;
    std::unique_ptr<DrivenWindow> m_driven;
    ui::Document* m_document = nullptr;
    ui::SweepPanel* m_panel = nullptr;

    template <typename T>
    T* child(const char* name)
    {
        return m_panel->findChild<T*>(QString::fromLatin1(name));
    }
    QAbstractItemModel* rows() { return m_panel->table()->model(); }
    QString cell(int row, int column) { return rows()->index(row, column).data().toString(); }
    bool sweep(const QString& dimension, const QString& sizes)
    {
        auto* choice = child<QComboBox>("sweepDimension");
        choice->setCurrentIndex(choice->findText(dimension));
        child<QLineEdit>("sweepSizes")->setText(sizes);
        QSignalSpy finished(&m_driven->window().runs(), &ui::RunController::finished);
        child<QPushButton>("startSweep")->click();
        const bool isDone = finished.wait(DrivenWindow::patience);
        m_driven->settle();
        return isDone;
    }
    void measureQuickly()
    {
        auto& settings = m_driven->window().runs().settingsOf(m_document);
        settings.runs = 12; // enough to speak of knees
        settings.warmup = 1;
        settings.threads = 1;
        m_driven->window().runs().settingsEdited(m_document);
    }

private slots:
    void initTestCase()
    {
        DrivenWindow::isolate(m_settings);
        m_driven = std::make_unique<DrivenWindow>();
        m_document = m_driven->open(DrivenWindow::sample("tiny-decoder"));
        QVERIFY(m_document != nullptr);
        m_panel = m_driven->panel<ui::SweepPanel>();
        m_driven->window().actions().action(QStringLiteral("run.sweep"))->trigger();
        m_driven->settle();
        QVERIFY(m_panel->isVisible());
        measureQuickly();
    }
    void cleanupTestCase() { m_driven.reset(); }

    void theDimensionsOfTheModelAndTheThreadsAreOffered()
    {
        auto* choice = child<QComboBox>("sweepDimension");
        QVERIFY(choice->findText(QStringLiteral("sequence")) >= 0);
        QVERIFY(choice->findText(QStringLiteral("threads")) >= 0);
        QVERIFY(child<QPushButton>("startSweep")->isEnabled());
        m_driven->shoot(QStringLiteral("sweep-empty"));
    }

    void sizesThatMakeNoSenseAreSaidToBeSo()
    {
        auto* sizes = child<QLineEdit>("sweepSizes");
        const auto before = sizes->text();
        sizes->setText(QStringLiteral("8:1"));
        QVERIFY(!child<QPushButton>("startSweep")->isEnabled());
        QVERIFY(child<ui::ElidedLabel>("sweepStatus")->text().contains(QStringLiteral("64,128")));
        sizes->setText(before);
        QVERIFY(child<QPushButton>("startSweep")->isEnabled());
        QVERIFY(child<ui::ElidedLabel>("sweepStatus")->text().isEmpty());
    }

    void everySizeIsARowAndAPointOfTheCurves()
    {
        QVERIFY(sweep(QStringLiteral("sequence"), QStringLiteral("4:64:*2")));
        const QAbstractItemModelTester tester(
            rows(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(rows()->rowCount(), 5);
        QCOMPARE(cell(0, 0), QStringLiteral("4"));
        QCOMPARE(cell(4, 0), QStringLiteral("64"));
        QCOMPARE(rows()->headerData(0, Qt::Horizontal).toString(), QStringLiteral("sequence"));
        const auto& curves = m_panel->chart()->curves();
        QVERIFY(curves.size() > 3 && curves.front().isWall);
        QCOMPARE(curves.front().points.size(), std::size_t(5));
        QCOMPARE(child<ui::ElidedLabel>("sweepStatus")->text(), QStringLiteral("5 sizes measured"));
        const auto csv = m_panel->chart()->chartText(ui::TableForm::Csv);
        QCOMPARE(csv.count(u'\n'), 6);
        QVERIFY(csv.startsWith(QStringLiteral("sequence,Wall,")));
        m_driven->shoot(QStringLiteral("sweep"));
    }

    void aCurveSelectsItsNodesAndANodeItsCurve()
    {
        auto* chart = m_panel->chart();
        chart->setFocus();
        chart->choosePart(0);
        QTest::keyClick(chart, Qt::Key_Down); // from the wall to the slowest type
        QVERIFY(m_document->selection()->current().isNode());
        QCOMPARE(chart->selected(), std::set<std::size_t> { 1 });
        const auto node = m_document->selection()->current().id;
        m_document->selection()->clear();
        QVERIFY(chart->selected().empty());
        m_document->reveal(model::NodeId(node));
        QCOMPARE(chart->selected(), std::set<std::size_t> { 1 });
    }

    void operatorsHaveCurvesToo()
    {
        child<QPushButton>("sweepOperators")->click();
        const auto& curves = m_panel->chart()->curves();
        QVERIFY(curves.size() > 3);
        bool isNode = false;
        for (std::uint32_t i = 0; i < m_document->model()->nodes.size(); ++i)
            isNode
                = isNode || m_document->nodeLabel(model::NodeId(i)).toStdString() == curves[1].name;
        QVERIFY2(isNode, curves[1].name.c_str());
        child<QPushButton>("sweepLinear")->click();
        QVERIFY(m_panel->chart()->scale() == profiler::SweepScale::Linear);
        m_driven->shoot(QStringLiteral("sweep-operators"));
        child<QPushButton>("sweepLinear")->click();
        child<QPushButton>("sweepTypes")->click();
    }

    void aScreenReaderReadsThePoints()
    {
        auto* accessible = QAccessible::queryAccessibleInterface(m_panel->chart());
        QCOMPARE(accessible->role(), QAccessible::Chart);
        QCOMPARE(accessible->childCount(), m_panel->chart()->partCount());
        QCOMPARE(accessible->child(0)->text(QAccessible::Name), QStringLiteral("wall"));
        QVERIFY(accessible->child(0)
                    ->text(QAccessible::Description)
                    .startsWith(QStringLiteral("sequence 4: ")));
    }

    void aSizeThatCannotRunIsARowWithItsReason()
    {
        QVERIFY(sweep(QStringLiteral("sequence"), QStringLiteral("4,100000000")));
        QCOMPARE(rows()->rowCount(), 2);
        QVERIFY2(!cell(1, ui::SweepTable::Why).isEmpty(), qPrintable(cell(1, 0)));
        QVERIFY(cell(0, ui::SweepTable::Why).isEmpty());
        QCOMPARE(m_panel->chart()->curves().front().points.size(), std::size_t(1));
        m_driven->shoot(QStringLiteral("sweep-failing-size"));
    }

    void threadsCanBeSwept()
    {
        QVERIFY(sweep(QStringLiteral("threads"), QStringLiteral("1,2")));
        QCOMPARE(rows()->rowCount(), 2);
        QCOMPARE(rows()->headerData(0, Qt::Horizontal).toString(), QStringLiteral("threads"));
    }

    void stoppedItKeepsWhatItHas()
    {
        auto& runs = m_driven->window().runs();
        auto& settings = runs.settingsOf(m_document);
        settings.runs = 300;
        settings.limitSeconds = 30;
        auto* choice = child<QComboBox>("sweepDimension");
        choice->setCurrentIndex(choice->findText(QStringLiteral("sequence")));
        child<QLineEdit>("sweepSizes")->setText(QStringLiteral("1:400:+1"));
        QSignalSpy finished(&runs, &ui::RunController::finished);
        auto* button = child<QPushButton>("startSweep");
        button->click();
        QVERIFY(QTest::qWaitFor(
            [&] { return runs.progress().sweep.points.size() >= 2; }, DrivenWindow::patience));
        QVERIFY2(
            button->text().startsWith(QStringLiteral("Stop and keep")), qPrintable(button->text()));
        QVERIFY(child<ui::ElidedLabel>("sweepStatus")->text().contains(QStringLiteral("of 400")));
        button->click();
        QVERIFY(finished.wait(DrivenWindow::patience));
        m_driven->settle();
        QVERIFY(finished.first().at(1).toBool());
        QVERIFY(rows()->rowCount() >= 2 && rows()->rowCount() < 400);
        QVERIFY(
            child<ui::ElidedLabel>("sweepStatus")->text().startsWith(QStringLiteral("stopped, ")));
        QCOMPARE(button->text(), QStringLiteral("Start sweep"));
        QVERIFY(button->isEnabled());
        measureQuickly();
    }

    void aClosedModelsSweepIsThereAgainAndNoOtherModelsIs()
    {
        QVERIFY(sweep(QStringLiteral("threads"), QStringLiteral("1,2")));
        QCOMPARE(rows()->rowCount(), 2);
        m_driven->action("file.close")->trigger();
        auto* other = m_driven->open(DrivenWindow::sample("residual-cnn"));
        QVERIFY(other != nullptr);
        QCOMPARE(rows()->rowCount(), 0);
        m_document = m_driven->open(DrivenWindow::sample("tiny-decoder"));
        QVERIFY(m_document != nullptr);
        QCOMPARE(rows()->rowCount(), 2);
        QCOMPARE(rows()->headerData(0, Qt::Horizontal).toString(), QStringLiteral("threads"));
    }
};

QTEST_MAIN(TestSweepPanel)
#include "tst_sweep_panel.moc"
