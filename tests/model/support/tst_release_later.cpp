#include <QTest>

#include "model/support/release_later.h"

#include <atomic>
#include <chrono>
#include <semaphore>
#include <thread>

#include <sys/wait.h>
#include <unistd.h>

namespace {

std::binary_semaphore freed { 0 };
std::thread::id freedBy;

struct Watched {
    ~Watched()
    {
        freedBy = std::this_thread::get_id();
        freed.release();
    }
};

constexpr std::chrono::seconds patience { 60 };

} // namespace

class TestReleaseLater : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        while (freed.try_acquire()) { // what a slot before held to its end
        }
    }

    void aThingIsFreedByAnotherThread()
    {
        support::releaseLater(std::make_shared<const Watched>());
        QVERIFY(freed.try_acquire_for(patience));
        QVERIFY(freedBy != std::this_thread::get_id());
    }

    void whatOthersHoldStays()
    {
        const auto held = std::make_shared<const Watched>();
        support::releaseLater(held);
        support::releaseLater(std::make_shared<const Watched>()); // freed after the one before
        QVERIFY(freed.try_acquire_for(patience));
        QCOMPARE(held.use_count(), 1L);
    }

    void theLastHolderDoesNotFree()
    {
        auto made = support::makeReleasedLater<Watched>();
        auto other = made;
        made = nullptr;
        QVERIFY(!freed.try_acquire());
        other = nullptr;
        QVERIFY(freed.try_acquire_for(patience));
        QVERIFY(freedBy != std::this_thread::get_id());
    }

    /// The child of a process whose thread is just releasing something.
    void aForkedChildFreesAtOnce()
    {
        std::atomic<bool> ends = false;
        std::jthread busy([&] {
            while (!ends)
                support::releaseLater(std::make_shared<const int>(1));
        });
        for (int i = 0; i < 200; ++i) {
            const auto child = ::fork();
            if (child == 0) {
                ::alarm(20); // ends a child that waits for ever
                for (int k = 0; k < 10; ++k)
                    support::releaseLater(std::make_shared<const int>(k));
                ::_exit(0);
            }
            int status = -1;
            ::waitpid(child, &status, 0);
            if (status != 0)
                ends = true;
            QCOMPARE(status, 0);
        }
        ends = true;
    }
};

QTEST_APPLESS_MAIN(TestReleaseLater)
#include "tst_release_later.moc"
