#include "profiler/file/recording_file.h"

#include "model/support/atomic_file.h"
#include "model/support/text.h"
#include "profiler/file/profile_columns.h"
#include "profiler/file/profile_file.h"
#include "profiler/file/profile_rows.h"

namespace profiler {

using namespace file;
using support::Result;

Result<RecordingFile> RecordingFile::create(const std::filesystem::path& target)
{
    auto writer = TRY(ParquetWriter::create(target, columns, LeftPart::Aside));
    auto place = TRY(support::outputPlace(target));
    return RecordingFile(std::move(place.path), std::move(writer));
}

Result<void> RecordingFile::add(const Profile& piece)
{
    if (m_hasFailed)
        return {};
    auto added = appendRows(*m_part, piece, footerEntries(piece, m_runs));
    m_hasFailed = !added;
    if (added)
        m_runs = static_cast<std::uint32_t>(piece.runs.size());
    return added;
}

Result<void> RecordingFile::finish(const Profile& whole)
{
    const auto written = writeProfileFile(m_target, whole);
    if (written) {
        m_part.reset();
        return {};
    }
    keep();
    if (m_runs == 0)
        return written.error();
    return support::failAs(written.error().kind(), written.error().message(), "; ",
        support::countOf(m_runs, "run", "runs"), " of ", whole.runs.size(), " are kept in ",
        part().string(), ", which `opscope-cli recover` reads");
}

void RecordingFile::keep()
{
    if (m_part && m_runs > 0)
        m_part->keepPart();
}

} // namespace profiler
