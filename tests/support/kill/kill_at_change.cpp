#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

/// Kills a program (SIGKILL) at its n-th change of a file below a folder: before a file is made,
/// renamed, removed, flushed or cut, and in the middle of a write, after half of the bytes. Or it
/// lets that change fail. Preloaded by tests/support/kill/killed_process.h, which sets the
/// variables:
///
///     OPSCOPE_TEST_KILL_FOLDER   only files below this folder count
///     OPSCOPE_TEST_KILL_AT       n, from 1; 0 = only count
///     OPSCOPE_TEST_KILL_COUNT    file that gets the number of changes when the program ends
///     OPSCOPE_TEST_KILL_BY       KILL (the default); EIO: the change fails; ENOSPC: it and all
///     later
///                                writes fail; SHORT: a write writes half of its bytes
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
    if (folder.empty() || path == nullptr)
        return false;
    char working[4096] = "";
    const bool isRelative = *path != '/' && ::getcwd(working, sizeof working) != nullptr;
    return (std::string(working) + (isRelative ? "/" : "") + path + "/").starts_with(folder + "/");
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

enum class Fate { Real, Die, Fail, Half };

bool is(const char* fault) { return std::strcmp(variable("OPSCOPE_TEST_KILL_BY"), fault) == 0; }

/// Counts a change, and decides what becomes of it. Sets errno if it fails.
template <typename Place>
Fate fateOf(Place place, bool isWrite)
{
    if (!isBelow(place))
        return Fate::Real;
    const long number = ++changes;
    const long at = std::atol(variable("OPSCOPE_TEST_KILL_AT"));
    if (at != 0 && number >= at && isWrite && is("ENOSPC")) {
        errno = ENOSPC;
        return Fate::Fail;
    }
    if (number != at || is("ENOSPC"))
        return Fate::Real;
    if (is("SHORT"))
        return isWrite ? Fate::Half : Fate::Real;
    if (is("EIO")) {
        errno = EIO;
        return Fate::Fail;
    }
    return Fate::Die;
}

/// A change that writes bytes. `real` writes as many as it is told.
template <typename Real>
ssize_t written(int descriptor, std::size_t count, Real real)
{
    const auto fate = fateOf(descriptor, true);
    if (fate == Fate::Fail)
        return -1;
    if (fate == Fate::Real)
        return real(count);
    const auto half = real(fate == Fate::Half && count == 1 ? 1 : count / 2);
    if (fate == Fate::Die)
        die();
    return half;
}

/// Another change.
template <typename Place, typename Real>
int changed(Place place, Real real, bool isWrite = false)
{
    const auto fate = fateOf(place, isWrite);
    if (fate == Fate::Die)
        die();
    return fate == Fate::Fail ? -1 : real();
}

/// Opening changes something only if it may make a file.
template <typename Real>
int opened(const char* path, int flags, Real real)
{
    const bool isMaking = (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
    return isMaking ? changed(path, real, true) : real();
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

// One definition for each name that programs call with large files or without.
#define OPSCOPE_OPEN(name)                                                                         \
    int name(const char* path, int flags, ...)                                                     \
    {                                                                                              \
        static auto* const real = next<int(const char*, int, ...)>(#name);                         \
        va_list rest;                                                                              \
        va_start(rest, flags);                                                                     \
        const auto mode = va_arg(rest, mode_t);                                                    \
        va_end(rest);                                                                              \
        return opened(path, flags, [&] { return real(path, flags, mode); });                       \
    }
OPSCOPE_OPEN(open)
OPSCOPE_OPEN(open64)

int mkdir(const char* path, mode_t mode)
{
    static auto* const real = next<int(const char*, mode_t)>("mkdir");
    return changed(
        path, [&] { return real(path, mode); }, true);
}

int link(const char* from, const char* to)
{
    static auto* const real = next<int(const char*, const char*)>("link");
    return changed(
        to, [&] { return real(from, to); }, true);
}

ssize_t write(int descriptor, const void* bytes, size_t count)
{
    static auto* const real = next<ssize_t(int, const void*, size_t)>("write");
    return written(descriptor, count, [&](size_t n) { return real(descriptor, bytes, n); });
}

ssize_t pwrite(int descriptor, const void* bytes, size_t count, off_t offset)
{
    static auto* const real = next<ssize_t(int, const void*, size_t, off_t)>("pwrite");
    return written(descriptor, count, [&](size_t n) { return real(descriptor, bytes, n, offset); });
}

ssize_t copy_file_range(
    int from, off64_t* fromOffset, int to, off64_t* toOffset, size_t count, unsigned flags)
{
    static auto* const real
        = next<ssize_t(int, off64_t*, int, off64_t*, size_t, unsigned)>("copy_file_range");
    return written(
        to, count, [&](size_t n) { return real(from, fromOffset, to, toOffset, n, flags); });
}

int fsync(int descriptor)
{
    static auto* const real = next<int(int)>("fsync");
    return changed(
        descriptor, [&] { return real(descriptor); }, true);
}

int fdatasync(int descriptor)
{
    static auto* const real = next<int(int)>("fdatasync");
    return changed(
        descriptor, [&] { return real(descriptor); }, true);
}

int ftruncate(int descriptor, off_t length)
{
    static auto* const real = next<int(int, off_t)>("ftruncate");
    return changed(descriptor, [&] { return real(descriptor, length); });
}

int rename(const char* from, const char* to)
{
    static auto* const real = next<int(const char*, const char*)>("rename");
    return changed(to, [&] { return real(from, to); });
}

/// Gives a file without a name one, as QSaveFile does.
int linkat(int fromFolder, const char* from, int toFolder, const char* to, int flags)
{
    static auto* const real = next<int(int, const char*, int, const char*, int)>("linkat");
    return changed(to, [&] { return real(fromFolder, from, toFolder, to, flags); });
}

int renameat2(int fromFolder, const char* from, int toFolder, const char* to, unsigned flags)
{
    static auto* const real = next<int(int, const char*, int, const char*, unsigned)>("renameat2");
    return changed(to, [&] { return real(fromFolder, from, toFolder, to, flags); });
}

/// Ends a program without its destructors, also that of Report.
void _Exit(int code)
{
    report.write();
    ::_exit(code);
}

int unlink(const char* path)
{
    static auto* const real = next<int(const char*)>("unlink");
    return changed(path, [&] { return real(path); });
}

} // extern "C"
