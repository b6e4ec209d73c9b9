#include "profiler/file/profile_file.h"
#include "profiler/file/profile_runs.h"
#include "profiler/statistics/statistics.h"
#include "tests/fuzz/profile_text.h"

#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>

namespace {

/// What was read has statistics, can be written and read again.
void tryFile(std::span<const std::byte> file)
{
    for (const auto tail : { profiler::FileTail::Strict, profiler::FileTail::Recover }) {
        const auto profile = profiler::readProfileFile(file, tail);
        if (!profile)
            continue;
        (void)profiler::computeStatistics(**profile);
        const auto written = profiler::profileFileBytes(**profile, (*profile)->metadata);
        if (!written || !profiler::readProfileFile(std::as_bytes(std::span(*written))))
            std::abort();
    }
    (void)profiler::readProfileRuns(file);
}

}

/// Reads the bytes as a profile file, complete or cut, or as the contents of one (profile_text.h).
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size)
{
    tryFile(std::as_bytes(std::span(bytes, size)));
    const std::string_view text(reinterpret_cast<const char*>(bytes), size);
    if (!text.starts_with("PAR1")) {
        const auto file = fuzz::profileFromText(text);
        tryFile(std::as_bytes(std::span(file)));
    }
    return 0;
}
