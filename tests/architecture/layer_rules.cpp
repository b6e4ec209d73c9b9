#include "tests/architecture/layer_rules.h"

#include <algorithm>
#include <array>
#include <regex>
#include <sstream>

namespace architecture {
namespace {

using Prefixes = std::vector<std::string_view>;

/// What the files below `folder` may include of ours. The longest matching folder counts.
struct LayerRule {
    std::string_view folder;
    Prefixes allowed;
    Prefixes refused;
};

/// Headers that are not ours, and the places that may include them.
struct LibraryRule {
    std::string_view library;
    std::regex headers; // matches the whole name
    Prefixes places;
};

const std::array layerRules {
    LayerRule { "model/", { "model/" }, {} },
    LayerRule { "layout/", { "layout/", "model/" }, {} },
    LayerRule { "engine/", { "engine/", "model/", "packaging/dev/" }, { "engine/cuda/" } },
    LayerRule { "engine/functors/", { "engine/functors/" }, {} },
    LayerRule { "engine/cuda/",
        { "engine/", "model/", "profiler/device/device_collector.h", "profiler/cupti/" }, {} },
    LayerRule { "profiler/",
        { "profiler/", "model/", "engine/run/observer.h", "engine/device/backend.h",
            "engine/device/device_observer.h", "engine/plan/step_order.h",
            "engine/run/work_observer.h", "engine/run/session.h", "engine/plan/plan.h",
            "engine/device/plugin.h", "engine/plan/engine.h", "engine/plan/late_kernels.h",
            "engine/plan/another_plan.h", "engine/decode/token_loop.h" },
        { "profiler/cupti/" } },
    // It hands values of our engine to others, and compares theirs with ours.
    LayerRule { "profiler/engines/",
        { "profiler/", "model/", "engine/inputs/", "engine/kernel/memory.h",
            "engine/kernel/tensor.h", "engine/plan/engine.h", "engine/program/constant.h",
            "engine/run/session.h", "engine/verify/verify.h" },
        { "profiler/cupti/" } },
    LayerRule { "profiler/cupti/",
        { "profiler/cupti/", "profiler/device/device_collector.h", "engine/", "model/" }, {} },
    LayerRule { "ui/", { "ui/", "profiler/", "engine/", "layout/", "model/" },
        { "engine/cpu/", "engine/cuda/", "engine/reference/", "profiler/cupti/",
            "model/onnx/onnx.pb.h" } },
    LayerRule { "app/build/", { "app/build/" }, {} },
    LayerRule { "app/cli/",
        { "app/build/", "app/cli/", "profiler/", "engine/", "layout/", "model/" },
        { "engine/cpu/", "engine/cuda/", "engine/reference/", "profiler/cupti/" } },
    LayerRule { "app/gui/", { "app/build/", "app/gui/", "ui/" }, {} },
    LayerRule { "tests/",
        { "tests/", "app/", "ui/", "profiler/", "engine/", "layout/", "model/", "packaging/dev/" },
        {} },
};

// The first rule that matches counts: Qt's network classes come before Qt.
const std::array libraryRules {
    LibraryRule { "a network library",
        std::regex(
            R"(QtNetwork(/.*)?|Q(Network|Tcp|Udp|Sctp|Ssl|Dtls|Host|Local(Server|Socket)|AbstractSocket|Http).*|sys/socket\.h|netdb\.h|arpa/.*|netinet/.*|curl/.*|openssl/(ssl|bio)\.h)"),
        {} },
    LibraryRule {
        "Qt", std::regex(R"(Qt.*|Q[A-Z].*|q[a-z]+\.h)"), { "ui/", "app/gui/", "tests/" } },
    LibraryRule { "the generated ONNX schema", std::regex(R"((.*/)?onnx\.pb\.h)"),
        { "model/onnx/", "model/edit/", "tests/model/", "tests/fuzz/" } },
    LibraryRule {
        "Protocol Buffers", std::regex("google/protobuf/.*"), { "model/onnx/", "tests/model/" } },
    LibraryRule { "xxHash", std::regex(R"(xxh[a-z0-9]*\.h)"), { "model/support/" } },
    LibraryRule { "RE2", std::regex("re2/.*"), { "model/support/" } },
    LibraryRule { "OpenSSL", std::regex("openssl/.*"), { "model/support/" } },
    LibraryRule { "zlib", std::regex(R"(z(lib|conf)\.h)"), { "model/support/" } },
    LibraryRule { "RapidJSON", std::regex("rapidjson/.*"), { "model/support/" } },
    LibraryRule { "Graphviz", std::regex(R"(graphviz/.*|(cgraph|gvc)\.h)"),
        { "layout/graphviz/graphviz_dot.cpp" } },
    LibraryRule { "oneDNN", std::regex(R"(oneapi/.*|dnnl.*)"), { "engine/cpu/onednn" } },
    LibraryRule { "an image library",
        std::regex(R"(jpeglib\.h|png\.h|tiffio\.h|webp/.*|openjpeg\.h)"), { "engine/image/" } },
    LibraryRule { "OpenMP", std::regex(R"(omp\.h)"),
        { "engine/run/parallel.cpp", "engine/kernel/library_work.cpp" } },
    LibraryRule { "xsimd", std::regex("xsimd/.*"), { "engine/cpu/" } },
    LibraryRule { "CUDA or CUPTI",
        std::regex(
            R"((cu(da|pti|blas|dnn|fft|rand)|nvrtc|nvtx|nvperf|nvToolsExt).*|(cub|thrust)/.*)"),
        { "engine/cuda/", "profiler/cupti/" } },
    LibraryRule { "mimalloc", std::regex(R"(mimalloc.*\.h)"), { "tests/soak/" } },
    LibraryRule { "zstd", std::regex(R"(zstd.*\.h)"), { "profiler/file/" } },
    LibraryRule { "SQLite", std::regex(R"(sqlite3.*\.h)"),
        { "profiler/importers/sqlite.", "tests/profiler/" } },
    LibraryRule { "the commit, written by the build", std::regex("commit\\.h"), { "app/build/" } },
    LibraryRule { "CLI11", std::regex("CLI/.*"), { "app/cli/" } },
    LibraryRule { "the sanitizers", std::regex("sanitizer/.*"),
        { "tests/fuzz/", "engine/kernel/library_work.cpp" } },
    LibraryRule { "Google Benchmark", std::regex("benchmark/.*"), { "tests/benchmarks/" } },
    LibraryRule { "the standard library", std::regex("[a-z_0-9]+"), { "" } },
    LibraryRule { "the operating system",
        std::regex(
            R"(sys/[a-z_]+\.h|linux/[a-z_]+\.h|(unistd|fcntl|errno|fnmatch|signal|dirent|dlfcn|sched|pthread|spawn|stdio|stdlib|string|time|math|poll|limits|fenv|link|elf|malloc|locale|immintrin|x86intrin|cpuid|cxxabi|execinfo)\.h)"),
        { "" } },
};

bool startsWithOneOf(std::string_view text, const Prefixes& prefixes)
{
    return std::ranges::any_of(prefixes, [&](auto prefix) { return text.starts_with(prefix); });
}

const LayerRule* layerRuleFor(std::string_view file)
{
    const LayerRule* best = nullptr;
    for (const auto& rule : layerRules) {
        if (file.starts_with(rule.folder) && (!best || rule.folder.size() > best->folder.size()))
            best = &rule;
    }
    return best;
}

bool isOurs(std::string_view header)
{
    static const Prefixes roots { "app/", "ui/", "model/", "layout/", "engine/", "profiler/",
        "tests/", "packaging/dev/" };
    return startsWithOneOf(header, roots);
}

bool isMadeByMoc(std::string_view header)
{
    return header.ends_with(".moc") || (header.starts_with("moc_") && header.ends_with(".cpp"));
}

std::optional<std::string> refusalOfOurs(const LayerRule& rule, const std::string& header)
{
    const auto layer = std::string(rule.folder.substr(0, rule.folder.size() - 1));
    if (!startsWithOneOf(header, rule.allowed) || startsWithOneOf(header, rule.refused))
        return layer + " may not include " + header;
    return std::nullopt;
}

/// What a device has of the standard library.
bool isOnDevice(const std::string& header)
{
    return header == "cmath" || header == "cstdint" || header == "limits"
        || header == "type_traits";
}

std::optional<std::string> refusalOfOthers(std::string_view file, const std::string& header)
{
    if (file.starts_with("engine/functors/") && !isOnDevice(header))
        return header + " is not for a device, and engine/functors is for both";
    for (const auto& rule : libraryRules) {
        if (!std::regex_match(header, rule.headers))
            continue;
        if (startsWithOneOf(file, rule.places))
            return std::nullopt;
        return std::string(rule.library) + " (" + header + ") stays out of " + std::string(file);
    }
    return "no rule knows " + header
        + ": a new library needs a row in tests/architecture/layer_rules.cpp";
}

}

std::vector<Include> includesOf(std::string_view text)
{
    static const std::regex pattern(R"re(^\s*#\s*include\s*(["<])([^">]+)[">].*)re");
    std::vector<Include> includes;
    std::istringstream lines { std::string(text) };
    std::string line;
    for (int number = 1; std::getline(lines, line); ++number) {
        std::smatch match;
        if (line.find('#') != std::string::npos && std::regex_match(line, match, pattern))
            includes.push_back({ number, match[2].str(), match[1].str() == "\"" });
    }
    return includes;
}

std::optional<std::string> refusal(std::string_view file, const Include& include)
{
    const auto* layer = layerRuleFor(file);
    if (!layer)
        return std::string(file) + " lies in no layer";
    if (isMadeByMoc(include.header))
        return refusalOfOthers(file, "QObject");
    if (isOurs(include.header))
        return refusalOfOurs(*layer, include.header);
    if (include.quoted && include.header != "onnx.pb.h")
        return "\"" + include.header + "\" is not a path from the project root";
    return refusalOfOthers(file, include.header);
}

std::vector<std::string> networkCalls(std::string_view text)
{
    static const std::regex pattern(
        R"((^|[^\w.>])(socket|socketpair|getaddrinfo|gethostbyname|inet_pton)\s*\()");
    std::vector<std::string> calls;
    const std::string copy(text);
    // A standard regular expression takes its time; few files have any of these words.
    static const Prefixes words { "socket", "getaddrinfo", "gethostbyname", "inet_pton" };
    if (std::ranges::none_of(words, [&](auto word) { return text.find(word) != text.npos; }))
        return calls;
    for (std::sregex_iterator match(copy.begin(), copy.end(), pattern), end; match != end; ++match)
        calls.push_back((*match)[2].str());
    return calls;
}

}
