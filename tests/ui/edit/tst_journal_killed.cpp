#include "model/support/hash.h"
#include "tests/support/graph_text.h"
#include "tests/support/kill/killed_process.h"
#include "tests/support/ui/walkthrough_models.h"
#include "ui/document/document.h"
#include "ui/document/settings.h"
#include "ui/edit/edits.h"
#include "ui/edit/journal/edit_journal.h"
#include "ui/edit/model_editor.h"
#include "ui/jobs/job_runner.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cstdio>

namespace {

constexpr auto childVariable = "OPSCOPE_TEST_EDITING_CHILD";
constexpr int patienceMs = 60'000;

/// The part of the window that edits: makes three edits, takes one back, saves, makes another one.
/// Prints a line when a step and its note in the journal are done.
class EditingChild {
public:
    explicit EditingChild(const QString& target)
        : m_document(QDir::current().filePath("model.onnx"), m_jobs)
        , m_target(QDir::current().filePath(target))
    {
    }

    int run()
    {
        m_document.reload();
        if (!wait() || m_document.model() == nullptr)
            return 1;
        for (const auto* const name : { "one", "two", "three" })
            rename(name);
        m_document.editor()->undo();
        report("undone");
        m_document.editor()->save(m_target, {}, [](const support::Result<void>& done) {
            if (!done)
                std::fprintf(stderr, "%s\n", done.error().message().c_str());
        });
        report("saved");
        rename("four");
        std::_Exit(0); // as a window that dies: the journal stays
    }

private:
    bool wait()
    {
        QTest::qWait(1);
        return QTest::qWaitFor([&] { return m_jobs.isIdle(); }, patienceMs);
    }
    void report(const char* what)
    {
        wait();
        std::printf("%s\n", what);
        std::fflush(stdout);
    }
    void rename(const char* to)
    {
        m_document.editor()->apply(ui::makeEdit("renameNode", [&](support::JsonWriter& json) {
            json.members({ { "node", "graph/node[0]" }, { "to", to } });
        }));
        report(to);
    }

    ui::JobRunner m_jobs;
    ui::Document m_document;
    QString m_target;
};

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

/// The window is killed at each change of a file while a model is edited and saved: the files are
/// whole, and the journal offers the edits that were not saved.
class TestJournalKilled : public QObject {
    Q_OBJECT

private slots:
    void losesNoEdit_data();
    void losesNoEdit();
    void keepsFilesWholeOnAFailingDisk_data();
    void keepsFilesWholeOnAFailingDisk();
};

void TestJournalKilled::losesNoEdit_data()
{
    QTest::addColumn<QString>("target");
    QTest::newRow("another file") << "saved.onnx";
    QTest::newRow("the opened file") << "model.onnx";
}

void TestJournalKilled::losesNoEdit()
{
    QFETCH(QString, target);
    const auto bytes
        = testing::modelBytesFromText("x: float[2]\ny = Relu(x) \"act\"\ny -> float[2]");
    const auto original = QByteArray::fromStdString(bytes);
    QByteArray saved; // content of the complete saved file
    int changes = 0;
    const int step = testing::triesEachChange() ? 1 : 2;
    for (int at = 0; at == 0 || at <= changes; at += at == 0 ? 1 : step) {
        QTemporaryDir folder;
        testing::writeFile(folder.filePath("model.onnx"), bytes);
        const auto outcome = testing::runKilledAt(at, QCoreApplication::applicationFilePath(), {},
            folder.path(), { QString(childVariable) + '=' + target });
        const auto done = QString::fromUtf8(outcome.out).split('\n', Qt::SkipEmptyParts);
        if (at == 0) {
            QVERIFY2(outcome.code == 0, outcome.err.constData());
            QCOMPARE(done.size(), 6);
            changes = outcome.changes;
            saved = contentOf(folder.filePath(target));
            QVERIFY(saved.contains("two"));
        } else {
            QVERIFY2(outcome.isKilled, qPrintable(QString("not killed at %1").arg(at)));
        }
        const auto model = contentOf(folder.filePath("model.onnx"));
        QVERIFY(model == original || (target == "model.onnx" && model == saved));
        const auto other = contentOf(folder.filePath(target));
        QVERIFY(target == "model.onnx" || other.isEmpty() || other == saved);

        ui::settings::useFolder(folder.filePath("settings"));
        const auto left = ui::EditJournal::left();
        // Edits in the journal after each step; the next step may have been noted already.
        static const QList<int> noted { 0, 1, 2, 3, 2, 0, 1 };
        const int steps = left.empty() ? 0 : static_cast<int>(left.front().steps.size());
        const auto now = noted.at(done.size());
        const auto next = noted.at(qMin(done.size() + 1, noted.size() - 1));
        QVERIFY2(steps == now || steps == next,
            qPrintable(QString("%1 edits at change %2 after %3 steps")
                           .arg(steps)
                           .arg(at)
                           .arg(done.size())));
        if (steps > 0)
            QVERIFY(QFileInfo::exists(left.front().model));
        const auto files = QDir(ui::settings::folder() + "/edits").entryList(QDir::Files);
        QVERIFY2(files.size() <= (steps > 0 ? 2 : 0), qPrintable(files.join(' ')));
    }
    qInfo("%d changes", changes);
    QVERIFY(changes >= 10);
}

void TestJournalKilled::keepsFilesWholeOnAFailingDisk_data()
{
    QTest::addColumn<QString>("target");
    QTest::addColumn<QString>("by");
    for (const auto* const target : { "saved.onnx", "model.onnx" })
        for (const auto* const by : { "EIO", "ENOSPC", "SHORT" })
            QTest::addRow("%s, %s", target, by) << target << by;
}

void TestJournalKilled::keepsFilesWholeOnAFailingDisk()
{
    QFETCH(QString, target);
    QFETCH(QString, by);
    constexpr auto steps = 6;
    const auto bytes
        = testing::modelBytesFromText("x: float[2]\ny = Relu(x) \"act\"\ny -> float[2]");
    const auto original = QByteArray::fromStdString(bytes);
    const int step = testing::triesEachChange() ? 1 : by == "EIO" && target == "model.onnx" ? 2 : 8;
    QByteArray saved; // content of the complete saved file
    int changes = 0;
    for (int at = 0; at == 0 || at <= changes; at += at == 0 ? 1 : step) {
        QTemporaryDir folder;
        testing::writeFile(folder.filePath("model.onnx"), bytes);
        const auto outcome = testing::runKilledAt(at, QCoreApplication::applicationFilePath(), {},
            folder.path(), { QString(childVariable) + '=' + target, "OPSCOPE_TEST_KILL_BY=" + by });
        const auto what
            = QString("%1 at change %2: %3").arg(by).arg(at).arg(QString::fromUtf8(outcome.err));
        // Editing goes on without a journal.
        QVERIFY2(outcome.code == 0, qPrintable(what));
        QCOMPARE(outcome.out.count('\n'), steps);
        if (at == 0) {
            changes = outcome.changes;
            saved = contentOf(folder.filePath(target));
        }
        const auto model = contentOf(folder.filePath("model.onnx"));
        QVERIFY2(model == original || (target == "model.onnx" && model == saved), qPrintable(what));
        const auto other = contentOf(folder.filePath(target));
        QVERIFY2(target == "model.onnx" || other.isEmpty() || other == saved, qPrintable(what));
        QVERIFY2(by != "SHORT" || contentOf(folder.filePath(target)) == saved, qPrintable(what));

        ui::settings::useFolder(folder.filePath("settings"));
        const auto left = ui::EditJournal::left();
        // At most three edits were in effect at once, and three after a save that failed.
        QVERIFY2(left.empty() || left.front().steps.size() <= 3, qPrintable(what));
        if (by == "SHORT")
            QCOMPARE(left.size(), std::size_t(1));
    }
    QVERIFY(changes >= 10);
}

int main(int count, char** arguments)
{
    QApplication application(count, arguments);
    if (qEnvironmentVariableIsSet(childVariable)) {
        ui::settings::useFolder(QDir::current().filePath("settings"));
        return EditingChild(qEnvironmentVariable(childVariable)).run();
    }
    TestJournalKilled test;
    return QTest::qExec(&test, count, arguments);
}
#include "tst_journal_killed.moc"
