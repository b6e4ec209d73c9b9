#include "model/support/temporary_folder.h"
#include "profiler/exporters/exporter.h"
#include "profiler/importers/html.h"
#include "profiler/importers/importer.h"
#include "profiler/importers/match_nodes.h"
#include "tests/support/graph_text.h"

#include <cstdint>
#include <cstdlib>
#include <fstream>

namespace {

std::filesystem::path fileWith(const uint8_t* bytes, size_t size)
{
    static const auto folder = support::TemporaryFolder::create();
    if (!folder)
        std::abort();
    auto path = folder->path() / "profile";
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes), static_cast<std::streamsize>(size));
    return path;
}

}

/// Imports the bytes as the profile that they look like. What was imported is matched to a model,
/// reported and exported.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size)
{
    static const auto model = testing::modelFromGraphText(R"(
        x: float[1,8]
        w: float[8,8]
        c = MatMul(x, w) "conv"
        y = Relu(c) "relu"
        y ->
    )");
    const auto path = fileWith(bytes, size);
    if (profiler::looksLikeComparison(path))
        (void)profiler::readComparison(path);
    const auto profile = profiler::importProfile(path);
    if (!profile)
        return 0;
    if (!profiler::looksLikeProfile(path))
        std::abort();
    const auto matched = profiler::matchNodes(**profile, *model);
    (void)profiler::matchText(*matched);
    const auto report = profiler::buildReport(matched);
    if (!profiler::exportText(*profiler::findExporter("json"), report))
        std::abort();
    return 0;
}
