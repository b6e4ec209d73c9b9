#include <QTest>

#include "profiler/tables/metadata.h"
#include "profiler/tables/profile.h"
#include "tests/support/other_computer.h"
#include "tests/support/ui/driven_window.h"
#include "ui/document/document.h"
#include "ui/run/run_settings.h"
#include "ui/run/target_box.h"

#include <QAction>
#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStandardItemModel>
#include <QTemporaryDir>

using ui::RunController;

namespace {

constexpr auto patience = DrivenWindow::patience;

} // namespace

/// The choice of the computer in the Run panel, and a run on one that a stand-in for ssh reaches.
class TestTargetBox : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    std::unique_ptr<testing::OtherComputer> m_box;
    std::unique_ptr<DrivenWindow> m_driven;
    ui::Document* m_document = nullptr;

    template <typename T>
    T* field(const char* name)
    {
        return m_driven->child<T>(name);
    }
    void type(const QString& host)
    {
        auto* line = field<QComboBox>("target")->lineEdit();
        line->setFocus();
        line->selectAll();
        QTest::keyClicks(line, host);
        QTest::keyClick(line, Qt::Key_Return);
    }
    const ui::RunSettings& settings() { return (*m_driven)->runs().settingsOf(m_document); }
    bool run(RunController::Mode mode)
    {
        auto& runs = (*m_driven)->runs();
        QSignalSpy finished(&runs, &RunController::finished);
        runs.start(m_document, mode);
        const bool isDone = !finished.isEmpty() || finished.wait(patience);
        m_driven->settle();
        return isDone && finished.first().at(1).toBool();
    }

private slots:
    void initTestCase()
    {
        DrivenWindow::isolate(m_folder);
        QDir(m_folder.path()).mkpath(".ssh");
        testing::writeProgram(m_folder.filePath(".ssh/config"), "Host configured\nHost *\n");
        qputenv("HOME", m_folder.path().toLocal8Bit());
        m_box = std::make_unique<testing::OtherComputer>();
    }
    void init()
    {
        m_driven = std::make_unique<DrivenWindow>();
        m_document = m_driven->open(DrivenWindow::sample("residual-cnn"));
        QVERIFY(m_document != nullptr);
        m_driven->showPanel(QStringLiteral("run"));
        m_driven->settle();
    }
    void cleanup()
    {
        ui::RunSettings().save(m_document->path());
        m_driven.reset();
    }

    void offersHostsOfTheConfigurationAndRemembersOthers()
    {
        auto* box = field<QComboBox>("target");
        QTRY_VERIFY(box->findData("configured") > 0);
        QCOMPARE(box->currentText(), box->itemText(0));
        QCOMPARE(settings().target, QString());
        type("me@gpu-box");
        QCOMPARE(settings().target, QString("me@gpu-box"));
        QVERIFY(box->findData("me@gpu-box") > 0);
        QVERIFY(settings().summary(nullptr).startsWith("me@gpu-box"));
        type(box->itemText(0));
        QCOMPARE(settings().target, QString());
        QVERIFY(box->findData("me@gpu-box") > 0); // remembered
    }

    void aNameThatIsNoHostIsToldAndChangesNothing()
    {
        type("box");
        type("-oProxyCommand=x");
        QCOMPARE(settings().target, QString("box"));
        QVERIFY(field<QLabel>("targetNote")->text().contains("does not begin with"));
    }

    void whatIsInstalledHereDoesNotCountThere()
    {
        const auto isChoosable = [this](const char* name, const char* word) {
            auto* box = field<QComboBox>(name);
            return qobject_cast<QStandardItemModel*>(box->model())
                ->item(box->findData(QLatin1String(word)))
                ->isEnabled();
        };
        type("box");
        QTRY_VERIFY(isChoosable("engine", "tensorrt"));
        QTRY_VERIFY(isChoosable("device", "cuda"));
        QVERIFY(!m_driven->action("run.once")->isEnabled());
        QVERIFY(!m_driven->action("run.sweep")->isEnabled());
        QVERIFY(m_driven->action("run.profile")->isEnabled());
        m_driven->shoot(QStringLiteral("run-target"));
    }

    void profileRunsThereAndIsShownHere()
    {
        type("box");
        field<QSpinBox>("measureRuns")->setValue(2);
        QVERIFY2(
            run(RunController::Mode::Profile), qPrintable((*m_driven)->runs().progress().failure));
        QCOMPARE(m_document->runs().size(), std::size_t(1));
        QVERIFY((*m_driven)->runs().progress().recorded() == 2);
        QVERIFY(!m_box->folders("model-").isEmpty());
        QVERIFY2(
            run(RunController::Mode::Check), qPrintable((*m_driven)->runs().progress().failure));
        QVERIFY(!run(RunController::Mode::Once));
        QVERIFY((*m_driven)->runs().progress().failure.contains("has chosen box"));
    }

    void aComputerThatIsNotReachedIsAFailure()
    {
        m_box->limit("echo 'ssh: Could not resolve hostname box' >&2; exit 255");
        type("box");
        QVERIFY(!run(RunController::Mode::Profile));
        m_box->heal();
        QVERIFY((*m_driven)->runs().progress().failure.contains("ssh does not connect to box"));
    }
};

QTEST_MAIN(TestTargetBox)
#include "tst_target_box.moc"
