#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

/// Kills a program (SIGKILL) at its n-th change of a file below a folder: before a file is renamed,
/// removed, flushed or cut, and in the middle of a write, after half of the bytes. Preloaded by
/// tests/support/kill/killed_process.h, which sets the variables:
///
///     OPSCOPE_TEST_KILL_FOLDER   only files below this folder count
///     OPSCOPE_TEST_KILL_AT       n, from 1; 0 = only count
///     OPSCOPE_TEST_KILL_COUNT    file that gets the number of changes when the program ends
namespace {

std::atomic<long> changes = 0;

const char* variable(const char* name)
{
    const auto* const text = std::getenv(name);
    return text != nullptr ? text : "";
}

bool isBelow(const char* path)
{
    const std::string folder = variable("OPSCOPE_TEST_KILL_FOLDER");
    return !folder.empty() && path != nullptr && std::string(path).starts_with(folder + "/");
}

bool isBelow(int descriptor)
{
    struct stat facts { };
    if (::fstat(descriptor, &facts) != 0 || !S_ISREG(facts.st_mode))
        return false;
    char path[4096];
    const auto link = "/proc/self/fd/" + std::to_string(descriptor);
    const auto length = ::readlink(link.c_str(), path, sizeof path - 1);
    if (length < 0)
        return false;
    path[length] = '\0';
    return isBelow(path);
}

[[noreturn]] void die()
{
    std::raise(SIGKILL);
    std::abort();
}

/// Counts a change. Returns true at the last one.
template <typename Place>
bool isLast(Place place)
{
    return isBelow(place) && ++changes == std::atol(variable("OPSCOPE_TEST_KILL_AT"));
}

template <typename Function>
Function* next(const char* name)
{
    return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

/// Writes the number of changes to a file, which it opens at once: later the program may be in its
/// sandbox.
class Report {
public:
    Report()
        : m_file(*variable("OPSCOPE_TEST_KILL_COUNT") == '\0'
                ? nullptr
                : std::fopen(variable("OPSCOPE_TEST_KILL_COUNT"), "w"))
    {
    }
    ~Report() { write(); }
    void write()
    {
        if (auto* const file = std::exchange(m_file, nullptr)) {
            std::fprintf(file, "%ld", changes.load());
            std::fclose(file);
        }
    }

private:
    std::FILE* m_file;
};
Report report;

} // namespace

extern "C" {

ssize_t write(int descriptor, const void* bytes, size_t count)
{
    static auto* const real = next<ssize_t(int, const void*, size_t)>("write");
    if (!isLast(descriptor))
        return real(descriptor, bytes, count);
    real(descriptor, bytes, count / 2);
    die();
}

ssize_t pwrite(int descriptor, const void* bytes, size_t count, off_t offset)
{
    static auto* const real = next<ssize_t(int, const void*, size_t, off_t)>("pwrite");
    if (!isLast(descriptor))
        return real(descriptor, bytes, count, offset);
    real(descriptor, bytes, count / 2, offset);
    die();
}

ssize_t copy_file_range(
    int from, off64_t* fromOffset, int to, off64_t* toOffset, size_t count, unsigned flags)
{
    static auto* const real
        = next<ssize_t(int, off64_t*, int, off64_t*, size_t, unsigned)>("copy_file_range");
    if (!isLast(to))
        return real(from, fromOffset, to, toOffset, count, flags);
    real(from, fromOffset, to, toOffset, count / 2, flags);
    die();
}

int fsync(int descriptor)
{
    static auto* const real = next<int(int)>("fsync");
    return isLast(descriptor) ? (die(), 0) : real(descriptor);
}

int fdatasync(int descriptor)
{
    static auto* const real = next<int(int)>("fdatasync");
    return isLast(descriptor) ? (die(), 0) : real(descriptor);
}

int ftruncate(int descriptor, off_t length)
{
    static auto* const real = next<int(int, off_t)>("ftruncate");
    return isLast(descriptor) ? (die(), 0) : real(descriptor, length);
}

int rename(const char* from, const char* to)
{
    static auto* const real = next<int(const char*, const char*)>("rename");
    return isLast(to) ? (die(), 0) : real(from, to);
}

int renameat2(int fromFolder, const char* from, int toFolder, const char* to, unsigned flags)
{
    static auto* const real = next<int(int, const char*, int, const char*, unsigned)>("renameat2");
    return isLast(to) ? (die(), 0) : real(fromFolder, from, toFolder, to, flags);
}

/// Ends a program without its destructors, also that of ReportAtEnd.
void _Exit(int code)
{
    report.write();
    ::_exit(code);
}

int unlink(const char* path)
{
    static auto* const real = next<int(const char*)>("unlink");
    return isLast(path) ? (die(), 0) : real(path);
}

} // extern "C"
