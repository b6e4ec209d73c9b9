#include <QTest>

#include "layout/scene/scene.h"
#include "tests/support/paths.h"
#include "tests/support/ui/compared_models.h"
#include "tests/support/ui/driven_window.h"
#include "tests/support/ui/walkthrough_models.h"
#include "ui/canvas/canvas_view.h"
#include "ui/compare/compared_canvases.h"
#include "ui/compare/compared_table.h"
#include "ui/compare/comparison_page.h"
#include "ui/compare/waterfall_view.h"
#include "ui/document/document.h"
#include "ui/document/settings.h"
#include "ui/pages/document_page.h"
#include "ui/run/run_controller.h"
#include "ui/tables/table_view.h"
#include "ui/window/actions.h"

#include <QAbstractItemModelTester>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTemporaryDir>

#include <algorithm>
#include <set>

using ui::ComparisonPage;

/// Acceptance walkthrough 2: a float model and one of whole numbers, opened and compared in the
/// real window, measured in turns, value by value.
class TestCompareModels : public QObject {
    Q_OBJECT

private:
    static constexpr int layers = 4;
    QTemporaryDir m_settings;
    QTemporaryDir m_files;
    std::unique_ptr<DrivenWindow> m_driven;

    QString path(const char* name) const { return m_files.filePath(QString::fromLatin1(name)); }
    QAction* action(const char* id) const
    {
        return m_driven->window().actions().action(QString::fromLatin1(id));
    }
    ComparisonPage* page() const
    {
        auto* tabs = m_driven->window().findChild<QTabWidget*>();
        return qobject_cast<ComparisonPage*>(tabs->currentWidget());
    }
    template <typename T>
    T* child(const char* name) const
    {
        return page()->findChild<T*>(QString::fromLatin1(name));
    }
    QString figure(const char* name) const { return child<QLabel>(name)->text(); }
    void settle()
    {
        m_driven->settle();
        QTRY_VERIFY_WITH_TIMEOUT(
            page()->findChild<ui::ComparedCanvases*>()->isPlaced(), DrivenWindow::patience);
        m_driven->settle();
    }
    ui::Document* document(std::size_t side) const
    {
        return page()->compared().sides[side].document;
    }
    ui::NodePair selected() const
    {
        const auto node = [&](std::size_t side) {
            const auto item = document(side)->selection()->current();
            return item.isNode() ? model::NodeId(item.id) : model::NodeId();
        };
        return { node(0), node(1) };
    }

private slots:
    void initTestCase()
    {
        ui::settings::useFolder(m_settings.path());
        ui::RunController::useEngineProgram(QString::fromStdString(testing::cliProgram().string()));
        testing::writeFile(path("mlp-fp32.onnx"), testing::floatPerceptron(layers));
        testing::writeFile(path("mlp-int8.onnx"), testing::integerPerceptron(layers));
        m_driven = std::make_unique<DrivenWindow>();
    }
    void cleanupTestCase() { m_driven.reset(); }

    void theWelcomePageOpensAndComparesTwo()
    {
        auto* button = m_driven->window().findChild<QPushButton*>(QStringLiteral("compareTwo"));
        QVERIFY(button != nullptr);
        answerFileDialog(path("mlp-fp32.onnx"));
        // The second one is asked for when the first is answered.
        auto* timer = new QTimer(this);
        connect(timer, &QTimer::timeout, timer, [this, timer] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            if (dialog == nullptr || !dialog->windowTitle().contains(QStringLiteral("(B)")))
                return;
            timer->deleteLater();
            dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))
                ->setText(path("mlp-int8.onnx"));
            QMetaObject::invokeMethod(dialog, "accept");
        });
        timer->start(20);
        button->click();
        QTRY_VERIFY_WITH_TIMEOUT(page() != nullptr, DrivenWindow::patience);
        settle();
        // Each in a tab of its own, and the comparison.
        QCOMPARE(m_driven->window().findChild<QTabWidget*>()->count(), 3);
        QCOMPARE(page()->title(), QStringLiteral("mlp-fp32.onnx ↔ mlp-int8.onnx"));
        QCOMPARE(figure("settingsState"), QStringLiteral("not measured"));
        m_driven->shoot(QStringLiteral("compare-structure-first"));
    }

    void nodesAreAlignedAlthoughRenamed()
    {
        // Every Add and Relu has its partner under another name.
        const auto& compared = page()->compared();
        const auto& a = *compared.sides[0].model;
        const auto& b = *compared.sides[1].model;
        int pairs = 0;
        for (const auto id : a.main().order) {
            const auto& node = a.node(id);
            if (node.type == "MatMul")
                continue;
            const auto partner = compared.pairOf(0, id).b;
            QVERIFY2(partner.isValid(), node.name.c_str());
            QCOMPARE(b.node(partner).type, node.type);
            QVERIFY(b.node(partner).name != node.name);
            ++pairs;
        }
        QCOMPARE(pairs, 2 * layers);
    }

    void alignedNodesStandAtTheSameHeight()
    {
        auto* canvases = page()->findChild<ui::ComparedCanvases*>();
        const auto& a = *canvases->canvas(0)->content().scene;
        const auto& b = *canvases->canvas(1)->content().scene;
        int compared = 0;
        for (std::uint32_t box = 0; box < a.boxCount(); ++box) {
            const auto node = a.items[box].node();
            const auto partner = page()->compared().pairOf(0, node).b;
            if (!node.isValid() || !partner.isValid())
                continue;
            const auto other = b.find(partner);
            QVERIFY(other != layout::noIndex);
            QCOMPARE(a.boxes[box].y, b.boxes[other].y);
            ++compared;
        }
        QVERIFY2(compared >= 2 * layers, qPrintable(QString::number(compared)));
    }

    void cardsSayWhatIsAddedAndChanged()
    {
        std::set<std::string> words[2];
        for (std::size_t side = 0; side < 2; ++side)
            for (const auto& [node, badges] :
                *page()->findChild<ui::ComparedCanvases*>()->canvas(side)->content().badges)
                for (const auto& badge : badges)
                    words[side].insert(badge.text);
        QVERIFY(words[1].contains("ADDED"));
        QVERIFY(words[1].contains("RENAMED"));
        QVERIFY(!words[0].contains("ADDED"));
        QVERIFY(words[0].contains("REMOVED") || words[0].contains("CHANGED"));
    }

    void bothMoveTogether()
    {
        auto* left = page()->findChild<ui::ComparedCanvases*>()->canvas(0);
        auto* right = page()->findChild<ui::ComparedCanvases*>()->canvas(1);
        left->zoomBy(1.3);
        QTRY_VERIFY(std::abs(left->view().zoom - right->view().zoom) < 1e-9);
        QTRY_COMPARE(left->view().origin.y(), right->view().origin.y());
        right->zoomBy(0.8);
        QTRY_VERIFY(std::abs(left->view().zoom - right->view().zoom) < 1e-9);
        child<QPushButton>("linkViews")->click();
        const auto before = left->view();
        right->zoomBy(0.7);
        QTest::qWait(20);
        QCOMPARE(left->view().zoom, before.zoom);
        child<QPushButton>("linkViews")->click();
        QVERIFY(std::abs(left->view().zoom - right->view().zoom) < 1e-9);
    }

    void aClickOnOneSideSelectsItsPartner()
    {
        const auto& compared = page()->compared();
        const auto& a = *compared.sides[0].model;
        const auto relu = *std::ranges::find_if(
            a.main().order, [&](model::NodeId id) { return a.node(id).type == "Relu"; });
        emit page()->findChild<ui::ComparedCanvases*>()->canvas(0)->nodeSelected(relu);
        QCOMPARE(selected(), compared.pairOf(0, relu));
        QCOMPARE(m_driven->window().currentDocument(), document(0));
        // And the other way round; docks follow the side that was used.
        const auto other = compared.pairOf(0, relu).b;
        emit page()->findChild<ui::ComparedCanvases*>()->canvas(1)->nodeSelected(other);
        QCOMPARE(m_driven->window().currentDocument(), document(1));
        QCOMPARE(selected(), compared.pairOf(0, relu));
        const auto& scene = *page()->findChild<ui::ComparedCanvases*>()->canvas(0)->content().scene;
        QVERIFY(page()->findChild<ui::ComparedCanvases*>()->canvas(0)->marks().isSelected(
            scene.find(relu)));
    }

    void structureIsSteppedThrough()
    {
        page()->setView(ComparisonPage::View::Structure);
        auto* table = page()->table(ComparisonPage::StructureRows);
        const QAbstractItemModelTester tester(
            table->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        QVERIFY(table->isVisible());
        QVERIFY(!page()->findChild<ui::ComparedCanvases*>()->isVisible());
        table->setCurrentIndex(table->model()->index(0, 0));
        action("compare.next")->trigger();
        QCOMPARE(table->currentIndex().row(), 1);
        const auto first = selected();
        action("compare.next")->trigger();
        QVERIFY(!(selected() == first));
        action("compare.previous")->trigger();
        QCOMPARE(selected(), first);
        QVERIFY(figure("differenceCount").startsWith(QStringLiteral("difference 2 of")));
        m_driven->shoot(QStringLiteral("compare-structure"));
        // The same list in the pictures.
        page()->setView(ComparisonPage::View::SideBySide);
        QVERIFY(page()->findChild<ui::ComparedCanvases*>()->isVisible());
        QVERIFY(!table->isVisible());
        action("compare.next")->trigger();
        QCOMPARE(table->currentIndex().row(), 2);
    }

    void valuesLandOnTheFirstPastTolerance()
    {
        page()->setView(ComparisonPage::View::Numbers);
        QVERIFY(page()->numbers() == nullptr);
        child<QPushButton>("compareNumbers")->click();
        QTRY_VERIFY_WITH_TIMEOUT(page()->numbers() != nullptr, DrivenWindow::patience);
        settle();
        const auto& numbers = *page()->numbers();
        QVERIFY(numbers.tensors.size() >= 2 * layers);
        // Whole numbers are not as exact as floats.
        QVERIFY(numbers.firstPastTolerance.has_value());
        const auto& first = numbers.tensors[*numbers.firstPastTolerance];
        QVERIFY(!first.value.difference.where.empty());
        auto* table = page()->table(ComparisonPage::Tensors);
        const auto row = table->currentIndex().row();
        const auto cell
            = [&](int column) { return table->model()->index(row, column).data().toString(); };
        QCOMPARE(cell(ui::TensorNode), QString::fromStdString(first.node));
        QCOMPARE(cell(ui::TensorWhere), QString::fromStdString(first.value.difference.where));
        QCOMPARE(cell(ui::TensorOutcome), QStringLiteral("past tolerance"));
        QCOMPARE(selected(), first.nodes);
        QCOMPARE(figure("firstPastFigure"), QString::fromStdString(first.node));
        m_driven->shoot(QStringLiteral("compare-numbers"));
        const auto before = table->currentIndex().row();
        action("compare.next")->trigger();
        QVERIFY(table->currentIndex().row() > before);
    }

    void aToleranceOfOnesOwnLetsThemPass()
    {
        child<QLineEdit>("absoluteTolerance")->setText(QStringLiteral("10"));
        child<QPushButton>("compareNumbers")->click();
        QTRY_VERIFY_WITH_TIMEOUT(
            !page()->runner()->isRunning() && !page()->numbers()->firstPastTolerance,
            DrivenWindow::patience);
        QCOMPARE(figure("firstPastFigure"), QStringLiteral("none"));
    }

    void otherRunSettingsAreAskedAboutBeforeMeasuring()
    {
        auto& runs = m_driven->window().runs();
        auto& ofB = runs.settingsOf(document(1));
        ofB.threads = 1;
        ofB.inputs.insert(QStringLiteral("x"), QStringLiteral("ones"));
        child<QPushButton>("measureBoth")->click();
        QVERIFY(!page()->runner()->isRunning());
        auto* bar = child<QWidget>("settingsDiffer");
        QVERIFY(bar->isVisible());
        const auto words = shownWords(*bar);
        QVERIFY2(words.contains(QStringLiteral("B: CPU · 1 thread")), qPrintable(words));
        m_driven->shoot(QStringLiteral("compare-settings-differ"));
        // Inputs stay the model's own; how the engine computes is A's.
        const auto same = ofB.withEngineOf(runs.settingsOf(document(0)));
        QCOMPARE(same.threads, runs.settingsOf(document(0)).threads);
        QCOMPARE(same.inputs, ofB.inputs);
        ofB = runs.settingsOf(document(0));
        QVERIFY(page()->runner()->engineDifference(page()->compared()).isEmpty());
        bar->hide();
    }

    void bothAreMeasuredInTurns()
    {
        page()->setView(ComparisonPage::View::Difference);
        auto* button = child<QPushButton>("measureBoth");
        QVERIFY(button->isEnabled());
        button->click();
        QVERIFY(page()->runner()->isRunning());
        QVERIFY(!button->isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(page()->compared().time != nullptr, DrivenWindow::patience);
        settle();
        QCOMPARE(page()->comparison().method, profiler::Method::Interleaved);
        QCOMPARE(page()->comparison().rounds, 20U);
        QCOMPARE(figure("settingsState"), QStringLiteral("same machine and settings"));
        // Both documents have the run now.
        for (std::size_t side = 0; side < 2; ++side)
            QCOMPARE(document(side)->runs().size(), std::size_t(1));
        const auto& bars = page()->waterfall()->bars();
        QVERIFY(bars.size() >= 4);
        for (std::size_t i = 1; i + 1 < bars.size(); ++i)
            QCOMPARE(bars[i].fromNs, bars[i - 1].toNs);
        QCOMPARE(bars[bars.size() - 2].toNs, bars.back().toNs);
        auto* operators = page()->table();
        operators->setCurrentIndex(operators->model()->index(0, 0));
        m_driven->shoot(QStringLiteral("compare-difference"));
        page()->setView(ComparisonPage::View::SideBySide);
        m_driven->shoot(QStringLiteral("compare-side-by-side"));
        page()->setView(ComparisonPage::View::Difference);
    }

    void aRowShowsBothOfItsNodes()
    {
        auto* operators = page()->table();
        for (int row = 0; row < operators->model()->rowCount(); ++row) {
            operators->setCurrentIndex(operators->model()->index(row, 0));
            QVERIFY(selected().isValid());
            // The product, not what quantises for it, which comes first.
            const auto& b = *page()->compared().sides[1].model;
            QCOMPARE(page()->compared().pairOf(0, selected().a).b, selected().b);
            QVERIFY(b.node(selected().b).type != "DynamicQuantizeLinear");
        }
    }

    void measuringBothWaitsForAnotherWindow()
    {
        DrivenWindow other;
        auto* measured = other.open(DrivenWindow::sample("residual-cnn"));
        auto& runs = other->runs();
        auto& settings = runs.settingsOf(measured);
        settings.runs = 1'000'000;
        settings.limitSeconds = 3600;
        runs.start(measured, ui::RunController::Mode::Profile);
        QTRY_VERIFY_WITH_TIMEOUT(runs.progress().points.size() >= 20, DrivenWindow::patience);
        child<QPushButton>("measureBoth")->click();
        QVERIFY(page()->runner()->isRunning());
        QCOMPARE(page()->runner()->waitsFor(), QStringLiteral("Profiling residual-cnn/model.onnx"));
        QTRY_VERIFY(
            figure("runningText")
                .contains(QStringLiteral("Profiling residual-cnn/model.onnx"))); // it says for whom
        for (const auto& job : m_driven->window().jobs().jobs())
            QVERIFY(job.title != QStringLiteral("Measuring both in turns"));
        // What waits is taken back without a trace, and asked for again.
        page()->runner()->cancel();
        QVERIFY(!page()->runner()->isRunning());
        const auto before = document(0)->runs().size();
        page()->measureBoth();
        QVERIFY(!page()->runner()->waitsFor().isEmpty());
        runs.stop();
        QTRY_VERIFY_WITH_TIMEOUT(document(0)->runs().size() > before, DrivenWindow::patience);
        QCOMPARE(measured->runs().size(), std::size_t(1)); // was read before
        settle();
        for (std::size_t side = 0; side < 2; ++side)
            while (document(side)->runs().size() > before)
                document(side)->removeRun(static_cast<int>(document(side)->runs().size()) - 1);
    }

    void measuringCanBeCancelled()
    {
        child<QPushButton>("measureBoth")->click();
        QTRY_VERIFY(child<QPushButton>("cancelComparison")->isVisible());
        child<QPushButton>("cancelComparison")->click();
        QTRY_VERIFY_WITH_TIMEOUT(!page()->runner()->isRunning(), DrivenWindow::patience);
        QCOMPARE(page()->comparison().rounds, 20U);
        QCOMPARE(document(0)->runs().size(), std::size_t(1));
    }

    void measuringCanBeStoppedAndKept()
    {
        page()->runner()->measure(page()->compared(), 1000);
        QVERIFY(page()->runner()->isMeasuring());
        QTRY_VERIFY_WITH_TIMEOUT(
            child<QPushButton>("stopAndKeep")->isEnabled(), DrivenWindow::patience);
        m_driven->window().grab().save(m_files.filePath(QStringLiteral("running.png")));
        child<QPushButton>("stopAndKeep")->click();
        QTRY_VERIFY_WITH_TIMEOUT(document(0)->runs().size() == 2, DrivenWindow::patience);
        const auto rounds = page()->comparison().rounds;
        QVERIFY2(rounds >= 1 && rounds < 1000, qPrintable(QString::number(rounds)));
    }

    void whatWasFoundCanBeTakenAlong()
    {
        const auto text = page()->markdown();
        QVERIFY(text.startsWith(QStringLiteral("### A mlp-fp32.onnx → B mlp-int8.onnx")));
        for (const auto* part : { "#### Operators", "#### By type", "#### Structure",
                 "#### Tensors", "- Wall, median: **" })
            QVERIFY2(text.contains(QString::fromLatin1(part)), part);
        QVERIFY(action("file.exportReport")->isEnabled());
        answerFileDialog(path("comparison.md"), QStringLiteral("Markdown"));
        action("file.exportReport")->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(path("comparison.md")), DrivenWindow::patience);
        m_driven->settle();
        QFile file(path("comparison.md"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(QString::fromUtf8(file.readAll()), text);
    }

    void itsReportOpensAgainAsAComparison()
    {
        const auto before = page()->comparison().wall;
        answerFileDialog(path("comparison.html"), QStringLiteral("Report"));
        child<QPushButton>("exportComparison")->click();
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(path("comparison.html")), DrivenWindow::patience);
        m_driven->settle();
        QFile file(path("comparison.html"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto html = QString::fromUtf8(file.readAll());
        for (const auto* part : { "mlp-fp32.onnx → mlp-int8.onnx", "default-src 'none'",
                 "<h2>Where the difference comes from</h2>", "<h2>Structure</h2>",
                 "<h2>Numbers</h2>", "opscope-data-a", "opscope-data-b" })
            QVERIFY2(html.contains(QString::fromUtf8(part)), part);
        QVERIFY(!html.contains(m_files.path()));

        // In a window that has nothing else.
        DrivenWindow other;
        QVERIFY(other->openFile(path("comparison.html")) == nullptr);
        auto* tabs = other->findChild<QTabWidget*>();
        const auto opened = [&] { return qobject_cast<ComparisonPage*>(tabs->currentWidget()); };
        QTRY_VERIFY_WITH_TIMEOUT(opened() != nullptr, DrivenWindow::patience);
        QTRY_COMPARE(tabs->count(), 1);
        QCOMPARE(opened()->title(), QStringLiteral("mlp-fp32.onnx ↔ mlp-int8.onnx"));
        QCOMPARE(opened()->comparison().wall.ratio, before.ratio);
        QCOMPARE(opened()->comparison().wall.p, before.p);
        other.settle();
        other.shoot(QStringLiteral("compare-report-reopened"));
        other->actions().action(QStringLiteral("file.close"))->trigger();
        QTRY_VERIFY(opened() == nullptr);
        QCOMPARE(tabs->count(), 1); // the welcome page
    }

    void aModelIsComparedWithAProfile()
    {
        // What was measured, as a file; the model beside it has a run.
        const auto file = path("other.opscope");
        QVERIFY(QFile::copy(document(1)->runs().front().path, file));
        auto* tabs = m_driven->window().findChild<QTabWidget*>();
        tabs->setCurrentIndex(0);
        answerFileDialog(file);
        action("compare.with")->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(page() != nullptr, DrivenWindow::patience);
        m_driven->settle();
        QCOMPARE(figure("settingsState").left(4), QStringLiteral("same"));
        QVERIFY(page()->compared().structure == nullptr);
        QVERIFY(!page()->findChild<ui::ComparedCanvases*>()->isVisible());
        QVERIFY(page()->table()->model()->rowCount() > 0);
        m_driven->shoot(QStringLiteral("compare-model-with-profile"));
    }

    void aModelThatWasNotMeasuredIsProfiledFirst()
    {
        QVERIFY(QFile::copy(path("mlp-fp32.onnx"), path("third.onnx")));
        auto* model = m_driven->open(path("third.onnx"));
        QVERIFY(model != nullptr);
        answerFileDialog(path("other.opscope"));
        action("compare.with")->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(page() != nullptr, DrivenWindow::patience);
        QCOMPARE(document(0), model);
        QCOMPARE(model->runs().size(), std::size_t(1));
        QVERIFY(page()->compared().time != nullptr);
        QCOMPARE(page()->comparison().method, profiler::Method::Separate);
    }

    void docksMakeRoomAndComeBack()
    {
        auto* model = m_driven->panel(QStringLiteral("model"));
        QVERIFY(model != nullptr);
        QVERIFY(!model->isVisible());
        m_driven->window().findChild<QTabWidget*>()->setCurrentIndex(0);
        QVERIFY(page() == nullptr);
        QVERIFY(model->isVisible());
    }

    void aChildThatDiesIsAMessage()
    {
        auto* tabs = m_driven->window().findChild<QTabWidget*>();
        for (int i = 0; i < tabs->count(); ++i)
            if (auto* compared = qobject_cast<ComparisonPage*>(tabs->widget(i));
                compared != nullptr && compared->compared().structure != nullptr)
                tabs->setCurrentIndex(i);
        QVERIFY(page() != nullptr);
        ui::RunController::useEngineProgram(QStringLiteral("/bin/false"));
        page()->measureBoth();
        QTRY_VERIFY_WITH_TIMEOUT(
            figure("runningText").contains(QStringLiteral("code 1")), DrivenWindow::patience);
        QVERIFY(!page()->runner()->isRunning());
        ui::RunController::useEngineProgram(QString::fromStdString(testing::cliProgram().string()));
    }

    void itClosesWithEitherOfItsModels()
    {
        auto* tabs = m_driven->window().findChild<QTabWidget*>();
        auto* second = document(1);
        for (int i = 0; i < tabs->count(); ++i)
            if (const auto* own = qobject_cast<ui::DocumentPage*>(tabs->widget(i));
                own != nullptr && own->document() == second)
                tabs->setCurrentIndex(i);
        action("file.close")->trigger();
        for (int i = 0; i < tabs->count(); ++i) {
            const auto* compared = qobject_cast<ComparisonPage*>(tabs->widget(i));
            QVERIFY(compared == nullptr || compared->compared().structure == nullptr);
        }
    }
};

QTEST_MAIN(TestCompareModels)
#include "tst_compare_models.moc"
