// First, because moc of Qt 6.4 cannot read the header <compare> before any other.
#include <QTest>

#include "engine/cuda/libraries.h"
#include "model/support/mapped_file.h"
#include "profiler/cupti/api.h"
#include "profiler/cupti/buffers.h"
#include "profiler/cupti/clock.h"
#include "tests/support/golden.h"
#include "tests/support/gpu/fake_recordings.h"
#include "tests/support/gpu/fake_trace_text.h"
#include "tests/support/gpu/record_buffers.h"
#include "tests/support/gpu/replay.h"
#include "tests/support/paths.h"

#include <QFile>
#include <QTemporaryDir>

#include <thread>

using namespace profiler;
using namespace profiler::cupti;
using testing::nextRecord;
using testing::readRecording;
using testing::RecordWriter;
using testing::replay;

namespace {

/// One record of each kind that we know.
std::vector<std::byte> oneOfEach()
{
    RecordWriter writer;
    for (std::uint32_t kind = 1; kind < 64; ++kind) {
        if (recordBytes(Kind(kind)) != 0)
            writer.add(Kind(kind));
    }
    return writer.take();
}

std::vector<std::size_t> walk(std::span<const std::byte> valid)
{
    std::vector<std::size_t> offsets;
    const std::byte* record = nullptr;
    while ((record = nextRecord(valid, record)) != nullptr)
        offsets.push_back(static_cast<std::size_t>(record - valid.data()));
    return offsets;
}

Surroundings withoutTexts()
{
    Surroundings around;
    around.text = [](std::uint64_t) { return std::string_view("_Z1fPf"); };
    around.functionName = [](Kind, std::uint32_t) { return std::string("cudaLaunchKernel_v7000"); };
    around.release = [](std::uint64_t) {};
    around.next = [](std::span<const std::byte> valid, const std::byte* record) {
        return nextRecord(valid, record);
    };
    return around;
}

std::filesystem::path recordingFile(std::string_view name)
{
    return testing::sourceDir() / "tests/data/cupti" / (std::string(name) + ".ocb");
}

QByteArray contentOf(const std::filesystem::path& path)
{
    QFile file(QString::fromStdString(path.string()));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

std::vector<std::byte> bytesOf(const QByteArray& content)
{
    const auto* const first = reinterpret_cast<const std::byte*>(content.data());
    return { first, first + content.size() };
}

} // namespace

class TestCuptiRecords : public QObject {
    Q_OBJECT

private slots:
    void walksAsCuptiDoes();
    void stopsAtWhatIsNoRecord_data();
    void stopsAtWhatIsNoRecord();
    void linksAKernelWhoseOwnerComesLater();
    void keepsIdsApart();
    void namesWithoutVersions();
    void countsADamagedBuffer();
    void decodesTenMillionRecordsInBoundedMemory();
    void handsBuffersOverBetweenThreads();
    void movesTimesByTheOffsetOfTheirMoment();
    void replaysRecordings_data();
    void replaysRecordings();
    void refusesDamagedRecordings();
};

/// Of the CUPTI that our record sizes are of; newer ones do nothing without a driver.
void TestCuptiRecords::walksAsCuptiDoes()
{
    const auto loader = engine::cuda::systemLoader();
    const auto library
        = engine::cuda::openLibrary(engine::cuda::libraryRow("libcupti.so.13"), {}, loader);
    if (library.handle == nullptr)
        QSKIP("no libcupti.so.13 here");
    const Api api { engine::cuda::symbolsOf(library.handle, loader) };
    QCOMPARE(api.symbols.missing(), std::string());
    std::uint32_t version = 0;
    if (api.version(&version) != 0 || version / 100 != 1300)
        QSKIP("this CUPTI is not 13.0, whose records these are");
    auto bytes = oneOfEach();
    for (const std::size_t cut : { 0, 1, 30, 100 }) {
        const std::span valid(bytes.data(), bytes.size() - cut);
        std::vector<std::size_t> theirs;
        auto* const buffer = reinterpret_cast<std::uint8_t*>(bytes.data());
        std::uint8_t* record = nullptr;
        while (api.nextRecord(buffer, valid.size(), &record) == 0)
            theirs.push_back(static_cast<std::size_t>(record - buffer));
        QCOMPARE(walk(valid), theirs);
    }
}

void TestCuptiRecords::stopsAtWhatIsNoRecord_data()
{
    QTest::addColumn<int>("bytes");
    QTest::addColumn<int>("badAt");
    QTest::addColumn<int>("records");
    QTest::newRow("nothing") << 0 << -1 << 0;
    QTest::newRow("less than a kind") << 3 << -1 << 0;
    QTest::newRow("cut off in the first") << 39 << -1 << 0;
    QTest::newRow("one") << 40 << -1 << 1;
    QTest::newRow("cut off in the second") << 79 << -1 << 1;
    QTest::newRow("an unknown kind") << 80 << 40 << 1;
}

void TestCuptiRecords::stopsAtWhatIsNoRecord()
{
    QFETCH(int, bytes);
    QFETCH(int, badAt);
    RecordWriter writer;
    writer.add(Kind::Runtime);
    writer.add(Kind::Runtime);
    auto content = writer.take();
    if (badAt >= 0)
        recordKind.put(content.data() + badAt, Kind(60'000));
    const auto records = walk({ content.data(), static_cast<std::size_t>(bytes) });
    QTEST(static_cast<int>(records.size()), "records");
}

void TestCuptiRecords::linksAKernelWhoseOwnerComesLater()
{
    RecordWriter writer;
    kernel::correlation.put(writer.add(Kind::ConcurrentKernel), 9);
    Decoder decoder(withoutTexts());
    decoder.decode(writer.take());
    auto* const link = writer.add(Kind::ExternalCorrelation);
    external::kind.put(link, external::ours);
    external::id.put(link, externalId(engine::StepId(6u), 2));
    external::correlation.put(link, 9);
    // Another tool's, and one of nobody.
    external::correlation.put(writer.add(Kind::ExternalCorrelation), 9);
    decoder.decode(writer.take());
    const auto trace = decoder.finish({});
    const DeviceOwner wanted { engine::StepId(6u), 2 };
    QVERIFY(trace.kernels.at(0).owner == wanted);
}

void TestCuptiRecords::keepsIdsApart()
{
    const auto back
        = [](engine::StepId step, std::uint32_t run) { return ownerOf(externalId(step, run)); };
    const DeviceOwner first { engine::StepId(0u), 0 };
    QVERIFY(back(engine::StepId(0u), 0) == first);
    const DeviceOwner large { engine::StepId(4'000'000u), 4'000'000'000u };
    QVERIFY(back(large.step, large.iteration) == large);
    const DeviceOwner replayed { engine::StepId(), 0 };
    QVERIFY(back(engine::StepId(), 0) == replayed);
    QVERIFY(ownerOf(0) == DeviceOwner());
}

void TestCuptiRecords::namesWithoutVersions()
{
    QCOMPARE(withoutVersion("cudaLaunchKernel_v7000"), std::string_view("cudaLaunchKernel"));
    QCOMPARE(withoutVersion("cudaGraphLaunch_v10000"), std::string_view("cudaGraphLaunch"));
    QCOMPARE(withoutVersion("cuMemAlloc_v2"), std::string_view("cuMemAlloc_v2"));
    QCOMPARE(withoutVersion("x_v"), std::string_view("x_v"));
    QCOMPARE(demangled("_Z1fPf"), std::string("f(float*)"));
    QCOMPARE(demangled("_Zbroken"), std::string("_Zbroken"));
    QCOMPARE(demangled("i"), std::string("i")); // would be a type
    QCOMPARE(demangled(""), std::string());
}

void TestCuptiRecords::countsADamagedBuffer()
{
    RecordWriter writer;
    writer.add(Kind::Runtime);
    auto content = writer.take();
    content.resize(4096, std::byte(0xAB));
    Decoder decoder(withoutTexts());
    decoder.decode(content);
    const std::vector<std::byte> nonsense(64, std::byte(0xAB));
    decoder.decode(nonsense);
    const auto trace = decoder.finish({});
    QCOMPARE(trace.calls.size(), 1u);
    QCOMPARE(trace.losses.damagedBuffers, 2u);
}

void TestCuptiRecords::decodesTenMillionRecordsInBoundedMemory()
{
    constexpr std::uint64_t records = 10'000'000;
    constexpr std::uint64_t limit = std::uint64_t(24) << 20;
    RecordWriter writer;
    for (std::uint32_t i = 0; i < 10'000; ++i) {
        auto* const at = writer.add(i % 2 == 0 ? Kind::Runtime : Kind::ConcurrentKernel);
        if (i % 2 == 0)
            call::correlation.put(at, i);
        else
            kernel::correlation.put(at, i - 1);
    }
    const auto buffer = writer.take();
    Decoder decoder(withoutTexts(), limit);
    for (std::uint64_t i = 0; i < records / 10'000; ++i) {
        decoder.decode(buffer);
        QVERIFY(decoder.usedBytes() <= limit);
    }
    const auto kept = decoder.rows();
    const auto trace = decoder.finish({});
    QCOMPARE(trace.kernels.size() + trace.calls.size(), kept);
    QCOMPARE(trace.losses.droppedRecords, records - kept);
    QVERIFY(kept > 50'000);
}

void TestCuptiRecords::handsBuffersOverBetweenThreads()
{
    constexpr int buffersEach = 300;
    auto created = BufferPool::create(6 * BufferPool::bufferBytes);
    QVERIFY(bool(created));
    auto& pool = **created;
    std::atomic<int> done { 0 };
    std::atomic<std::uint64_t> written { 0 };
    std::atomic<bool> wasDirty { false };
    const auto launches = [&] {
        for (int i = 0; i < buffersEach; ++i) {
            auto* const buffer = pool.request();
            if (buffer == nullptr) {
                std::this_thread::yield();
                continue;
            }
            if (buffer[0] != std::byte(0) || buffer[4096] != std::byte(0))
                wasDirty = true;
            buffer[0] = std::byte(1);
            buffer[4096] = std::byte(1); // past what is told as valid
            pool.complete(buffer, 8);
            written += 8;
        }
        ++done;
    };
    std::thread one(launches);
    std::thread other(launches);
    std::uint64_t read = 0;
    const auto take
        = [&] { pool.takeFull([&](std::span<const std::byte> valid) { read += valid.size(); }); };
    while (done.load() < 2)
        take();
    one.join();
    other.join();
    take();
    QCOMPARE(read, written.load());
    QVERIFY(!wasDirty.load());
    QCOMPARE(pool.fullBytes(), 0u);
    // What is no buffer of the pool, or was given back already, changes nothing.
    std::byte strange {};
    pool.complete(&strange, 1);
    auto* const buffer = pool.request();
    pool.complete(buffer + 8, 8);
    pool.complete(buffer, 0);
    pool.complete(buffer, 16);
    take();
    QCOMPARE(read, written.load());
    for (int i = 0; i < 6; ++i)
        QVERIFY(pool.request() != nullptr);
    const auto refused = pool.refused();
    QVERIFY(pool.request() == nullptr);
    QCOMPARE(pool.refused(), refused + 1);
}

void TestCuptiRecords::movesTimesByTheOffsetOfTheirMoment()
{
    std::uint64_t now = 1'000;
    std::uint64_t ahead = 50'000;
    ClockOffset offset([&] { return now += 10; }, [&] { return now + ahead; });
    QCOMPARE(offset.toMonotonic(77), 77); // nothing is known
    offset.sample();
    QCOMPARE(offset.steps(), 0u);
    now = 100'000;
    offset.sample();
    ahead = 950'000; // somebody sets the clock
    now = 200'000;
    offset.sample();
    QCOMPARE(offset.steps(), 1u);
    QVERIFY(offset.errorNs() >= 5);
    QVERIFY(std::abs(offset.toMonotonic(150'000 + 50'000) - 150'000) <= 10);
    QVERIFY(std::abs(offset.toMonotonic(300'000 + 950'000) - 300'000) <= 10);
    QVERIFY(std::abs(offset.toMonotonic(500 + 50'000) - 500) <= 10); // before the first sample
    ahead = 0; // and back
    now = 400'000;
    offset.sample();
    QCOMPARE(offset.steps(), 2u);
    QVERIFY(std::abs(offset.toMonotonic(500'000) - 500'000) <= 10);
}

void TestCuptiRecords::replaysRecordings_data()
{
    QTest::addColumn<QString>("name");
    for (const auto name : testing::recordingNames())
        QTest::newRow(std::string(name).c_str()) << QString::fromStdString(std::string(name));
}

void TestCuptiRecords::replaysRecordings()
{
    QFETCH(QString, name);
    const auto plain = name.toStdString();
    const auto committed = recordingFile(plain);
    if (qEnvironmentVariableIntValue("OPSCOPE_UPDATE_GOLDEN") == 1)
        QVERIFY(bool(testing::writeRecording(plain, committed)));
    QTemporaryDir folder;
    const std::filesystem::path again = folder.filePath("again.ocb").toStdString();
    QVERIFY(bool(testing::writeRecording(plain, again)));
    QVERIFY(!contentOf(committed).isEmpty());
    QCOMPARE(contentOf(committed), contentOf(again));
    const auto trace = testing::replayedFile(committed);
    QVERIFY2(trace, qPrintable(QString::fromStdString(trace ? "" : trace.error().message())));
    const auto difference
        = testing::differenceToGolden("cupti_" + plain + ".txt", testing::traceText(*trace));
    QVERIFY2(difference.empty(), difference.c_str());
}

void TestCuptiRecords::refusesDamagedRecordings()
{
    const auto whole = bytesOf(contentOf(recordingFile("stream")));
    QVERIFY(whole.size() > 100);
    QVERIFY(bool(readRecording(whole)));
    // Cut anywhere: an error or a shorter recording, never a crash.
    for (std::size_t size = 0; size < whole.size(); size += 7) {
        const auto cut = readRecording(std::span(whole).first(size));
        if (cut)
            replay(*cut);
    }
    auto strange = whole;
    strange[0] = std::byte('X');
    const auto refused = readRecording(strange);
    QVERIFY(!refused);
    QCOMPARE(QString::fromStdString(refused.error().message()),
        QString("no recording of CUPTI: it does not begin with OCUPTI01"));
    auto tooLong = whole;
    for (std::size_t i = 16; i < 24; ++i)
        tooLong[i] = std::byte(0xFF);
    QVERIFY(!readRecording(tooLong));
    for (std::size_t at = 24; at < whole.size(); at += 11) {
        auto flipped = whole;
        flipped[at] ^= std::byte(0xFF);
        if (const auto read = readRecording(flipped))
            replay(*read);
    }
}

QTEST_GUILESS_MAIN(TestCuptiRecords)
#include "tst_cupti_records.moc"
