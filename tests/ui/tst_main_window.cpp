#include "tests/support/paths.h"

#include "layout/scene/scene.h"
#include "profiler/statistics/statistics.h"
#include "profiler/tables/profile.h"
#include "ui/canvas/canvas_view.h"
#include "ui/canvas/graph_view.h"
#include "ui/document/document.h"
#include "ui/document/settings.h"
#include "ui/inspectors/elided_label.h"
#include "ui/operators/operators_panel.h"
#include "ui/pages/document_page.h"
#include "ui/pages/welcome_page.h"
#include "ui/run/run_controller.h"
#include "ui/tables/table_view.h"
#include "ui/timeline/timeline_panel.h"
#include "ui/timeline/timeline_view.h"
#include "ui/widgets/theme.h"
#include "ui/window/actions.h"
#include "ui/window/main_window.h"

#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

namespace {

constexpr int patience = 60'000; // ms; these machines are slow at times

QString sample(const char* name)
{
    return QString::fromStdString(
        (testing::sourceDir() / "resources/samples" / name / "model.onnx").string());
}

} // namespace

/// Drives the real window: open, select, run, read rows, stop, close. Screenshots go to the build
/// folder, for people to look at.
class TestMainWindow : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_settings;
    std::unique_ptr<ui::MainWindow> m_window;

    void save(const QString& name, ui::Theme::Choice theme)
    {
        ui::Theme::instance().choose(theme);
        QTest::qWait(100);
        const auto folder = QString::fromStdString((testing::buildDir() / "screenshots").string());
        QVERIFY(QDir().mkpath(folder));
        m_window->grab().save(
            folder + "/" + name + (theme == ui::Theme::Choice::Dark ? "-dark.png" : "-light.png"));
    }

    void saveBoth(const QString& name)
    {
        save(name, ui::Theme::Choice::Dark);
        save(name, ui::Theme::Choice::Light);
    }

    ui::Document* open(const QString& path)
    {
        auto* document = m_window->openFile(path);
        const bool isOpen = QTest::qWaitFor(
            [&] { return document->state() != ui::Document::State::Opening; }, patience);
        return isOpen ? document : nullptr;
    }

private slots:
    void initTestCase()
    {
        ui::settings::useFolder(m_settings.path());
        ui::RunController::useEngineProgram(QString::fromStdString(testing::cliProgram().string()));
    }

    void init()
    {
        ui::Theme::instance().choose(ui::Theme::Choice::Light);
        m_window = std::make_unique<ui::MainWindow>();
        m_window->resize(1600, 1000);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    }
    void cleanup() { m_window.reset(); }

    void welcomesWithSamples()
    {
        QVERIFY(m_window->findChild<ui::WelcomePage*>() != nullptr);
        auto* card = m_window->findChild<QWidget*>("sample-residual-cnn");
        QVERIFY(card != nullptr);
        saveBoth("welcome");
        QTest::mouseClick(card, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->currentDocument() != nullptr, patience);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->currentDocument()->scene() != nullptr, patience);
    }

    void aClickOnANodeSelectsItEverywhere()
    {
        auto* document = open(sample("residual-cnn"));
        QVERIFY(document != nullptr);
        QTRY_VERIFY_WITH_TIMEOUT(
            document->scene() != nullptr && document->analysis() != nullptr, patience);
        auto* graph = qobject_cast<ui::GraphView*>(m_window->currentPage()->view());
        QVERIFY(graph != nullptr);
        const model::NodeId wanted(0U);
        document->reveal(wanted);
        QCOMPARE(document->selection()->current().id, 0U);
        QTest::qWait(400); // the view moves to it
        saveBoth("node-selected");
        auto* canvas = graph->canvas();
        QTest::mouseClick(canvas, Qt::LeftButton, {}, canvas->rect().center());
        canvas->setFocus();
        document->reveal(wanted);
        QTest::keyClick(canvas, Qt::Key_Down);
        QVERIFY(document->selection()->current().isNode());
        QVERIFY(document->selection()->current().id != 0U);
    }

    void aRunFillsOperatorsAndTimeline()
    {
        auto* document = open(sample("residual-cnn"));
        QVERIFY(document != nullptr);
        auto& settings = m_window->runs().settingsOf(document);
        settings.runs = 12;
        settings.warmup = 2;
        m_window->runs().settingsEdited(document);
        QSignalSpy finished(&m_window->runs(), &ui::RunController::finished);
        m_window->findChild<QPushButton*>("profileButton")->click();
        QVERIFY(m_window->runs().isRunning());
        QVERIFY(finished.wait(patience));
        QVERIFY2(finished.first().at(1).toBool(), qPrintable(m_window->runs().progress().failure));
        auto* operators = m_window->docks().panel<ui::OperatorsPanel>();
        QVERIFY(operators->view()->model()->rowCount() > 5);
        QVERIFY(!operators->findChild<ui::ElidedLabel*>("wall")->text().isEmpty());

        // A row selects its node, and the timeline shows the same step.
        // Which row is first depends on the machine; layout changes come from no node.
        const auto* rows = operators->view()->model();
        int row = 0;
        while (row < rows->rowCount() && !rows->index(row, 0).data().toString().endsWith("Conv"))
            ++row;
        operators->view()->setCurrentIndex(rows->index(row, 0));
        QVERIFY(document->selection()->current().isNode());
        auto* timeline = m_window->docks().panel<ui::TimelinePanel>();
        QVERIFY(timeline->view()->isVisible());
        QTest::qWait(400);
        saveBoth("after-run");
        const auto first = document->selection()->current();
        timeline->view()->setFocus();
        QTest::keyClick(timeline->view(), Qt::Key_Right);
        if (document->selection()->current()
            == first) // the last span of the recording has none after it
            QTest::keyClick(timeline->view(), Qt::Key_Left);
        QVERIFY(document->selection()->current() != first);
    }

    void aRunCanBeStopped()
    {
        auto* document = open(sample("residual-cnn"));
        QVERIFY(document != nullptr);
        auto& settings = m_window->runs().settingsOf(document);
        settings.runs = 1'000'000;
        settings.limitSeconds = 3600;
        m_window->runs().settingsEdited(document);
        QSignalSpy finished(&m_window->runs(), &ui::RunController::finished);
        m_window->runs().start(document, ui::RunController::Mode::Profile);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->runs().progress().points.size() > 40, patience);
        m_window->runs().stop();
        QVERIFY(finished.wait(patience));
        QVERIFY(document->profile() != nullptr); // what was measured is kept
        QVERIFY(document->model() != nullptr);
    }

    void aBrokenFileIsExplainedInItsTab()
    {
        QTemporaryDir folder;
        const auto path = folder.filePath("broken.onnx");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("<!DOCTYPE html><html><body>404</body></html>");
        file.close();
        auto* document = open(path);
        QVERIFY(document != nullptr);
        QCOMPARE(document->state(), ui::Document::State::Failed);
        auto* text = m_window->currentPage()->findChild<QLabel*>("failureText");
        QVERIFY(text != nullptr);
        QVERIFY2(text->text().contains("HTML", Qt::CaseInsensitive), qPrintable(text->text()));
        QCOMPARE(document->problems().size(), 1U);
        saveBoth("malformed");
    }

    void noTwoActionsShareAKey()
    {
        QHash<QString, QString> seen;
        for (const auto* action : m_window->actions().all()) {
            for (const auto& key : action->shortcuts()) {
                const auto scope
                    = QString::number(static_cast<int>(action->shortcutContext())) + key.toString();
                QVERIFY2(!seen.contains(scope),
                    qPrintable(action->objectName() + " and " + seen.value(scope)));
                seen.insert(scope, action->objectName());
            }
        }
    }

    void aRefusedRunIsAMessage()
    {
        auto* document = open(sample("residual-cnn"));
        QVERIFY(document != nullptr);
        auto& settings = m_window->runs().settingsOf(document);
        settings.inputs.insert("no such input", "maybe"); // the process refuses this
        QSignalSpy finished(&m_window->runs(), &ui::RunController::finished);
        m_window->runs().start(document, ui::RunController::Mode::Profile);
        QVERIFY(finished.wait(patience));
        QVERIFY(!finished.first().at(1).toBool());
        QVERIFY(!m_window->runs().progress().failure.isEmpty());
        QCOMPARE(document->state(), ui::Document::State::Ready);
        QVERIFY(!document->problems().empty());
    }
};

QTEST_MAIN(TestMainWindow)
#include "tst_main_window.moc"
