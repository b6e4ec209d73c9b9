#include <QTest>

#include "profiler/engines/engine_library.h"
#include "profiler/tables/metadata.h"
#include "profiler/tables/profile.h"
#include "tests/support/paths.h"
#include "tests/support/ui/driven_window.h"
#include "tests/support/ui/walkthrough_models.h"
#include "ui/document/document.h"
#include "ui/engines/chosen_libraries.h"
#include "ui/engines/engine_box.h"
#include "ui/window/actions.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStandardItemModel>
#include <QTemporaryDir>

using ui::RunController;

namespace {

constexpr auto patience = DrivenWindow::patience;

void choose(QComboBox& box, const QString& word)
{
    box.setCurrentIndex(box.findData(word));
    emit box.activated(box.currentIndex());
}

bool isChoosable(const QComboBox& box, const QString& word)
{
    return qobject_cast<const QStandardItemModel*>(box.model())
        ->item(box.findData(word))
        ->isEnabled();
}

} // namespace

/// The choice of the engine in the Run panel.
class TestEngineBox : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    std::unique_ptr<DrivenWindow> m_driven;
    ui::Document* m_document = nullptr;

    template <typename T>
    T* field(const char* name)
    {
        return m_driven->child<T>(name);
    }

    void openPanel()
    {
        m_document = m_driven->open(DrivenWindow::sample("residual-cnn"));
        m_driven->showPanel(QStringLiteral("run"));
        m_driven->settle();
    }

private slots:
    void initTestCase()
    {
        DrivenWindow::isolate(m_folder);
        // Only the name of this file is read.
        testing::writeFile(m_folder.filePath(QStringLiteral("libonnxruntime.so.1.99.3")), "");
        for (const auto* variable : { "OPSCOPE_OPENVINO", "OPSCOPE_TRTEXEC" })
            qputenv(variable, m_folder.filePath(QStringLiteral("nowhere")).toLocal8Bit());
    }
    void init()
    {
        qputenv("OPSCOPE_ONNXRUNTIME", m_folder.path().toLocal8Bit());
        m_driven = std::make_unique<DrivenWindow>();
    }
    void cleanup()
    {
        if (m_document != nullptr)
            ui::RunSettings().save(m_document->path());
        m_document = nullptr;
        m_driven.reset();
    }

    void ownSettingsAreNotPassedToAnotherEngine()
    {
        ui::RunSettings settings;
        QVERIFY(!settings.arguments().contains(QStringLiteral("--engine")));
        settings.engine.name = QStringLiteral("openvino");
        settings.engine.options[QStringLiteral("openvino")].insert(
            QStringLiteral("hint"), QStringLiteral("throughput"));
        settings.engine.options[QStringLiteral("onnxruntime")].insert(
            QStringLiteral("level"), QStringLiteral("basic"));
        settings.threads = 2;
        settings.device = QStringLiteral("cuda");
        settings.precision = QStringLiteral("bf16");
        settings.tune = QStringLiteral("on");
        settings.randomWeights = true;
        settings.dims.insert(QStringLiteral("batch"), 4);
        QCOMPARE(settings.arguments().join(u' '),
            QStringLiteral("--engine openvino --engine-option hint=throughput --seed 0 --threads 2 "
                           "--dim batch=4"));
        QVERIFY(!settings.isOnGpu());
        QCOMPARE(settings.summary(nullptr), QStringLiteral("OpenVINO · 2 threads · 50 runs"));
        const auto path = m_folder.filePath(QStringLiteral("kept.onnx"));
        settings.save(path);
        const auto kept = ui::RunSettings::load(path);
        QCOMPARE(kept.arguments(), settings.arguments());
        QCOMPARE(kept.engine.options, settings.engine.options);
    }

    void aLibraryIsChosenAndKept()
    {
        openPanel();
        auto* engines = field<QComboBox>("engine");
        QTRY_VERIFY_WITH_TIMEOUT(!isChoosable(*engines, QStringLiteral("openvino")), patience);
        const auto library = m_folder.filePath(QStringLiteral("libopenvino_c.so.2699"));
        testing::writeFile(library, ""); // only its name is read
        const auto before = qgetenv("OPSCOPE_OPENVINO");
        const auto actions = field<QPushButton>("engineLibrary")->menu()->actions();
        const auto openVino = std::ranges::find_if(actions, [](const QAction* action) {
            return action->text().contains(QStringLiteral("OpenVINO"));
        });
        QVERIFY(openVino != actions.end());
        answerFileDialog(library);
        (*openVino)->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(isChoosable(*engines, QStringLiteral("openvino")), patience);
        // The next start uses it, and programs that are started now.
        QCOMPARE(ui::chosenLibrary(profiler::OtherEngine::OpenVino), library);
        QCOMPARE(qgetenv("OPSCOPE_OPENVINO"), library.toLocal8Bit());
        QVERIFY(!ui::chooseLibrary(
            profiler::OtherEngine::OpenVino, m_folder.filePath(QStringLiteral("x"))));
        QCOMPARE(ui::chosenLibrary(profiler::OtherEngine::OpenVino), library);
        actions.back()->trigger();
        QCOMPARE(ui::chosenLibrary(profiler::OtherEngine::OpenVino), QString());
        ui::useChosenLibraries();
        QVERIFY(qgetenv("OPSCOPE_OPENVINO").isEmpty());
        QFile::remove(library);
        qputenv("OPSCOPE_OPENVINO", before);
    }

    void anUnknownEngineInTheSettingsIsOpscope()
    {
        const auto choice
            = ui::EngineChoice::load({ { QStringLiteral("name"), QStringLiteral("tflite") } });
        QVERIFY(!choice.isOther());
        QCOMPARE(choice.arguments(), QStringList());
    }

    void enginesThatAreNotFoundAreGreyedWithTheReason()
    {
        openPanel();
        auto* engine = field<QComboBox>("engine");
        QTRY_VERIFY_WITH_TIMEOUT(engine->itemText(1).contains(QStringLiteral("1.99.3")), patience);
        QVERIFY(isChoosable(*engine, QStringLiteral("opscope")));
        QVERIFY(isChoosable(*engine, QStringLiteral("onnxruntime")));
        for (const auto* word : { "openvino", "tensorrt" })
            QVERIFY(!isChoosable(*engine, QString::fromLatin1(word)));
        const auto row = engine->findData(QStringLiteral("openvino"));
        QCOMPARE(engine->itemText(row), QStringLiteral("OpenVINO, not found"));
        QVERIFY(engine->itemData(row, Qt::ToolTipRole)
                    .toString()
                    .contains(QStringLiteral("OPSCOPE_OPENVINO")));
        QVERIFY(engine->itemData(engine->findData(QStringLiteral("tensorrt")), Qt::ToolTipRole)
                    .toString()
                    .contains(QStringLiteral("OPSCOPE_TRTEXEC")));
    }

    void settingsOfOpscopesEngineAreGreyedForAnother()
    {
        openPanel();
        auto* engine = field<QComboBox>("engine");
        QTRY_VERIFY_WITH_TIMEOUT(engine->itemText(1).contains(QStringLiteral("1.99.3")), patience);
        QVERIFY(field<QComboBox>("precision")->isEnabled());
        const auto tip = field<QComboBox>("tune")->toolTip();
        choose(*engine, QStringLiteral("onnxruntime"));
        m_driven->settle();
        for (const auto* name : { "device", "precision", "tune", "record" }) {
            QVERIFY2(!field<QComboBox>(name)->isEnabled(), name);
            QVERIFY2(
                field<QComboBox>(name)->toolTip().contains(QStringLiteral("ONNX Runtime")), name);
        }
        QVERIFY(field<QSpinBox>("threads")->isEnabled());
        QVERIFY(field<QLabel>("engineNote")->text().contains(QStringLiteral("ONNXRUNTIME")));
        QVERIFY(!m_driven->action("run.check")->isEnabled());
        QVERIFY(!m_driven->action("run.sweep")->isEnabled());
        QVERIFY(m_driven->action("run.profile")->isEnabled());
        m_driven->shoot(QStringLiteral("run-other-engine"));
        choose(*engine, QStringLiteral("opscope"));
        m_driven->settle();
        QVERIFY(field<QComboBox>("precision")->isEnabled());
        QCOMPARE(field<QComboBox>("tune")->toolTip(), tip);
        QVERIFY(m_driven->action("run.check")->isEnabled());
    }

    void optionsOfTheEngineAreKept()
    {
        openPanel();
        auto* engine = field<QComboBox>("engine");
        QTRY_VERIFY_WITH_TIMEOUT(engine->itemText(1).contains(QStringLiteral("1.99.3")), patience);
        choose(*engine, QStringLiteral("onnxruntime"));
        choose(*field<QComboBox>("engine-option-level"), QStringLiteral("basic"));
        auto* further = field<QLineEdit>("engineFurther");
        further->setText(QStringLiteral("config:session.set_denormal_as_zero=1"));
        emit further->editingFinished();
        const auto expected = QStringLiteral(
            "--engine onnxruntime --engine-option config:session.set_denormal_as_zero=1 "
            "--engine-option level=basic");
        const auto arguments = [&] {
            return ui::RunSettings::load(m_document->path()).engine.arguments().join(u' ');
        };
        QCOMPARE(arguments(), expected);
        // What cannot be read is said and changes nothing.
        further->setText(QStringLiteral("colour:x=1"));
        emit further->editingFinished();
        QVERIFY(field<QLabel>("engineNote")->text().contains(QStringLiteral("colour:")));
        QCOMPARE(arguments(), expected);
        // The default is not passed.
        choose(*field<QComboBox>("engine-option-level"), QString());
        QVERIFY(!arguments().contains(QStringLiteral("level")));
    }

    void aRunInAnotherEngineIsAProfileOfIt()
    {
        qunsetenv("OPSCOPE_ONNXRUNTIME");
        if (!profiler::findEngineLibrary(profiler::OtherEngine::OnnxRuntime))
            QSKIP("ONNX Runtime is not installed here");
        openPanel();
        auto& settings = (*m_driven)->runs().settingsOf(m_document);
        settings.engine.name = QStringLiteral("onnxruntime");
        (*m_driven)->runs().settingsEdited(m_document);
        QVERIFY(m_driven->profile(m_document));
        QCOMPARE(m_document->profile()->metadata.text(profiler::keys::engineName),
            std::string_view("onnxruntime"));
        m_driven->settle();
        m_driven->shoot(QStringLiteral("run-onnxruntime"));
    }
};

QTEST_MAIN(TestEngineBox)
#include "tst_engine_box.moc"
