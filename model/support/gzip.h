#pragma once

#include "model/support/result.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string_view>

namespace support {

/// Compresses a stream to gzip (RFC 1952), handing on pieces as they are ready.
class GzipWriter {
public:
    using Sink = std::function<Result<void>(std::span<const std::byte>)>;

    explicit GzipWriter(Sink sink);
    ~GzipWriter();
    GzipWriter(const GzipWriter&) = delete;
    GzipWriter& operator=(const GzipWriter&) = delete;

    Result<void> write(std::string_view text);
    /// Writes what is left and the end mark; nothing may follow.
    Result<void> finish();

private:
    struct State;
    Result<void> pump(int mode);
    std::unique_ptr<State> m_state;
};

} // namespace support
