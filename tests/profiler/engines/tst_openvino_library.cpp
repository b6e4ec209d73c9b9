#include <QTest>

#include "profiler/engines/engine_options.h"
#include "profiler/engines/engine_session.h"
#include "tests/support/profiler/openvino_case.h"

#include <chrono>
#include <thread>

using namespace profiler;
using testing::batchOf;
using testing::elements;
using testing::OpenVinoCase;

namespace {

/// The library that OPSCOPE_OPENVINO names, a file or the folder with it; empty if there is none.
std::filesystem::path realLibrary()
{
    const std::filesystem::path place = qEnvironmentVariable("OPSCOPE_OPENVINO").toStdString();
    std::error_code error;
    if (!std::filesystem::is_directory(place, error))
        return place;
    for (const auto& entry : std::filesystem::directory_iterator(place, error))
        if (entry.path().filename().string().starts_with("libopenvino_c.so"))
            return entry.path();
    return {};
}

constexpr const char* smallNet = R"(x: float[n,4]
w: float[4,2] = {1,-1,2,0.5,-3,1,0.25,4}
h = MatMul(x, w) "product"
r = Relu(h) "rectify"
y = Softmax(r) "shares"
y -> float[n,2]
r -> float[n,2]
)";

} // namespace

/// The session of OpenVINO with the real library.
class TestOpenVinoLibrary : public QObject {
    Q_OBJECT

private slots:
    void theRealLibraryRuns();
    void theRealLibraryTakesScalars();
    void theRealLibraryIsCancelled();
    void theRealLibraryRefusesOtherTypes();
    void theRealLibraryTakesEveryType_data();
    void theRealLibraryTakesEveryType();
};

void TestOpenVinoLibrary::theRealLibraryRuns()
{
    const auto library = realLibrary();
    if (library.empty())
        QSKIP("OPSCOPE_OPENVINO does not name OpenVINO's libopenvino_c or its folder");
    OpenVinoCase model(library, smallNet);
    model.settings.threads = 1;
    const auto session = openOpenVino(model.settings);
    QVERIFY2(session, session ? "" : session.error().message().c_str());
    auto& engine = **session;
    for (const std::int64_t rows : { 1, 3 }) {
        std::vector<float> values;
        for (std::int64_t i = 0; i < rows * 4; ++i)
            values.push_back(static_cast<float>(i % 5) - 1.5F);
        QVERIFY(engine.setInputs({ { "x", { engine::tensorOf(values, { rows, 4 }) } } }));
        const auto ran = engine.run(false);
        QVERIFY2(ran, ran ? "" : ran.error().message().c_str());
        const auto plain = engine.outputs();
        QVERIFY(plain && plain->size() == 2);
        QCOMPARE((*plain)[0].name, "y");
        const auto rectified = elements<float>((*plain)[1]);
        const auto shares = elements<float>((*plain)[0]);
        const std::vector<float> weights { 1, -1, 2, 0.5F, -3, 1, 0.25F, 4 };
        for (std::size_t row = 0; row < std::size_t(rows); ++row) {
            double total = 0;
            for (std::size_t column = 0; column < 2; ++column) {
                double sum = 0;
                for (std::size_t k = 0; k < 4; ++k)
                    sum += values[row * 4 + k] * weights[k * 2 + column];
                QVERIFY(std::abs(rectified[row * 2 + column] - std::max(0.0, sum)) < 1e-5);
                total += shares[row * 2 + column];
            }
            QVERIFY(std::abs(total - 1) < 1e-5);
        }
        QVERIFY(engine.run(true));
        QCOMPARE(elements<float>(engine.outputs()->front()), shares); // the same bits
    }
    const auto times = engine.operatorTimes(true);
    QVERIFY(times && times->size() == 2 && !times->back().empty());
    QVERIFY(!engine.executedNodes().empty());
    QCOMPARE(engine.facts().settings.at("precision"), "f32");
    const auto graph = engine.saveExecutedGraph(model.folder());
    QVERIFY2(graph, graph ? "" : graph.error().message().c_str());
    QFile xml(QString::fromStdString(graph->string()));
    QVERIFY(xml.open(QIODevice::ReadOnly));
    QVERIFY(xml.readAll().contains("originalLayersNames=\"product"));
}

void TestOpenVinoLibrary::theRealLibraryTakesScalars()
{
    const auto library = realLibrary();
    if (library.empty())
        QSKIP("OPSCOPE_OPENVINO does not name OpenVINO's libopenvino_c or its folder");
    OpenVinoCase model(library,
        "x: float[]\nn: float[rows,2]\ny = Exp(x)\nm = Neg(n)\ny -> float[]\nm -> float[rows,2]\n");
    const auto session = openOpenVino(model.settings);
    QVERIFY2(session, session ? "" : session.error().message().c_str());
    const auto set = (*session)->setInputs({ { "x", { engine::tensorOf(0.0F) } },
        { "n", { engine::makeTensor(model::ElementType::Float, { 0, 2 }) } } });
    QVERIFY2(set, set ? "" : set.error().message().c_str());
    QVERIFY((*session)->run(false));
    const auto outputs = (*session)->outputs();
    QVERIFY2(outputs, outputs ? "" : outputs.error().message().c_str());
    QCOMPARE((*outputs)[0].value.tensor().dims(), engine::Dims());
    QCOMPARE(elements<float>((*outputs)[0]), std::vector<float> { 1 });
    QCOMPARE((*outputs)[1].value.tensor().dims(), (engine::Dims { 0, 2 }));
}

void TestOpenVinoLibrary::theRealLibraryIsCancelled()
{
    const auto library = realLibrary();
    if (library.empty())
        QSKIP("OPSCOPE_OPENVINO does not name OpenVINO's libopenvino_c or its folder");
    std::string text = "x: float[256,256]\n";
    std::string last = "x";
    for (int i = 0; i < 400; ++i) { // about half a second
        const auto next = "v" + std::to_string(i);
        text += next + " = MatMul(" + last + ", x)\n" + next + "s = Tanh(" + next + ")\n";
        last = next + "s";
    }
    OpenVinoCase model(library, text + last + " ->\n");
    model.settings.threads = 1;
    const auto session = openOpenVino(model.settings);
    QVERIFY2(session, session ? "" : session.error().message().c_str());
    const std::vector<float> values(256 * 256, 0.01F);
    QVERIFY((*session)->setInputs({ { "x", { engine::tensorOf(values, { 256, 256 }) } } }));
    QVERIFY((*session)->run(false));
    std::jthread canceller([&](const std::stop_token& stop) {
        while (!stop.stop_requested()) {
            (*session)->cancel();
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    });
    const auto cancelled = (*session)->run(false);
    canceller.request_stop();
    canceller.join();
    QVERIFY(!cancelled);
    QVERIFY(cancelled.error().kind() == support::ErrorKind::Cancelled);
    QVERIFY((*session)->run(false));
}

void TestOpenVinoLibrary::theRealLibraryRefusesOtherTypes()
{
    const auto library = realLibrary();
    if (library.empty())
        QSKIP("OPSCOPE_OPENVINO does not name OpenVINO's libopenvino_c or its folder");
    OpenVinoCase model(library, smallNet);
    const auto session = openOpenVino(model.settings);
    QVERIFY(session);
    const auto result = (*session)->setInputs(
        { { "x", { engine::tensorOf<std::int32_t>({ 1, 2, 3, 4 }, { 1, 4 }) } } });
    QVERIFY(!result);
    QCOMPARE(QString::fromStdString(result.error().message()),
        "input \"x\" is int32, OpenVINO takes float");
    model.settings.options = { { "property:NO_SUCH_PROPERTY", "1" } };
    const auto refused = openOpenVino(model.settings);
    const auto compiled = refused
        ? (*refused)->setInputs({ { "x", { engine::tensorOf<float>({ 1, 2, 3, 4 }, { 1, 4 }) } } })
        : support::Result<void>(refused.error());
    QVERIFY(!compiled);
    QVERIFY(QString::fromStdString(compiled.error().message()).contains("NO_SUCH_PROPERTY"));
}

void TestOpenVinoLibrary::theRealLibraryTakesEveryType_data()
{
    QTest::addColumn<QString>("type");
    for (const char* type : { "float", "double", "float16", "bfloat16", "int8", "uint8", "int16",
             "uint16", "int32", "uint32", "int64", "uint64", "bool" })
        QTest::newRow(type) << type;
}

void TestOpenVinoLibrary::theRealLibraryTakesEveryType()
{
    QFETCH(QString, type);
    const auto library = realLibrary();
    if (library.empty())
        QSKIP("OPSCOPE_OPENVINO does not name OpenVINO's libopenvino_c or its folder");
    const auto name = type.toStdString();
    OpenVinoCase model(library, "x: " + name + "[2,2]\ny = Transpose(x)\ny -> " + name + "[2,2]\n");
    const auto session = openOpenVino(model.settings);
    QVERIFY2(session, session ? "" : session.error().message().c_str());
    QVERIFY(!(*session)->run(false)); // compiled, but without inputs
    auto tensor = engine::makeTensor(*model::elementTypeFromName(name), { 2, 2 });
    const auto bytes = tensor.type.bytes();
    for (std::size_t i = 0; i < bytes; ++i)
        tensor.data[i] = static_cast<std::byte>(name == "bool" ? i % 2 : i % 3);
    // OpenVINO keeps 64-bit types in 32 bits.
    const std::vector<std::int64_t> integers { 1, 2, 3, 4 };
    const std::vector<double> reals { 0.5, 2, -3, 4 };
    if (name.ends_with("int64"))
        std::memcpy(tensor.data, integers.data(), bytes);
    if (name == "double")
        std::memcpy(tensor.data, reals.data(), bytes);
    QVERIFY((*session)->setInputs({ { "x", { tensor } } }));
    QVERIFY((*session)->run(false));
    const auto outputs = (*session)->outputs();
    QVERIFY2(outputs, outputs ? "" : outputs.error().message().c_str());
    const auto& output = outputs->front().value.tensor();
    QCOMPARE(output.type, tensor.type);
    const auto each = bytes / 4;
    for (const auto& [from, to] : { std::pair { 0, 0 }, { 1, 2 }, { 2, 1 }, { 3, 3 } })
        QVERIFY(std::memcmp(tensor.data + std::size_t(from) * each,
                    output.data + std::size_t(to) * each, each)
            == 0);
}

QTEST_GUILESS_MAIN(TestOpenVinoLibrary)
#include "tst_openvino_library.moc"
