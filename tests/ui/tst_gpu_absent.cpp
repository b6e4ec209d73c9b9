#include <QTest>

#include "profiler/charts/timeline.h"
#include "profiler/file/profile_file.h"
#include "profiler/statistics/statistics.h"
#include "profiler/tables/profile_builder.h"
#include "tests/support/ui/driven_window.h"
#include "ui/document/document.h"
#include "ui/gpu/device_findings.h"
#include "ui/operators/operators_panel.h"
#include "ui/tables/table_view.h"
#include "ui/timeline/timeline_panel.h"
#include "ui/timeline/timeline_view.h"

#include <QAbstractButton>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QMessageBox>
#include <QStandardItemModel>
#include <QTemporaryDir>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace {

constexpr int runs = 3;
constexpr int steps = 4;
constexpr std::int64_t kernelNs = 40'000;
constexpr std::int64_t launchNs = 6'000;
constexpr std::int64_t stepNs = 50'000;

/// As another machine with a GPU would have recorded it: launches on the CPU, kernels on a stream,
/// a copy on another.
std::shared_ptr<const profiler::Profile> foreignGpuProfile()
{
    using namespace profiler;
    ProfileBuilder builder;
    const auto whole = builder.addTrack("runs", "CPU", TrackKind::Run);
    const auto host = builder.addTrack("CPU main", "CPU", TrackKind::Thread);
    const auto stream = builder.addTrack("stream 7", "GPU 0", TrackKind::Stream);
    const auto copies = builder.addTrack("copies to host", "GPU 0", TrackKind::Copy);
    for (int i = 0; i < steps; ++i) {
        Step step;
        step.label = builder.text("layers." + std::to_string(i) + "/MatMul");
        step.opType = builder.text("MatMul");
        step.device = builder.text("cuda:0");
        step.implementation = builder.text("cutlass_tensorop_f16");
        step.tier = builder.text("library");
        step.origins.push_back({ model::NodeId(), step.label });
        builder.addStep(std::move(step));
    }
    std::uint32_t correlation = 0;
    std::int64_t now = 0;
    for (std::uint32_t run = 0; run < runs; ++run) {
        Run row;
        row.number = run + 1;
        row.startNs = now;
        for (std::uint32_t step = 0; step < steps; ++step) {
            ++correlation;
            builder.addSlice({ now, stepNs, step, run, host, SliceKind::Step });
            builder.addSlice({ now + 1'000, launchNs, step, run, host, SliceKind::Phase,
                engine::Phase::Kernel, correlation });
            builder.addSlice({ now + 1'000 + launchNs, kernelNs, step, run, stream, SliceKind::Gpu,
                engine::Phase::Kernel, correlation });
            now += stepNs;
        }
        builder.addSlice({ now - 3'000, 2'000, steps - 1, run, copies, SliceKind::Gpu });
        row.wallNs = now - row.startNs;
        builder.addSlice({ row.startNs, row.wallNs, Slices::none, run, whole, SliceKind::Run });
        builder.profile().runs.push_back(row);
        now += 20'000;
    }
    builder.profile().metadata.set("machine.cpu", std::string_view("Somebody Else's 64-Core"));
    return std::move(builder).build();
}

} // namespace

/// Acceptance walkthrough 7: a machine without a driver.
class TestGpuAbsent : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_settings;
    QTemporaryDir m_folder;
    std::unique_ptr<DrivenWindow> m_driven;
    ui::Document* m_model = nullptr;

private slots:
    void initTestCase()
    {
        DrivenWindow::isolate(m_settings);
        m_driven = std::make_unique<DrivenWindow>();
    }
    void cleanupTestCase() { m_driven.reset(); }

    void itStartsWithoutAWord()
    {
        QVERIFY(QApplication::activeModalWidget() == nullptr);
        QVERIFY((*m_driven)->findChildren<QMessageBox*>().isEmpty());
        QVERIFY((*m_driven)->jobs().isIdle());
    }

    void theRunDockSaysWhyThereIsNoGpu()
    {
        m_model = m_driven->open(DrivenWindow::sample("residual-cnn"));
        QVERIFY(m_model != nullptr);
        m_driven->showPanel(QStringLiteral("run"));
        const QComboBox* devices = nullptr;
        for (const auto* box : m_driven->panel(QStringLiteral("run"))->findChildren<QComboBox*>())
            if (box->findData(QStringLiteral("cuda")) >= 0)
                devices = box;
        QVERIFY(devices != nullptr);
        const auto* items = qobject_cast<const QStandardItemModel*>(devices->model());
        const int cuda = devices->findData(QStringLiteral("cuda"));
        QVERIFY(!items->item(cuda)->isEnabled());
        QVERIFY(items->item(devices->findData(QStringLiteral("cpu")))->isEnabled());
        const auto labels = m_driven->panel(QStringLiteral("run"))->findChildren<QLabel*>();
        // The program that runs models is asked, and says it with its reason.
        const auto saysNone = [](const QLabel* label) {
            return label->isVisible()
                && label->text().startsWith(QStringLiteral("No CUDA device: "))
                && !label->text().contains(QStringLiteral("looking for"))
                && label->toolTip().startsWith(label->text());
        };
        QTRY_VERIFY(std::ranges::any_of(labels, saysNone));
        QVERIFY(devices->itemData(cuda, Qt::ToolTipRole)
                    .toString()
                    .startsWith(QStringLiteral("No CUDA device: ")));
        m_driven->shoot(QStringLiteral("gpu-absent-run"));
        auto* box = const_cast<QComboBox*>(devices);
        box->showPopup(); // the entry is grey
        m_driven->shoot(QStringLiteral("gpu-absent-choice"));
        box->hidePopup();
    }

    void problemsSayItToo()
    {
        const auto found = [this] {
            const auto& problems = m_model->problems();
            const auto row = std::ranges::find_if(problems, [](const support::Diagnostic& problem) {
                return problem.message.starts_with("no CUDA device: ");
            });
            return row != problems.end() ? std::optional(*row) : std::nullopt;
        };
        auto& settings = (*m_driven)->runs().settingsOf(m_model);
        settings.device = QStringLiteral("cuda"); // kept from a time with a GPU
        (*m_driven)->runs().settingsEdited(m_model);
        const auto row = found();
        QVERIFY(row && row->severity == support::Severity::Warning);
        QVERIFY(!row->code.empty());
        QVERIFY(row->advice.ends_with("choose the CPU in the Run panel"));
        m_driven->showPanel(QStringLiteral("problems"));
        m_driven->shoot(QStringLiteral("gpu-absent-problems"));
        settings.device = QStringLiteral("cpu");
        (*m_driven)->runs().settingsEdited(m_model);
        QVERIFY(!found() || found()->severity == support::Severity::Note); // nobody asked for one
    }

    void whatThereIsOfAGpuIsWorthANote_data()
    {
        QTest::addColumn<QString>("code");
        QTest::addColumn<bool>("isNote");
        QTest::newRow("no driver") << QStringLiteral("no-driver") << false;
        QTest::newRow("no plug-in") << QStringLiteral("no-plugin") << false;
        for (const auto* code : { "driver-too-old", "stub-driver", "no-device", "device-too-old",
                 "device-refused", "driver-failed", "no-kernel-image", "plugin-refused" })
            QTest::newRow(code) << QString::fromLatin1(code) << true;
    }
    void whatThereIsOfAGpuIsWorthANote()
    {
        QFETCH(QString, code);
        QFETCH(bool, isNote);
        const ui::DeviceProbe::Answer answer { false, code, QStringLiteral("why"),
            QStringLiteral("what to do") };
        const auto unasked = ui::probeFindings(answer, ui::GpuChoice::NotChosen);
        QCOMPARE(unasked.size(), std::size_t(isNote ? 1 : 0));
        QVERIFY(!isNote || unasked.front().severity == support::Severity::Note);
        const auto asked = ui::probeFindings(answer, ui::GpuChoice::Chosen);
        QCOMPARE(asked.size(), std::size_t(1));
        QCOMPARE(QString::fromStdString(asked.front().code), code);
        QVERIFY(asked.front().severity == support::Severity::Warning);
        QCOMPARE(
            QString::fromStdString(asked.front().message), QStringLiteral("no CUDA device: why"));
        QVERIFY(asked.front().advice.starts_with("what to do; "));
        QVERIFY(ui::probeFindings({ true, {}, {}, {} }, ui::GpuChoice::Chosen).empty());
    }

    void theCpuIsProfiled()
    {
        QVERIFY(m_driven->profile(m_model, 12));
        QVERIFY(m_model->profile() != nullptr);
    }

    void aProfileOfAForeignGpuOpensWithItsWholeTimeline()
    {
        const auto file = m_folder.filePath(QStringLiteral("theirs.opscope"));
        const auto theirs = foreignGpuProfile();
        QVERIFY(bool(profiler::writeProfileFile(file.toStdString(), *theirs)));
        // A model is open: it asks whose profile it is.
        answerDialog([](QDialog& dialog) {
            for (auto* button : dynamic_cast<QMessageBox&>(dialog).buttons())
                if (button->text().remove(u'&').startsWith(QStringLiteral("Open on its own")))
                    return button->click();
            QFAIL("no button");
        });
        (*m_driven)->openFile(file);
        QTRY_VERIFY_WITH_TIMEOUT((*m_driven)->currentDocument() != m_model
                && (*m_driven)->currentDocument()->timeline() != nullptr,
            DrivenWindow::patience);
        m_driven->settle();
        auto* document = (*m_driven)->currentDocument();
        QVERIFY(document->problems().empty());
        const auto& rows = document->timeline()->rows();
        // Every span is there, on the rows of its stream; nothing of the device is left out.
        std::map<std::string, std::size_t> spans;
        std::size_t ofDevice = 0;
        for (const auto& row : rows) {
            if (row.kind != profiler::RowKind::Device)
                continue;
            spans[row.label] += row.slices.size();
            ofDevice += row.slices.size();
            QCOMPARE(row.group, std::string("GPU 0"));
        }
        QCOMPARE(ofDevice, std::size_t(runs * (steps + 1)));
        QCOMPARE(spans["stream 7"], std::size_t(runs * steps));
        QCOMPARE(spans["copies to host"], std::size_t(runs));
        auto* view = m_driven->panel<ui::TimelinePanel>()->view();
        QVERIFY(view->isVisible());
        std::set<QString> labels;
        for (const auto& lane : view->geometryOfView().lanes)
            labels.insert(lane.label);
        for (const auto* label : { "stream 7", "copies to host", "CPU main" })
            QVERIFY2(labels.contains(QString::fromLatin1(label)), label);
        m_driven->shoot(QStringLiteral("gpu-profile-without-gpu"));
        QCOMPARE(document->statistics()->steps.size(), std::size_t(steps));
        auto* operators = m_driven->panel<ui::OperatorsPanel>()->view();
        QCOMPARE(operators->model()->rowCount(), steps);
    }
};

QTEST_MAIN(TestGpuAbsent)
#include "tst_gpu_absent.moc"
