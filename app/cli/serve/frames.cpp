#include "app/cli/serve/frames.h"

#include "model/support/atomic_file.h"

#include <array>
#include <cerrno>
#include <span>
#include <system_error>
#include <unistd.h>

namespace cli {

using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

constexpr std::size_t headBytes = 8;

/// Fills the buffer. Returns fewer bytes only at the end of the input.
Result<std::size_t> readAll(int descriptor, std::span<char> buffer)
{
    std::size_t filled = 0;
    while (filled < buffer.size()) {
        const auto count = ::read(descriptor, buffer.data() + filled, buffer.size() - filled);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return failAs(ErrorKind::File,
                "reading a request failed: ", std::system_category().message(errno));
        if (count == 0)
            break;
        filled += static_cast<std::size_t>(count);
    }
    return filled;
}

std::uint32_t numberAt(std::span<const char> bytes)
{
    std::uint32_t number = 0;
    for (std::size_t i = 0; i < 4; ++i)
        number |= std::uint32_t(static_cast<unsigned char>(bytes[i])) << 8 * i;
    return number;
}

} // namespace

Result<std::optional<std::string>> readFrame(int descriptor)
{
    std::array<char, headBytes> head {};
    const auto got = TRY(readAll(descriptor, head));
    if (got == 0)
        return std::optional<std::string>();
    const auto length = numberAt(head);
    const auto payload = numberAt(std::span(head).subspan(4));
    if (got < headBytes)
        return failAs(ErrorKind::Usage, "a request ends after ", got, " bytes of its length");
    if (length > mostFrameBytes || payload != 0)
        return failAs(ErrorKind::Usage, "a request announces ", length, " bytes of JSON and ",
            payload, " of payload; the most are ", mostFrameBytes, " and 0");
    std::string json(length, '\0');
    if (const auto bytes = TRY(readAll(descriptor, json)); bytes < length)
        return failAs(ErrorKind::Usage, "a request ends after ", bytes, " of ", length, " bytes");
    return std::optional(std::move(json));
}

Result<void> writeFrame(int descriptor, std::string_view json)
{
    if (json.size() > mostFrameBytes)
        return failAs(ErrorKind::Usage, "the answer has ", json.size(), " bytes, the most are ",
            mostFrameBytes);
    std::string frame;
    frame.reserve(headBytes + json.size());
    for (std::size_t i = 0; i < 4; ++i)
        frame += static_cast<char>(json.size() >> 8 * i & 0xff);
    frame.append(4, '\0');
    frame += json;
    return support::writeAll(descriptor, frame, "to the caller of serve");
}

} // namespace cli
