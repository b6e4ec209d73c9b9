#include "model/edit/change.h"
#include "model/edit/document.h"
#include "model/edit/save.h"
#include "model/onnx/parser.h"
#include "model/tensor_store.h"
#include "tests/support/paths.h"
#include "tests/support/wire.h"

#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace fs = std::filesystem;
namespace wire = testing::wire;
using namespace model;
using namespace model::edit;

namespace {

std::string contentOf(const fs::path& path)
{
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

void write(const fs::path& path, const std::string& content)
{
    std::ofstream(path, std::ios::binary) << content;
}

std::string bytesOf(const EditedFile& file) { return joinedParts(partsOf(file.root())); }

/// Opens every message of the file, as if each was to be changed.
void openAll(Change& change, Message& message)
{
    for (std::size_t i = 0; i < message.fields.size(); ++i) {
        const auto* const rule = message.rule->field(message.fields[i].number);
        if (!rule || !rule->message || message.fields[i].type != onnx::WireType::Bytes)
            continue;
        if (const auto opened = change.open(message, i))
            openAll(change, **opened);
    }
}

/// Models that no exporter writes, by what is odd about them.
std::vector<std::pair<const char*, std::string>> oddModels()
{
    const auto import = wire::bytes(8, wire::operatorSet("", 17));
    const auto node = wire::nodeField("Relu", { "x" }, { "y" });
    const auto type = wire::tensorType(1, { 1, 3 });
    const auto ports = wire::inputField("x", type) + wire::outputField("y", type);
    const auto name = wire::bytes(2, "g");
    const auto graph = node + name + ports;
    const auto ir = wire::number(1, 8);
    const auto entry = [](const char* key, const char* value) {
        return wire::bytes(1, key) + wire::bytes(2, value);
    };
    const auto sharding = wire::bytes(1, "x") + wire::number(2, 0);
    const auto device = wire::bytes(1, "pair") + wire::bytes(2, sharding) + wire::number(3, 1);
    const auto training = wire::bytes(2, node + name + ports) + wire::bytes(4, entry("x", "y"));
    return {
        { "unknown fields everywhere",
            wire::number(77, 5) + ir
                + wire::bytes(7, wire::bytes(99, "before") + graph + wire::fixed32(98, 7))
                + wire::fixed64(500, 1) + import },
        { "graph in two pieces",
            ir + wire::bytes(7, node + name) + import + wire::bytes(7, ports) },
        { "fields in descending order",
            import + wire::bytes(7, ports + name + node) + wire::number(1, 8) },
        { "lengths that are not the shortest",
            ir + wire::tag(7, 2) + std::string(1, static_cast<char>(graph.size() | 0x80))
                + std::string("\x80\x00", 2) + graph + import },
        { "a field of another wire type",
            ir + wire::bytes(7, wire::number(1, 3) + graph + wire::bytes(11, "\x08\x01"))
                + import },
        { "quantization annotations",
            ir
                + wire::bytes(7,
                    graph
                        + wire::bytes(
                            14, wire::bytes(1, "x") + wire::bytes(2, entry("SCALE_TENSOR", "y"))))
                + import },
        { "training info", ir + wire::bytes(7, graph) + import + wire::bytes(20, training) },
        { "device configurations",
            ir
                + wire::bytes(7,
                    wire::nodeField("Relu", { "x" }, { "y" }, wire::bytes(10, device)) + name
                        + ports)
                + import + wire::bytes(26, wire::bytes(1, "pair") + wire::number(2, 2)) },
        { "a metadata key twice",
            ir + wire::bytes(7, graph) + import + wire::bytes(14, entry("k", "1"))
                + wire::bytes(14, entry("k", "2")) },
    };
}

void addFiles(const fs::path& folder)
{
    std::error_code failure;
    for (const auto& entry : fs::recursive_directory_iterator(folder, failure))
        if (entry.path().extension() == ".onnx" && entry.is_regular_file())
            QTest::newRow(fs::relative(entry.path(), folder).c_str())
                << QString::fromStdString(entry.path().string());
}

Operation operation(const char* json)
{
    auto all = operationsFrom(json);
    Q_ASSERT(all && all->size() == 1);
    return all->front();
}

} // namespace

class TestEditedFile : public QObject {
    Q_OBJECT

private slots:
    void keepsEveryByteOfFiles_data();
    void keepsEveryByteOfFiles();
    void keepsOddModels_data();
    void keepsOddModels();
    void takesChangesOfOddModelsBack_data() { keepsOddModels_data(); }
    void takesChangesOfOddModelsBack();
    void readsWeightsFromTheOriginal();
    void refusesAFileThatChanged();
    void keepsTheBytesOfAnOverwrittenFile();
    void refusesMoreThanTwoGibibytes();
    void savesOntoItself();
    void movesWeightsOutAndIn_data();
    void movesWeightsOutAndIn();
    void keepsTheDocumentWhenWeightsMove();
    void countsTheFileOfAConstantAsUsed();
    void refusesToLeaveExternalDataBehind();

private:
    fs::path inFolder(const char* name) const
    {
        return fs::path(m_folder.path().toStdString()) / name;
    }
    QTemporaryDir m_folder;
};

void TestEditedFile::keepsEveryByteOfFiles_data()
{
    QTest::addColumn<QString>("path");
    addFiles(testing::sourceDir() / "tests/data");
    addFiles(testing::sourceDir() / "resources/samples");
    addFiles(testing::dataDir() / "models"); // none without the shared data
}

void TestEditedFile::keepsEveryByteOfFiles()
{
    QFETCH(QString, path);
    auto file = EditedFile::open(path.toStdString());
    if (!file)
        return; // malformed: not opened, so not saved
    const auto original = contentOf(path.toStdString());
    QVERIFY(bytesOf(*file) == original);
    Change change;
    openAll(change, file->root());
    QVERIFY(change.isEmpty());
    QVERIFY(bytesOf(*file) == original);
}

void TestEditedFile::keepsOddModels_data()
{
    QTest::addColumn<QByteArray>("model");
    for (const auto& [name, bytes] : oddModels())
        QTest::newRow(name) << QByteArray::fromStdString(bytes);
}

void TestEditedFile::keepsOddModels()
{
    QFETCH(QByteArray, model);
    write(inFolder("odd.onnx"), model.toStdString());
    auto file = EditedFile::open(inFolder("odd.onnx"));
    QVERIFY2(file, file ? "" : file.error().message().c_str());
    Change change;
    openAll(change, file->root());
    QVERIFY(file->save(inFolder("saved.onnx")));
    QVERIFY(contentOf(inFolder("saved.onnx")) == model.toStdString());
}

void TestEditedFile::takesChangesOfOddModelsBack()
{
    QFETCH(QByteArray, model);
    write(inFolder("odd.onnx"), model.toStdString());
    const auto document = Document::open(inFolder("odd.onnx"));
    QVERIFY2(document, document ? "" : document.error().message().c_str());
    auto& odd = **document;
    const auto text = odd.apply(operation(R"({"op": "renameValue", "value": "x", "to": "new"})"));
    QVERIFY2(text, text ? "" : text.error().message().c_str());
    const auto edited = bytesOf(odd.file());
    QVERIFY(edited != model.toStdString());
    QCOMPARE(odd.model()->value(odd.model()->main().inputs.front()).name, std::string("new"));
    QVERIFY(edited.find("before") != std::string::npos || !model.contains("before"));
    QCOMPARE(text->find("several pieces") != std::string::npos,
        QString(QTest::currentDataTag()) == "graph in two pieces");
    QVERIFY(odd.undo());
    QVERIFY(bytesOf(odd.file()) == model.toStdString());
    QVERIFY(odd.redo());
    QVERIFY(bytesOf(odd.file()) == edited);
}

void TestEditedFile::readsWeightsFromTheOriginal()
{
    std::string raw(400'000, '\x11');
    raw += "end.";
    const auto weight
        = wire::initializerField(wire::tensor("w", 2, { 400'004 }, wire::bytes(9, raw)));
    write(inFolder("weights.onnx"),
        wire::model(wire::nodeField("Neg", { "w" }, { "y" }) + weight + wire::outputField("y")));
    auto document = Document::open(inFolder("weights.onnx"));
    QVERIFY(document);
    QVERIFY(
        (*document)->apply(operation(R"({"op": "renameValue", "value": "w", "to": "longer"})")));
    const auto& model = *(*document)->model();
    QCOMPARE(model.tensors[0].name, std::string("longer"));
    QVERIFY(model.tensors[0].ref.place == TensorRef::Place::ModelFile);
    const auto bytes = model.store->bytes(model.tensors[0]);
    QVERIFY(bytes);
    QVERIFY(std::equal(
        bytes->bytes.begin(), bytes->bytes.end(), std::as_bytes(std::span(raw)).begin()));
}

void TestEditedFile::refusesAFileThatChanged()
{
    const auto path = inFolder("changing.onnx");
    write(path, oddModels()[0].second);
    auto file = EditedFile::open(path);
    QVERIFY(file);
    std::ofstream(path, std::ios::binary | std::ios::app) << "x";
    const auto saved = file->save(inFolder("other.onnx"));
    QVERIFY(!saved);
    QVERIFY(saved.error().message().find("was changed by another program") != std::string::npos);
    QVERIFY(!fs::exists(inFolder("other.onnx")));
}

/// As an exporter does that opens the file for writing.
void TestEditedFile::keepsTheBytesOfAnOverwrittenFile()
{
    const auto path = inFolder("overwritten.onnx");
    const auto bytes = oddModels()[0].second;
    write(path, bytes);
    auto document = Document::open(path, {}, {}, {}, Original::Copy);
    QVERIFY(document);
    QVERIFY((*document)->apply(operation(R"({"op": "renameValue", "value": "x", "to": "z"})")));
    const auto edited = bytesOf((*document)->file());
    write(path, std::string(bytes.size(), '\x7f'));
    QVERIFY((*document)->file().checkUnchanged());
    QVERIFY(save(**document, inFolder("edited.onnx")));
    QVERIFY(contentOf(inFolder("edited.onnx")) == edited);
    QVERIFY((*document)->undo());
    QVERIFY(save(**document, inFolder("first.onnx")));
    QVERIFY(contentOf(inFolder("first.onnx")) == bytes);
}

void TestEditedFile::refusesMoreThanTwoGibibytes()
{
    // The weight is a hole of the file, so it takes no space.
    const std::uint64_t bytes = 2'200'000'000;
    const auto tensor = wire::tensor("w", 2, { static_cast<std::int64_t>(bytes) });
    const auto head = headOf(9, bytes);
    const auto graphStart = wire::nodeField("Neg", { "w" }, { "y" }) + wire::outputField("y");
    const auto tensorBytes = tensor.size() + head.size() + bytes;
    const auto initializer = headOf(5, tensorBytes) + tensor + head;
    const auto start = wire::number(1, 8) + wire::bytes(8, wire::operatorSet("", 17))
        + headOf(7, graphStart.size() + initializer.size() + bytes) + graphStart + initializer;
    write(inFolder("huge.onnx"), start);
    fs::resize_file(inFolder("huge.onnx"), start.size() + bytes);
    auto document = Document::open(inFolder("huge.onnx"));
    QVERIFY2(document, document ? "" : document.error().message().c_str());
    QVERIFY((*document)->apply(operation(R"({"op": "renameValue", "value": "w", "to": "v"})")));
    const auto saved = save(**document, inFolder("copy.onnx"));
    QVERIFY(!saved);
    QVERIFY(saved.error().message().find("external data") != std::string::npos);
    QVERIFY(!fs::exists(inFolder("copy.onnx")));
}

void TestEditedFile::savesOntoItself()
{
    const auto path = inFolder("self.onnx");
    write(path, oddModels()[0].second);
    auto document = Document::open(path);
    QVERIFY(document);
    QVERIFY((*document)->apply(operation(R"({"op": "renameValue", "value": "x", "to": "z"})")));
    QVERIFY(save(**document, path));
    QVERIFY(contentOf(path) == bytesOf((*document)->file()));
    // The document still has the bytes of the file that was there.
    QVERIFY((*document)->undo());
    QVERIFY(save(**document, path));
    QVERIFY(contentOf(path) == oddModels()[0].second);
}

namespace {

/// A model with weights in each kind of place.
std::string modelWithWeights()
{
    const std::string floats(4096, '\x3f');
    return wire::model(wire::nodeField("Sum", { "raw", "typed", "small" }, { "y" })
        + wire::initializerField(wire::tensor("raw", 1, { 1024 }, wire::bytes(9, floats)))
        + wire::initializerField(wire::tensor("typed", 1, { 1024 }, wire::bytes(4, floats)))
        + wire::initializerField(wire::tensor("small", 1, { 1 }, wire::bytes(9, "abcd")))
        + wire::initializerField(wire::tensor("text", 8, { 1 }, wire::bytes(6, "word")))
        + wire::outputField("y"));
}

std::string weightsText(const Model& model)
{
    std::string text;
    for (const auto& tensor : model.tensors) {
        text += tensor.name + ":";
        if (const auto bytes = model.store->bytes(tensor))
            text.append(reinterpret_cast<const char*>(bytes->bytes.data()), bytes->bytes.size());
    }
    return text;
}

} // namespace

void TestEditedFile::movesWeightsOutAndIn_data()
{
    QTest::addColumn<int>("places");
    QTest::addColumn<int>("files");
    QTest::newRow("one file") << static_cast<int>(ExternalData::One) << 1;
    QTest::newRow("many files") << static_cast<int>(ExternalData::Many) << 2;
}

void TestEditedFile::movesWeightsOutAndIn()
{
    QFETCH(int, places);
    QFETCH(int, files);
    const QTemporaryDir folder;
    const fs::path inside = folder.path().toStdString();
    write(inside / "in.onnx", modelWithWeights());
    auto document = Document::open(inside / "in.onnx");
    QVERIFY(document);
    const auto wanted = weightsText(*(*document)->model());
    const auto saved
        = save(**document, inside / "out.onnx", { static_cast<ExternalData>(places), 1024, 64 });
    QVERIFY2(saved, saved ? "" : saved.error().message().c_str());
    QCOMPARE(static_cast<int>(saved->dataFiles.size()), files);
    auto outside = Document::open(inside / "out.onnx");
    QVERIFY(outside);
    QVERIFY(weightsText(*(*outside)->model()) == wanted);
    QVERIFY((*outside)->model()->tensors[0].ref.place == TensorRef::Place::ExternalFile);
    QVERIFY((*outside)->model()->tensors[2].ref.place == TensorRef::Place::Memory);
    QCOMPARE(contentOf(inside / "out.onnx").find("????"), std::string::npos);
    QVERIFY(save(**outside, inside / "back.onnx", { ExternalData::None }));
    const auto back = onnx::openModel(inside / "back.onnx");
    QVERIFY(back);
    QVERIFY(weightsText(**back) == wanted);
    QVERIFY((*back)->tensors[0].ref.place == TensorRef::Place::ModelFile);
}

void TestEditedFile::keepsTheDocumentWhenWeightsMove()
{
    const QTemporaryDir folder;
    const fs::path inside = folder.path().toStdString();
    write(inside / "in.onnx", modelWithWeights());
    auto document = Document::open(inside / "in.onnx");
    QVERIFY(document);
    QVERIFY(save(**document, inside / "in.onnx", { ExternalData::One }));
    QVERIFY(bytesOf((*document)->file()) == modelWithWeights());
    // A second time, the first data file is in use and stays.
    const auto again = save(**document, inside / "in.onnx", { ExternalData::One });
    QVERIFY(again);
    QVERIFY(again->dataFiles.front() == inside / "in.onnx.1.data");
    // It stays, and is named, because another model may read it.
    QVERIFY(again->unused == std::vector { inside / "in.onnx.data" });
    QVERIFY(fs::exists(inside / "in.onnx.data"));
}

/// Saving moves initializers only, so the Constant still reads its file.
void TestEditedFile::countsTheFileOfAConstantAsUsed()
{
    const QTemporaryDir folder;
    const fs::path inside = folder.path().toStdString();
    const auto outside = [](const char* name, const char* file) {
        return wire::tensor(name, 1, { 1 }, wire::externalFields(file, "0", "4"));
    };
    const auto value = wire::bytes(1, "value") + wire::bytes(5, outside("", "constant.bin"))
        + wire::number(20, 4);
    write(inside / "in.onnx",
        wire::model(wire::nodeField("Constant", {}, { "c" }, wire::bytes(5, value))
            + wire::nodeField("Add", { "w", "c" }, { "y" })
            + wire::initializerField(outside("w", "weight.bin")) + wire::outputField("y")));
    write(inside / "weight.bin", "abcd");
    write(inside / "constant.bin", "efgh");
    auto document = Document::open(inside / "in.onnx");
    QVERIFY(document);
    const auto saved = save(**document, inside / "in.onnx", { ExternalData::None });
    QVERIFY2(saved, saved ? "" : saved.error().message().c_str());
    QVERIFY(saved->unused == std::vector { inside / "weight.bin" });
}

void TestEditedFile::refusesToLeaveExternalDataBehind()
{
    const QTemporaryDir folder;
    const fs::path inside = folder.path().toStdString();
    fs::create_directory(inside / "elsewhere");
    write(inside / "in.onnx",
        wire::model(wire::nodeField("Neg", { "w" }, { "y" })
            + wire::initializerField(
                wire::tensor("w", 1, { 1 }, wire::externalFields("w.bin", "0", "4")))
            + wire::outputField("y")));
    write(inside / "w.bin", "abcd");
    auto document = Document::open(inside / "in.onnx");
    QVERIFY(document);
    const auto refused = save(**document, inside / "elsewhere/out.onnx");
    QVERIFY(!refused);
    QVERIFY(refused.error().message().find("\"w.bin\"") != std::string::npos);
    QVERIFY(save(**document, inside / "elsewhere/out.onnx", { ExternalData::None }));
    const auto opened = onnx::openModel(inside / "elsewhere/out.onnx");
    QVERIFY(opened);
    QCOMPARE(weightsText(**opened), std::string("w:abcd"));
}

QTEST_GUILESS_MAIN(TestEditedFile)
#include "tst_edited_file.moc"
