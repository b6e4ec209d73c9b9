#include <QTest>

#include "profiler/statistics/generation_report.h"
#include "tests/support/decoder_text.h"
#include "tests/support/graph_text.h"
#include "tests/support/paths.h"
#include "tests/support/ui/driven_window.h"
#include "ui/document/document.h"
#include "ui/document/statistics_state.h"
#include "ui/generation/generation_chart.h"
#include "ui/generation/generation_page.h"
#include "ui/inspectors/elided_label.h"
#include "ui/jobs/job_runner.h"
#include "ui/tables/table_view.h"
#include "ui/timeline/timeline_view.h"
#include "ui/window/actions.h"

#include <QAbstractButton>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSet>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QToolButton>

#include <atomic>

using ui::RunController;

/// The page of a generation, as a user works with it.
/// `OPSCOPE_DECODER=model.onnx` takes pictures of that model instead of a small one.
class TestGenerationPage : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    std::unique_ptr<DrivenWindow> m_driven;

    ui::Document* openText(const char* name, const std::string& text)
    {
        const auto path = m_folder.filePath(QString::fromLatin1(name));
        ui::RunSettings().save(path); // those of another test
        testing::writeFile(path, testing::modelBytesFromText(text));
        return openPath(path);
    }
    ui::Document* openPath(const QString& path)
    {
        auto* document = m_driven->open(path);
        m_driven->showPanel(QStringLiteral("run"));
        m_driven->settle();
        return document;
    }
    void type(QWidget* field, const QString& text)
    {
        field->setFocus();
        QTest::keyClick(field, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(field, text);
        QTest::keyClick(field, Qt::Key_Return);
    }
    bool pressProfile()
    {
        QSignalSpy finished(&(*m_driven)->runs(), &RunController::finished);
        m_driven->child<QPushButton>("profileButton")->click();
        const bool isDone = finished.wait(10 * DrivenWindow::patience);
        m_driven->settle();
        return isDone && finished.first().at(1).toBool();
    }
    QTabWidget* tabs() const { return m_driven->window().findChild<QTabWidget*>(); }
    ui::GenerationPage* page() const
    {
        return qobject_cast<ui::GenerationPage*>(tabs()->currentWidget());
    }
    /// A generation of the small decoder whose page is shown.
    ui::Document* generate(const QString& tokens = QStringLiteral("24"))
    {
        auto* document = openText("decoder.onnx", testing::decoderText);
        (*m_driven)->runs().settingsOf(document).threads = 1;
        type(m_driven->child<QLineEdit>("prompt"), QStringLiteral("1,4,2"));
        type(m_driven->child<QSpinBox>("generateTokens"), tokens);
        return pressProfile() ? document : nullptr;
    }
    /// Shows a changed copy of the current run.
    void addRun(ui::Document& document, profiler::Profile profile)
    {
        auto run = document.runs().back();
        run.profile = std::make_shared<profiler::Profile>(std::move(profile));
        run.statistics = nullptr;
        document.addRun(std::move(run));
        m_driven->settle();
    }
    /// Adds a copy of the current run and stops the job of this title before it begins.
    bool addRunAndStop(ui::Document& document,
        std::shared_ptr<const profiler::Statistics> statistics, const QString& title)
    {
        auto& jobs = m_driven->window().jobs();
        std::atomic<bool> isOpen = false;
        constexpr int moreThanWorkers = 64;
        for (int i = 0; i < moreThanWorkers; ++i)
            jobs.start<int>(
                this, QString::number(i), QString(),
                [&](std::stop_token, const support::Progress&) -> support::Result<int> {
                    isOpen.wait(false);
                    return 0;
                },
                [](support::Result<int>) {});
        auto run = document.runs().back();
        run.profile = std::make_shared<profiler::Profile>(*run.profile);
        run.statistics = std::move(statistics);
        document.addRun(std::move(run));
        bool isFound = false;
        for (const auto& job : jobs.jobs()) {
            if (job.title != title)
                continue;
            isFound = true;
            jobs.cancel(job.id);
        }
        isOpen = true;
        isOpen.notify_all();
        m_driven->settle();
        return isFound;
    }

private slots:
    void initTestCase() { DrivenWindow::isolate(m_folder); }
    void init() { m_driven = std::make_unique<DrivenWindow>(); }
    void cleanup() { m_driven.reset(); }

    void profileOpensThePageOfTheGeneration()
    {
        auto* document = generate();
        QVERIFY(document != nullptr);
        QVERIFY(page() != nullptr);
        QVERIFY(tabs()->tabText(tabs()->currentIndex()).startsWith(QStringLiteral("Generation, ")));
        QCOMPARE((*m_driven)->currentDocument(), document);
        QVERIFY(page()->report() != nullptr);
        const auto& figures = page()->report()->figures;
        QCOMPARE(figures.promptTokens, std::int64_t(3));
        QCOMPARE(figures.tokens, std::int64_t(24));
        QCOMPARE(figures.repeats, 6u);
        const auto words = shownWords(*page());
        for (const auto* word : { "Prefill, 3 tokens", "Time to first token", "tokens/s",
                 "Slowest token", "Cache", "Not in any operator" })
            QVERIFY2(words.contains(QString::fromLatin1(word)), word);
        // The left docks stay; the page has a timeline and operators of its own.
        QVERIFY(m_driven->panel(QStringLiteral("run"))->isVisible());
        QVERIFY(!m_driven->panel(QStringLiteral("timeline"))->isVisible());
        tabs()->setCurrentIndex(0);
        m_driven->settle();
        QVERIFY(m_driven->panel(QStringLiteral("timeline"))->isVisible());
        // A second way to the page.
        m_driven->action("run.generation")->trigger();
        QVERIFY(page() != nullptr);
        QCOMPARE(tabs()->count(), 2);
        m_driven->action("file.close")->trigger();
        QCOMPARE(tabs()->count(), 1);
    }

    void keysAndClicksChooseTheToken()
    {
        QVERIFY(generate() != nullptr);
        auto* chart = page()->chart();
        const auto& positions = page()->report()->figures.positions;
        QCOMPARE(positions.size(), std::size_t(23));
        chart->setFocus();
        QTest::keyClick(chart, Qt::Key_Home);
        QCOMPARE(page()->position(), std::optional<qint64>(positions.front()));
        QVERIFY(m_driven->child<QPushButton>("jumpFirst")->isChecked());
        QTest::keyClick(chart, Qt::Key_Right);
        QCOMPARE(page()->position(), std::optional<qint64>(positions[1]));
        QVERIFY(!m_driven->child<QPushButton>("jumpFirst")->isChecked());
        QCOMPARE(m_driven->child<QPushButton>("scopeToken")->text(), QStringLiteral("Token 3"));
        QTest::keyClick(chart, Qt::Key_Left);
        QCOMPARE(page()->position(), std::optional<qint64>(positions.front()));
        QTest::mouseClick(chart, Qt::LeftButton, {}, chart->partRect(9).center().toPoint());
        QCOMPARE(page()->position(), std::optional<qint64>(positions[9]));
        m_driven->child<QToolButton>("nextToken")->click();
        QCOMPARE(page()->position(), std::optional<qint64>(positions[10]));
        m_driven->child<QPushButton>("jumpSlowest")->click();
        QCOMPARE(
            page()->position(), std::optional<qint64>(page()->report()->figures.slowest->position));
        // The timeline shows a recorded run of this token.
        const auto& profile = *(*m_driven)->currentDocument()->profile();
        const auto visible = (*m_driven)->currentDocument()->timeRange()->visible();
        const auto found = std::ranges::find_if(profile.runs, [&](const profiler::Run& run) {
            return run.side == profiler::Side::Profiled && run.position == *page()->position()
                && run.startNs >= visible.startNs && run.startNs + run.wallNs <= visible.endNs;
        });
        QVERIFY(found != profile.runs.end());
    }

    void theTableAddsUpAndSelects()
    {
        auto* document = generate();
        QVERIFY(document != nullptr);
        const auto table = profiler::tokenTable(
            *document->profile(), page()->report()->tokens, page()->position());
        QVERIFY(table.has_value());
        QCOMPARE(
            table->account.operatorsNs - table->account.overlapNs + table->notInAnyOperatorNs(),
            table->wallNs);
        auto* rows = page()->operators();
        QVERIFY(rows->model()->rowCount() >= 4);
        rows->setFocus();
        QTest::mouseClick(rows->viewport(), Qt::LeftButton, {},
            rows->visualRect(rows->model()->index(0, 0)).center());
        QVERIFY(document->selection()->current().isNode());
        const auto node = document->selection()->current().id;
        QTest::keyClick(rows, Qt::Key_Down);
        QVERIFY(document->selection()->current().id != node);
        // What is selected elsewhere is shown in the table.
        document->reveal(model::NodeId(node));
        QCOMPARE(rows->currentIndex().row(), 0);
        m_driven->child<QPushButton>("scopePrefill")->click();
        QVERIFY(m_driven->child<QLabel>("wallName")->text().contains(QStringLiteral("prefill")));
        m_driven->child<QPushButton>("scopeAll")->click();
        QVERIFY(rows->model()->rowCount() >= 4);
        QTest::keyClick(page()->chart(), Qt::Key_Home);
        QVERIFY(m_driven->child<QPushButton>("scopeAll")->isChecked());
    }

    void aStopTokenIsSaid()
    {
        auto* document = openText("decoder.onnx", testing::decoderText);
        (*m_driven)->runs().settingsOf(document).threads = 1;
        type(m_driven->child<QLineEdit>("prompt"), QStringLiteral("1,4,2"));
        type(m_driven->child<QSpinBox>("generateTokens"), QStringLiteral("24"));
        type(m_driven->child<QSpinBox>("stopToken"), QStringLiteral("0"));
        QVERIFY(pressProfile());
        const auto tokens = page()->report()->figures.tokens;
        auto* remark = m_driven->child<QLabel>("generationRemark");
        QCOMPARE(remark->isVisible(), tokens < 24);
        if (tokens < 24)
            QVERIFY2(remark->text().startsWith(QStringLiteral("%1 of 24 tokens").arg(tokens)),
                qPrintable(remark->text()));
    }

    void aRowOfThePromptKeepsItsTimeline()
    {
        auto* document = generate();
        QVERIFY(document != nullptr);
        m_driven->child<QPushButton>("scopePrefill")->click();
        const auto visible = document->timeRange()->visible();
        auto* rows = page()->operators();
        for (int row = 0; row < rows->model()->rowCount(); ++row) {
            QTest::mouseClick(rows->viewport(), Qt::LeftButton, {},
                rows->visualRect(rows->model()->index(row, 0)).center());
            QVERIFY(document->selection()->current().isNode());
            QCOMPARE(document->timeRange()->visible().startNs, visible.startNs);
            QCOMPARE(document->timeRange()->visible().endNs, visible.endNs);
        }
    }

    void stoppedStatisticsCanBeComputedAgain()
    {
        auto* document = generate();
        QVERIFY(document != nullptr);
        QVERIFY(addRunAndStop(*document, nullptr, QStringLiteral("Computing statistics")));
        QVERIFY(document->statistics() == nullptr);
        QVERIFY(page()->report() == nullptr);
        auto* state = page()->findChild<ui::StatisticsState*>();
        QVERIFY(state != nullptr && state->isVisible());
        QVERIFY2(
            state->text().startsWith(QStringLiteral("You stopped")), qPrintable(state->text()));
        auto* again = state->currentWidget()->findChild<QAbstractButton*>();
        QVERIFY(again != nullptr);
        again->click();
        m_driven->settle();
        QVERIFY(page()->report() != nullptr);
        QVERIFY(page()->chart()->isVisible());
    }

    void stoppedFiguresAreSaid()
    {
        auto* document = generate();
        QVERIFY(document != nullptr);
        QVERIFY(addRunAndStop(
            *document, document->statistics(), QStringLiteral("Figures of the generation")));
        QVERIFY(page()->report() == nullptr);
        const auto words = shownWords(*page());
        QVERIFY2(
            words.contains(QStringLiteral("You stopped computing the figures")), qPrintable(words));
    }

    void aChangedFileIsNotMeasuredFromThePage()
    {
        auto* document = generate();
        QVERIFY(document != nullptr && page() != nullptr);
        testing::writeFile(document->path(),
            testing::modelBytesFromText("x: float[2,3]\ny = Relu(x)\ny -> float[2,3]"));
        m_driven->action("run.profile")->trigger();
        QVERIFY(!(*m_driven)->runs().isRunning());
        const auto words = shownWords(m_driven->window());
        QVERIFY2(words.contains(QStringLiteral("reload it before a run")), qPrintable(words));
    }

    void theTimesOfATokenHaveItsChoice()
    {
        auto* document = generate();
        QVERIFY(document != nullptr);
        auto profile = *document->profile();
        for (auto& run : profile.runs)
            run.outsideNs = 70'000'000;
        addRun(*document, std::move(profile));
        QVERIFY(page()->report() != nullptr);
        const auto wall = m_driven->child<QLabel>("wallTime")->text();
        QVERIFY(wall.startsWith(QStringLiteral("70")));
        const auto text = m_driven->child<ui::ElidedLabel>("tokenText")->text();
        QVERIFY2(text.endsWith(wall), qPrintable(text));
        QVERIFY(shownWords(*page()).contains(QStringLiteral("per token in the model, median")));
    }

    void aModelOfOneTokenARunSaysSo()
    {
        auto text = std::string(testing::decoderText);
        text.replace(text.find("[1,s]"), 5, "[1,1]");
        auto* document = openText("single.onnx", text);
        (*m_driven)->runs().settingsOf(document).threads = 1;
        type(m_driven->child<QLineEdit>("prompt"), QStringLiteral("1,4,2"));
        type(m_driven->child<QSpinBox>("generateTokens"), QStringLiteral("9"));
        QVERIFY(pressProfile());
        QCOMPARE(page()->report()->figures.promptTokens, std::int64_t(3));
        m_driven->child<QPushButton>("scopePrefill")->click();
        QCOMPARE(m_driven->child<QLabel>("wallName")->text(),
            QStringLiteral("Wall, median run of the prompt, 1 token"));
    }

    void aRunWithoutSingleTokensHasNoneToChoose()
    {
        QVERIFY(generate(QStringLiteral("1")) != nullptr);
        QVERIFY(page()->report() != nullptr);
        for (const auto* name : { "previousToken", "nextToken", "jumpMedian", "jumpSlowest",
                 "jumpFirst", "scopeToken", "scopeAll" })
            QVERIFY2(!m_driven->child<QAbstractButton>(name)->isEnabled(), name);
        QVERIFY(shownWords(*page()).contains(QStringLiteral("at 6 positions or more")));
        QVERIFY(m_driven->child<QPushButton>("scopePrefill")->isChecked());
    }

    void oneGenerationIsNotComparedAndAnEarlyEndIsSaid()
    {
        auto* document = openText("decoder.onnx", testing::decoderText);
        auto& settings = (*m_driven)->runs().settingsOf(document);
        settings.threads = 1;
        settings.generation.counts.runs = 1;
        (*m_driven)->runs().settingsEdited(document);
        type(m_driven->child<QLineEdit>("prompt"), QStringLiteral("1,4,2"));
        type(m_driven->child<QSpinBox>("generateTokens"), QStringLiteral("6"));
        QVERIFY(pressProfile());
        auto words = shownWords(m_driven->window());
        QVERIFY2(words.contains(QStringLiteral("Generated 6 tokens")), qPrintable(words));
        QVERIFY(!words.contains(QStringLiteral("chose the same tokens")));
        auto profile = *document->profile();
        profile.metadata.set(profiler::keys::generationTokens, std::int64_t(24));
        addRun(*document, std::move(profile));
        QVERIFY(m_driven->child<QLabel>("generationRemark")
                    ->text()
                    .startsWith(QStringLiteral("6 of 24 tokens")));
    }

    void differentTokensAreSaid()
    {
        auto* document = generate();
        QVERIFY(document != nullptr);
        QVERIFY(m_driven->child<QLabel>("generationRemark")->isHidden());
        auto profile = *document->profile();
        profile.metadata.set(profiler::keys::generationDifference, std::int64_t(5));
        addRun(*document, std::move(profile));
        const auto remark = m_driven->child<QLabel>("generationRemark")->text();
        QVERIFY2(remark.contains(QStringLiteral("different tokens from token 5 on")),
            qPrintable(remark));
    }

    void aClosedDocumentTakesItsPageAlong()
    {
        QVERIFY(generate() != nullptr);
        QCOMPARE(tabs()->count(), 2);
        tabs()->setCurrentIndex(0);
        m_driven->settle();
        m_driven->action("file.close")->trigger();
        m_driven->settle();
        QVERIFY((*m_driven)->currentDocument() == nullptr);
        QVERIFY(m_driven->window().findChild<ui::GenerationPage*>() == nullptr);
    }

    void aClickOnTheSameRowSelectsAgain()
    {
        auto* document = generate();
        QVERIFY(document != nullptr);
        auto* rows = page()->operators();
        const auto click = [&] {
            QTest::mouseClick(rows->viewport(), Qt::LeftButton, {},
                rows->visualRect(rows->model()->index(1, 0)).center());
        };
        click();
        QVERIFY(document->selection()->current().isNode());
        document->selection()->clear(nullptr);
        click();
        QVERIFY(document->selection()->current().isNode());
    }

    void stopKeepsWhatWasMeasured()
    {
        auto* document = openText("decoder.onnx", testing::decoderText);
        auto& runs = (*m_driven)->runs();
        auto& settings = runs.settingsOf(document);
        settings.threads = 1;
        settings.generation.counts = { 100'000, 1, 3600 };
        runs.settingsEdited(document);
        type(m_driven->child<QLineEdit>("prompt"), QStringLiteral("1,4,2"));
        type(m_driven->child<QSpinBox>("generateTokens"), QStringLiteral("50"));
        QSignalSpy finished(&runs, &RunController::finished);
        m_driven->child<QPushButton>("profileButton")->click();
        QTRY_VERIFY_WITH_TIMEOUT(
            runs.progress().phase == QStringLiteral("measuring") && runs.progress().done > 500,
            DrivenWindow::patience);
        m_driven->action("run.stop")->trigger();
        QVERIFY(!finished.empty() || finished.wait(DrivenWindow::patience));
        m_driven->settle();
        QVERIFY(page() != nullptr && page()->report() != nullptr);
        QCOMPARE(page()->report()->figures.tokens, std::int64_t(50));
        const auto remark = m_driven->child<QLabel>("generationRemark")->text();
        QVERIFY2(remark.contains(QStringLiteral(" of 100,000 generations were recorded")),
            qPrintable(remark));
    }

    void aNarrowWindowKeepsItsWidth()
    {
        QVERIFY(generate() != nullptr);
        m_driven->window().resize(1100, 750);
        m_driven->settle();
        QCOMPARE(m_driven->window().width(), 1100);
        QVERIFY(page()->chart()->height() >= 100);
        m_driven->shoot(QStringLiteral("generation-narrow"));
    }

    void pictures()
    {
        const auto chosen = qEnvironmentVariable("OPSCOPE_DECODER");
        auto* document
            = chosen.isEmpty() ? openText("decoder.onnx", testing::decoderText) : openPath(chosen);
        QVERIFY(document != nullptr);
        auto& settings = (*m_driven)->runs().settingsOf(document);
        settings.generation.counts.runs = chosen.isEmpty() ? 8 : 4;
        (*m_driven)->runs().settingsEdited(document);
        type(m_driven->child<QLineEdit>("prompt"), QStringLiteral("64"));
        type(m_driven->child<QSpinBox>("generateTokens"), QStringLiteral("64"));
        QVERIFY(pressProfile());
        QVERIFY(page() != nullptr);
        m_driven->showPanel(QStringLiteral("run"));
        page()->chart()->setFocus();
        m_driven->shoot(QStringLiteral("generation"));
        m_driven->child<QPushButton>("viewOperators")->click();
        m_driven->child<QPushButton>("scopePrefill")->click();
        m_driven->shoot(QStringLiteral("generation-operators"));
    }
};

QTEST_MAIN(TestGenerationPage)
#include "tst_generation_page.moc"
