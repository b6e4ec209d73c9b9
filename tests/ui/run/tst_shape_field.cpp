#include <QTest>

#include "tests/support/paths.h"
#include "tests/support/ui/driven_window.h"
#include "tests/support/wire.h"
#include "ui/document/document.h"
#include "ui/document/settings.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>

using ui::RunController;
namespace wire = testing::wire;

namespace {

/// y = Neg(x), x a float tensor of unknown rank.
std::string openInput()
{
    const auto type = wire::bytes(1, wire::number(1, 1));
    return wire::model(wire::bytes(2, "open") + wire::nodeField("Neg", { "x" }, { "y" })
        + wire::inputField("x", type) + wire::outputField("y", type));
}

} // namespace

/// Inputs without declared shape in the Run panel.
class TestShapeField : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    std::unique_ptr<DrivenWindow> m_driven;
    ui::Document* m_document = nullptr;

    template <typename T>
    T* find(const char* name)
    {
        return (*m_driven)->findChild<T*>(QString::fromLatin1(name));
    }
    /// Runs the model once; whether it ended well.
    bool run()
    {
        auto& runs = (*m_driven)->runs();
        QSignalSpy finished(&runs, &RunController::finished);
        runs.start(m_document, RunController::Mode::Once);
        return (!finished.isEmpty() || finished.wait(DrivenWindow::patience))
            && finished.first().at(1).toBool();
    }

private slots:
    void initTestCase()
    {
        ui::settings::useFolder(m_folder.path());
        RunController::useEngineProgram(QString::fromStdString(testing::cliProgram().string()));
        m_driven = std::make_unique<DrivenWindow>();
        const auto path = m_folder.filePath(QStringLiteral("open.onnx"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        const auto bytes = openInput();
        file.write(bytes.data(), static_cast<qint64>(bytes.size()));
        file.close();
        m_document = m_driven->open(path);
        QVERIFY(m_document != nullptr);
        m_driven->showPanel(QStringLiteral("run"));
    }
    void cleanupTestCase() { m_driven.reset(); }

    void aRunWithoutShapeSaysWhatIsMissing()
    {
        QVERIFY(find<QLineEdit>("shape-x")->isVisible());
        QVERIFY(find<QLabel>("shapeNote-x")->text().contains(QStringLiteral("declares no shape")));
        QVERIFY(!run());
        const auto failure = (*m_driven)->runs().progress().failure;
        QVERIFY2(failure.contains(QStringLiteral("declares no shape")), qPrintable(failure));
    }

    void wrongTextIsSaidBesideIt()
    {
        auto* field = find<QLineEdit>("shape-x");
        field->setText(QStringLiteral("2xb"));
        auto* note = find<QLabel>("shapeNote-x");
        QVERIFY2(note->text().contains(QStringLiteral("is no shape, expected sizes")),
            qPrintable(note->text()));
        QVERIFY(note->isVisible());
        QVERIFY((*m_driven)->runs().settingsOf(m_document).shapes.isEmpty());
        m_driven->shoot(QStringLiteral("run-shape"));
    }

    void theProcessThatRunsGetsTheShape()
    {
        auto* field = find<QLineEdit>("shape-x");
        field->setText({});
        QTest::keyClicks(field, QStringLiteral("2x5"));
        QVERIFY(!find<QLabel>("shapeNote-x")->isVisible());
        QVERIFY(run());
        const auto outputs = (*m_driven)->runs().progress().outputs;
        QCOMPARE(outputs[QStringLiteral("outputs")][0][QStringLiteral("shape")].toArray(),
            QJsonArray({ 2, 5 }));
    }

    void isThereAgainWhenTheModelIsOpenedAgain()
    {
        const auto loaded = ui::RunSettings::load(m_document->path());
        QCOMPARE(loaded.shapes.value(QStringLiteral("x")), QStringLiteral("2x5"));
    }
};

QTEST_MAIN(TestShapeField)
#include "tst_shape_field.moc"
