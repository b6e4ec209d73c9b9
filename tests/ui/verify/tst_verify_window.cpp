#include <QTest>

#include "tests/support/paths.h"
#include "tests/support/ui/driven_window.h"
#include "ui/canvas/graph_view.h"
#include "ui/document/document.h"
#include "ui/document/settings.h"
#include "ui/pages/document_page.h"
#include "ui/tables/table_copy.h"
#include "ui/tables/table_view.h"
#include "ui/verify/verification.h"
#include "ui/verify/verify_controller.h"
#include "ui/verify/verify_details.h"
#include "ui/verify/verify_panel.h"
#include "ui/verify/verify_table.h"
#include "ui/widgets/histogram_view.h"
#include "ui/window/actions.h"

#include <QAbstractItemModelTester>
#include <QDialog>
#include <QDir>
#include <QDropEvent>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>

#include <cstring>
#include <optional>

using ui::RunController;
using ui::Verification;
using ui::VerifyTable;

namespace {

constexpr int outputElements = 10; // of residual-cnn: 1×10

/// A test folder made of the sample with this many data sets, all of them right.
class SampleTest {
public:
    explicit SampleTest(int sets)
    {
        const QString sample = QFileInfo(DrivenWindow::sample("residual-cnn")).absolutePath();
        QFile::copy(sample + QStringLiteral("/model.onnx"), model());
        for (int set = 0; set < sets; ++set) {
            QDir().mkpath(folderOf(set));
            for (const auto* name : { "/input_0.pb", "/output_0.pb" })
                QFile::copy(sample + QStringLiteral("/test_data_set_0") + QLatin1String(name),
                    folderOf(set) + QLatin1String(name));
        }
    }

    QString path() const { return m_folder.path(); }
    QString model() const { return m_folder.filePath(QStringLiteral("model.onnx")); }
    QString folderOf(int set) const
    {
        return m_folder.filePath(QStringLiteral("test_data_set_%1").arg(set));
    }
    /// Adds to one element of what a set expects. The file ends with the numbers.
    bool spoil(int set, int element, float by) const
    {
        QFile file(folderOf(set) + QStringLiteral("/output_0.pb"));
        if (!file.open(QIODevice::ReadWrite))
            return false;
        auto bytes = file.readAll();
        auto* place = bytes.data() + bytes.size()
            - (outputElements - element) * static_cast<int>(sizeof(float));
        float number = 0;
        std::memcpy(&number, place, sizeof number);
        number += by;
        std::memcpy(place, &number, sizeof number);
        return file.seek(0) && file.write(bytes) == bytes.size();
    }

private:
    QTemporaryDir m_folder;
};

/// In place of the engine: says that one output was compared, then does something else.
class FakeEngine {
public:
    explicit FakeEngine(const QString& then)
    {
        QFile file(m_folder.filePath(QStringLiteral("engine.sh")));
        if (file.open(QIODevice::WriteOnly))
            file.write(QStringLiteral(R"(#!/bin/sh
echo '{"event": "phase", "what": "test_data_set_1", "done": 1, "total": 2}' >&2
echo '{"event": "compared", "set": "test_data_set_0", "name": "probabilities", "type": "float",
 "shape": [1, 10], "outcome": "passed"}' | tr -d '\n' >&2
echo >&2
%1
)")
                           .arg(then)
                           .toUtf8());
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        RunController::useEngineProgram(file.fileName());
    }
    ~FakeEngine()
    {
        RunController::useEngineProgram(QString::fromStdString(testing::cliProgram().string()));
    }

private:
    QTemporaryDir m_folder;
};

} // namespace

/// Test folders in the real window: dropped, verified, judged otherwise, stopped, and what goes
/// wrong on the way.
class TestVerifyWindow : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_settings;
    std::unique_ptr<DrivenWindow> m_driven;

    ui::VerifyPanel* panel() const { return m_driven->panel<ui::VerifyPanel>(); }
    ui::Document* document() const { return m_driven->window().currentDocument(); }
    QAbstractItemModel& rows() const { return *panel()->view()->model(); }
    QString cell(int row, int column) const { return rows().index(row, column).data().toString(); }
    QString headline() const
    {
        return panel()->findChild<QLabel*>(QStringLiteral("verifyHeadline"))->text();
    }
    QPushButton* button(const char* name) const
    {
        return panel()->findChild<QPushButton*>(QString::fromLatin1(name));
    }

    void drop(const QString& path)
    {
        QMimeData files;
        files.setUrls({ QUrl::fromLocalFile(path) });
        QDragEnterEvent enter({ 10, 10 }, Qt::CopyAction, &files, Qt::LeftButton, {});
        QCoreApplication::sendEvent(&m_driven->window(), &enter);
        QDropEvent event({ 10, 10 }, Qt::CopyAction, &files, Qt::LeftButton, {});
        QCoreApplication::sendEvent(&m_driven->window(), &event);
    }
    /// Drops a test folder and waits until it is verified.
    bool verify(const QString& path)
    {
        QSignalSpy finished(&m_driven->window().verifier(), &ui::VerifyController::finished);
        drop(path);
        const bool isFinished = !finished.isEmpty() || finished.wait(DrivenWindow::patience);
        m_driven->settle();
        return isFinished && document() != nullptr && document()->verification() != nullptr;
    }
    bool again()
    {
        QSignalSpy finished(&m_driven->window().verifier(), &ui::VerifyController::finished);
        QTest::mouseClick(button("verifyAgain"), Qt::LeftButton);
        const bool isFinished = !finished.isEmpty() || finished.wait(DrivenWindow::patience);
        m_driven->settle();
        return isFinished;
    }
    QString shownTexts() const { return shownWords(m_driven->window()); }

    /// Opens the sample and compares it with the reference kernels.
    bool compareTiers(std::optional<double> tolerance, int capMiB = 512)
    {
        if (m_driven->open(DrivenWindow::sample("residual-cnn")) == nullptr)
            return false;
        auto& settings = m_driven->window().verifier().settingsOf(document());
        settings.relative = settings.absolute = tolerance;
        settings.capMiB = capMiB;
        QSignalSpy finished(&m_driven->window().verifier(), &ui::VerifyController::finished);
        answerDialog([](QDialog& dialog) { dialog.accept(); });
        m_driven->window().actions().action(QStringLiteral("run.verifyTiers"))->trigger();
        const bool isFinished = !finished.isEmpty() || finished.wait(DrivenWindow::patience);
        m_driven->settle();
        return isFinished && document()->verification() != nullptr;
    }
    QWidget* divergence() const
    {
        return m_driven->window().currentPage()->findChild<QWidget*>(QStringLiteral("divergence"));
    }

private slots:
    void initTestCase()
    {
        ui::settings::useFolder(m_settings.path());
        RunController::useEngineProgram(QString::fromStdString(testing::cliProgram().string()));
    }
    void init() { m_driven = std::make_unique<DrivenWindow>(); }
    void cleanup() { m_driven.reset(); }

    void aDroppedTestFolderIsOpenedAndVerified()
    {
        const SampleTest test(2);
        QVERIFY(verify(test.path()));
        QCOMPARE(document()->path(), test.model());
        QVERIFY(panel()->isVisible());
        QVERIFY2(document()->verification()->isAllPassed(), qPrintable(headline()));
        QCOMPARE(rows().rowCount(), 2);
        QCOMPARE(cell(0, VerifyTable::Outcome), QStringLiteral("passed"));
        QCOMPARE(cell(1, VerifyTable::Set), QStringLiteral("test_data_set_1"));
        QCOMPARE(cell(0, VerifyTable::Output), QStringLiteral("probabilities"));
        QCOMPARE(cell(0, VerifyTable::Type), QStringLiteral("1×10 float"));
        QVERIFY2(
            headline().startsWith(QStringLiteral("2 outputs compared")), qPrintable(headline()));
        const QAbstractItemModelTester tester(
            &rows(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    }

    void aDataSetStandsForItsFolder()
    {
        const SampleTest test(1);
        QVERIFY(verify(test.folderOf(0)));
        QCOMPARE(document()->path(), test.model());
        QCOMPARE(rows().rowCount(), 1);
    }

    void aWrongElementIsFoundAndNamed()
    {
        const SampleTest test(2);
        QVERIFY(test.spoil(1, 3, 0.25F));
        QVERIFY(verify(test.path()));
        QCOMPARE(rows().rowCount(), 2);
        QCOMPARE(cell(0, VerifyTable::Outcome), QStringLiteral("passed"));
        QCOMPARE(cell(1, VerifyTable::Outcome), QStringLiteral("failed"));
        QCOMPARE(cell(1, VerifyTable::Where), QStringLiteral("[0, 3]"));
        QCOMPARE(cell(1, VerifyTable::Beyond), QStringLiteral("1 of 10"));
        const auto& difference = document()->verification()->rows[1].value->difference;
        QVERIFY2(std::abs(difference.expected - difference.found - 0.25) < 1e-4,
            qPrintable(QString::number(difference.found)));
        QCOMPARE(cell(1, VerifyTable::LargestAbsolute).left(4), QStringLiteral("0.25"));

        // A click selects the value everywhere and shows the row in full.
        QTest::mouseClick(panel()->view()->viewport(), Qt::LeftButton, {},
            panel()->view()->visualRect(rows().index(1, 0)).center());
        const auto current = document()->selection()->current();
        QVERIFY(current.isValue());
        QCOMPARE(document()->model()->values[current.id].name, std::string("probabilities"));
        auto* histogram = panel()->details()->histogram();
        QVERIFY(histogram->isVisible());
        QVERIFY(histogram->content().markAt > 0);
        const auto* why = panel()->findChild<QLabel*>(QStringLiteral("verifyMessage"));
        QVERIFY2(why->isVisible() && !why->text().isEmpty(), qPrintable(why->text()));
        m_driven->shoot(QStringLiteral("verify-failed"));
    }

    void theSelectionIsFollowed()
    {
        const SampleTest test(1);
        QVERIFY(verify(test.path()));
        const auto output = document()->model()->main().outputs.front();
        QVERIFY(panel()->view()->selectionModel()->selectedRows().isEmpty());
        document()->reveal(document()->model()->value(output).producer);
        QCOMPARE(panel()->view()->selectionModel()->selectedRows().size(), 1);
        document()->reveal(model::NodeId(0U));
        QVERIFY(panel()->view()->selectionModel()->selectedRows().isEmpty());
        document()->revealValue(output);
        QCOMPARE(panel()->view()->selectionModel()->selectedRows().size(), 1);
    }

    void aWiderToleranceLetsItPass()
    {
        const SampleTest test(1);
        QVERIFY(test.spoil(0, 9, 0.25F));
        QVERIFY(verify(test.path()));
        QVERIFY(!document()->verification()->isAllPassed());
        auto* absolute = panel()->findChild<QLineEdit*>(QStringLiteral("absoluteTolerance"));
        QTest::keyClicks(absolute, QStringLiteral("0.5"));
        QVERIFY(again());
        QVERIFY2(document()->verification()->isAllPassed(), qPrintable(headline()));
        QCOMPARE(document()->verification()->rows[0].value->difference.tolerance->absolute, 0.5);
        absolute->selectAll();
        QTest::keyClick(absolute, Qt::Key_Delete);
        QVERIFY(again());
        QVERIFY(!document()->verification()->isAllPassed()); // the test's own again
    }

    void onlyFailuresAreLeft()
    {
        const SampleTest test(3);
        QVERIFY(test.spoil(1, 0, 1.0F));
        QVERIFY(verify(test.path()));
        QCOMPARE(rows().rowCount(), 3);
        QTest::mouseClick(button("onlyFailures"), Qt::LeftButton);
        QCOMPARE(rows().rowCount(), 1);
        QCOMPARE(cell(0, VerifyTable::Set), QStringLiteral("test_data_set_1"));
        QTest::mouseClick(button("onlyFailures"), Qt::LeftButton);
        QCOMPARE(rows().rowCount(), 3);
    }

    void theGraphTakesTheColoursOfTheErrors()
    {
        const SampleTest test(1);
        QVERIFY(test.spoil(0, 2, 0.5F));
        auto* action = m_driven->window().actions().action(QStringLiteral("view.colourError"));
        QVERIFY(m_driven->open(test.model()) != nullptr);
        QVERIFY(!action->isEnabled());
        QVERIFY(verify(test.path()));
        QVERIFY(action->isEnabled());
        action->trigger();
        m_driven->settle();
        const auto* graph = qobject_cast<ui::GraphView*>(m_driven->window().currentPage()->view());
        const auto& content = graph->canvas()->content();
        QVERIFY(content.isHeat());
        const auto output = document()->model()->main().outputs.front();
        const auto node = document()->model()->value(output).producer;
        QVERIFY(std::abs(content.overlay->value(node) - 0.5) < 1e-3);
        QVERIFY(!content.overlay->isMeasured(model::NodeId(0U)));
    }

    void theRunPanelOffersDataBesideTheModel()
    {
        const SampleTest test(2);
        QVERIFY(m_driven->open(test.model()) != nullptr);
        m_driven->showPanel(QStringLiteral("run"));
        auto* offer = m_driven->window().findChild<QPushButton*>(QStringLiteral("verifyDataSets"));
        QVERIFY(offer->isVisible());
        QCOMPARE(offer->text(), QStringLiteral("Verify with 2 data sets"));
        QSignalSpy finished(&m_driven->window().verifier(), &ui::VerifyController::finished);
        QTest::mouseClick(offer, Qt::LeftButton);
        QVERIFY(finished.wait(DrivenWindow::patience));
        QVERIFY(document()->verification()->isAllPassed());
        QVERIFY(panel()->isVisible());
    }

    void theMenuAsksForAFolder()
    {
        const SampleTest test(1);
        QSignalSpy finished(&m_driven->window().verifier(), &ui::VerifyController::finished);
        answerFileDialog(test.path());
        m_driven->window().actions().action(QStringLiteral("run.verify"))->trigger();
        QVERIFY(!finished.isEmpty() || finished.wait(DrivenWindow::patience));
        QVERIFY(document()->verification()->isAllPassed());
    }

    void theTableIsCopied()
    {
        const SampleTest test(1);
        QVERIFY(verify(test.path()));
        panel()->view()->clearSelection();
        const auto csv = ui::viewText(*panel()->view(), ui::TableForm::Csv);
        QVERIFY2(csv.startsWith(QStringLiteral("Outcome,Data set,Output,")), qPrintable(csv));
        QVERIFY2(
            csv.contains(QStringLiteral("passed,test_data_set_0,probabilities")), qPrintable(csv));
    }

    void aFolderWithoutAModelIsAMessage()
    {
        const QTemporaryDir empty;
        drop(empty.path());
        QVERIFY(document() == nullptr);
        QVERIFY2(
            shownTexts().contains(QStringLiteral("expected model.onnx")), qPrintable(shownTexts()));
    }

    void aModelWithoutDataIsOpenedAndSaidToHaveNone()
    {
        const SampleTest test(0);
        drop(test.path());
        m_driven->settle();
        QCOMPARE(document()->path(), test.model());
        QVERIFY(document()->verification() == nullptr);
        QVERIFY2(
            shownTexts().contains(QStringLiteral("test_data_set_0")), qPrintable(shownTexts()));
    }

    void aStopKeepsWhatWasCompared()
    {
        const SampleTest test(2);
        const FakeEngine engine(QStringLiteral("exec sleep 600"));
        QSignalSpy finished(&m_driven->window().verifier(), &ui::VerifyController::finished);
        drop(test.path());
        auto* stop = button("stopVerify");
        QTRY_VERIFY_WITH_TIMEOUT(headline().contains(QStringLiteral("test_data_set_1")),
            DrivenWindow::patience); // its progress is shown
        QVERIFY(stop->isVisible());
        QTest::mouseClick(stop, Qt::LeftButton);
        QVERIFY(finished.wait(DrivenWindow::patience));
        QCOMPARE(document()->verification()->state, Verification::State::Stopped);
        QCOMPARE(rows().rowCount(), 1);
        QVERIFY2(headline().contains(QStringLiteral("Stopped")), qPrintable(headline()));
        QVERIFY(!stop->isVisible());
    }

    void aCrashIsAMessageAndKeepsWhatWasCompared()
    {
        const SampleTest test(2);
        const FakeEngine engine(QStringLiteral("echo last words >&2; kill -SEGV $$"));
        QVERIFY(verify(test.path()));
        QCOMPARE(document()->verification()->state, Verification::State::Failed);
        QCOMPARE(rows().rowCount(), 1);
        QVERIFY2(headline().contains(QStringLiteral("signal 11")), qPrintable(headline()));
        QVERIFY2(headline().contains(QStringLiteral("last words")), qPrintable(headline()));
        QCOMPARE(document()->state(), ui::Document::State::Ready); // the window lives
    }

    void aMissingEngineIsAMessage()
    {
        const SampleTest test(1);
        RunController::useEngineProgram(QStringLiteral("/no/such/opscope-cli"));
        QVERIFY(verify(test.path()));
        RunController::useEngineProgram(QString::fromStdString(testing::cliProgram().string()));
        QCOMPARE(document()->verification()->state, Verification::State::Failed);
        QVERIFY2(
            headline().contains(QStringLiteral("/no/such/opscope-cli")), qPrintable(headline()));
    }

    void anUnreadableExpectedFileIsSaidInItsRow()
    {
        const SampleTest test(2);
        QVERIFY(QFile::resize(test.folderOf(0) + QStringLiteral("/output_0.pb"), 20));
        QVERIFY(verify(test.path()));
        QCOMPARE(rows().rowCount(), 2);
        QCOMPARE(cell(0, VerifyTable::Outcome), QStringLiteral("failed"));
        QVERIFY2(
            !cell(0, VerifyTable::Message).isEmpty(), qPrintable(cell(0, VerifyTable::Message)));
        QCOMPARE(cell(1, VerifyTable::Outcome), QStringLiteral("passed"));
    }

    void everyOperatorStandsBesideTheReference()
    {
        QVERIFY(compareTiers({}));
        QVERIFY2(document()->verification()->isAllPassed(), qPrintable(headline()));
        QCOMPARE(document()->verification()->kind, Verification::Kind::Tiers);
        QVERIFY(rows().rowCount() > 10);
        QVERIFY(panel()->view()->isColumnHidden(VerifyTable::Set));
        QVERIFY(!panel()->view()->isColumnHidden(VerifyTable::Implementation));
        int withImplementation = 0;
        for (int row = 0; row < rows().rowCount(); ++row) {
            QCOMPARE(cell(row, VerifyTable::Outcome), QStringLiteral("passed"));
            QVERIFY(!cell(row, VerifyTable::Node).isEmpty());
            withImplementation += cell(row, VerifyTable::Implementation).isEmpty() ? 0 : 1;
        }
        QVERIFY(withImplementation > 10);
        QVERIFY(!divergence()->isVisible());
    }

    void theFirstDivergenceIsSaidAndShown()
    {
        QVERIFY(compareTiers(0)); // nothing may be rounded otherwise
        const auto verification = document()->verification();
        const auto* first = verification->firstDivergence();
        QVERIFY2(first != nullptr, qPrintable(headline()));
        QCOMPARE(verification->firstAtFault(), first);
        const auto node = ui::nodeOf(*first, *document()->model());
        QVERIFY(node.isValid());
        QVERIFY(divergence()->isVisible());
        QTest::mouseClick(divergence()->findChild<QPushButton*>(), Qt::LeftButton);
        QCOMPARE(document()->selection()->current(),
            (ui::SelectedItem { ui::SelectedItem::Kind::Node, node.value() }));
        QCOMPARE(panel()->view()->selectionModel()->selectedRows().size(), 1);
        QCOMPARE(panel()->view()->currentIndex().row(),
            static_cast<int>(first - verification->rows.data()));
        m_driven->window().actions().action(QStringLiteral("view.colourError"))->trigger();
        m_driven->settle();
        const auto* graph = qobject_cast<ui::GraphView*>(m_driven->window().currentPage()->view());
        QVERIFY(graph->canvas()->content().overlay->isMeasured(node));
        QVERIFY(graph->canvas()->content().badges->contains(node.value()));
        m_driven->shoot(QStringLiteral("verify-tiers"));

        // A row far down leads to its node.
        const int last = rows().rowCount() - 1;
        panel()->view()->scrollToBottom();
        QTest::mouseClick(panel()->view()->viewport(), Qt::LeftButton, {},
            panel()->view()->visualRect(rows().index(last, 0)).center());
        const auto current = document()->selection()->current();
        QVERIFY(current.isValue());
        QCOMPARE(QString::fromStdString(document()->model()->values[current.id].name),
            cell(last, VerifyTable::Output));
    }

    void aSmallCapTakesMoreRunsAndComesToTheSame()
    {
        QVERIFY(compareTiers({}));
        const int wanted = rows().rowCount();
        QVERIFY(compareTiers({}, 1));
        QVERIFY2(document()->verification()->isAllPassed(), qPrintable(headline()));
        QCOMPARE(rows().rowCount(), wanted);
        QVERIFY(panel()->findChild<QSpinBox*>(QStringLiteral("memoryCap"))->isVisible());
    }

    void whatCannotRunIsAMessage()
    {
        const auto path = DrivenWindow::sample("residual-cnn");
        QVERIFY(m_driven->open(path) != nullptr);
        auto& settings = m_driven->window().runs().settingsOf(document());
        const auto& model = *document()->model();
        const auto input = QString::fromStdString(model.value(model.main().inputs.front()).name);
        settings.inputs.insert(input, QStringLiteral("file:/no/such.npy"));
        const bool isCompared = compareTiers({});
        settings.inputs.clear();
        QVERIFY(isCompared);
        QCOMPARE(document()->verification()->state, Verification::State::Failed);
        QVERIFY2(headline().contains(QStringLiteral("/no/such.npy")), qPrintable(headline()));
        QCOMPARE(rows().rowCount(), 0);
    }

    void aStopInTheMiddleKeepsTheNodesBefore()
    {
        const FakeEngine engine(QStringLiteral(
            "echo '{\"event\": \"compared\", \"node\": \"stem\", \"op\": \"Conv\", "
            "\"node_ids\": [0], \"implementation\": \"ours\", \"name\": \"y\", "
            "\"outcome\": \"passed\"}' >&2; "
            "echo '{\"event\": \"phase\", \"what\": \"comparing\", \"done\": 1, \"total\": 9}' "
            ">&2; exec sleep 600"));
        QVERIFY(m_driven->open(DrivenWindow::sample("residual-cnn")) != nullptr);
        auto& verifier = m_driven->window().verifier();
        QSignalSpy finished(&verifier, &ui::VerifyController::finished);
        verifier.compareTiers(document());
        QTRY_VERIFY_WITH_TIMEOUT(
            headline().contains(QStringLiteral("comparing")), DrivenWindow::patience);
        verifier.stop(document());
        QVERIFY(finished.wait(DrivenWindow::patience));
        QCOMPARE(document()->verification()->state, Verification::State::Stopped);
        QCOMPARE(document()->verification()->kind, Verification::Kind::Tiers);
        QCOMPARE(cell(rows().rowCount() - 1, VerifyTable::Implementation), QStringLiteral("ours"));
    }
};

QTEST_MAIN(TestVerifyWindow)
#include "tst_verify_window.moc"
