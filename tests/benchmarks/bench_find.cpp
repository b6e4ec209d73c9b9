#include "model/onnx/parser.h"
#include "model/operator.h"
#include "model/query/query.h"
#include "model/query/query_completion.h"
#include "model/query/query_contents.h"
#include "model/query/query_index.h"
#include "model/support/json.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <iostream>

// How long a query takes over a large model, one row for each kind of term, as one JSON document:
//
//     bench_find [MODEL.onnx | NODES]
//
// Without a file the model is made here: decoder layers as exporters name them.

namespace {

using Clock = std::chrono::steady_clock;
using model::NodeId;
using model::ValueId;

double milliseconds(Clock::time_point begin)
{
    return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

constexpr std::array steps { "q_proj/MatMul", "k_proj/MatMul", "v_proj/MatMul", "rotary/Mul",
    "Softmax", "o_proj/MatMul", "Add", "gate_proj/MatMul", "act/Sigmoid", "down_proj/MatMul",
    "Concat", "Transpose" };

/// A chain of layers whose nodes read a weight each, and a mask that every layer reads.
class LayersMaker {
public:
    std::shared_ptr<const model::Model> make(std::size_t nodes)
    {
        m_model->graphs.emplace_back().id = model::GraphId(0U);
        m_model->opsets = { { "", 17 } };
        auto last = value("input_ids", 3);
        const auto mask = value("attention_mask", 4);
        for (std::size_t i = 0; i < nodes; ++i) {
            const std::string step = steps[i % steps.size()];
            const auto name = "/model/layers." + std::to_string(i / steps.size())
                + (i % steps.size() < 6 ? "/self_attn/" : "/mlp/") + step;
            auto inputs = std::vector { last, i % steps.size() == 4 ? mask : weight(name) };
            last = node(name, step.substr(step.find('/') + 1), std::move(inputs));
        }
        return m_model;
    }

private:
    ValueId value(std::string name, std::size_t rank)
    {
        const ValueId id(m_model->values.size());
        auto& made = m_model->values.emplace_back();
        made.graph = model::GraphId(0U);
        made.name = std::move(name);
        made.isDefined = true;
        std::vector<std::int64_t> dims(rank, 128);
        dims[0] = static_cast<std::int64_t>(id.value() % 16 + 1);
        made.type = model::ValueType::tensor(model::ElementType::Float16, model::shapeOf(dims));
        return id;
    }

    ValueId weight(const std::string& name)
    {
        const auto id = value(name + ".weight", 2);
        m_model->values[id.value()].initializer = model::TensorId(m_model->tensors.size());
        auto& tensor = m_model->tensors.emplace_back();
        tensor.element = model::ElementType::Float16;
        tensor.dims = { 128, 128 };
        return id;
    }

    ValueId node(const std::string& name, const std::string& type, std::vector<ValueId> inputs)
    {
        const NodeId id(m_model->nodes.size());
        const auto made = value(name + "_output_0", 3);
        auto& added = m_model->nodes.emplace_back();
        added.graph = model::GraphId(0U);
        added.name = name;
        added.type = type;
        added.inputs = std::move(inputs);
        added.outputs = { made };
        added.schema = model::OperatorRegistry::instance().find("", type, 17);
        if (type == "Softmax" || type == "Concat")
            added.attributes.push_back({ .name = "axis",
                .kind = model::AttributeKind::Int,
                .value = std::int64_t(-1),
                .reference = {},
                .doc = {} });
        m_model->values[made.value()].producer = id;
        return made;
    }

    std::shared_ptr<model::Model> m_model = std::make_shared<model::Model>();
};

constexpr std::array queries { "attn", "attn matmul", "e", "nothing_is_called_so",
    "\"/model/layers.7/mlp/Add\"", "/layers\\.(1|2)\\d*.*proj/", "/(a+)+b/", "/x$/", "type:MatMul",
    "type:*mul*", "type:fp16", "category:norm", "domain:ai.onnx", "scope:layers.7", "attr:axis",
    "attr:axis<0", "axis=-1", "in:1x*x128", "out:?", "rank:4", "rank>2", "reads:attention_mask",
    "reads:*proj*", "feeds:*softmax*", "path:input_ids->*Softmax", "path:*layers.1/*->*layers.9/*",
    "size>32KiB", "time>100us", "share>1%", "impl:reference", "on:cpu", "-attn",
    "type:MatMul scope:layers.7 -q_proj rank:3" };

/// Numbers of a profile, made up: what is measured is the asking.
void addMeasurements(model::QueryContext& context)
{
    context.measured = [](std::string_view key, NodeId node) -> std::optional<double> {
        return key == "time" ? node.value() % 1000 * 1e3 : node.value() % 100 * 1e-3;
    };
    context.measuredText = [](std::string_view key, NodeId node) {
        return std::string(key == "on"  ? "cpu"
                : node.value() % 7 == 0 ? "reference"
                                        : "oneDNN brgconv:avx512_core");
    };
}

void writeTimes(support::JsonWriter& json, std::vector<double> times)
{
    json.member("first_ms", times.front());
    std::ranges::sort(times);
    json.member("median_ms", times[times.size() / 2]).member("max_ms", times.back());
}

void writeQuery(
    support::JsonWriter& json, const std::string& text, const model::QueryContext& context)
{
    constexpr int repeats = 15;
    json.beginObject().member("query", text);
    std::vector<double> times;
    std::variant<model::QueryMatches, model::QueryError> found;
    for (int i = 0; i < repeats; ++i) {
        const auto begin = Clock::now();
        const auto query = std::get<model::Query>(model::Query::parse(text));
        found = query.run(context);
        times.push_back(milliseconds(begin));
    }
    if (const auto* matches = std::get_if<model::QueryMatches>(&found))
        json.member("nodes", matches->nodes.size()).member("values", matches->values.size());
    writeTimes(json, std::move(times));
    json.endObject();
}

void writeCompletion(
    support::JsonWriter& json, const std::string& line, const model::QueryContext& context)
{
    std::vector<double> times;
    for (int i = 0; i < 5; ++i) {
        const auto begin = Clock::now();
        (void)model::completeQuery(line, line.size(), context);
        times.push_back(milliseconds(begin));
    }
    json.beginObject().member("completed", line);
    writeTimes(json, std::move(times));
    json.endObject();
}

std::shared_ptr<const model::Model> modelOf(const std::string& argument)
{
    if (argument.find_first_not_of("0123456789") == std::string::npos)
        return LayersMaker().make(std::strtoull(argument.c_str(), nullptr, 10));
    auto opened = model::onnx::openModel(argument);
    if (!opened)
        std::cerr << opened.error().message() << "\n";
    return opened ? *std::move(opened) : nullptr;
}

} // namespace

int main(int count, char** arguments)
{
    const auto model = modelOf(count > 1 ? arguments[1] : "100000");
    if (model == nullptr)
        return EXIT_FAILURE;
    const auto begin = Clock::now();
    model::QueryContext context { *model };
    context.index = model::QueryIndex::build(*model);
    const double indexMs = milliseconds(begin);
    context.contents = std::make_shared<model::ContentCache>();
    addMeasurements(context);
    std::string text;
    support::JsonWriter json(text, support::JsonWriter::Layout::Indented);
    json.beginObject().member("nodes", model->nodes.size()).member("values", model->values.size());
    json.member("index_ms", indexMs).key("queries").beginArray();
    for (const auto* query : queries)
        writeQuery(json, query, context);
    if (model->store != nullptr)
        for (const auto* query : { "value:nan", "value:outlier" })
            writeQuery(json, query, context);
    json.endArray().key("completions").beginArray();
    for (const auto* line :
        { "ty", "type:m", "scope:lay", "attr:", "attr:axis=", "in:", "reads:q" })
        writeCompletion(json, line, context);
    json.endArray().endObject().flush();
    std::cout << text << "\n";
    return EXIT_SUCCESS;
}
