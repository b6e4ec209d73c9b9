#include <QTest>

#include "profiler/engines/engine_library.h"
#include "tests/support/paths.h"
#include "tests/support/ui/driven_window.h"
#include "ui/document/document.h"
#include "ui/engines/engines_page.h"
#include "ui/engines/wall_bars.h"
#include "ui/tables/table_view.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTabWidget>
#include <QTemporaryDir>

/// "Why is my model slower in ONNX Runtime than in OpenVINO?", answered with five clicks of the
/// mouse in the real window, with the real libraries. `OPSCOPE_WALKTHROUGH_MODEL=FILE.onnx` takes
/// another model than a sample. Pictures are `engines-measured-*` in `screenshots/` of the build
/// folder.
class TestEnginesWalkthrough : public QObject {
    Q_OBJECT

private:
    static constexpr int measuringMs = 600'000;
    QTemporaryDir m_settings;
    QTemporaryDir m_folder;
    std::unique_ptr<DrivenWindow> m_driven;
    ui::Document* m_document = nullptr;
    int m_clicks = 0;

    void click(QWidget* widget, QPoint point)
    {
        QTest::mouseClick(widget, Qt::LeftButton, {}, point);
        ++m_clicks;
    }
    void click(QWidget* widget) { click(widget, widget->rect().center()); }
    void clickMenu(const QString& menu, QAction* action)
    {
        auto* bar = m_driven->window().menuBar();
        for (auto* title : bar->actions()) {
            if (title->text().remove(u'&') != menu)
                continue;
            click(bar, bar->actionGeometry(title).center());
            QTRY_VERIFY(title->menu()->isVisible());
            click(title->menu(), title->menu()->actionGeometry(action).center());
        }
        m_driven->settle();
    }
    void choose(QComboBox* box, const QString& text)
    {
        const int row = box->findText(text);
        QVERIFY2(row >= 0, qPrintable(text));
        click(box);
        QTRY_VERIFY(box->view()->isVisible());
        // The list takes the release of the button only after this time.
        QTest::qWait(QApplication::doubleClickInterval() + 100);
        click(
            box->view()->viewport(), box->view()->visualRect(box->model()->index(row, 0)).center());
        m_driven->settle();
    }
    ui::EnginesPage* page() const
    {
        return qobject_cast<ui::EnginesPage*>(
            m_driven->window().findChild<QTabWidget*>()->currentWidget());
    }
    template <typename T>
    T* part(const char* name) const
    {
        return page()->findChild<T*>(QString::fromLatin1(name));
    }

private slots:
    void initTestCase()
    {
        for (const auto engine : profiler::allOtherEngines()) {
            const bool isAsked = engine == profiler::OtherEngine::OnnxRuntime
                || engine == profiler::OtherEngine::OpenVino;
            if (const auto found = profiler::findEngineLibrary(engine); isAsked && !found)
                QSKIP(found.error().message().c_str());
        }
        DrivenWindow::isolate(m_settings);
        m_driven = std::make_unique<DrivenWindow>();
        const auto model = qEnvironmentVariable("OPSCOPE_WALKTHROUGH_MODEL");
        m_document = m_driven->open(model.isEmpty() ? DrivenWindow::sample("residual-cnn")
                                                    : QDir::current().filePath(model));
        QVERIFY(m_document != nullptr);
    }
    void cleanupTestCase() { m_driven.reset(); }

    void fiveClicksAnswerTheQuestion()
    {
        clickMenu(QStringLiteral("Compare"), m_driven->action("compare.engines"));
        QVERIFY(page() != nullptr);
        part<QSpinBox>("engineRounds")->setValue(8); // so that the test is short
        QSignalSpy measured(page()->runner(), &ui::EnginesRunner::measured);
        QSignalSpy failed(page()->runner(), &ui::EnginesRunner::failed);
        click(part<QPushButton>("measureEnginesFirst"));
        QVERIFY(
            QTest::qWaitFor([&] { return measured.count() + failed.count() > 0; }, measuringMs));
        QVERIFY2(failed.isEmpty(), qPrintable(failed.value(0).value(0).toString()));
        m_driven->settle();
        m_driven->shoot(QStringLiteral("engines-measured"));
        choose(part<QComboBox>("engineBaseline"), QStringLiteral("ONNX Runtime"));
        QCOMPARE(m_clicks, 5);
        const auto answer = part<QLabel>("engineDifferences")->text();
        QVERIFY2(answer.contains(QStringLiteral("OpenVINO")), qPrintable(answer));
        QVERIFY2(answer.startsWith(QStringLiteral("ONNX Runtime ")), qPrintable(answer));
        m_driven->shoot(QStringLiteral("engines-measured-why"));
    }

    void aRowIsFoundOnTheGraph()
    {
        QVERIFY(page() != nullptr);
        auto* table = page()->table();
        click(table->viewport(), table->visualRect(table->model()->index(0, 0)).center());
        m_driven->settle();
        QVERIFY(m_document->selection()->current().isNode());
        m_driven->shoot(QStringLiteral("engines-measured-row"));
    }

    void aBarShowsItsProfile()
    {
        auto* bars = page()->findChild<ui::WallBars*>();
        const auto before = m_document->runs().size();
        for (int y = 0; y < bars->height() && m_document->runs().size() == before; y += 6) {
            QTest::mouseClick(bars, Qt::LeftButton, {}, QPoint(220, y));
            m_driven->settle();
        }
        QCOMPARE(m_document->runs().size(), before + 1);
        QVERIFY(m_document->profile() != nullptr);
        m_driven->shoot(QStringLiteral("engines-measured-profile"));
    }

    /// For visual inspection, beside the screenshots.
    void theReportIsWritten()
    {
        const auto folder = QString::fromStdString((testing::buildDir() / "screenshots").string());
        for (const auto& [filter, extension] :
            { std::pair("Report", "html"), std::pair("PDF", "pdf") }) {
            const auto target
                = folder + QStringLiteral("/engines-measured.") + QString::fromLatin1(extension);
            QFile::remove(target);
            answerFileDialog(target, QString::fromLatin1(filter));
            part<QPushButton>("exportEngines")->click();
            QTRY_VERIFY_WITH_TIMEOUT(QFileInfo(target).size() > 10'000, DrivenWindow::patience);
            m_driven->settle();
        }
    }

    void theMeasurementIsExportedAndOpenedAgain()
    {
        const auto target = m_folder.filePath(QStringLiteral("kept.engines"));
        answerFileDialog(target, QStringLiteral("Measurement"));
        part<QPushButton>("exportEngines")->click();
        const auto document = target + QStringLiteral("/engines.json");
        QTRY_VERIFY_WITH_TIMEOUT(QFileInfo::exists(document), DrivenWindow::patience);
        m_driven->settle();
        const auto first = page()->markdown();
        auto* tabs = m_driven->window().findChild<QTabWidget*>();
        emit tabs->tabCloseRequested(tabs->currentIndex());
        m_driven->settle();
        m_driven->action("compare.engines")->trigger();
        m_driven->settle();
        QSignalSpy measured(page()->runner(), &ui::EnginesRunner::measured);
        answerFileDialog(document);
        part<QPushButton>("openEngines")->click();
        QVERIFY(measured.count() > 0 || measured.wait(DrivenWindow::patience));
        m_driven->settle();
        page()->setBaseline(1);
        m_driven->settle();
        QCOMPARE(page()->markdown(), first);
    }

    void aMeasurementOfAnotherModelIsRefused()
    {
        auto* other = m_driven->open(DrivenWindow::sample("tiny-decoder"));
        QVERIFY(other != nullptr);
        m_driven->action("compare.engines")->trigger();
        m_driven->settle();
        QSignalSpy refused(page()->runner(), &ui::EnginesRunner::failed);
        page()->runner()->open(
            *other, m_folder.filePath(QStringLiteral("kept.engines/engines.json")));
        QVERIFY(refused.count() > 0 || refused.wait(DrivenWindow::patience));
        QVERIFY2(refused[0][0].toString().contains(QStringLiteral("another model file")),
            qPrintable(refused[0][0].toString()));
    }
};

QTEST_MAIN(TestEnginesWalkthrough)
#include "tst_engines_walkthrough.moc"
