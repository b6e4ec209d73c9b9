#include "tests/support/kill/killed_process.h"
#include "ui/document/settings.h"
#include "ui/notes/note_store.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QLockFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <thread>
#include <vector>

namespace {

constexpr auto childVariable = "OPSCOPE_TEST_STATE_CHILD";
constexpr auto endVariable = "OPSCOPE_TEST_STATE_END";
constexpr auto key = "test/text";
const QString contentHash = QStringLiteral("0123456789abcdef");

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// What the window keeps of itself; `text` tells one content from another.
struct State {
    QString setting;
    QString file;
    QList<ui::Note> notes;

    static State of(const QString& text, int notes)
    {
        State state { text, text + ".onnx", {} };
        for (int i = 0; i < notes; ++i)
            state.notes.append({ ui::Note::Kind::Node, static_cast<quint64>(i), text,
                text.repeated(100), i % 2 == 0 });
        return state;
    }
    /// Small files are written by one flush at the end, large ones in pieces.
    static State older(int factor) { return of("older", 2 * factor); }
    static State newer(int factor) { return of("newer", 3 * factor); }

    /// False if the notes were refused.
    bool write() const
    {
        ui::settings::setValue(key, setting);
        ui::settings::flush(); // the same writes at each try
        ui::settings::clearRecentFiles();
        ui::settings::flush();
        ui::settings::rememberFile({ file, QDateTime::currentDateTime(), 1, 1, {}, {} });
        ui::settings::flush();
        return static_cast<bool>(ui::saveNotes(contentHash, notes));
    }
};

} // namespace

/// A disk fails, or the process dies, while the window writes settings and notes: what is read
/// afterwards is what was there before, or what was to be written.
class TestStateOnFailingDisk : public QObject {
    Q_OBJECT

private slots:
    void nothingOldIsLost_data()
    {
        QTest::addColumn<QString>("by");
        QTest::addColumn<int>("factor");
        for (const auto* const by : { "EIO", "ENOSPC", "SHORT", "KILL" })
            for (const int factor : { 1, 100 })
                QTest::addRow("%s, %d", by, factor) << by << factor;
    }
    void nothingOldIsLost()
    {
        QFETCH(QString, by);
        QFETCH(int, factor);
        const auto older = State::older(factor);
        const auto newer = State::newer(factor);
        const bool isThorough = factor == 1 && (by == "EIO" || by == "ENOSPC");
        const int step = testing::triesEachChange() ? 1 : isThorough ? 2 : 8;
        int changes = 0;
        for (int at = 0; at == 0 || at <= changes; at += at == 0 ? 1 : step) {
            QTemporaryDir folder;
            ui::settings::useFolder(folder.filePath("settings"));
            QVERIFY(older.write());
            const auto outcome = testing::runKilledAt(at, QCoreApplication::applicationFilePath(),
                {}, folder.path(),
                { QStringLiteral("%1=%2").arg(childVariable).arg(factor),
                    "OPSCOPE_TEST_KILL_BY=" + by });
            const auto what = QStringLiteral("%1 at change %2: exit code %3, %4")
                                  .arg(by)
                                  .arg(at)
                                  .arg(outcome.code)
                                  .arg(QString::fromUtf8(outcome.err));
            if (at == 0)
                changes = outcome.changes;
            QVERIFY2(outcome.isKilled == (at > 0 && by == "KILL"), qPrintable(what));

            const auto setting = ui::settings::value(key);
            QVERIFY2(setting == older.setting || setting == newer.setting, qPrintable(what));
            const auto files = ui::settings::recentFiles();
            for (const auto& file : files)
                QVERIFY2(file.path == older.file || file.path == newer.file, qPrintable(what));
            const auto notes = ui::loadNotes(contentHash);
            QVERIFY2(notes, notes ? "" : notes.error().message().c_str());
            QVERIFY2(*notes == older.notes || *notes == newer.notes, qPrintable(what));
            // Success is said only if the notes are there.
            QVERIFY2(outcome.code != 0 || *notes == newer.notes, qPrintable(what));
            QVERIFY2(
                by != "SHORT" || (outcome.code == 0 && setting == newer.setting), qPrintable(what));
        }
        qInfo("%d changes", changes);
        QVERIFY(changes >= 6);
    }

    void aChangeDoesNotWaitForTheFile()
    {
        QTemporaryDir folder;
        ui::settings::useFolder(folder.filePath("settings"));
        ui::settings::setValue(key, "before");
        ui::settings::flush();
        const auto file = folder.filePath("settings/Opscope/opscope.ini");
        QVERIFY(contentOf(file).contains("before"));
        QLockFile lock(file + ".lock"); // as another process that is writing; QSettings waits
        QVERIFY(lock.lock());
        ui::settings::setValue(key, "after");
        QCOMPARE(ui::settings::value(key), "after");
        QVERIFY(contentOf(file).contains("before"));
        lock.unlock();
        ui::settings::flush();
        QVERIFY(contentOf(file).contains("after"));
        QCOMPARE(ui::settings::value(key), "after");
    }

    void whatIsNotWrittenYetIsWrittenAtTheEnd()
    {
        QTemporaryDir folder;
        QProcess process;
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert(endVariable, QStringLiteral("1"));
        process.setProcessEnvironment(environment);
        process.setWorkingDirectory(folder.path());
        process.start(QCoreApplication::applicationFilePath());
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.exitCode(), 0);
        ui::settings::useFolder(folder.filePath("settings"));
        QCOMPARE(ui::settings::value(key), "last");
    }

    void threadsLoseNoSetting()
    {
        constexpr int threads = 4;
        constexpr int keys = 40;
        QTemporaryDir folder;
        ui::settings::useFolder(folder.filePath("settings"));
        const auto keyOf
            = [](int thread, int i) { return QStringLiteral("thread%1/%2").arg(thread).arg(i); };
        std::vector<std::thread> running;
        for (int thread = 0; thread < threads; ++thread)
            running.emplace_back([&, thread] {
                for (int i = 0; i < keys; ++i)
                    ui::settings::setValue(keyOf(thread, i), QString::number(i));
            });
        for (auto& thread : running)
            thread.join();
        ui::settings::useFolder(folder.filePath("settings")); // read from the file
        for (int thread = 0; thread < threads; ++thread)
            for (int i = 0; i < keys; ++i)
                QCOMPARE(ui::settings::value(keyOf(thread, i)), QString::number(i));
    }
};

int main(int count, char** arguments)
{
    QCoreApplication application(count, arguments);
    if (qEnvironmentVariableIsSet(childVariable)) {
        ui::settings::useFolder(QDir::current().filePath("settings"));
        return State::newer(qEnvironmentVariableIntValue(childVariable)).write() ? 0 : 3;
    }
    if (qEnvironmentVariableIsSet(endVariable)) {
        ui::settings::useFolder(QDir::current().filePath("settings"));
        ui::settings::setValue(key, "last");
        return 0;
    }
    TestStateOnFailingDisk test;
    return QTest::qExec(&test, count, arguments);
}
#include "tst_state_on_failing_disk.moc"
