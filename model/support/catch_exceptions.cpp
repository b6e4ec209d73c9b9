#include "model/support/catch_exceptions.h"

#include "model/support/text.h"

#include <cstdlib>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <sys/resource.h>
#include <system_error>
#include <unistd.h>

namespace support {

namespace {

int exitOutOfMemory = EXIT_FAILURE;

/// Allocates nothing, because there may be no memory left.
void say(const char* words) { (void)!::write(STDERR_FILENO, words, std::strlen(words)); }

[[noreturn]] void endProcess()
{
    const auto exception = std::current_exception();
    if (!exception) { // GCC does not provide the exception if a destructor throws
        say("terminated by an exception in a destructor; the memory may be exhausted\n");
        std::abort();
    }
    try {
        std::rethrow_exception(exception);
    } catch (const std::bad_alloc&) {
        say("the system gave no memory\n");
        std::_Exit(exitOutOfMemory);
    } catch (const std::exception& error) {
        for (const auto* words : { "terminated by an uncaught exception: ", error.what(), "\n" })
            say(words);
    } catch (...) {
        say("ended by an error that nothing handles\n");
    }
    std::abort();
}

} // namespace

namespace {

/// Returns who may have refused memory: the limit of this process (RLIMIT_DATA), if it has one.
std::string whoRefused()
{
    rlimit limit {};
    if (::getrlimit(RLIMIT_DATA, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return "the system";
    return "the limit of " + bytesText(limit.rlim_cur) + " for its heap, or the system,";
}

/// Returns the current exception as an Error.
Error describedException(std::string_view what)
{
    try {
        throw;
    } catch (const MemoryRefused& refused) {
        return refused.error();
    } catch (const std::bad_alloc&) {
        return failAs(ErrorKind::Resource, what, ": ", whoRefused(), " gave no memory");
    } catch (const std::length_error&) {
        return failAs(ErrorKind::Resource, what, ": a size is beyond what memory can hold");
    } catch (const std::system_error& error) {
        const bool isShort = error.code() == std::errc::resource_unavailable_try_again
            || error.code() == std::errc::not_enough_memory;
        return failAs(isShort ? ErrorKind::Resource : ErrorKind::Failed, what, ": ", error.what());
    } catch (const std::exception& error) {
        return fail(what, " failed unexpectedly: ", error.what());
    } catch (...) {
        return fail(what, " failed unexpectedly");
    }
}

} // namespace

Error errorOfException(std::string_view what)
{
    try {
        auto error = describedException(what);
        if (!error.message().empty()) // without memory, streams leave the text empty
            return error;
    } catch (...) { // no memory for the message either
    }
    return Error("out of memory", ErrorKind::Resource); // short enough for the small-string buffer
}

void installTerminateHandler(int outOfMemory)
{
    exitOutOfMemory = outOfMemory;
    std::set_terminate(endProcess);
}

} // namespace support
