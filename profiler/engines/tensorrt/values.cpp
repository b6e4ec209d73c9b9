#include "profiler/engines/tensorrt/values.h"

#include "model/support/atomic_file.h"
#include "model/support/catch_exceptions.h"
#include "model/support/descriptor.h"
#include "model/support/mapped_file.h"
#include "model/support/text.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <optional>
#include <set>

#include <fcntl.h>

namespace profiler::tensorrt {

namespace fs = std::filesystem;
using engine::ElementType;
using engine::Tensor;
using support::ErrorKind;
using support::fail;
using support::failAs;
using support::Result;

namespace {

constexpr std::string_view dumpedSuffix = ".raw";
constexpr int firstWithInt64 = 10; ///< major version

/// Element types, and the words of trtexec 8.6 and of 10 for them.
struct TypeWords {
    ElementType type;
    std::array<std::string_view, 2> words;
};
constexpr std::array typeWords {
    TypeWords { ElementType::Float, { "Float", "fp32" } },
    TypeWords { ElementType::Float16, { "Half", "fp16" } },
    TypeWords { ElementType::Bfloat16, { "BFloat16", "bf16" } },
    TypeWords { ElementType::Int8, { "Int8", "int8" } },
    TypeWords { ElementType::Uint8, { "UInt8", "uint8" } },
    TypeWords { ElementType::Int32, { "Int32", "int32" } },
    TypeWords { ElementType::Int64, { "Int64", "int64" } },
    TypeWords { ElementType::Bool, { "Bool", "bool" } },
};

Result<std::vector<std::int32_t>> narrowed(const Tensor& tensor)
{
    std::vector<std::int32_t> narrow;
    for (const auto value : tensor.as<std::int64_t>()) {
        if (value < std::numeric_limits<std::int32_t>::min()
            || value > std::numeric_limits<std::int32_t>::max())
            return failAs(ErrorKind::Unsupported, "TensorRT before 10 has no int64, and ", value,
                " is no int32");
        narrow.push_back(static_cast<std::int32_t>(value));
    }
    return narrow;
}

/// What trtexec prints about an output that it wrote to a file.
struct DumpedOutput {
    ElementType type = ElementType::Undefined;
    engine::Dims dims;
    std::string file;
};

/// Reads ` (with datatype Float and dimensions 1.1000) to y.output.1.1000.Float.raw`, which is
/// printed behind the name. Nothing if the text has another form.
std::optional<DumpedOutput> dumpedOutput(std::string_view text)
{
    DumpedOutput output;
    constexpr std::string_view typeSign = " (with datatype ";
    constexpr std::string_view dimsSign = " and dimensions ";
    constexpr std::string_view fileSign = ") to ";
    const auto dimsAt = text.find(dimsSign);
    const auto fileAt = text.find(fileSign);
    if (!text.starts_with(typeSign) || dimsAt == std::string_view::npos
        || fileAt == std::string_view::npos || fileAt < dimsAt + dimsSign.size())
        return std::nullopt;
    const auto word = text.substr(typeSign.size(), dimsAt - typeSign.size());
    const auto row = std::ranges::find_if(typeWords, [&](const TypeWords& each) {
        return std::ranges::find(each.words, word) != each.words.end();
    });
    if (row != typeWords.end())
        output.type = row->type;
    const auto dimsStart = dimsAt + dimsSign.size();
    if (const auto dims = text.substr(dimsStart, fileAt - dimsStart); !dims.empty())
        for (const auto part : support::split(dims, '.')) {
            const auto size = support::numberFrom<std::int64_t>(part);
            if (!size || *size < 0)
                return std::nullopt;
            output.dims.push_back(*size);
        }
    output.file = text.substr(fileAt + fileSign.size());
    return output;
}

/// Returns the text behind `Writing file for output binding NAME` up to the end of its line, of the
/// last such line.
std::string_view textBehind(std::string_view printed, const std::string& name)
{
    const auto sign = "Writing file for output binding " + name + " (with";
    const auto at = printed.rfind(sign);
    if (at == std::string_view::npos)
        return {};
    const auto start = at + sign.size() - std::string_view(" (with").size();
    return printed.substr(start, printed.find('\n', start) - start);
}

Result<Tensor> tensorIn(const fs::path& file, const DumpedOutput& output)
{
    const auto mapped = TRY(support::MappedFile::open(file));
    const auto bytes = mapped->bytes();
    const auto count = static_cast<std::uint64_t>(engine::elementCount(output.dims));
    const auto each = engine::elementBytes(output.type);
    if (count > bytes.size() || count * each != bytes.size())
        return fail("trtexec wrote ", bytes.size(), " bytes for a tensor ",
            model::name(output.type), " ", engine::dimsText(output.dims), ", expected ", count,
            " times ", each);
    return support::catchExceptions("the output", [&]() -> Result<Tensor> {
        auto tensor = engine::makeTensor(output.type, output.dims);
        if (!bytes.empty())
            std::memcpy(tensor.data, bytes.data(), bytes.size());
        return tensor;
    });
}

/// Returns the tensor in the type that the model declares: TensorRT before 10 gives int32 for
/// int64.
Tensor inDeclaredType(Tensor tensor, ElementType declared)
{
    if (declared != ElementType::Int64 || tensor.element() != ElementType::Int32)
        return tensor;
    auto wide = engine::makeTensor(declared, tensor.dims());
    std::ranges::copy(tensor.as<std::int32_t>(), wide.as<std::int64_t>().begin());
    return wide;
}

/// `files`: names of the files of outputs before; trtexec replaces letters such as `/` in them.
Result<Tensor> readOutput(const model::Value& value, std::string_view printed,
    const fs::path& folder, std::set<std::string>& files)
{
    const auto output = dumpedOutput(textBehind(printed, value.name));
    if (!output)
        return fail("trtexec did not say that it wrote it to a file; "
                    "--dumpRawBindingsToFile may have changed in this version");
    if (output->type == ElementType::Undefined)
        return failAs(ErrorKind::Unsupported, "its type in TensorRT is not known to Opscope");
    // Only the last part of the path counts, so it is a file in the folder.
    const auto file = fs::path(output->file).filename();
    if (!files.insert(file.string()).second)
        return fail("trtexec wrote two outputs to the file ", file.string());
    auto tensor = TRY(tensorIn(folder / file, *output));
    return inDeclaredType(std::move(tensor), value.type.element);
}

} // namespace

Result<void> writeInput(const fs::path& file, const engine::RuntimeValue& value, int majorVersion)
{
    const auto* const tensor = std::get_if<Tensor>(&value.content);
    if (tensor == nullptr)
        return failAs(ErrorKind::Unsupported, "TensorRT takes only tensors");
    if (std::ranges::find(typeWords, tensor->element(), &TypeWords::type) == typeWords.end())
        return failAs(ErrorKind::Unsupported, "TensorRT takes no inputs of type ",
            model::traits(tensor->element()).onnxName);
    std::vector<std::int32_t> narrow;
    std::string_view bytes { reinterpret_cast<const char*>(tensor->data), tensor->type.bytes() };
    if (tensor->element() == ElementType::Int64 && majorVersion < firstWithInt64) {
        narrow = TRY(narrowed(*tensor));
        bytes = { reinterpret_cast<const char*>(narrow.data()), narrow.size() * sizeof narrow[0] };
    }
    const support::Descriptor target(
        ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
    return support::writeAll(target.number(), bytes, file.string());
}

Result<std::vector<engine::NamedValue>> readOutputs(
    const model::Model& model, std::string_view printed, const fs::path& folder)
{
    std::vector<engine::NamedValue> outputs;
    std::set<std::string> files;
    for (const auto id : model.main().outputs) {
        const auto& value = model.value(id);
        auto tensor = TRY(readOutput(value, printed, folder, files)
                              .within("output " + support::quote(value.name)));
        outputs.push_back({ value.name, { std::move(tensor) } });
    }
    return outputs;
}

void removeDumpedFiles(const fs::path& folder)
{
    std::error_code ignored;
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(folder, ignored))
        if (entry.path().extension() == dumpedSuffix)
            files.push_back(entry.path());
    for (const auto& file : files)
        fs::remove(file, ignored);
}

std::string shapesOf(const model::Model& model, const std::vector<engine::NamedValue>& inputs)
{
    std::vector<std::string> shapes;
    for (const auto id : model.main().inputs) {
        const auto& declared = model.value(id);
        const auto given = std::ranges::find(inputs, declared.name, &engine::NamedValue::name);
        const auto* const tensor
            = given != inputs.end() ? std::get_if<Tensor>(&given->value.content) : nullptr;
        const auto& shape = declared.type.shape;
        const bool isFixed = shape
            && std::ranges::all_of(*shape, [](const auto& size) { return size.isNumber(); });
        if (tensor != nullptr && !isFixed)
            shapes.push_back("'" + declared.name + "':"
                + support::joined(
                    tensor->dims(), "x", [](std::int64_t size) { return std::to_string(size); }));
    }
    return support::joined(shapes, ",");
}

} // namespace profiler::tensorrt
