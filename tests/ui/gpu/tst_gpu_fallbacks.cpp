#include <QTest>

#include "profiler/charts/timeline.h"
#include "profiler/tables/profile_builder.h"
#include "tests/support/paths.h"
#include "tests/support/ui/driven_window.h"
#include "ui/canvas/painting/badges.h"
#include "ui/canvas/tools/legend.h"
#include "ui/document/document.h"
#include "ui/find/find_panel.h"
#include "ui/gpu/device_findings.h"
#include "ui/gpu/fallback_findings.h"
#include "ui/inspectors/elided_label.h"
#include "ui/tables/table_view.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <algorithm>

using ui::RunController;

namespace {

constexpr std::int64_t stepNs = 40'000;
constexpr const char* reason = "cuda native: an image of 4 axes, expected at most 3";

bool isLeftToCpu(const model::Node& node)
{
    return node.type == "MaxPool" || node.type == "Flatten";
}

/// The model's nodes on a GPU, but for some that it did not take; each of those with two copies.
ui::Document::Run gpuRun(const model::Model& model)
{
    using namespace profiler;
    ProfileBuilder builder;
    const auto whole = builder.addTrack("runs", "CPU", TrackKind::Run);
    const auto host = builder.addTrack("CPU main", "CPU", TrackKind::Thread);
    const auto labels = model::nodeLabels(model);
    const auto addCopy = [&](const std::string& label, const char* device) {
        Step copy;
        copy.label = builder.text(label);
        copy.opType = builder.text("Copy");
        copy.device = builder.text(device);
        copy.kind = StepKind::Copy;
        copy.insertedReason = copy.label;
        return builder.addStep(std::move(copy));
    };
    for (std::uint32_t i = 0; i < model.nodes.size(); ++i) {
        const auto& node = model.nodes[i];
        const bool isOnCpu = isLeftToCpu(node);
        Step step;
        step.label = builder.text(labels[i]);
        step.opType = builder.text(node.type);
        step.device = builder.text(isOnCpu ? "cpu" : "cuda:0");
        step.implementation = builder.text(isOnCpu ? "reference" : "native cuda");
        step.refusals = builder.text(isOnCpu ? reason : "");
        step.origins.push_back({ model::NodeId(i), step.label });
        builder.profile().provenance.push_back(
            { .node = model::NodeId(i), .label = step.label, .opType = step.opType });
        if (isOnCpu)
            step.after = { addCopy("to the CPU: " + labels[i] + "_in", "cpu") };
        const auto id = builder.addStep(std::move(step));
        if (isOnCpu)
            builder.profile()
                .steps[addCopy("to the device: " + labels[i] + "_out", "cuda:0").value()]
                .after
                = { id };
    }
    const auto steps = static_cast<std::uint32_t>(builder.profile().steps.size());
    std::int64_t now = 0;
    for (std::uint32_t run = 0; run < 3; ++run) {
        Run row;
        row.number = run + 1;
        row.startNs = now;
        for (std::uint32_t step = 0; step < steps; ++step) {
            builder.addSlice({ now, stepNs, step, run, host, SliceKind::Step });
            now += stepNs;
        }
        row.wallNs = now - row.startNs;
        builder.addSlice({ row.startNs, row.wallNs, Slices::none, run, whole, SliceKind::Run });
        builder.profile().runs.push_back(row);
        now += 20'000;
    }
    builder.profile().metadata.set(keys::device, "cuda");
    builder.profile().metadata.set(keys::precision, "tf32");
    ui::Document::Run made;
    made.profile = std::move(builder).build();
    made.timeline = Timeline::build(made.profile);
    return made;
}

/// What all labels of the inspector say, those of facts too.
QString inspectorWords(const QWidget& inspector)
{
    auto words = shownWords(inspector);
    for (const auto* label : inspector.findChildren<ui::ElidedLabel*>())
        words += u' ' + label->text();
    return words;
}

std::size_t fallbacksIn(const ui::Document& document)
{
    return static_cast<std::size_t>(std::ranges::count(
        document.problems(), std::string(ui::fallbackCode), &support::Diagnostic::code));
}

} // namespace

/// A GPU that leaves operators to the CPU, or fails: what the window says of it. The GPU is a
/// script in place of the program that runs models, which passes runs on the CPU on.
class TestGpuFallbacks : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_settings;
    QTemporaryDir m_folder;
    std::unique_ptr<DrivenWindow> m_driven;
    ui::Document* m_document = nullptr;

    /// A machine with two GPUs, on which a run says these lines and ends with this code.
    void useGpu(const QString& lines, int code)
    {
        const auto path = m_folder.filePath(QStringLiteral("gpu-cli"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write(QStringLiteral(
            "#!/bin/sh\n"
            "if [ \"$1\" = gpu ]; then\n"
            "  echo '{\"usable\":true,\"devices\":[{\"number\":0,\"name\":\"NVIDIA H200\","
            "\"uuid\":\"GPU-0\"},{\"number\":1,\"name\":\"NVIDIA L4\",\"uuid\":\"GPU-1\"}]}'\n"
            "  exit 0\n"
            "fi\n"
            "case \"$*\" in *'--device cuda'*) ;; *) exec '%1' \"$@\" ;; esac\n"
            "echo \"$*\" \"$CUDA_VISIBLE_DEVICES\" > '%4'\n"
            "cat >&2 <<'END'\n%2\nEND\n"
            "exit %3\n")
                       .arg(QString::fromStdString(testing::cliProgram().string()), lines,
                           QString::number(code), m_folder.filePath(QStringLiteral("arguments")))
                       .toUtf8());
        file.close();
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        RunController::useEngineProgram(path);
    }
    QString arguments() const
    {
        QFile file(m_folder.filePath(QStringLiteral("arguments")));
        return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
    }
    bool run(RunController::Mode mode)
    {
        auto& runs = (*m_driven)->runs();
        QSignalSpy finished(&runs, &RunController::finished);
        runs.start(m_document, mode);
        return finished.wait(DrivenWindow::patience) && finished.first().at(1).toBool();
    }
    std::vector<std::uint32_t> leftToCpu() const
    {
        std::vector<std::uint32_t> nodes;
        for (std::uint32_t i = 0; i < m_document->model()->nodes.size(); ++i) {
            if (isLeftToCpu(m_document->model()->nodes[i]))
                nodes.push_back(i);
        }
        return nodes;
    }
    QComboBox* box(const char* name) const
    {
        return m_driven->panel(QStringLiteral("run"))
            ->findChild<QComboBox*>(QString::fromLatin1(name));
    }
    static void choose(QComboBox* box, const QString& data)
    {
        box->setCurrentIndex(box->findData(data));
        emit box->activated(box->currentIndex());
    }

private slots:
    void initTestCase()
    {
        DrivenWindow::isolate(m_settings);
        useGpu({}, 0);
        m_driven = std::make_unique<DrivenWindow>();
        m_document = m_driven->open(DrivenWindow::sample("residual-cnn"));
        QVERIFY(m_document != nullptr);
        QVERIFY(!leftToCpu().empty());
    }
    void cleanupTestCase() { m_driven.reset(); }

    void theRunDockOffersGpusAndPrecisions()
    {
        m_driven->showPanel(QStringLiteral("run"));
        QTRY_COMPARE_WITH_TIMEOUT(box("gpu")->count(), 2, DrivenWindow::patience);
        QVERIFY(box("gpu")->isHidden());
        const auto isEnabled = [&](const char* name) {
            auto* precision = box("precision");
            return precision->model()
                ->flags(
                    precision->model()->index(precision->findData(QString::fromLatin1(name)), 0))
                .testFlag(Qt::ItemIsEnabled);
        };
        QVERIFY(isEnabled("bf16"));
        QVERIFY(!isEnabled("tf32")); // the CPU has no such products
        choose(box("device"), QStringLiteral("cuda"));
        QVERIFY(!box("gpu")->isHidden());
        QVERIFY(isEnabled("tf32"));
        choose(box("gpu"), QStringLiteral("GPU-1"));
        choose(box("precision"), QStringLiteral("tf32"));
        const auto& settings = (*m_driven)->runs().settingsOf(m_document);
        const auto summary = settings.summary(m_document->analysis().get());
        QVERIFY2(summary.startsWith(QStringLiteral("CUDA · GPU 1 · TF32 · ")), qPrintable(summary));
        QCOMPARE(
            settings.environment(), QStringList { QStringLiteral("CUDA_VISIBLE_DEVICES=GPU-1") });
        const auto kept = ui::RunSettings::load(m_document->path());
        QCOMPARE(kept.precision, QStringLiteral("tf32"));
        QCOMPARE(kept.gpu, QStringLiteral("GPU-1"));
        auto* counters = m_driven->panel(QStringLiteral("run"))
                             ->findChild<QCheckBox*>(QStringLiteral("counters"));
        QVERIFY(counters->isVisible() && !counters->isChecked());
        counters->click();
        QVERIFY(ui::RunSettings::load(m_document->path()).counters);
        m_driven->shoot(QStringLiteral("gpu-run-dock"));
        counters->click();
    }

    void cudaGraphsAreAChoiceOfGpusOnly()
    {
        auto* graphs = box("cudaGraph");
        QVERIFY(graphs->isVisible());
        QCOMPARE(graphs->currentData().toString(), QStringLiteral("auto"));
        choose(box("device"), QStringLiteral("cpu"));
        QVERIFY(graphs->isHidden());
        choose(box("device"), QStringLiteral("cuda"));
        box("precision")->setFocus();
        QTest::keyClick(box("precision"), Qt::Key_Tab);
        QVERIFY(graphs->hasFocus());
        const auto& settings = (*m_driven)->runs().settingsOf(m_document);
        QVERIFY(!settings.arguments().contains(QStringLiteral("--cuda-graph")));
        for (const auto* mode : { "on", "off" }) {
            QTest::keyClick(graphs, Qt::Key_Down);
            QCOMPARE(graphs->currentData().toString(), QString::fromLatin1(mode));
            QCOMPARE(
                ui::RunSettings::load(m_document->path()).cudaGraph, QString::fromLatin1(mode));
            const auto arguments = settings.arguments().join(u' ');
            QVERIFY2(
                arguments.contains(QStringLiteral("--cuda-graph ") + QString::fromLatin1(mode)),
                qPrintable(arguments));
            QVERIFY(settings.summary(nullptr).contains(
                QStringLiteral("graphs ") + QString::fromLatin1(mode)));
        }
        for (int i = 0; i < graphs->count(); ++i)
            QVERIFY(!graphs->itemData(i, Qt::ToolTipRole).toString().isEmpty());
        auto onCpu = settings;
        onCpu.device = QStringLiteral("cpu");
        QVERIFY(!onCpu.arguments().contains(QStringLiteral("--cuda-graph")));
        choose(graphs, QStringLiteral("auto"));
    }

    void kernelTimingIsAChoiceOfCpuAndGpu()
    {
        auto* timing = box("tune");
        QVERIFY(timing->isVisible());
        QCOMPARE(timing->currentData().toString(), QStringLiteral("auto"));
        const auto& settings = (*m_driven)->runs().settingsOf(m_document);
        QVERIFY(!settings.arguments().contains(QStringLiteral("--tune")));
        choose(timing, QStringLiteral("on"));
        QCOMPARE(ui::RunSettings::load(m_document->path()).tune, QStringLiteral("on"));
        QVERIFY(settings.arguments().join(u' ').contains(QStringLiteral("--tune on")));
        QVERIFY(settings.summary(nullptr).contains(QStringLiteral("kernels timed")));
        for (int i = 0; i < timing->count(); ++i)
            QVERIFY(!timing->itemData(i, Qt::ToolTipRole).toString().isEmpty());
        choose(box("device"), QStringLiteral("cpu"));
        QVERIFY(timing->isVisible());
        QVERIFY(settings.arguments().contains(QStringLiteral("--tune")));
        choose(box("device"), QStringLiteral("cuda"));
        choose(timing, QStringLiteral("auto"));
    }

    void whatAPlanHasToDoWithoutIsInProblems()
    {
        useGpu(QStringLiteral(
                   "{\"event\":\"plan\",\"steps\":9,\"nodes\":9,\"notices\":[\"cuDNN 9 not found: "
                   "convolutions run with our own kernels (pip install nvidia-cudnn-cu13, and name "
                   "its folder in OPSCOPE_CUDA_LIBS)\",\"9 operators compute in f16\"]}"),
            0);
        QVERIFY(run(RunController::Mode::Check));
        const auto& problems = m_document->problems();
        const auto library = std::ranges::find(
            problems, std::string(ui::libraryMissingCode), &support::Diagnostic::code);
        QVERIFY(library != problems.end());
        QVERIFY(library->severity == support::Severity::Warning);
        QCOMPARE(QString::fromStdString(library->message),
            QStringLiteral("cuDNN 9 not found: convolutions run with our own kernels"));
        QCOMPARE(QString::fromStdString(library->advice),
            QStringLiteral(
                "pip install nvidia-cudnn-cu13, and name its folder in OPSCOPE_CUDA_LIBS"));
        const auto other = std::ranges::find(
            problems, std::string(ui::deviceNoticeCode), &support::Diagnostic::code);
        QVERIFY(other != problems.end() && other->severity == support::Severity::Note);
    }

    void aPlanSaysWhatWouldStayOnTheCpu()
    {
        QStringList nodes;
        for (const auto node : leftToCpu())
            nodes << QString::number(node);
        useGpu(
            QStringLiteral("{\"event\":\"plan\",\"steps\":9,\"nodes\":9,\"on_cpu\":[{\"type\":"
                           "\"MaxPool\",\"reason\":\"%1\",\"copies\":2,\"nodes\":[%2,999999,-1]}]}")
                .arg(QString::fromLatin1(reason), nodes.join(u',')),
            0);
        QVERIFY(run(RunController::Mode::Check));
        QVERIFY2(arguments().contains(QStringLiteral("--precision tf32")), qPrintable(arguments()));
        QVERIFY2(arguments().trimmed().endsWith(QStringLiteral("GPU-1")), qPrintable(arguments()));
        QCOMPARE(fallbacksIn(*m_document), leftToCpu().size());
        const auto checks = m_driven->panel(QStringLiteral("run"))
                                ->findChild<QLabel*>(QStringLiteral("runChecks"))
                                ->text();
        QVERIFY2(
            checks.contains(QStringLiteral("on the CPU, 1 operator: MaxPool")), qPrintable(checks));
    }

    void aFailureOfTheGpuOffersTheCpu()
    {
        useGpu(
            QStringLiteral("{\"event\":\"error\",\"kind\":\"resource\",\"message\":\"needs 3.1 GB, "
                           "1.9 GB free on GPU 0\",\"unsupported\":[]}"),
            5);
        QVERIFY(!run(RunController::Mode::Profile));
        m_driven->settle();
        QVERIFY(m_document->runs().empty());
        QVERIFY(m_document->model() != nullptr); // the document stays
        const auto& problems = m_document->problems();
        const auto row = std::ranges::find(
            problems, std::string(ui::deviceFailedCode), &support::Diagnostic::code);
        QVERIFY(row != problems.end());
        QCOMPARE(QString::fromStdString(row->message),
            QStringLiteral("needs 3.1 GB, 1.9 GB free on GPU 0"));
        QVERIFY(row->advice.starts_with("run on the CPU"));
        auto* banner = m_driven->child<QWidget>("banner");
        QVERIFY(banner != nullptr && banner->isVisible());
        QVERIFY2(shownWords(*banner).contains(QStringLiteral("The run on the GPU failed.")),
            qPrintable(shownWords(*banner)));
        auto* onCpu = m_driven->child<QPushButton>("runOnCpu");
        QVERIFY(onCpu != nullptr && onCpu->isVisible());
        m_driven->shoot(QStringLiteral("gpu-run-failed"));
        auto& settings = (*m_driven)->runs().settingsOf(m_document);
        settings.runs = 3;
        settings.warmup = 1;
        QSignalSpy finished(&(*m_driven)->runs(), &RunController::finished);
        onCpu->click();
        QVERIFY(finished.wait(DrivenWindow::patience));
        QVERIFY(finished.first().at(1).toBool());
        m_driven->settle();
        QCOMPARE(settings.device, QStringLiteral("cpu"));
        QCOMPARE(m_document->runs().size(), std::size_t(1));
        QVERIFY(!banner->isVisible());
        QVERIFY(onCpu->isHidden());
    }

    void aRunShowsItsFallbacksEverywhere()
    {
        QCOMPARE(fallbacksIn(*m_document), std::size_t(0)); // the CPU's run has none
        m_document->addRun(gpuRun(*m_document->model()));
        m_driven->settle();
        const auto nodes = leftToCpu();
        QCOMPARE(fallbacksIn(*m_document), nodes.size());
        const auto badges = ui::makeBadges(
            *m_document->model(), m_document->problems(), m_document->profile().get());
        for (const auto node : nodes) {
            const auto& own = badges->at(node);
            QCOMPARE(own.front().text, ui::fallbackWord());
            QVERIFY(own.front().hint.find(reason) != std::string::npos);
            QVERIFY(std::ranges::find(own, "CPU", &layout::Badge::text) != own.end());
        }
        const auto others = std::ranges::count_if(*badges, [](const auto& ofNode) {
            return std::ranges::find(ofNode.second, "GPU", &layout::Badge::text)
                != ofNode.second.end();
        });
        QCOMPARE(
            static_cast<std::size_t>(others), m_document->model()->nodes.size() - nodes.size());
        auto* legend = m_driven->child<ui::Legend>("legend");
        QVERIFY(legend != nullptr);
    }

    void theInspectorSaysWhyAndWhatItCosts()
    {
        m_document->reveal(model::NodeId(leftToCpu().front()));
        m_driven->settle();
        const auto words = inspectorWords(*m_driven->panel(QStringLiteral("inspector")));
        for (const auto* wanted :
            { "Device fallback", reason, "CPU, fallback", "to the CPU: ", "to the device: " })
            QVERIFY2(words.contains(QString::fromLatin1(wanted)), qPrintable(words));
        m_driven->shoot(QStringLiteral("gpu-fallbacks"));
    }

    void findListsWhatRunsOnTheCpu()
    {
        auto* find = m_driven->panel<ui::FindPanel>();
        m_driven->showPanel(QStringLiteral("find"));
        m_driven->settle();
        auto* chip = find->findChild<QPushButton*>(QStringLiteral("findOnCpu"));
        QVERIFY(chip->isVisible());
        chip->click();
        QCOMPARE(find->line()->text(), QStringLiteral("on:fallback"));
        const auto count = static_cast<int>(leftToCpu().size());
        QTRY_COMPARE_WITH_TIMEOUT(find->view()->model()->rowCount(), count, DrivenWindow::patience);
        m_driven->shoot(QStringLiteral("gpu-fallbacks-found"));
        find->line()->setText(QStringLiteral("on:cuda"));
        QVERIFY(!chip->isChecked());
        QTRY_COMPARE_WITH_TIMEOUT(find->view()->model()->rowCount(),
            static_cast<int>(m_document->model()->nodes.size()) - count, DrivenWindow::patience);
        find->line()->clear();
    }

    void anotherRunTakesThemAway()
    {
        m_document->showRun(0);
        m_driven->settle();
        QCOMPARE(fallbacksIn(*m_document), std::size_t(0));
        QVERIFY(m_driven->panel<ui::FindPanel>()
                    ->findChild<QPushButton*>(QStringLiteral("findOnCpu"))
                    ->isHidden());
    }
};

QTEST_MAIN(TestGpuFallbacks)
#include "tst_gpu_fallbacks.moc"
