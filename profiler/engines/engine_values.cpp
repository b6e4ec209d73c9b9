#include "profiler/engines/engine_values.h"

#include "engine/inputs/value_file.h"
#include "model/inference/analysis.h"
#include "model/onnx/parser.h"
#include "model/support/temporary_folder.h"
#include "model/support/text.h"
#include "profiler/attribution/onnx_runtime_values.h"

#include <algorithm>
#include <cstring>
#include <set>

namespace profiler {

namespace {

using support::ErrorKind;
using support::failAs;
using support::Result;

namespace fs = std::filesystem;

/// Counted for a value whose size is not known.
constexpr std::uint64_t unknownBytes = 16u << 20;
constexpr std::uint64_t leastFreeBytes = 512u << 20;
constexpr std::size_t longestFileName = 240;

struct WantedValue {
    std::string name;
    std::uint64_t bytes = 0;
};

std::uint64_t bytesOf(const model::ValueType& type)
{
    const auto count = type.shape ? model::elementCount(*type.shape) : std::nullopt;
    return count ? model::packedBytes(type.element, *count).value_or(unknownBytes) : unknownBytes;
}

/// Returns the tensors that nodes of the main graph make, without the outputs of the model.
std::vector<WantedValue> valuesOf(const model::Model& model, const model::Analysis& analysis)
{
    std::vector<WantedValue> values;
    for (const auto id : model.main().nodes)
        for (const auto output : model.node(id).outputs) {
            if (!output.isValid() || model.value(output).isOutput
                || model.value(output).name.empty())
                continue;
            const auto& type = model::typeOf(model, &analysis, output);
            if (type.kind == model::ValueType::Kind::Tensor
                || type.kind == model::ValueType::Kind::Unknown)
                values.push_back({ model.value(output).name, bytesOf(type) });
        }
    return values;
}

bool areSameBits(const engine::RuntimeValue& a, const engine::RuntimeValue& b)
{
    if (!a.isTensor() || !b.isTensor())
        return a.isPresent() == b.isPresent();
    const auto& x = a.tensor();
    const auto& y = b.tensor();
    if (x.type != y.type)
        return false;
    return x.strings ? *x.strings == *y.strings
                     : x.type.bytes() == 0 || std::memcmp(x.data, y.data, x.type.bytes()) == 0;
}

/// The model that ONNX Runtime made of the user's by its optimisation, in a file with weights.
struct ExecutedModel {
    std::optional<EngineProcess> process; ///< owns the file
    EngineSettings settings; ///< runs the file as it is
    std::set<std::string, std::less<>> values; ///< names of values of nodes of its main graph
    std::set<std::string, std::less<>> standsFor; ///< values of the user's model that it has
};

class Asker {
public:
    Asker(const EngineRequest& engine, const engine::RunRequest& request,
        const engine::Inputs& inputs, std::uint64_t capBytes, const fs::path& folder,
        const std::stop_token& stop, const support::Progress& progress)
        : m_engine(engine)
        , m_request(request)
        , m_inputs(inputs)
        , m_capBytes(capBytes)
        , m_folder(folder)
        , m_stop(stop)
        , m_progress(progress)
        , m_own(settingsFor(request, engine))
    {
    }

    Result<EngineValues> ask()
    {
        m_plain = TRY(run(m_own, {}, &m_result.facts));
        for (const auto& output : m_plain)
            TRY(write(output));
        if (m_engine.library.engine != OtherEngine::OnnxRuntime)
            return std::move(m_result);
        const auto analysis = model::analyse(m_request.model, m_inputs.dims);
        auto wanted = valuesOf(*m_request.model, *analysis);
        const auto level = m_own.options.find("level");
        if (level != m_own.options.end() && level->second == "none") {
            TRY(askForAll(m_own, wanted));
            return std::move(m_result);
        }
        const auto executed = TRY(executedModel(analysis->weightBytes));
        m_result.inside = std::erase_if(wanted,
            [&](const WantedValue& value) { return !executed.standsFor.contains(value.name); });
        // Values in another layout have other names there. The user's model gives them.
        const bool isRunnable = TRY(givesSameOutputs(executed.settings));
        const auto others = std::ranges::stable_partition(wanted, [&](const WantedValue& value) {
            return isRunnable && executed.values.contains(value.name);
        });
        TRY(askForAll(executed.settings, std::span(wanted.begin(), others.begin())));
        TRY(askForAll(m_own, std::span(others)));
        return std::move(m_result);
    }

private:
    Result<ExecutedModel> executedModel(std::uint64_t weightBytes)
    {
        ExecutedModel found;
        auto settings = m_own;
        settings.keepsWeights
            = TRY(support::TemporaryFolder::create()).freeBytes() > weightBytes + leastFreeBytes;
        found.process.emplace(TRY(EngineProcess::start(
            m_engine.library.engine, std::move(settings), m_engine.limits, m_stop)));
        found.settings = m_own;
        found.settings.model = TRY(found.process->saveExecutedGraph());
        found.settings.options.insert_or_assign("level", "none");
        const auto executed = TRY(model::onnx::openModel(found.settings.model));
        const auto pairs = onnx_runtime::pairValues(*m_request.model, *executed);
        for (const auto id : pairs.values)
            if (id.isValid())
                found.standsFor.insert(m_request.model->value(id).name);
        for (const auto id : executed->main().nodes)
            for (const auto output : executed->node(id).outputs)
                if (output.isValid())
                    found.values.insert(executed->value(output).name);
        return found;
    }

    /// Returns false if the settings run no model, or one with other outputs than the user's.
    Result<bool> givesSameOutputs(const EngineSettings& settings)
    {
        const auto outputs = run(settings, {});
        if (!outputs && outputs.error().kind() == ErrorKind::Cancelled)
            return outputs.error();
        return outputs && startsAsPlain(*outputs);
    }

    bool startsAsPlain(const std::vector<engine::NamedValue>& outputs) const
    {
        return outputs.size() >= m_plain.size()
            && std::ranges::equal(m_plain, std::span(outputs).first(m_plain.size()),
                [](const auto& a, const auto& b) { return areSameBits(a.value, b.value); });
    }

    /// Asks in slices of at most `m_capBytes`.
    Result<void> askForAll(const EngineSettings& settings, std::span<const WantedValue> wanted)
    {
        for (std::size_t begin = 0; begin < wanted.size();) {
            std::size_t end = begin;
            for (std::uint64_t bytes = 0;
                 end < wanted.size() && (end == begin || bytes + wanted[end].bytes <= m_capBytes);
                 ++end)
                bytes += wanted[end].bytes;
            TRY(askFor(settings, wanted.subspan(begin, end - begin)));
            begin = end;
            if (m_progress)
                m_progress("asking for values", begin, wanted.size());
        }
        return {};
    }

    /// The recursion halves: it is as deep as the number of values has bits.
    Result<void> askFor(const EngineSettings& settings, std::span<const WantedValue> slice)
    {
        std::error_code failure;
        if (fs::space(m_folder, failure).available < leastFreeBytes && !failure)
            return failAs(ErrorKind::Resource, "the disk of ", m_folder.string(),
                " is nearly full: the values of the other engine do not fit");
        std::vector<std::string> names;
        for (const auto& value : slice)
            names.push_back(value.name);
        auto outputs = run(settings, names);
        if (!outputs && outputs.error().kind() == ErrorKind::Cancelled)
            return std::move(outputs).error();
        if (outputs && outputs->size() == m_plain.size() + slice.size()
            && startsAsPlain(*outputs)) {
            for (const auto& value : std::span(*outputs).subspan(m_plain.size()))
                TRY(write(value));
            return {};
        }
        if (slice.size() > 1) {
            TRY(askFor(settings, slice.first(slice.size() / 2)));
            return askFor(settings, slice.subspan(slice.size() / 2));
        }
        m_result.left.push_back(slice.front().name + ": "
            + (outputs ? "asking for it changes the outputs" : outputs.error().message()));
        return {};
    }

    Result<std::vector<engine::NamedValue>> run(EngineSettings settings,
        std::vector<std::string> extraOutputs, EngineFacts* facts = nullptr)
    {
        settings.extraOutputs = std::move(extraOutputs);
        auto process = TRY(EngineProcess::start(
            m_engine.library.engine, std::move(settings), m_engine.limits, m_stop));
        if (facts != nullptr)
            *facts = process.facts();
        TRY(process.setInputs(m_inputs.values, m_stop));
        TRY(process.run(false, m_stop));
        return process.outputs();
    }

    Result<void> write(const engine::NamedValue& value)
    {
        auto name = value.name;
        std::ranges::replace(name, '/', '_');
        if (!value.value.isPresent() || name.size() > longestFileName)
            return {};
        TRY(engine::writeValue(m_folder / (name + ".pb"), value.value, value.name));
        ++m_result.values;
        return {};
    }

    const EngineRequest& m_engine;
    const engine::RunRequest& m_request;
    const engine::Inputs& m_inputs;
    std::uint64_t m_capBytes;
    const fs::path& m_folder;
    const std::stop_token& m_stop;
    const support::Progress& m_progress;
    EngineSettings m_own; ///< those of the user
    std::vector<engine::NamedValue> m_plain; ///< outputs without asking for more
    EngineValues m_result;
};

} // namespace

Result<EngineValues> writeEngineValues(const EngineRequest& engine,
    const engine::RunRequest& request, const engine::Inputs& inputs, std::uint64_t capBytes,
    const fs::path& folder, const std::stop_token& stop, const support::Progress& progress)
{
    return Asker(engine, request, inputs, capBytes, folder, stop, progress).ask();
}

} // namespace profiler
