#include "profiler/tables/on_threads.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <stdexcept>

class TestOnThreads : public QObject {
    Q_OBJECT

private slots:
    void doesEachOnce_data()
    {
        QTest::addColumn<bool>("useSecondThread");
        QTest::newRow("one thread") << false;
        QTest::newRow("two threads") << true;
    }
    void doesEachOnce()
    {
        QFETCH(bool, useSecondThread);
        std::array<int, 1000> done {};
        profiler::onTwoThreads(done.size(), useSecondThread, {}, [&](std::size_t i) { ++done[i]; });
        QVERIFY(std::ranges::all_of(done, [](int count) { return count == 1; }));
    }

    void handsOnWhatTheWorkThrows_data() { doesEachOnce_data(); }
    void handsOnWhatTheWorkThrows()
    {
        QFETCH(bool, useSecondThread);
        for (int round = 0; round < 50; ++round) // either thread may come to it
            QVERIFY_EXCEPTION_THROWN(profiler::onTwoThreads(1000, useSecondThread, {},
                                         [](std::size_t i) {
                                             if (i == 700)
                                                 throw std::runtime_error("row");
                                         }),
                std::runtime_error);
    }
};

QTEST_GUILESS_MAIN(TestOnThreads)
#include "tst_on_threads.moc"
