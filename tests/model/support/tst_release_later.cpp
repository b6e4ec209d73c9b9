#include <QTest>

#include "model/support/release_later.h"

#include <atomic>
#include <chrono>
#include <semaphore>
#include <thread>

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
};

QTEST_APPLESS_MAIN(TestReleaseLater)
#include "tst_release_later.moc"
