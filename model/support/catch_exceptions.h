#pragma once

#include "model/support/result.h"

#include <new>
#include <string>
#include <string_view>
#include <type_traits>

/// Conversion of exceptions to Errors. Our functions return Errors, but containers throw on sizes
/// from invalid files, and libraries throw too. Code that runs a command, a job, a thread or a
/// kernel calls it through catchExceptions, so that an exception does not end the program.
namespace support {

/// Exception for refused memory inside a function that cannot return an Error. catchExceptions
/// returns the Error that it holds.
class MemoryRefused : public std::bad_alloc {
public:
    explicit MemoryRefused(Error error)
        : m_error(std::move(error))
    {
    }
    const char* what() const noexcept override { return m_error.message().c_str(); }
    const Error& error() const { return m_error; }

private:
    Error m_error;
};

/// Returns the current exception as an Error. The kind is Resource for memory, for sizes beyond it
/// and for threads that the system refused. `what` names what failed: "the kernel". Call only
/// inside a catch block.
Error errorOfException(std::string_view what);

/// Calls `call`, which returns a Result, and converts an exception to an Error.
template <typename Call>
auto catchExceptions(std::string_view what, Call call) -> std::invoke_result_t<Call>
{
    try {
        return call();
    } catch (...) {
        return errorOfException(what);
    }
}

/// Installs a handler for exceptions that cannot be caught (in a library's thread or a destructor).
/// It prints a message and ends the process: with exit code `outOfMemory` if memory was refused,
/// else by std::abort. Called once at program start.
void installTerminateHandler(int outOfMemory);

} // namespace support
