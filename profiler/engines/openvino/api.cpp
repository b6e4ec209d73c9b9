#include "profiler/engines/openvino/api.h"

#include "model/support/text.h"

namespace profiler::openvino {

using support::ErrorKind;
using support::failAs;

namespace {

constexpr std::size_t maxErrorText = 2000;

/// One line of text that is safe to display. Texts of the library have line breaks and tabs.
std::string oneLine(std::string_view text)
{
    std::string line;
    for (const char letter : text) {
        const bool isBlank = letter == '\n' || letter == '\r' || letter == '\t' || letter == ' ';
        if (!isBlank)
            line += letter;
        else if (!line.empty() && line.back() != ' ')
            line += ' ';
    }
    return support::elideMiddle(support::sanitise(support::trimmed(line)), maxErrorText);
}

} // namespace

support::Result<Api> findApi(const std::filesystem::path& library, support::Symbols::Find find)
{
    Api api { support::Symbols(std::move(find)) };
    if (const auto& missing = api.symbols.missing(); !missing.empty())
        return failAs(ErrorKind::Resource, library.string(), " has no function ", missing,
            ": expected libopenvino_c of OpenVINO 2024.4 or newer");
    return api;
}

support::Result<Api> openApi(const std::filesystem::path& library)
{
    const auto handle = support::openSharedLibrary(library);
    if (!handle)
        return failAs(ErrorKind::Resource, library.string(),
            " cannot be opened: ", oneLine(handle.error().message()));
    return findApi(library, [handle = *handle](const char* name) {
        return support::findFunction(handle, name).address;
    });
}

support::Error failure(const Api& api, int status, std::string_view what)
{
    // Without a text of its own, the last text belongs to an earlier failure.
    const bool hasText = api.lastError != nullptr && status != invalidParameterStatus;
    const char* const text = hasText ? api.lastError() : nullptr;
    const char* const name = api.errorName(status);
    const auto reason = oneLine(text != nullptr ? text : "");
    return support::fail(what, ": ", reason.empty() ? "OpenVINO gives no reason" : reason, " (",
        name != nullptr ? oneLine(name) : "unknown status", ", ", status, ")");
}

support::Result<void> check(const Api& api, int status, std::string_view what)
{
    if (status != 0)
        return failure(api, status, what);
    return {};
}

} // namespace profiler::openvino
