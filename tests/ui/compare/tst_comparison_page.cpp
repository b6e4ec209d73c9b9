#include <QTest>

#include "tests/support/ui/driven_window.h"
#include "ui/compare/comparison_page.h"
#include "ui/compare/comparison_table.h"
#include "ui/compare/waterfall_view.h"
#include "ui/document/document.h"
#include "ui/tables/table_view.h"
#include "ui/window/actions.h"

#include <QAbstractItemModelTester>
#include <QLabel>
#include <QPushButton>
#include <QTabWidget>
#include <QTemporaryDir>

#include <cmath>

/// Two runs of a document side by side, in a tab of their own.
class TestComparisonPage : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_settings;
    std::unique_ptr<DrivenWindow> m_driven;
    ui::Document* m_document = nullptr;

    ui::ComparisonPage* page() const
    {
        auto* tabs = m_driven->window().findChild<QTabWidget*>();
        return qobject_cast<ui::ComparisonPage*>(tabs->currentWidget());
    }
    QString figure(const char* name) const
    {
        return page()->findChild<QLabel*>(QString::fromLatin1(name))->text();
    }

private slots:
    void initTestCase()
    {
        DrivenWindow::isolate(m_settings);
        m_driven = std::make_unique<DrivenWindow>();
        m_document = m_driven->open(DrivenWindow::sample("residual-cnn"));
        QVERIFY(m_document != nullptr);
    }
    void cleanupTestCase() { m_driven.reset(); }

    void withoutTwoRunsItSaysWhatIsMissing()
    {
        QVERIFY(!m_driven->action("compare.lastRuns")->isEnabled());
        QVERIFY(!m_driven->action("compare.next")->isEnabled());
        QCOMPARE(m_driven->window().actions().reason(m_driven->action("compare.lastRuns")),
            QStringLiteral("the document has fewer than two runs"));
        QVERIFY(m_driven->action("compare.with")->isEnabled()); // with another model
    }

    void theLastTwoRunsOpenInATabOfTheirOwn()
    {
        QVERIFY(m_driven->profile(m_document, 30));
        m_driven->window().runs().settingsOf(m_document).optimisation = QStringLiteral("none");
        QVERIFY(m_driven->profile(m_document, 30));
        QVERIFY(m_driven->action("compare.lastRuns")->isEnabled());
        m_driven->action("compare.lastRuns")->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(page() != nullptr, DrivenWindow::patience);
        QCOMPARE(m_driven->window().currentDocument(), m_document);
        QCOMPARE(figure("settingsState"), QStringLiteral("settings differ: not comparable"));
        QVERIFY2(
            figure("wallFigure").contains(QStringLiteral("→")), qPrintable(figure("wallFigure")));
        QCOMPARE(figure("alignedFigure"), QStringLiteral("54 of 54"));
        m_driven->settle();
        m_driven->shoot(QStringLiteral("comparison"));
    }

    void rowsAreThoseOfTheComparison()
    {
        auto* model = page()->table()->model();
        const QAbstractItemModelTester tester(
            model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model->rowCount(), static_cast<int>(page()->comparison().rows.size()));
        QVERIFY(model->rowCount() > 10);
        for (int column = 0; column < model->columnCount(); ++column)
            QVERIFY(!model->index(0, column).data().toString().isEmpty());
        // Unfused steps of B beside the fused one of A; which row that is depends on the times.
        bool hasSteps = false;
        for (int row = 0; row < model->rowCount(); ++row)
            hasSteps |= model->index(row, ui::ComparisonTable::Structure)
                            .data()
                            .toString()
                            .contains(QStringLiteral("steps"));
        QVERIFY(hasSteps);
    }

    void aRowShowsItsNode()
    {
        auto* view = page()->table();
        view->setCurrentIndex(view->model()->index(2, 0));
        const auto selected = m_document->selection()->current();
        QVERIFY(selected.isNode());
        view->setCurrentIndex(view->model()->index(0, 0));
        QVERIFY(m_document->selection()->current() != selected);
        m_document->selection()->select(selected);
        QCOMPARE(view->currentIndex().row(), 2);
    }

    void differencesAreSteppedThrough()
    {
        // Settings differ, so only what ran on one side alone is a difference.
        m_driven->action("compare.next")->trigger();
        const auto verdict = [&] {
            auto* view = page()->table();
            return view->model()
                ->index(view->currentIndex().row(), ui::ComparisonTable::Verdict)
                .data()
                .toString();
        };
        const QStringList telling { QStringLiteral("new"), QStringLiteral("gone") };
        QVERIFY2(telling.contains(verdict()), qPrintable(verdict()));
    }

    void theBarsLeadFromWallToWall()
    {
        const auto& bars = page()->waterfall()->bars();
        QVERIFY(bars.size() >= 4);
        QCOMPARE(bars.front().kind, ui::WaterfallBar::Kind::Total);
        QCOMPARE(bars.back().kind, ui::WaterfallBar::Kind::Total);
        QCOMPARE(bars[1].fromNs, bars.front().toNs);
        for (std::size_t i = 2; i + 1 < bars.size(); ++i)
            QCOMPARE(bars[i].fromNs, bars[i - 1].toNs);
        QCOMPARE(bars[bars.size() - 2].toNs, bars.back().toNs);
    }

    void sidesCanBeSwapped()
    {
        const auto before = page()->comparison().wall.a.median;
        const auto title = page()->title();
        page()->findChild<QPushButton*>(QStringLiteral("swapSides"))->click();
        QTRY_COMPARE_WITH_TIMEOUT(
            page()->comparison().wall.b.median, before, DrivenWindow::patience);
        QVERIFY(page()->title() != title);
    }

    void itClosesWithItsDocument()
    {
        auto* tabs = m_driven->window().findChild<QTabWidget*>();
        const auto count = tabs->count();
        QVERIFY(page() != nullptr);
        tabs->setCurrentIndex(0);
        m_driven->action("file.close")->trigger();
        QCOMPARE(tabs->count(), std::max(1, count - 2));
        QVERIFY(page() == nullptr);
    }
};

QTEST_MAIN(TestComparisonPage)
#include "tst_comparison_page.moc"
