#include "model/tensor_store.h"

#include "model/external_data.h"
#include "model/inference/tensor_shape.h"
#include "model/model.h"
#include "model/support/text.h"

#include <mutex>
#include <unordered_map>

namespace model {

namespace {

using support::ErrorKind;
using support::failAs;
using support::Result;

std::string tensorName(const Tensor& tensor)
{
    return tensor.name.empty() ? "tensor" : "tensor " + support::quote(tensor.name);
}

std::string dimsText(const Tensor& tensor)
{
    return support::elideMiddle(shapeText(shapeOf(tensor.dims)), 100);
}

Result<std::uint64_t> wantedElements(const Tensor& tensor)
{
    if (tensor.dims.size() > maximumRank)
        return failAs(ErrorKind::Unsupported, tensorName(tensor), " has ", tensor.dims.size(),
            " dimensions, more than ", maximumRank, ", the most that are supported");
    const auto count = elementCount(tensor.dims);
    if (!count)
        return failAs(ErrorKind::File, tensorName(tensor), " has dimensions ", dimsText(tensor),
            ", which is no valid size");
    return *count;
}

/// Returns the bytes that element type and dimensions require; for a string tensor, the number of
/// strings.
Result<std::uint64_t> wantedBytes(const Tensor& tensor)
{
    const auto count = TRY(wantedElements(tensor));
    if (tensor.element == ElementType::Undefined || !isKnown(tensor.element))
        return failAs(ErrorKind::File, tensorName(tensor), " has element type ",
            tensor.elementNumber, ", whose data has no known layout");
    const auto bytes = packedBytes(tensor.element, count);
    if (!bytes && tensor.element != ElementType::String)
        return failAs(ErrorKind::File, tensorName(tensor), " has dimensions ", dimsText(tensor),
            ", which is more than can be addressed");
    return bytes.value_or(count);
}

std::string amountText(const Tensor& tensor, std::uint64_t bytes)
{
    const auto width = traits(tensor.element).bits / 8;
    if (tensor.element == ElementType::String)
        return support::countOf(bytes, "string", "strings");
    const auto text = support::countOf(bytes, "byte", "bytes");
    return width == 0 ? text
                      : text + " (" + support::countOf(bytes / width, "element", "elements") + ")";
}

Result<void> checkLength(const Tensor& tensor, std::uint64_t has)
{
    const auto wanted = TRY(wantedBytes(tensor));
    if (has == wanted)
        return {};
    return failAs(ErrorKind::File, tensorName(tensor), " needs ", amountText(tensor, wanted),
        ", but its data has the length of ", amountText(tensor, has));
}

Result<void> checkRange(const Tensor& tensor, std::uint64_t fileBytes, std::string_view file)
{
    const auto& ref = tensor.ref;
    if (ref.offset <= fileBytes && ref.length <= fileBytes - ref.offset)
        return {};
    return failAs(ErrorKind::File, tensorName(tensor), " needs ",
        support::countOf(ref.length, "byte", "bytes"), " at offset ",
        support::countText(ref.offset), " of ", support::sanitise(file), ", but the file has ",
        support::countOf(fileBytes, "byte", "bytes"));
}

} // namespace

struct TensorStore::State {
    /// What is known of one external file: its size, or why it cannot be read. Mapped when its
    /// bytes are first requested.
    struct Entry {
        std::optional<support::Error> refusal;
        std::uint64_t bytes = 0;
        std::filesystem::path path;
        std::shared_ptr<const support::MappedFile> mapped;
    };

    std::shared_ptr<const support::MappedFile> file;
    ExternalDataPolicy policy;
    OpenOptions options;
    std::mutex mutex; ///< guards entries
    std::unordered_map<std::string, Entry> entries; ///< by location; an entry is never removed

    Entry inspect(const std::string& location)
    {
        if (const auto replaced = options.replacedFiles.find(location);
            replaced != options.replacedFiles.end())
            return fromMapped(support::MappedFile::open(replaced->second));
        auto opened = policy.open(location);
        if (const auto* refusal = std::get_if<ExternalRefusal>(&opened))
            return { refusal->error(), 0, {}, nullptr };
        const auto& found = std::get<ExternalDataPolicy::File>(opened);
        return { std::nullopt, found.bytes(), found.path(), nullptr };
    }
    static Entry fromMapped(Result<std::shared_ptr<const support::MappedFile>> mapped)
    {
        if (!mapped)
            return { mapped.error(), 0, {}, nullptr };
        return { std::nullopt, (*mapped)->bytes().size(), (*mapped)->path(), *mapped };
    }
    /// The caller holds the mutex.
    Entry& entry(const std::string& location)
    {
        const auto known = entries.find(location);
        if (known != entries.end())
            return known->second;
        return entries.emplace(location, inspect(location)).first->second;
    }
    Result<void> map(Entry& entry, const std::string& location)
    {
        if (entry.mapped)
            return {};
        auto opened = policy.open(location);
        if (const auto* refusal = std::get_if<ExternalRefusal>(&opened))
            return refusal->error();
        entry.mapped = TRY(std::get<ExternalDataPolicy::File>(opened).map());
        entry.bytes = entry.mapped->bytes().size();
        return {};
    }
    Result<TensorBytes> external(const Tensor& tensor)
    {
        const std::scoped_lock lock(mutex);
        auto& found = entry(tensor.ref.file);
        if (found.refusal)
            return *found.refusal;
        TRY(map(found, tensor.ref.file));
        TRY(checkRange(tensor, found.bytes, tensor.ref.file));
        return TensorBytes { found.mapped->bytes().subspan(tensor.ref.offset, tensor.ref.length),
            found.mapped };
    }
};

TensorStore::TensorStore(std::shared_ptr<const support::MappedFile> file,
    std::filesystem::path modelFolder, OpenOptions options)
    : m_state(new State { std::move(file),
        ExternalDataPolicy(std::move(modelFolder), options.allowedFolders), std::move(options), {},
        {} })
{
}

TensorStore::~TensorStore() = default;

Result<void> TensorStore::check(const Tensor& tensor) const
{
    const auto& ref = tensor.ref;
    TRY(wantedElements(tensor));
    if (!ref.problem.empty())
        return support::Error(ref.problem, ref.problemKind);
    switch (ref.place) {
    case TensorRef::Place::None:
        return failAs(ErrorKind::Unsupported, tensorName(tensor), " has no data in the file");
    case TensorRef::Place::Strings:
        return checkLength(tensor, ref.strings->size());
    case TensorRef::Place::Memory:
        return checkLength(tensor, ref.memory->bytes.size());
    case TensorRef::Place::ModelFile:
        TRY(checkLength(tensor, ref.length));
        return checkRange(
            tensor, m_state->file ? m_state->file->bytes().size() : 0, "the model file");
    case TensorRef::Place::ExternalFile:
        break;
    }
    TRY(checkLength(tensor, ref.length));
    const std::scoped_lock lock(m_state->mutex);
    const auto& entry = m_state->entry(ref.file);
    if (entry.refusal)
        return *entry.refusal;
    return checkRange(tensor, entry.bytes, ref.file);
}

std::string TensorStore::problem(const Tensor& tensor) const
{
    const auto checked = check(tensor);
    return checked ? std::string() : checked.error().message();
}

Result<TensorBytes> TensorStore::bytes(const Tensor& tensor) const
{
    const auto& ref = tensor.ref;
    if (ref.place == TensorRef::Place::Strings)
        return support::fail(tensorName(tensor), " holds strings, which have no packed bytes");
    TRY(check(tensor));
    if (ref.place == TensorRef::Place::Memory)
        return *ref.memory;
    if (ref.place == TensorRef::Place::ModelFile)
        return TensorBytes { m_state->file->bytes().subspan(ref.offset, ref.length),
            m_state->file };
    return m_state->external(tensor);
}

void TensorStore::forgetPages() const
{
    const std::scoped_lock lock(m_state->mutex);
    if (m_state->file)
        m_state->file->forgetPages();
    for (const auto& [location, entry] : m_state->entries) {
        if (entry.mapped)
            entry.mapped->forgetPages();
    }
}

std::vector<std::filesystem::path> TensorStore::openedFiles() const
{
    const std::scoped_lock lock(m_state->mutex);
    std::vector<std::filesystem::path> paths;
    for (const auto& [location, entry] : m_state->entries) {
        if (!entry.refusal)
            paths.push_back(entry.path);
    }
    return paths;
}

} // namespace model
