#include <QTest>

#include "model/support/text.h"
#include "profiler/file/profile_file.h"
#include "profiler/tables/profile.h"
#include "tests/support/paths.h"
#include "tests/support/ui/driven_window.h"
#include "tests/support/ui/engine_profile.h"
#include "ui/document/document.h"
#include "ui/engines/engine_rows.h"
#include "ui/engines/engines_page.h"
#include "ui/engines/wall_bars.h"
#include "ui/tables/table_view.h"
#include "ui/window/actions.h"

#include <QAbstractItemModelTester>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTabWidget>
#include <QTemporaryDir>

#include <cmath>

using testing::profileOf;
using testing::TestEngine;
using ui::EngineGrouping;
using ui::EngineRow;

namespace {

constexpr auto patience = DrivenWindow::patience;
double medianWall(const profiler::Profile& profile)
{
    return static_cast<double>(profile.runs[*profiler::medianRun(profile)].wallNs);
}

std::vector<TestEngine> testEngines()
{
    return { { "opscope", 1.0, true, 0 }, { "onnxruntime", 1.2, true, 40'000 },
        { "openvino", 1.0, false, 0 } };
}

/// The document that the command would write for these engines.
QString documentOf(const model::Model& model)
{
    QStringList engines;
    QStringList measured;
    for (const auto& engine : testEngines()) {
        const auto name = QString::fromStdString(engine.word);
        const bool isOwn = engine.word == "opscope";
        engines << QStringLiteral(
            R"({"name": "%1", "title": "%2", "version": "1.2.3", "found": "here", "reason": null,
             "precision": "f32", "own_precision": "%3", "settings": {"hint": "latency"},
             "notices": [], "first_run_ns": 118000000, "peak_bytes": 274000000, "steps": 66%4})")
                       .arg(name,
                           isOwn                        ? QStringLiteral("Opscope")
                               : name.contains(u"vino") ? QStringLiteral("OpenVINO")
                                                        : QStringLiteral("ONNX Runtime"),
                           name.contains(u"vino") ? QStringLiteral("bf16") : QStringLiteral("f32"),
                           isOwn ? QString()
                                 : QStringLiteral(
                                     R"(, "largest_difference": 2.6e-6, "is_within_tolerance": true,
                                     "attribution": {"proven": 0.97, "by_rule": {"values": 0.97,
                                     "name": 0.02, "added by the engine": 0.01}})"));
        const auto profile = profileOf(model, engine);
        for (const int threads : { 1, 2 }) {
            QStringList walls;
            for (const auto& run : profile->runs)
                walls << QString::number(run.wallNs / threads);
            const auto median = medianWall(*profile) / threads;
            measured << QStringLiteral(
                R"({"engine": "%1", "threads": %2, "wall_ns": [], "round_ns": [%3],
                "median_ns": %4, "low_ns": %5, "high_ns": %6, "profile": "%1-%2.opscope"})")
                            .arg(name)
                            .arg(threads)
                            .arg(walls.join(u','))
                            .arg(median, 0, 'f', 0)
                            .arg(median * 0.99, 0, 'f', 0)
                            .arg(median * 1.01, 0, 'f', 0);
        }
    }
    engines << QStringLiteral(
        R"({"name": "tensorrt", "title": "TensorRT", "reason": "no CUDA device"})");
    return QStringLiteral(R"({"model_sha256": "00", "rounds": 20, "thread_counts": [1, 2],
        "engines": [%1], "measurements": [%2], "verdicts": [
        {"threads": 1, "fastest": "opscope", "next": "openvino", "difference": 0.055, "low": 0.046,
         "high": 0.063, "p": 0.0004, "is_shown": true},
        {"threads": 2, "fastest": "opscope", "next": "openvino", "difference": 0.002, "low": -0.01,
         "high": 0.012, "p": 0.31, "is_shown": false}]})")
        .arg(engines.join(u','), measured.join(u','));
}

} // namespace

/// The page that compares engines on one model.
class TestEnginesPage : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    std::unique_ptr<DrivenWindow> m_driven;
    ui::Document* m_document = nullptr;

    QString file(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)); }
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
    /// A program that writes what `opscope-cli engines` would write.
    void writeProgram(const QByteArray& end)
    {
        const auto model = m_document->model();
        for (const auto& engine : testEngines())
            for (const int threads : { 1, 2 })
                QVERIFY(profiler::writeProfileFile(m_folder.path().toStdString() + "/" + engine.word
                        + "-" + std::to_string(threads) + ".opscope",
                    *profileOf(*model, engine)));
        testing::writeFile(file("engines.json"), documentOf(*model).toStdString());
        QFile program(file("program.sh"));
        QVERIFY(program.open(QIODevice::WriteOnly));
        program.write("#!/bin/sh\n"
                      "echo \"$@\" > '"
            + file("arguments").toUtf8()
            + "'\n"
              "echo '{\"event\":\"engine_run\",\"engine\":\"openvino\",\"threads\":1,\"round\":3,"
              "\"rounds\":20,\"wall_ns\":1}' >&2\n"
              "while [ \"$1\" ]; do [ \"$1\" = --profiles ] && folder=$2; shift; done\n"
              "mkdir -p \"$folder\" && cp '"
            + m_folder.path().toUtf8() + "'/*.opscope \"$folder\"\n" + end);
        program.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        program.close();
        ui::RunController::useEngineProgram(file("program.sh"));
    }
    bool measure()
    {
        QSignalSpy done(page()->runner(), &ui::EnginesRunner::measured);
        QSignalSpy failed(page()->runner(), &ui::EnginesRunner::failed);
        part<QPushButton>("measureEngines")->click();
        (void)QTest::qWaitFor([&] { return done.count() + failed.count() > 0; }, patience);
        m_driven->settle();
        return done.count() == 1;
    }

private slots:
    void initTestCase()
    {
        DrivenWindow::isolate(m_folder);
        m_driven = std::make_unique<DrivenWindow>();
        QVERIFY(!m_driven->action("compare.engines")->isEnabled());
        m_document = m_driven->open(DrivenWindow::sample("residual-cnn"));
        QVERIFY(m_document != nullptr);
    }
    void cleanupTestCase() { m_driven.reset(); }

    void documentsOfStrangersAreRefused_data()
    {
        QTest::addColumn<QString>("json");
        QTest::addColumn<QString>("reason");
        const auto row = [](const char* name, const char* json, const char* reason) {
            QTest::newRow(name) << QString::fromLatin1(json) << QString::fromLatin1(reason);
        };
        row("empty", "", "");
        row("no object", "[1]", "0 engines");
        row("no engines", R"({"engines": []})", "0 engines");
        row("unknown engine",
            R"({"engines": [{"name": "opscope"}], "measurements": [{"engine": "tflite"}]})",
            "tflite");
        row("profile in another folder",
            R"({"engines": [{"name": "a"}], "measurements": [{"engine": "a", "profile": "../x"}]})",
            "without a folder");
        row("unknown verdict",
            R"({"engines": [{"name": "a"}], "verdicts": [{"fastest": "a", "next": "b"}]})", "b");
    }
    void documentsOfStrangersAreRefused()
    {
        QFETCH(QString, json);
        QFETCH(QString, reason);
        const auto read = ui::readEngineComparison(json.toStdString());
        QVERIFY(!read);
        QVERIFY2(QString::fromStdString(read.error().message()).contains(reason),
            read.error().message().c_str());
    }

    void oneEngineAloneHasNoVerdict()
    {
        const auto read = ui::readEngineComparison(R"({"engines": [{"name": "opscope"}],
            "measurements": [{"engine": "opscope", "threads": 1, "median_ns": 5, "low_ns": null}],
            "verdicts": [{"threads": 1, "fastest": "opscope", "next": null}]})");
        QVERIFY(read);
        QCOMPARE(read->measurements.front().lowNs, 5.0);
        QCOMPARE(ui::verdictTexts(*read, 1).headline, QStringLiteral("not compared"));
    }

    void thePageOpensBesideTheModel()
    {
        m_driven->action("compare.engines")->trigger();
        m_driven->settle();
        QVERIFY(page() != nullptr);
        QCOMPARE(m_driven->window().currentDocument(), m_document);
        QVERIFY(!part<QPushButton>("exportEngines")->isEnabled());
        part<QLineEdit>("engineThreads")->setText(QStringLiteral("1, x"));
        QVERIFY(!part<QPushButton>("measureEngines")->isEnabled());
        part<QLineEdit>("engineThreads")->setText(QStringLiteral("1, 2"));
        m_driven->shoot(QStringLiteral("engines-nothing"));
    }

    void aMeasurementFillsThePage()
    {
        writeProgram("cat '" + file("engines.json").toUtf8() + "'\n");
        part<QSpinBox>("engineRounds")->setValue(20);
        QVERIFY(measure());
        QFile arguments(file("arguments"));
        QVERIFY(arguments.open(QIODevice::ReadOnly));
        const auto words = QString::fromUtf8(arguments.readAll());
        QVERIFY2(words.startsWith(QStringLiteral("engines ")), qPrintable(words));
        QVERIFY2(
            words.contains(QStringLiteral("--thread-counts 1,2 --rounds 20")), qPrintable(words));
        QCOMPARE(part<QLabel>("engineVerdict-1")->text(), QStringLiteral("Opscope, by 5.5 %"));
        QCOMPARE(part<QLabel>("engineVerdict-2")->text(), QStringLiteral("no difference shown"));
        QVERIFY(part<QLabel>("engineNotes")
                    ->text()
                    .contains(QStringLiteral("TensorRT is not compared: no CUDA device.")));
        QVERIFY(page()->title().endsWith(QStringLiteral("3 engines")));
        QVERIFY(m_driven->child<QLabel>("enginesSubtitle")
                    ->text()
                    .contains(QStringLiteral("20 interleaved rounds")));
        m_driven->shoot(QStringLiteral("engines"));
    }

    void textsBesideBarsAreInside()
    {
        auto comparison = *page()->comparison();
        for (auto& measured : comparison.measurements)
            measured.highNs = measured.medianNs * 12; // a long interval on a short bar
        const auto figure = ui::wallFigure(comparison, 700);
        for (const auto& shape : figure.shapes)
            if (shape.text.find("ms") != std::string::npos && shape.isBold)
                QVERIFY2(shape.at.x + 7.0 * double(support::characterCount(shape.text)) <= 700,
                    shape.text.c_str());
    }

    void eachColumnAddsUpToItsWall()
    {
        for (const auto grouping :
            { EngineGrouping::Group, EngineGrouping::Type, EngineGrouping::Each }) {
            page()->setGrouping(grouping);
            m_driven->settle();
            const auto& table = page()->rows();
            QCOMPARE(table.measurements.size(), std::size_t(3));
            QVERIFY(table.note.empty());
            for (std::size_t column = 0; column < 3; ++column) {
                double sum = 0;
                for (const auto& row : table.rows)
                    if (row.kind != EngineRow::Kind::Wall)
                        sum += row.cells[column].ns;
                const double wall = table.rows.back().cells[column].ns;
                QVERIFY(wall > 0);
                QVERIFY2(std::abs(sum / wall - 1) < 1e-9, qPrintable(QString::number(sum / wall)));
            }
        }
    }

    void differencesAreFoundAndNoOthers()
    {
        page()->setGrouping(EngineGrouping::Type);
        m_driven->settle();
        for (const auto& row : page()->rows().rows) {
            const auto& toOnnx = row.changes[1];
            const auto& toOpenVino = row.changes[2];
            if (row.kind == EngineRow::Kind::Inserted) {
                QCOMPARE(toOnnx.verdict, profiler::Verdict::Gone);
            } else if (row.label == "Conv") {
                QCOMPARE(toOnnx.verdict, profiler::Verdict::Faster);
                QVERIFY(std::abs(toOnnx.ratio - (1 / 1.2 - 1)) < 0.01);
                QCOMPARE(toOpenVino.verdict, profiler::Verdict::WithinNoise);
            }
        }
    }

    void fusedNodesAreOneRowOfEach()
    {
        page()->setGrouping(EngineGrouping::Each);
        m_driven->settle();
        // Opscope executes Conv and the next node together, so OpenVINO's two steps are one row.
        for (const auto& row : page()->rows().rows)
            if (row.kind == EngineRow::Kind::Nodes && row.firstType == "Conv") {
                QCOMPARE(row.nodes.size(), std::size_t(2));
                QCOMPARE(row.cells[0].steps, std::size_t(1));
                QCOMPARE(row.cells[2].steps, std::size_t(2));
            }
    }

    void rowsAndNodesAreOneSelection()
    {
        page()->setGrouping(EngineGrouping::Each);
        m_driven->settle();
        auto* view = page()->table();
        const QAbstractItemModelTester tester(
            view->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        view->setCurrentIndex(view->model()->index(3, 0));
        const auto selected = m_document->selection()->current();
        QVERIFY(selected.isNode());
        view->setCurrentIndex(view->model()->index(0, 0));
        QVERIFY(m_document->selection()->current() != selected);
        m_document->selection()->select(selected);
        QCOMPARE(view->currentIndex().row(), 3);
        QVERIFY(part<QLabel>("engineSelected")->text().contains(QStringLiteral("selected")));
        QVERIFY(part<QLabel>("engineSteps")->text().contains(QStringLiteral("ORT: ")));
        page()->setGrouping(EngineGrouping::Group);
        m_driven->settle();
        view->setCurrentIndex(view->model()->index(2, 0));
        QVERIFY(m_document->selection()->items().size() > 10);
        m_driven->shoot(QStringLiteral("engines-selected"));
    }

    void theWallStaysAtTheEnd()
    {
        page()->setGrouping(EngineGrouping::Type);
        m_driven->settle();
        auto* view = page()->table();
        for (const auto order : { Qt::AscendingOrder, Qt::DescendingOrder }) {
            view->sortByColumn(2, order);
            const auto last = view->model()->rowCount() - 1;
            QCOMPARE(view->model()->index(last, 0).data().toString(), QStringLiteral("Wall"));
        }
        part<QLineEdit>("engineFilter")->setText(QStringLiteral("Conv"));
        QCOMPARE(view->model()->index(0, 0).data().toString(), QStringLiteral("Conv"));
        const auto last = view->model()->rowCount() - 1;
        QCOMPARE(view->model()->index(last, 0).data().toString(), QStringLiteral("Wall"));
        part<QLineEdit>("engineFilter")->clear();
        view->sortByColumn(-1, Qt::AscendingOrder);
    }

    void theExportsHaveTheFigures()
    {
        page()->setThreads(2);
        m_driven->settle();
        const auto markdown = page()->markdown();
        QVERIFY2(markdown.contains(QStringLiteral("**Opscope, by 5.5 %**")), qPrintable(markdown));
        QVERIFY(markdown.contains(QStringLiteral("Not in any operator")));
        QVERIFY(page()->csv().contains(QStringLiteral("Conv")));
        const auto html = QString::fromStdString(page()->html());
        QVERIFY(html.contains(QStringLiteral("<svg")));
        QVERIFY(html.contains(QStringLiteral("TensorRT is not compared")));
        page()->setThreads(1);
        m_driven->settle();
    }

    void aMeasurementWithoutAttributionHasNoVerdicts()
    {
        auto comparison = *page()->comparison();
        comparison.engines[1].ruleShares = { { "values", 0.6 }, { "none", 0.4 } };
        const auto table
            = ui::engineTable(comparison, 1, EngineGrouping::Type, *m_document->model(), nullptr);
        QVERIFY(table.note.find("90 %") != std::string::npos);
        for (const auto& row : table.rows)
            QCOMPARE(row.changes[1].verdict, profiler::Verdict::NotComparable);
    }

    void aCrashIsASentenceAndKeepsWhatIsShown()
    {
        writeProgram("kill -SEGV $$\n");
        const auto before = page()->comparison();
        QVERIFY(!measure());
        auto* failure = part<QWidget>("enginesFailure");
        QVERIFY(failure->isVisible());
        QVERIFY2(shownWords(*failure).contains(QStringLiteral("signal 11")),
            qPrintable(shownWords(*failure)));
        QCOMPARE(page()->comparison(), before);
    }

    void closingTheModelClosesThePage()
    {
        auto* tabs = m_driven->window().findChild<QTabWidget*>();
        QCOMPARE(tabs->count(), 2);
        emit tabs->tabCloseRequested(0);
        m_driven->settle();
        QCOMPARE(page(), nullptr);
        m_document = nullptr;
    }
};

QTEST_MAIN(TestEnginesPage)
#include "tst_engines_page.moc"
