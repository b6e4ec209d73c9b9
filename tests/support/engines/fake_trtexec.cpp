// A stand-in for trtexec of TensorRT. Every model has one input x and one output y = x + 1 of
// floats, and is executed as four layers. It refuses options that it does not know, and checks
// those that it gets; its files have the form that samples/common of TensorRT 8.6.1 and 10 write.
// The environment variable FAKE_TRTEXEC holds the name of a fault: `old` (TensorRT 8.5), `new`
// (11.0), `eight` (8.6.1, else it is 10.3.0), `other` (a program that is not trtexec), `build`
// (a model that cannot be built), `crash` (in a run), `hang` (in a run), `unwritten` (no times),
// `unknown` (no line about outputs), `short` (an output of too few bytes), `outside` (an output
// whose file is elsewhere), `layers` (no description of layers). FAKE_TRTEXEC_LOG is a file to
// which each start appends its arguments; a run that hangs writes its process number to that file
// with `.process`.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <unistd.h>

namespace {

bool isFaulty(std::string_view fault)
{
    const char* const asked = std::getenv("FAKE_TRTEXEC");
    return asked != nullptr && asked == fault;
}

using Arguments = std::map<std::string, std::string>;

std::string_view tensorRtVersion()
{
    return isFaulty("old")  ? "8501"
        : isFaulty("eight") ? "8601"
        : isFaulty("new")   ? "110000"
                            : "100300";
}

int report(std::string_view result, int code)
{
    std::cout << "&&&& " << result << " TensorRT.trtexec [TensorRT v" << tensorRtVersion()
              << "] # trtexec" << std::endl;
    return code;
}

int refuse(const std::string& reason)
{
    std::cerr << "[11/26/2026-12:00:00] [E] " << reason << std::endl;
    return report("FAILED", 1);
}

const std::set<std::string> knownOptions { "--help", "--onnx", "--saveEngine", "--loadEngine",
    "--exportLayerInfo", "--exportProfile", "--exportTimes", "--dumpRawBindingsToFile",
    "--profilingVerbosity", "--separateProfileRun", "--skipInference", "--loadInputs", "--shapes",
    "--iterations", "--duration", "--warmUp", "--noTF32", "--fp16", "--bf16", "--int8",
    "--builderOptimizationLevel", "--useCudaGraph", "--device", "--timingCacheFile", "--sparsity" };

Arguments argumentsOf(int count, char** words)
{
    Arguments arguments;
    for (int i = 1; i < count; ++i) {
        const std::string word = words[i];
        const auto at = word.find('=');
        arguments[word.substr(0, at)] = at == std::string::npos ? "" : word.substr(at + 1);
    }
    return arguments;
}

void writeFile(const std::string& name, const std::string& text)
{
    std::ofstream(name, std::ios::binary) << text;
}

std::string textOf(const std::string& name)
{
    std::ifstream file(name, std::ios::binary);
    return { std::istreambuf_iterator<char>(file), {} };
}

/// The metadata of two ONNX nodes: `[ONNX Layer: mul]␞[ONNX Layer: add]`.
constexpr const char* layers = R"({"Layers": [{
  "Name": "Reformatting CopyNode for Input Tensor 0 to mul + add",
  "LayerType": "Reformat",
  "Origin": "REFORMAT",
  "TacticValue": "0x0000000000000000"
},{
  "Name": "mul + add",
  "LayerType": "CaskConvolution",
  "TacticName": "sm80_xmma_fprop",
  "Metadata": "[ONNX Layer: mul]\u001e[ONNX Layer: add]"
},{
  "Name": "__myl_Sig_myl0_1",
  "LayerType": "kgen",
  "Metadata": "[ONNX Layer: node_of_y]"
},{
  "Name": "mystery",
  "LayerType": "NoOp",
  "TacticValue": "0x0000000000000000"
}],
"Bindings": ["x", "y"]
})";

int build(const Arguments& arguments)
{
    if (isFaulty("build"))
        return refuse("ModelImporter.cpp:773: ERROR: no importer for this operator");
    if (!arguments.contains("--saveEngine") || !arguments.contains("--onnx")
        || arguments.at("--profilingVerbosity") != "detailed")
        return refuse("a build without a model, an engine or details");
    if (!std::ifstream(arguments.at("--onnx")))
        return refuse("could not open file " + arguments.at("--onnx"));
    const auto shapes = arguments.find("--shapes");
    writeFile(arguments.at("--saveEngine"),
        "engine " + (shapes != arguments.end() ? shapes->second : std::string()));
    if (!isFaulty("layers"))
        writeFile(arguments.at("--exportLayerInfo"), layers);
    return report("PASSED", 0);
}

/// Writes the times of runs of 1.25 ms: 0.5 + 0.5 ms of copies and 0.25 ms of computing.
void writeTimes(const std::string& name, int runs)
{
    std::ofstream file(name);
    file << "[\n";
    for (int i = 0; i < runs; ++i) {
        const double start = 2.0 * i;
        file
            << (i == 0 ? "  { " : ", { ") << "\"startEnqMs\" : " << start
            << ", \"endEnqMs\" : " << start + 0.01 << ", \"startH2dMs\" : " << start
            << ", \"endH2dMs\" : " << start + 0.5 << ", \"startComputeMs\" : " << start + 0.5
            << ", \"endComputeMs\" : " << start + 0.75 << ", \"startD2hMs\" : " << start + 0.75
            << ", \"endD2hMs\" : " << start + 1.25
            << ", \"h2dMs\" : 0.5, \"computeMs\" : 0.25, \"d2hMs\" : 0.5, \"latencyMs\" : 1.25 }\n";
    }
    file << "]\n";
}

void writeLayerTimes(const std::string& name)
{
    writeFile(name, R"([
  { "count" : 12 }
, { "name" : "Reformatting CopyNode for Input Tensor 0 to mul + add", "timeMs" : 1.2, "averageMs" : 0.1, "medianMs" : 0.02, "percentage" : 10 }
, { "name" : "mul + add", "timeMs" : 1.2, "averageMs" : 0.1, "medianMs" : 0.1, "percentage" : 50 }
, { "name" : "__myl_Sig_myl0_1", "timeMs" : 1.2, "averageMs" : 0.1, "medianMs" : 0.07, "percentage" : 35 }
, { "name" : "mystery", "timeMs" : 0.1, "averageMs" : 0.01, "medianMs" : 0.01, "percentage" : 5 }
]
)");
}

/// Writes y = x + 1. `shape` is `2x3`.
void dumpOutput(const std::string& bytes, std::string shape)
{
    std::vector<float> values(bytes.size() / sizeof(float));
    std::memcpy(values.data(), bytes.data(), values.size() * sizeof(float));
    for (auto& value : values)
        value += 1;
    std::replace(shape.begin(), shape.end(), 'x', '.');
    const std::string type = isFaulty("eight") ? "Float" : "fp32";
    const auto name = "y.output." + shape + "." + type + ".raw";
    if (!isFaulty("unknown"))
        std::cout << "[11/26/2026-12:00:00] [I] Writing file for output binding y (with datatype "
                  << type << " and dimensions " << shape << ") to "
                  << (isFaulty("outside") ? "../../" : "") << name << std::endl;
    if (!isFaulty("outside"))
        writeFile(name,
            std::string(reinterpret_cast<const char*>(values.data()),
                values.size() * sizeof(float) - (isFaulty("short") ? 1 : 0)));
}

/// Returns `2x3` in `'x':2x3`.
std::string behindName(const std::string& list)
{
    return list.starts_with("'x':") ? list.substr(4) : std::string();
}

int runEngine(const Arguments& arguments)
{
    using namespace std::chrono_literals;
    if (!textOf(arguments.at("--loadEngine")).starts_with("engine"))
        return refuse("Error opening engine file: " + arguments.at("--loadEngine"));
    const auto shape = arguments.contains("--shapes") ? behindName(arguments.at("--shapes")) : "";
    const auto bytes = textOf(behindName(arguments.at("--loadInputs")));
    if (shape != "2x3" || bytes.size() != 6 * sizeof(float))
        return refuse("Unexpected file size for input file of shape " + shape);
    if (isFaulty("crash")) {
        std::cerr << "the last words" << std::endl;
        std::abort();
    }
    if (isFaulty("hang")) {
        std::cout << "still running" << std::endl;
        if (const char* const log = std::getenv("FAKE_TRTEXEC_LOG"))
            writeFile(std::string(log) + ".process", std::to_string(::getpid()));
        for (;;)
            std::this_thread::sleep_for(1s);
    }
    const auto exported = arguments.find("--exportTimes");
    if (exported != arguments.end() && !isFaulty("unwritten"))
        writeTimes(exported->second, std::stoi(arguments.at("--iterations")));
    if (arguments.contains("--exportProfile")) {
        if (!arguments.contains("--separateProfileRun"))
            return refuse("a profile without a run of its own");
        writeLayerTimes(arguments.at("--exportProfile"));
    }
    if (arguments.contains("--dumpRawBindingsToFile"))
        dumpOutput(bytes, shape);
    return report("PASSED", 0);
}

} // namespace

int main(int count, char** words)
{
    if (const char* const log = std::getenv("FAKE_TRTEXEC_LOG")) {
        std::ofstream file(log, std::ios::app);
        for (int i = 1; i < count; ++i)
            file << words[i] << (i + 1 < count ? " " : "\n");
    }
    if (isFaulty("other")) {
        std::cout << "another program\n";
        return 0;
    }
    report("RUNNING", 0);
    const auto arguments = argumentsOf(count, words);
    for (const auto& [name, value] : arguments)
        if (!knownOptions.contains(name))
            return refuse("Unknown option: " + name + " " + value);
    if (arguments.contains("--help"))
        return 0;
    return arguments.contains("--skipInference") ? build(arguments) : runEngine(arguments);
}
