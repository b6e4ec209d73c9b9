#include "model/onnx/wire_index.h"
#include "tests/support/paths.h"
#include "tests/support/wire.h"

#include <QTest>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

using namespace model::onnx;
namespace wire = testing::wire;

namespace {

Piece pieceOf(const std::string& text)
{
    return { std::as_bytes(std::span(text.data(), text.size())), 0 };
}

std::string repeated(const std::string& text, int times)
{
    std::string out;
    for (int i = 0; i < times; ++i)
        out += text;
    return out;
}

} // namespace

class TestWireIndex : public QObject {
    Q_OBJECT

private slots:
    void namesByteAndField_data();
    void namesByteAndField();
    void keepsLimits_data();
    void keepsLimits();
    void passesOverFieldsOfAnotherType();
    void acceptsPackedAndSingleNumbers();
    void stopsWhenAsked();
    void knowsTheWholeSchema();
};

void TestWireIndex::namesByteAndField_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* name, const std::string& file, const char* message) {
        QTest::newRow(name) << QByteArray::fromStdString(file) << message;
    };
    const auto node = wire::nodeField("Relu", { "x" }, { "y" });
    row("cut off", wire::model(node + node).substr(0, 10),
        "byte 2, graph: length 28 goes past the end of its message, 6 bytes are left (the file may "
        "be cut off)");
    row("in the second node", wire::model(node + wire::bytes(1, wire::bytes(5, "\x0f"))),
        "byte 22, graph.node[1].attribute[0].name: wire type 7 does not exist");
    row("varint too long", repeated("\xff", 11),
        "byte 0, ModelProto: a number is longer than 10 bytes or 64 bits");
    row("varint of 65 bits", "\x08" + repeated("\xff", 9) + "\x02",
        "byte 1, ir_version: a number is longer than 10 bytes or 64 bits");
    row("varint cut off", "\x08\xff",
        "byte 1, ir_version: a number goes past the end of its message (the file may be cut off)");
    row("group", "\x3b",
        "byte 0, graph: field 7 is a group (wire type 3), which ONNX does not use");
    row("field zero", std::string("\0", 1),
        "byte 0, ModelProto: field number 0 does not exist, expected 1 to 536,870,911");
    row("half a float", wire::model(wire::bytes(1, wire::bytes(5, wire::bytes(7, "123")))),
        "byte 8, graph.node[0].attribute[0].floats[0]: 3 bytes do not hold whole numbers of 4 "
        "bytes");
    row("broken packed number",
        wire::model(wire::bytes(1, wire::bytes(5, wire::bytes(8, "\1\xff")))),
        "byte 11, graph.node[0].attribute[0].ints[0]: a number goes past the end of its message "
        "(the file may be cut off)");
}

void TestWireIndex::namesByteAndField()
{
    QFETCH(QByteArray, file);
    const auto text = file.toStdString();
    const auto index = indexWire(pieceOf(text), messageRule("ModelProto"));
    QVERIFY(!index);
    QTEST(QString::fromStdString(index.error().message()), "message");
    QCOMPARE(index.error().kind(), support::ErrorKind::File);
}

void TestWireIndex::keepsLimits_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QString>("words");
    QTest::newRow("nodes") << QByteArray::fromStdString(
        wire::model(repeated(wire::bytes(1, ""), 11)))
                           << "more than 10 nodes";
    QTest::newRow("tensors") << QByteArray::fromStdString(
        wire::model(repeated(wire::bytes(5, ""), 11)))
                             << "more than 10 tensors";
    QTest::newRow("fields") << QByteArray::fromStdString(repeated(wire::number(1, 1), 101))
                            << "more than 100 fields";
    std::string graph;
    for (int i = 0; i < 6; ++i)
        graph = wire::bytes(1, wire::bytes(5, wire::bytes(6, graph)));
    QTest::newRow("graphs") << QByteArray::fromStdString(wire::model(graph))
                            << "more than 5 levels";
    std::string type;
    for (int i = 0; i < 10; ++i)
        type = wire::bytes(4, wire::bytes(1, type));
    QTest::newRow("types") << QByteArray::fromStdString(
        wire::model(wire::bytes(11, wire::bytes(2, type))))
                           << "more than 8 levels";
    QTest::newRow("text") << QByteArray::fromStdString(wire::bytes(6, std::string(1001, 'a')))
                          << "a text of 1,001 B";
}

void TestWireIndex::keepsLimits()
{
    QFETCH(QByteArray, file);
    QFETCH(QString, words);
    const WireLimits limits { .fields = 100,
        .nodes = 10,
        .tensors = 10,
        .graphLevels = 5,
        .otherLevels = 8,
        .textBytes = 1000 };
    const auto text = file.toStdString();
    const auto index = indexWire(pieceOf(text), messageRule("ModelProto"), limits);
    QVERIFY(!index);
    QVERIFY2(index.error().message().find(words.toStdString()) != std::string::npos,
        index.error().message().c_str());
}

void TestWireIndex::passesOverFieldsOfAnotherType()
{
    const auto text = wire::model(wire::bytes(1, wire::number(3, 5))) + wire::number(77, 1)
        + wire::bytes(78, "unknown");
    const auto index = indexWire(pieceOf(text), messageRule("ModelProto"));
    QVERIFY(index);
    QCOMPARE(index->oddities.size(), 1U);
    QCOMPARE(QString::fromStdString(index->oddities[0].field), "graph.node[0].name");
    QCOMPARE(index->oddities[0].offset, 6U);
}

void TestWireIndex::acceptsPackedAndSingleNumbers()
{
    const auto text = wire::model(wire::bytes(5,
        wire::bytes(1, "\1\2") + wire::number(1, 3) + wire::fixed32(4, 0)
            + wire::bytes(4, "12345678")));
    const auto index = indexWire(pieceOf(text), messageRule("ModelProto"));
    QVERIFY(index);
    QVERIFY(index->oddities.empty());
    QCOMPARE(index->tensors, 1U);
}

void TestWireIndex::stopsWhenAsked()
{
    std::stop_source stop;
    stop.request_stop();
    const auto text = wire::model(repeated(wire::bytes(1, ""), 10'000));
    const auto index = indexWire(pieceOf(text), messageRule("ModelProto"), {}, stop.get_token());
    QVERIFY(!index && index.error().kind() == support::ErrorKind::Cancelled);
}

void TestWireIndex::knowsTheWholeSchema()
{
    // Every field of onnx.proto, by name and number, is in the table and the table has nothing
    // else.
    std::ifstream file(testing::sourceDir() / "model/onnx/onnx.proto");
    std::stringstream text;
    text << file.rdbuf();
    const auto proto = text.str();
    static const std::regex pattern(
        R"(\n +(optional|repeated|)\s*([A-Za-z0-9_.]+) ([a-z_A-Z0-9]+) = (\d+)( \[packed = true\])?;)");
    std::multimap<std::string, std::string> declared;
    for (std::sregex_iterator match(proto.begin(), proto.end(), pattern), end; match != end;
         ++match) {
        if ((*match)[2] != "option")
            declared.emplace((*match)[3].str() + "=" + (*match)[4].str(), (*match)[1].str());
    }
    std::multimap<std::string, std::string> known;
    std::set<const MessageRule*> messages;
    std::vector<const MessageRule*> open { &messageRule("ModelProto"), &messageRule("MapProto") };
    while (!open.empty()) {
        const auto* const message = open.back();
        open.pop_back();
        if (!messages.insert(message).second)
            continue;
        for (const auto& field : message->fields) {
            if (field.number == 0)
                continue;
            known.emplace(field.name + "=" + std::to_string(field.number),
                field.isRepeated ? "repeated" : "optional");
            if (field.message != nullptr)
                open.push_back(field.message);
        }
    }
    QVERIFY(declared.size() > 100);
    for (const auto& [field, label] : known)
        QVERIFY2(declared.count(field) == known.count(field), field.c_str());
    QCOMPARE(known.size(), declared.size());
}

QTEST_GUILESS_MAIN(TestWireIndex)
#include "tst_wire_index.moc"
