#include "profiler/cupti/decoder.h"

#include <QtTest>

using namespace profiler;

namespace {

constexpr std::uint32_t hostThread = 77;

struct Names {
    static constexpr std::uint32_t runtime = 0;
    static constexpr std::uint32_t driver = 1;
    static constexpr std::uint32_t copy = 2;
    static constexpr std::uint32_t graph = 3;
    static constexpr std::uint32_t kernel = 4;
};

DeviceTrace traced()
{
    DeviceTrace trace;
    trace.names = { "cudaLaunchKernelExC", "cuLaunchKernel", "cudaMemcpyAsync", "cudaGraphLaunch",
        "a kernel of a library" };
    return trace;
}

DeviceCall call(std::uint32_t name, std::int64_t startNs, std::int64_t endNs,
    std::uint32_t correlation, std::uint32_t by = hostThread)
{
    DeviceCall made;
    made.name = name;
    made.startNs = startNs;
    made.endNs = endNs;
    made.correlation = correlation;
    made.thread = by;
    made.isDriver = name == Names::driver;
    return made;
}

DeviceKernel kernel(std::uint32_t correlation)
{
    DeviceKernel made;
    made.name = Names::kernel;
    made.correlation = correlation;
    made.startNs = 10'000;
    made.endNs = 11'000;
    return made;
}

std::uint64_t missingOf(DeviceTrace trace, const cupti::Ending& ending = {})
{
    cupti::linkRows(trace, {}, ending);
    return trace.losses.missingLaunches;
}

} // namespace

/// Kernels that were launched, by whoever, and never came.
class TestMissingLaunches : public QObject {
    Q_OBJECT

private slots:
    void countsCallsWithoutAKernel()
    {
        auto trace = traced();
        trace.calls = { call(Names::runtime, 100, 200, 1), call(Names::runtime, 200, 300, 2),
            call(Names::copy, 300, 400, 3), call(Names::graph, 400, 500, 4),
            call(Names::driver, 500, 600, 5) };
        trace.kernels = { kernel(1) };
        QCOMPARE(missingOf(trace), std::uint64_t(2)); // 2 and 5: others launch nothing of their own
    }

    void aCallThatFailedLaunchesNothing()
    {
        auto trace = traced();
        trace.calls = { call(Names::runtime, 100, 200, 1) };
        trace.calls.front().result = 719;
        QCOMPARE(missingOf(trace), std::uint64_t(0));
    }

    /// The runtime's launch calls the driver's: one launch, whose kernel has the id of either.
    void countsNestedCallsOnce_data()
    {
        QTest::addColumn<uint>("kernelOf");
        QTest::addColumn<int>("missing");
        QTest::newRow("the runtime's id") << 1u << 0;
        QTest::newRow("the driver's id") << 2u << 0;
        QTest::newRow("lost") << 0u << 1;
    }
    void countsNestedCallsOnce()
    {
        QFETCH(uint, kernelOf);
        QFETCH(int, missing);
        auto trace = traced();
        trace.calls = { call(Names::runtime, 100, 400, 1), call(Names::driver, 200, 300, 2),
            call(Names::driver, 200, 300, 3, hostThread + 1) }; // of another thread at that time
        trace.kernels = { kernel(3) };
        if (kernelOf != 0)
            trace.kernels.push_back(kernel(kernelOf));
        QCOMPARE(missingOf(trace), static_cast<std::uint64_t>(missing));
    }

    void takesOffWhatWasCaptured()
    {
        auto trace = traced();
        trace.calls = { call(Names::runtime, 100, 200, 1), call(Names::runtime, 200, 300, 2),
            call(Names::runtime, 300, 400, 3) };
        cupti::Ending ending;
        ending.capturedKernels = 2;
        QCOMPARE(missingOf(trace, ending), std::uint64_t(1));
    }

    /// Our own count is all there is where calls are not recorded.
    void countsOursWithoutCalls()
    {
        cupti::Ending ending;
        ending.launches = 3;
        QCOMPARE(missingOf(traced(), ending), std::uint64_t(3));
    }
};

QTEST_GUILESS_MAIN(TestMissingLaunches)
#include "tst_missing_launches.moc"
