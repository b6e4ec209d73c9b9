#pragma once

#include "model/support/descriptor.h"
#include "profiler/file/byte_output.h"

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace profiler::file {

/// What to do with an existing `<target>.part`, which a killed program has left.
enum class LeftPart {
    Beside, ///< keep it; the new file has no name until it is complete
    Aside, ///< rename it to `<target>.1.part`, and write the new file as `<target>.part`
};

/// Whether a program has this part open for writing (PartFile locks it).
bool isBeingWritten(const std::filesystem::path& part);

/// A file that is only appended to. It is written as `<target>.part` and renamed to the target by
/// `commit`. Without `commit` the destructor removes the part, unless `keep` was called.
///
/// If the target is a symbolic link, the file it points to is replaced. A replaced file keeps its
/// permissions. Opening fails for devices and FIFOs, which a renamed file cannot replace.
///
/// The part is locked while it is open, so that no other program treats it as a left part.
class PartFile final : public ByteOutput {
public:
    explicit PartFile(std::filesystem::path target);
    PartFile(const PartFile&) = delete;
    PartFile& operator=(const PartFile&) = delete;
    ~PartFile() override;

    support::Result<void> open(LeftPart left);
    /// Writes to the page cache. A killed program loses none of it; a power cut may lose it. It is
    /// not flushed to the disk, because that would disturb the measurement in progress.
    support::Result<void> append(std::string_view bytes) override;
    /// Truncates the file to `size`, after a failure.
    void cutTo(std::uint64_t size) override;
    /// Flushes the file and renames it to the target.
    support::Result<void> commit() override;
    /// Flushes the part, as far as the file system supports it. The destructor will not remove it.
    /// Used when a measurement failed and the part has its only results.
    void keep();

    std::uint64_t size() const override { return m_size; }

private:
    support::Result<void> openPart(LeftPart left);
    support::Result<void> setLeftPartAside();
    support::Result<void> openUnnamed();
    support::Result<void> giveName();
    support::Error failure(std::string_view what) const;

    std::filesystem::path m_target;
    std::filesystem::path m_part;
    support::Descriptor m_descriptor;
    std::uint64_t m_size = 0;
    bool m_hasName = false;
    bool m_isKept = false;
};

} // namespace profiler::file
