// Operators of the domain faulty.test, each of which does one thing wrong when it is called, and
// some that do rare things right. All take x (float) and give y.
#include "packaging/dev/opscope_operator.h"

#include <array>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using Host = const OpscopeHost*;
using Node = OpscopeNode*;

int copyInput(Host host, Node node, void* /*state*/)
{
    OpscopeTensor x;
    void* y = nullptr;
    if (host->input(node, 0, &x) == 0 || host->output(node, 0, x.element, x.rank, x.dims, &y) == 0)
        return 0;
    if (x.count > 0)
        std::memcpy(y, x.data, x.count * sizeof(float));
    return 1;
}

int throwing(Host /*host*/, Node /*node*/, void* /*state*/)
{
    throw std::runtime_error("it went wrong");
}
int crashing(Host /*host*/, Node /*node*/, void* /*state*/) { return std::raise(SIGSEGV); }
/// Copies x until it was called as often as the environment says.
int crashingLate(Host host, Node node, void* state)
{
    static const char* const wanted = std::getenv("OPSCOPE_TEST_CRASH_AT");
    static long calls = 0;
    if (wanted != nullptr && ++calls >= std::strtol(wanted, nullptr, 10))
        std::abort();
    return copyInput(host, node, state);
}
int lazy(Host /*host*/, Node /*node*/, void* /*state*/) { return 1; }
int silent(Host /*host*/, Node /*node*/, void* /*state*/) { return 0; }
int said(Host host, Node node, void* /*state*/) { return host->fail(node, "x is not to my taste"); }

int sized(Host host, Node node, OpscopeElementType element, const std::vector<int64_t>& dims)
{
    void* y = nullptr;
    return host->output(node, 0, element, static_cast<int32_t>(dims.size()), dims.data(), &y);
}
int otherShape(Host host, Node node, void* /*state*/)
{
    return sized(host, node, OPSCOPE_FLOAT, { 7 });
}
int otherType(Host host, Node node, void* /*state*/)
{
    return sized(host, node, OPSCOPE_DOUBLE, { 2 });
}
int negative(Host host, Node node, void* /*state*/)
{
    return sized(host, node, OPSCOPE_FLOAT, { -3 });
}
int huge(Host host, Node node, void* /*state*/)
{
    return sized(host, node, OPSCOPE_FLOAT, { int64_t(1) << 40, int64_t(1) << 40 });
}
int twice(Host host, Node node, void* state)
{
    return copyInput(host, node, state) != 0 ? copyInput(host, node, state) : 0;
}
int beyond(Host host, Node node, void* /*state*/)
{
    void* y = nullptr;
    return host->output(node, 5, OPSCOPE_FLOAT, 0, nullptr, &y);
}
int noDims(Host host, Node node, void* /*state*/)
{
    void* y = nullptr;
    return host->output(node, 0, OPSCOPE_FLOAT, 2, nullptr, &y);
}
int undeclared(Host host, Node node, void* state)
{
    int64_t axis = 0;
    host->attribute_int(node, "axis", &axis);
    return copyInput(host, node, state);
}
int nullQuestions(Host host, Node node, void* state)
{
    float value = 0;
    host->attribute_float(node, nullptr, &value);
    return copyInput(host, node, state);
}

int sameType(Host host, Node node)
{
    std::vector<OpscopeDim> dims;
    for (int32_t axis = 0; axis < host->input_rank(node, 0); ++axis)
        dims.push_back(host->input_dim(node, 0, static_cast<size_t>(axis)));
    return host->set_output(node, 0, OPSCOPE_UNKNOWN, host->input_rank(node, 0), dims.data());
}
int throwingInfer(Host /*host*/, Node /*node*/) { throw std::runtime_error("no shape today"); }
int misusedInfer(Host host, Node node)
{
    void* y = nullptr;
    return host->output(node, 0, OPSCOPE_FLOAT, 0, nullptr, &y);
}
int wrongTypeInfer(Host host, Node node)
{
    return host->set_output(node, 0, OPSCOPE_INT64, -1, nullptr);
}
/// 2 * the first dimension, and a new one.
int doubledInfer(Host host, Node node)
{
    const OpscopeDim two { 2, nullptr };
    const auto first = host->input_dim(node, 0, 0);
    const std::array dims { host->combine(node, OPSCOPE_DIM_MULTIPLY, two, first), first,
        OpscopeDim { -1, "found" }, OpscopeDim { -1, nullptr } };
    return host->set_output(node, 0, OPSCOPE_FLOAT, 4, dims.data());
}

int refusing(Host host, Node node, void** /*state*/)
{
    return host->fail(node, "this shape is not for me");
}

int created = 0;
int destroyed = 0;
int counted(Host /*host*/, Node /*node*/, void** state)
{
    ++created;
    *state = &created;
    return 1;
}
void forgotten(void* /*state*/) { ++destroyed; }
/// How many states there were and are no more.
int countStates(Host host, Node node, void* /*state*/)
{
    const int64_t two = 2;
    void* y = nullptr;
    if (host->output(node, 0, OPSCOPE_FLOAT, 1, &two, &y) == 0)
        return 0;
    static_cast<float*>(y)[0] = static_cast<float>(created);
    static_cast<float*>(y)[1] = static_cast<float>(destroyed);
    return 1;
}

int calls = 0;
int countCalls(Host host, Node node, void* /*state*/)
{
    void* y = nullptr;
    if (host->output(node, 0, OPSCOPE_FLOAT, 0, nullptr, &y) == 0)
        return 0;
    *static_cast<float*>(y) = static_cast<float>(++calls);
    return 1;
}
int scalarInfer(Host host, Node node)
{
    return host->set_output(node, 0, OPSCOPE_FLOAT, 0, nullptr);
}

/// Joins all texts with a separator, and repeats that for as many outputs as there are.
int joinTexts(Host host, Node node, void* /*state*/)
{
    OpscopeTensor x;
    const char* between = "";
    size_t length = 0;
    if (host->input(node, 0, &x) == 0
        || host->attribute_string(node, "separator", &between, &length) == 0)
        return 0;
    std::string joined;
    for (uint64_t i = 0; i < x.count; ++i) {
        const char* text = nullptr;
        size_t size = 0;
        if (host->input_string(node, 0, i, &text, &size) == 0)
            return host->fail(node, "a text is missing");
        joined += (i > 0 ? std::string(between, length) : std::string()) + std::string(text, size);
    }
    void* y = nullptr;
    return host->output(node, 0, OPSCOPE_STRING, 0, nullptr, &y) != 0
        && host->output_string(node, 0, 0, joined.data(), joined.size()) != 0;
}

/// Sum of weights (an attribute tensor), factors (floats), counts (ints) and the length of names.
int sumAttributes(Host host, Node node, void* /*state*/)
{
    float sum = 0;
    OpscopeTensor weights;
    if (host->attribute_tensor(node, "weights", &weights) != 0) {
        for (uint64_t i = 0; i < weights.count; ++i)
            sum += static_cast<const float*>(weights.data)[i];
    }
    const float* factors = nullptr;
    const int64_t* counts = nullptr;
    size_t size = 0;
    if (host->attribute_floats(node, "factors", &factors, &size) != 0) {
        for (size_t i = 0; i < size; ++i)
            sum += factors[i];
    }
    if (host->attribute_ints(node, "counts", &counts, &size) != 0) {
        for (size_t i = 0; i < size; ++i)
            sum += static_cast<float>(counts[i]);
    }
    const char* text = nullptr;
    for (size_t i = 0; host->attribute_strings(node, "names", i, &text, &size) != 0; ++i)
        sum += static_cast<float>(size);
    void* scratch = host->scratch(node, 64);
    void* y = nullptr;
    if (scratch == nullptr || host->threads(node) < 1
        || host->output(node, 0, OPSCOPE_FLOAT, 0, nullptr, &y) == 0)
        return 0;
    *static_cast<float*>(y) = sum;
    return 1;
}

const OpscopeParameter floatInput { .name = "x", .types = "float" };
const OpscopeParameter anyInput { .name = "x", .types = "float double", .variable = "T" };
const OpscopeParameter output { .name = "y", .types = "float double", .variable = "T" };
const OpscopeParameter textInput { .name = "x", .types = "string" };
const OpscopeParameter textOutput { .name = "y", .types = "string" };
const OpscopeAttribute separator { .name = "separator",
    .kind = OPSCOPE_ATTRIBUTE_STRING,
    .presence = OPSCOPE_DEFAULT,
    .default_string = ", " };
const std::array<int64_t, 2> defaultCounts { 3, 4 };
const std::array sumParts {
    OpscopeAttribute { .name = "weights", .kind = OPSCOPE_ATTRIBUTE_TENSOR },
    OpscopeAttribute { .name = "factors", .kind = OPSCOPE_ATTRIBUTE_FLOATS },
    OpscopeAttribute { .name = "counts",
        .kind = OPSCOPE_ATTRIBUTE_INTS,
        .presence = OPSCOPE_DEFAULT,
        .default_count = 2,
        .default_ints = defaultCounts.data() },
    OpscopeAttribute { .name = "names", .kind = OPSCOPE_ATTRIBUTE_STRINGS },
};

OpscopeOperator named(const char* name, int (*run)(Host, Node, void*),
    int (*infer)(Host, Node) = nullptr, int (*create)(Host, Node, void**) = nullptr)
{
    return { .sizes = OPSCOPE_SIZES,
        .domain = "faulty.test",
        .name = name,
        .since_version = 1,
        .inputs = &anyInput,
        .input_count = 1,
        .outputs = &output,
        .output_count = 1,
        .infer = infer,
        .create = create,
        .run = run };
}

OpscopeOperator texts()
{
    auto op = named("JoinTexts", joinTexts);
    op.inputs = &textInput;
    op.outputs = &textOutput;
    op.attributes = &separator;
    op.attribute_count = 1;
    return op;
}

OpscopeOperator sums()
{
    auto op = named("SumAttributes", sumAttributes);
    op.inputs = &floatInput;
    op.attributes = sumParts.data();
    op.attribute_count = sumParts.size();
    return op;
}

OpscopeOperator states()
{
    auto op = named("CountStates", countStates, nullptr, counted);
    op.destroy = forgotten;
    return op;
}

/// No input: what it gives could be computed ahead, were it not for the flag.
OpscopeOperator callCounter(const char* name, uint32_t flags)
{
    auto op = named(name, countCalls, scalarInfer);
    op.input_count = 0;
    op.flags = flags;
    return op;
}

} // namespace

OPSCOPE_PLUGIN_EXPORT const OpscopePlugin* opscope_operator_plugin(uint32_t /*host_abi*/)
{
    static const std::array all { named("Throws", throwing), named("Crashes", crashing),
        named("CrashesLate", crashingLate, sameType), named("Lazy", lazy), named("Silent", silent),
        named("Said", said), named("OtherShape", otherShape, sameType),
        named("OtherType", otherType), named("Negative", negative), named("Huge", huge),
        named("Twice", twice), named("Beyond", beyond), named("NoDims", noDims),
        named("Undeclared", undeclared), named("NullQuestions", nullQuestions),
        named("ThrowingInfer", copyInput, throwingInfer),
        named("MisusedInfer", copyInput, misusedInfer),
        named("WrongTypeInfer", copyInput, wrongTypeInfer),
        named("Doubled", copyInput, doubledInfer), named("Refusing", copyInput, nullptr, refusing),
        named("Shown", nullptr, sameType), states(), texts(), sums(), callCounter("CallsKept", 0),
        callCounter("CallsAnew", OPSCOPE_NOT_REPEATABLE) };
    static const auto pointers = [] {
        std::array<const OpscopeOperator*, all.size()> list {};
        for (std::size_t i = 0; i < all.size(); ++i)
            list[i] = &all[i];
        return list;
    }();
    static const OpscopePlugin plugin { .abi = OPSCOPE_OPERATOR_ABI,
        .size = sizeof(OpscopePlugin),
        .name = "Faulty operators",
        .version = "1.0",
        .operators = pointers.data(),
        .operator_count = pointers.size() };
    return &plugin;
}
