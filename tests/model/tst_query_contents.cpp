#include <QTest>

#include "model/inference/data_value.h"
#include "model/onnx/parser.h"
#include "model/query/query.h"
#include "model/query/query_contents.h"
#include "tests/support/wire.h"

#include <cstring>
#include <limits>

namespace wire = testing::wire;
using namespace model;

namespace {

constexpr int raw = 9; // TensorProto.raw_data

template <typename T>
std::string packed(const std::vector<T>& elements)
{
    std::string bytes(elements.size() * sizeof(T), '\0');
    std::memcpy(bytes.data(), elements.data(), bytes.size());
    return bytes;
}

template <typename T>
std::string weight(const char* name, int type, const std::vector<T>& elements)
{
    return wire::initializerField(wire::tensor(name, type,
        { static_cast<std::int64_t>(elements.size()) }, wire::bytes(raw, packed(elements))));
}

std::shared_ptr<const Model> sample()
{
    constexpr auto nan = std::numeric_limits<float>::quiet_NaN();
    constexpr auto infinity = std::numeric_limits<float>::infinity();
    std::vector<float> odd(1000, 0.5F);
    odd[500] = 1000;
    const auto constant = wire::nodeField("Constant", {}, { "made" },
        wire::bytes(5,
            wire::bytes(1, "value")
                + wire::bytes(5, wire::tensor("", 1, { 1 }, wire::bytes(raw, packed<float>({ 0 }))))
                + wire::number(20, 4)));
    const auto graph = weight<float>("zeros", 1, { 0, -0.0F, 0 })
        + weight<float>("ones", 1, { 1, 1 }) + weight<float>("broken", 1, { 1, nan, infinity })
        + weight<float>("odd", 1, odd) + weight<std::uint16_t>("half", 10, { 0x7E00, 0 })
        + weight<std::uint8_t>("bytes", 2, { 3, 3, 3 }) + weight<std::int64_t>("big", 7, { 1, 2 })
        + wire::initializerField(
            wire::tensor("away", 1, { 4 }, wire::externalFields("nowhere.data")))
        + constant + wire::nodeField("Add", { "zeros", "made" }, { "y" });
    const auto file = wire::model(graph);
    auto model = onnx::parseModel(std::as_bytes(std::span(file.data(), file.size())));
    return model ? *model : nullptr;
}

} // namespace

class TestQueryContents : public QObject {
    Q_OBJECT

private slots:
    void asksTheElements_data()
    {
        QTest::addColumn<QString>("query");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* query, const char* expected) {
            QTest::newRow(query) << query << expected;
        };
        row("value:nan", "%broken %half, 1 unreadable");
        row("value:inf", "%broken, 1 unreadable");
        row("value:zero", "Constant Add %zeros %made, 1 unreadable");
        row("value:constant", "Constant Add %zeros %ones %bytes %made, 1 unreadable");
        row("value:outlier", "%odd, 1 unreadable");
        row("value:ZERO type:Add", "Add, 1 unreadable");
        row("-value:nan type:fp16", ", 1 unreadable");
        row("value:=0.5", "%odd, 1 unreadable");
        row("value:=1", "%ones %broken %big, 1 unreadable");
        row("value=1", "%ones %broken %big, 1 unreadable");
        row("value:=0", "Constant Add %zeros %half %made, 1 unreadable");
        row("value:!=0", "%ones %broken %odd %bytes %big, 1 unreadable");
        row("value:>2", "%broken %odd %bytes, 1 unreadable");
        row("value:<0", ", 1 unreadable");
        row("value:=inf", "%broken, 1 unreadable");
        row("|x|>=1000", "%broken %odd, 1 unreadable");
    }

    void asksTheElements()
    {
        const auto model = sample();
        QVERIFY(model);
        QueryContext context { *model };
        context.contents = std::make_shared<ContentCache>();
        QFETCH(QString, query);
        const auto parsed = Query::parse(query.toStdString());
        // Twice: as read, and as remembered.
        for (int i = 0; i < 2; ++i) {
            const auto found = std::get<Query>(parsed).run(context);
            const auto& matches = std::get<QueryMatches>(found);
            QStringList words;
            for (const auto id : matches.nodes)
                words << QString::fromStdString(model->node(id).type);
            for (const auto id : matches.values)
                words << "%" + QString::fromStdString(model->value(id).name);
            QTEST(words.join(' ') + QString(", %1 unreadable").arg(matches.unreadable), "expected");
        }
    }

    void saysWhatWasReadAndFound()
    {
        const auto model = sample();
        QueryContext context { *model };
        context.contents = std::make_shared<ContentCache>();
        const auto parsed = Query::parse("value:=1000");
        const auto found = std::get<Query>(parsed).run(context);
        const auto odd = std::get<QueryMatches>(found).values.front();
        const auto scan = context.contents->lastScan();
        QCOMPARE(scan.tensors, 9U);
        QCOMPARE(scan.elements, 3U + 2 + 3 + 1000 + 2 + 3 + 2 + 1);
        QCOMPARE(scan.matches.at(odd).count, 1U);
        QCOMPARE(scan.matches.at(odd).first, 500U);
    }

    void looksAtCapturedValues()
    {
        const auto model = sample();
        QueryContext context { *model };
        context.contents = std::make_shared<ContentCache>();
        const auto y = model->main().nodes.back();
        const auto id = model->node(y).outputs.front();
        int reads = 0;
        const auto captured = [&](float value) {
            return [&reads, value]() -> support::Result<std::shared_ptr<const TensorElements>> {
                ++reads;
                auto tensor = std::make_shared<DataTensor>();
                tensor->element = ElementType::Float;
                tensor->dims = { 1 };
                tensor->bytes.resize(sizeof(float));
                std::memcpy(tensor->bytes.data(), &value, sizeof(float));
                return elementsOf(std::move(tensor));
            };
        };
        const auto countOf = [&](const char* query) {
            const auto parsed = Query::parse(query);
            const auto found = std::get<Query>(parsed).run(context);
            return std::get<QueryMatches>(found).values.size();
        };
        QCOMPARE(countOf("|x|>65504 -value:=inf -value:>999"), 0U);
        context.contents->setCaptured({ { id, "first", captured(70'000) } });
        QCOMPARE(countOf("value:=70000"), 1U);
        context.contents->setCaptured({ { id, "first", captured(70'000) } });
        QCOMPARE(countOf("value:<0"), 0U);
        QCOMPARE(reads, 1); // the range of the known elements tells
        context.contents->setCaptured({ { id, "second", captured(-2) } });
        QCOMPARE(countOf("value:<0"), 1U);
    }

    void roundsNumbersAsTheirTypeDoes_data()
    {
        QTest::addColumn<double>("number");
        QTest::addColumn<std::uint64_t>("floats");
        QTest::addColumn<std::uint64_t>("halves");
        QTest::newRow("a tenth") << 0.1 << std::uint64_t(1) << std::uint64_t(1);
        QTest::newRow("the largest half") << 65504.0 << std::uint64_t(1) << std::uint64_t(1);
        QTest::newRow("beyond it") << 70000.0 << std::uint64_t(0) << std::uint64_t(0);
        QTest::newRow("beyond both") << 1e300 << std::uint64_t(0) << std::uint64_t(0);
    }
    void roundsNumbersAsTheirTypeDoes()
    {
        QFETCH(double, number);
        const auto content = [](ElementType type, const auto& elements) {
            auto tensor = std::make_shared<DataTensor>();
            tensor->element = type;
            tensor->dims = { static_cast<std::int64_t>(elements.size()) };
            const auto bytes = std::as_bytes(std::span(elements));
            tensor->bytes.assign(bytes.begin(), bytes.end());
            return *elementsOf(std::move(tensor));
        };
        const std::vector<float> floats { 0.1F, 65504, -1 };
        const std::vector<std::uint16_t> halves { 0x2E66, 0x7BFF, 0x7C00 }; // 0.1, 65504, infinity
        const ElementTest test { Comparison::Equal, number, false };
        QTEST(findElements(*content(ElementType::Float, floats), test)->count, "floats");
        QTEST(findElements(*content(ElementType::Float16, halves), test)->count, "halves");
    }

    void stopsWhileReading()
    {
        const auto model = sample();
        std::stop_source source;
        source.request_stop();
        ContentCache cache;
        QVERIFY(!cache.of(*model, ValueId(0U), source.get_token()));
        const auto parsed = Query::parse("value:nan");
        const auto found = std::get<Query>(parsed).run({ *model }, source.get_token());
        QVERIFY(std::get<QueryMatches>(found).values.empty());
    }
};

QTEST_GUILESS_MAIN(TestQueryContents)
#include "tst_query_contents.moc"
