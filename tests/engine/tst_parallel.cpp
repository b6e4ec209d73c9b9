#include "engine/kernel/kernel.h"
#include "engine/run/threads.h"
#include "model/support/catch_exceptions.h"

#include <QtTest>

#include <atomic>
#include <stdexcept>

using namespace engine;

class TestParallel : public QObject {
    Q_OBJECT

private slots:
    void handsOnWhatAPieceThrows_data()
    {
        QTest::addColumn<int>("threads");
        QTest::addColumn<qint64>("at");
        for (const int threads : { 1, 2, 4 })
            for (const qint64 at : { 0, 50, 99 }) // on the caller's thread and on others
                QTest::addRow("%d threads, at %lld", threads, at) << threads << at;
    }
    void handsOnWhatAPieceThrows()
    {
        QFETCH(int, threads);
        QFETCH(qint64, at);
        const auto result = support::catchExceptions("the kernel", [&]() -> Result<void> {
            parallelFor(100, 1, threads, [&](std::int64_t first, std::int64_t last) {
                if (first <= at && at < last)
                    throw std::runtime_error("piece");
            });
            return {};
        });
        QVERIFY(!result);
        QCOMPARE(result.error().message(), std::string("the kernel failed unexpectedly: piece"));
    }

    void handsOnOneOfSeveralFailures()
    {
        QVERIFY_EXCEPTION_THROWN(
            parallelFor(100, 1, 4, [](std::int64_t, std::int64_t) { throw std::bad_alloc(); }),
            std::bad_alloc);
    }

    void worksAgainAfterAFailure()
    {
        try {
            parallelFor(8, 1, 4, [](std::int64_t, std::int64_t) { throw std::bad_alloc(); });
        } catch (const std::bad_alloc&) {
        }
        std::atomic<std::int64_t> done = 0;
        parallelFor(
            100, 1, 4, [&](std::int64_t first, std::int64_t last) { done += last - first; });
        QCOMPARE(done.load(), 100);
    }

    void startsThreadsOnce()
    {
        QVERIFY(startThreads(1));
        QVERIFY(startThreads(4));
        QVERIFY(startThreads(4));
    }
};

QTEST_GUILESS_MAIN(TestParallel)
#include "tst_parallel.moc"
