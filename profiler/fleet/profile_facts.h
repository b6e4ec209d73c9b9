#pragma once

#include "model/support/result.h"
#include "profiler/fleet/row_buffer.h"
#include "profiler/tables/profile.h"

#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace profiler::fleet {

inline constexpr double unknownNumber = std::numeric_limits<double>::quiet_NaN();

/// What a list of many profiles shows of one: a row of `profiles.parquet`. Unknown values are
/// empty, noInteger or NaN, and null in the file.
struct ProfileFacts {
    std::int64_t number = file::noInteger; ///< `profile_no` of packed rows
    std::string file; ///< relative to the folder
    std::string id;
    std::string model;
    std::string modelSha256;
    std::string device;
    std::string host;
    std::string tag;
    std::int64_t startedNs = file::noInteger; ///< UTC, since 1970
    std::int64_t startedMicroseconds = file::noInteger; ///< the same as a Parquet timestamp
    std::string month; ///< `2026-11`, UTC
    std::string machine; ///< `m` and 12 hex digits: hash of processor, cores, ISA, system
    std::string cpu;
    std::int64_t cores = file::noInteger;
    std::string isa;
    std::string system;
    std::int64_t memoryBytes = file::noInteger;
    std::string engine; ///< `opscope` for Opscope's own; empty for traces of other tools
    std::string engineVersion;
    std::string opscope; ///< version of Opscope that measured
    std::string settings; ///< `s` and 12 hex digits: hash of `settingsText`
    std::string settingsText; ///< `threads 4, precision f32`
    std::int64_t threads = file::noInteger;
    std::string precision;
    std::string optimisation;
    std::string dims;
    std::string commit;
    std::int64_t commitNs = file::noInteger;
    std::int64_t commitMicroseconds = file::noInteger;
    std::int64_t interrupted = 0; ///< 1: stopped before all runs were done
    std::string end; ///< why the measurement ended
    std::string importer; ///< name of the importer; only in traces of other tools
    std::int64_t samples = 0; ///< measured runs of the median
    double wallNs = unknownNumber; ///< median
    double wallLowNs = unknownNumber; ///< 95 % interval of the median
    double wallHighNs = unknownNumber;
    std::int64_t rows = file::noInteger;
    std::int64_t fileBytes = file::noInteger;
    std::int64_t changedNs = file::noInteger; ///< last change of the file; only in caches
};

/// Returns what metadata and runs say; the other tables may be empty.
ProfileFacts factsOf(const Profile& profile, std::string file);
/// Reads metadata and runs of a complete profile file, no other rows.
support::Result<ProfileFacts> readFacts(const std::filesystem::path& path, std::string file);

/// Begins a file like `profiles.parquet`; addFacts adds its rows.
support::Result<std::unique_ptr<RowBuffer>> createFactsFile(const std::filesystem::path& target);
support::Result<void> addFacts(RowBuffer& rows, const ProfileFacts& facts);

/// Reads such a file. Columns that it does not have keep their defaults. Fails for other files.
support::Result<std::vector<ProfileFacts>> readFactsFile(const std::filesystem::path& path);

} // namespace profiler::fleet
