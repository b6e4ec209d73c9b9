#include "model/onnx/tensor_file.h"
#include "tests/support/wire.h"

#include <QTemporaryDir>
#include <QTest>
#include <map>

using namespace model;
using namespace model::onnx;
namespace wire = testing::wire;

namespace {

std::span<const std::byte> bytesOf(const std::string& text)
{
    return std::as_bytes(std::span(text.data(), text.size()));
}

QByteArray q(const std::vector<std::byte>& bytes)
{
    return QByteArray(
        reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size()))
        .toHex();
}

DataValue tensorValue(std::string name, ElementType element, std::vector<std::int64_t> dims,
    std::vector<std::byte> bytes)
{
    DataValue value;
    value.kind = DataValue::Kind::Tensor;
    value.name = name;
    value.tensor = { std::move(name), element, std::move(dims), std::move(bytes), {} };
    return value;
}

DataValue sequenceOf(std::vector<DataValue> items)
{
    DataValue value;
    value.kind = DataValue::Kind::Sequence;
    value.items = std::move(items);
    return value;
}

std::string packed(std::uint32_t field, const std::vector<std::uint64_t>& numbers)
{
    std::string content;
    for (const auto number : numbers)
        content += wire::varint(number);
    return wire::bytes(field, content);
}

constexpr auto minusOne = ~std::uint64_t { 0 };

} // namespace

class TestTensorFile : public QObject {
    Q_OBJECT

private slots:
    void packsTypedFields_data();
    void packsTypedFields();
    void refusesBrokenTensors_data();
    void refusesBrokenTensors();
    void writesWhatItReads_data();
    void writesWhatItReads();
    void makesSparseTensorsDense();
    void readsFromFiles();
};

void TestTensorFile::packsTypedFields_data()
{
    QTest::addColumn<int>("element");
    QTest::addColumn<int>("count");
    QTest::addColumn<QByteArray>("fields");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* name, ElementType type, int count, const std::string& fields,
                         const char* expected) {
        QTest::newRow(name) << static_cast<int>(type) << count << QByteArray::fromStdString(fields)
                            << QByteArray(expected);
    };
    row("float, packed", ElementType::Float, 2,
        wire::bytes(4, std::string("\0\0\x80\x3f\0\0\0\xc0", 8)), "0000803f000000c0");
    row("float, one by one", ElementType::Float, 2,
        wire::fixed32(4, 0x3f800000) + wire::fixed32(4, 0xc0000000), "0000803f000000c0");
    row("double", ElementType::Double, 1, wire::fixed64(10, 0x3ff0000000000000),
        "000000000000f03f");
    row("complex64 in float_data", ElementType::Complex64, 1,
        wire::bytes(4, std::string("\0\0\x80\x3f\0\0\0\xc0", 8)), "0000803f000000c0");
    row("int64", ElementType::Int64, 2, packed(7, { 5, minusOne }),
        "0500000000000000ffffffffffffffff");
    row("int64, one by one", ElementType::Int64, 2, wire::number(7, 5) + wire::number(7, -1),
        "0500000000000000ffffffffffffffff");
    row("int32", ElementType::Int32, 2, packed(5, { 5, minusOne }), "05000000ffffffff");
    row("int16 in int32_data", ElementType::Int16, 2, packed(5, { 5, minusOne }), "0500ffff");
    row("int8 in int32_data", ElementType::Int8, 2, packed(5, { 5, minusOne }), "05ff");
    row("bool", ElementType::Bool, 3, packed(5, { 1, 0, 1 }), "010001");
    row("float16 in int32_data", ElementType::Float16, 2, packed(5, { 0x3c00, 0xc000 }),
        "003c00c0");
    row("float8 in int32_data", ElementType::Float8E4M3FN, 2, packed(5, { 0x38, 0xb8 }), "38b8");
    row("int4: two in a number", ElementType::Int4, 3, packed(5, { 0x21, 0x03 }), "2103");
    row("uint2: four in a number", ElementType::Uint2, 5, packed(5, { 0xe4, 0x01 }), "e401");
    row("uint32 in uint64_data", ElementType::Uint32, 2, packed(11, { 5, 0xffffffff }),
        "05000000ffffffff");
    row("raw", ElementType::Int16, 2, wire::bytes(9, std::string("\1\0\2\0", 4)), "01000200");
    row("empty", ElementType::Float, 0, "", "");
}

void TestTensorFile::packsTypedFields()
{
    QFETCH(int, element);
    QFETCH(int, count);
    QFETCH(QByteArray, fields);
    const auto file = wire::tensor("t", element, { count }, fields.toStdString());
    const auto value = parseTensorFile(bytesOf(file));
    QVERIFY2(value, value ? "" : value.error().message().c_str());
    QCOMPARE(static_cast<int>(value->tensor.element), element);
    QTEST(q(value->tensor.bytes), "expected");
}

void TestTensorFile::refusesBrokenTensors_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QString>("words");
    const auto row = [](const char* name, const std::string& file, const char* words) {
        QTest::newRow(name) << QByteArray::fromStdString(file) << words;
    };
    row("too short", wire::tensor("t", 1, { 3 }, wire::bytes(9, "1234")), "4 bytes, expected 12");
    row("cut off", wire::tensor("t", 1, { 1 }, wire::bytes(9, "1234")).substr(0, 9), "raw_data");
    row("dimensions overflow",
        wire::tensor("t", 1, { 1LL << 40, 1LL << 40 }, wire::bytes(9, "1234")), "no valid product");
    row("negative dimension", wire::tensor("t", 1, { -2 }, wire::bytes(9, "1234")),
        "no valid product");
    row("unknown type", wire::tensor("t", 99, { 1 }, wire::bytes(9, "1234")), "element type 99");
    row("no type", wire::tensor("t", 0, { 1 }, wire::bytes(9, "1234")), "element type 0");
    row("data in another field", wire::tensor("t", 1, { 1 }, packed(7, { 1 })), "field 7");
    row("external", wire::tensor("t", 1, { 1 }, wire::externalFields("/etc/passwd")),
        "another file");
    row("too few strings", wire::tensor("t", 8, { 2 }, wire::bytes(6, "a")),
        "1 strings, expected 2");
    row("group", std::string("\x0b"), "group");
}

void TestTensorFile::refusesBrokenTensors()
{
    QFETCH(QByteArray, file);
    QFETCH(QString, words);
    const auto value = parseTensorFile(bytesOf(file.toStdString()));
    QVERIFY(!value);
    const auto message = QString::fromStdString(value.error().message());
    QVERIFY2(message.contains(words), qPrintable(message));
    QCOMPARE(value.error().kind(), support::ErrorKind::File);
}

void TestTensorFile::writesWhatItReads_data()
{
    QTest::addColumn<QString>("value");
    for (const char* name :
        { "tensor", "strings", "empty sequence", "sequence", "sequence of sequences", "map",
            "empty optional", "optional tensor", "optional sequence" })
        QTest::newRow(name) << name;
}

void TestTensorFile::writesWhatItReads()
{
    QFETCH(QString, value);
    const auto name = value.toStdString();
    const auto a = tensorValue("a", ElementType::Int16, { 2 },
        { std::byte { 1 }, std::byte { 0 }, std::byte { 2 }, std::byte { 0 } });
    auto strings = tensorValue("s", ElementType::String, { 2 }, {});
    strings.tensor.strings = { "x", "" };
    DataValue map;
    map.kind = DataValue::Kind::Map;
    map.key = ElementType::String;
    map.stringKeys = { "k", "l" };
    map.items = { a, strings };
    struct Case {
        DataValue value;
        ValueType::Kind kind;
    };
    using Kind = ValueType::Kind;
    const std::map<std::string, Case> cases { { "tensor", { a, Kind::Tensor } },
        { "strings", { strings, Kind::Tensor } },
        { "empty sequence", { sequenceOf({}), Kind::Sequence } },
        { "sequence", { sequenceOf({ a, strings, a }), Kind::Sequence } },
        { "sequence of sequences",
            { sequenceOf({ sequenceOf({ a }), sequenceOf({}) }), Kind::Sequence } },
        { "map", { map, Kind::Map } }, { "empty optional", { {}, Kind::Optional } },
        { "optional tensor", { a, Kind::Optional } },
        { "optional sequence", { sequenceOf({ a }), Kind::Optional } } };
    const auto& row = cases.at(name);
    const auto encoded = encodeTensorFile(row.value, row.kind);
    QVERIFY(encoded);
    const auto read = parseTensorFile(bytesOf(*encoded), row.kind);
    QVERIFY2(read, read ? "" : read.error().message().c_str());
    QCOMPARE(read->kind, row.value.kind);
    QCOMPARE(read->items.size(), row.value.items.size());
    QCOMPARE(read->stringKeys, row.value.stringKeys);
    QCOMPARE(*encodeTensorFile(*read, row.kind), *encoded);
}

void TestTensorFile::makesSparseTensorsDense()
{
    const auto values = wire::tensor("v", 3, { 2 }, wire::bytes(9, "\5\7"));
    const auto linear = wire::tensor("i", 7, { 2 }, packed(7, { 1, 3 }));
    const auto pairs = wire::tensor("i", 7, { 2, 2 }, packed(7, { 0, 1, 1, 1 }));
    const auto outside = wire::tensor("i", 7, { 2 }, packed(7, { 1, 4 }));
    const auto sparse = [&](const std::string& indices) {
        return wire::sparseTensor(values, indices, { 2, 2 });
    };
    for (const auto& indices : { linear, pairs }) {
        const auto file = sparse(indices);
        const auto value = parseTensorFile(bytesOf(file), ValueType::Kind::SparseTensor);
        QVERIFY2(value, value ? "" : value.error().message().c_str());
        QCOMPARE(q(value->tensor.bytes), QByteArray("00050007"));
    }
    const auto file = sparse(outside);
    QVERIFY(!parseTensorFile(bytesOf(file), ValueType::Kind::SparseTensor));
}

void TestTensorFile::readsFromFiles()
{
    const QTemporaryDir folder;
    const std::filesystem::path path = folder.filePath("input_0.pb").toStdString();
    const auto a
        = tensorValue("a", ElementType::Uint8, { 2 }, { std::byte { 1 }, std::byte { 2 } });
    QVERIFY(writeTensorFile(path, a));
    const auto value = readTensorFile(path);
    QVERIFY(value);
    QCOMPARE(q(value->tensor.bytes), QByteArray("0102"));
    const auto absent = readTensorFile(path.parent_path() / "none.pb");
    QVERIFY(!absent && absent.error().kind() == support::ErrorKind::File);
}

QTEST_GUILESS_MAIN(TestTensorFile)
#include "tst_tensor_file.moc"
