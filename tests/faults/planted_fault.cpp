#include "tests/faults/planted_fault.h"

#include <cstdlib>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace planted {

namespace {

constexpr int mostFaults = 1 << 14;
unsigned char unrecorded[mostFaults];

/// Runs before the constructors of other objects, and before a sandbox forbids to write. The file
/// is mapped, so that a process that dies has recorded, too.
[[gnu::constructor(101)]] void start()
{
    if (const char* number = std::getenv("OPSCOPE_FAULT"))
        active = std::atoi(number);
    const char* path = std::getenv("OPSCOPE_FAULTS_REACHED");
    const int file = path ? open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600) : -1;
    if (file < 0)
        return;
    if (ftruncate(file, mostFaults) == 0) {
        void* bytes = mmap(nullptr, mostFaults, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        if (bytes != MAP_FAILED)
            reached = static_cast<unsigned char*>(bytes);
    }
    close(file);
}

}

constinit int active = -1;
constinit volatile unsigned char* reached = unrecorded;

}
