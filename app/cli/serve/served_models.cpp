#include "app/cli/serve/served_models.h"

#include "app/cli/commands.h"
#include "app/cli/profiling/output_summary.h"
#include "app/cli/profiling/run_options.h"
#include "engine/inputs/value_file.h"
#include "model/decoder_roles.h"
#include "model/support/hash.h"
#include "model/support/text.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <chrono>

namespace cli {

using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

constexpr std::size_t mostModels = 4;
constexpr std::uint64_t mostBytes = std::uint64_t(2) << 30;

/// Identity of a file and its content: device, inode, size and the time of the last change.
std::string identityOf(const std::string& path)
{
    struct stat state { };
    if (::stat(path.c_str(), &state) != 0)
        return {};
    return support::joined(std::array { std::uint64_t(state.st_dev), std::uint64_t(state.st_ino),
                               static_cast<std::uint64_t>(state.st_size),
                               static_cast<std::uint64_t>(state.st_mtim.tv_sec),
                               static_cast<std::uint64_t>(state.st_mtim.tv_nsec) },
        " ", [](std::uint64_t number) { return std::to_string(number); });
}

std::string keyOf(const ServedRun& run)
{
    auto key = run.model + '\0' + identityOf(run.model);
    for (const auto& option : run.options)
        key += '\0' + option;
    return key;
}

} // namespace

Result<std::unique_ptr<ServedModel>> ServedModel::open(
    const ServedRun& run, const std::stop_token& stop)
{
    std::vector<std::string> words { "run", run.model, "--quiet" };
    words.insert(words.end(), run.options.begin(), run.options.end());
    auto parsed = TRY(parseCommand(words));
    parsed.invocation.stop = stop;
    auto request = TRY(runRequest(parsed.invocation));
    TRY(checkDimensions(request.dims, { *request.model }));
    std::set<std::string> made;
    for (const auto& row : request.inputs)
        made.insert(row.first);
    for (const auto& [name, file] : run.inputs) {
        auto& spec = request.inputs[name];
        spec.source = engine::InputSpec::Source::File;
        spec.file = file;
    }
    if (request.cudaGraph == engine::CudaGraph::Auto)
        request.cudaGraph = engine::CudaGraph::On;
    auto prepared = engine::prepare(request);
    if (!prepared.plan)
        return explainUnsupported(prepared);
    auto session = TRY(engine::Session::create(*prepared.plan));
    if (!request.data.empty())
        for (const auto& input : prepared.inputs.values)
            made.insert(input.name);
    std::unique_ptr<ServedModel> served(
        new ServedModel(std::move(session), std::move(prepared.inputs)));
    served->m_made = std::move(made);
    served->m_report = std::move(prepared.report);
    served->m_sha256 = TRY(support::sha256OfFile(request.model->path, stop));
    return served;
}

Result<std::vector<engine::RuntimeValue>> ServedModel::valuesOf(const ServedRun& run) const
{
    for (const auto& row : run.inputs) {
        if (std::ranges::find(m_inputs.values, row.first, &engine::PreparedInput::name)
            == m_inputs.values.end())
            return failAs(ErrorKind::Usage, "the model has no input ", support::quote(row.first),
                ", it has ", support::joined(m_inputs.values, ", ", [](const auto& input) {
                    return support::sanitise(input.name);
                }));
    }
    const auto declared = model::inputsWithoutWeights(m_session.plan().model());
    std::vector<engine::RuntimeValue> values;
    for (std::size_t i = 0; i < m_inputs.values.size(); ++i) {
        const auto& input = m_inputs.values[i];
        const auto given = run.inputs.find(input.name);
        if (given == run.inputs.end()) {
            if (!m_made.contains(input.name) && input.value.isPresent())
                return failAs(ErrorKind::Usage, "input ", support::quote(input.name), " (",
                    valueTypeText(input.value), ") is not given");
            values.push_back(input.value);
            continue;
        }
        const auto where = "input '" + support::sanitise(input.name) + "'";
        auto value = TRY(engine::readValue(given->second, declared[i]->type).within(where));
        if (value.isTensor())
            TRY(engine::checkDeclared(value.tensor().type, declared[i]->type).within(where));
        values.push_back(std::move(value));
    }
    return values;
}

Result<ServedModel::Outcome> ServedModel::run(const ServedRun& run, const std::stop_token& stop)
{
    const auto values = TRY(valuesOf(run));
    const auto start = std::chrono::steady_clock::now();
    const auto result = TRY(m_session.run(values, nullptr, stop));
    Outcome outcome;
    outcome.wallNs = std::chrono::nanoseconds(std::chrono::steady_clock::now() - start).count();
    for (std::size_t i = 0; i < result.outputs.size(); ++i) {
        const auto& output = result.outputs[i];
        const auto file = !output.value.isPresent()
            ? std::string()
            : "output_" + std::to_string(i) + (output.value.isTensor() ? ".npy" : ".pb");
        if (!file.empty())
            TRY(engine::writeValue(
                std::filesystem::path(run.outputs) / file, output.value, output.name));
        outcome.outputs.push_back({ output.name, file, valueTypeText(output.value) });
    }
    return outcome;
}

std::uint64_t ServedModel::bytes() const
{
    return m_session.plan().memory().weightBytes + m_session.peakBytes();
}

Result<ServedModel*> ServedModels::get(const ServedRun& run, const std::stop_token& stop)
{
    auto key = keyOf(run);
    const auto found = std::ranges::find(m_entries, key, &Entry::key);
    if (found != m_entries.end()) {
        m_entries.splice(m_entries.begin(), m_entries, found);
        return m_entries.front().model.get();
    }
    auto model = TRY(ServedModel::open(run, stop));
    m_entries.push_front({ std::move(key), std::move(model) });
    makeRoom();
    return m_entries.front().model.get();
}

void ServedModels::makeRoom()
{
    const auto taken = [&] {
        std::uint64_t bytes = 0;
        for (const auto& entry : m_entries)
            bytes += entry.model->bytes();
        return bytes;
    };
    while (m_entries.size() > 1 && (m_entries.size() > mostModels || taken() > mostBytes))
        m_entries.pop_back();
}

} // namespace cli
