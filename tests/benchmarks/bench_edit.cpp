#include "layout/compound.h"
#include "model/edit/document.h"
#include "model/inference/analysis.h"
#include "model/support/text.h"
#include "tests/benchmarks/edit_cases.h"
#include "tests/support/layout/big_models.h"

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

// How long an edit of a large model takes: the operation up to the new snapshot, the picture of the
// main graph with what it keeps, taking the operation back, doing it again (both without the
// picture, which the window keeps), and the copy that is made ahead for the next edit. Medians in
// milliseconds of time on a core, which other programs do not disturb.
//
//     bench_edit              50,000 nodes with scoped names
//     bench_edit FILE.onnx    another model
//     bench_edit '' 'insert'  only cases of which this is a part of the name

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

/// The picture of the main graph: its groups, and as many of them open as the window opens.
struct Picture {
    std::shared_ptr<const model::Model> model;
    std::shared_ptr<const layout::GroupTree> tree;
    layout::Scene scene;
};

Picture pictureOf(const std::shared_ptr<const model::Model>& model, const Picture* before,
    const model::edit::IdMap& ids)
{
    Picture picture { model, before ? before->tree : nullptr, {} };
    if (before == nullptr || !layout::haveSameGroups(*before->model, *model))
        picture.tree = std::make_shared<const layout::GroupTree>(
            layout::buildGroupTree(*model, model->main().id));
    std::optional<layout::EarlierPicture> earlier;
    if (before != nullptr)
        earlier.emplace(layout::EarlierPicture { before->scene, ids });
    const auto open = layout::openTopLevel(*picture.tree);
    auto scene = layout::placeGroups({ *model, nullptr, picture.tree, open, {},
        layout::builtinMeasurer(), 0, earlier ? &*earlier : nullptr });
    if (scene)
        picture.scene = *std::move(scene);
    return picture;
}

/// Applies what a case needs first. False if it is refused.
bool prepare(Document& document, const std::string& script)
{
    const auto operations = model::edit::operationsFrom(script);
    return script.empty() || (operations && document.apply(operations->front()));
}

int measure(Document& document, const std::string& wanted)
{
    std::printf("%-14s %8s %8s %8s %8s %8s\n", "", "apply", "picture", "undo", "redo", "copy");
    for (const auto& [name, script, first] : benchmarks::editCases(*document.model())) {
        if (name.find(wanted) == std::string::npos)
            continue;
        const auto operations = model::edit::operationsFrom(script);
        std::vector<double> applyMs, pictureMs, undoMs, redoMs, copyMs;
        bool isPartly = true;
        const auto steps = document.doneSteps();
        if (!prepare(document, first))
            return 1;
        const auto before = pictureOf(document.model(), nullptr, {});
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
            watch.lapMs();
            pictureOf(document.model(), &before, document.lastIds());
            pictureMs.push_back(watch.lapMs());
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
        if (!document.goTo(steps))
            return 1;
        std::printf("%-14s %8.1f %8.1f %8.1f %8.1f %8.1f%s\n", name.c_str(), median(applyMs),
            median(pictureMs), median(undoMs), median(redoMs), median(copyMs),
            isPartly ? "" : "  (all read)");
    }
    return 0;
}

} // namespace

int main(int argc, char** argv)
{
    namespace fs = std::filesystem;
    const auto made
        = fs::temp_directory_path() / ("bench_edit_" + std::to_string(::getpid()) + ".onnx");
    const bool isMade = argc <= 1 || *argv[1] == '\0';
    const auto path = isMade ? made : fs::path(argv[1]);
    if (isMade)
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
        result = measure(**document, argc > 2 ? argv[2] : "");
    }
    std::error_code ignored;
    fs::remove(made, ignored);
    return result;
}
