#include <QTest>

#include "tests/support/graph_text.h"
#include "tests/support/paths.h"
#include "tests/support/ui/driven_window.h"
#include "tests/support/ui/walkthrough_models.h"
#include "ui/document/document.h"
#include "ui/outputs/output_view.h"
#include "ui/run/inputs/input_card.h"
#include "ui/run/named_settings.h"
#include "ui/run/session_folder.h"
#include "ui/tensors/tensor_page.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QDropEvent>
#include <QFile>
#include <QFileInfo>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStandardItemModel>
#include <QTemporaryDir>
#include <QTimer>
#include <QTreeView>

using ui::RunController;

namespace {

constexpr auto patience = DrivenWindow::patience;
constexpr auto pictureModel = "x: float[1,3,4,4]\ny = Relu(x)\ny -> float[1,3,4,4]";

} // namespace

/// Where the inputs of a run come from: pictures, outputs of other runs, settings with a name.
class TestInputSources : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    std::unique_ptr<DrivenWindow> m_driven;

    QString file(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)); }

    ui::Document* openText(const char* name, const char* text)
    {
        testing::writeFile(file(name), testing::modelBytesFromText(text));
        auto* document = m_driven->open(file(name));
        m_driven->showPanel(QStringLiteral("run"));
        m_driven->settle();
        return document;
    }

    void writePicture(const char* name)
    {
        QFile picture(file(name));
        QVERIFY(picture.open(QIODevice::WriteOnly));
        picture.write("P6\n8 4\n255\n");
        for (int i = 0; i < 32; ++i)
            picture.write(QByteArray(1, char(8 * i)) + QByteArray("\x40\xff", 2));
    }

    ui::InputCard* card(const char* input)
    {
        for (auto* found : m_driven->window().findChildren<ui::InputCard*>())
            if (found->name() == QLatin1String(input) && found->isVisible())
                return found;
        return nullptr;
    }

    bool drop(const char* input, const QString& path)
    {
        QMimeData data;
        data.setUrls({ QUrl::fromLocalFile(path) });
        QDragEnterEvent enter(QPoint(5, 5), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        enter.setAccepted(false);
        QCoreApplication::sendEvent(card(input), &enter);
        if (!enter.isAccepted())
            return false;
        QDropEvent event(QPointF(5, 5), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(card(input), &event);
        m_driven->settle();
        return true;
    }

    ui::RunSettings& settings(ui::Document* document)
    {
        return (*m_driven)->runs().settingsOf(document);
    }

    bool runOnce(ui::Document* document, RunController::Mode mode = RunController::Mode::Once)
    {
        auto& runs = (*m_driven)->runs();
        QSignalSpy finished(&runs, &RunController::finished);
        runs.start(document, mode);
        const bool isDone = !finished.isEmpty() || finished.wait(patience);
        m_driven->settle();
        return isDone && finished.first().at(1).toBool();
    }

    static QStringList filesOfSession()
    {
        return QDir(QFileInfo(ui::SessionFolder::ofProcess()->filePath("x")).path())
            .entryList(QDir::AllEntries | QDir::NoDotAndDotDot);
    }

    template <typename T>
    T* field(const char* name)
    {
        return card("x")->findChild<T*>(QString::fromLatin1(name));
    }

    void choose(QComboBox* box, int index)
    {
        box->setCurrentIndex(index);
        emit box->activated(index);
        m_driven->settle();
    }

private slots:
    void initTestCase()
    {
        DrivenWindow::isolate(m_folder);
        writePicture("cat.ppm");
        writePicture("dog.ppm");
    }
    void init() { m_driven = std::make_unique<DrivenWindow>(); }
    void cleanup() { m_driven.reset(); }

    void aPictureIsDroppedOntoAnInput()
    {
        auto* document = openText("picture.onnx", pictureModel);
        QVERIFY(drop("x", file("cat.ppm")));
        QCOMPARE(settings(document).inputs.value("x"), "image:" + file("cat.ppm"));
        QCOMPARE(field<QLabel>("imageSize-x")->text(), QStringLiteral("8 × 4 → 4 × 4"));
        // The middle level, 0x40 of 255, is a quarter; blue is 1 everywhere.
        QVERIFY2(field<QLabel>("imageNumbers-x")->text().contains("… 1"),
            qPrintable(field<QLabel>("imageNumbers-x")->text()));
        auto* preset = field<QComboBox>("imagePreset-x");
        QCOMPARE(preset->currentIndex(), 1);
        choose(preset, preset->findText("imagenet"));
        QVERIFY2(settings(document).inputs.value("x").endsWith(
                     ",crop=256,mean=0.485/0.456/0.406,std=0.229/0.224/0.225"),
            qPrintable(settings(document).inputs.value("x")));
        for (auto* area : m_driven->panel("run")->findChildren<QScrollArea*>())
            if (area->isAncestorOf(card("x")))
                area->ensureWidgetVisible(card("x")->findChild<QWidget*>("imageDeviation-x"));
        m_driven->shoot(QStringLiteral("run-image-input"));
        QVERIFY(runOnce(document));
    }

    void theNextPictureIsPreparedInTheSameWay()
    {
        auto* document = openText("picture2.onnx", pictureModel);
        QVERIFY(drop("x", file("cat.ppm")));
        choose(field<QComboBox>("imageFit-x"), 2);
        field<QSpinBox>("imageBorder-x")->setValue(114);
        m_driven->settle();
        QCOMPARE(settings(document).inputs.value("x"), "image:" + file("cat.ppm") + ",pad=114");
        card("x")->use(QStringLiteral("random"));
        QVERIFY(!field<QWidget>("image-x")->isVisible());
        QVERIFY(drop("x", file("dog.ppm")));
        QCOMPARE(settings(document).inputs.value("x"), "image:" + file("dog.ppm") + ",pad=114");
        const auto stored = ui::RunSettings::load(document->path());
        QCOMPARE(stored.preparations.value("x"), QStringLiteral("pad=114"));
        QCOMPARE(stored.inputs, settings(document).inputs);
    }

    void whatDoesNotFitIsSaid()
    {
        openText("flat.onnx", "x: float[2,3]\ny = Relu(x)\ny -> float[2,3]");
        QVERIFY(drop("x", file("cat.ppm")));
        QCOMPARE(field<QLabel>("problem-x")->text(),
            QStringLiteral("x has the shape 2×3, an image needs rank 3 or 4"));
        card("x")->use("image:" + file("cat.ppm") + ",mean=x");
        QVERIFY(field<QLabel>("problem-x")->text().contains("expected numbers for the channels"));
    }

    void anOutputIsTheInputOfAnotherModel()
    {
        auto* first = openText("first.onnx", "x: float[2,3]\ny = Relu(x)\ny -> float[2,3]");
        QVERIFY(runOnce(first));
        auto* second
            = openText("second.onnx", "x: float[n,3]\nw: float[3]\nz = Add(x, w)\nz -> float[n,3]");
        QVERIFY(second != first);
        QStringList offered;
        const auto chooseFirst = [&](const char* input) {
            offered.clear();
            QTimer::singleShot(0, [&] {
                auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
                if (menu == nullptr)
                    return;
                for (auto* action : menu->actions())
                    offered.append(action->text() + (action->isEnabled() ? "" : " (off)"));
                if (menu->actions().first()->isEnabled())
                    menu->actions().first()->trigger();
                menu->close();
            });
            emit card(input)->outputRequested();
            m_driven->settle();
        };
        chooseFirst("w");
        QCOMPARE(offered,
            (QStringList {
                "y · 2×3 fp32 · output of run 1 · first.onnx (off)", "None is 3 fp32 (off)" }));
        QVERIFY(!settings(second).inputs.contains("w"));
        chooseFirst("x");
        QVERIFY(settings(second).inputs.value("x").endsWith("/output_0.pb"));
        QCOMPARE(
            field<QLabel>("note-x")->text(), QStringLiteral("y of first.onnx, output of run 1"));
        QVERIFY(!field<QLabel>("problem-x")->isVisible());
        m_driven->shoot(QStringLiteral("run-output-as-input"));
        QVERIFY(runOnce(second));
    }

    void anOutputStaysWhileItIsAnInput()
    {
        auto* first = openText("first.onnx", "x: float[2,3]\ny = Relu(x)\ny -> float[2,3]");
        QVERIFY(runOnce(first));
        auto& runs = (*m_driven)->runs();
        const auto used = runs.keptValues().ofOpenModels().front()->file;
        QVERIFY(runOnce(first)); // the second run of the same model; the menu still has both
        QCOMPARE(runs.keptValues().ofOpenModels().size(), std::size_t(2));
        const auto other = runs.keptValues().ofOpenModels().front()->file;
        auto* second = openText("second.onnx", "x: float[n,3]\nz = Relu(x)\nz -> float[n,3]");
        card("x")->use(QStringLiteral("file:") + used);
        m_driven->settle();
        m_driven->open(file("first.onnx")); // shows its tab
        m_driven->action("file.close")->trigger();
        m_driven->settle();
        QVERIFY(runOnce(second));
        QVERIFY(QFile::exists(used));
        QVERIFY(!QFile::exists(other));
        openText("third.onnx", pictureModel);
        m_driven->open(file("second.onnx")); // shows the panel again
        m_driven->settle();
        QVERIFY(field<QLabel>("note-x")->text().contains("whose model is closed"));
        settings(second).inputs.clear();
        QVERIFY(runOnce(second));
        QVERIFY(!QFile::exists(used));
        QVERIFY(QFile::exists(runs.keptValues().ofOpenModels().front()->file));
    }

    /// The process writes an output and fails then, as on a full disk.
    void aFailedRunLeavesNothing()
    {
        auto* document = openText("relu.onnx", "x: float[2]\ny = Relu(x)\ny -> float[2]");
        const auto before = filesOfSession();
        testing::writeFile(file("fails.sh"), R"(#!/bin/sh
while [ $# -gt 0 ]; do [ "$1" = --save ] && folder=$2; shift; done
[ "$folder" ] && mkdir "$folder" && echo half >"$folder/output_0.pb" && echo made >"$0.made"
exit 1
)");
        QFile::setPermissions(file("fails.sh"), QFile::ReadOwner | QFile::ExeOwner);
        RunController::useEngineProgram(file("fails.sh"));
        const bool isAnyGood = runOnce(document) || runOnce(document, RunController::Mode::Profile);
        RunController::useEngineProgram(QString::fromStdString(testing::cliProgram().string()));
        QVERIFY(!isAnyGood);
        QVERIFY(QFile::exists(file("fails.sh.made")));
        QCOMPARE(filesOfSession(), before);
    }

    void settingsHaveNames()
    {
        auto* document = openText("named.onnx", "x: float[n,3]\ny = Relu(x)\ny -> float[n,3]");
        auto* choice = m_driven->child<QComboBox>("namedSettings");
        QCOMPARE(choice->currentText(), QStringLiteral("Not saved"));
        m_driven->child<QSpinBox>("dim-n")->setValue(8);
        const auto name = [](const char* text) {
            answerDialog([text](QDialog& dialog) {
                qobject_cast<QInputDialog*>(&dialog)->setTextValue(QString::fromLatin1(text));
                dialog.accept();
            });
        };
        name("batch 8");
        m_driven->child<QAction>("saveRunSettings")->trigger();
        QCOMPARE(choice->currentText(), QStringLiteral("batch 8"));
        m_driven->child<QSpinBox>("dim-n")->setValue(2);
        QCOMPARE(choice->currentText(), QStringLiteral("batch 8, changed"));
        m_driven->shoot(QStringLiteral("run-named-settings"));
        choose(choice, choice->findText("batch 8"));
        QCOMPARE(settings(document).dims.value("n"), 8);
        QCOMPARE(m_driven->child<QSpinBox>("dim-n")->value(), 8);
        name("large");
        m_driven->child<QAction>("renameRunSettings")->trigger();
        QCOMPARE(ui::namedSettings(document->path()).keys(), QStringList { "large" });
        answerFileDialog(file("large.settings"));
        m_driven->child<QAction>("exportRunSettings")->trigger();
        QFile exported(file("large.settings"));
        QVERIFY(exported.open(QIODevice::ReadOnly));
        const auto lines = QString::fromUtf8(exported.readAll()).split('\n');
        QVERIFY(lines.contains("--dim n=8"));
        QVERIFY(lines.contains("--device cpu"));
        m_driven->child<QAction>("removeRunSettings")->trigger();
        QVERIFY(ui::namedSettings(document->path()).isEmpty());
        QCOMPARE(settings(document).dims.value("n"), 8); // only the name is gone
    }

    void anOutputIsShownByItsMeaning()
    {
        auto* document = openText("classes.onnx",
            "x: float[1,10]\nprobabilities = Softmax(x)\nprobabilities -> float[1,10]");
        QFile labels(file("labels.txt"));
        QVERIFY(labels.open(QIODevice::WriteOnly));
        for (int i = 0; i < 10; ++i)
            labels.write("label " + QByteArray::number(i) + '\n');
        labels.close();
        QVERIFY(runOnce(document));
        document->openTensor(document->model()->main().outputs.front());
        m_driven->settle();
        auto* page = m_driven->window().findChild<ui::TensorPage*>();
        QVERIFY(page->chip(ui::TensorPage::View::Meaning)->isChecked());
        auto* view = page->output();
        auto* rows = view->findChild<QTreeView*>("shownRows");
        QCOMPARE(rows->model()->rowCount(), 10);
        QVERIFY(view->findChild<QLabel*>("shownOrigin")->text().startsWith("A guess: a score"));
        answerFileDialog(labels.fileName());
        view->findChild<QPushButton*>("shownWords")->click();
        m_driven->settle();
        QVERIFY(rows->model()->index(0, 1).data().toString().startsWith("label "));
        QVERIFY(view->findChild<QLabel*>("shownOrigin")->text().startsWith("Chosen"));
        m_driven->shoot(QStringLiteral("output-classes"));
        choose(view->findChild<QComboBox*>("shownAs"), int(ui::ShownAs::Boxes));
        QVERIFY(view->findChild<QLabel*>("shownMessage")->isVisible()
            || view->findChild<QTreeView*>("shownRows")->isVisible());
        view->findChild<QPushButton*>("useGuess")->click();
        m_driven->settle();
        QCOMPARE(view->options().as, ui::ShownAs::Classes);
    }

    void boxesAreDrawnOverThePictureOfTheRun()
    {
        auto* document = openText("boxes.onnx",
            "x: float[1,3,64,96]\nb: float[1,2,6]\npassed = Relu(x)\nboxes = Relu(b)\n"
            "passed -> float[1,3,64,96]\nboxes -> float[1,2,6]");
        QVERIFY(drop("x", file("cat.ppm")));
        card("b")->use(QStringLiteral("random:0..1"));
        QVERIFY(runOnce(document));
        document->openTensor(document->model()->main().outputs.back());
        m_driven->settle();
        auto* page = m_driven->window().findChild<ui::TensorPage*>();
        QVERIFY(page->chip(ui::TensorPage::View::Meaning)->isChecked());
        auto* view = page->output();
        QCOMPARE(view->options().as, ui::ShownAs::Boxes);
        view->findChild<QDoubleSpinBox*>("shownThreshold")->setValue(0);
        m_driven->settle();
        QVERIFY2(view->findChild<QLabel*>("shownSummary")->text().contains("over cat.ppm"),
            qPrintable(view->findChild<QLabel*>("shownSummary")->text()));
        QCOMPARE(view->findChild<QTreeView*>("shownRows")->model()->rowCount(), 2);
        QVERIFY(!view->picture().isNull());
        m_driven->shoot(QStringLiteral("output-boxes"));
    }
};

QTEST_MAIN(TestInputSources)
#include "tst_input_sources.moc"
