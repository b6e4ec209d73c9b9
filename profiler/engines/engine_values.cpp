#include "profiler/engines/engine_values.h"

#include "engine/inputs/value_file.h"
#include "model/inference/analysis.h"
#include "model/onnx/parser.h"
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
std::vector<WantedValue> valuesOf(const engine::RunRequest& request, const engine::Inputs& inputs)
{
    const auto& model = *request.model;
    const auto analysis = model::analyse(request.model, inputs.dims);
    std::vector<WantedValue> values;
    for (const auto id : model.main().nodes)
        for (const auto output : model.node(id).outputs) {
            if (!output.isValid() || model.value(output).isOutput
                || model.value(output).name.empty())
                continue;
            const auto& type = model::typeOf(model, analysis.get(), output);
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

class Asker {
public:
    Asker(const EngineRequest& engine, const engine::RunRequest& request,
        const engine::Inputs& inputs, const fs::path& folder, const std::stop_token& stop,
        const support::Progress& progress)
        : m_engine(engine)
        , m_request(request)
        , m_inputs(inputs)
        , m_folder(folder)
        , m_stop(stop)
        , m_progress(progress)
    {
    }

    Result<EngineValues> ask(std::uint64_t capBytes)
    {
        m_plain = TRY(run({}));
        for (const auto& output : m_plain)
            TRY(write(output));
        if (m_engine.library.engine != OtherEngine::OnnxRuntime)
            return std::move(m_result);
        auto wanted = valuesOf(m_request, m_inputs);
        if (const auto level = m_engine.options.find("level");
            level == m_engine.options.end() || level->second != "none")
            TRY(dropInsideFused(wanted));
        for (std::size_t begin = 0; begin < wanted.size();) {
            std::size_t end = begin;
            for (std::uint64_t bytes = 0;
                 end < wanted.size() && (end == begin || bytes + wanted[end].bytes <= capBytes);
                 ++end)
                bytes += wanted[end].bytes;
            TRY(askFor(std::span(wanted).subspan(begin, end - begin)));
            begin = end;
            if (m_progress)
                m_progress("asking for values", begin, wanted.size());
        }
        return std::move(m_result);
    }

private:
    /// Drops the values that ONNX Runtime's optimised model does not have.
    Result<void> dropInsideFused(std::vector<WantedValue>& wanted)
    {
        auto process = TRY(EngineProcess::start(
            m_engine.library.engine, settingsFor(m_request, m_engine), m_engine.limits, m_stop));
        const auto file = TRY(process.saveExecutedGraph());
        const auto executed = TRY(model::onnx::openModel(file));
        const auto pairs = onnx_runtime::pairValues(*m_request.model, *executed);
        std::set<std::string_view> names;
        for (const auto id : pairs.values)
            if (id.isValid())
                names.insert(m_request.model->value(id).name);
        m_result.inside = std::erase_if(
            wanted, [&](const WantedValue& value) { return !names.contains(value.name); });
        return {};
    }

    /// The recursion halves: it is as deep as the number of values has bits.
    Result<void> askFor(std::span<const WantedValue> slice)
    {
        std::error_code failure;
        if (fs::space(m_folder, failure).available < leastFreeBytes && !failure)
            return failAs(ErrorKind::Resource, "the disk of ", m_folder.string(),
                " is nearly full: the values of the other engine do not fit");
        std::vector<std::string> names;
        for (const auto& value : slice)
            names.push_back(value.name);
        auto outputs = run(names);
        if (!outputs && outputs.error().kind() == ErrorKind::Cancelled)
            return std::move(outputs).error();
        const bool isSame = outputs && outputs->size() == m_plain.size() + slice.size()
            && std::ranges::equal(m_plain, std::span(*outputs).first(m_plain.size()),
                [](const auto& a, const auto& b) { return areSameBits(a.value, b.value); });
        if (isSame) {
            for (const auto& value : std::span(*outputs).subspan(m_plain.size()))
                TRY(write(value));
            return {};
        }
        if (slice.size() > 1) {
            TRY(askFor(slice.first(slice.size() / 2)));
            return askFor(slice.subspan(slice.size() / 2));
        }
        m_result.left.push_back(slice.front().name + ": "
            + (outputs ? "asking for it changes the outputs" : outputs.error().message()));
        return {};
    }

    Result<std::vector<engine::NamedValue>> run(std::vector<std::string> extraOutputs)
    {
        auto settings = settingsFor(m_request, m_engine);
        settings.extraOutputs = std::move(extraOutputs);
        auto process = TRY(EngineProcess::start(
            m_engine.library.engine, std::move(settings), m_engine.limits, m_stop));
        m_result.facts = process.facts();
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
    const fs::path& m_folder;
    const std::stop_token& m_stop;
    const support::Progress& m_progress;
    std::vector<engine::NamedValue> m_plain; ///< outputs without asking for more
    EngineValues m_result;
};

} // namespace

Result<EngineValues> writeEngineValues(const EngineRequest& engine,
    const engine::RunRequest& request, const engine::Inputs& inputs, std::uint64_t capBytes,
    const fs::path& folder, const std::stop_token& stop, const support::Progress& progress)
{
    return Asker(engine, request, inputs, folder, stop, progress).ask(capBytes);
}

} // namespace profiler
