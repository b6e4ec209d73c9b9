#include <QTest>

#include "model/onnx/parser.h"
#include "tests/support/graph_text.h"
#include "tests/support/ui/driven_window.h"
#include "tests/support/ui/walkthrough_models.h"
#include "ui/document/document.h"
#include "ui/document/settings.h"
#include "ui/edit/edits.h"
#include "ui/edit/model_editor.h"
#include "ui/edit/save_model_dialog.h"
#include "ui/pages/document_page.h"
#include "ui/widgets/banner.h"
#include "ui/window/document_tabs.h"

#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QTemporaryDir>

namespace {

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void click(QDialog& dialog, const QString& text)
{
    for (auto* button : dialog.findChildren<QPushButton*>())
        if (button->text().remove(u'&') == text)
            return button->click();
    QFAIL("the dialog has no such button");
}

} // namespace

/// Saving an edited model, closing it, and finding its edits after a crash.
class TestEditSaving : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_settings;
    std::unique_ptr<QTemporaryDir> m_files;
    std::unique_ptr<DrivenWindow> m_driven;

    QString path(const char* name) const { return m_files->filePath(QString::fromLatin1(name)); }
    ui::Document* document() { return (*m_driven)->currentDocument(); }
    QString journalFolder() const { return ui::settings::folder() + QStringLiteral("/edits"); }
    QStringList journals() const
    {
        return QDir(journalFolder()).entryList({ QStringLiteral("*.json") });
    }

    void openEdited()
    {
        testing::writeFile(
            path("m.onnx"), testing::modelBytesFromText("x: float[2]\ny = Relu(x) \"act\"\ny ->"));
        QVERIFY(m_driven->open(path("m.onnx")) != nullptr);
        rename("act", "gate");
    }
    void rename(const char* from, const char* to)
    {
        document()->editor()->apply(ui::makeEdit("renameNode", [&](support::JsonWriter& json) {
            json.members({ { "node", from }, { "to", to } });
        }));
        m_driven->settle();
        QCOMPARE(document()->model()->nodes.front().name, std::string(to));
    }
    void saveAs(const QString& target)
    {
        answerDialog([&](QDialog& dialog) {
            dialog.findChild<QLineEdit*>(QStringLiteral("savePath"))->setText(target);
            click(dialog, QStringLiteral("Save"));
        });
        m_driven->action("file.saveAs")->trigger();
        m_driven->settle();
    }

private slots:
    void initTestCase() { DrivenWindow::isolate(m_settings); }
    void init()
    {
        m_files = std::make_unique<QTemporaryDir>();
        QDir(journalFolder()).removeRecursively();
        m_driven = std::make_unique<DrivenWindow>();
    }
    void cleanup()
    {
        for (const auto* page : (*m_driven)->findChildren<ui::DocumentPage*>())
            if (page->document()->editor() != nullptr)
                page->document()->editor()->discard();
        m_driven.reset();
    }

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
            answerDialog([&](QDialog& question) { click(question, QStringLiteral("Cancel")); });
            click(dialog, QStringLiteral("Save"));
            dialog.reject();
        });
        m_driven->action("file.saveAs")->trigger();
        m_driven->settle();
        QCOMPARE(contentOf(path("m.onnx")), original);
        QVERIFY(document()->editor()->isModified());
        answerDialog([&](QDialog& dialog) {
            dialog.findChild<QLineEdit*>(QStringLiteral("savePath"))->setText(path("m.onnx"));
            answerDialog([&](QDialog& question) { click(question, QStringLiteral("Replace")); });
            click(dialog, QStringLiteral("Save"));
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
        answerDialog([](QDialog& dialog) { click(dialog, QStringLiteral("Cancel")); });
        m_driven->action("file.close")->trigger();
        QCOMPARE(tabs->pages().size(), 1);
        answerDialog([](QDialog& dialog) { click(dialog, QStringLiteral("Discard")); });
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
        m_driven = std::make_unique<DrivenWindow>();
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

    void quittingOffersToKeepTheEdits()
    {
        openEdited();
        answerDialog([](QDialog& dialog) { click(dialog, QStringLiteral("Cancel")); });
        (*m_driven)->close();
        QVERIFY((*m_driven)->isVisible());
        answerDialog([](QDialog& dialog) { click(dialog, QStringLiteral("Keep for next start")); });
        (*m_driven)->close();
        QVERIFY(!(*m_driven)->isVisible());
        m_driven = std::make_unique<DrivenWindow>();
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
