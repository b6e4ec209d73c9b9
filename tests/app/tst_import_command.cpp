#include <QTest>

#include "tests/support/cli_process.h"

#include <QFile>
#include <QTemporaryDir>

#include <sys/resource.h>

using namespace testing;

/// `opscope-cli import` where memory is scarce.
class TestImportCommand : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

private slots:
    void initTestCase()
    {
        QFile trace(m_folder.filePath("trace.json"));
        QVERIFY(trace.open(QIODevice::WriteOnly));
        trace.write("{\"traceEvents\":[\n");
        constexpr int events = 400'000;
        for (int i = 0; i < events; ++i)
            trace.write("{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"op_"
                + QByteArray::number(i % 500) + "\",\"pid\":1,\"tid\":" + QByteArray::number(i % 4)
                + ",\"ts\":" + QByteArray::number(4 * i) + ",\"dur\":3}"
                + (i + 1 < events ? ",\n" : "\n"));
        trace.write("]}\n");
        trace.close();
    }

    void tooLittleMemoryIsSaid_data()
    {
        QTest::addColumn<int>("mebibytes");
        for (const int size : { 600, 260, 200, 160, 120 })
            QTest::addRow("%d MiB", size) << size;
    }
    void tooLittleMemoryIsSaid()
    {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
        QSKIP("a sanitizer reserves more address space than the limit");
#endif
        QFETCH(int, mebibytes);
        const auto target = m_folder.filePath("p.opscope");
        QFile::remove(target);
        QProcess process;
        process.setWorkingDirectory(m_folder.path());
        process.setChildProcessModifier([mebibytes] {
            const rlimit limit { rlim_t(mebibytes) << 20, rlim_t(mebibytes) << 20 };
            ::setrlimit(RLIMIT_AS, &limit);
        });
        process.start(QString::fromStdString(cliProgram().string()),
            { "import", "trace.json", "-o", "p.opscope" });
        QVERIFY(process.waitForFinished(120'000));
        const auto talk = process.readAllStandardError();
        QVERIFY2(process.exitStatus() == QProcess::NormalExit, talk.constData());
        constexpr int notLoaded = 127; // the system could not even load the program's libraries
        QVERIFY2(QList<int>({ 0, 5, notLoaded }).contains(process.exitCode()), talk.constData());
        QVERIFY(process.exitCode() == 0 || !talk.isEmpty());
        QCOMPARE(QFile::exists(target), process.exitCode() == 0);
    }
};

QTEST_GUILESS_MAIN(TestImportCommand)
#include "tst_import_command.moc"
