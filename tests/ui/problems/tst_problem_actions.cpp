// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "tests/support/ui/driven_window.h"
#include "ui/document/document.h"
#include "ui/gpu/device_findings.h"
#include "ui/gpu/fallback_findings.h"
#include "ui/problems/problem_actions.h"
#include "ui/problems/problem_detail.h"
#include "ui/problems/problems_model.h"
#include "ui/problems/problems_panel.h"
#include "ui/tables/table_view.h"

#include <QAction>
#include <QClipboard>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QTemporaryDir>

#include <algorithm>
#include <memory>

using support::Diagnostic;
using support::Severity;

namespace {

constexpr auto libraryMessage
    = "cuDNN 9 not found: convolutions run with our own kernels, which are slower where they are "
      "large, and pools as well";
constexpr auto howToInstall
    = "pip install nvidia-cudnn-cu13, and name its folder in OPSCOPE_CUDA_LIBS";
constexpr auto command = "pip install nvidia-cudnn-cu13";

support::Diagnostics findingsOf(const model::Model& model)
{
    support::Diagnostics findings {
        { Severity::Error, ui::deviceFailedCode, {}, "the kernel of \"add\" failed",
            "run on the CPU" },
        { Severity::Warning, ui::libraryMissingCode, {}, libraryMessage, howToInstall },
        { Severity::Warning, ui::fallbackCode, model::locate(model, model::NodeId(2u)),
            "Relu \"relu\" runs on the CPU: no kernel", "what it reads lies on the CPU" },
        { Severity::Warning, "tracer-partial", {}, "profiling without overheads", "" },
    };
    return findings;
}

} // namespace

/// What can be done about findings, by mouse and by keyboard.
class TestProblemActions : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        DrivenWindow::isolate(m_settings);
        m_driven = std::make_unique<DrivenWindow>();
        m_document = m_driven->open(DrivenWindow::sample("residual-cnn"));
        QVERIFY(m_document != nullptr);
        m_document->setRunProblems(findingsOf(*m_document->model()));
        m_driven->showPanel(QStringLiteral("problems"));
        m_driven->settle();
        m_panel = m_driven->panel<ui::ProblemsPanel>();
        m_detail = m_panel->findChild<ui::ProblemDetail*>();
    }
    void cleanupTestCase() { m_driven.reset(); }

    void commandsAreTakenFromAdvice_data()
    {
        QTest::addColumn<QString>("advice");
        QTest::addColumn<QString>("found");
        QTest::newRow("none") << QString() << QString();
        QTest::newRow("no command") << "run on the CPU" << QString();
        QTest::newRow("of a library") << howToInstall << command;
        QTest::newRow("nothing else") << "pip install nvidia-cublas"
                                      << "pip install nvidia-cublas";
        QTest::newRow("no package") << "pip install " << QString();
        QTest::newRow("within a sentence") << "try pip install x" << QString();
    }
    void commandsAreTakenFromAdvice()
    {
        QFETCH(QString, advice);
        QTEST(ui::commandOf(advice.toStdString()), "found");
    }

    void nothingIsShownWithoutARow()
    {
        m_panel->view()->setCurrentIndex({});
        QVERIFY(m_detail->isHidden());
    }

    void nextProblemBeginsAtTheFirst()
    {
        m_panel->view()->setCurrentIndex({});
        const auto step = [this](const char* action) {
            m_driven->action(action)->trigger();
            return m_panel->view()->currentIndex().row();
        };
        QCOMPARE(step("go.nextProblem"), 0);
        QCOMPARE(step("go.nextProblem"), 1);
        QCOMPARE(step("go.previousProblem"), 0);
        QCOMPARE(step("go.previousProblem"), m_panel->view()->model()->rowCount() - 1);
        QCOMPARE(step("go.nextProblem"), 0);
    }

    void theChosenRowIsToldInFull()
    {
        choose(ui::libraryMissingCode);
        QVERIFY(m_detail->isVisible());
        const auto words = shownWords(*m_detail).remove(QChar(0x200B));
        for (const auto* said : { libraryMessage, howToInstall, ui::libraryMissingCode })
            QVERIFY2(words.contains(QString::fromUtf8(said)), qPrintable(words));
        m_driven->shoot(QStringLiteral("problem-actions"));
        choose("tracer-partial"); // neither advice nor anything to do
        QVERIFY(!m_detail->findChild<QLabel*>(QStringLiteral("problemAdvice"))->isVisible());
        QVERIFY(m_detail->findChildren<QPushButton*>().isEmpty());
    }

    void anInstallCommandIsCopied()
    {
        choose(ui::libraryMissingCode);
        QGuiApplication::clipboard()->clear();
        auto* copy = button("copyCommand");
        QVERIFY(copy != nullptr && copy->isVisible());
        QCOMPARE(copy->text(), QStringLiteral("Copy Install Command"));
        QVERIFY(!copy->accessibleDescription().isEmpty());
        QTest::mouseClick(copy, Qt::LeftButton);
        QTRY_COMPARE(QGuiApplication::clipboard()->text(), QString::fromLatin1(command));
    }

    void buttonsAreReachedByTheKeyboard()
    {
        choose(ui::libraryMissingCode);
        QGuiApplication::clipboard()->clear();
        m_driven->window().activateWindow();
        m_panel->view()->setFocus();
        QTest::keyClick(m_panel->view(), Qt::Key_Tab);
        auto* copy = button("copyCommand");
        QVERIFY2(copy->hasFocus(),
            qPrintable(
                QString::fromLatin1(QApplication::focusWidget()->metaObject()->className())));
        QTest::keyClick(copy, Qt::Key_Space);
        QTRY_COMPARE(QGuiApplication::clipboard()->text(), QString::fromLatin1(command));
    }

    void theContextMenuHasThemToo()
    {
        const auto row = choose(ui::libraryMissingCode);
        QGuiApplication::clipboard()->clear();
        emit m_panel->view()->customContextMenuRequested(m_panel->view()->visualRect(row).center());
        auto* menu = m_panel->view()->findChild<QMenu*>(QStringLiteral("itemMenu"));
        QVERIFY(menu != nullptr);
        const auto actions = menu->actions();
        QCOMPARE(actions.front()->text(), QStringLiteral("Copy Install Command"));
        actions.front()->trigger();
        QCOMPARE(QGuiApplication::clipboard()->text(), QString::fromLatin1(command));
        menu->close();
    }

    void anOperatorIsShown()
    {
        choose(ui::fallbackCode);
        m_document->selection()->clear(this); // leaves the row as it is
        m_driven->showPanel(QStringLiteral("problems"));
        QVERIFY(button("showInGraph") != nullptr);
        QTest::mouseClick(button("showInGraph"), Qt::LeftButton);
        QTRY_VERIFY(m_document->selection()->current().isNode());
        QCOMPARE(m_document->selection()->current().id, 2u);
        QTest::mouseClick(button("openOperators"), Qt::LeftButton);
        QTRY_VERIFY(m_driven->panel(QStringLiteral("operators"))->isVisible());
        m_driven->showPanel(QStringLiteral("problems"));
    }

    void aGpuThatIsNotThereIsGivenUp()
    {
        auto& settings = (*m_driven)->runs().settingsOf(m_document);
        settings.device = QStringLiteral("cuda");
        (*m_driven)->runs().settingsEdited(m_document);
        m_document->setDeviceProblems(ui::probeFindings(
            { false, QStringLiteral("no-driver"), QStringLiteral("no NVIDIA driver"), {} },
            ui::GpuChoice::Chosen));
        choose("no-driver");
        QTest::mouseClick(button("openRun"), Qt::LeftButton);
        QTRY_VERIFY(m_driven->panel(QStringLiteral("run"))->isVisible());
        QTest::mouseClick(button("chooseCpu"), Qt::LeftButton);
        QTRY_COMPARE(settings.device, QStringLiteral("cpu"));
    }

    void everyReasonOfTheProbeIsKnown_data()
    {
        QTest::addColumn<QString>("code");
        for (const auto* code : { "no-driver", "no-plugin", "driver-too-old", "stub-driver",
                 "no-device", "device-too-old", "device-refused", "driver-failed",
                 "no-kernel-image", "plugin-refused", "" })
            QTest::addRow("%s", code) << QString::fromLatin1(code);
    }
    void everyReasonOfTheProbeIsKnown()
    {
        QFETCH(QString, code);
        const auto findings
            = ui::probeFindings({ false, code, QStringLiteral("why"), {} }, ui::GpuChoice::Chosen);
        QVERIFY(ui::isProbeFinding(findings.front()));
        QVERIFY(!ui::isProbeFinding({ Severity::Warning, ui::libraryMissingCode, {}, "", "" }));
    }

    void inANarrowDockNothingIsLost()
    {
        auto* panel = m_panel->window(); // as a dock of its own
        panel->resize(900, 900);
        m_driven->settle();
        choose(ui::libraryMissingCode);
        auto* view = m_panel->view();
        const QFontMetrics metrics(QFontDatabase::systemFont(QFontDatabase::FixedFont));
        const auto needed = metrics.horizontalAdvance(QString::fromLatin1(ui::libraryMissingCode));
        if (m_panel->width() > 500)
            QVERIFY2(view->columnWidth(ui::ProblemsModel::Rule) >= needed,
                qPrintable(QString::number(view->columnWidth(ui::ProblemsModel::Rule))));
        for (const auto* name : { "problemMessage", "problemAdvice" }) {
            const auto* label = m_detail->findChild<QLabel*>(QString::fromLatin1(name));
            QVERIFY(label->height() >= label->heightForWidth(label->width()));
            QVERIFY(label->width() <= m_detail->width());
        }
        for (const auto* each : m_detail->findChildren<QPushButton*>())
            QVERIFY(each->width() >= each->sizeHint().width());
        m_driven->shoot(QStringLiteral("problem-actions-narrow"));
        panel->resize(1600, 1000);
    }

    void whatIsReadStaysChosenWhenFindingsAreAdded()
    {
        choose(ui::libraryMissingCode);
        auto more = findingsOf(*m_document->model());
        more.insert(more.begin(), { Severity::Error, "run-failed", {}, "another one", "" });
        m_document->setRunProblems(more);
        QVERIFY(m_detail->isVisible());
        QVERIFY(button("copyCommand") != nullptr);
        m_document->setRunProblems({});
        QVERIFY(m_detail->isHidden());
        m_document->setRunProblems(findingsOf(*m_document->model()));
    }

    /// Last: the run takes the findings of the one before it away.
    void aRunIsRepeatedOnTheCpu()
    {
        auto& runs = (*m_driven)->runs();
        auto& settings = runs.settingsOf(m_document);
        settings.device = QStringLiteral("cuda");
        settings.runs = 3;
        choose(ui::deviceFailedCode);
        QTest::mouseClick(button("runOnCpu"), Qt::LeftButton);
        QTRY_COMPARE(settings.device, QStringLiteral("cpu"));
        QTRY_VERIFY_WITH_TIMEOUT(
            !runs.isRunning() && m_document->profile() != nullptr, DrivenWindow::patience);
        const auto& problems = m_document->problems();
        QVERIFY(std::ranges::find(problems, std::string(ui::deviceFailedCode), &Diagnostic::code)
            == problems.end());
    }

private:
    QModelIndex choose(const char* code)
    {
        auto* model = m_panel->view()->model();
        for (int row = 0; row < model->rowCount(); ++row) {
            const auto index = model->index(row, 0);
            if (index.siblingAtColumn(ui::ProblemsModel::Rule).data().toString()
                == QString::fromLatin1(code)) {
                m_panel->view()->setCurrentIndex(index);
                m_driven->settle();
                return index;
            }
        }
        qFatal("no row of this rule");
    }
    QPushButton* button(const char* id) const
    {
        return m_detail->findChild<QPushButton*>(QString::fromLatin1(id));
    }

    QTemporaryDir m_settings;
    std::unique_ptr<DrivenWindow> m_driven;
    ui::Document* m_document = nullptr;
    ui::ProblemsPanel* m_panel = nullptr;
    ui::ProblemDetail* m_detail = nullptr;
};

QTEST_MAIN(TestProblemActions)
#include "tst_problem_actions.moc"
