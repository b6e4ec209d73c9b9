#include <QTest>

#include "profiler/file/profile_file.h"
#include "profiler/tables/profile.h"
#include "tests/support/paths.h"
#include "tests/support/ui/driven_window.h"
#include "ui/document/document.h"
#include "ui/document/settings.h"
#include "ui/memory/memory_panel.h"
#include "ui/operators/operators_panel.h"
#include "ui/pages/document_page.h"
#include "ui/pages/profile_page.h"
#include "ui/tables/table_view.h"
#include "ui/timeline/timeline_panel.h"
#include "ui/timeline/timeline_view.h"
#include "ui/window/actions.h"

#include <QLabel>
#include <QMessageBox>
#include <QProcess>
#include <QPushButton>
#include <QTemporaryDir>

/// A profile file opened without a model, and the question where it belongs when one is open.
class TestProfileDocument : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_settings;
    QTemporaryDir m_folder;
    QString m_profile;
    std::unique_ptr<DrivenWindow> m_driven;

    static QString boxText(const QDialog& dialog)
    {
        return dynamic_cast<const QMessageBox&>(dialog).text();
    }
    static void press(QDialog& dialog, const QString& begin)
    {
        for (auto* button : dynamic_cast<QMessageBox&>(dialog).buttons()) {
            if (button->text().remove(u'&').startsWith(begin))
                return button->click();
        }
        QFAIL(qPrintable(begin));
    }

private slots:
    void initTestCase()
    {
        ui::settings::useFolder(m_settings.path());
        m_profile = m_folder.filePath(QStringLiteral("sample.opscope"));
        const auto program = QString::fromStdString(testing::cliProgram().string());
        QCOMPARE(QProcess::execute(program,
                     { "profile", DrivenWindow::sample("residual-cnn"), "--runs", "30", "--warmup",
                         "2", "--threads", "1", "--quiet", "-o", m_profile }),
            0);
    }
    void init() { m_driven = std::make_unique<DrivenWindow>(); }
    void cleanup() { m_driven.reset(); }

    void opensOnItsOwnWithTableTimelineAndMemory()
    {
        auto* document = m_driven->open(m_profile);
        QVERIFY(document != nullptr);
        QCOMPARE(document->kind(), ui::Document::Kind::Profile);
        QCOMPARE(document->state(), ui::Document::State::Ready);
        QVERIFY(document->model() == nullptr);
        QVERIFY(
            qobject_cast<ui::ProfilePage*>(m_driven->window().currentPage()->view()) != nullptr);
        auto* operators = m_driven->panel<ui::OperatorsPanel>()->view();
        QVERIFY(operators->model()->rowCount() > 5);
        QVERIFY(m_driven->panel<ui::TimelinePanel>()->view()->isVisible());
        QVERIFY(m_driven->panel<ui::MemoryPanel>()->view()->model()->rowCount() > 0);
        m_driven->shoot(QStringLiteral("profile-alone"));
        // A row is selected although there is no node to go to.
        operators->setCurrentIndex(operators->model()->index(0, 0));
        QVERIFY(!document->selection()->isEmpty());
        QVERIFY(!m_driven->window().actions().action(QStringLiteral("run.profile"))->isEnabled());
        QVERIFY(
            m_driven->window().actions().action(QStringLiteral("file.exportReport"))->isEnabled());
        QCOMPARE(
            m_driven->open(m_profile), document); // its tab is activated, not a second one made
        document->reload();
        m_driven->settle();
        QCOMPARE(document->runs().size(), 1U);
    }

    void itsModelIsOpenedBesideIt()
    {
        QVERIFY(m_driven->open(m_profile) != nullptr);
        answerFileDialog(DrivenWindow::sample("residual-cnn"));
        m_driven->window().findChild<QPushButton*>(QStringLiteral("openItsModel"))->click();
        QTRY_VERIFY_WITH_TIMEOUT(
            m_driven->window().currentDocument()->profile() != nullptr, DrivenWindow::patience);
        auto* document = m_driven->window().currentDocument();
        QTRY_VERIFY_WITH_TIMEOUT(
            document->model() != nullptr && document->profile() != nullptr, DrivenWindow::patience);
        QCOMPARE(document->kind(), ui::Document::Kind::Model);
        QCOMPARE(document->runs()[0].matchedShare, std::optional(1.0));
    }

    void withItsModelOpenItAsks_data()
    {
        QTest::addColumn<QString>("button");
        QTest::addColumn<int>("runs");
        QTest::newRow("attach") << "Attach to" << 1;
        QTest::newRow("on its own") << "Open on its own" << 0;
        QTest::newRow("neither") << "Cancel" << 0;
    }
    void withItsModelOpenItAsks()
    {
        QFETCH(QString, button);
        QFETCH(int, runs);
        auto* model = m_driven->open(DrivenWindow::sample("residual-cnn"));
        QVERIFY(model != nullptr);
        QString question;
        answerDialog([&](QDialog& dialog) {
            question = boxText(dialog);
            press(dialog, button);
        });
        m_driven->window().openFile(m_profile);
        QTRY_VERIFY_WITH_TIMEOUT(!question.isEmpty(), DrivenWindow::patience);
        m_driven->settle();
        QVERIFY2(question.contains(QStringLiteral("was recorded with residual-cnn/model.onnx")),
            qPrintable(question));
        QCOMPARE(static_cast<int>(model->runs().size()), runs);
        QCOMPARE(m_driven->window().currentDocument()->kind() == ui::Document::Kind::Profile,
            button == QStringLiteral("Open on its own"));
    }

    void besideAnotherModelItSaysWhatMatches()
    {
        auto* model = m_driven->open(DrivenWindow::sample("tiny-decoder"));
        QVERIFY(model != nullptr);
        QString question;
        answerDialog([&](QDialog& dialog) {
            question = boxText(dialog);
            press(dialog, QStringLiteral("Attach to"));
        });
        m_driven->window().openFile(m_profile);
        QTRY_VERIFY_WITH_TIMEOUT(!question.isEmpty(), DrivenWindow::patience);
        m_driven->settle();
        QVERIFY2(question.contains(QStringLiteral("0 %")), qPrintable(question));
        // No time lands on a node of a model that was not run.
        for (const auto& step : model->profile()->steps) {
            for (const auto& origin : step.origins)
                QVERIFY(!origin.node.isValid());
        }
    }

    void aBrokenProfileIsExplainedInItsTab()
    {
        QFile file(m_profile);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto path = m_folder.filePath(QStringLiteral("cut.opscope"));
        QFile cut(path);
        QVERIFY(cut.open(QIODevice::WriteOnly));
        cut.write(file.readAll().left(2000));
        cut.close();
        auto* document = m_driven->open(path);
        QVERIFY(document != nullptr);
        QCOMPARE(document->state(), ui::Document::State::Failed);
        QVERIFY(!m_driven->window()
                     .currentPage()
                     ->findChild<QLabel*>(QStringLiteral("failureText"))
                     ->text()
                     .isEmpty());
    }
};

QTEST_MAIN(TestProfileDocument)
#include "tst_profile_document.moc"
