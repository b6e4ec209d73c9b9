#include "model/onnx/sniff.h"

#include "model/support/text.h"

#include <algorithm>
#include <string_view>

namespace model::onnx {

namespace {

struct Signature {
    std::size_t offset;
    std::string_view bytes;
    std::string_view description;
};

using namespace std::string_view_literals;

constexpr Signature signatures[] {
    { 0, "version https://git-lfs"sv,
        "is a Git LFS pointer, not the model itself: fetch it with \"git lfs pull\"" },
    { 0, "PK\3\4"sv, "is a zip archive: unpack it and open the .onnx file inside" },
    { 0, "\x1f\x8b"sv, "is compressed with gzip: unpack it and open the .onnx file" },
    { 0, "\x28\xb5\x2f\xfd"sv, "is compressed with zstd: unpack it and open the .onnx file" },
    { 0, "BZh"sv, "is compressed with bzip2: unpack it and open the .onnx file" },
    { 0, "\xfd\x37zXZ"sv, "is compressed with xz: unpack it and open the .onnx file" },
    { 0, "7z\xbc\xaf\x27\x1c"sv, "is a 7z archive: unpack it and open the .onnx file inside" },
    { 257, "ustar"sv, "is a tar archive: unpack it and open the .onnx file inside" },
    { 4, "ORTM"sv,
        "is a model in ONNX Runtime's own format (.ort): open the .onnx file it was made from" },
    { 4, "TFL3"sv, "is a TensorFlow Lite model: convert it to ONNX first" },
    { 0, "\x89HDF\r\n"sv, "is an HDF5 file (Keras?): convert the model to ONNX first" },
    { 0, "GGUF"sv, "is a GGUF model: convert it to ONNX first" },
    { 0, "\x80\x02"sv, "is a Python pickle (PyTorch?): export the model to ONNX first" },
    { 0, "\x93NUMPY"sv, "is a NumPy array, not a model" },
    { 0, "\x89PNG"sv, "is a PNG image, not a model" },
    { 0, "\xff\xd8\xff"sv, "is a JPEG image, not a model" },
    { 0, "%PDF-"sv, "is a PDF document, not a model" },
    { 0,
        "\x7f"
        "ELF"sv,
        "is a program or library, not a model" },
    { 0, "PAR1"sv, "is a Parquet file: a profile of ours is opened as a profile, not as a model" },
};

bool isTextByte(char c)
{
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x20 || byte == '\n' || byte == '\r' || byte == '\t';
}

std::optional<std::string> describeText(std::string_view head)
{
    auto text = head;
    if (text.starts_with("\xEF\xBB\xBF"))
        text.remove_prefix(3);
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    const auto start = support::lowered(text.substr(0, 512));
    if (start.starts_with("<!doctype html") || start.starts_with("<html")
        || start.find("<head>") != std::string::npos)
        return "is an HTML page, not a model: the download went to a web page; download the raw "
               "file";
    if (start.starts_with("<?xml"))
        return "is an XML file (OpenVINO?), not an ONNX model";
    if (!std::ranges::all_of(head, isTextByte))
        return std::nullopt;
    if (start.starts_with("ir_version") || start.starts_with("<") || start.starts_with("graph {"))
        return "is a model written as text: only the binary form (.onnx) is read";
    if (start.starts_with("{") || start.starts_with("["))
        return "is a JSON file, not an ONNX model";
    return "is a text file, not an ONNX model";
}

} // namespace

std::optional<std::string> describeForeign(std::span<const std::byte> bytes)
{
    if (bytes.empty())
        return "is empty (0 bytes)";
    const std::string_view head(
        reinterpret_cast<const char*>(bytes.data()), std::min<std::size_t>(bytes.size(), 1024));
    for (const auto& signature : signatures) {
        if (head.size() >= signature.offset
            && head.substr(signature.offset).starts_with(signature.bytes))
            return std::string(signature.description);
    }
    if (std::ranges::all_of(head, [](char c) { return c == '\0'; }))
        return "holds only zero bytes at its beginning: the download or copy is incomplete";
    return describeText(head);
}

} // namespace model::onnx
