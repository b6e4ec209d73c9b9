#include <QTest>

#include "model/npy.h"
#include "profiler/counters/counter_probe.h"
#include "profiler/record/benchmark.h"
#include "profiler/tables/metadata.h"
#include "profiler/tables/profile.h"
#include "tests/support/graph_text.h"
#include "tests/support/paths.h"
#include "tests/support/ui/driven_window.h"
#include "tests/support/ui/walkthrough_models.h"
#include "ui/document/document.h"
#include "ui/document/settings.h"
#include "ui/run/inputs/input_card.h"
#include "ui/run/run_dots.h"
#include "ui/window/actions.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStatusBar>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QWheelEvent>

using ui::RunController;

namespace {

constexpr auto patience = DrivenWindow::patience;

/// One notch towards the user; whether the widget took it. (What it leaves goes to its parents if
/// the window system has sent it.)
bool turnWheel(QWidget& widget)
{
    const QPointF place = widget.rect().center();
    QWheelEvent event(place, widget.mapToGlobal(place), {}, { 0, -120 }, Qt::NoButton,
        Qt::NoModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(&widget, &event);
    return event.isAccepted();
}

std::vector<RunController::Progress::Point> points(const std::vector<double>& times)
{
    std::vector<RunController::Progress::Point> made;
    for (const auto time : times)
        made.push_back({ time, false, true });
    return made;
}

} // namespace

/// What the Run panel asks for and says, and what the status bar says of a run.
class TestRunPanel : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    std::unique_ptr<DrivenWindow> m_driven;

    QString file(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)); }
    QComboBox* choiceOf(const char* input)
    {
        for (auto* box : m_driven->panel(QStringLiteral("run"))->findChildren<QComboBox*>())
            if (box->accessibleName() == QLatin1String(input))
                return box;
        return nullptr;
    }
    QString statusText() { return shownWords(*m_driven->window().statusBar()); }
    ui::Document* openChain(const char* name, const char* text)
    {
        testing::writeFile(file(name), testing::modelBytesFromText(text));
        auto* document = m_driven->open(file(name));
        m_driven->showPanel(QStringLiteral("run"));
        m_driven->settle();
        return document;
    }
    bool run(ui::Document* document, RunController::Mode mode)
    {
        auto& runs = (*m_driven)->runs();
        QSignalSpy finished(&runs, &RunController::finished);
        runs.start(document, mode);
        const bool isDone = !finished.isEmpty() || finished.wait(patience);
        m_driven->settle();
        return isDone && finished.first().at(1).toBool();
    }

private slots:
    void initTestCase() { DrivenWindow::isolate(m_folder); }
    void init() { m_driven = std::make_unique<DrivenWindow>(); }
    void cleanup() { m_driven.reset(); }

    void theWheelOverAFieldLeavesItAsItIs()
    {
        auto* document = m_driven->open(DrivenWindow::sample("residual-cnn"));
        QVERIFY(document != nullptr);
        m_driven->showPanel(QStringLiteral("run"));
        m_driven->settle();
        auto* panel = m_driven->panel(QStringLiteral("run"));
        (*m_driven)->setFocus();
        const auto before = ui::RunSettings((*m_driven)->runs().settingsOf(document));
        int fields = 0;
        for (auto* field : panel->findChildren<QWidget*>()) {
            if (!field->isVisible() || !field->isEnabled()
                || (qobject_cast<QComboBox*>(field) == nullptr
                    && qobject_cast<QAbstractSpinBox*>(field) == nullptr))
                continue;
            QVERIFY(field->focusPolicy() != Qt::WheelFocus);
            QVERIFY2(!turnWheel(*field), qPrintable(field->objectName()));
            ++fields;
        }
        QVERIFY(fields >= 4);
        const auto& after = (*m_driven)->runs().settingsOf(document);
        QCOMPARE(after.arguments(), before.arguments());
        QCOMPARE(after.runs, before.runs);
        QCOMPARE(after.limitSeconds, before.limitSeconds);
        // Who chose the field changes it by the wheel.
        auto* count = panel->findChild<QSpinBox*>();
        count->setFocus();
        QTRY_VERIFY_WITH_TIMEOUT(count->hasFocus(), patience);
        const int value = count->value();
        QVERIFY(turnWheel(*count));
        QVERIFY(count->value() != value);
    }

    void cpuCountersAreOfSingleRunsOnTheCpu()
    {
        auto* document
            = openChain("counted.onnx", "x: float[64,64]\ny = Relu(x)\ny -> float[64,64]");
        auto* panel = m_driven->panel(QStringLiteral("run"));
        const auto reason = profiler::whyNoEvents(profiler::systemCounterKernel());
        auto* note = panel->findChild<QLabel*>(QStringLiteral("processorNote"));
        QCOMPARE(note->text().contains(QStringLiteral("Only page faults")), !reason.empty());
        panel->findChild<QCheckBox*>(QStringLiteral("processorCounters"))->click();
        panel->findChild<QCheckBox*>(QStringLiteral("pin"))->click();
        auto settings = ui::RunSettings::load(document->path());
        const auto& model = *document->model();
        const auto pins = [&] { return settings.measuringArguments(model).contains("--pin"); };
        QVERIFY(settings.countsProcessor(model) && pins());
        QVERIFY(run(document, RunController::Mode::Profile));
        const auto& profile = *document->profile();
        QVERIFY(profile.processor != nullptr && !profile.processor->rows.empty());
        QVERIFY(!profile.metadata.text(profiler::keys::pinned).empty());

        settings.device = QStringLiteral("cuda");
        QVERIFY(!settings.countsProcessor(model) && !pins());
        settings.device = QStringLiteral("cpu");
        settings.engine.name = "onnxruntime";
        QVERIFY(!settings.countsProcessor(model) && !pins());
    }

    void aFileChoiceThatIsCancelledLeavesWhatWasThere()
    {
        auto* document = openChain("relu.onnx", "x: float[2,3]\ny = Relu(x)\ny -> float[2,3]");
        auto* choice = choiceOf("x");
        QVERIFY(choice != nullptr);
        choice->setCurrentText(QStringLiteral("ones"));
        answerDialog([](QDialog& dialog) { dialog.reject(); });
        choice->setCurrentIndex(choice->findText(QStringLiteral("file…")));
        QCOMPARE(choiceOf("x")->currentText(), QStringLiteral("ones"));
        QCOMPARE((*m_driven)->runs().settingsOf(document).inputs.value(QStringLiteral("x")),
            QStringLiteral("ones"));
    }

    void aFileOfAnotherShapeIsSaidWhenItIsChosen()
    {
        model::DataTensor tensor;
        tensor.element = model::ElementType::Float;
        tensor.dims = { 2, 4 };
        tensor.bytes.resize(2 * 4 * sizeof(float));
        QVERIFY(model::writeNpy(file("wrong.npy").toStdString(), tensor));
        tensor.dims = { 2, 3 };
        tensor.bytes.resize(2 * 3 * sizeof(float));
        QVERIFY(model::writeNpy(file("right.npy").toStdString(), tensor));
        openChain("relu.onnx", "x: float[2,3]\ny = Relu(x)\ny -> float[2,3]");
        auto* choice = choiceOf("x");
        auto* problem = m_driven->child<QLabel>("problem-x");
        QVERIFY(!problem->isVisible());
        answerFileDialog(file("wrong.npy"));
        choice->setCurrentIndex(choice->findText(QStringLiteral("file…")));
        QVERIFY(problem->isVisible());
        QCOMPARE(
            problem->text(), QStringLiteral("wrong.npy has the shape 2×4, the input takes 2×3."));
        m_driven->shoot(QStringLiteral("run-wrong-shape"));
        choice->setEditText(QStringLiteral("file:") + file("right.npy"));
        QVERIFY(!problem->isVisible());
        choice->setEditText(QStringLiteral("file:") + file("none.npy"));
        QVERIFY(problem->text().contains(QStringLiteral("There is no file")));
        choice->setEditText(QStringLiteral("random"));
        QVERIFY(!problem->isVisible());
    }

    void namedDimensionsTakeAnySizeOfAFile()
    {
        const auto type = model::ValueType::tensor(model::ElementType::Float,
            model::Shape { model::Dimension::symbol("n"), model::Dimension::number(4) });
        const auto spec = QStringLiteral("file:") + file("wrong.npy"); // 2×4
        QCOMPARE(ui::inputProblem(type, spec), std::string());
        QCOMPARE(ui::inputProblem(type, QStringLiteral("random")), std::string());
    }

    void dimensionsThatAreStoredAreThoseOfTheDocument()
    {
        testing::writeFile(file("decoder.onnx"), testing::decoderModel(2));
        ui::RunSettings settings;
        settings.dims.insert(QStringLiteral("batch"), 8);
        settings.save(file("decoder.onnx"));
        auto* document = m_driven->open(file("decoder.onnx"));
        m_driven->showPanel(QStringLiteral("run"));
        m_driven->settle();
        QCOMPARE(document->binding().at("batch"), std::int64_t(8));
        QCOMPARE(document->analysis()->binding.at("batch"), std::int64_t(8));
        QCOMPARE(m_driven->child<QSpinBox>("dim-batch")->value(), 8);
    }

    void sizesThatFollowFromOthersAreShown()
    {
        auto* document = openChain("cache.onnx",
            "p: float[past]\nm: float[past_plus_1]\ny = Relu(p)\nz = Relu(m)\ny ->\nz ->");
        QVERIFY(document != nullptr && document->analysis() != nullptr);
        auto& settings = (*m_driven)->runs().settingsOf(document);
        QVERIFY2(settings.summary(document->analysis().get())
                     .contains(QStringLiteral("past 1 × past_plus_1 2")),
            qPrintable(settings.summary(document->analysis().get())));
        auto* past = m_driven->child<QSpinBox>("dim-past");
        auto* sum = m_driven->child<QSpinBox>("dim-past_plus_1");
        QVERIFY(past != nullptr && sum != nullptr);
        QCOMPARE(sum->value(), 2);
        past->setValue(5);
        m_driven->settle();
        QCOMPARE(m_driven->child<QSpinBox>("dim-past_plus_1")->value(), 6);
        QVERIFY(settings.summary(document->analysis().get())
                    .contains(QStringLiteral("past 5 × past_plus_1 6")));
        QVERIFY(run(document, RunController::Mode::Once));
    }

    void measuringEndsWhenTheMedianIsKnown()
    {
        auto* document = m_driven->open(DrivenWindow::sample("residual-cnn"));
        m_driven->showPanel(QStringLiteral("run"));
        m_driven->settle();
        m_driven->child<QDoubleSpinBox>("until")->setValue(50);
        QCOMPARE(ui::RunSettings::load(document->path()).untilPercent, 50.0);
        QVERIFY(m_driven->profile(document, 100'000));
        QCOMPARE(document->profile()->metadata.text(profiler::keys::end),
            profiler::benchmarkEndName(profiler::BenchmarkEnd::SteadyEnough));
        m_driven->child<QDoubleSpinBox>("until")->setValue(0);
    }

    void anEndByTheTimeLimitIsSaid()
    {
        auto* document = m_driven->open(DrivenWindow::sample("residual-cnn"));
        m_driven->showPanel(QStringLiteral("run"));
        (*m_driven)->runs().settingsOf(document).limitSeconds = 1;
        QVERIFY(m_driven->profile(document, 1'000'000));
        m_driven->showPanel(QStringLiteral("run"));
        m_driven->settle();
        const auto facts = m_driven->child<QLabel>("runFacts")->text();
        QVERIFY2(facts.contains(QStringLiteral("Time limit: ")), qPrintable(facts));
        (*m_driven)->runs().settingsOf(document).limitSeconds = 30;
        (*m_driven)->runs().settingsEdited(document);
    }

    void runsOfEachKindAreCountedAndOneWallIsSaid()
    {
        auto* document = m_driven->open(DrivenWindow::sample("residual-cnn"));
        m_driven->showPanel(QStringLiteral("run"));
        QVERIFY(m_driven->profile(document));
        m_driven->showPanel(QStringLiteral("run"));
        m_driven->settle();
        const auto facts = m_driven->child<QLabel>("runFacts")->text();
        QVERIFY2(facts.contains(QStringLiteral("12 recorded + 12 plain + 2 warm-up")),
            qPrintable(facts));
        QVERIFY2(
            facts.contains(QStringLiteral("Wall, median without recording:")), qPrintable(facts));
        QVERIFY2(statusText().contains(QStringLiteral("12 recorded + 12 plain + 2 warm-up")),
            qPrintable(statusText()));
        // The settings have the room.
        auto* area = m_driven->panel(QStringLiteral("run"))->findChild<QScrollArea*>();
        QVERIFY(area->height() > m_driven->panel(QStringLiteral("run"))->height() * 2 / 3);
        m_driven->shoot(QStringLiteral("run-done"));
    }

    void outliersDoNotFlattenTheChart()
    {
        std::vector<double> times;
        for (int i = 0; i < 50; ++i)
            times.push_back(1e6 + 1e4 * (i % 10));
        const auto calm = ui::scaleOf(points(times));
        QCOMPARE(calm.above, 0);
        times.push_back(5e8);
        times.push_back(6e8);
        const auto disturbed = ui::scaleOf(points(times));
        QCOMPARE(disturbed.above, 2);
        QCOMPARE(disturbed.longest, 6e8);
        QVERIFY(9e4 / (disturbed.to - disturbed.from) > 0.15); // of the height are the others'
        QVERIFY(disturbed.from <= 1e6 && disturbed.to >= 1.09e6);
        // What lies near is drawn where it is.
        times.resize(50);
        times.push_back(1.15e6);
        QCOMPARE(ui::scaleOf(points(times)).above, 0);
        QVERIFY(ui::scaleOf(points(times)).to > 1.15e6);
        QCOMPARE(ui::scaleOf({}).to, 0.0);
        QVERIFY(ui::scaleOf(points({ 5 })).to > 5);
    }

    void theHeadlineIsOfRunsWithoutRecordingIfThereAreAny()
    {
        std::vector<RunController::Progress::Point> mixed { { 900, true, true },
            { 100, false, true }, { 80, false, false }, { 120, false, true }, { 82, false, false },
            { 110, false, true }, { 81, false, false } };
        QCOMPARE(ui::headlineNs(mixed), 81.0);
        std::erase_if(mixed, [](const auto& point) { return !point.isRecorded; });
        QCOMPARE(ui::headlineNs(mixed), 110.0);
        QCOMPARE(ui::headlineNs({}), 0.0);
    }

    void afterAFailureNothingIsLeftToStop()
    {
        auto* document = openChain("custom.onnx",
            "opset some.domain 1\nx: float[2]\ny = some.domain:Odd(x)\ny -> float[2]");
        QVERIFY(!run(document, RunController::Mode::Check));
        QVERIFY(!document->problems().empty());
        QVERIFY(!m_driven->child<QPushButton>("stopRun")->isVisible());
        QVERIFY2(statusText().contains(QStringLiteral("failed")), qPrintable(statusText()));
        QVERIFY(!m_driven->action("run.stop")->isEnabled());
        m_driven->shoot(QStringLiteral("run-refused"));
        // Another model says nothing of that.
        auto* other = m_driven->open(DrivenWindow::sample("residual-cnn"));
        QVERIFY2(!statusText().contains(QStringLiteral("failed")), qPrintable(statusText()));
        QVERIFY(run(other, RunController::Mode::Check));
        QVERIFY(statusText().contains(QStringLiteral("can run")));
        (*m_driven)->findChild<QTabWidget*>()->setCurrentIndex(0);
        m_driven->settle();
        QVERIFY2(statusText().contains(QStringLiteral("failed")), qPrintable(statusText()));
    }

    void aMendedFileHasNoProblemsOfTheRunBefore()
    {
        auto* document = openChain("mended.onnx",
            "opset some.domain 1\nx: float[2]\ny = some.domain:Odd(x)\ny -> float[2]");
        QVERIFY(!run(document, RunController::Mode::Check));
        testing::writeFile(file("mended.onnx"),
            testing::modelBytesFromText("x: float[2]\ny = Relu(x)\ny -> float[2]"));
        QTest::keyClick(&m_driven->window(), Qt::Key_F5);
        m_driven->settle();
        QTRY_VERIFY_WITH_TIMEOUT(document->model()->nodes.front().type == "Relu", patience);
        m_driven->settle();
        QVERIFY(document->problems().empty());
        QVERIFY2(!statusText().contains(QStringLiteral("failed")), qPrintable(statusText()));
        const auto words = shownWords(*m_driven->panel(QStringLiteral("run")));
        QVERIFY2(!words.contains(QStringLiteral("Odd")), qPrintable(words));
        QVERIFY(run(document, RunController::Mode::Check));
    }

    void theStatusBarNamesTheRunInProgress()
    {
        auto* document = m_driven->open(DrivenWindow::sample("residual-cnn"));
        auto& runs = (*m_driven)->runs();
        auto& settings = runs.settingsOf(document);
        settings.runs = 1'000'000;
        settings.threads = 1;
        settings.limitSeconds = 3600;
        runs.start(document, RunController::Mode::Profile);
        QTRY_VERIFY_WITH_TIMEOUT(
            statusText().contains(QStringLiteral("Profiling residual-cnn/model.onnx")), patience);
        openChain("other.onnx", "x: float[2]\ny = Relu(x)\ny -> float[2]");
        QVERIFY2(statusText().contains(QStringLiteral("Profiling residual-cnn/model.onnx")),
            qPrintable(statusText()));
        runs.stop();
        runs.stop();
        QTRY_VERIFY_WITH_TIMEOUT(!runs.isRunning(), patience);
        settings.runs = 50;
        runs.settingsEdited(document);
    }
};

QTEST_MAIN(TestRunPanel)
#include "tst_run_panel.moc"
