#pragma once

#include "profiler/file/parquet.h"
#include "profiler/tables/profile.h"

#include <cstdint>
#include <filesystem>
#include <optional>

namespace profiler {

/// The profile file of a measurement in progress. If the program is killed, little of it is lost.
///
///     <target>.part   | piece | footer | piece | footer | pie          killed here: two pieces
///
/// While measuring, complete runs are appended to `<target>.part` in pieces, each with its own
/// footer. Pieces come in order of time, and their times use the first estimate of the clock's
/// rate. finish() writes the complete profile, sorted and with the better estimate, to a new file,
/// renames it to the target, and then removes the part. So the runs are not lost if writing the
/// target fails. The destructor removes the part if it is empty or not needed any more.
class RecordingFile {
public:
    /// Fails if the target cannot be written, so that the measurement does not even begin. An
    /// existing part of a killed program gets another name (LeftPart::Aside).
    static support::Result<RecordingFile> create(const std::filesystem::path& target);

    /// Appends the rows of a piece. After a failure (a full disk, for example) the part is as
    /// before, and later pieces are ignored, because a piece would be missing before them.
    support::Result<void> add(const Profile& piece);
    /// Writes the complete profile to the target and removes the part. After a failure the part
    /// stays if it has runs; the message has its path.
    support::Result<void> finish(const Profile& whole);
    /// Keeps the part if it has runs. For measurements that end without finish().
    void keep();

    std::uint32_t runs() const { return m_runs; } ///< number of runs in the part
    std::filesystem::path part() const { return m_target.string() + ".part"; }

private:
    RecordingFile(std::filesystem::path target, file::ParquetWriter part)
        : m_target(std::move(target))
        , m_part(std::move(part))
    {
    }

    std::filesystem::path m_target;
    std::optional<file::ParquetWriter> m_part; // empty after finish() has removed the part
    std::uint32_t m_runs = 0;
    bool m_hasFailed = false;
};

} // namespace profiler
