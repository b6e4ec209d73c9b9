#pragma once

#include "profiler/counters/event_names.h"

namespace profiler {

/// Asks libpfm4, which knows the events of many processors by the names of their manuals
/// (`skx::MEM_LOAD_RETIRED:L3_MISS`). The library is opened in a child process, which is given ten
/// seconds. `file` is searched by the loader. Returns nothing if there is no such library. If the
/// child crashes or hangs, each name has this as its error.
/// Source: libpfm4 4.13, perfmon/pfmlib.h and perfmon/pfmlib_perf_event.h.
std::vector<support::Result<EventEncoding>> askPfmLibrary(
    std::span<const std::string> names, const std::string& file = "libpfm.so.4");

} // namespace profiler
