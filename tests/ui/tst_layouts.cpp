#include <QTest>

#include "tests/support/paths.h"
#include "tests/support/ui/driven_window.h"
#include "ui/document/document.h"
#include "ui/document/settings.h"
#include "ui/explorer/explorer_panel.h"
#include "ui/problems/problems_panel.h"
#include "ui/timeline/timeline_panel.h"
#include "ui/timeline/timeline_view.h"
#include "ui/window/actions.h"
#include "ui/window/status_jobs.h"

#include <QDialog>
#include <QDockWidget>
#include <QLineEdit>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTreeView>

/// Arrangements of the docks: switched, kept, brought back, put right again.
class TestLayouts : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_settings;
    std::unique_ptr<DrivenWindow> m_driven;

    QDockWidget* dock(const char* id)
    {
        return (*m_driven)->findChild<QDockWidget*>(QString::fromLatin1(id));
    }
    void trigger(const char* id)
    {
        m_driven->action(id)->trigger();
        m_driven->settle();
    }

private slots:
    void initTestCase()
    {
        DrivenWindow::isolate(m_settings);
        m_driven = std::make_unique<DrivenWindow>();
        QVERIFY(m_driven->open(DrivenWindow::sample("residual-cnn")) != nullptr);
    }
    void cleanupTestCase() { m_driven.reset(); }

    void layoutsShowTheirPanels()
    {
        trigger("view.layoutProfile");
        QVERIFY(dock("timeline")->isVisible() && dock("operators")->isVisible());
        trigger("view.layoutNumbers");
        QVERIFY(dock("timeline")->isHidden() && dock("tensors")->isVisible());
        trigger("view.layoutExplore");
        QVERIFY(dock("timeline")->isHidden() && dock("operators")->isHidden());
        QVERIFY(dock("model")->isVisible() && dock("inspector")->isVisible());
    }

    void anOwnLayoutComesBack()
    {
        QVERIFY(!m_driven->action("view.layoutOwn")->isEnabled());
        QVERIFY(!(*m_driven)->actions().reason(m_driven->action("view.layoutOwn")).isEmpty());
        trigger("view.layoutExplore");
        (*m_driven)->addDockWidget(Qt::RightDockWidgetArea, dock("model"));
        dock("inspector")->hide();
        trigger("view.layoutSave");
        QVERIFY(m_driven->action("view.layoutOwn")->isEnabled());
        trigger("view.layoutProfile");
        QVERIFY(dock("inspector")->isVisible());
        trigger("view.layoutOwn");
        QVERIFY(dock("inspector")->isHidden() && dock("timeline")->isHidden());
        QCOMPARE((*m_driven)->dockWidgetArea(dock("model")), Qt::RightDockWidgetArea);
    }

    void resetPutsAllAtItsPlace()
    {
        (*m_driven)->addDockWidget(Qt::RightDockWidgetArea, dock("model"));
        dock("inspector")->setFloating(true);
        dock("problems")->hide();
        trigger("view.layoutReset");
        QCOMPARE((*m_driven)->dockWidgetArea(dock("model")), Qt::LeftDockWidgetArea);
        QVERIFY(!dock("inspector")->isFloating() && dock("inspector")->isVisible());
        trigger("view.layoutProfile");
        QCOMPARE((*m_driven)->dockWidgetArea(dock("timeline")), Qt::BottomDockWidgetArea);
        QVERIFY((*m_driven)->tabifiedDockWidgets(dock("operators")).contains(dock("problems")));
        QVERIFY(dock("timeline")->x() < dock("operators")->x());
        m_driven->shoot(QStringLiteral("layout-reset"));
    }

    void helpListsTheKeysOfViewsToo()
    {
        int all = 0;
        int shown = 0;
        answerDialog([&](QDialog& dialog) {
            auto* table = dialog.findChild<QTableWidget*>();
            all = table->rowCount();
            dialog.findChild<QLineEdit*>()->setText(QStringLiteral("timeline: "));
            for (int row = 0; row < all; ++row)
                shown += table->isRowHidden(row) ? 0 : 1;
            dialog.grab().save(QString::fromStdString(
                (testing::buildDir() / "screenshots/keys-light.png").string()));
            dialog.reject();
        });
        m_driven->action("help.keys")->trigger();
        QVERIFY(all > 40);
        QVERIFY(shown >= 6);
    }

    /// The window is not shown yet when files of the command line are opened.
    void theDocksOfAMaximisedWindowComeBack_data()
    {
        QTest::addColumn<QString>("layout");
        for (const auto* layout : { "view.layoutNumbers", "view.layoutProfile" })
            QTest::newRow(layout) << QString::fromLatin1(layout);
    }
    void theDocksOfAMaximisedWindowComeBack()
    {
        QFETCH(QString, layout);
        {
            DrivenWindow before;
            QVERIFY(before.open(DrivenWindow::sample("residual-cnn")) != nullptr);
            before->showMaximized();
            before.action(layout.toUtf8().constData())->trigger();
            before.settle();
            before->close();
        }
        ui::MainWindow window;
        window.openFile(DrivenWindow::sample("residual-cnn"));
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QVERIFY(QTest::qWaitFor([&] { return window.jobs().isIdle(); }, DrivenWindow::patience));
        const auto isShown = [&](const char* id) {
            return window.findChild<QDockWidget*>(QString::fromLatin1(id))->isVisible();
        };
        QVERIFY(isShown("operators") && isShown("model"));
        QCOMPARE(isShown("timeline"), layout == QStringLiteral("view.layoutProfile"));
        window.resize(1200, 900);
        window.docks().show<ui::ProblemsPanel>();
        QTest::qWait(1);
        QVERIFY(isShown("problems"));
        window.close();
    }

    void docksThatEndedTheLastStartArePutAside()
    {
        {
            DrivenWindow before;
            QVERIFY(before.open(DrivenWindow::sample("residual-cnn")) != nullptr);
            before.action("view.layoutProfile")->trigger();
            before->close();
        }
        ui::settings::forget(QStringLiteral("view/layout"));
        constexpr int noProcess = 99'999'999; // above every limit of the kernel
        ui::settings::setValue(QStringLiteral("layout/restoring"), QString::number(noProcess));
        DrivenWindow after;
        QVERIFY(after.open(DrivenWindow::sample("residual-cnn")) != nullptr);
        const auto* status = after->findChild<ui::StatusJobs*>();
        QVERIFY2(shownWords(*status).contains(QStringLiteral("default places")),
            qPrintable(shownWords(*status)));
        QVERIFY(!after->findChild<QDockWidget*>(QStringLiteral("timeline"))->isVisible());
        QVERIFY(after->findChild<QDockWidget*>(QStringLiteral("model"))->isVisible());
        // A program that lives has not ended: its arrangement is used.
        ui::settings::setValue(QStringLiteral("layout/restoring"),
            QString::number(QCoreApplication::applicationPid()));
        after->close();
    }

    void compactRowsAreLower()
    {
        auto* tree = m_driven->panel<ui::ExplorerPanel>()->view();
        const auto heightOf = [&] { return tree->visualRect(tree->model()->index(0, 0)).height(); };
        const int usual = heightOf();
        trigger("view.compactRows");
        QVERIFY(heightOf() < usual);
        trigger("view.compactRows");
        QCOMPARE(heightOf(), usual);
    }
};

QTEST_MAIN(TestLayouts)
#include "tst_layouts.moc"
