#include <QTest>

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

    void stopsWhileReading()
    {
        const auto model = sample();
        std::stop_source source;
        source.request_stop();
        ContentCache cache;
        QVERIFY(!cache.of(*model, model->tensors.front(), source.get_token()));
        const auto parsed = Query::parse("value:nan");
        const auto found = std::get<Query>(parsed).run({ *model }, source.get_token());
        QVERIFY(std::get<QueryMatches>(found).values.empty());
    }
};

QTEST_GUILESS_MAIN(TestQueryContents)
#include "tst_query_contents.moc"
