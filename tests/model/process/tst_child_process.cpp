// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "model/process/child_process.h"

#include <csignal>
#include <unistd.h>

using namespace support;
using namespace std::chrono_literals;

class TestChildProcess : public QObject {
    Q_OBJECT

private slots:
    void exchangesMoreThanAPipeHolds()
    {
        const std::string sent(5'000'000, 'x');
        auto child = ChildProcess::spawn("/bin/cat", "-");
        QVERIFY(bool(child));
        child->send(sent);
        child->endInput();
        while (child->exchange()) { }
        QVERIFY(child->received() == sent);
        const auto end = child->wait();
        QCOMPARE(end.exitCode, 0);
        QCOMPARE(end.signal, 0);
    }

    void aChildThatReadsNothingDoesNotEndThisProcess()
    {
        auto child = ChildProcess::spawn("/bin/true", "-");
        QVERIFY(bool(child));
        child->send(std::string(5'000'000, 'x'));
        child->endInput();
        while (child->exchange()) { }
        QCOMPARE(child->wait().exitCode, 0);
        sigset_t pending;
        QCOMPARE(sigpending(&pending), 0);
        QCOMPARE(sigismember(&pending, SIGPIPE), 0);
    }

    void aProgramThatDoesNotExistIsAnError()
    {
        const auto child = ChildProcess::spawn("/nonexistent/program", "-");
        QVERIFY(!child);
        QVERIFY(child.error().kind() == ErrorKind::Resource);
        QVERIFY(child.error().message().starts_with("/nonexistent/program cannot be started: "));
    }

    void isLateAfterItsTime()
    {
        auto child = ChildProcess::spawn("/bin/sleep", "3600");
        QVERIFY(bool(child));
        child->limitTime(0ms);
        QVERIFY(child->exchange());
        QVERIFY(!child->isLate());
        child->limitTime(1ms);
        while (!child->isLate())
            QVERIFY(child->exchange());
    }

    void aForkAnswers()
    {
        auto child = ChildProcess::fork([](int input, int output) {
            char byte = 0;
            while (::read(input, &byte, 1) == 1) {
                ++byte;
                if (::write(output, &byte, 1) != 1)
                    return;
            }
        });
        QVERIFY(bool(child));
        child->send("abc");
        child->endInput();
        while (child->exchange()) { }
        QCOMPARE(child->received(), std::string("bcd"));
        QCOMPARE(child->wait().exitCode, 0);
    }

    void namesTheSignalThatKilledIt()
    {
        auto child = ChildProcess::fork([](int, int) { ::raise(SIGKILL); });
        QVERIFY(bool(child));
        while (child->exchange()) { }
        QCOMPARE(child->wait().signal, SIGKILL);
    }
};

QTEST_GUILESS_MAIN(TestChildProcess)
#include "tst_child_process.moc"
