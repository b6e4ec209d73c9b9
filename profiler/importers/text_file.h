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

/// The characters of a profile in text form, plain or gzip, piece by piece: a file of gigabytes
/// takes as much memory as one piece. A byte order mark is left out.
class TextFile {
public:
    static support::Result<TextFile> open(const std::filesystem::path& path);

    /// The next piece; empty at the end. Valid until the next call.
    std::string_view next();
    /// Hands on every piece. Fails only when it is stopped.
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
    /// Why the text ends before its end; empty if it does not.
    std::string problem() const { return m_inflate ? m_inflate->problem() : std::string(); }
    /// For progress, in bytes of the file.
    std::uint64_t position() const;
    std::uint64_t size() const { return m_file->bytes().size(); }

private:
    explicit TextFile(std::shared_ptr<const support::MappedFile> file);

    std::shared_ptr<const support::MappedFile> m_file;
    std::optional<support::Decompressor> m_inflate;
    std::vector<char> m_piece;
    std::size_t m_position = 0; // in a plain file
    bool m_isFirst = true;
};

bool isGzip(std::span<const std::byte> head);
/// The first characters of a file, unpacked if it is gzip.
std::string textHead(std::span<const std::byte> bytes);

} // namespace profiler
