#include <QTest>

#include "profiler/statistics/statistics.h"
#include "profiler/sweep/sweep_curves.h"
#include "tests/support/ui/driven_window.h"
#include "ui/canvas/canvas_view.h"
#include "ui/canvas/graph_view.h"
#include "ui/document/document.h"
#include "ui/operators/operators_panel.h"
#include "ui/pages/document_page.h"
#include "ui/run/run_controller.h"
#include "ui/sweep/sweep_chart.h"
#include "ui/sweep/sweep_panel.h"
#include "ui/tables/table_view.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>

/// Acceptance walkthroughs 6 (its sweep) and 8 of the design, in the real window with real runs.
/// Each "see" is an assertion.
class TestWalkthroughsRuns : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_settings;
    QTemporaryDir m_folder;
    std::unique_ptr<DrivenWindow> m_driven;

    static void press(QDialog& dialog, const QString& begin)
    {
        for (auto* button : dynamic_cast<QMessageBox&>(dialog).buttons()) {
            if (button->text().remove(u'&').startsWith(begin))
                return button->click();
        }
        QFAIL(qPrintable(begin));
    }
    static QByteArray contents(const QString& path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    QString report() const { return m_folder.filePath(QStringLiteral("report.html")); }
    /// Every figure of the Operators table.
    QStringList operatorRows()
    {
        const auto* model = m_driven->panel<ui::OperatorsPanel>()->view()->model();
        QStringList rows;
        for (int row = 0; row < model->rowCount(); ++row) {
            QStringList cells;
            for (int column = 0; column < model->columnCount(); ++column)
                cells += model->index(row, column).data().toString();
            rows += cells.join(u'|');
        }
        return rows;
    }

private slots:
    void initTestCase() { DrivenWindow::isolate(m_settings); }
    void init() { m_driven = std::make_unique<DrivenWindow>(); }
    void cleanup() { m_driven.reset(); }

    void six_aSweepGivesCurves()
    {
        auto* document = m_driven->open(DrivenWindow::sample("tiny-decoder"));
        QVERIFY(document != nullptr);
        auto& settings = (*m_driven)->runs().settingsOf(document);
        settings.runs = 12;
        settings.warmup = 1;
        settings.threads = 1;
        (*m_driven)->runs().settingsEdited(document);
        QVERIFY(m_driven->action("run.sweep")->isEnabled());
        m_driven->action("run.sweep")->trigger();
        auto* panel = m_driven->panel<ui::SweepPanel>();
        QVERIFY(panel->isVisible());
        auto* dimension = m_driven->child<QComboBox>("sweepDimension");
        QVERIFY(dimension->hasFocus());
        dimension->setCurrentIndex(dimension->findText(QStringLiteral("sequence")));
        m_driven->child<QLineEdit>("sweepSizes")->setText(QStringLiteral("8:256:*2"));
        QSignalSpy finished(&(*m_driven)->runs(), &ui::RunController::finished);
        m_driven->child<QPushButton>("startSweep")->click();
        QVERIFY(finished.wait(DrivenWindow::patience));
        m_driven->settle();
        // Curves per operator type, longest first, over all sizes.
        const auto& curves = panel->chart()->curves();
        QVERIFY(curves.size() > 4);
        for (const auto& curve : curves)
            QCOMPARE(curve.points.size(), std::size_t(6));
        for (std::size_t i = 2; i < curves.size(); ++i)
            QVERIFY(curves[i - 1].points.back().y >= curves[i].points.back().y);
        // Who overtakes whom, and where growth changes, is said in words.
        const auto remarks = m_driven->child<QLabel>("sweepRemarks")->text();
        for (const auto& entry : profiler::overtakingsOf(curves)) {
            QVERIFY(entry.size > 8 && entry.size <= 256);
            QVERIFY(!remarks.isEmpty());
        }
        QCOMPARE(panel->table()->model()->rowCount(), 6);
        m_driven->shoot(QStringLiteral("walk-6-sweep"));
    }

    void eight_aReportAndBack()
    {
        auto* document = m_driven->open(DrivenWindow::sample("residual-cnn"));
        QVERIFY(document != nullptr);
        QVERIFY(m_driven->profile(document, 24));
        const auto wall = document->statistics()->bestWall();
        const auto rows = operatorRows();
        QVERIFY(rows.size() > 5);

        // One file: no request to anywhere, light and dark, and a style for paper.
        answerFileDialog(report());
        m_driven->action("file.exportReport")->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(report()), DrivenWindow::patience);
        m_driven->settle();
        const auto html = QString::fromUtf8(contents(report()));
        QVERIFY(html.contains(QStringLiteral("Content-Security-Policy")));
        QVERIFY(html.contains(QStringLiteral("default-src 'none'")));
        QVERIFY(html.contains(QStringLiteral("prefers-color-scheme")));
        QVERIFY(html.contains(QStringLiteral("@media print")));
        QVERIFY(!html.contains(QRegularExpression(QStringLiteral("(src|href)=\"(https?:)?//"))));
        for (const auto* part : { " stand", "Timeline", "Slowest operators", "Roofline", "Memory",
                 "Where this comes from", "How it was measured" })
            QVERIFY2(html.contains(QString::fromLatin1(part), Qt::CaseInsensitive), part);
        QVERIFY(!html.contains(m_folder.path()));

        // Dropped on the window without its model: the same numbers.
        m_driven.reset();
        m_driven = std::make_unique<DrivenWindow>();
        auto* alone = m_driven->open(report());
        QVERIFY(alone != nullptr);
        QCOMPARE(alone->kind(), ui::Document::Kind::Profile);
        QVERIFY(alone->profile() != nullptr);
        QCOMPARE(alone->statistics()->bestWall().median, wall.median);
        QVERIFY(alone->statistics()->bestWall().interval == wall.interval);
        QCOMPARE(operatorRows(), rows);

        // With the model at hand: attached, the graph coloured.
        m_driven.reset();
        m_driven = std::make_unique<DrivenWindow>();
        auto* model = m_driven->open(DrivenWindow::sample("residual-cnn"));
        QVERIFY(model != nullptr && model->profile() == nullptr);
        QString question;
        answerDialog([&](QDialog& dialog) {
            question = dynamic_cast<const QMessageBox&>(dialog).text();
            press(dialog, QStringLiteral("Attach to"));
        });
        (*m_driven)->openFile(report());
        QTRY_VERIFY_WITH_TIMEOUT(!question.isEmpty(), DrivenWindow::patience);
        QTRY_VERIFY_WITH_TIMEOUT(model->profile() != nullptr, DrivenWindow::patience);
        m_driven->settle();
        QCOMPARE(model->statistics()->bestWall().median, wall.median);
        QCOMPARE(operatorRows(), rows);
        m_driven->action("view.colourTime")->trigger();
        m_driven->settle();
        const auto* canvas
            = qobject_cast<ui::GraphView*>((*m_driven)->currentPage()->view())->canvas();
        QTRY_VERIFY_WITH_TIMEOUT(canvas->content().isHeat(), DrivenWindow::patience);
        m_driven->shoot(QStringLiteral("walk-8"));
    }
};

QTEST_MAIN(TestWalkthroughsRuns)
#include "tst_walkthroughs_runs.moc"
