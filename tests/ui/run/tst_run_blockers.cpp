#include <QTest>

#include "tests/support/paths.h"
#include "tests/support/ui/driven_window.h"
#include "tests/support/wire.h"
#include "ui/document/document.h"
#include "ui/document/settings.h"
#include "ui/inspectors/elided_label.h"
#include "ui/window/actions.h"
#include "ui/window/status_jobs.h"

#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>

using ui::RunController;

namespace {

namespace wire = testing::wire;

constexpr int floats = 1;

std::string oneInput() { return wire::inputField("x", wire::tensorType(floats, { 2, 2 })); }
std::string oneOutput(std::string_view name)
{
    return wire::outputField(name, wire::tensorType(floats, { 2, 2 }));
}

/// A node reads a value that nothing defines.
std::string undefinedInput()
{
    return wire::model(wire::bytes(2, "g") + wire::nodeField("Relu", { "x" }, { "y" })
        + wire::nodeField("Add", { "y", "nobody" }, { "z" }) + oneInput() + oneOutput("z"));
}
/// A weight has a shape and no data.
std::string missingWeight()
{
    return wire::model(wire::bytes(2, "g") + wire::nodeField("Add", { "x", "w" }, { "y" })
        + wire::initializerField(wire::tensor("w", floats, { 2, 2 })) + oneInput()
        + oneOutput("y"));
}
/// One of two outputs needs an operator that nobody has.
std::string unknownOperator()
{
    constexpr std::uint32_t domain = 7;
    return wire::model(wire::bytes(2, "g") + wire::nodeField("Relu", { "x" }, { "y" })
               + wire::nodeField("Mystery", { "x" }, { "z" }, wire::bytes(domain, "com.example"))
               + oneInput() + oneOutput("y") + oneOutput("z"))
        + wire::operatorSet("com.example", 1);
}

} // namespace

/// What stops a run is said before it is started, with what can be done about it.
class TestRunBlockers : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_settings;
    QTemporaryDir m_models;
    std::unique_ptr<DrivenWindow> m_driven;
    ui::Document* m_document = nullptr;

    void open(const char* name, const std::string& bytes)
    {
        const auto path = m_models.filePath(QString::fromLatin1(name));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes.data(), static_cast<qint64>(bytes.size()));
        file.close();
        m_document = m_driven->open(path);
        QVERIFY(m_document != nullptr);
        m_driven->showPanel(QStringLiteral("run"));
    }
    QPushButton* button(const char* name)
    {
        return (*m_driven)->findChild<QPushButton*>(QString::fromLatin1(name));
    }
    bool canTrigger(const char* id)
    {
        return (*m_driven)->actions().action(QString::fromLatin1(id))->isEnabled();
    }
    QString statusText()
    {
        return (*m_driven)->findChild<ui::StatusJobs*>()->findChild<ui::ElidedLabel*>()->text();
    }
    QString cardText()
    {
        return (*m_driven)->findChild<QLabel*>(QStringLiteral("blocker"))->text();
    }
    /// Presses a button that starts a run; whether the run ended well.
    bool press(const char* name)
    {
        QSignalSpy finished(&(*m_driven)->runs(), &RunController::finished);
        button(name)->click();
        if (finished.isEmpty() && !finished.wait(DrivenWindow::patience))
            return false;
        m_driven->settle();
        return finished.first().at(1).toBool();
    }

private slots:
    void initTestCase()
    {
        ui::settings::useFolder(m_settings.path());
        RunController::useEngineProgram(QString::fromStdString(testing::cliProgram().string()));
        m_driven = std::make_unique<DrivenWindow>();
    }
    void cleanup() { (*m_driven)->actions().action(QStringLiteral("file.close"))->trigger(); }
    void cleanupTestCase() { m_driven.reset(); }

    void aBrokenRuleDisablesRunsUntilTheUserTakesTheRisk()
    {
        open("undefined.onnx", undefinedInput());
        auto* profile = button("profileButton");
        QVERIFY(!profile->isEnabled() && !canTrigger("run.profile") && !canTrigger("run.once"));
        QVERIFY2(
            profile->toolTip().contains(QStringLiteral("nobody")), qPrintable(profile->toolTip()));
        QVERIFY(canTrigger("run.check")); // tells all that is in the way
        QVERIFY2(statusText().contains(QStringLiteral("the model cannot run")),
            qPrintable(statusText()));
        QVERIFY2(button("runSummary")->text().startsWith(QStringLiteral("Cannot run: 1 error")),
            qPrintable(button("runSummary")->text()));
        QVERIFY(button("runDespite")->isVisible() && !button("useRandomWeights")->isVisible());
        QVERIFY2(cardText().contains(QStringLiteral("nobody")), qPrintable(cardText()));
        m_driven->shoot(QStringLiteral("run-hindered"));
        button("runDespite")->click();
        QVERIFY(profile->isEnabled() && canTrigger("run.profile"));
        QVERIFY(!button("runDespite")->isVisible());
        QVERIFY(!statusText().contains(QStringLiteral("cannot run")));
    }

    void weightsWithoutDataCanBeRandom()
    {
        open("weightless.onnx", missingWeight());
        QVERIFY(!button("profileButton")->isEnabled());
        QVERIFY2(cardText().startsWith(QStringLiteral("1 weight without readable data")),
            qPrintable(cardText()));
        button("useRandomWeights")->click();
        QVERIFY(m_driven->profile(m_document));
        QVERIFY(m_document->profile() != nullptr);
    }

    void thePartThatDoesNotNeedAnUnknownOperatorRuns()
    {
        open("mystery.onnx", unknownOperator());
        QVERIFY(button("profileButton")->isEnabled()); // a plug-in may have it: the plan tells
        QVERIFY(!m_driven->profile(m_document));
        m_driven->showPanel(QStringLiteral("run"));
        QVERIFY2(cardText().contains(QStringLiteral("Mystery")), qPrintable(cardText()));
        m_driven->shoot(QStringLiteral("run-unsupported"));
        QVERIFY(press("runTheRest"));
        QVERIFY(m_document->profile() != nullptr);
        QVERIFY(!button("runTheRest")->isVisible());
    }

    void aGoodModelBesideABadOneCanRun()
    {
        open("undefined2.onnx", undefinedInput());
        QVERIFY(!button("profileButton")->isEnabled());
        auto* good = m_driven->open(DrivenWindow::sample("residual-cnn"));
        QVERIFY(good != nullptr);
        QVERIFY(button("profileButton")->isEnabled());
        QCOMPARE(statusText(), QStringLiteral("Ready"));
        cleanup();
    }
};

QTEST_MAIN(TestRunBlockers)
#include "tst_run_blockers.moc"
