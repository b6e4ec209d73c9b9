#include "app/cli/commands.h"
#include "app/cli/text_table.h"

#include "engine/device/plugin.h"
#include "model/support/text.h"

#include <cstdlib>
#include <set>
#include <string>

namespace cli {

using support::JsonWriter;
using support::Result;

namespace {

std::string capability(const engine::DeviceDescription& device)
{
    return std::to_string(device.major) + "." + std::to_string(device.minor);
}

void writeDevices(JsonWriter& json, const engine::DeviceStatus& status)
{
    json.key("devices").beginArray();
    for (const auto& device : status.devices)
        json.object({ { "number", device.number }, { "name", device.name },
            { "compute_capability", capability(device) }, { "memory_bytes", device.memoryBytes },
            { "uuid", device.uuid }, { "emulated", device.isEmulated } });
    json.endArray();
}

/// Writes the operators that the plugin has kernels for, as `domain.Type`; empty without a plugin.
void writeOperators(JsonWriter& json)
{
    std::set<std::string> names;
    if (const auto* plugin = engine::devicePlugin(); plugin != nullptr) {
        for (const auto& kernel : plugin->kernels())
            names.insert((kernel.domain.empty() ? "" : kernel.domain + ".") + kernel.type);
    }
    json.member("operators", names);
}

/// Writes the environment variables that select driver, devices and libraries; null if not set.
void writeEnvironment(JsonWriter& json)
{
    json.key("environment").beginObject();
    for (const char* name :
        { "CUDA_VISIBLE_DEVICES", "OPSCOPE_CUDA_PLUGIN", "OPSCOPE_CUDA_LIBS", "LD_LIBRARY_PATH" }) {
        const char* value = std::getenv(name);
        value != nullptr ? json.member(name, value) : json.key(name).null();
    }
    json.endObject();
}

void writeLibraries(JsonWriter& json, const std::vector<engine::DeviceLibrary>& libraries)
{
    json.key("libraries").beginArray();
    for (const auto& library : libraries)
        json.object({ { "name", library.name }, { "file", library.file },
            { "purpose", library.purpose }, { "path", library.path },
            { "version", library.version }, { "reason", library.reason } });
    json.endArray();
}

std::string document(
    const engine::DeviceStatus& status, const std::vector<engine::DeviceLibrary>* libraries)
{
    return support::jsonDocument([&](JsonWriter& json) {
        json.members({ { "usable", status.isUsable }, { "code", status.code },
            { "reason", status.reason }, { "advice", status.advice }, { "plugin", status.plugin },
            { "build", engine::buildText() }, { "version", OPSCOPE_VERSION },
            { "interface", engine::deviceAbi }, { "driver", status.driver } });
        writeDevices(json, status);
        writeOperators(json);
        writeEnvironment(json);
        if (libraries != nullptr)
            writeLibraries(json, *libraries);
    });
}

std::string orNone(const std::string& text) { return text.empty() ? "none" : text; }

std::string statusText(const engine::DeviceStatus& status)
{
    std::string text
        = status.isUsable ? "GPU: usable\n" : "GPU: not usable: " + status.reason + "\n";
    if (!status.advice.empty())
        text += "     " + status.advice + "\n";
    text += "plugin: " + orNone(status.plugin) + "\n";
    text += "driver: " + orNone(status.driver) + "\n";
    for (const auto& device : status.devices)
        text += "device " + std::to_string(device.number) + ": " + support::sanitise(device.name)
            + ", compute capability " + capability(device) + ", "
            + support::bytesText(device.memoryBytes) + "\n";
    return text;
}

std::string libraryTable(
    const std::vector<engine::DeviceLibrary>& libraries, const Invocation& invocation)
{
    TextTable table { { { "library" }, { "for" }, { "version" }, { "path, or why not" } } };
    for (const auto& library : libraries)
        table.add({ library.name, library.purpose,
            library.version.empty() ? std::string(support::notMeasured) : library.version,
            library.reason.empty() ? library.path : library.reason });
    return table.text(Format::Text, invocation.colours);
}

Result<int> runGpu(const Invocation& invocation)
{
    const auto& status = engine::deviceStatus(engine::DeviceKind::Cuda);
    const bool isBrief = invocation.arguments.has("--brief");
    const auto libraries
        = isBrief ? std::vector<engine::DeviceLibrary>() : engine::deviceLibraries();
    if (invocation.format == Format::Json) {
        TRY(invocation.write(document(status, isBrief ? nullptr : &libraries)));
    } else {
        auto text = statusText(status);
        if (!libraries.empty())
            text += "\n" + libraryTable(libraries, invocation);
        TRY(invocation.write(text));
    }
    return status.isUsable ? exitDone : exitResource;
}

} // namespace

Command gpuCommand()
{
    return { .name = "gpu",
        .summary
        = "Whether models can run on a GPU here, and if not, why: plugin, driver, devices, "
          "libraries",
        .options = { { "--brief", "", "without the libraries, which take a second to open" } },
        .examples = { "gpu", "gpu --format json" },
        .formats = { Format::Text, Format::Json },
        .run = runGpu,
        .readsModels = false,
        .sandbox = Command::Sandbox::None };
}

} // namespace cli
