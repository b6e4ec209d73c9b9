#include <QTest>

#include "profiler/peaks/machine_peaks.h"
#include "profiler/sweep/sweep.h"
#include "profiler/tables/profile.h"
#include "tests/support/paths.h"
#include "tests/support/ui/compared_models.h"
#include "tests/support/ui/driven_window.h"
#include "tests/support/ui/walkthrough_models.h"
#include "ui/compare/compare_runner.h"
#include "ui/compare/compared_canvases.h"
#include "ui/compare/comparison_page.h"
#include "ui/document/document.h"
#include "ui/document/settings.h"
#include "ui/document/step_selection.h"
#include "ui/operators/operators_panel.h"
#include "ui/sweep/sweep_panel.h"
#include "ui/window/actions.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabBar>
#include <QTabWidget>
#include <QTemporaryDir>

#include <algorithm>

/// A picture of every view of a profile in both themes, in `screenshots/` of the build folder, for
/// people to compare with the design: `profile-*`, `compared-*`, and both reports as HTML and PDF.
/// `OPSCOPE_COMPARED_MODELS=A.onnx:B.onnx` compares those instead of two small ones, and names the
/// pictures after B.
class TestProfilePictures : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_settings;
    QTemporaryDir m_cache;
    QTemporaryDir m_files;
    std::unique_ptr<DrivenWindow> m_driven;
    ui::Document* m_document = nullptr;

    QAction* action(const char* id) const
    {
        return m_driven->window().actions().action(QString::fromLatin1(id));
    }
    void shoot(const char* name)
    {
        m_driven->settle();
        m_driven->shoot(QString::fromLatin1(name));
    }
    void showPanel(const char* id)
    {
        m_driven->showPanel(QString::fromLatin1(id));
        m_driven->settle();
    }
    ui::ComparisonPage* page() const
    {
        auto* tabs = m_driven->window().findChild<QTabWidget*>();
        return qobject_cast<ui::ComparisonPage*>(tabs->currentWidget());
    }
    static QString target(const QString& name)
    {
        const auto folder = QString::fromStdString((testing::buildDir() / "screenshots").string());
        QDir().mkpath(folder);
        const auto path = folder + u'/' + name;
        QFile::remove(path);
        return path;
    }
    /// The two models to compare, and what the names of their pictures begin with.
    struct Compared {
        QString a;
        QString b;
        QString prefix;
        int patience = DrivenWindow::patience; ///< ms
    };
    Compared compared() const
    {
        const auto chosen = qEnvironmentVariable("OPSCOPE_COMPARED_MODELS").split(u':');
        if (chosen.size() == 2)
            return { chosen[0], chosen[1],
                QStringLiteral("compared-") + QFileInfo(chosen[1]).baseName(),
                20 * DrivenWindow::patience };
        const auto a = m_files.filePath(QStringLiteral("mlp-fp32.onnx"));
        const auto b = m_files.filePath(QStringLiteral("mlp-int8.onnx"));
        testing::writeFile(a, testing::floatPerceptron(4));
        testing::writeFile(b, testing::integerPerceptron(4));
        return { a, b, QStringLiteral("compared") };
    }
    void exportReports(const QString& name)
    {
        for (const auto& [end, filter] :
            { std::pair(QStringLiteral(".html"), QStringLiteral("Rep")),
                std::pair(QStringLiteral(".pdf"), QStringLiteral("PDF")) }) {
            const auto path = target(name + end);
            answerFileDialog(path, filter);
            action("file.exportReport")->trigger();
            QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(path), DrivenWindow::patience);
            m_driven->settle();
        }
    }

private slots:
    void initTestCase()
    {
        qputenv("XDG_CACHE_HOME", m_cache.path().toUtf8());
        DrivenWindow::keepPeaks();
        ui::settings::useFolder(m_settings.path());
        ui::RunController::useEngineProgram(QString::fromStdString(testing::cliProgram().string()));
        m_driven = std::make_unique<DrivenWindow>();
        m_document = m_driven->open(DrivenWindow::sample("tiny-decoder"));
        QVERIFY(m_document != nullptr && m_driven->profile(m_document, 30));
    }
    void cleanupTestCase() { m_driven.reset(); }

    void everyViewOfARun_data()
    {
        QTest::addColumn<QString>("panel");
        for (const auto* panel : { "timeline", "flame", "roofline", "memory", "runs" })
            QTest::addRow("%s", panel) << QString::fromLatin1(panel);
    }

    void everyViewOfARun()
    {
        QFETCH(QString, panel);
        m_document->selection()->clear();
        showPanel(qPrintable(panel));
        shoot(qPrintable(QStringLiteral("profile-") + panel));
    }

    void operatorsByEverything()
    {
        showPanel("timeline");
        showPanel("operators");
        for (const auto* grouping : { "byType", "byScope", "byKernel", "each" }) {
            m_driven->panel<ui::OperatorsPanel>()->chip(QString::fromLatin1(grouping))->click();
            shoot(qPrintable(QStringLiteral("profile-operators-") + QString::fromLatin1(grouping)));
        }
    }

    void aSpanThatIsSelected()
    {
        // The longest one of the first recorded run.
        const auto& slices = m_document->profile()->slices;
        std::uint32_t longest = 0;
        for (std::uint32_t i = 0; i < slices.size(); ++i)
            if (slices.kind[i] == profiler::SliceKind::Step
                && (slices.kind[longest] != profiler::SliceKind::Step
                    || slices.durationNs[i] > slices.durationNs[longest]))
                longest = i;
        ui::selectStep(*m_document, engine::StepId(slices.step[longest]), nullptr);
        shoot("profile-span");
    }

    void theReport() { exportReports(QStringLiteral("profile-report")); }

    void aSweep()
    {
        profiler::Sweep planned;
        planned.plan.dimension = "sequence";
        planned.plan.sizes = { 8, 16, 32, 64, 128 };
        QSignalSpy finished(&m_driven->window().runs(), &ui::RunController::finished);
        m_driven->window().runs().sweep(m_document, planned);
        // Five measurements: more patience than one run needs.
        QTRY_VERIFY_WITH_TIMEOUT(!finished.isEmpty(), 3 * DrivenWindow::patience);
        showPanel("sweep");
        shoot("profile-sweep");
    }

    void aMeasuredComparison()
    {
        const auto [a, b, prefix, patience] = compared();
        QVERIFY(m_driven->open(a) != nullptr);
        answerFileDialog(b);
        action("compare.with")->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(page() != nullptr, patience);
        QTRY_VERIFY_WITH_TIMEOUT(page()->findChild<ui::ComparedCanvases*>()->isPlaced(), patience);
        page()->measureBoth();
        QTRY_VERIFY_WITH_TIMEOUT(
            !page()->runner()->isRunning() && page()->compared().time, patience);
        page()->compareNumbers();
        QTRY_VERIFY_WITH_TIMEOUT(page()->numbers() != nullptr, patience);
        QVERIFY(m_driven->window().width() <= 1600); // its head did not make it wider
        using View = ui::ComparisonPage::View;
        for (const auto& [view, name] : { std::pair(View::Difference, "-difference"),
                 std::pair(View::SideBySide, "-side-by-side"),
                 std::pair(View::Structure, "-structure"), std::pair(View::Numbers, "-numbers") }) {
            page()->setView(view);
            if (view == View::Difference)
                page()->findChild<QTabBar*>()->setCurrentIndex(ui::ComparisonPage::Operators);
            page()->stepDifference(1);
            shoot(qPrintable(prefix + QString::fromLatin1(name)));
        }
        page()->setView(View::Difference);
        // With docks, and as the layout of that name has it: without.
        action("view.layoutProfile")->trigger();
        shoot(qPrintable(prefix + QStringLiteral("-with-docks")));
        action("view.layoutCompare")->trigger();
        shoot(qPrintable(prefix + QStringLiteral("-layout")));
        exportReports(prefix + QStringLiteral("-report"));
    }
};

QTEST_MAIN(TestProfilePictures)
#include "tst_profile_pictures.moc"
