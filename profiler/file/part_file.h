#pragma once

#include "profiler/file/byte_output.h"

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace profiler::file {

/// What becomes of a part that a program left when it was killed.
enum class LeftPart {
    Beside, ///< it stays: this file has no name until it is complete
    Aside, ///< it is renamed to `<target>.1.part`, and this file is written in its place
};

/// Whether a program has this part open to write it (PartFile locks it).
bool isBeingWritten(const std::filesystem::path& part);

/// A file that is written at its end only: as `<target>.part`, which takes the target's place when
/// it is complete. Without `commit` the destructor removes the part, unless `keep` was called.
///
/// A link to the target stays a link, and the permissions of a file that is replaced are kept.
/// Fails to open devices and FIFOs: nothing is written to them twice.
///
/// The part is locked as long as it is open, so that nobody takes a part that is being written for
/// one that was left.
class PartFile final : public ByteOutput {
public:
    explicit PartFile(std::filesystem::path target);
    PartFile(const PartFile&) = delete;
    PartFile& operator=(const PartFile&) = delete;
    ~PartFile() override;

    support::Result<void> open(LeftPart left);
    /// Into the page cache: a kill of the program loses nothing of it, a power cut may. Flushing
    /// would take time of what is measured, and write while it is measured.
    support::Result<void> append(std::string_view bytes) override;
    void cutTo(std::uint64_t size) override;
    support::Result<void> commit() override;
    /// The part stays, and is on the disk when this returns, as far as the file system can: it is
    /// what is left of a measurement that failed.
    void keep();

    std::uint64_t size() const override { return m_size; }

private:
    support::Result<void> openPart(LeftPart left);
    support::Result<void> setLeftPartAside();
    support::Result<void> openUnnamed();
    support::Result<void> nameIt();
    support::Error failure(std::string_view what) const;

    std::filesystem::path m_target;
    std::filesystem::path m_part;
    int m_descriptor = -1;
    std::uint64_t m_size = 0;
    bool m_hasName = false;
    bool m_isKept = false;
};

} // namespace profiler::file
