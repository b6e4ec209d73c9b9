#pragma once

#include "model/support/compress.h"
#include "model/support/mapped_file.h"
#include "model/support/progress.h"

#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace profiler {

/// Reads a text file, plain or gzip, in pieces, so that large files need only the memory of one
/// piece. A byte order mark is removed.
class TextFile {
public:
    static support::Result<TextFile> open(const std::filesystem::path& path);

    /// The next piece; empty at the end. Valid until the next call.
    std::string_view next();
    /// Calls `visit` for every piece. Fails only if `stop` is requested.
    template <typename Visit>
    support::Result<void> forEachPiece(std::string_view doing, const std::stop_token& stop,
        const support::Progress& progress, Visit visit)
    {
        for (auto piece = next(); !piece.empty(); piece = next()) {
            if (stop.stop_requested())
                return support::failAs(support::ErrorKind::Cancelled, "stopped");
            if (progress)
                progress(doing, position(), size());
            visit(piece);
        }
        return {};
    }
    /// Why decompressing ended before the end of the file; empty if it did not.
    std::string problem() const { return m_inflate ? m_inflate->problem() : std::string(); }
    /// Bytes of the file read so far, for progress.
    std::uint64_t position() const;
    std::uint64_t size() const { return m_file->bytes().size(); }

private:
    explicit TextFile(std::shared_ptr<const support::MappedFile> file);

    std::shared_ptr<const support::MappedFile> m_file;
    std::optional<support::Decompressor> m_inflate;
    std::vector<char> m_piece;
    std::size_t m_position = 0; // only for plain files
    bool m_isFirst = true;
};

/// The first 4 KiB of a file, decompressed if it is gzip, without a byte order mark.
std::string textHead(std::span<const std::byte> bytes);

} // namespace profiler
