#include <QTest>

#include "engine/plugins/crash_note.h"
#include "tests/support/failing_memory.h"

#include <array>
#include <csignal>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using engine::plugins::CrashNote;
using testing::FailAllocations;

class TestCrashNote : public QObject {
    Q_OBJECT

private slots:
    void aCrashIsToldWithoutMemory();
};

/// The handler of a crash may not allocate: the heap may be what is broken. Each allocation throws
/// here, which would end the process by SIGABRT.
void TestCrashNote::aCrashIsToldWithoutMemory()
{
    std::array<int, 2> ends {};
    QCOMPARE(::pipe(ends.data()), 0);
    const std::string library = "lib-of-a-stranger-with-a-long-name.so";
    const std::string operatorName = "Twice";
    const auto child = ::fork();
    if (child == 0) {
        const rlimit none { 0, 0 };
        ::setrlimit(RLIMIT_CORE, &none);
        ::dup2(ends[1], STDERR_FILENO);
        engine::plugins::reportCrashes();
        const CrashNote note(library, "run", operatorName, "node 7");
        const FailAllocations noMemory({});
        ::raise(SIGSEGV);
        ::_exit(1);
    }
    ::close(ends[1]);
    QByteArray said;
    std::array<char, 512> part {};
    for (ssize_t got = 0; (got = ::read(ends[0], part.data(), part.size())) > 0;)
        said.append(part.data(), static_cast<qsizetype>(got));
    ::close(ends[0]);
    int status = 0;
    QCOMPARE(::waitpid(child, &status, 0), child);
    QVERIFY(WIFSIGNALED(status));
    QCOMPARE(WTERMSIG(status), SIGSEGV);
    QCOMPARE(said,
        QByteArray("the plug-in lib-of-a-stranger-with-a-long-name.so crashed in run of Twice "
                   "(node node 7)\n"));
}

QTEST_GUILESS_MAIN(TestCrashNote)
#include "tst_crash_note.moc"
