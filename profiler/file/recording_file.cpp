#include "profiler/file/recording_file.h"

#include "model/support/atomic_file.h"
#include "model/support/text.h"
#include "profiler/file/profile_columns.h"
#include "profiler/file/profile_file.h"
#include "profiler/file/profile_rows.h"

#include <algorithm>
#include <optional>

namespace profiler {

using namespace file;
using support::Result;

struct RecordingFile::State {
    std::filesystem::path target;
    std::optional<ParquetWriter> part; // empty after finish() has removed the part
    std::uint32_t runs = 0;
    bool hasFailed = false;
};

RecordingFile::RecordingFile(std::unique_ptr<State> state)
    : m_state(std::move(state))
{
}
RecordingFile::RecordingFile(RecordingFile&&) noexcept = default;
RecordingFile::~RecordingFile() = default;

Result<RecordingFile> RecordingFile::create(const std::filesystem::path& target)
{
    auto writer = TRY(ParquetWriter::create(target, columns, LeftPart::Aside));
    auto place = TRY(support::outputPlace(target));
    return RecordingFile(
        std::unique_ptr<State>(new State { std::move(place.path), std::move(writer), 0, false }));
}

Result<void> RecordingFile::add(const Profile& piece)
{
    if (m_state->hasFailed)
        return {};
    auto added = appendRows(*m_state->part, piece, footerEntries(piece, m_state->runs));
    m_state->hasFailed = !added;
    if (added)
        m_state->runs = static_cast<std::uint32_t>(piece.runs.size());
    return added;
}

Result<void> RecordingFile::finish(const Profile& whole)
{
    const auto written = writeProfileFile(m_state->target, whole);
    if (written) {
        m_state->part.reset();
        return {};
    }
    keep();
    if (m_state->runs == 0)
        return written.error();
    return support::failAs(written.error().kind(), written.error().message(), "; ",
        support::countOf(m_state->runs, "run", "runs"), " of ", whole.runs.size(), " are kept in ",
        part().string(), ", which `opscope-cli recover` reads");
}

void RecordingFile::keep()
{
    if (m_state->part && m_state->runs > 0)
        m_state->part->keepPart();
}

std::uint32_t RecordingFile::runs() const { return m_state->runs; }

std::filesystem::path RecordingFile::part() const { return m_state->target.string() + ".part"; }

} // namespace profiler
