#include "profiler/exporters/export_file.h"

#include "model/support/atomic_file.h"
#include "model/support/compress.h"

namespace profiler {

using support::Result;

Result<void> exportToFile(
    const Exporter& exporter, const Report& report, const std::filesystem::path& target)
{
    auto file = TRY(support::AtomicFile::create(target));
    if (target.extension() == ".gz") {
        support::Compressor gzip(support::Compression::Gzip,
            [&file](std::string_view piece) { return file.write(piece); });
        TRY(exporter.write(report, [&gzip](std::string_view part) { return gzip.write(part); }));
        TRY(gzip.finish());
    } else {
        TRY(exporter.write(report, [&file](std::string_view part) { return file.write(part); }));
    }
    return file.commit();
}

} // namespace profiler
