// A stand-in for libopenvino_c of one release (RELEASE): 2024 numbers element types as OpenVINO
// 2024.6 does and cannot write its graph, 2026 as 2026.4. Every model has one input x of floats,
// [?,3], and one output y = x + 1. The environment variable FAKE_OPENVINO holds the name of a
// fault: `core`, `read`, `compile`, `run`, `slow` (a run that ends only if it is cancelled), `rows`
// (other operators in each run), `bytes` (an output with a wrong size), `rank` (an output with a
// wrong rank), `graph` (no XML), `throw` (an exception while the graph is written),
// `short` (an operator that takes 4 µs in the fourth run only).

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdarg>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <ostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace {

/// ONNX's number of a type to that of the release.
const std::map<int, int>& typeNumbers()
{
#if RELEASE == 2024
    static const std::map<int, int> numbers { { 1, 5 }, { 2, 16 }, { 3, 8 }, { 6, 10 }, { 7, 11 },
        { 9, 2 }, { 10, 4 }, { 11, 6 }, { 16, 3 } };
#else
    static const std::map<int, int> numbers { { 1, 4 }, { 2, 16 }, { 3, 7 }, { 6, 9 }, { 7, 10 },
        { 9, 1 }, { 10, 3 }, { 11, 5 }, { 16, 2 } };
#endif
    return numbers;
}

constexpr int onnxFloat = 1;
constexpr int failed = -1;
constexpr int cancelled = -13;

bool isFaulty(std::string_view fault)
{
    const char* const asked = std::getenv("FAKE_OPENVINO");
    return asked != nullptr && asked == fault;
}

char* copied(const std::string& text)
{
    auto* const copy = static_cast<char*>(std::malloc(text.size() + 1));
    std::memcpy(copy, text.c_str(), text.size() + 1);
    return copy;
}

struct Shape {
    std::int64_t rank;
    std::int64_t* dims;
};
struct Dimension {
    std::int64_t least;
    std::int64_t most;
};
struct PartialShape {
    Dimension rank;
    Dimension* dims;
};
struct Version {
    const char* build;
    const char* description;
};
struct Row {
    int status;
    std::int64_t realUs;
    std::int64_t cpuUs;
    const char* name;
    const char* kernel;
    const char* type;
};
struct Rows {
    Row* rows;
    std::size_t count;
};

struct Content {
    int type = typeNumbers().at(onnxFloat);
    std::vector<Dimension> dims { { 0, -1 }, { 3, 3 } };
};
struct Model {
    std::shared_ptr<Content> content = std::make_shared<Content>();
};
struct Port {
    Content content;
};
struct Compiled {
    Content content;
    std::map<std::string, std::string> properties;
    std::int64_t runs = 0;
    std::int64_t totalUs = 0;
};
struct Tensor {
    int type = 0;
    std::vector<std::int64_t> dims;
    float* content = nullptr;
    std::vector<float> own;
};
struct Request {
    Compiled* compiled = nullptr;
    const Tensor* input = nullptr;
    std::mutex mutex;
    std::condition_variable changed;
    bool isCancelled = false;
};

std::string lastError;

int failWith(const char* text)
{
    lastError = text;
    return failed;
}

} // namespace

extern "C" {

int ov_get_openvino_version(Version* version)
{
    *version = { RELEASE == 2024 ? "2024.6.0-1-fake" : "2027.1.0-1-fake", "a fake" };
    return 0;
}
void ov_version_free(Version* version) { *version = {}; }
const char* ov_get_error_info(int) { return "GENERAL_ERROR"; }
const char* ov_get_last_err_msg() { return lastError.c_str(); }
void ov_free(const char* text) { std::free(const_cast<char*>(text)); }

int ov_core_create(int** core)
{
    if (isFaulty("core"))
        return failWith("no plugins.xml");
    *core = new int(0);
    return 0;
}
void ov_core_free(int* core) { delete core; }
int ov_core_read_model(const int*, const char*, const char*, Model** model)
{
    if (isFaulty("read"))
        return failWith("Exception from src/frontends:\n\tno rule for Snork");
    *model = new Model;
    return 0;
}
/// Only models of one Identity, whose element type precedes the shape [1].
int ov_core_read_model_from_memory_buffer(
    const int*, const char* bytes, std::size_t count, const void*, Model** model)
{
    const std::string_view text(bytes, count);
    const auto shape = text.find(std::string_view("\x12\x04\x0a\x02\x08\x01", 6));
    const auto number = typeNumbers().find(shape == text.npos || shape == 0 ? 0 : text[shape - 1]);
    if (number == typeNumbers().end())
        return failWith("unknown type");
    *model = new Model;
    (*model)->content->type = number->second;
    return 0;
}
void ov_model_free(Model* model) { delete model; }
int ov_model_inputs_size(const Model*, std::size_t* count)
{
    *count = 1;
    return 0;
}
int ov_model_outputs_size(const Model*, std::size_t* count)
{
    *count = 1;
    return 0;
}
int ov_model_const_input_by_index(const Model* model, std::size_t, Port** port)
{
    *port = new Port { *model->content };
    return 0;
}
int ov_model_const_input_by_name(const Model* model, const char* name, Port** port)
{
    if (std::string_view(name) != "x")
        return failWith("no such tensor");
    *port = new Port { *model->content };
    return 0;
}
int ov_model_reshape(Model* model, const char**, const PartialShape* shapes, std::size_t count)
{
    if (count != 1)
        return failWith("one shape expected");
    model->content->dims.assign(shapes->dims, shapes->dims + shapes->rank.least);
    return 0;
}
int ov_port_get_any_name(const Port*, char** name)
{
    *name = copied("x");
    return 0;
}
int ov_port_get_element_type(const Port* port, int* type)
{
    *type = port->content.type;
    return 0;
}
int ov_port_get_partial_shape(const Port* port, PartialShape* shape)
{
    const auto rank = static_cast<std::int64_t>(port->content.dims.size());
    shape->rank = { rank, rank };
    shape->dims = new Dimension[port->content.dims.size()];
    std::memcpy(
        shape->dims, port->content.dims.data(), port->content.dims.size() * sizeof(Dimension));
    return 0;
}
void ov_partial_shape_free(PartialShape* shape)
{
    delete[] shape->dims;
    *shape = {};
}
void ov_output_const_port_free(Port* port) { delete port; }

int ov_core_compile_model(
    const int*, const Model* model, const char*, std::size_t texts, Compiled** compiled, ...)
{
    if (isFaulty("compile"))
        return failWith("Unsupported property FAKE by CPU plugin");
    auto made = std::make_unique<Compiled>();
    made->content = *model->content;
    va_list arguments;
    va_start(arguments, compiled);
    for (std::size_t i = 0; i < texts; i += 2) {
        const char* const key = va_arg(arguments, const char*);
        made->properties[key] = va_arg(arguments, const char*);
    }
    va_end(arguments);
    *compiled = made.release();
    return 0;
}
int ov_compiled_model_get_property(const Compiled* compiled, const char* key, char** value)
{
    const auto found = compiled->properties.find(key);
    if (found == compiled->properties.end())
        return failWith("unknown property");
    *value = copied(found->second);
    return 0;
}
int ov_compiled_model_get_runtime_model(const Compiled*, Model** model)
{
    *model = new Model;
    return 0;
}
void ov_compiled_model_free(Compiled* compiled) { delete compiled; }
int ov_compiled_model_create_infer_request(Compiled* compiled, Request** request)
{
    *request = new Request;
    (*request)->compiled = compiled;
    return 0;
}

int ov_infer_request_set_tensor(Request* request, const char*, const Tensor* tensor)
{
    request->input = tensor;
    return 0;
}
int ov_infer_request_start_async(Request* request)
{
    const std::scoped_lock lock(request->mutex);
    request->isCancelled = false;
    return request->input != nullptr ? 0 : failWith("no input");
}
int ov_infer_request_wait(Request* request)
{
    using namespace std::chrono_literals;
    if (isFaulty("run"))
        return failWith("division by zero in Divide_7");
    std::unique_lock lock(request->mutex);
    if (isFaulty("slow")
        && request->changed.wait_for(lock, 20s, [&] { return request->isCancelled; }))
        return cancelled;
    auto& compiled = *request->compiled;
    ++compiled.runs;
    compiled.totalUs += compiled.runs == 1 ? 500 : 10;
    return 0;
}
int ov_infer_request_cancel(Request* request)
{
    const std::scoped_lock lock(request->mutex);
    request->isCancelled = true;
    request->changed.notify_all();
    return 0;
}
int ov_infer_request_get_output_tensor_by_index(
    const Request* request, std::size_t, Tensor** tensor)
{
    auto output = std::make_unique<Tensor>(*request->input);
    std::int64_t count = 1;
    for (const auto size : output->dims)
        count *= size;
    output->own.assign(output->content, output->content + count);
    for (auto& element : output->own)
        element += 1;
    output->content = output->own.data();
    *tensor = output.release();
    return 0;
}
int ov_infer_request_get_profiling_info(const Request* request, Rows* rows)
{
    const auto& compiled = *request->compiled;
    if (compiled.properties.at("PERF_COUNT") != "YES")
        return failWith("performance counters are off");
    const auto mean = compiled.totalUs / compiled.runs;
    rows->count = isFaulty("rows") ? 1 + static_cast<std::size_t>(compiled.runs) : 4;
    rows->rows = new Row[rows->count];
    for (std::size_t i = 0; i < rows->count; ++i)
        rows->rows[i]
            = { i == 1 ? 0 : 2, mean, mean, i < 2 ? "first" : "again", "jit_f32", "Relu" };
    if (isFaulty("short")) { // means of 0, 0, 0, 1 and 0 µs
        const auto rare = compiled.runs < 4 ? 0 : 4 / compiled.runs;
        rows->rows[0] = { rare > 0 ? 2 : 0, rare, rare, "rare", "jit_f32", "Relu" };
    }
    return 0;
}
void ov_profiling_info_list_free(Rows* rows)
{
    delete[] rows->rows;
    *rows = {};
}
void ov_infer_request_free(Request* request) { delete request; }

int ov_tensor_create_from_host_ptr(int type, Shape shape, void* content, Tensor** tensor)
{
    *tensor = new Tensor { type, { shape.dims, shape.dims + shape.rank },
        static_cast<float*>(content), {} };
    return 0;
}
int ov_tensor_get_element_type(const Tensor* tensor, int* type)
{
    *type = tensor->type;
    return 0;
}
int ov_tensor_get_shape(const Tensor* tensor, Shape* shape)
{
    if (tensor->dims.empty())
        return -14; // as the library does for a scalar
    shape->rank = isFaulty("rank") ? -7 : static_cast<std::int64_t>(tensor->dims.size());
    shape->dims = new std::int64_t[tensor->dims.size()];
    std::memcpy(shape->dims, tensor->dims.data(), tensor->dims.size() * sizeof(*shape->dims));
    return 0;
}
int ov_shape_free(Shape* shape)
{
    delete[] shape->dims;
    *shape = {};
    return 0;
}
int ov_tensor_get_byte_size(const Tensor* tensor, std::size_t* bytes)
{
    *bytes = tensor->own.size() * sizeof(float) + (isFaulty("bytes") ? 4 : 0);
    return 0;
}
int ov_tensor_data(const Tensor* tensor, void** content)
{
    *content = tensor->content;
    return 0;
}
void ov_tensor_free(Tensor* tensor) { delete tensor; }

#if RELEASE != 2024
void _ZN2ov4pass9SerializeC1ERSoS2_NS1_7VersionE(
    void* serializer, std::ostream& xml, std::ostream&, std::uint8_t)
{
    auto* const stream = &xml;
    std::memcpy(serializer, &stream, sizeof stream);
}
bool _ZN2ov4pass9Serialize12run_on_modelERKSt10shared_ptrINS_5ModelEE(
    void* serializer, const std::shared_ptr<Content>& model)
{
    std::ostream* stream = nullptr;
    std::memcpy(&stream, serializer, sizeof stream);
    if (isFaulty("throw"))
        throw std::runtime_error("cannot serialise");
    *stream << (isFaulty("graph") ? "no graph" : "<?xml version=\"1.0\"?>\n<net rank=\"")
            << model->dims.size() << "\"/>";
    return false;
}
#endif

} // extern "C"
