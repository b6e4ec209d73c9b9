#include "ui/jobs/job_runner.h"

#include <QTest>

#include <array>
#include <atomic>
#include <fstream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <unistd.h>
#include <vector>

using support::Result;

namespace {

std::size_t residentBytes()
{
    std::ifstream file("/proc/self/statm");
    std::size_t total = 0;
    std::size_t resident = 0; // pages
    file >> total >> resident;
    return resident * std::size_t(::sysconf(_SC_PAGESIZE));
}

} // namespace

class TestJobRunner : public QObject {
    Q_OBJECT

private slots:
    void deliversTheResultOnTheGuiThread()
    {
        ui::JobRunner runner;
        QObject receiver;
        int result = 0;
        QThread* thread = nullptr;
        runner.start<int>(
            &receiver, "a", "A",
            [](std::stop_token, const support::Progress&) -> Result<int> { return 42; },
            [&](Result<int> value) {
                result = *value;
                thread = QThread::currentThread();
            });
        QTRY_COMPARE(result, 42);
        QCOMPARE(thread, QThread::currentThread());
        QTRY_VERIFY(runner.isIdle());
    }

    void makesAnErrorOfWhatAJobThrows()
    {
        ui::JobRunner runner;
        QObject receiver;
        std::optional<Result<int>> result;
        runner.start<int>(
            &receiver, "a", "Reading model.onnx",
            [](std::stop_token, const support::Progress&) -> Result<int> {
                throw std::length_error("vector");
            },
            [&](Result<int> value) { result = std::move(value); });
        QTRY_VERIFY(result);
        QVERIFY(!*result);
        QCOMPARE(result->error().message(),
            std::string("Reading model.onnx: a size is beyond what memory can hold"));
        QTRY_VERIFY(runner.isIdle());
    }

    void dropsTheResultOfAnOlderJobOfTheSameKey()
    {
        ui::JobRunner runner;
        QObject receiver;
        QList<int> results;
        const auto done = [&](Result<int> value) { results.append(value ? *value : -1); };
        runner.start<int>(
            &receiver, "same", "first",
            [](std::stop_token stop, const support::Progress&) -> Result<int> {
                while (!stop.stop_requested())
                    std::this_thread::yield();
                return 1;
            },
            done);
        runner.start<int>(
            &receiver, "same", "second",
            [](std::stop_token, const support::Progress&) -> Result<int> { return 2; }, done);
        QTRY_VERIFY(runner.isIdle());
        QCOMPARE(results, QList<int>({ 2 }));
    }

    void tellsTheReceiverOfACancelledJob()
    {
        ui::JobRunner runner;
        QObject receiver;
        bool isCancelled = false;
        const auto id = runner.start<int>(
            &receiver, "a", "A",
            [](std::stop_token stop, const support::Progress&) -> Result<int> {
                while (!stop.stop_requested())
                    std::this_thread::yield();
                return support::Error("cancelled", support::ErrorKind::Cancelled);
            },
            [&](Result<int> value) {
                isCancelled = !value && value.error().kind() == support::ErrorKind::Cancelled;
            });
        runner.cancel(id);
        QTRY_VERIFY(isCancelled);
    }

    void dropsTheResultWhenTheReceiverIsGone()
    {
        ui::JobRunner runner;
        std::atomic<bool> isReleased = false;
        bool isDelivered = false;
        auto receiver = std::make_unique<QObject>();
        runner.start<int>(
            receiver.get(), "a", "A",
            [&](std::stop_token, const support::Progress&) -> Result<int> {
                while (!isReleased)
                    std::this_thread::yield();
                return 1;
            },
            [&](Result<int>) { isDelivered = true; });
        receiver.reset();
        isReleased = true;
        QTRY_VERIFY(runner.isIdle());
        QVERIFY(!isDelivered);
    }

    void showsHowFarAJobIs()
    {
        ui::JobRunner runner;
        QObject receiver;
        std::atomic<bool> isReleased = false;
        runner.start<int>(
            &receiver, "a", "A",
            [&](std::stop_token, const support::Progress& progress) -> Result<int> {
                progress("placing 10 nodes", 3, 10);
                while (!isReleased)
                    std::this_thread::yield();
                return 1;
            },
            [](Result<int>) {});
        QTRY_COMPARE(runner.jobs().value(0).done, 3ULL);
        QCOMPARE(runner.jobs().value(0).step, QString("placing 10 nodes"));
        isReleased = true;
        QTRY_VERIFY(runner.isIdle());
    }

    /// Blocks of a worker that another thread has freed, such as those of a closed model.
    void freedMemoryGoesBackToTheSystem()
    {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
        QSKIP("a sanitizer keeps freed memory to find its uses");
#endif
        using Blocks = std::vector<std::unique_ptr<std::array<char, 200>>>;
        constexpr std::size_t count = 400'000; // 80 MB
        constexpr double mib = 1024 * 1024;
        ui::JobRunner runner;
        QObject receiver;
        std::optional<Blocks> blocks;
        const auto before = residentBytes();
        runner.start<Blocks>(
            &receiver, "a", "A",
            [](std::stop_token, const support::Progress&) -> Result<Blocks> {
                Blocks made(count);
                for (auto& block : made)
                    block = std::make_unique<std::array<char, 200>>();
                return made;
            },
            [&](Result<Blocks> made) { blocks = *std::move(made); });
        QTRY_VERIFY(blocks);
        QVERIFY(double(residentBytes() - before) > 70 * mib);
        blocks.reset();
        runner.returnMemorySoon();
        QTRY_VERIFY(double(residentBytes()) - double(before) < 45 * mib);
    }
};

QTEST_MAIN(TestJobRunner)
#include "tst_job_runner.moc"
