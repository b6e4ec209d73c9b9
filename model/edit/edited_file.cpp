#include "model/edit/edited_file.h"

#include "model/onnx/draft.h"
#include "model/onnx/parser.h"
#include "model/onnx/sniff.h"
#include "model/onnx/wire_index.h"
#include "model/support/text.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/sendfile.h>

namespace model::edit {

namespace {

using onnx::FieldKind;
using onnx::WireReader;
using support::ErrorKind;
using support::failAs;
using support::Result;

/// Smaller weights are copied with the rest.
constexpr std::size_t largeWeight = 64U << 10;

/// Finds the large `raw_data` of a message, without touching their pages. Those of sparse tensors
/// are left out, because reading a model makes them dense. The bytes were checked by indexWire().
std::vector<Bytes> largeWeightsIn(Bytes file)
{
    struct Open {
        const onnx::MessageRule* rule;
        WireReader reader;
    };
    std::vector<Bytes> found;
    std::vector<Open> open;
    open.push_back({ &onnx::messageRule("ModelProto"), WireReader({ file, 0 }) });
    while (!open.empty()) {
        const auto field = open.back().reader.next();
        if (!field) {
            open.pop_back();
            continue;
        }
        const auto* const rule = open.back().rule->field(field->number);
        if (rule == nullptr || !field->isBytes() || field->content.bytes.size() <= largeWeight)
            continue;
        if (rule->kind == FieldKind::Weights)
            found.push_back(field->content.bytes);
        else if (rule->kind == FieldKind::Message && rule->message->name != "SparseTensorProto")
            open.push_back({ rule->message, WireReader(field->content) });
    }
    return found;
}

/// Memory of the size of a file, of which only what is written takes space.
class SparseMemory {
public:
    static Result<SparseMemory> create(std::uint64_t bytes)
    {
        SparseMemory memory;
        memory.m_bytes = static_cast<std::size_t>(bytes);
        if (bytes == 0)
            return memory;
        void* const at = ::mmap(nullptr, memory.m_bytes, PROT_READ | PROT_WRITE,
            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (at == MAP_FAILED)
            return failAs(ErrorKind::Resource, "no addresses for ", support::bytesText(bytes), ": ",
                std::strerror(errno));
        memory.m_data = static_cast<std::byte*>(at);
        return memory;
    }
    SparseMemory(SparseMemory&& other) noexcept
        : m_data(std::exchange(other.m_data, nullptr))
        , m_bytes(other.m_bytes)
    {
    }
    SparseMemory& operator=(SparseMemory&&) = delete;
    ~SparseMemory()
    {
        if (m_data)
            ::munmap(m_data, m_bytes);
    }
    void write(std::uint64_t offset, Bytes bytes)
    {
        if (!bytes.empty())
            std::memcpy(m_data + offset, bytes.data(), bytes.size());
    }
    Bytes bytes() const { return { m_data, m_data ? m_bytes : 0 }; }

private:
    SparseMemory() = default;
    std::byte* m_data = nullptr;
    std::size_t m_bytes = 0;
};

/// Writes a span of the original, but not the large weights in it.
void writeWithoutWeights(
    SparseMemory& memory, std::uint64_t offset, Bytes bytes, const std::vector<Bytes>& weights)
{
    const auto* at = bytes.data();
    const auto* const end = at + bytes.size();
    const auto write = [&](const std::byte* to) {
        memory.write(offset + static_cast<std::uint64_t>(at - bytes.data()),
            Bytes(at, static_cast<std::size_t>(to - at)));
    };
    auto weight = std::ranges::lower_bound(weights, at, {}, [](Bytes w) { return w.data(); });
    for (; weight != weights.end() && weight->data() + weight->size() <= end; ++weight) {
        write(weight->data());
        at = weight->data() + weight->size();
    }
    write(end);
}

/// A part and its offset in the edited file.
struct PlacedPart {
    std::uint64_t offset = 0;
    FilePart part;
};

/// Sets where the data of a tensor is: in the original file, or in memory.
void place(TensorRef& ref, const std::vector<PlacedPart>& parts, Bytes original)
{
    const auto after = std::ranges::upper_bound(parts, ref.offset, {}, &PlacedPart::offset);
    const auto& [offset, part] = *std::prev(after);
    const auto within = ref.offset - offset;
    if (!part.owner) {
        ref.offset = static_cast<std::uint64_t>(part.bytes.data() - original.data()) + within;
        return;
    }
    ref = TensorRef::inMemory({ part.bytes.subspan(static_cast<std::size_t>(within),
                                    static_cast<std::size_t>(ref.length)),
        part.owner });
}

/// Copies a file into one without a name; not open if that is not possible.
support::Descriptor copyOf(const support::Descriptor& file, std::uint64_t bytes)
{
    std::error_code failure;
    const auto folder = std::filesystem::temp_directory_path(failure);
    support::Descriptor copy(::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
    if (failure || !copy.isOpen())
        return {};
    for (std::uint64_t done = 0; done < bytes;) {
        auto from = static_cast<off_t>(done);
        const auto copied = ::sendfile(copy.number(), file.number(), &from, bytes - done);
        if (copied == 0 || (copied < 0 && errno != EINTR))
            return {};
        done += static_cast<std::uint64_t>(std::max<ssize_t>(copied, 0));
    }
    return copy;
}

} // namespace

Result<EditedFile> EditedFile::open(const std::filesystem::path& path, Original original)
{
    EditedFile edited;
    edited.m_descriptor
        = support::Descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (!edited.m_descriptor.isOpen()
        || ::fstat(edited.m_descriptor.number(), &edited.m_status) != 0)
        return failAs(ErrorKind::File, "cannot open ", path.string(), ": ", std::strerror(errno));
    const auto size = static_cast<std::uint64_t>(edited.m_status.st_size);
    if (original == Original::Copy && S_ISREG(edited.m_status.st_mode) && size <= largestCopy)
        if (auto copy = copyOf(edited.m_descriptor, size); copy.isOpen()) {
            edited.m_descriptor = std::move(copy);
            ::fstat(edited.m_descriptor.number(), &edited.m_status);
        }
    edited.m_file = TRY(support::MappedFile::fromDescriptor(edited.m_descriptor.number(), path));
    const auto bytes = edited.m_file->bytes();
    if (const auto foreign = onnx::describeForeign(bytes))
        return failAs(ErrorKind::File, support::sanitise(path.string()), " ", *foreign);
    const auto& rule = onnx::messageRule("ModelProto");
    TRY(onnx::indexWire({ bytes, 0 }, rule).within(support::sanitise(path.string())));
    edited.m_weights = largeWeightsIn(bytes);
    edited.m_root = TRY(messageOf(bytes, rule, 0, nullptr));
    return edited;
}

/// Bytes of a model in memory, without large weights.
struct EditedFile::Composition {
    SparseMemory memory;
    std::vector<PlacedPart> placed;
};

Result<EditedFile::Composition> EditedFile::composed(std::span<const FilePart> parts) const
{
    Composition composition { TRY(SparseMemory::create(sizeOf(parts))), {} };
    std::uint64_t offset = 0;
    for (const auto& part : parts) {
        if (part.owner) {
            // place() takes large weights from the part.
            if (!part.isWeight || part.bytes.size() <= largeWeight)
                composition.memory.write(offset, part.bytes);
            support::forgetPages(part.bytes);
        } else {
            writeWithoutWeights(composition.memory, offset, part.bytes, m_weights);
        }
        composition.placed.push_back({ offset, part });
        offset += part.bytes.size();
    }
    return composition;
}

Result<std::shared_ptr<const Model>> EditedFile::read(
    const OpenOptions& options, std::stop_token stop, const support::Progress& progress) const
{
    const auto composition = TRY(composed(partsOf(m_root)));
    const auto setPlace = [&](TensorRef& ref) { place(ref, composition.placed, m_file->bytes()); };
    return onnx::readComposedModel({ composition.memory.bytes(), m_file, path(), setPlace },
        options, std::move(stop), progress);
}

Result<std::unique_ptr<onnx::Draft>> EditedFile::readFields(
    std::span<const Field* const> fields) const
{
    const auto composition = TRY(composed(partsOf(fields)));
    const auto setPlace = [&](TensorRef& ref) { place(ref, composition.placed, m_file->bytes()); };
    return onnx::readGraphFields({ composition.memory.bytes(), m_file, path(), setPlace });
}

Result<void> EditedFile::checkUnchanged() const
{
    struct stat now { };
    if (::fstat(m_descriptor.number(), &now) == 0 && now.st_size == m_status.st_size
        && now.st_mtim.tv_sec == m_status.st_mtim.tv_sec
        && now.st_mtim.tv_nsec == m_status.st_mtim.tv_nsec)
        return {};
    return failAs(ErrorKind::File, support::sanitise(path().string()),
        " was changed by another program since it was opened; open it again and repeat the edits");
}

Result<void> EditedFile::write(
    support::AtomicFile& out, std::span<const FilePart> parts, const std::stop_token& stop) const
{
    constexpr std::size_t copiedAlone = 1U << 20;
    std::string small;
    const auto flush = [&]() -> Result<void> {
        TRY(out.write(small));
        small.clear();
        return {};
    };
    for (const auto& part : parts) {
        if (stop.stop_requested())
            return failAs(ErrorKind::Cancelled, "saving was stopped");
        if (part.bytes.size() < copiedAlone) {
            small.append(reinterpret_cast<const char*>(part.bytes.data()), part.bytes.size());
            if (small.size() >= copiedAlone)
                TRY(flush());
            continue;
        }
        TRY(flush());
        if (part.owner) {
            Result<void> written;
            support::visitPieces(part.bytes, [&](Bytes piece) {
                written = out.write(piece);
                return static_cast<bool>(written);
            });
            support::forgetPages(part.bytes);
            TRY(std::move(written));
            continue;
        }
        const auto offset = static_cast<std::uint64_t>(part.bytes.data() - m_file->bytes().data());
        TRY(out.copy(m_descriptor.number(), offset, part.bytes.size()));
    }
    return flush();
}

Result<void> EditedFile::save(const std::filesystem::path& target, std::stop_token stop) const
{
    const auto parts = partsOf(m_root);
    if (const auto bytes = sizeOf(parts); bytes > largestFile)
        return failAs(ErrorKind::File, "the model would have ", support::bytesText(bytes),
            ", but onnx and ONNX Runtime open at most 2 GiB in one file; save its weights as "
            "external data");
    TRY(checkUnchanged());
    auto out = TRY(support::AtomicFile::create(target));
    TRY(write(out, parts, stop));
    TRY(checkUnchanged());
    return out.commit();
}

} // namespace model::edit
