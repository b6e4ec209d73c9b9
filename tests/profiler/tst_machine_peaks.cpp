// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "profiler/peaks/machine_peaks.h"
#include "tests/support/failing_memory.h"

using namespace profiler;
using testing::FailAllocations;
using testing::Failing;

class TestMachinePeaks : public QObject {
    Q_OBJECT

private slots:
    void aLackOfMemoryIsAnError();
    void aLackOfMemoryInAThreadIsAnError();
    void aStopIsCancelled();
};

/// Whichever allocation it is: of tables, of the barrier, of a thread that others wait for.
void TestMachinePeaks::aLackOfMemoryIsAnError()
{
    for (int working = 0; working < 12; ++working) {
        const FailAllocations none({ .working = working, .failing = 1 });
        const auto peaks = measurePeaks(3);
        QVERIFY(none.failed() > 0);
        QVERIFY(!peaks);
        QCOMPARE(peaks.error().kind(), support::ErrorKind::Resource);
        QVERIFY(!peaks.error().message().empty());
    }
}

/// The arrays of the other threads.
void TestMachinePeaks::aLackOfMemoryInAThreadIsAnError()
{
    const FailAllocations none({ .where = Failing::Where::Elsewhere, .least = 100'000 });
    const auto peaks = measurePeaks(2);
    QVERIFY(none.failed() > 0);
    QVERIFY(!peaks);
    QCOMPARE(peaks.error().kind(), support::ErrorKind::Resource);
    QVERIFY(peaks.error().message().find("are needed") != std::string::npos);
}

void TestMachinePeaks::aStopIsCancelled()
{
    std::stop_source stop;
    stop.request_stop();
    const auto peaks = measurePeaks(1, stop.get_token());
    QVERIFY(!peaks);
    QCOMPARE(peaks.error().kind(), support::ErrorKind::Cancelled);
}

QTEST_GUILESS_MAIN(TestMachinePeaks)
#include "tst_machine_peaks.moc"
