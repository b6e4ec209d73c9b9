#include "model/edit/document.h"
#include "model/onnx/parser.h"
#include "model/support/temporary_folder.h"
#include "tests/support/graph_text.h"
#include "tests/support/paths.h"

#include <cstdint>
#include <cstdlib>
#include <fstream>

namespace {

constexpr std::size_t mostOperations = 12;

/// A folder with the model that is edited and one that `merge` reads.
struct Files {
    Files()
    {
        std::filesystem::copy(
            testing::sourceDir() / "tests/data/features/loop_and_scan.onnx", model);
        std::ofstream(path / "next.onnx", std::ios::binary) << testing::modelBytesFromText(R"(
            next_in: float
            w: float[2] = {1,2}
            a = Add(next_in, w) "sum"
            b = Relu(a) "relu"
            b -> float
        )");
    }
    support::Result<support::TemporaryFolder> folder = support::TemporaryFolder::create();
    std::filesystem::path path = folder->path();
    std::filesystem::path model = path / "model.onnx";
};

std::string bytesOf(const model::edit::Document& document)
{
    return model::edit::joinedParts(model::edit::partsOf(document.file().root()));
}

}

/// Applies the text as a script of edits to a model. The result is a model that can be read, and
/// undo gives back the first bytes.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size)
{
    static const Files files;
    const auto operations
        = model::edit::operationsFrom(std::string_view(reinterpret_cast<const char*>(bytes), size));
    if (!operations)
        return 0;
    const auto document = model::edit::Document::open(files.model);
    const auto before = bytesOf(**document);
    for (std::size_t i = 0; i < std::min(operations->size(), mostOperations); ++i)
        (void)(*document)->apply((*operations)[i], files.path);
    const auto after = bytesOf(**document);
    if (!model::onnx::parseModel(std::as_bytes(std::span(after))))
        std::abort();
    while ((*document)->canUndo())
        if (!(*document)->undo())
            std::abort();
    if (bytesOf(**document) != before)
        std::abort();
    return 0;
}
