#include "tests/support/paths.h"

#include "model/checks/finding_rules.h"
#include "model/inference/analysis.h"
#include "model/onnx/parser.h"
#include "ui/document/document.h"
#include "ui/document/settings.h"
#include "ui/problems/problems_model.h"
#include "ui/problems/problems_panel.h"
#include "ui/run/run_controller.h"
#include "ui/tables/table_view.h"
#include "ui/widgets/plain_text.h"
#include "ui/window/actions.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <filesystem>

namespace fs = std::filesystem;

namespace {

constexpr int patience = 60'000; // ms; with sanitizers on a busy machine

/// What `opscope-cli check` says first about a file.
struct FirstFinding {
    std::string message;
    bool isModel = true;
    bool stopsRun = false;
    bool isClean = false;
};

FirstFinding firstFinding(const std::string& file)
{
    const auto model = model::onnx::openModel(file);
    if (!model)
        return { model.error().message(), false, true, false };
    const auto found = model::allFindings(*model::analyse(*model));
    const bool stops = !model::checks::stoppingFindings(**model, found).empty();
    return found.empty() ? FirstFinding { {}, true, stops, true }
                         : FirstFinding { found.front().message, true, stops, false };
}

} // namespace

/// Every malformed file in the real window: Problems begins with what `check` says first, Run says
/// why not, the window stays.
class TestMalformedWindow : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_settings;
    std::unique_ptr<ui::MainWindow> m_window;

    ui::ProblemsPanel& problems() { return *m_window->docks().panel<ui::ProblemsPanel>(); }

    static bool isRead(const ui::Document& document)
    {
        return document.state() == ui::Document::State::Failed
            || (document.state() == ui::Document::State::Ready && document.analysis() != nullptr);
    }

private slots:
    void initTestCase()
    {
        ui::settings::useFolder(m_settings.path());
        ui::RunController::useEngineProgram(QString::fromStdString(testing::cliProgram().string()));
        m_window = std::make_unique<ui::MainWindow>();
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        if (!fs::is_directory(testing::dataDir() / "malformed"))
            QSKIP("the shared malformed files are not here (OPSCOPE_TEST_DATA)");
    }

    void showsWhatIsWrong_data()
    {
        QTest::addColumn<QString>("file");
        std::error_code failure;
        for (const auto& entry :
            fs::recursive_directory_iterator(testing::dataDir() / "malformed", failure))
            if (entry.path().extension() == ".onnx")
                QTest::newRow(entry.path().filename().c_str())
                    << QString::fromStdString(entry.path().string());
    }

    void showsWhatIsWrong()
    {
        QFETCH(QString, file);
        const auto expected = firstFinding(file.toStdString());
        auto* document = m_window->openFile(file);
        QTRY_VERIFY_WITH_TIMEOUT(isRead(*document), patience);
        QCOMPARE(document->state() == ui::Document::State::Ready, expected.isModel);
        const auto* table = problems().view()->model();
        QCOMPARE(table->rowCount() == 0, expected.isClean);
        if (!expected.isClean) {
            const auto shown = table->index(0, ui::ProblemsModel::Problem).data().toString();
            QCOMPARE(shown.toLower(), ui::plain(expected.message, 500).toLower());
        }
        if (expected.stopsRun && expected.isModel) {
            QSignalSpy finished(&m_window->runs(), &ui::RunController::finished);
            m_window->runs().start(document, ui::RunController::Mode::Once);
            QVERIFY(finished.count() > 0 || finished.wait(patience));
            QVERIFY(!finished.first().at(1).toBool());
            QVERIFY2(m_window->runs().progress().failure.contains(QStringLiteral("a run")),
                qPrintable(m_window->runs().progress().failure));
        }
        m_window->actions().action(QStringLiteral("file.close"))->trigger();
        QTRY_VERIFY(m_window->isVisible());
    }
};

QTEST_MAIN(TestMalformedWindow)
#include "tst_malformed_window.moc"
