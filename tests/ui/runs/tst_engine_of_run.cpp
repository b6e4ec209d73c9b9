#include <QTest>

#include "profiler/charts/charts.h"
#include "profiler/exporters/exporter.h"
#include "tests/support/ui/driven_window.h"
#include "tests/support/ui/engine_profile.h"
#include "ui/document/document.h"
#include "ui/runs/run_text.h"

#include <QLabel>
#include <QTemporaryDir>

#include <algorithm>

/// Profiles of other engines say so wherever a run is described.
class TestEngineOfRun : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    std::unique_ptr<DrivenWindow> m_driven;
    ui::Document* m_document = nullptr;

    const ui::Document::Run& lastRun() const { return m_document->runs().back(); }
    void add(const char* engine)
    {
        m_document->addRun(
            { .profile = testing::profileOf(*m_document->model(), { engine, 1.0, true, 20'000 }) });
        m_driven->settle();
    }

private slots:
    void initTestCase()
    {
        DrivenWindow::isolate(m_folder);
        m_driven = std::make_unique<DrivenWindow>();
        m_document = m_driven->open(DrivenWindow::sample("residual-cnn"));
        QVERIFY(m_document != nullptr);
    }
    void cleanupTestCase() { m_driven.reset(); }

    void opscopesOwnRunNamesNoEngine()
    {
        add("opscope");
        QCOMPARE(ui::placeOf(lastRun()), QStringLiteral("CPU · 1 thread"));
        QVERIFY(ui::engineDetailsOf(lastRun()).isEmpty());
    }

    void theRunNamesItsEngine()
    {
        add("onnxruntime");
        QCOMPARE(ui::placeOf(lastRun()), QStringLiteral("ONNX Runtime 1.2.3 · CPU · 1 thread"));
        QCOMPARE(ui::deviceTitleOf(lastRun()), QStringLiteral("ONNX Runtime 1.2.3"));
        QVERIFY2(ui::stateOf(lastRun()).contains(QStringLiteral("97.0 % of its time proven")),
            qPrintable(ui::stateOf(lastRun())));
        const auto details = ui::engineDetailsOf(lastRun());
        for (const auto* words :
            { "found in a test", "settings: level all", "97.0 % proven: values 97.0 %, name 3" })
            QVERIFY2(details.contains(QString::fromLatin1(words)), qPrintable(details));
    }

    void theInspectorSaysWhatTheEngineDid()
    {
        const auto& nodes = m_document->model()->nodes;
        const auto conv = std::ranges::find(nodes, "Conv", &model::Node::type) - nodes.begin();
        m_document->reveal(model::NodeId(static_cast<std::uint32_t>(conv)), nullptr);
        m_driven->showPanel(QStringLiteral("inspector"));
        m_driven->settle();
        const auto words = shownWords(*m_driven->panel(QStringLiteral("inspector")));
        QVERIFY2(words.contains(QStringLiteral("ONNX Runtime executed this node as brgconv, "
                                               "together with ")),
            qPrintable(words));
        QVERIFY(words.contains(QStringLiteral("Attributed by values, proven.")));
        m_driven->shoot(QStringLiteral("other-engine-run"));
    }

    void stepsHaveTheCategoryOfTheirNode()
    {
        const auto profile
            = testing::profileOf(*m_document->model(), { "openvino", 1.0, false, 0 });
        int convolutions = 0;
        for (const auto& step : profile->steps)
            if (profile->text(step.opType) == "Convolution") {
                QCOMPARE(profiler::categoryOf(*profile, step), model::Category::Convolution);
                ++convolutions;
            }
        QVERIFY(convolutions > 0);
    }

    void theReportNamesTheEngine()
    {
        const auto report = profiler::buildReport(m_document->profile());
        const auto page = profiler::exportText(*profiler::findExporter("html"), report);
        QVERIFY(page);
        const auto text = QString::fromStdString(*page);
        for (const auto* words : { "in ONNX Runtime 1.2.3", "Engine found in", "97.0 % proven" })
            QVERIFY2(text.contains(QString::fromLatin1(words)), words);
    }
};

QTEST_MAIN(TestEngineOfRun)
#include "tst_engine_of_run.moc"
