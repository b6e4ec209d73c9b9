// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "model/process/contained_jobs.h"

#include <csignal>
#include <map>
#include <set>
#include <thread>
#include <unistd.h>

using namespace support;
using namespace std::chrono_literals;

namespace {

std::map<std::size_t, ContainedEnd> endsOf(
    std::size_t count, std::function<std::string(std::size_t)> job, ContainedLimits limits = {})
{
    std::map<std::size_t, ContainedEnd> ends;
    const auto bare = [job = std::move(job)](std::size_t i) {
        for (const int signal : { SIGSEGV, SIGABRT }) // Qt Test would write traces first
            std::signal(signal, SIG_DFL);
        return job(i);
    };
    const auto done = runContained(
        { count, bare }, limits, [&](ContainedEnd end) { ends.emplace(end.job, std::move(end)); });
    return done ? ends : std::map<std::size_t, ContainedEnd>();
}

}

class TestContainedJobs : public QObject {
    Q_OBJECT

private slots:
    /// Others write to pipes meanwhile, and rely on what they have set.
    void leavesTheSignalOfBrokenPipesAlone()
    {
        const auto before = std::signal(SIGPIPE, SIG_DFL);
        bool isUntouched = true;
        const auto done = runContained(
            { 3, [](std::size_t) { return std::string("x"); } }, {}, [&](const ContainedEnd&) {
                const auto now = std::signal(SIGPIPE, SIG_DFL);
                isUntouched = isUntouched && now == SIG_DFL;
                std::signal(SIGPIPE, now);
            });
        std::signal(SIGPIPE, before);
        QVERIFY(done);
        QVERIFY(isUntouched);
    }

    void nothingToDo()
    {
        QVERIFY(endsOf(0, [](std::size_t) { return std::string(); }).empty());
    }

    void resultsComeBack_data()
    {
        QTest::addColumn<int>("workers");
        QTest::addColumn<int>("bytes");
        QTest::newRow("empty") << 1 << 0;
        QTest::newRow("small") << 1 << 10;
        QTest::newRow("more than a socket holds") << 1 << 3'000'000;
        QTest::newRow("several workers") << 3 << 100'000;
        QTest::newRow("more workers than jobs") << 20 << 10;
    }
    void resultsComeBack()
    {
        QFETCH(int, workers);
        QFETCH(int, bytes);
        const auto ends = endsOf(7,
            [&](std::size_t i) {
                return std::string(static_cast<std::size_t>(bytes), static_cast<char>('a' + i));
            },
            { static_cast<std::size_t>(workers), 0ms, 0 });
        QCOMPARE(ends.size(), 7u);
        for (const auto& [job, end] : ends) {
            QCOMPARE(end.result,
                std::string(static_cast<std::size_t>(bytes), static_cast<char>('a' + job)));
            QVERIFY(end.crash.empty());
        }
    }

    void oneWorkerServesUntilItDies()
    {
        const auto ends = endsOf(6, [](std::size_t i) {
            if (i == 2)
                ::raise(SIGSEGV);
            return std::to_string(::getpid());
        });
        QCOMPARE(ends.size(), 6u);
        QCOMPARE(ends.at(2).crash, std::string("SIGSEGV"));
        QCOMPARE(ends.at(0).result, ends.at(1).result);
        QCOMPARE(ends.at(3).result, ends.at(5).result);
        QVERIFY(ends.at(1).result != ends.at(3).result);
        QVERIFY(ends.at(0).result != std::to_string(::getpid()));
    }

    void namesTheEnd()
    {
        const auto ends = endsOf(4,
            [](std::size_t i) -> std::string {
                if (i == 0)
                    std::abort();
                if (i == 1)
                    ::_exit(3);
                while (i == 2)
                    std::this_thread::sleep_for(1h);
                return "done";
            },
            { 1, 300ms, 0 });
        QCOMPARE(ends.at(0).crash, std::string("SIGABRT"));
        QCOMPARE(ends.at(1).crash, std::string("exit code 3"));
        QCOMPARE(ends.at(2).crash, std::string("longer than 300 ms"));
        QCOMPARE(ends.at(3).result, std::string("done"));
    }

    void memoryIsLimited()
    {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
        QSKIP("sanitizers take more memory than any limit allows");
#endif
        const auto ends = endsOf(2,
            [](std::size_t i) {
                const std::vector<char> block(i == 0 ? 2'000'000'000 : 1000, 'x');
                return std::string(block.data(), 1);
            },
            { 1, 0ms, 1'000'000'000 });
        QCOMPARE(ends.at(0).crash, std::string("SIGABRT")); // of an exception nobody catches
        QCOMPARE(ends.at(1).result, std::string("x"));
    }

    void aStopKillsTheWorkers()
    {
        std::stop_source source;
        std::size_t ended = 0;
        const auto job = [](std::size_t i) {
            while (i > 0)
                std::this_thread::sleep_for(1h);
            return std::string();
        };
        const auto done = runContained(
            { 5, job }, { 2, 0ms, 0 },
            [&](const ContainedEnd&) {
                ++ended;
                source.request_stop();
            },
            source.get_token());
        QVERIFY(static_cast<bool>(done));
        QCOMPARE(ended, 1u);
    }
};

QTEST_GUILESS_MAIN(TestContainedJobs)
#include "tst_contained_jobs.moc"
