#include "model/support/json.h"

#include <QJsonDocument>
#include <QTest>
#include <limits>

using namespace support;

namespace {

std::string nested(std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); }

} // namespace

class TestJson : public QObject {
    Q_OBJECT

private slots:
    void writesWhatReadersRead();
    void writesSeveralMembersAtOnce();
    void escapesForeignText_data();
    void escapesForeignText();
    void writesNumbersThatReadBackTheSame();
    void readsDocuments();
    void refusesBrokenText_data();
    void refusesBrokenText();
    void doesNotRecurse();
    void readsPieceByPiece();
    void readsNumbersOutOfRange_data();
    void readsNumbersOutOfRange();
};

void TestJson::writesWhatReadersRead()
{
    std::string out;
    {
        JsonWriter json(out);
        json.beginObject()
            .member("name", "stem")
            .member("count", std::size_t { 3 })
            .member("ok", true);
        json.key("list").array(std::vector { 1, -2 });
        json.key("empty").beginObject().endObject();
        json.member("none", std::optional<int>()).endObject();
    }
    QCOMPARE(QString::fromStdString(out),
        R"({"name":"stem","count":3,"ok":true,"list":[1,-2],"empty":{},"none":null})");
    std::string indented;
    {
        JsonWriter json(indented, JsonWriter::Layout::Indented);
        json.beginObject().key("a").beginArray().value(1).value("x").endArray().endObject();
    }
    QCOMPARE(QString::fromStdString(indented), "{\n  \"a\": [\n    1,\n    \"x\"\n  ]\n}\n");
}

void TestJson::writesSeveralMembersAtOnce()
{
    const auto text = jsonLine([](JsonWriter& json) {
        json.members({ { "name", std::string("stem") }, { "list", std::vector { 1, -2 } },
            { "none", orNull(false, 1.5) }, { "some", orNull(true, 1.5) } });
        json.memberIf("absent", std::optional<int>()).memberIf("given", std::optional(3));
        json.key("object").object({ { "ok", true } }).key("row").tuple(1, "a", false);
        json.key("sizes").array(std::vector<std::string> { "a", "bcd" },
            [](const std::string& item) { return item.size(); });
    });
    QCOMPARE(QString::fromStdString(text),
        R"({"name":"stem","list":[1,-2],"none":null,"some":1.5,"given":3,"object":{"ok":true},)"
        R"("row":[1,"a",false],"sizes":[1,3]})");
    QCOMPARE(jsonDocument([](JsonWriter& json) { json.member("a", 1); }),
        std::string("{\n  \"a\": 1\n}\n\n"));
}

void TestJson::escapesForeignText_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("empty") << QByteArray() << QByteArray("\"\"");
    QTest::newRow("quotes and backslash") << QByteArray("a\"b\\") << QByteArray(R"("a\"b\\")");
    QTest::newRow("control characters")
        << QByteArray("\0\n\x1f", 3) << QByteArray(R"("\u0000\n\u001f")");
    QTest::newRow("blank") << QByteArray("a b") << QByteArray(R"("a b")");
    QTest::newRow("broken UTF-8") << QByteArray("a\xFFz") << QByteArray("\"a\xEF\xBF\xBDz\"");
    QTest::newRow("direction") << QByteArray("a\u202eb") << QByteArray(R"("a\u202eb")");
    QTest::newRow("control character beyond ASCII")
        << QByteArray("\u009b") << QByteArray(R"("\u009b")");
    QTest::newRow("invisible, beyond 16 bits")
        << QByteArray("\U000e0041") << QByteArray(R"("\udb40\udc41")");
    QTest::newRow("line separator") << QByteArray("\u2028") << QByteArray(R"("\u2028")");
    QTest::newRow("other scripts") << QByteArray("卷积😀") << QByteArray("\"卷积😀\"");
}

void TestJson::escapesForeignText()
{
    QFETCH(QByteArray, text);
    std::string out;
    JsonWriter json(out);
    json.value(text.toStdString()).flush();
    QTEST(QByteArray::fromStdString(out), "expected");
    QVERIFY(!QJsonDocument::fromJson("[" + QByteArray::fromStdString(out) + "]").isNull());
}

void TestJson::writesNumbersThatReadBackTheSame()
{
    for (const double number : { 0.1, 1e300, -2.5e-310, 12345678.9, 1.0 / 3 }) {
        std::string out;
        JsonWriter(out).value(number);
        QCOMPARE(numberOf(out), number);
    }
    std::string out;
    JsonWriter(out).value(std::numeric_limits<double>::infinity());
    QCOMPARE(QString::fromStdString(out), "null");
}

void TestJson::readsDocuments()
{
    const auto json = parseJson(
        R"( {"a": [1, 2.5, -3, 9223372036854775807, 1e3], "b": {"c": "x\u00e9"}, "t": true, "n": null} )");
    QVERIFY(json);
    const auto items = (*json)["a"].items();
    QCOMPARE(items.size(), 5U);
    QCOMPARE(items[0].integer(), std::optional<std::int64_t>(1));
    QVERIFY(!items[1].integer());
    QCOMPARE(items[1].number(), std::optional(2.5));
    QCOMPARE(items[3].integer(), std::optional(std::numeric_limits<std::int64_t>::max()));
    QCOMPARE(items[4].number(), std::optional(1000.0));
    QCOMPARE(QString::fromStdString((*json)["b"]["c"].stringOr("")), "xé");
    QVERIFY((*json)["t"].booleanOr(false));
    QVERIFY((*json)["n"].isNull() && json->has("n") && !json->has("m"));
    QVERIFY((*json)["m"]["deeper"].items().empty());
    QCOMPARE((*json)["m"].integerOr(7), 7);
}

void TestJson::refusesBrokenText_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("words");
    QTest::newRow("empty") << ""
                           << "byte 0";
    QTest::newRow("truncated") << "{\"a\": [1, 2"
                               << "byte 11";
    QTest::newRow("no colon") << "{\"a\" 1}"
                              << "byte 5";
    QTest::newRow("two documents") << "{} {}"
                                   << "byte 3";
    QTest::newRow("too deep") << QString::fromStdString(nested(1001)) << "more than 1000 levels";
}

void TestJson::refusesBrokenText()
{
    QFETCH(QString, text);
    QFETCH(QString, words);
    const auto json = parseJson(text.toStdString());
    QVERIFY(!json);
    const auto message = QString::fromStdString(json.error().message());
    QVERIFY2(message.contains(words), qPrintable(message));
}

void TestJson::doesNotRecurse()
{
    class Counter final : public JsonHandler {
    public:
        bool null() override { return true; }
        bool boolean(bool) override { return true; }
        bool number(std::string_view) override { return true; }
        bool string(std::string_view) override { return true; }
        bool beginObject() override { return true; }
        bool key(std::string_view) override { return true; }
        bool endObject() override { return true; }
        bool beginArray() override { return ++arrays > 0; }
        bool endArray() override { return true; }
        std::size_t arrays = 0;
    } counter;
    QVERIFY(readJson(nested(1'000'000), counter, { .depth = 2'000'000 }));
    QCOMPARE(counter.arrays, 1'000'000U);
}

void TestJson::readsPieceByPiece()
{
    std::string text = "[";
    for (int i = 0; i < 50'000; ++i)
        text += "\"item " + std::to_string(i) + "\",";
    text += "0]";
    const auto json = parseJson(text);
    QVERIFY(json);
    QCOMPARE(json->items().size(), 50'001U);
    QCOMPARE(QString::fromStdString(json->items()[49'999].stringOr("")), "item 49999");
}

void TestJson::readsNumbersOutOfRange_data()
{
    // IEEE 754, round to nearest: the largest double is 1.797…e308, the smallest 4.94e-324.
    constexpr auto inf = std::numeric_limits<double>::infinity();
    QTest::addColumn<double>("expected");
    QTest::newRow("1e400") << inf;
    QTest::newRow("-1e400") << -inf;
    QTest::newRow("1E+400") << inf;
    QTest::newRow("1.5e309") << inf;
    QTest::newRow("0.0001e400") << inf;
    QTest::newRow("1e99999999999999999999") << inf;
    QTest::newRow("1e-400") << 0.0;
    QTest::newRow("123e-400") << 0.0;
    QTest::newRow("1e-99999999999999999999") << 0.0;
    QTest::newRow("0e400") << 0.0;
    QTest::newRow("1e308") << 1e308;
    QTest::newRow("5e-324") << std::numeric_limits<double>::denorm_min();
    QTest::newRow(("1" + std::string(400, '0')).c_str()) << inf;
    QTest::newRow(("0." + std::string(400, '0') + "1").c_str()) << 0.0;
}

void TestJson::readsNumbersOutOfRange()
{
    QFETCH(double, expected);
    QCOMPARE(numberOf(QTest::currentDataTag()), expected);
}

QTEST_GUILESS_MAIN(TestJson)
#include "tst_json.moc"
