#include "model/onnx/parser.h"
#include "model/support/mapped_file.h"
#include "model/tensor_store.h"
#include "tests/support/wire.h"

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

using namespace model;
namespace fs = std::filesystem;
namespace wire = testing::wire;

namespace {

constexpr std::uint64_t gibibyte = 1ULL << 30;

/// A file with pieces of text at given places and holes between them.
class SparseFile {
public:
    explicit SparseFile(const fs::path& path)
        : m_descriptor(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600))
    {
    }
    ~SparseFile() { ::close(m_descriptor); }
    SparseFile(const SparseFile&) = delete;
    SparseFile& operator=(const SparseFile&) = delete;

    bool write(std::uint64_t at, const std::string& text)
    {
        return ::pwrite(m_descriptor, text.data(), text.size(), static_cast<off_t>(at))
            == static_cast<ssize_t>(text.size());
    }
    bool grow(std::uint64_t bytes)
    {
        return ::ftruncate(m_descriptor, static_cast<off_t>(bytes)) == 0;
    }

private:
    int m_descriptor;
};

/// Pages of the weights that are in memory although nobody may have read them.
std::size_t residentPages(std::span<const std::byte> bytes)
{
    constexpr std::size_t page = 4096;
    const auto address = (reinterpret_cast<std::uintptr_t>(bytes.data()) + page - 1) / page * page;
    const auto length = bytes.size() / page * page - page;
    std::vector<unsigned char> residence(length / page);
    if (::mincore(reinterpret_cast<void*>(address), length, residence.data()) != 0)
        return residence.size();
    return static_cast<std::size_t>(std::count_if(
        residence.begin(), residence.end(), [](unsigned char flags) { return flags & 1; }));
}

} // namespace

/// Models whose weights are far larger than what may be read to show them. The files are sparse:
/// they take no space on disk.
class TestLargeModels : public QObject {
    Q_OBJECT

private slots:
    void opensWeightsPastTwoGibibytesInAnotherFile();
    void opensRawDataOfMoreThanTwoGibibytes();
};

void TestLargeModels::opensWeightsPastTwoGibibytesInAnotherFile()
{
    const QTemporaryDir folder;
    const fs::path root = folder.path().toStdString();
    {
        SparseFile weights(root / "weights.bin");
        if (!weights.grow(4 * gibibyte) || !weights.write(4 * gibibyte - 8, "12345678"))
            QSKIP("the temporary folder cannot hold a sparse file of 4 GiB");
    }
    const auto tensor = [](const char* name, std::int64_t elements, std::uint64_t offset) {
        return wire::initializerField(wire::tensor(name, 1, { elements },
            wire::externalFields(
                "weights.bin", std::to_string(offset), std::to_string(elements * 4))));
    };
    const auto graph = tensor("large", static_cast<std::int64_t>(gibibyte - 4), 0)
        + tensor("last", 2, 4 * gibibyte - 8) + wire::nodeField("Add", { "large", "last" }, { "y" })
        + wire::outputField("y");
    SparseFile(root / "model.onnx").write(0, wire::model(graph));
    const auto model = onnx::openModel(root / "model.onnx");
    QVERIFY2(model, model ? "" : model.error().message().c_str());
    const auto last = (*model)->store->bytes((*model)->tensors.at(1));
    QVERIFY2(last, last ? "" : last.error().message().c_str());
    QCOMPARE(std::memcmp(last->bytes.data(), "12345678", 8), 0);
    const auto large = (*model)->store->bytes((*model)->tensors.at(0));
    QVERIFY(large);
    QCOMPARE(large->bytes.size(), (gibibyte - 4) * 4);
    QVERIFY2(residentPages(large->bytes) < 1000, "weights were read while opening");
}

void TestLargeModels::opensRawDataOfMoreThanTwoGibibytes()
{
    const QTemporaryDir folder;
    const fs::path path = fs::path(folder.path().toStdString()) / "model.onnx";
    constexpr std::uint64_t weightBytes = 3 * gibibyte;
    const auto length = [](std::uint32_t field, std::uint64_t bytes) {
        return wire::tag(field, 2) + wire::varint(bytes);
    };
    const auto tensorHead = wire::tensor("w", 1, { static_cast<std::int64_t>(weightBytes / 4) })
        + length(9, weightBytes);
    const auto tensorBytes = tensorHead.size() + weightBytes;
    const auto rest = wire::nodeField("Relu", { "w" }, { "y" }) + wire::outputField("y");
    const auto initializerHead = length(5, tensorBytes);
    const auto graphBytes = initializerHead.size() + tensorBytes + rest.size();
    const auto head = wire::number(1, 8) + length(7, graphBytes) + initializerHead + tensorHead;
    {
        SparseFile file(path);
        const bool isWritten = file.write(0, head)
            && file.write(head.size() + weightBytes - 4, "last")
            && file.write(head.size() + weightBytes, rest + wire::operatorSet("", 17));
        if (!isWritten)
            QSKIP("the temporary folder cannot hold a sparse file of 3 GiB");
    }
    const auto model = onnx::openModel(path);
    QVERIFY2(model, model ? "" : model.error().message().c_str());
    const auto& tensor = (*model)->tensors.at(0);
    QCOMPARE(tensor.ref.place, TensorRef::Place::ModelFile);
    QCOMPARE(tensor.ref.offset, head.size());
    QCOMPARE((*model)->nodes.size(), 1U);
    const auto bytes = (*model)->store->bytes(tensor);
    QVERIFY(bytes);
    QCOMPARE(bytes->bytes.size(), weightBytes);
    QVERIFY2(residentPages(bytes->bytes) < 1000, "weights were read while opening");
    QCOMPARE(std::memcmp(bytes->bytes.data() + weightBytes - 4, "last", 4), 0);
}

QTEST_GUILESS_MAIN(TestLargeModels)
#include "tst_large_models.moc"
