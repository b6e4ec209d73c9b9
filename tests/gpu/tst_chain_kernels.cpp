#include "engine/cuda/chain_source.h"
#include "engine/cuda/rtc_chain_kernels.h"

#include <QtTest>

#include <cstring>
#include <fstream>
#include <mutex>

using namespace engine;
using namespace engine::cuda;

namespace {

/// What the fake compiler and driver of a test do. Their tables hold plain functions, so it is one
/// for all.
struct Fake {
    int compilations = 0;
    int loads = 0;
    int unloads = 0;
    int refusedLoads = 0; ///< so many of the next are refused
    bool isBroken = false; ///< nothing compiles
    std::vector<std::string> options;
    std::string loaded;
    unsigned blocks = 0;
    unsigned threads = 0;
    void* stream = nullptr;
    ChainArguments arguments {};
};
Fake fake;
std::mutex compiling;

RtcApi fakeRtc(std::string version = "13.0", std::vector<int> archs = { 75, 90, 120 })
{
    RtcApi api;
    api.versionText = std::move(version);
    api.archs = std::move(archs);
    api.create = [](void** program, const char* source, const char*, int headers,
                     const char* const*, const char* const* names) {
        bool hasChain = false;
        for (int i = 0; i < headers; ++i)
            hasChain = hasChain || std::strcmp(names[i], "engine/cuda/rtc/chain.h") == 0;
        *program = new std::string(source);
        return hasChain ? 0 : 5;
    };
    api.compile = [](void*, int count, const char* const* options) {
        const std::lock_guard lock(compiling);
        ++fake.compilations;
        fake.options.assign(options, options + count);
        return fake.isBroken ? 6 : 0;
    };
    api.destroy = [](void** program) {
        delete static_cast<std::string*>(*program);
        *program = nullptr;
        return 0;
    };
    api.logBytes = [](void*, std::size_t* bytes) {
        *bytes = 9;
        return 0;
    };
    api.log = [](void*, char* text) {
        std::memcpy(text, "no, no x", 9);
        return 0;
    };
    api.cubinBytes = api.ptxBytes = [](void* program, std::size_t* bytes) {
        *bytes = static_cast<std::string*>(program)->size();
        return 0;
    };
    api.cubin = api.ptx = [](void* program, char* bytes) {
        const auto& text = *static_cast<std::string*>(program);
        std::memcpy(bytes, text.data(), text.size());
        return 0;
    };
    return api;
}

LaunchApi fakeDriver()
{
    LaunchApi api;
    api.loadLibrary
        = [](void** library, const void* code, void*, void**, unsigned, void*, void**, unsigned) {
              if (fake.refusedLoads > 0) {
                  --fake.refusedLoads;
                  return 209;
              }
              ++fake.loads;
              fake.loaded = static_cast<const char*>(code);
              *library = &fake;
              return 0;
          };
    api.unloadLibrary = [](void*) {
        ++fake.unloads;
        return 0;
    };
    api.kernel = [](void** kernel, void*, const char* name) {
        *kernel = &fake.blocks;
        return std::strcmp(name, "opscopeChain") == 0 ? 0 : 500;
    };
    api.launch = [](void*, unsigned gridX, unsigned, unsigned, unsigned blockX, unsigned, unsigned,
                     unsigned, void* stream, void** parameters, void**) {
        fake.blocks = gridX;
        fake.threads = blockX;
        fake.stream = stream;
        fake.arguments = *static_cast<ChainArguments*>(parameters[0]);
        return 0;
    };
    return api;
}

int streamOfTest = 0;

RtcChainKernels::Surroundings around(
    const std::filesystem::path& cache, int capability = 90, const std::string& version = "13.0")
{
    return { .openRtc = [version] { return support::Result<RtcApi>(fakeRtc(version)); },
        .openLaunchApi = [] { return support::Result<LaunchApi>(fakeDriver()); },
        .cache = CodeCache(cache),
        .capability = capability,
        .threads = 2,
        .stream = [] { return support::Result<void*>(&streamOfTest); } };
}

QString messageOf(const support::Result<void*>& result)
{
    return result ? QString() : QString::fromStdString(result.error().message());
}

std::filesystem::path onlyFile(const std::filesystem::path& folder)
{
    std::error_code none;
    const std::filesystem::directory_iterator files(folder, none);
    return none || files == std::filesystem::directory_iterator() ? std::filesystem::path()
                                                                  : files->path();
}

ElementwiseChain sumOf(const TensorType& a, const TensorType& b, const TensorType& y)
{
    ElementwiseChain chain;
    chain.inputs = { a, b };
    chain.terms = { { "Plus", y.element,
        { { ChainOperand::Kind::Input, 0 }, { ChainOperand::Kind::Input, 1 } }, {} } };
    chain.output = y;
    return chain;
}

}

/// Compiling, keeping and launching generated kernels, with a compiler and a driver that are none.
class TestChainKernels : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        fake = {};
        m_folder = std::make_unique<QTemporaryDir>();
    }

    void keepsWhatItCompiled()
    {
        {
            RtcChainKernels kernels(around(cache()));
            QVERIFY(bool(kernels.function("one")));
            QVERIFY(bool(kernels.function("one")));
            QVERIFY(bool(kernels.function("two")));
            QCOMPARE(fake.compilations, 2);
            QCOMPARE(fake.loads, 2);
        }
        QCOMPARE(fake.unloads, 2);
        RtcChainKernels kernels(around(cache()));
        QVERIFY(bool(kernels.function("one")));
        QCOMPARE(kernels.compilations(), std::uint64_t(0));
        QCOMPARE(QString::fromStdString(fake.loaded), QString("one"));
    }

    void compilesAheadEachSourceOnce()
    {
        RtcChainKernels kernels(around(cache()));
        const TensorType row { ElementType::Float, { 4, 8 } };
        const TensorType other { ElementType::Float, { 6, 10, 8 } };
        const std::vector chains { sumOf(row, row, row), sumOf(other, other, other),
            sumOf(row, { ElementType::Float, { 8 } }, row) };
        kernels.compileAhead(chains);
        QCOMPARE(fake.compilations, 2); // of another size is the same kernel
        for (const auto& chain : chains)
            QVERIFY(bool(kernels.function(chainKernel(chain)->source)));
        QCOMPARE(fake.compilations, 2);
    }

    void compilesAgainWhatIsDamaged_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("cut") << QByteArray("opscope cubin 1\nabc");
        QTest::newRow("something else") << QByteArray(200, 'x');
        QTest::newRow("another hash")
            << QByteArray("opscope cubin 1\n") + QByteArray(64, '0') + "\none";
    }
    void compilesAgainWhatIsDamaged()
    {
        QFETCH(QByteArray, content);
        QVERIFY(bool(RtcChainKernels(around(cache())).function("one")));
        const auto file = onlyFile(cache());
        std::ofstream(file, std::ios::binary | std::ios::trunc) << content.toStdString();
        QVERIFY(bool(RtcChainKernels(around(cache())).function("one")));
        QCOMPARE(fake.compilations, 2);
        QVERIFY(bool(RtcChainKernels(around(cache())).function("one")));
        QCOMPARE(fake.compilations, 2);
    }

    void compilesAgainWhatTheDriverRefuses()
    {
        QVERIFY(bool(RtcChainKernels(around(cache())).function("one")));
        fake.refusedLoads = 1;
        QVERIFY(bool(RtcChainKernels(around(cache())).function("one")));
        QCOMPARE(fake.compilations, 2);
        fake.refusedLoads = 2;
        QCOMPARE(messageOf(RtcChainKernels(around(cache())).function("one")),
            QString("the driver does not load a compiled chain (code of 3 bytes): error 209"));
    }

    void keepsWhatDiffersApart()
    {
        QVERIFY(bool(RtcChainKernels(around(cache(), 90)).function("one")));
        QVERIFY(bool(RtcChainKernels(around(cache(), 75)).function("one")));
        QVERIFY(bool(RtcChainKernels(around(cache(), 90, "13.5")).function("one")));
        QCOMPARE(fake.compilations, 3);
    }

    void worksWithoutAPlaceToKeep()
    {
        for (const std::filesystem::path folder : { "", "/proc/nowhere" }) {
            RtcChainKernels kernels(around(folder));
            QVERIFY(bool(kernels.function("one")));
        }
        QCOMPARE(fake.compilations, 2);
    }

    void choosesTheCode_data()
    {
        QTest::addColumn<int>("capability");
        QTest::addColumn<QString>("option");
        QTest::newRow("known") << 90 << "--gpu-architecture=sm_90";
        QTest::newRow("between") << 89 << "--gpu-architecture=compute_75";
        QTest::newRow("newer than all") << 130 << "--gpu-architecture=compute_120";
    }
    void choosesTheCode()
    {
        QFETCH(int, capability);
        QFETCH(QString, option);
        QVERIFY(bool(RtcChainKernels(around(cache(), capability)).function("one")));
        QCOMPARE(QString::fromStdString(fake.options.back()), option);
        QVERIFY(std::ranges::find(fake.options, "--fmad=false") != fake.options.end());
    }

    void saysWhatTheCompilerSays()
    {
        fake.isBroken = true;
        RtcChainKernels kernels(around(cache()));
        QCOMPARE(messageOf(kernels.function("one")),
            QString("NVRTC 13.0 does not compile it: error 6; no, no x"));
        QVERIFY(onlyFile(cache()).empty());
        fake.isBroken = false;
        QVERIFY(bool(RtcChainKernels(around(cache())).function("one")));
    }

    void saysThatThereIsNoCompiler()
    {
        auto surroundings = around(cache());
        surroundings.openRtc = [] {
            Loader loader;
            loader.open = [](const std::string&) -> void* { return nullptr; };
            loader.error = [] { return std::string(); };
            return openRtc({}, loader);
        };
        RtcChainKernels kernels(std::move(surroundings));
        const auto checked = kernels.check();
        QVERIFY(!checked);
        QCOMPARE(checked.error().kind(), support::ErrorKind::Resource);
        QCOMPARE(QString::fromStdString(checked.error().message()),
            QString("NVRTC 13 not found: fused elementwise chains run one by one"));
        QCOMPARE(
            messageOf(kernels.function("one")), QString::fromStdString(checked.error().message()));
    }

    void opensTheBuiltinsBefore()
    {
        static std::vector<std::string> opened;
        opened.clear();
        Loader loader;
        loader.open = [](const std::string& path) -> void* {
            opened.push_back(path);
            return &opened;
        };
        loader.error = [] { return std::string(); };
        loader.path = [](void*) { return std::string("/opt/cuda"); };
        loader.symbol = [](void*, const char* name) -> void* {
            if (std::strcmp(name, "nvrtcVersion") == 0)
                return reinterpret_cast<void*>(+[](int* major, int* minor) {
                    *major = 13;
                    *minor = 2;
                    return 0;
                });
            if (std::strcmp(name, "nvrtcGetNumSupportedArchs") == 0)
                return reinterpret_cast<void*>(+[](int* count) {
                    *count = 2;
                    return 0;
                });
            return reinterpret_cast<void*>(+[](int* archs) {
                archs[0] = 90;
                archs[1] = 75;
                return 0;
            });
        };
        const auto api = openRtc({}, loader);
        QVERIFY(bool(api));
        QCOMPARE(api->archs, (std::vector<int> { 75, 90 }));
        QCOMPARE(
            QString::fromStdString(opened.back()), QString("/opt/cuda/libnvrtc-builtins.so.13.2"));
    }

    void launchesOnTheStream()
    {
        RtcChainKernels kernels(around(cache()));
        const TensorType whole { ElementType::Float16, { 2, 3, 16 } };
        const auto kernel = chainKernel(sumOf(whole, { ElementType::Float16, { 3, 1 } }, whole));
        QVERIFY(bool(kernel));
        QCOMPARE(kernel->width, 8);
        auto* const function = *kernels.function(kernel->source);
        QVERIFY(bool(kernels.launch(function, kernel->blocks, kernel->arguments)));
        QCOMPARE(fake.blocks, 1u);
        QCOMPARE(fake.threads, chainThreads);
        QCOMPARE(fake.stream, static_cast<void*>(&streamOfTest));
        QCOMPARE(fake.arguments.count, 96LL);
        QCOMPARE(fake.arguments.sizes[2], 16LL);
        QCOMPARE(fake.arguments.strides[1][1], 1LL);
        QCOMPARE(fake.arguments.strides[1][2], 0LL);
    }

    void choosesTheWidth_data()
    {
        QTest::addColumn<QVector<int>>("other");
        QTest::addColumn<int>("element");
        QTest::addColumn<int>("width");
        const auto row = [](const char* name, QVector<int> other, ElementType element, int width) {
            QTest::newRow(name) << other << static_cast<int>(element) << width;
        };
        row("alike", { 6, 12 }, ElementType::Float, 4);
        row("halves", { 6, 12 }, ElementType::Float16, 8);
        row("bytes", { 6, 12 }, ElementType::Uint8, 16);
        row("doubles", { 6, 12 }, ElementType::Double, 2);
        row("one number", { 1 }, ElementType::Float16, 8);
        row("a row of twelve halves", { 12 }, ElementType::Float16, 4);
        row("a row of twelve bytes", { 12 }, ElementType::Uint8, 4);
        row("a column", { 6, 1 }, ElementType::Float, 4);
    }
    void choosesTheWidth()
    {
        QFETCH(QVector<int>, other);
        QFETCH(int, element);
        const TensorType whole { static_cast<ElementType>(element), { 6, 12 } };
        const TensorType stretched { whole.element, Dims(other.begin(), other.end()) };
        const auto kernel = chainKernel(sumOf(whole, stretched, whole));
        QVERIFY(bool(kernel));
        QTEST(kernel->width, "width");
    }

    void dividesFast()
    {
        std::vector<std::uint32_t> sizes { 1, 2, 3, 5, 7, 10, 224, 1000, 4096, 65537, 0x7fffffff };
        std::vector<std::uint32_t> numbers { 0, 1, 2, 6, 7, 8, 99, 1000, 65535, 65536, 1u << 30,
            0x7ffffffe, 0x7fffffff };
        for (std::uint32_t i = 1; i < 3000; ++i)
            sizes.push_back(i);
        for (std::uint32_t i = 0; i < 200; ++i)
            numbers.push_back(i * 10'737'419u);
        for (const auto size : sizes) {
            const auto divider = dividerOf(size);
            for (const auto n : numbers) {
                const auto high
                    = static_cast<std::uint32_t>((std::uint64_t(n) * divider.multiplier) >> 32);
                if ((high + n) >> divider.shift != n / size)
                    QFAIL(qPrintable(QString("%1 / %2").arg(n).arg(size)));
            }
        }
    }

    void refusesTooManyAxes()
    {
        const Dims even { 2, 1, 2, 1, 2, 1, 2, 1, 2 };
        const Dims odd { 1, 2, 1, 2, 1, 2, 1, 2, 1 };
        const auto kernel = chainKernel(sumOf({ ElementType::Float, even },
            { ElementType::Float, odd }, { ElementType::Float, Dims(9, 2) }));
        QVERIFY(!kernel);
        QCOMPARE(QString::fromStdString(kernel.error().message()),
            QString("inputs are stretched along 9 axes, at most 8 are fused"));
    }

private:
    std::filesystem::path cache() const
    {
        return std::filesystem::path(m_folder->path().toStdString()) / "cubin";
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_GUILESS_MAIN(TestChainKernels)
#include "tst_chain_kernels.moc"
