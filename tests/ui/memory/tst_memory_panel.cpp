#include <QTest>

#include "profiler/tables/profile.h"
#include "tests/support/ui/driven_window.h"
#include "ui/delegates/roles.h"
#include "ui/document/document.h"
#include "ui/memory/live_table.h"
#include "ui/memory/memory_chart.h"
#include "ui/memory/memory_panel.h"
#include "ui/tables/table_view.h"

#include <QAbstractItemModelTester>
#include <QAccessible>
#include <QHeaderView>
#include <QLabel>
#include <QSignalSpy>
#include <QTemporaryDir>

class TestMemoryPanel : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_settings;
    std::unique_ptr<DrivenWindow> m_driven;
    ui::Document* m_document = nullptr;
    ui::MemoryPanel* m_panel = nullptr;

    static QStringList words(const QWidget& widget)
    {
        QStringList texts;
        for (const auto* label : widget.findChildren<QLabel*>()) {
            if (label->isVisible())
                texts.append(label->text());
        }
        return texts;
    }

private slots:
    void initTestCase()
    {
        DrivenWindow::isolate(m_settings);
        m_driven = std::make_unique<DrivenWindow>();
        m_document = m_driven->open(DrivenWindow::sample("residual-cnn"));
        QVERIFY(m_document != nullptr);
        m_panel = m_driven->panel<ui::MemoryPanel>();
        m_driven->showPanel(QStringLiteral("memory"));
        QTest::qWait(50);
        QVERIFY2(words(*m_panel).join(u' ').contains(QStringLiteral("No run yet")),
            qPrintable(words(*m_panel).join(u' ')));
        QVERIFY(m_driven->profile(m_document));
    }
    void cleanupTestCase() { m_driven.reset(); }

    void thePeakIsShownFirstWithItsTensors()
    {
        const auto& profile = *m_document->profile();
        const auto memory = profiler::liveMemory(profile, *profiler::medianRun(profile));
        QCOMPARE(m_panel->chart()->moment(), memory.peakNs);
        const auto* rows = m_panel->view()->model();
        const QAbstractItemModelTester tester(
            m_panel->view()->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(rows->rowCount(), static_cast<int>(memory.livingAtPeak.size()));
        const auto& largest = profile.memory.lifetimes[memory.livingAtPeak.front()];
        QCOMPARE(rows->index(0, ui::LiveTable::Name).data().toString(),
            QString::fromStdString(std::string(profile.text(largest.name))));
        QVERIFY(!rows->index(0, ui::LiveTable::Producer).data().toString().isEmpty());
        m_driven->shoot(QStringLiteral("memory"));
    }

    void theTableEndsWithAWholeColumn()
    {
        auto* view = m_panel->view();
        const auto endsWhole = [view] {
            const auto* header = view->header();
            const int right = view->viewport()->width();
            for (int i = 0; i < header->count(); ++i) {
                if (header->sectionPosition(i) + header->sectionSize(i) == right)
                    return true;
            }
            return false;
        };
        QVERIFY(endsWhole());
        const auto size = m_panel->size();
        for (const int width : { 560, 700, 941, 1300, 1800 }) {
            m_panel->resize(width, size.height());
            QTRY_VERIFY2(endsWhole(), qPrintable(QString::number(width)));
        }
        m_panel->resize(size);
        QTRY_VERIFY(endsWhole());
    }

    void aClickOnAMomentListsWhatIsLiveThen()
    {
        auto* chart = m_panel->chart();
        const auto& profile = *m_document->profile();
        const auto memory = profiler::liveMemory(profile, *profiler::medianRun(profile));
        const auto& geometry = chart->geometryOfChart();
        const QPoint early(
            static_cast<int>(geometry.xOf(geometry.visible.lengthNs() / 4)), chart->height() / 2);
        QTest::mouseClick(chart, Qt::LeftButton, {}, early);
        QVERIFY(chart->moment() != memory.peakNs);
        QCOMPARE(m_panel->view()->model()->rowCount(),
            static_cast<int>(profiler::livingAt(profile, memory, chart->moment()).size()));
        chart->setFocus();
        QTest::keyClick(chart, Qt::Key_P);
        QCOMPARE(chart->moment(), memory.peakNs);
    }

    void aRowSelectsItsValueAndASelectedValueItsRow()
    {
        auto* view = m_panel->view();
        view->setCurrentIndex(view->model()->index(0, 0));
        const auto item = m_document->selection()->current();
        QVERIFY(item.isValue());
        QCOMPARE(item, ui::itemOf(view->model()->index(0, 0).data(ui::ItemRole)));
        m_document->selection()->clear();
        QVERIFY(view->selectionModel()->selectedRows().isEmpty());

        // A value that is not live at the moment moves the moment to where it is.
        const auto& lifetimes = m_document->profile()->memory.lifetimes;
        for (const auto& lifetime : lifetimes) {
            if (!lifetime.value.isValid() || !lifetime.first.isValid())
                continue;
            m_document->revealValue(lifetime.value);
            const auto rows = view->selectionModel()->selectedRows();
            QCOMPARE(rows.size(), 1);
            QCOMPARE(ui::itemOf(rows.front().data(ui::ItemRole)).id, lifetime.value.value());
        }
    }

    void aScreenReaderReadsTheMoments()
    {
        auto* chart = m_panel->chart();
        chart->setFocus();
        QTest::keyClick(chart, Qt::Key_P);
        auto* accessible = QAccessible::queryAccessibleInterface(chart);
        QCOMPARE(accessible->role(), QAccessible::Chart);
        QVERIFY(accessible->childCount() > 3);
        auto* child = accessible->focusChild();
        QVERIFY(child != nullptr);
        QVERIFY(child->text(QAccessible::Name).contains(QStringLiteral("of activations")));
        accessible->child(0)->actionInterface()->doAction(
            QAccessibleActionInterface::pressAction());
        QCOMPARE(chart->currentPart(), 0);
        QTest::keyClick(chart, Qt::Key_P);
    }

    void columnsThatWereSetByHandStay()
    {
        auto* view = m_panel->view();
        view->header()->resizeSection(ui::LiveTable::Name, 211);
        const auto size = m_panel->size();
        m_panel->resize(size.width() + 90, size.height());
        QTest::qWait(20);
        QCOMPARE(view->header()->sectionSize(ui::LiveTable::Name), 211);
        m_panel->resize(size);
    }

    void weightsThatDwarfTheRestAreNotDrawnToScale()
    {
        ui::MemoryGeometry geometry;
        geometry.visible = { 0, 1000 };
        geometry.width = 400;
        geometry.height = 200;
        geometry.peakBytes = 1000;
        geometry.weightBytes = 500;
        QVERIFY(geometry.isToScale());
        QVERIFY(
            std::abs(geometry.yOf(0) - (geometry.base() - 500 / geometry.bytesPerPixel())) < 1e-6);
        geometry.weightBytes = 1'000'000'000;
        QVERIFY(!geometry.isToScale());
        QCOMPARE(geometry.bandHeight(), double(ui::MemoryGeometry::shortBand));
        QVERIFY(geometry.yOf(1000) >= ui::MemoryGeometry::top - 0.5);
        geometry.weightBytes = 0;
        QCOMPARE(geometry.bandHeight(), 0.0);
    }
};

QTEST_MAIN(TestMemoryPanel)
#include "tst_memory_panel.moc"
