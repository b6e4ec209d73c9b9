#pragma once

#include "model/support/atomic_file.h"
#include "model/support/compress.h"

#include <QRgb>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace ui {

/// Writes a PNG of any height row by row (ISO/IEC 15948: eight bits a channel, no alpha), so that a
/// picture need not fit into memory. QImage is limited to 32,767 pixels a side;
/// libpng is optional here and reports errors by longjmp, which skips destructors.
class PngWriter {
public:
    /// The largest side that the format allows.
    static constexpr std::int64_t maxPixels = 0x7FFFFFFF;

    static support::Result<std::unique_ptr<PngWriter>> create(
        const std::filesystem::path& path, std::int64_t width, std::int64_t height);
    /// Writes the next row of `width` pixels.
    support::Result<void> writeRow(std::span<const QRgb> pixels);
    /// Completes the file. Called after the last row.
    support::Result<void> finish();

private:
    explicit PngWriter(support::AtomicFile file);
    support::Result<void> writeHeader(std::int64_t width, std::int64_t height);
    support::Result<void> writeChunk(std::string_view type, std::string_view content);

    support::AtomicFile m_file;
    support::Compressor m_compressor;
    std::string m_row; ///< filtered
    std::string m_above; ///< the row before, as bytes
};

} // namespace ui
