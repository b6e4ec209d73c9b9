#include <QTest>

#include "profiler/file/profile_file.h"
#include "profiler/statistics/statistics.h"
#include "tests/benchmarks/long_profile.h"
#include "tests/support/paths.h"
#include "tests/support/ui/driven_window.h"
#include "ui/document/document.h"
#include "ui/document/settings.h"
#include "ui/document/statistics_state.h"
#include "ui/flame/flame_panel.h"
#include "ui/jobs/job_runner.h"
#include "ui/operators/operators_panel.h"
#include "ui/pages/document_page.h"
#include "ui/roofline/roofline_panel.h"
#include "ui/tables/table_view.h"
#include "ui/timeline/timeline_panel.h"
#include "ui/timeline/timeline_view.h"
#include "ui/widgets/theme.h"
#include "ui/window/actions.h"

#include <QDir>
#include <QPushButton>
#include <QSet>
#include <QTemporaryDir>

/// A profile so long that its statistics take a while: the timeline does not wait for them, and
/// nothing else shows a figure before it is known.
class TestLongProfile : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_settings;
    QTemporaryDir m_folder;
    QString m_path;
    std::unique_ptr<DrivenWindow> m_driven;
    ui::Document* m_document = nullptr;

    /// What a panel says instead of figures; empty if it shows them.
    QString stateOf(const char* panel) const
    {
        const auto* state
            = m_driven->panel(QString::fromLatin1(panel))->findChild<ui::StatisticsState*>();
        auto* stack = qobject_cast<QStackedWidget*>(state->parentWidget());
        return stack->currentWidget() == state ? state->text() : QString();
    }
    /// Begins to open the file and calls `look` when its timeline is there.
    void open(const std::function<void()>& look)
    {
        m_document = m_driven->window().openFile(m_path);
        connect(m_document, &ui::Document::profileChanged, this, look, Qt::SingleShotConnection);
        QTRY_VERIFY_WITH_TIMEOUT(!m_document->runs().empty(), DrivenWindow::patience);
    }
    int rowsOfOperators() const
    {
        return m_driven->panel<ui::OperatorsPanel>()->view()->model()->rowCount();
    }

private slots:
    void initTestCase()
    {
        ui::settings::useFolder(m_settings.path());
        m_path = m_folder.filePath(QStringLiteral("long.opscope"));
        QVERIFY(
            profiler::writeProfileFile(m_path.toStdString(), *benchmarks::longProfile(250, 1'000)));
    }
    void init() { m_driven = std::make_unique<DrivenWindow>(); }
    void cleanup() { m_driven.reset(); }

    void theTimelineDoesNotWaitForStatistics()
    {
        QStringList said;
        int rows = -1;
        bool hasTimeline = false;
        bool isComputing = false;
        open([&] {
            hasTimeline = m_document->timeline() != nullptr
                && !m_driven->panel<ui::TimelinePanel>()->view()->geometryOfView().lanes.empty();
            isComputing
                = m_document->statistics() == nullptr && m_document->isComputingStatistics();
            for (const auto* panel : { "operators", "flame", "roofline" })
                said += stateOf(panel);
            rows = rowsOfOperators();
            m_driven->window().grab(); // every view is drawn without figures
        });
        QVERIFY(hasTimeline);
        QVERIFY(isComputing);
        QCOMPARE(rows, 0);
        QCOMPARE(said.size(), 3);
        for (const auto& text : said)
            QVERIFY2(text.startsWith(QStringLiteral("Computing statistics of 251,000 spans")),
                qPrintable(text));
        m_driven->settle();
        QVERIFY(m_document->statistics() != nullptr);
        QVERIFY(!m_document->isComputingStatistics());
        QCOMPARE(rowsOfOperators(), 250);
        for (const auto* panel : { "operators", "flame", "roofline" })
            QCOMPARE(stateOf(panel), QString());
        const auto alone = profiler::computeStatistics(*m_document->profile());
        QCOMPARE(m_document->statistics()->wall.median, alone->wall.median);
    }

    void stoppedStatisticsCanBeComputedAgain_data()
    {
        QTest::addColumn<ui::Theme::Choice>("theme");
        QTest::newRow("dark") << ui::Theme::Choice::Dark;
        QTest::newRow("light") << ui::Theme::Choice::Light;
    }
    void stoppedStatisticsCanBeComputedAgain()
    {
        QFETCH(ui::Theme::Choice, theme);
        ui::Theme::instance().choose(theme);
        const QDir folder(QString::fromStdString((testing::buildDir() / "screenshots").string()));
        folder.mkpath(QStringLiteral("."));
        const auto keep = [&](const char* name) {
            m_driven->window().grab().save(folder.filePath(
                QStringLiteral("long-profile-%1-%2.png")
                    .arg(QString::fromLatin1(name), QString::fromLatin1(QTest::currentDataTag()))));
        };
        auto& jobs = m_driven->window().jobs();
        QSet<quint64> stopped; // as soon as it begins
        const auto stopping = connect(&jobs, &ui::JobRunner::jobsChanged, this, [&] {
            for (const auto& job : jobs.jobs()) {
                if (job.title != QStringLiteral("Computing statistics") || stopped.contains(job.id))
                    continue;
                stopped.insert(job.id);
                jobs.cancel(job.id);
            }
        });
        open([] {});
        disconnect(stopping);
        QCOMPARE(stopped.size(), 1);
        m_driven->settle();
        QVERIFY(m_document->statistics() == nullptr);
        QVERIFY(!m_document->isComputingStatistics());
        QVERIFY2(stateOf("operators").contains(QStringLiteral("stopped")),
            qPrintable(stateOf("operators")));
        auto* again = m_driven->window().actions().action(QStringLiteral("run.statistics"));
        QVERIFY(again->isEnabled());
        keep("stopped");
        again->trigger();
        keep("computing"); // before a job can have delivered anything
        QVERIFY(m_document->isComputingStatistics());
        QVERIFY(stateOf("operators").startsWith(QStringLiteral("Computing")));
        m_driven->settle();
        QVERIFY(m_document->statistics() != nullptr);
        QCOMPARE(rowsOfOperators(), 250);
        QVERIFY(!again->isEnabled());
    }

    void scopesOfManySpansAreSummedUpBeside()
    {
        open([] {});
        m_driven->settle();
        auto* panel = m_driven->panel<ui::OperatorsPanel>();
        panel->chip(QStringLiteral("byScope"))->click();
        QVERIFY(!panel->view()->isVisible()); // says that it sums up
        m_driven->settle();
        QVERIFY(panel->view()->isVisible());
        QCOMPARE(rowsOfOperators(), 21);
        // Chosen and left at once: the job is forgotten.
        m_document->reload();
        m_driven->settle();
        panel->chip(QStringLiteral("byType"))->click();
        panel->chip(QStringLiteral("byScope"))->click();
        panel->chip(QStringLiteral("byType"))->click();
        m_driven->settle();
        QCOMPARE(rowsOfOperators(), 6);
    }

    void closingItsTabWhileItIsComputed()
    {
        open([] {});
        m_driven->window().actions().action(QStringLiteral("file.close"))->trigger();
        m_driven->settle();
        QVERIFY(m_driven->window().currentDocument() == nullptr);
    }
};

QTEST_MAIN(TestLongProfile)
#include "tst_long_profile.moc"
