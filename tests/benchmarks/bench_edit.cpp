#include "model/edit/document.h"
#include "model/inference/analysis.h"
#include "model/support/text.h"
#include "tests/support/layout/big_models.h"

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

// How long an edit of a large model takes, up to the new snapshot: the operation, taking it back,
// doing it again, and the copy that is made ahead for the next one. Medians in milliseconds of time
// on a core, which other programs do not disturb.
//
//     bench_edit              50,000 nodes with scoped names
//     bench_edit FILE.onnx    another model

namespace {

using model::edit::Document;

constexpr std::size_t nodeCount = 50'000;
constexpr int repetitions = 5;

class Stopwatch {
public:
    double lapMs()
    {
        const auto now = nowMs();
        return now - std::exchange(m_last, now);
    }

private:
    static double nowMs()
    {
        timespec time {};
        ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return double(time.tv_sec) * 1e3 + double(time.tv_nsec) / 1e6;
    }
    double m_last = nowMs();
};

double median(std::vector<double> values)
{
    std::ranges::sort(values);
    return values.empty() ? 0 : values[values.size() / 2];
}

struct Case {
    std::string name;
    std::string script;
};

std::string inQuotes(const std::string& name) { return '"' + name + '"'; }

/// Sets a number of a node in the second half of the model.
std::string attributeScript(const model::Model& model)
{
    const auto& nodes = model.main().nodes;
    for (auto i = nodes.size() / 2; i < nodes.size(); ++i)
        for (const auto& attribute : model.node(nodes[i]).attributes)
            if (std::holds_alternative<std::int64_t>(attribute.value))
                return R"({"op":"setAttribute","node":)" + inQuotes(model.node(nodes[i]).name)
                    + R"(,"name":)" + inQuotes(attribute.name) + R"(,"value":0})";
    return {};
}

/// Edits in the middle of the model, where half of all ids move.
std::vector<Case> casesFor(const model::Model& model)
{
    const auto& nodes = model.main().nodes;
    auto at = nodes.size() / 2;
    const auto isPlain = [&](const model::Node& node) {
        return !node.name.empty() && node.inputs.size() == 1 && node.outputs.size() == 1
            && node.inputs[0].isValid() && node.outputs[0].isValid()
            && model.value(node.outputs[0]).uses.size() == 1;
    };
    while (at + 1 < nodes.size() && !isPlain(model.node(nodes[at])))
        ++at;
    const auto& node = model.node(nodes[at]);
    const auto name = inQuotes(node.name);
    const auto input = inQuotes(model.value(node.inputs[0]).name);
    const auto output = inQuotes(model.value(node.outputs[0]).name);
    const auto weight = model.main().initializers.empty()
        ? std::string()
        : inQuotes(model.value(model.main().initializers.front()).name);
    const auto first = inQuotes(model.value(model.main().inputs.front()).name);
    std::vector<Case> cases {
        { "rename node", R"({"op":"renameNode","node":)" + name + R"(,"to":"renamed"})" },
        { "rename value", R"({"op":"renameValue","value":)" + output + R"(,"to":"renamed"})" },
        { "rename input", R"({"op":"renameValue","value":)" + first + R"(,"to":"renamed"})" },
        { "set attribute", attributeScript(model) },
        { "set input",
            R"({"op":"setInput","node":)" + name + R"(,"index":0,"value":)" + first + "}" },
        { "insert node", R"({"op":"insertNode","type":"Relu","value":)" + output + "}" },
        { "bypass node", R"({"op":"bypassNode","node":)" + name + "}" },
        { "add output", R"({"op":"addGraphOutput","value":)" + input + "}" },
    };
    if (!weight.empty())
        cases.push_back({ "rename weight",
            R"({"op":"renameValue","value":)" + weight + R"(,"to":"renamed"})" });
    return cases;
}

int measure(Document& document)
{
    std::printf("%-14s %8s %8s %8s %8s\n", "", "apply", "undo", "redo", "copy");
    for (const auto& [name, script] : casesFor(*document.model())) {
        const auto operations = model::edit::operationsFrom(script);
        std::vector<double> applyMs, undoMs, redoMs, copyMs;
        bool isPartly = true;
        for (int i = 0; i < repetitions; ++i) {
            auto shown = document.model(); // as the window has it
            document.prepareNext();
            Stopwatch watch;
            if (const auto applied = document.apply(operations->front()); !applied) {
                std::fprintf(stderr, "bench_edit: %s: %s\n", name.c_str(),
                    applied.error().message().c_str());
                return 1;
            }
            applyMs.push_back(watch.lapMs());
            isPartly = isPartly && document.hasReadOnlyChanges();
            shown = document.model();
            watch.lapMs();
            document.prepareNext();
            copyMs.push_back(watch.lapMs());
            for (auto* const ms : { &undoMs, &redoMs, &undoMs }) {
                shown = document.model();
                document.prepareNext();
                watch.lapMs();
                if (ms == &undoMs ? !document.undo() : !document.redo())
                    return 1;
                ms->push_back(watch.lapMs());
            }
        }
        std::printf("%-14s %8.1f %8.1f %8.1f %8.1f%s\n", name.c_str(), median(applyMs),
            median(undoMs), median(redoMs), median(copyMs), isPartly ? "" : "  (all read)");
    }
    return 0;
}

} // namespace

int main(int argc, char** argv)
{
    namespace fs = std::filesystem;
    const auto made
        = fs::temp_directory_path() / ("bench_edit_" + std::to_string(::getpid()) + ".onnx");
    const auto path = argc > 1 ? fs::path(argv[1]) : made;
    if (argc <= 1)
        std::ofstream(made, std::ios::binary)
            << testing::bigModel(testing::BigVariant::Scoped, nodeCount).bytes;
    Stopwatch watch;
    const auto document = Document::open(path);
    const auto openMs = watch.lapMs();
    if (!document)
        std::fprintf(stderr, "bench_edit: %s\n", document.error().message().c_str());
    int result = 1;
    if (document) {
        std::printf("%zu nodes, opened in %.1f ms\n", (*document)->model()->nodes.size(), openMs);
        watch.lapMs();
        model::analyse((*document)->model());
        std::printf("analysis %.1f ms\n", watch.lapMs());
        result = measure(**document);
    }
    std::error_code ignored;
    fs::remove(made, ignored);
    return result;
}
