#include <QTest>

#include "tests/support/paths.h"
#include "ui/document/document.h"
#include "ui/document/settings.h"
#include "ui/edit/edits.h"
#include "ui/edit/model_editor.h"
#include "ui/jobs/job_runner.h"
#include "ui/notes/notes.h"

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <algorithm>

using ui::Note;
using ui::SelectedItem;

/// Notes and marks: kept by the content of the model file, from one session to the next.
class TestNotes : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_settings;
    QTemporaryDir m_folder;
    ui::JobRunner m_jobs;

    static constexpr SelectedItem node { SelectedItem::Kind::Node, 2 };
    static constexpr SelectedItem value { SelectedItem::Kind::Value, 1 };

    std::unique_ptr<ui::Document> open(const QString& path)
    {
        auto document = std::make_unique<ui::Document>(path, m_jobs);
        (void)QTest::qWaitFor([&] { return document->model() != nullptr; }, 20'000);
        return document;
    }
    QString copyOfSample(const char* name)
    {
        const auto target = m_folder.filePath(QString::fromLatin1(name));
        QFile::copy(
            QString::fromStdString(
                (testing::sourceDir() / "resources/samples/residual-cnn/model.onnx").string()),
            target);
        return target;
    }

private slots:
    void initTestCase() { ui::settings::useFolder(m_settings.path()); }
    void cleanup() { QDir(ui::settings::folder() + "/notes").removeRecursively(); }

    void writesAndReads()
    {
        const QList<Note> notes { { Note::Kind::Node, 7, "conv \"1\"", "looks\nodd <b>", true },
            { Note::Kind::Value, 3, "x", {}, true },
            { Note::Kind::Group, 0xFEDC'BA98'7654'3210ULL, "layers.7", "hot", false } };
        QVERIFY(bool(ui::saveNotes("abc", notes)));
        const auto read = ui::loadNotes("abc");
        QVERIFY(bool(read));
        QCOMPARE(*read, notes);
        QVERIFY(bool(ui::saveNotes("abc", {})));
        QVERIFY(!QFile::exists(ui::noteFile("abc")));
    }

    void saysWhatIsWrongWithAFile_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("words");
        QTest::newRow("not json") << QByteArray("{\"version\": 1, ") << "at byte";
        QTest::newRow("newer") << QByteArray("{\"version\": 9}") << "version 9";
        QTest::newRow("unknown kind")
            << QByteArray("{\"version\": 1, \"notes\": [{\"kind\": \"edge\", \"id\": \"1\"}]}")
            << "edge";
    }
    void saysWhatIsWrongWithAFile()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, words);
        QDir().mkpath(ui::settings::folder() + "/notes");
        QFile file(ui::noteFile("bad"));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
        file.close();
        const auto read = ui::loadNotes("bad");
        QVERIFY(!read);
        const auto said = QString::fromStdString(read.error().message());
        QVERIFY2(said.contains(words), qPrintable(said));
    }

    void followTheContentNotThePath()
    {
        {
            const auto document = open(copyOfSample("a.onnx"));
            auto& notes = *ui::Notes::of(document.get(), m_jobs);
            // Written before the file's hash is known: joined with what was kept.
            notes.setText(node, "  slow on the GPU  ");
            notes.setMarked(value, true);
            QTRY_VERIFY(notes.isLoaded());
            QCOMPARE(notes.find(node)->text, QString("slow on the GPU"));
        }
        const auto document = open(copyOfSample("b.onnx"));
        auto& notes = *ui::Notes::of(document.get(), m_jobs);
        QTRY_COMPARE(notes.all().size(), qsizetype(2));
        QCOMPARE(notes.find(node)->text, QString("slow on the GPU"));
        QVERIFY(notes.find(value)->isMarked);
        QCOMPARE(*notes.itemOf(*notes.find(node)), node);
        document->reload();
        QTRY_VERIFY(m_jobs.isIdle() && notes.isLoaded());
        QCOMPARE(notes.all().size(), qsizetype(2));
    }

    void anEmptyNoteIsNone()
    {
        const auto document = open(copyOfSample("c.onnx"));
        auto& notes = *ui::Notes::of(document.get(), m_jobs);
        QTRY_VERIFY(notes.isLoaded());
        notes.setText(node, "x");
        QVERIFY(notes.find(node) != nullptr);
        notes.setText(node, " ");
        QVERIFY(notes.find(node) == nullptr);
        QVERIFY(notes.find({}) == nullptr);
    }

    void notesMoveWithTheirItemsWhenTheModelIsEdited()
    {
        const auto path = copyOfSample("edited.onnx");
        const auto other = m_folder.filePath("saved.onnx");
        std::string last; // name of a node behind the one that is removed
        {
            const auto document = open(path);
            auto& notes = *ui::Notes::of(document.get(), m_jobs);
            QTRY_VERIFY(notes.isLoaded());
            const auto& nodes = document->model()->nodes;
            const auto relu = std::ranges::find(nodes, "Relu", &model::Node::type);
            QVERIFY(relu != nodes.end());
            const auto removed = static_cast<quint32>(relu - nodes.begin());
            const auto behind = static_cast<quint32>(nodes.size() - 1);
            last = nodes[behind].name;
            const auto item = [](quint32 id) {
                return SelectedItem { SelectedItem::Kind::Node, id };
            };
            notes.setText(item(removed), "goes");
            notes.setText(item(behind), "stays");
            const auto ofFile = notes.all();

            auto& editor = *document->editor();
            editor.apply(ui::bypassOf(*document->model(), model::NodeId(removed)));
            QTRY_VERIFY(editor.count() == 1 && !editor.isBusy());
            QCOMPARE(document->model()->nodes[behind - 1].name, last);
            QCOMPARE(notes.all().size(), qsizetype(1));
            QCOMPARE(notes.find(item(behind - 1))->text, QString("stays"));
            QVERIFY(notes.find(item(removed)) == nullptr);

            editor.undo();
            QTRY_VERIFY(editor.count() == 0 && !editor.isBusy());
            QCOMPARE(notes.find(item(removed))->text, QString("goes"));
            QCOMPARE(notes.find(item(behind))->text, QString("stays"));

            editor.redo();
            QTRY_VERIFY(editor.count() == 1 && !editor.isBusy());
            notes.setText(item(behind - 1), "changed");
            const auto again = open(path); // what is kept is about the file
            auto& kept = *ui::Notes::of(again.get(), m_jobs);
            QTRY_COMPARE(kept.all().size(), ofFile.size());
            QCOMPARE(kept.find(item(removed))->text, QString("goes"));
            QCOMPARE(kept.find(item(behind))->text, QString("changed"));

            editor.save(other, {}, [](const support::Result<void>& done) { QVERIFY(bool(done)); });
            QTRY_VERIFY(!editor.isModified() && notes.isLoaded());
        }
        const auto document = open(other);
        auto& notes = *ui::Notes::of(document.get(), m_jobs);
        QTRY_COMPARE(notes.all().size(), qsizetype(1));
        const auto found = notes.itemOf(notes.all().front());
        QVERIFY(found && found->isNode());
        QCOMPARE(document->model()->nodes[found->id].name, last);
    }

    void aFileThatIsNotUnderstoodIsNotWrittenOver()
    {
        const auto path = copyOfSample("d.onnx");
        {
            const auto document = open(path);
            auto& notes = *ui::Notes::of(document.get(), m_jobs);
            QTRY_VERIFY(notes.isLoaded());
            notes.setText(node, "x");
        }
        const auto files = QDir(ui::settings::folder() + "/notes").entryInfoList(QDir::Files);
        QCOMPARE(files.size(), qsizetype(1));
        QFile file(files.first().filePath());
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("broken") == 6);
        file.close();
        const auto document = open(path);
        auto& notes = *ui::Notes::of(document.get(), m_jobs);
        QSignalSpy failed(&notes, &ui::Notes::failed);
        QVERIFY(failed.wait(20'000));
        notes.setText(node, "y");
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("broken"));
    }
};

QTEST_MAIN(TestNotes)
#include "tst_notes.moc"
