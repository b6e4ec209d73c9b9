#pragma once

#include "profiler/exporters/exporter.h"

#include <filesystem>

namespace cli {

/// Writes a report through AtomicFile, compressed if the name ends in `.gz`.
support::Result<void> exportToFile(const profiler::Exporter& exporter, const profiler::Report& report, const std::filesystem::path& target);

} // namespace cli
