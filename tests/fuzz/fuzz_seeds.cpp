// Writes the seeds of fuzz targets that need Opscope to be written: fuzz_seeds OUT. make_seeds.py
// calls it.

#include "model/edit/document.h"
#include "model/edit/fragment.h"
#include "profiler/exporters/exporter.h"
#include "profiler/file/profile_file.h"
#include "profiler/tables/load_record.h"
#include "profiler/tables/processor_record.h"
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

/// A copy of a profile with what samples lack: a measurement under load, events that the user
/// named, metrics of a GPU and a match.
ProfilePointer withRareParts(const profiler::Profile& profile)
{
    auto rare = profile;
    profiler::LoadRecord load;
    for (const std::int64_t ns : { 1'000, 20'000, 3'000'000 }) {
        load.latency.add(ns);
        load.wait.add(ns / 2);
        load.service.add(ns / 2);
    }
    load.spanNs = 5'000'000;
    load.busy = 0.5;
    load.arrived = 4;
    load.wall = { 3, 20'000 };
    load.steps.assign(rare.steps.size(), { 3, 100 });
    rare.load = std::make_shared<const profiler::LoadRecord>(std::move(load));
    if (rare.processor != nullptr) {
        auto counts = *rare.processor;
        counts.named = { { "branches", "libpfm4" }, { "stalls", "the driver cpu" } };
        for (auto& row : counts.rows)
            row.named = { 1, 2 };
        rare.processor = std::make_shared<const profiler::ProcessorRecord>(std::move(counts));
    }
    if (rare.device.record != nullptr) {
        auto device = *rare.device.record;
        device.metrics = { { "dram__bytes_read.sum" }, { { engine::StepId(0U), { 4096 } } }, 2 };
        rare.device.record = std::make_shared<const profiler::DeviceRecord>(std::move(device));
    }
    rare.match = profiler::MatchReport { 0.5, 0.25, 0.125, 0.125, { profiler::StringId(0U) } };
    return std::make_shared<const profiler::Profile>(std::move(rare));
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
    const auto device
        = testing::profileOf(testing::deviceSample({ .blocks = 1, .rounds = 2, .lostEvery = 5 }));
    writeSeeds(out, "device", device);
    writeSeeds(out, "rare-cpu", withRareParts(*testing::withCounts(*small)));
    writeSeeds(out, "rare-gpu", withRareParts(*device));
    writeScripts(out);
    return 0;
}
