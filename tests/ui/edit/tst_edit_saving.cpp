#include <QTest>

#include "model/onnx/parser.h"
#include "tests/support/ui/editing_test.h"
#include "ui/document/document.h"
#include "ui/document/settings.h"
#include "ui/edit/model_editor.h"
#include "ui/widgets/banner.h"
#include "ui/window/tabs/document_tabs.h"

#include <QDialog>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>

namespace {

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

/// Saving an edited model, closing it, and finding its edits after a crash.
class TestEditSaving : public QObject, protected EditingTest {
    Q_OBJECT

private:
    QString journalFolder() const { return ui::settings::folder() + QStringLiteral("/edits"); }
    QStringList journals() const
    {
        return QDir(journalFolder()).entryList({ QStringLiteral("*.json") });
    }

    void openEdited(const char* name = "m.onnx")
    {
        openText(name, "x: float[2]\ny = Relu(x) \"act\"\ny ->");
        rename("act", "gate");
    }

private slots:
    void initTestCase() { isolate(); }
    void init()
    {
        QDir(journalFolder()).removeRecursively();
        startWindow();
    }
    void cleanup() { endWindow(); }

    void savingWritesAnotherFileAndUndoGoesOn()
    {
        openEdited();
        const auto original = contentOf(path("m.onnx"));
        QVERIFY(m_driven->action("run.profile")->isEnabled());
        saveAs(path("other.onnx"));
        QCOMPARE(document()->path(), path("other.onnx"));
        QVERIFY(!document()->editor()->isModified());
        QVERIFY(m_driven->action("run.profile")->isEnabled());
        QCOMPARE(contentOf(path("m.onnx")), original);
        const auto saved = model::onnx::openModel(path("other.onnx").toStdString());
        QVERIFY(saved);
        QCOMPARE((*saved)->nodes.front().name, std::string("gate"));
        document()->editor()->undo();
        m_driven->settle();
        QCOMPARE(document()->model()->nodes.front().name, std::string("act"));
        QVERIFY(document()->editor()->isModified()); // the saved file has the edit
        saveAs(path("first.onnx"));
        QCOMPARE(contentOf(path("first.onnx")), original); // byte for byte
    }

    /// A model that is saved to be closed stays while the user is asked something, and if it was
    /// edited meanwhile.
    void aTabThatIsSavedToBeClosedStaysWhileSomethingIsAsked_data()
    {
        QTest::addColumn<bool>("isEdited");
        QTest::newRow("not edited") << false;
        QTest::newRow("edited") << true;
    }
    void aTabThatIsSavedToBeClosedStaysWhileSomethingIsAsked()
    {
        QFETCH(bool, isEdited);
        openEdited();
        const auto* tabs = (*m_driven)->findChild<ui::DocumentTabs*>();
        answerDialog([&](QDialog& question) {
            answerDialog([&](QDialog& dialog) {
                dialog.findChild<QLineEdit*>(QStringLiteral("savePath"))
                    ->setText(path("saved.onnx"));
                pressButton(dialog, QStringLiteral("Save"));
            });
            pressButton(question, QStringLiteral("Save as…"));
        });
        m_driven->action("file.close")->trigger();
        bool isAsked = false;
        answerDialog([&](QDialog& dialog) {
            isAsked = true;
            m_driven->settle();
            QVERIFY(!document()->editor()->isModified()); // it is saved
            QTest::qWait(200);
            QCOMPARE(tabs->pages().size(), 1);
            if (isEdited)
                rename("gate", "other");
            dialog.reject();
        });
        m_driven->action("edit.wholeModel")->trigger();
        QVERIFY(isAsked);
        if (isEdited) {
            QString question;
            answerDialog([&](QDialog& dialog) {
                question = dialog.objectName();
                pressButton(dialog, QStringLiteral("Discard"));
            });
            QTRY_COMPARE(question, QStringLiteral("closeEdited"));
        }
        QTRY_COMPARE(tabs->pages().size(), 0);
        QVERIFY(QFile::exists(path("saved.onnx")));
    }

    void theSuggestionIsANewFile()
    {
        openEdited();
        QString suggested;
        answerDialog([&](QDialog& dialog) {
            suggested = dialog.findChild<QLineEdit*>(QStringLiteral("savePath"))->text();
            dialog.reject();
        });
        m_driven->action("file.saveAs")->trigger();
        QCOMPARE(suggested, path("m-edited.onnx"));
    }

    void theOpenedFileIsReplacedOnlyAfterAQuestion()
    {
        openEdited();
        const auto original = contentOf(path("m.onnx"));
        answerDialog([&](QDialog& dialog) {
            dialog.findChild<QLineEdit*>(QStringLiteral("savePath"))->setText(path("m.onnx"));
            answerDialog(
                [&](QDialog& question) { pressButton(question, QStringLiteral("Cancel")); });
            pressButton(dialog, QStringLiteral("Save"));
            dialog.reject();
        });
        m_driven->action("file.saveAs")->trigger();
        m_driven->settle();
        QCOMPARE(contentOf(path("m.onnx")), original);
        QVERIFY(document()->editor()->isModified());
        answerDialog([&](QDialog& dialog) {
            dialog.findChild<QLineEdit*>(QStringLiteral("savePath"))->setText(path("m.onnx"));
            answerDialog(
                [&](QDialog& question) { pressButton(question, QStringLiteral("Replace")); });
            pressButton(dialog, QStringLiteral("Save"));
        });
        m_driven->action("file.saveAs")->trigger();
        m_driven->settle();
        QVERIFY(contentOf(path("m.onnx")) != original);
        rename("gate", "last"); // the document goes on from the same file
        saveAs(path("m2.onnx"));
        const auto saved = model::onnx::openModel(path("m2.onnx").toStdString());
        QCOMPARE((*saved)->nodes.front().name, std::string("last"));
    }

    void closingATabAsks()
    {
        openEdited();
        const auto* tabs = (*m_driven)->findChild<ui::DocumentTabs*>();
        answerDialog([](QDialog& dialog) { pressButton(dialog, QStringLiteral("Cancel")); });
        m_driven->action("file.close")->trigger();
        QCOMPARE(tabs->pages().size(), 1);
        answerDialog([](QDialog& dialog) { pressButton(dialog, QStringLiteral("Discard")); });
        m_driven->action("file.close")->trigger();
        QCOMPARE(tabs->pages().size(), 0);
        QCOMPARE(journals(), QStringList());
    }

    void readingTheFileAgainNeverLosesEdits()
    {
        openEdited();
        document()->reload();
        m_driven->settle();
        QCOMPARE(document()->model()->nodes.front().name, std::string("gate"));
        QCOMPARE(document()->editor()->count(), 1);
    }

    void editsOfAKilledProcessAreOfferedAndRestored()
    {
        openEdited();
        rename("gate", "second");
        QTRY_COMPARE(journals().size(), 1);
        m_driven->settle();
        // A process that was killed leaves its journal without a lock.
        const auto journal = journalFolder() + u'/' + journals().front();
        const auto left = journalFolder() + QStringLiteral("/1-1.json");
        QVERIFY(QFile::copy(journal, left));
        document()->editor()->discard();
        QCOMPARE(journals(), QStringList { QStringLiteral("1-1.json") });
        startWindow(Folder::Same);
        (*m_driven)->offerLeftRecordings();
        m_driven->settle();
        auto* bar = m_driven->child<ui::Banner>("leftEdits");
        QVERIFY(bar->isVisible());
        QVERIFY(shownWords(*bar).contains(QStringLiteral("2 edits")));
        for (auto* button : bar->findChildren<QPushButton*>())
            if (button->text() == QStringLiteral("Restore"))
                button->click();
        QTRY_VERIFY(document() != nullptr && document()->editor()->count() == 2);
        m_driven->settle();
        QCOMPARE(document()->model()->nodes.front().name, std::string("second"));
        QVERIFY(!bar->isVisible());
        QVERIFY(!QFileInfo::exists(left)); // they have a journal of this process now
        QCOMPARE(journals().size(), 1);
        document()->editor()->undo();
        m_driven->settle();
        QCOMPARE(document()->model()->nodes.front().name, std::string("gate"));
    }

    /// Every model gets its own file, and the program ends when the last one is written.
    void quittingCanSaveFirst()
    {
        openEdited();
        openEdited("n.onnx");
        answerDialog([](QDialog& dialog) { // the second model is not saved, so nothing is left
            answerDialog([](QDialog& saving) {
                saving.findChild<QLineEdit*>(QStringLiteral("savePath"))
                    ->setText(
                        QFileInfo(saving.findChild<QLineEdit*>(QStringLiteral("savePath"))->text())
                            .dir()
                            .filePath(QStringLiteral("first.onnx")));
                answerDialog([](QDialog& second) { second.reject(); });
                pressButton(saving, QStringLiteral("Save"));
            });
            pressButton(dialog, QStringLiteral("Save as…"));
        });
        (*m_driven)->close();
        QTRY_VERIFY(QFileInfo::exists(path("first.onnx")));
        m_driven->settle();
        QVERIFY((*m_driven)->isVisible());
        QVERIFY(document()->editor()->isModified());
        answerDialog([](QDialog& dialog) {
            QVERIFY(shownWords(dialog).contains(QStringLiteral("1 model with edits")));
            answerDialog([](QDialog& saving) { pressButton(saving, QStringLiteral("Save")); });
            pressButton(dialog, QStringLiteral("Save as…"));
        });
        (*m_driven)->close();
        QTRY_VERIFY(!(*m_driven)->isVisible());
        QVERIFY(QFileInfo::exists(path("n-edited.onnx")));
        QCOMPARE(journals(), QStringList());
    }

    void quittingOffersToKeepTheEdits()
    {
        openEdited();
        answerDialog([](QDialog& dialog) { pressButton(dialog, QStringLiteral("Cancel")); });
        (*m_driven)->close();
        QVERIFY((*m_driven)->isVisible());
        answerDialog(
            [](QDialog& dialog) { pressButton(dialog, QStringLiteral("Keep for next start")); });
        (*m_driven)->close();
        QVERIFY(!(*m_driven)->isVisible());
        startWindow(Folder::Same);
        QCOMPARE(journals().size(), 1);
        (*m_driven)->offerLeftRecordings();
        m_driven->settle();
        auto* bar = m_driven->child<ui::Banner>("leftEdits");
        QVERIFY(bar->isVisible());
        m_driven->child<QPushButton>("discardLeftEdits")->click();
        QVERIFY(!bar->isVisible());
        QCOMPARE(journals().size(), 0);
    }
};

QTEST_MAIN(TestEditSaving)
#include "tst_edit_saving.moc"
