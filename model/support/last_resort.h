#pragma once

#include "model/support/result.h"

#include <new>
#include <string>
#include <string_view>
#include <type_traits>

/// Functions return Errors. Yet containers throw where sizes come from a stranger's file, and
/// libraries throw as they like: that must not end the program. Whatever runs work of others (a
/// command, a job, a thread, a kernel) calls it through lastResort, which turns such exceptions
/// into Errors.
namespace support {

/// Thrown where memory is refused in the middle of a function that cannot return an Error;
/// lastResort gives the Error that it carries.
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

/// The exception that is being handled as an Error: of kind Resource for memory, sizes beyond it
/// and threads that the system does not give. `what` did not work: "the kernel". Only within a
/// catch block.
Error errorOfException(std::string_view what);

/// Calls `call`, which returns a Result, and makes an Error of what it throws.
template <typename Call>
auto lastResort(std::string_view what, Call call) -> std::invoke_result_t<Call>
{
    try {
        return call();
    } catch (...) {
        return errorOfException(what);
    }
}

/// What is thrown where nobody can catch it (a thread of a library, a destructor) ends this process
/// with words: with `outOfMemory` as exit code where memory was short, by std::abort for all else.
/// Called once, by programs.
void sayUncaught(int outOfMemory);

} // namespace support
