// Checks of a GPU for a machine without Qt, or of the emulated device; see suite.h and
// docs/gpu.md.

#include "engine/device/plugin.h"
#include "tests/gpu/kernel_suite/suite.h"
#include "tests/support/gpu/host_backend.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <optional>

namespace {

constexpr const char* usage
    = "usage: gpu_kernel_suite [--emulated] [--limit SECONDS] [--filter TEXT] COMMAND\n"
      "  kernels                            kernels of the device against the reference\n"
      "  edges                              kernels of the device on edge values, beside what "
      "others\n"
      "                                     computed\n"
      "  conformance [--known FILE] DIR...  test folders of ONNX\n"
      "  models [--precisions f32,tf32] DIR...\n"
      "                                     models in each precision against the reference\n"
      "  products MODEL [NAME=SIZE...]      convolutions and matrix products of a model\n"
      "One JSON object per line; exit code 0 all passed, 1 not, 2 usage, 5 no device.\n"
      "  --emulated  no GPU: the kernels of the module, run by this processor\n";

struct Request {
    bool isEmulated = false;
    std::chrono::seconds limit { 0 };
    std::string filter;
    std::string known;
    std::string precisions = "f32-strict";
    std::string command;
    std::vector<std::filesystem::path> folders;
};

std::optional<Request> parse(int count, char** arguments)
{
    Request request;
    for (int i = 1; i < count; ++i) {
        const std::string word = arguments[i];
        if (word == "--emulated") {
            request.isEmulated = true;
            continue;
        }
        if (!word.starts_with("--")) {
            if (request.command.empty())
                request.command = word;
            else
                request.folders.emplace_back(word);
            continue;
        }
        if (++i == count)
            return std::nullopt;
        const std::string value = arguments[i];
        int seconds = 0;
        if (word == "--filter")
            request.filter = value;
        else if (word == "--known")
            request.known = value;
        else if (word == "--precisions")
            request.precisions = value;
        else if (word == "--limit"
            && std::from_chars(value.data(), value.data() + value.size(), seconds).ec
                == std::errc())
            request.limit = std::chrono::seconds(seconds);
        else
            return std::nullopt;
    }
    return request;
}

std::vector<std::string> listed(std::string_view text)
{
    std::vector<std::string> items;
    while (!text.empty()) {
        const auto comma = std::min(text.find(','), text.size());
        items.emplace_back(text.substr(0, comma));
        text.remove_prefix(std::min(comma + 1, text.size()));
    }
    return items;
}

int printProducts(const Request& request)
{
    model::Binding dims;
    for (std::size_t i = 1; i < request.folders.size(); ++i) {
        const auto pair = request.folders[i].string();
        const auto equals = pair.find('=');
        const auto* const end = pair.data() + pair.size();
        std::int64_t size = 0;
        if (equals == std::string::npos
            || std::from_chars(pair.data() + equals + 1, end, size).ec != std::errc()) {
            std::fprintf(stderr, "gpu_kernel_suite: \"%s\", expected NAME=SIZE\n", pair.c_str());
            return 2;
        }
        dims[pair.substr(0, equals)] = size;
    }
    const auto text = suite::productsOf(request.folders.front(), dims);
    if (!text) {
        std::fprintf(stderr, "gpu_kernel_suite: %s\n", text.error().message().c_str());
        return 4;
    }
    std::printf("%s\n", text->c_str());
    return 0;
}

int run(const Request& request, const engine::DeviceMemory& device)
{
    suite::Report report(request.command, request.limit, device);
    if (request.command == "kernels")
        suite::runKernels(device, request.filter, report);
    else if (request.command == "edges")
        suite::runEdges(device, request.filter, report);
    else if (request.command == "conformance")
        suite::runConformance({ request.folders, request.known, request.filter }, report);
    else
        suite::runModels({ request.folders, listed(request.precisions) }, report);
    return report.finish();
}

} // namespace

int main(int count, char** arguments)
{
    const auto request = parse(count, arguments);
    if (request && request->command == "products" && !request->folders.empty())
        return printProducts(*request);
    const bool isKnown = request
        && (request->command == "kernels" || request->command == "edges"
            || ((request->command == "conformance" || request->command == "models")
                && !request->folders.empty()));
    if (!isKnown) {
        std::fputs(usage, stderr);
        return 2;
    }
    if (request->isEmulated)
        testing::useHostDevice();
    const auto device = engine::openDevice(engine::DeviceKind::Cuda);
    if (!device) {
        std::fprintf(stderr, "gpu_kernel_suite: %s\n", device.error().message().c_str());
        return 5;
    }
    return run(*request, *device);
}
