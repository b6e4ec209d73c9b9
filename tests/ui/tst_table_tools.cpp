#include <QTest>

#include "profiler/statistics/statistics.h"
#include "profiler/tables/profile.h"
#include "tests/support/ui/driven_window.h"
#include "ui/delegates/roles.h"
#include "ui/document/document.h"
#include "ui/inspectors/elided_label.h"
#include "ui/operators/operators_panel.h"
#include "ui/tables/table_view.h"
#include "ui/window/status_jobs.h"

#include <QClipboard>
#include <QDockWidget>
#include <QFile>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTabBar>
#include <QTemporaryDir>
#include <QToolButton>

#include <algorithm>
#include <cmath>

/// Filter, copy and export at the end of the bottom docks' tabs.
class TestTableTools : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_settings;
    QTemporaryDir m_files;
    std::unique_ptr<DrivenWindow> m_driven;
    ui::Document* m_document = nullptr;

    QToolButton* tool(const char* panel, const char* name)
    {
        return m_driven->panel(QString::fromLatin1(panel))
            ->titleTools()
            ->findChild<QToolButton*>(QString::fromLatin1(name));
    }
    QString statusText()
    {
        return (*m_driven)->findChild<ui::StatusJobs*>()->findChild<ui::ElidedLabel*>()->text();
    }

private slots:
    void initTestCase()
    {
        DrivenWindow::isolate(m_settings);
        m_driven = std::make_unique<DrivenWindow>();
        m_document = m_driven->open(DrivenWindow::sample("residual-cnn"));
        QVERIFY(m_document != nullptr && m_driven->profile(m_document));
        m_driven->showPanel(QStringLiteral("operators"));
        m_driven->settle();
    }
    void cleanupTestCase() { m_driven.reset(); }

    void toolsFollowTheTabInFront()
    {
        QVERIFY(tool("operators", "exportTable")->isVisible());
        QVERIFY(!tool("problems", "exportTable")->isVisible());
        QVERIFY(qobject_cast<QTabBar*>(
                    m_driven->panel(QStringLiteral("operators"))->titleTools()->parentWidget())
            != nullptr);
        m_driven->showPanel(QStringLiteral("log"));
        QTRY_VERIFY(tool("log", "exportTable")->isVisible());
        QVERIFY(!tool("operators", "exportTable")->isVisible());
        m_driven->showPanel(QStringLiteral("operators"));
        QTRY_VERIFY(tool("operators", "exportTable")->isVisible());
        m_driven->shoot(QStringLiteral("table-tools"));
    }

    void aFloatingDockHasItsToolsInItsTitle()
    {
        auto* dock = (*m_driven)->findChild<QDockWidget*>(QStringLiteral("operators"));
        dock->setFloating(true);
        auto* tools = m_driven->panel(QStringLiteral("operators"))->titleTools();
        QTRY_VERIFY(tools->parentWidget() == dock->titleBarWidget() && tools->isVisible());
        dock->setFloating(false);
        m_driven->showPanel(QStringLiteral("operators"));
        QTRY_VERIFY(qobject_cast<QTabBar*>(tools->parentWidget()) != nullptr);
    }

    void theFilterButtonLeadsToTheFilterLine()
    {
        auto* line = m_driven->panel<ui::OperatorsPanel>()->findChild<QLineEdit*>();
        QTest::mouseClick(tool("operators", "filterTable"), Qt::LeftButton);
        QTRY_VERIFY(line->hasFocus());
        QVERIFY(tool("runs", "filterTable") == nullptr);
    }

    void rowsAreCopied()
    {
        m_driven->panel<ui::OperatorsPanel>()->view()->clearSelection();
        QTest::mouseClick(tool("operators", "copyTable"), Qt::LeftButton);
        const auto lines = QGuiApplication::clipboard()->text().split(u'\n', Qt::SkipEmptyParts);
        QCOMPARE(
            lines.size(), m_driven->panel<ui::OperatorsPanel>()->view()->model()->rowCount() + 1);
    }

    void aRowByKernelIsCopiedAsCsv()
    {
        auto* panel = m_driven->panel<ui::OperatorsPanel>();
        panel->chip(QStringLiteral("byKernel"))->click();
        auto* view = panel->view();
        QVERIFY(view->model()->rowCount() > 1);
        view->setCurrentIndex(view->model()->index(0, 0));
        view->setFocus();
        m_driven->action("edit.copyCsv")->trigger();
        const auto lines = QGuiApplication::clipboard()->text().split(u'\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 2);
        QVERIFY2(
            lines[0].startsWith(QStringLiteral("Operator,Type,Median,")), qPrintable(lines[0]));
        QVERIFY2(lines[1].contains(view->model()->index(0, 0).data().toString() + u',')
                && lines[1].contains(view->model()->index(0, 2).data().toString()),
            qPrintable(lines[1]));
        panel->chip(QStringLiteral("each"))->click();
    }

    void rowsAreWritten_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("start");
        QTest::newRow("csv") << "table.csv"
                             << "Operator,";
        QTest::newRow("markdown") << "table.md"
                                  << "| Operator |";
        QTest::newRow("text") << "table.txt"
                              << "Operator\t";
        QTest::newRow("a name with spaces and more")
            << QString::fromUtf8("täble 1 [x].csv") << "Operator,";
    }
    void rowsAreWritten()
    {
        QFETCH(QString, name);
        QFETCH(QString, start);
        const auto path = m_files.filePath(name);
        answerFileDialog(path);
        QTest::mouseClick(tool("operators", "exportTable"), Qt::LeftButton);
        m_driven->settle();
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto text = QString::fromUtf8(file.readAll());
        QVERIFY2(text.startsWith(start), qPrintable(text.left(80)));
        QVERIFY2(statusText().startsWith(QStringLiteral("Wrote")), qPrintable(statusText()));
    }

    /// Whatever is selected; and what a program can read.
    void anExportHasAllRowsAsNumbersWithUnits()
    {
        auto* view = m_driven->panel<ui::OperatorsPanel>()->view();
        view->setCurrentIndex(view->model()->index(2, 0));
        QCOMPARE(view->selectionModel()->selectedRows().size(), 1);
        const auto path = m_files.filePath(QStringLiteral("all.csv"));
        answerFileDialog(path);
        QTest::mouseClick(tool("operators", "exportTable"), Qt::LeftButton);
        m_driven->settle();
        QTRY_VERIFY(QFile::exists(path));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto lines = QString::fromUtf8(file.readAll()).split(QStringLiteral("\r\n"));
        const auto headings = lines.first().split(u',');
        const int rows = view->model()->rowCount();
        QCOMPARE(lines.size(), rows + 2); // headings, and what stands behind the last break
        const auto median = headings.indexOf(QStringLiteral("Median (ns)"));
        const auto low = headings.indexOf(QStringLiteral("95 % CI low (ns)"));
        const auto high = headings.indexOf(QStringLiteral("95 % CI high (ns)"));
        const auto share = headings.indexOf(QStringLiteral("Share of wall (%)"));
        QVERIFY2(median > 0 && low > 0 && high == low + 1 && share > 0, qPrintable(lines.first()));
        for (int row = 0; row < rows; ++row) {
            const auto cells = lines[row + 1].split(u',');
            QCOMPARE(cells.size(), headings.size());
            const auto item = ui::itemOf(view->model()->index(row, 0).data(ui::ItemRole));
            const auto& steps = m_document->statistics()->steps;
            const auto step = std::ranges::find_if(steps, [&](const auto& each) {
                const auto& origins = m_document->profile()->step(each.step).origins;
                return item.isNode() ? !origins.empty() && origins.front().node.value() == item.id
                                     : each.step.value() == item.id;
            });
            QVERIFY(step != steps.end());
            QCOMPARE(cells[median].toDouble(), step->time.median);
            QCOMPARE(cells[low].isEmpty(), !step->time.interval.has_value());
            QVERIFY(std::abs(cells[share].toDouble() - step->share * 100) < 1e-9);
        }
        QVERIFY2(statusText().contains(QString::number(rows)), qPrintable(statusText()));
    }

    void aFolderThatCannotBeWrittenIsSaid()
    {
        const auto folder = m_files.filePath(QStringLiteral("no such folder"));
        answerFileDialog(folder + QStringLiteral("/table.csv"));
        QTest::mouseClick(tool("operators", "exportTable"), Qt::LeftButton);
        m_driven->settle();
        QVERIFY2(statusText().contains(QStringLiteral("no such folder")), qPrintable(statusText()));
    }
};

QTEST_MAIN(TestTableTools)
#include "tst_table_tools.moc"
