#pragma once

#include "model/support/result.h"
#include "profiler/tables/profile.h"

#include <cstdint>
#include <filesystem>
#include <memory>

namespace profiler {

/// The profile file of a measurement that is under way, so that a kill loses little of it.
///
///     <target>.part   | piece | footer | piece | footer | pie          killed here: two pieces
///
/// While measuring, what is complete is appended to `<target>.part` piece by piece, each with a
/// footer of its own: rows in order of time, times by the first estimate of the clock's rate. At
/// the end the whole profile, sorted and by the better estimate, is written beside it, takes the
/// target's place, and the part goes. Until then the part is there: whatever goes wrong with the
/// target, the runs are not lost.
class RecordingFile {
public:
    /// Fails where the target cannot be written, so that nobody measures in vain. A part that is
    /// there already, of a run that was killed, gets another name (LeftPart::Aside).
    static support::Result<RecordingFile> create(const std::filesystem::path& target);
    RecordingFile(RecordingFile&&) noexcept;
    RecordingFile& operator=(RecordingFile&&) = delete;
    /// Removes the part if it is empty or not needed any more.
    ~RecordingFile();

    /// Appends the rows of a piece. After a failure (the disk is full, say) the part is as before
    /// and stays so: the pieces that follow would come after a hole.
    support::Result<void> add(const Profile& piece);
    /// Writes the profile in the target's place and removes the part. After a failure the part
    /// stays; the message names it.
    support::Result<void> finish(const Profile& whole);
    /// What is in the part is kept: the target will not be written.
    void keep();

    std::uint32_t runs() const; ///< in the part
    std::filesystem::path part() const;

private:
    struct State;
    explicit RecordingFile(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

} // namespace profiler
