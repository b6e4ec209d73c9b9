#pragma once

#include "profiler/exporters/exporter.h"

#include <filesystem>

namespace profiler {

/// Writes a report to a file through AtomicFile, compressed by gzip if the name ends in `.gz`.
support::Result<void> exportToFile(
    const Exporter& exporter, const Report& report, const std::filesystem::path& target);

} // namespace profiler
