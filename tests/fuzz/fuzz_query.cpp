#include "model/query/query.h"
#include "model/query/query_completion.h"
#include "model/query/query_contents.h"
#include "tests/support/graph_text.h"

#include <cstdint>
#include <cstdlib>

namespace {

struct Subject {
    std::shared_ptr<const model::Model> model = testing::modelFromGraphText(R"(
        x: float[batch,3,8,8]
        w: float[3,3,1,1] = {1,2,3,0,0,0,-1,1,1}
        zero: float[2] = {0,0}
        c = Conv(x, w) {kernel_shape: 1 1; auto_pad: VALID} "/layers.0/attn/conv"
        l = LeakyRelu(c) {alpha: [0.5]; scales: [0.5 2]} "/layers.0/attn/leaky"
        r = Relu(l) "/layers.0/attn/relu"
        g = com.microsoft:Gelu(r) "/layers.1/gelu"
        q, s, z = DynamicQuantizeLinear(g) "/layers.1/quant"
        y = Concat(r, g) {axis: 1}
        y -> float[?,6,8,8]
        q ->
    )");
    std::shared_ptr<const model::Analysis> analysis = model::analyse(model);
    std::shared_ptr<const model::QueryIndex> index
        = model::QueryIndex::build(*model, analysis.get());
};

std::optional<double> measured(std::string_view key, model::NodeId node)
{
    if (node.value() == 0)
        return {};
    return key == "time" ? 1000.0 * node.value() : 0.1 * node.value();
}

}

/// Parses, runs and completes the text as a query, with and without a profile.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size)
{
    static const Subject subject;
    const std::string_view text(reinterpret_cast<const char*>(bytes), size);
    const model::QueryContext plain { .model = *subject.model };
    const model::QueryContext full { .model = *subject.model,
        .analysis = subject.analysis.get(),
        .measured = measured,
        .measuredText = [](std::string_view, model::NodeId) { return std::string("reference"); },
        .index = subject.index };
    const auto query = model::Query::parse(text);
    if (const auto* parsed = std::get_if<model::Query>(&query)) {
        (void)parsed->terms();
        (void)parsed->run(plain);
        const auto found = parsed->run(full);
        if (const auto* matches = std::get_if<model::QueryMatches>(&found))
            for (const auto node : matches->nodes)
                if (node.value() >= subject.model->nodes.size())
                    std::abort();
    } else if (std::get<model::QueryError>(query).column > size) {
        std::abort();
    }
    for (const auto cursor : { size, size / 2 }) {
        const auto completion = model::completeQuery(text, cursor, full);
        if (completion.from > completion.to || completion.to > size)
            std::abort();
    }
    return 0;
}
