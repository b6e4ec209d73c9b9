// A stand-in for libonnxruntime. Every model has one input x of floats and one output y = x + 1.
// The environment variable FAKE_ONNXRUNTIME holds the name of a fault: `old` (no interface of the
// version that is asked for), `load` (a model that it refuses), `crash`, `exit` (a run that ends
// the process), `later` (a crash in a later run), `hang` (a run that does not end), `slow` (a run
// that ends only if it is told to), `noise` (text on stdout and stderr in each run), `rows` (a
// profile that is cut off), `gpu` (a library with CUDA and OpenVINO). FAKE_ONNXRUNTIME_LOG is a
// file to which it writes the providers that it is asked to use. A function of the table that it
// does not have ends the process and names its number.

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace {

bool isFaulty(std::string_view fault)
{
    const char* const asked = std::getenv("FAKE_ONNXRUNTIME");
    return asked != nullptr && asked == fault;
}

struct Status {
    std::string text;
};
struct Options {
    std::string profile;
    std::string saved;
};
struct Session {
    Options options;
    std::vector<double> runs; ///< begin of each run in µs
};
struct RunOptions {
    std::atomic<bool> isTerminated { false };
};
struct Value {
    std::vector<std::int64_t> dims;
    std::vector<float> own;
    float* data = nullptr;
};
struct Shape {
    std::vector<std::int64_t> dims;
};

constexpr int floatType = 1;
constexpr int tensorKind = 1;

char* copied(const std::string& text)
{
    auto* const copy = static_cast<char*>(std::malloc(text.size() + 1));
    std::memcpy(copy, text.c_str(), text.size() + 1);
    return copy;
}

double nowUs()
{
    return std::chrono::duration<double, std::micro>(
        std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

const char* errorMessage(const Status* status) { return status->text.c_str(); }
void releaseStatus(Status* status) { delete status; }

Status* createEnv(void*, void*, int, const char*, int** made)
{
    *made = new int(0);
    return nullptr;
}
void releaseEnv(int* env) { delete env; }
Status* nothing() { return nullptr; }

Status* createSession(const void*, const char* path, const Options* options, Session** made)
{
    if (isFaulty("load"))
        return new Status { "this model is refused" };
    if (!options->saved.empty())
        std::filesystem::copy_file(
            path, options->saved, std::filesystem::copy_options::overwrite_existing);
    *made = new Session { *options, {} };
    return nullptr;
}
void releaseSession(Session* session) { delete session; }

Status* createOptions(Options** made)
{
    *made = new Options;
    return nullptr;
}
void releaseOptions(Options* options) { delete options; }
Status* setSavedPath(Options* options, const char* path)
{
    options->saved = path;
    return nullptr;
}
Status* enableProfiling(Options* options, const char* prefix)
{
    options->profile = prefix;
    return nullptr;
}

Status* createRunOptions(RunOptions** made)
{
    *made = new RunOptions;
    return nullptr;
}
void releaseRunOptions(RunOptions* options) { delete options; }
Status* terminate(RunOptions* options)
{
    options->isTerminated = true;
    return nullptr;
}

Status* run(Session* session, const RunOptions* options, const char* const*,
    const Value* const* inputs, std::size_t, const char* const*, std::size_t, Value** outputs)
{
    using namespace std::chrono_literals;
    session->runs.push_back(nowUs());
    if (isFaulty("noise")) {
        std::printf("words on stdout\n");
        std::fflush(stdout);
        std::fprintf(stderr, "words on stderr\n");
    }
    if (isFaulty("crash")) {
        std::fprintf(stderr, "the last words\n");
        std::abort();
    }
    constexpr std::size_t laterRun = 3000;
    if (isFaulty("later") && session->runs.size() == laterRun)
        std::abort();
    if (isFaulty("exit"))
        std::_Exit(3);
    while (isFaulty("hang"))
        std::this_thread::sleep_for(1s);
    while (isFaulty("slow") && !options->isTerminated)
        std::this_thread::sleep_for(1ms);
    if (options->isTerminated)
        return new Status { "the run was told to end" };
    auto* const output = new Value { inputs[0]->dims, {}, nullptr };
    std::size_t count = 1;
    for (const auto size : output->dims)
        count *= static_cast<std::size_t>(size);
    for (std::size_t i = 0; i < count; ++i)
        output->own.push_back(inputs[0]->data[i] + 1);
    output->data = output->own.data();
    outputs[0] = output;
    return nullptr;
}

Status* outputCount(const Session*, std::size_t* count)
{
    *count = 1;
    return nullptr;
}
Status* outputName(const Session*, std::size_t, void*, char** name)
{
    *name = copied("y");
    return nullptr;
}
Status* allocator(void** made)
{
    *made = nullptr;
    return nullptr;
}
Status* freeMemory(void*, void* memory)
{
    std::free(memory);
    return nullptr;
}
Status* memoryInfo(int, int, int** made)
{
    *made = new int(0);
    return nullptr;
}
void releaseMemoryInfo(int* info) { delete info; }

Status* tensorOf(const void*, void* data, std::size_t, const std::int64_t* dims, std::size_t rank,
    int, Value** made)
{
    *made = new Value { { dims, dims + rank }, {}, static_cast<float*>(data) };
    return nullptr;
}
void releaseValue(Value* value) { delete value; }
Status* dataOf(Value* value, void** data)
{
    *data = value->data;
    return nullptr;
}
Status* shapeOf(const Value* value, Shape** made)
{
    *made = new Shape { value->dims };
    return nullptr;
}
void releaseShape(Shape* shape) { delete shape; }
Status* elementOf(const Shape*, int* element)
{
    *element = floatType;
    return nullptr;
}
Status* rankOf(const Shape* shape, std::size_t* rank)
{
    *rank = shape->dims.size();
    return nullptr;
}
Status* dimsOf(const Shape* shape, std::int64_t* dims, std::size_t)
{
    std::copy(shape->dims.begin(), shape->dims.end(), dims);
    return nullptr;
}
Status* kindOf(const Value*, int* kind)
{
    *kind = tensorKind;
    return nullptr;
}
Status* hasValue(const Value*, int* has)
{
    *has = 1;
    return nullptr;
}

/// Writes one operator of 20 µs for each run, as ONNX Runtime does.
Status* endProfiling(Session* session, void*, char** name)
{
    const auto file = session->options.profile + "_1.json";
    std::ofstream out(file);
    out << "[\n";
    const auto event = [&](const char* category, const char* label, double start, int length,
                           const std::string& arguments) {
        out << "{\"cat\" : \"" << category << "\",\"pid\" :1,\"tid\" :1,\"dur\" :" << length
            << ",\"ts\" :" << static_cast<std::int64_t>(start) << ",\"ph\" : \"X\",\"name\" :\""
            << label << "\",\"args\" : {" << arguments << "}},\n";
    };
    for (const auto start : session->runs) {
        event("Node", "add_kernel_time", start + 5, 20,
            "\"op_name\" : \"Add\",\"provider\" : \"CPUExecutionProvider\",\"node_index\" : \"0\"");
        event("Session", "model_run", start, 30, "");
    }
    if (!isFaulty("rows"))
        out << "{\"cat\" : \"Session\",\"pid\" :1,\"tid\" :1,\"dur\" :1,\"ts\" :1,\"ph\" : "
               "\"X\",\"name\" :\"end\",\"args\" : {}}\n]\n";
    *name = copied(file);
    return nullptr;
}

Status* providers(char*** names, int* count)
{
    std::vector<std::string> list { "CPUExecutionProvider" };
    if (isFaulty("gpu"))
        list = { "CUDAExecutionProvider", "OpenVINOExecutionProvider", "CPUExecutionProvider" };
    *count = static_cast<int>(list.size());
    *names = new char*[list.size()];
    for (std::size_t i = 0; i < list.size(); ++i)
        (*names)[i] = copied(list[i]);
    return nullptr;
}
Status* releaseProviders(char** names, int count)
{
    for (int i = 0; i < count; ++i)
        std::free(names[i]);
    delete[] names;
    return nullptr;
}

void logProvider(const std::string& text)
{
    if (const char* const log = std::getenv("FAKE_ONNXRUNTIME_LOG"))
        std::ofstream(log, std::ios::app) << text << '\n';
}
std::string optionsText(const char* const* keys, const char* const* values, std::size_t count)
{
    std::string text;
    for (std::size_t i = 0; i < count; ++i)
        text += std::string(" ") + keys[i] + "=" + values[i];
    return text;
}
Status* appendProvider(Options*, const char* name, const char* const* keys,
    const char* const* values, std::size_t count)
{
    logProvider(name + optionsText(keys, values, count));
    return nullptr;
}
Status* createCuda(std::string** made)
{
    *made = new std::string;
    return nullptr;
}
Status* updateCuda(
    std::string* cuda, const char* const* keys, const char* const* values, std::size_t count)
{
    *cuda += optionsText(keys, values, count);
    return nullptr;
}
void releaseCuda(std::string* cuda) { delete cuda; }
Status* appendCuda(Options*, const std::string* cuda)
{
    logProvider("a CUDA object" + *cuda);
    return nullptr;
}

const char* buildText() { return "a stand-in"; }

template <std::size_t number>
void unknown()
{
    std::fprintf(stderr, "the stand-in has no function %zu\n", number);
    std::abort();
}

constexpr std::size_t functionCount = 300;

template <std::size_t... numbers>
std::array<void*, functionCount> tableOfUnknown(std::index_sequence<numbers...>)
{
    return { reinterpret_cast<void*>(&unknown<numbers>)... };
}

void* const* table()
{
    static const auto functions = [] {
        auto made = tableOfUnknown(std::make_index_sequence<functionCount>());
        const auto set = [&](std::size_t number, auto* function) {
            made[number] = reinterpret_cast<void*>(function);
        };
        set(2, errorMessage);
        set(4, createEnv);
        set(7, createSession);
        set(9, run);
        set(10, createOptions);
        set(11, setSavedPath);
        set(14, enableProfiling);
        for (const std::size_t number : { 6, 13, 23, 24, 25, 130 })
            set(number, nothing);
        set(31, outputCount);
        set(37, outputName);
        set(39, createRunOptions);
        set(46, terminate);
        set(49, tensorOf);
        set(51, dataOf);
        set(60, elementOf);
        set(61, rankOf);
        set(62, dimsOf);
        set(65, shapeOf);
        set(67, kindOf);
        set(69, memoryInfo);
        set(76, freeMemory);
        set(78, allocator);
        set(92, releaseEnv);
        set(93, releaseStatus);
        set(94, releaseMemoryInfo);
        set(95, releaseSession);
        set(96, releaseValue);
        set(97, releaseRunOptions);
        set(99, releaseShape);
        set(100, releaseOptions);
        set(110, endProfiling);
        set(125, providers);
        set(126, releaseProviders);
        set(192, hasValue);
        set(204, appendCuda);
        set(205, createCuda);
        set(206, updateCuda);
        set(208, releaseCuda);
        set(216, appendProvider);
        set(254, buildText);
        return made;
    }();
    return functions.data();
}

struct Base {
    void* const* (*getApi)(std::uint32_t version);
    const char* (*getVersion)();
};

} // namespace

extern "C" const Base* OrtGetApiBase()
{
    static const Base base { [](std::uint32_t version) -> void* const* {
                                return isFaulty("old") || version > 28 ? nullptr : table();
                            },
        [] { return isFaulty("old") ? "1.15.0" : "1.28.0"; } };
    return &base;
}
