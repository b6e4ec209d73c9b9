#include <linux/perf_event.h>

#include <csignal>
#include <cstring>

/// Stand-in for libpfm4. It knows one event, and misbehaves for certain names.

namespace {

struct Encoding {
    perf_event_attr* attr;
    char** fullName;
    std::size_t size;
};

constexpr int notFound = -4;

} // namespace

extern "C" {

int pfm_initialize() { return 0; }

int pfm_get_os_event_encoding(const char* name, int, int, void* encoding)
{
    if (std::strcmp(name, "crash") == 0)
        std::raise(SIGKILL);
    if (std::strcmp(name, "fake::KNOWN") != 0)
        return notFound;
    auto& attr = *static_cast<Encoding*>(encoding)->attr;
    attr.type = 4;
    attr.config = 0xffff'ffff'ffff'ffffULL;
    attr.config1 = 1;
    attr.config2 = 2;
    return 0;
}

const char* pfm_strerror(int) { return "not\nfound"; }
}
