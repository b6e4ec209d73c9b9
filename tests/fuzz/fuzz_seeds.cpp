// Writes the seeds of fuzz targets that need Opscope to be written: fuzz_seeds OUT. make_seeds.py
// calls it.

#include "model/edit/document.h"
#include "model/edit/fragment.h"
#include "profiler/exporters/exporter.h"
#include "profiler/file/profile_file.h"
#include "tests/fuzz/profile_text.h"
#include "tests/model/edit/random_operation.h"
#include "tests/support/paths.h"
#include "tests/support/profiler/counted_profile.h"
#include "tests/support/profiler/device_sample.h"
#include "tests/support/profiler/sample_profile.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace {

namespace fs = std::filesystem;
using ProfilePointer = std::shared_ptr<const profiler::Profile>;

void write(const fs::path& path, std::string_view bytes)
{
    fs::create_directories(path.parent_path());
    std::ofstream file(path, std::ios::binary);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    if (!file.flush())
        std::exit(EXIT_FAILURE);
}

void writeSeeds(const fs::path& out, const std::string& name, const ProfilePointer& profile)
{
    const auto path = out / "profile" / (name + ".opscope");
    fs::create_directories(path.parent_path());
    if (!profiler::writeProfileFile(path, *profile, { .rowsPerGroup = 50 }))
        std::exit(EXIT_FAILURE);
    const auto bytes = profiler::profileFileBytes(*profile, profile->metadata);
    write(out / "profile" / (name + ".txt"),
        fuzz::textFromProfile(std::as_bytes(std::span(*bytes)), 6));
    for (const auto* format : { "html", "chrome" })
        if (const auto text
            = profiler::exportText(*profiler::findExporter(format), profiler::buildReport(profile)))
            write(out / "importers" / (name + "." + format), *text);
}

/// Scripts of operations that fit the model of fuzz_edit.
void writeScripts(const fs::path& out)
{
    constexpr int scripts = 300;
    const auto document = model::edit::Document::open(
        testing::sourceDir() / "tests/data/features/loop_and_scan.onnx");
    const auto& model = *(*document)->model();
    const auto fragment = model::edit::fragmentOf(**document, model.main().nodes);
    testing::RandomOperations random(1, *fragment, "next.onnx");
    for (int i = 0; i < scripts; ++i)
        write(out / "edit" / (std::to_string(i) + ".json"),
            model::edit::textOf(random.next(model)) + "\n"
                + model::edit::textOf(random.next(model)));
}

} // namespace

int main(int count, char** arguments)
{
    if (count != 2) {
        std::fputs("fuzz_seeds OUT: name the folder of the seeds\n", stderr);
        return 2;
    }
    const fs::path out = arguments[1];
    const auto small = testing::sampleProfile({ .steps = 4, .rounds = 2, .warmUp = 1 });
    writeSeeds(out, "small", small);
    writeSeeds(out, "counted", testing::withCounts(*small));
    writeSeeds(out, "device",
        testing::profileOf(testing::deviceSample({ .blocks = 1, .rounds = 2, .lostEvery = 5 })));
    writeScripts(out);
    return 0;
}
