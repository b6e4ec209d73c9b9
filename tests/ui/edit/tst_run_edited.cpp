#include "model/edit/save.h"
#include "model/support/hash.h"
#include "profiler/tables/profile.h"
#include "profiler/tables/unsaved_edits.h"
#include "tests/support/graph_text.h"
#include "tests/support/ui/editing_test.h"
#include "tests/support/ui/walkthrough_models.h"
#include "ui/document/document.h"
#include "ui/edit/edits.h"
#include "ui/edit/model_editor.h"
#include "ui/edit/run_file.h"
#include "ui/pages/document_page.h"
#include "ui/run/session_folder.h"
#include "ui/runs/run_text.h"
#include "ui/verify/verification.h"
#include "ui/verify/verify_controller.h"
#include "ui/window/actions.h"

#include <QApplication>
#include <QDialog>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

using ui::RunController;

/// Runs of a model with edits that are not saved.
class TestRunEdited : public QObject, protected EditingTest {
    Q_OBJECT

private:
    bool run(RunController::Mode mode)
    {
        auto& runs = (*m_driven)->runs();
        auto& settings = runs.settingsOf(document());
        settings.runs = 3;
        settings.warmup = 0;
        runs.settingsEdited(document());
        QSignalSpy finished(&runs, &RunController::finished);
        runs.start(document(), mode);
        if (finished.isEmpty() && !finished.wait(DrivenWindow::patience))
            return false;
        m_driven->settle();
        return finished.first().at(1).toBool();
    }
    /// Copies of the model in the session folder.
    static QStringList copies()
    {
        QStringList found;
        QDirIterator files(ui::SessionFolder::ofProcess()->filePath(QString()),
            { QStringLiteral("*.onnx") }, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext())
            found += files.next();
        return found;
    }
    /// A model whose weight is in a file beside it.
    void writeExternal()
    {
        testing::writeFile(path("plain.onnx"),
            testing::modelBytesFromText(
                "x: float[2]\nw: float[2] = {1,2}\ny = Add(x, w) \"sum\"\ny -> float[2]"));
        auto opened = model::edit::Document::open(path("plain.onnx").toStdString());
        QVERIFY(opened);
        model::edit::SaveOptions options;
        options.externalData = model::edit::ExternalData::One;
        options.thresholdBytes = 1;
        const auto saved = model::edit::save(**opened, path("m.onnx").toStdString(), options);
        QVERIFY2(saved, saved ? "" : saved.error().message().c_str());
        QCOMPARE(saved->dataFiles.size(), std::size_t(1));
    }

    std::shared_ptr<const ui::RunFile> preparedFile(ui::RunFileReader reader)
    {
        std::shared_ptr<const ui::RunFile> file;
        ui::prepareRunFile(*document(), reader,
            [&](const support::Result<std::shared_ptr<const ui::RunFile>>& made) {
                if (made)
                    file = *made;
            });
        m_driven->settle();
        return file;
    }

private slots:
    void initTestCase() { isolate(); }
    void init() { startWindow(); }
    void cleanup() { endWindow(); }

    void aProfileIsOfTheEditedModelAndSaysSo()
    {
        testing::writeFile(path("m.onnx"),
            testing::modelBytesFromText("x: float[2]\ny = Relu(x) \"act\"\ny -> float[2]"));
        QVERIFY(m_driven->open(path("m.onnx")) != nullptr);
        rename("act", "gate");
        apply("setOperator", [](support::JsonWriter& json) {
            json.members({ { "node", "gate" }, { "type", "Neg" } });
        });
        QVERIFY(m_driven->action("run.profile")->isEnabled());
        QVERIFY(run(RunController::Mode::Profile));
        QCOMPARE(document()->runs().size(), std::size_t(1));
        const auto& profile = *document()->runs().front().profile;
        QCOMPARE(profile.text(profile.steps.front().label), std::string_view("gate"));
        QCOMPARE(profile.text(profile.steps.front().opType), std::string_view("Neg"));
        QCOMPARE(profile.metadata.integer(profiler::keys::unsavedEdits), std::optional(2L));
        QCOMPARE(profile.metadata.text(profiler::keys::modelName), std::string("m.onnx"));
        QVERIFY(!document()->runs().front().isOfOtherVersion);
        const auto state = ui::stateOf(document()->runs().front());
        QVERIFY2(state.contains(QStringLiteral("2 edit")), qPrintable(state));
        QCOMPARE(copies(), QStringList());
    }

    void aRunIsOfTheStateThatItMeasured()
    {
        testing::writeFile(path("m.onnx"),
            testing::modelBytesFromText("x: float[2]\ny = Relu(x) \"act\"\ny -> float[2]"));
        QVERIFY(m_driven->open(path("m.onnx")) != nullptr);
        rename("act", "gate");
        QVERIFY(run(RunController::Mode::Profile));
        rename("gate", "other");
        QVERIFY(document()->runs().front().isOfOtherVersion);
        document()->editor()->undo();
        m_driven->settle();
        QVERIFY(!document()->runs().front().isOfOtherVersion);
        bool isSaved = false;
        document()->editor()->save(path("saved.onnx"), {},
            [&](const support::Result<void>& done) { isSaved = static_cast<bool>(done); });
        m_driven->settle();
        QVERIFY(isSaved);
        const auto saved = support::sha256OfFile(path("saved.onnx").toStdString());
        QVERIFY(saved);
        const auto& run = document()->runs().front();
        QCOMPARE(run.profile->metadata.text(profiler::keys::modelSha256), *saved);
        QVERIFY(!run.isOfOtherVersion);
    }

    void externalDataIsReadWhereItLies()
    {
        writeExternal();
        QVERIFY(m_driven->open(path("m.onnx")) != nullptr);
        rename("sum", "total");
        QVERIFY2(
            run(RunController::Mode::Once), qPrintable((*m_driven)->runs().progress().failure));
        auto file = preparedFile(ui::RunFileReader::OtherEngine);
        QVERIFY(file != nullptr);
        QCOMPARE(file->edits(), 1);
        const auto copy = file->path();
        QCOMPARE(QFileInfo(copy).absolutePath(), QFileInfo(path("m.onnx")).absolutePath());
        QVERIFY(QFileInfo::exists(copy));
        file.reset();
        QVERIFY(!QFileInfo::exists(copy));
    }

    void savedEditsAreNotCounted()
    {
        writeExternal();
        QVERIFY(m_driven->open(path("m.onnx")) != nullptr);
        rename("sum", "total");
        saveAs(path("saved.onnx"));
        rename("total", "all");
        const auto file = preparedFile(ui::RunFileReader::Opscope);
        QVERIFY(file != nullptr);
        QCOMPARE(file->edits(), 1);
    }

    void theEditedModelIsVerified()
    {
        testing::writeFile(path("m.onnx"),
            testing::modelBytesFromText("x: float[2]\ny = Relu(x) \"act\"\ny -> float[2]"));
        QVERIFY(m_driven->open(path("m.onnx")) != nullptr);
        rename("act", "gate");
        QTimer::singleShot(0, this, [] { // it asks for the memory that it may take
            if (auto* ask = qobject_cast<QDialog*>(QApplication::activeModalWidget()))
                ask->accept();
        });
        m_driven->action("run.verifyTiers")->trigger();
        QVERIFY(QTest::qWaitFor(
            [&] { return document()->verification() != nullptr; }, DrivenWindow::patience));
        const auto& verification = *document()->verification();
        QVERIFY2(
            verification.state == ui::Verification::State::Complete, verification.message.c_str());
        QVERIFY(!verification.rows.empty());
        QCOMPARE(copies(), QStringList());
    }

    void withoutEditsTheFileItselfIsRun()
    {
        testing::writeFile(path("m.onnx"),
            testing::modelBytesFromText("x: float[2]\ny = Relu(x) \"act\"\ny -> float[2]"));
        QVERIFY(m_driven->open(path("m.onnx")) != nullptr);
        QString read;
        ui::prepareRunFile(*document(), ui::RunFileReader::Opscope,
            [&](const support::Result<std::shared_ptr<const ui::RunFile>>& file) {
                read = (*file)->path();
            });
        QCOMPARE(read, path("m.onnx"));
    }
};

QTEST_MAIN(TestRunEdited)
#include "tst_run_edited.moc"
