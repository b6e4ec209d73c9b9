#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace support {

/// What a process may still do after confine().
struct ConfinementRights {
    /// Files and folders. In folders, files may also be made, renamed and removed. Paths that do
    /// not exist are passed over.
    std::vector<std::filesystem::path> writable;
    bool writesAnywhere = false; ///< `writable` does not count
    bool startsPrograms = false;
    bool signalsPrograms = false; ///< also those that were started before
    bool usesLocalSockets = false; ///< AF_UNIX: tools of NVIDIA watch a program through them
};

/// Which rights the kernel of this machine can take from a process. Landlock: man 7 landlock;
/// seccomp: man 2 seccomp.
struct ConfinementSupport {
    bool hasLandlock = false; ///< writing files
    bool hasSeccomp = false; ///< network, starting programs, other processes, the system

    bool isComplete() const { return hasLandlock && hasSeccomp; }
    /// Names what is missing: `Landlock (Linux 5.13 or newer)`; empty if nothing is.
    std::string missing() const;
};
ConfinementSupport confinementSupport();

/// Takes from this process and all that it starts what reading or running a model does not need:
/// writing files elsewhere, sockets, starting programs, tracing or changing other processes,
/// mounts, kernel modules, key rings, permissions of files by name. Reading files, and what was
/// opened before, stay possible. Nothing gives the rights back. To be called before other threads
/// exist. Returns what took effect: less than confinementSupport() if the kernel refused.
ConfinementSupport confine(const ConfinementRights& rights);

} // namespace support
