#include "app/cli/fleet/machine_lock.h"

#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>

namespace cli {

using support::Descriptor;
using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

constexpr std::chrono::milliseconds pollTime(50);

/// Opens the file for reading, which is enough for a lock: it may belong to another user.
Descriptor openLockFile(const char* path)
{
    constexpr int flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW;
    Descriptor existing(::open(path, flags));
    if (existing.isOpen() || errno != ENOENT)
        return existing;
    Descriptor created(::open(path, flags | O_CREAT, 0644));
    return created;
}

} // namespace

Result<Descriptor> lockMachine(const std::filesystem::path& file, const std::stop_token& stop,
    const std::function<void()>& waits)
{
    auto descriptor = openLockFile(file.c_str());
    if (!descriptor.isOpen())
        return failAs(ErrorKind::File, "cannot open the lock of this machine ", file.string(), ": ",
            std::strerror(errno), "; name another file by --lock");
    bool hasWaited = false;
    while (::flock(descriptor.number(), LOCK_EX | LOCK_NB) != 0) {
        if (errno != EWOULDBLOCK && errno != EINTR)
            return failAs(ErrorKind::File, "cannot lock ", file.string(), ": ",
                std::strerror(errno), "; name a file on a disk of this machine by --lock");
        if (stop.stop_requested())
            return failAs(ErrorKind::Cancelled, "stopped while another program measured");
        if (!std::exchange(hasWaited, true))
            waits();
        std::this_thread::sleep_for(pollTime);
    }
    return descriptor;
}

} // namespace cli
