#pragma once

#include "model/edit/message.h"
#include "model/model.h"
#include "model/support/atomic_file.h"
#include "model/support/descriptor.h"
#include "model/support/mapped_file.h"
#include "model/support/progress.h"

#include <filesystem>
#include <memory>
#include <stop_token>
#include <sys/stat.h>
#include <vector>

namespace model::onnx {
struct ComposedModel;
struct Draft;
}

namespace model::edit {

/// Largest file that readers with Protocol Buffers open: onnx and ONNX Runtime refuse larger ones.
constexpr std::uint64_t largestFile = 2'147'483'647;

/// Which bytes are edited: those of the file, or those of a copy without a name, so that another
/// program may write over the file. Larger files than `largestCopy` are not copied, nor is a file
/// for whose copy the folder of temporary files has no room; checkUnchanged() finds out later.
enum class Original { File, Copy };
constexpr std::uint64_t largestCopy = 256U << 20;

/// A model file that is open for editing. It is mapped and never changed. The descriptor stays
/// open, so the bytes stay there if the file is replaced.
class EditedFile {
public:
    /// Fails if the file cannot be read or is no sequence of messages in the wire format.
    static support::Result<EditedFile> open(
        const std::filesystem::path& path, Original original = Original::File);

    Message& root() { return m_root; }
    const Message& root() const { return m_root; }
    const std::filesystem::path& path() const { return m_file->path(); }

    /// Reads a model from the edited bytes. Large weights of the original are not copied: the
    /// model reads them from there.
    support::Result<std::shared_ptr<const Model>> read(const OpenOptions& options,
        std::stop_token stop = {}, const support::Progress& progress = {}) const;

    /// Reads some fields of a GraphProto in the same way, as the main graph of a draft.
    support::Result<std::unique_ptr<onnx::Draft>> readFields(
        std::span<const Field* const> fields) const;

    /// Writes the bytes to an output, without more in memory than 8 MiB. Fails if the original
    /// changed since it was opened, or if the result has more than `largestFile` bytes. Nothing is
    /// there until it is complete; the target may be the original itself.
    support::Result<void> save(
        const std::filesystem::path& target, std::stop_token stop = {}) const;
    /// Fails if another program wrote over the bytes that are edited.
    support::Result<void> checkUnchanged() const;

private:
    EditedFile() = default;
    struct Composition;
    support::Result<Composition> composed(std::span<const FilePart> parts) const;
    support::Result<void> write(support::AtomicFile& out, std::span<const FilePart> parts,
        const std::stop_token& stop) const;

    support::Descriptor m_descriptor;
    struct stat m_status { };
    std::shared_ptr<const support::MappedFile> m_file;
    std::vector<Bytes> m_weights; ///< large `raw_data` of the original, in its order
    Message m_root;
};

} // namespace model::edit
