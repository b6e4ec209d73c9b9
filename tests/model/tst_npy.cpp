#include "model/decode.h"
#include "model/npy.h"

#include <QTemporaryDir>
#include <QTest>

using namespace model;

namespace {

std::span<const std::byte> bytesOf(const std::string& text)
{
    return std::as_bytes(std::span(text.data(), text.size()));
}

/// A .npy file of the given version with this header and data.
std::string npy(const std::string& dictionary, const std::string& data, int version = 1)
{
    std::string out = "\x93NUMPY";
    out += static_cast<char>(version);
    out += '\0';
    const auto length = dictionary.size() + 1;
    for (int i = 0; i < (version == 1 ? 2 : 4); ++i)
        out += static_cast<char>((length >> (8 * i)) & 0xFF);
    return out + dictionary + "\n" + data;
}

std::string header(
    const std::string& descr, const std::string& shape, const std::string& fortran = "False")
{
    return "{'descr': '" + descr + "', 'fortran_order': " + fortran + ", 'shape': " + shape + ", }";
}

QString numbers(const DataTensor& tensor)
{
    QStringList words;
    for (const auto& text : tensor.strings)
        words << QString::fromStdString(text);
    for (std::uint64_t i = 0;
         i < tensor.bytes.size() * 8 / std::max(traits(tensor.element).bits, 1U); ++i)
        words << QString::number(numberAt(tensor.element, tensor.bytes, i));
    return words.join(' ');
}

} // namespace

class TestNpy : public QObject {
    Q_OBJECT

private slots:
    void readsArrays_data();
    void readsArrays();
    void refusesBrokenFiles_data();
    void refusesBrokenFiles();
    void readsRawFieldsOfAKnownType();
    void refusesRawFieldsWithoutBytes();
    void writesWhatItReads_data();
    void writesWhatItReads();
    void widensTypesThatNumpyLacks();
};

void TestNpy::readsArrays_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("expected");
    const auto row
        = [](const char* name, const std::string& file, const char* type, const char* expected) {
              QTest::newRow(name) << QByteArray::fromStdString(file) << type << expected;
          };
    const std::string six("\1\0\2\0\3\0\4\0\5\0\6\0", 12);
    row("int16", npy(header("<i2", "(2, 3)"), six), "int16", "1 2 3 4 5 6");
    row("version 2", npy(header("<i2", "(6,)"), six, 2), "int16", "1 2 3 4 5 6");
    row("version 3", npy(header("<i2", "(6,)"), six, 3), "int16", "1 2 3 4 5 6");
    row("big-endian", npy(header(">i2", "(2,)"), std::string("\0\1\1\0", 4)), "int16", "1 256");
    row("Fortran order", npy(header("<i2", "(2, 3)", "True"), six), "int16", "1 3 5 2 4 6");
    row("Fortran order of one axis", npy(header("<i2", "(6,)", "True"), six), "int16",
        "1 2 3 4 5 6");
    row("scalar", npy(header("<f4", "()"), std::string("\0\0\x80\x3f", 4)), "fp32", "1");
    row("empty", npy(header("<f4", "(0, 5)"), ""), "fp32", "");
    row("bool", npy(header("|b1", "(2,)"), std::string("\1\0", 2)), "bool", "1 0");
    row("uint8", npy(header("|u1", "(2,)"), "\x7f\xff"), "uint8", "127 255");
    row("float16", npy(header("<f2", "(2,)"), std::string("\0\x3c\0\xc0", 4)), "fp16", "1 -2");
    row("unicode", npy(header("<U2", "(2,)"), std::string("a\0\0\0\xfc\0\0\0b\0\0\0\0\0\0\0", 16)),
        "string", "aü b");
    row("bytes", npy(header("|S2", "(2,)"), std::string("abc\0", 4)), "string", "ab c");
}

void TestNpy::readsArrays()
{
    QFETCH(QByteArray, file);
    QFETCH(QString, type);
    const auto tensor = parseNpy(bytesOf(file.toStdString()));
    QVERIFY2(tensor, tensor ? "" : tensor.error().message().c_str());
    QCOMPARE(QString::fromUtf8(model::name(tensor->element).data()), type);
    QTEST(numbers(*tensor), "expected");
}

void TestNpy::refusesBrokenFiles_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QString>("words");
    const auto row = [](const char* name, const std::string& file, const char* words) {
        QTest::newRow(name) << QByteArray::fromStdString(file) << words;
    };
    row("empty", "", "not a .npy file");
    row("cut in the header", npy(header("<i2", "(6,)"), "").substr(0, 30), "cut off");
    row("cut in the data", npy(header("<i2", "(6,)"), "1234"), "4 bytes follow");
    row("huge shape", npy(header("<i2", "(9999999999999, 9999999999999)"), "1234"),
        "4 bytes follow");
    row("negative shape", npy(header("<i2", "(-1,)"), "1234"), "expected a size");
    row("objects", npy(header("|O", "(1,)"), "1234"), "pickled");
    row("raw without a type", npy(header("<V2", "(1,)"), "12"), "unless it is said");
    row("long double", npy(header("<f16", "(1,)"), std::string(16, '\0')), "no ONNX type");
    row("structured",
        npy("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,), }", "1234"),
        "structured");
    row("texts of 2^64 bytes", npy(header("<U4611686018427387904", "(1,)"), ""),
        "has elements of 2^64 bytes or more");
    row("a size that is no number of 64 bits", npy(header("|S99999999999999999999", "(1,)"), ""),
        "has elements of 2^64 bytes or more");
    row("empty strings without end", npy(header("<U0", "(999999999999,)"), ""), "empty strings");
}

void TestNpy::refusesBrokenFiles()
{
    QFETCH(QByteArray, file);
    QFETCH(QString, words);
    const auto tensor = parseNpy(bytesOf(file.toStdString()));
    QVERIFY(!tensor);
    const auto message = QString::fromStdString(tensor.error().message());
    QVERIFY2(message.contains(words), qPrintable(message));
}

void TestNpy::readsRawFieldsOfAKnownType()
{
    const auto file = npy(header("<V2", "(1,)"), std::string("\x80\x3f", 2));
    const auto tensor = parseNpy(bytesOf(file), ElementType::Bfloat16);
    QVERIFY(tensor);
    QCOMPARE(numbers(*tensor), QString("1"));
}

/// Strings have no bits, so the sizes are equal.
void TestNpy::refusesRawFieldsWithoutBytes()
{
    const auto tensor = parseNpy(bytesOf(npy(header(">V0", "(0,)"), "")), ElementType::String);
    QVERIFY(!tensor);
    const auto message = QString::fromStdString(tensor.error().message());
    QVERIFY2(message.contains("type \">V0\" has no ONNX type"), qPrintable(message));
    QVERIFY(!message.contains("unless"));
}

void TestNpy::writesWhatItReads_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::newRow("int16") << QByteArray::fromStdString(
        npy(header("<i2", "(2, 1)"), std::string("\1\0\2\0", 4)));
    QTest::newRow("scalar") << QByteArray::fromStdString(
        npy(header("<f8", "()"), std::string("12345678")));
    QTest::newRow("unicode") << QByteArray::fromStdString(
        npy(header("<U1", "(1,)"), std::string("a\0\0\0", 4)));
}

void TestNpy::writesWhatItReads()
{
    QFETCH(QByteArray, file);
    const QTemporaryDir folder;
    const std::filesystem::path path = folder.filePath("x.npy").toStdString();
    const auto tensor = parseNpy(bytesOf(file.toStdString()));
    QVERIFY(tensor);
    QVERIFY(writeNpy(path, *tensor));
    const auto again = readNpy(path);
    QVERIFY2(again, again ? "" : again.error().message().c_str());
    QCOMPARE(again->dims, tensor->dims);
    QCOMPARE(again->bytes, tensor->bytes);
    QCOMPARE(again->strings, tensor->strings);
    QCOMPARE(encodeNpy(*tensor)->find('\n') % 64, 63U);
}

void TestNpy::widensTypesThatNumpyLacks()
{
    const DataTensor int4 { "", ElementType::Int4, { 3 },
        { std::byte { 0xf1 }, std::byte { 0x07 } }, {} };
    const auto text = encodeNpy(int4);
    QVERIFY(text);
    const auto read = parseNpy(bytesOf(*text));
    QVERIFY(read);
    QCOMPARE(numbers(*read), QString("1 -1 7"));
}

QTEST_GUILESS_MAIN(TestNpy)
#include "tst_npy.moc"
