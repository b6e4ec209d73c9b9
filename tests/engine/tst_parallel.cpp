#include "engine/kernel/kernel.h"
#include "engine/run/thread_team.h"
#include "model/support/catch_exceptions.h"

#include <QtTest>

#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>
#include <vector>

using namespace engine;

class TestParallel : public QObject {
    Q_OBJECT

private:
    struct Region {
        explicit Region(unsigned members)
            : calls(members)
        {
        }
        std::vector<int> calls; ///< by member
        std::atomic<int> sum = 0;
        std::atomic<bool> isSizeRight = true;
    };

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
        QVERIFY(ThreadTeam::own().start(1));
        QVERIFY(ThreadTeam::own().start(4));
        QVERIFY(ThreadTeam::own().start(4));
    }

    void eachMemberRunsOnce_data()
    {
        QTest::addColumn<unsigned>("members");
        for (const unsigned members : { 1U, 2U, 3U, 8U, 33U })
            QTest::addRow("%u", members) << members;
    }
    void eachMemberRunsOnce()
    {
        QFETCH(unsigned, members);
        Region region(members);
        for (int round = 0; round < 2000; ++round) {
            std::ranges::fill(region.calls, 0);
            ThreadTeam::run(
                [](void* content) {
                    auto& own = *static_cast<Region*>(content);
                    const auto& member = ThreadTeam::current();
                    own.isSizeRight = own.isSizeRight && member.count == own.calls.size();
                    ++own.calls[member.number];
                },
                &region, members);
            QVERIFY(std::ranges::count(region.calls, 1) == static_cast<int>(members));
        }
        QVERIFY(region.isSizeRight);
    }

    /// Members that were not begun are taken over only by threads that have passed all barriers, so
    /// no barrier waits for ever.
    void barriersAreSafe()
    {
        constexpr unsigned members = 7;
        Region region(members);
        for (int round = 0; round < 300; ++round) {
            region.sum = 0;
            ThreadTeam::run(
                [](void* content) {
                    auto& own = *static_cast<Region*>(content);
                    for (int phase = 1; phase <= 3; ++phase) {
                        ++own.sum;
                        ThreadTeam::barrier();
                        if (own.sum != phase * 7)
                            own.isSizeRight = false;
                        ThreadTeam::barrier();
                    }
                },
                &region, members);
        }
        QVERIFY(region.isSizeRight);
        QCOMPARE(region.sum.load(), 21);
    }

    void regionsInsideRegionsHaveOneMember()
    {
        std::atomic<int> inner = 0;
        std::atomic<bool> isAlone = true;
        parallelFor(4, 1, 4, [&](std::int64_t, std::int64_t) {
            const auto before = ThreadTeam::current().number;
            parallelFor(8, 1, 4, [&](std::int64_t first, std::int64_t last) {
                inner += static_cast<int>(last - first);
                isAlone = isAlone && ThreadTeam::current().count == 1;
            });
            isAlone = isAlone && ThreadTeam::current().number == before;
        });
        QCOMPARE(inner.load(), 32);
        QVERIFY(isAlone);
    }

    void eachThreadHasATeam()
    {
        std::atomic<std::int64_t> sum = 0;
        {
            std::vector<std::jthread> owners;
            for (int i = 0; i < 4; ++i)
                owners.emplace_back([&] {
                    for (int round = 0; round < 200; ++round)
                        parallelFor(100, 1, 3,
                            [&](std::int64_t first, std::int64_t last) { sum += last - first; });
                });
        }
        QCOMPARE(sum.load(), 4 * 200 * 100);
    }

    /// A helper that the system does not run must not hold up a region. Here it sleeps: it cannot
    /// wake up before the owner has done both parts.
    void membersThatWereNotBegunAreTakenOver()
    {
        std::atomic<int> calls = 0;
        std::atomic<int> takenOver = 0;
        constexpr int rounds = 100;
        for (int round = 0; round < rounds; ++round) {
            std::this_thread::sleep_for(std::chrono::milliseconds(3));
            parallelFor(2, 1, 2, [&](std::int64_t, std::int64_t) {
                ++calls;
                const auto& member = ThreadTeam::current();
                takenOver += member.number == 1 && member.thread == 0 ? 1 : 0;
            });
        }
        QCOMPARE(calls.load(), 2 * rounds);
        QVERIFY2(takenOver > 0, "the helper was never late");
    }

    void moreThreadsThanTheSystemAllowsIsAnError()
    {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
        QSKIP("the sanitizer needs more address space than the limit of this test");
#endif
        rlimit before {};
        QCOMPARE(::getrlimit(RLIMIT_AS, &before), 0);
        auto tight = before;
        tight.rlim_cur = std::size_t(4) << 30;
        QCOMPARE(::setrlimit(RLIMIT_AS, &tight), 0);
        std::jthread([] {
            const auto started = ThreadTeam::own().start(100'000);
            QVERIFY(!started);
            QCOMPARE(started.error().kind(), support::ErrorKind::Resource);
            QVERIFY2(QString::fromStdString(started.error().message())
                         .contains(QStringLiteral("of 100000 threads only")),
                started.error().message().c_str());
            // The team works with the threads that it has.
            std::atomic<std::int64_t> done = 0;
            parallelFor(
                100, 1, 4, [&](std::int64_t first, std::int64_t last) { done += last - first; });
            QCOMPARE(done.load(), 100);
        }).join();
        QCOMPARE(::setrlimit(RLIMIT_AS, &before), 0);
    }
};

QTEST_GUILESS_MAIN(TestParallel)
#include "tst_parallel.moc"
