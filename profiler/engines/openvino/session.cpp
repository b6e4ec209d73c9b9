#include "profiler/engines/engine_session.h"

#include "model/onnx/parser.h"
#include "model/support/atomic_file.h"
#include "model/support/text.h"
#include "profiler/engines/openvino/options.h"
#include "profiler/engines/openvino/runtime_graph.h"
#include "profiler/engines/openvino/times.h"
#include "profiler/engines/openvino/values.h"

#include <algorithm>
#include <array>
#include <mutex>
#include <set>
#include <unordered_map>
#include <utility>

namespace profiler {

using support::ErrorKind;
using support::fail;
using support::failAs;
using support::Result;

namespace openvino {

namespace {

constexpr const char* openVinoDevice = "CPU";
/// Most arguments after the named ones of Api::compile; all are always passed.
constexpr std::size_t maxTexts = 64;
constexpr std::pair oldestTried { 2024, 4 };
constexpr std::pair newestTried { 2026, 4 };

template <typename Object>
Owned<Object> nothing()
{
    return { nullptr, [](Object*) {} };
}

/// The first two parts of `2026.4.1-22982-…`; zeros if it begins otherwise.
std::pair<int, int> releaseOf(std::string_view build)
{
    const auto parts = support::split(build.substr(0, build.find('-')), '.');
    if (parts.size() < 2)
        return {};
    return { support::numberFrom<int>(parts[0]).value_or(0),
        support::numberFrom<int>(parts[1]).value_or(0) };
}

Result<EngineFacts> factsOf(const Api& api)
{
    Version version;
    TRY(check(api, api.version(&version), "OpenVINO does not give its version"));
    EngineFacts facts;
    facts.build = support::sanitise(version.build != nullptr ? version.build : "");
    api.freeVersion(&version);
    facts.version = facts.build.substr(0, facts.build.find('-'));
    const auto release = releaseOf(facts.build);
    if (release < oldestTried || release > newestTried)
        facts.notices.push_back("OpenVINO " + facts.version
            + " was not tried with this version of Opscope, only 2024.4 to 2026.4");
    return facts;
}

/// The sizes that an input of the model takes; nothing if its rank is open.
struct InputSizes {
    std::optional<std::vector<Dimension>> dims;

    bool isFixed() const
    {
        return dims && std::ranges::all_of(*dims, [](const Dimension& each) {
            return each.least == each.most;
        });
    }
    bool isTaking(const engine::Dims& sizes) const
    {
        return !dims || std::ranges::equal(*dims, sizes, [](const Dimension& each, auto size) {
            return size >= each.least && (each.most < 0 || size <= each.most);
        });
    }
    std::string text() const
    {
        return !dims ? "any rank" : support::joined(*dims, "×", [](const Dimension& each) {
            return each.least == each.most ? std::to_string(each.least) : std::string("?");
        });
    }
};

Result<InputSizes> inputSizes(const Api& api, const Port* port)
{
    constexpr std::int64_t maxRank = 64;
    PartialShape shape;
    TRY(check(api, api.portShape(port, &shape), "OpenVINO gives no shape of an input"));
    InputSizes sizes;
    if (shape.rank.least == shape.rank.most && shape.rank.least >= 0 && shape.rank.least <= maxRank
        && (shape.dims != nullptr || shape.rank.least == 0))
        sizes.dims.emplace(shape.dims, shape.dims + shape.rank.least);
    api.freePartialShape(&shape);
    return sizes;
}

/// A compiled model with the one request that runs it.
struct Program {
    Owned<CompiledModel> compiled = nothing<CompiledModel>();
    Owned<InferRequest> request = nothing<InferRequest>();
};

/// What is known about an operator of the recording program.
struct RecordedRow {
    int repeat = 0; ///< number of rows before it with the same name, type and kernel
    /// Operators whose mean is below 1 µs count as not executed, so a row may get its node late.
    std::optional<std::uint32_t> node;
    SingleRunTimes times;
};

std::string textOf(const char* text) { return text != nullptr ? text : ""; }

std::string keyOf(const ProfilingRow& row)
{
    return textOf(row.name) + '\n' + textOf(row.type) + '\n' + textOf(row.kernel);
}

class Session final : public EngineSession {
public:
    Session(Api api, EngineFacts facts, const EngineSettings& settings,
        std::vector<Property> properties)
        : m_api(std::move(api))
        , m_facts(std::move(facts))
        , m_path(settings.model)
        , m_isRecording(settings.isRecording)
        , m_properties(std::move(properties))
    {
    }

    /// Reads the model, and compiles it if all sizes are fixed.
    Result<void> load();

    const EngineFacts& facts() const override { return m_facts; }
    Result<void> setInputs(std::vector<engine::NamedValue> inputs) override;
    Result<void> run(bool isRecorded) override;
    Result<std::vector<engine::NamedValue>> outputs() override;
    const std::vector<ExecutedNode>& executedNodes() const override { return m_nodes; }
    Result<std::vector<std::vector<OperatorTime>>> operatorTimes(bool isEnd) override;
    Result<std::filesystem::path> saveExecutedGraph(const std::filesystem::path& folder) override;
    void cancel() override;

private:
    Result<void> readModel();
    Result<void> readOutputNames();
    Result<bool> isFixedSize() const;
    Result<Owned<Port>> inputPort(const std::string& name) const;
    Result<InputSizes> checkInput(const engine::NamedValue& input) const;
    Result<void> checkAllGiven(const std::vector<engine::NamedValue>& inputs) const;
    Result<void> fitSizes(const std::vector<engine::NamedValue>& inputs);
    Result<void> reshape(const std::vector<const engine::NamedValue*>& inputs);
    Result<Program> compile(bool isRecording) const;
    Result<void> compilePlain();
    void readSettings();
    Result<void> setTensors(const Program& program) const;
    Result<void> wait(InferRequest* request);
    Result<void> readRows();
    void setRows(std::span<const ProfilingRow> rows);
    std::uint32_t nodeOf(const ProfilingRow& row, int repeat);

    Api m_api;
    EngineFacts m_facts;
    std::filesystem::path m_path;
    bool m_isRecording;
    std::vector<Property> m_properties;
    std::vector<std::string> m_outputNames;
    Owned<Core> m_core = nothing<Core>();
    ElementTypes m_types;
    Owned<Model> m_model = nothing<Model>();
    std::vector<engine::Dims> m_reshapedTo; ///< sizes of the inputs; empty: as in the file

    std::vector<engine::NamedValue> m_inputs;
    std::vector<Owned<HostTensor>> m_tensors; ///< views of m_inputs
    bool m_hasInputs = false;
    Program m_plain;
    Program m_recording;
    InferRequest* m_latest = nullptr; ///< request of the last run

    std::vector<ExecutedNode> m_nodes;
    std::unordered_map<std::string, std::uint32_t> m_nodeIndices; ///< by name, type, kernel, repeat
    std::vector<RecordedRow> m_rows; ///< of m_recording
    std::vector<std::vector<OperatorTime>> m_times;

    std::mutex m_mutex; ///< guards the two below
    InferRequest* m_running = nullptr;
    bool m_isCancelled = false;
};

Result<void> Session::load()
{
    TRY(readOutputNames());
    Core* core = nullptr;
    TRY(check(m_api, m_api.createCore(&core), "OpenVINO does not start"));
    m_core = Owned<Core>(core, m_api.freeCore);
    m_types = TRY(ElementTypes::read(m_api, m_core.get()));
    TRY(readModel());
    if (TRY(isFixedSize()))
        TRY(compilePlain());
    return {};
}

/// OpenVINO may call an output by another name that its value has, so the names are read here.
Result<void> Session::readOutputNames()
{
    const auto model = TRY(model::onnx::openModel(m_path));
    for (const auto id : model->main().outputs)
        m_outputNames.push_back(model->value(id).name);
    return {};
}

Result<void> Session::readModel()
{
    Model* read = nullptr;
    const auto status = m_api.readModel(m_core.get(), m_path.c_str(), nullptr, &read);
    if (status != 0)
        return failure(m_api, status, "OpenVINO " + m_facts.version + " cannot read the model")
            .as(ErrorKind::Unsupported);
    m_model = Owned<Model>(read, m_api.freeModel);
    m_reshapedTo.clear();
    std::size_t count = 0;
    TRY(check(m_api, m_api.outputCount(m_model.get(), &count), "OpenVINO counts no outputs"));
    if (count != m_outputNames.size())
        return failAs(ErrorKind::Unsupported, "OpenVINO gives ", count,
            " outputs of the model, which has ", m_outputNames.size());
    return {};
}

Result<bool> Session::isFixedSize() const
{
    std::size_t count = 0;
    TRY(check(m_api, m_api.inputCount(m_model.get(), &count), "OpenVINO counts no inputs"));
    for (std::size_t i = 0; i < count; ++i) {
        Port* port = nullptr;
        TRY(check(m_api, m_api.input(m_model.get(), i, &port), "OpenVINO gives no input"));
        const Owned<Port> owned(port, m_api.freePort);
        const auto sizes = TRY(inputSizes(m_api, port));
        if (!sizes.isFixed())
            return false;
    }
    return true;
}

Result<Owned<Port>> Session::inputPort(const std::string& name) const
{
    Port* port = nullptr;
    const auto status = m_api.inputByName(m_model.get(), name.c_str(), &port);
    if (status != 0)
        return failure(m_api, status, "OpenVINO has no input " + support::quote(name))
            .as(ErrorKind::Usage);
    return Owned<Port>(port, m_api.freePort);
}

/// Checks a value against the model. Returns the sizes that the model takes.
Result<InputSizes> Session::checkInput(const engine::NamedValue& input) const
{
    const auto named = "input " + support::quote(input.name);
    if (!input.value.isTensor())
        return failAs(ErrorKind::Unsupported, named, " is no tensor: OpenVINO takes only tensors");
    const auto& tensor = input.value.tensor();
    const auto port = TRY(inputPort(input.name));
    int number = 0;
    TRY(check(m_api, m_api.portType(port.get(), &number), "OpenVINO gives no type of " + named));
    if (m_types.number(tensor.element()) != number) {
        const auto wanted = m_types.type(number);
        return failAs(ErrorKind::Usage, named, " is ", model::traits(tensor.element()).onnxName,
            ", OpenVINO takes ",
            wanted ? model::traits(*wanted).onnxName : "a type that Opscope cannot give it");
    }
    return inputSizes(m_api, port.get());
}

Result<void> Session::checkAllGiven(const std::vector<engine::NamedValue>& inputs) const
{
    std::set<std::string_view> names;
    for (const auto& input : inputs)
        names.insert(input.name);
    std::size_t count = 0;
    TRY(check(m_api, m_api.inputCount(m_model.get(), &count), "OpenVINO counts no inputs"));
    if (names.size() != inputs.size() || count != inputs.size())
        return failAs(ErrorKind::Usage, inputs.size(), " values for inputs (",
            support::joined(inputs, ", ",
                [](const engine::NamedValue& input) { return support::quote(input.name); }),
            "), but the model has ", count, " inputs in OpenVINO");
    return {};
}

/// Gives inputs with open sizes the sizes of the values, and compiles the model if it is not.
Result<void> Session::fitSizes(const std::vector<engine::NamedValue>& inputs)
{
    std::vector<engine::Dims> sizes;
    for (const auto& input : inputs) {
        if (!input.value.isTensor())
            return failAs(ErrorKind::Unsupported, "input ", support::quote(input.name),
                " is no tensor: OpenVINO takes only tensors");
        sizes.push_back(input.value.tensor().dims());
    }
    const bool isSame = m_reshapedTo == sizes;
    if (!m_reshapedTo.empty() && !isSame)
        TRY(readModel()); // the file's open sizes again
    std::vector<const engine::NamedValue*> open;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const auto taken = TRY(checkInput(inputs[i]));
        if (!taken.isTaking(sizes[i]))
            return failAs(ErrorKind::Usage, "input ", support::quote(inputs[i].name), " is ",
                engine::dimsText(sizes[i]), ", the model takes ", taken.text());
        if (!taken.isFixed())
            open.push_back(&inputs[i]);
    }
    if (open.empty() && m_plain.compiled != nullptr)
        return {};
    if (!open.empty()) {
        TRY(reshape(open));
        m_reshapedTo = std::move(sizes);
    }
    return compilePlain();
}

/// Other inputs keep their sizes: the C interface would give a scalar the shape [?].
Result<void> Session::reshape(const std::vector<const engine::NamedValue*>& inputs)
{
    std::vector<const char*> names;
    std::vector<std::vector<Dimension>> dims;
    for (const auto* input : inputs) {
        names.push_back(input->name.c_str());
        auto& each = dims.emplace_back();
        for (const auto size : input->value.tensor().dims())
            each.push_back({ size, size });
    }
    std::vector<PartialShape> shapes;
    for (auto& each : dims)
        shapes.push_back({ { std::ssize(each), std::ssize(each) }, each.data() });
    m_plain = {};
    return check(m_api, m_api.reshape(m_model.get(), names.data(), shapes.data(), shapes.size()),
        "OpenVINO does not take these sizes of the inputs");
}

Result<void> Session::setInputs(std::vector<engine::NamedValue> inputs)
{
    TRY(checkAllGiven(inputs));
    m_latest = nullptr;
    TRY(fitSizes(inputs));
    std::vector<Owned<HostTensor>> tensors;
    for (const auto& input : inputs) {
        auto view = viewOf(m_api, m_types, input.value.tensor())
                        .within("input " + support::quote(input.name));
        tensors.push_back(TRY(std::move(view)));
    }
    // The old values stay until the requests have the new ones.
    m_inputs.swap(inputs);
    m_tensors.swap(tensors);
    for (auto* program : { &m_plain, &m_recording }) {
        if (program->request == nullptr)
            continue;
        if (auto result = setTensors(*program); !result) {
            *program = {}; // it may still refer to the old values
            return result;
        }
    }
    m_hasInputs = true;
    if (m_isRecording) {
        TRY(run(true)); // the first run is slow
        m_times.clear();
        m_latest = nullptr;
    }
    return {};
}

Result<void> Session::setTensors(const Program& program) const
{
    for (std::size_t i = 0; i < m_tensors.size(); ++i)
        TRY(check(m_api,
            m_api.setTensor(program.request.get(), m_inputs[i].name.c_str(), m_tensors[i].get()),
            "OpenVINO does not take input " + support::quote(m_inputs[i].name)));
    return {};
}

/// Passes all places of a list as variadic arguments; the library reads the first `texts`.
template <std::size_t... i>
int compileWith(const Api& api, const Core* core, const Model* model, CompiledModel** compiled,
    const std::vector<const char*>& texts, std::index_sequence<i...>)
{
    const auto text = [&](std::size_t at) { return at < texts.size() ? texts[at] : ""; };
    return api.compile(core, model, openVinoDevice, texts.size(), compiled, text(i)...);
}

Result<Program> Session::compile(bool isRecording) const
{
    std::vector<const char*> texts { "PERF_COUNT", isRecording ? "YES" : "NO" };
    for (const auto& [key, value] : m_properties)
        texts.insert(texts.end(), { key.c_str(), value.c_str() });
    if (texts.size() > maxTexts)
        return failAs(ErrorKind::Usage, texts.size() / 2, " properties for OpenVINO, at most ",
            maxTexts / 2, " can be set");
    CompiledModel* compiled = nullptr;
    const auto status = compileWith(
        m_api, m_core.get(), m_model.get(), &compiled, texts, std::make_index_sequence<maxTexts>());
    if (status != 0)
        return failure(m_api, status, "OpenVINO " + m_facts.version + " cannot compile the model")
            .as(ErrorKind::Unsupported);
    Program program;
    program.compiled = Owned<CompiledModel>(compiled, m_api.freeCompiled);
    InferRequest* request = nullptr;
    TRY(check(m_api, m_api.createRequest(compiled, &request), "OpenVINO makes no request"));
    program.request = Owned<InferRequest>(request, m_api.freeRequest);
    return program;
}

Result<void> Session::compilePlain()
{
    m_latest = nullptr;
    m_recording = {};
    m_plain = TRY(compile(false));
    readSettings();
    return {};
}

void Session::readSettings()
{
    for (const auto& [setting, key] : reportedProperties()) {
        char* value = nullptr;
        if (m_api.property(m_plain.compiled.get(), key, &value) != 0 || value == nullptr)
            continue; // an older release does not have it
        m_facts.settings[setting] = support::sanitise(value);
        m_api.freeText(value);
    }
    const auto precision = m_facts.settings.find("precision");
    if (precision == m_facts.settings.end() || precision->second == "f32")
        return;
    auto notice = "OpenVINO computes floats in " + precision->second
        + ", so results differ from those of engines that compute in f32";
    if (std::ranges::find(m_facts.notices, notice) == m_facts.notices.end())
        m_facts.notices.push_back(std::move(notice));
}

/// ov_infer_request_infer would take 5 µs less, but 2026.4 does not cancel it.
Result<void> Session::wait(InferRequest* request)
{
    {
        const std::scoped_lock lock(m_mutex);
        m_isCancelled = false;
        TRY(check(m_api, m_api.start(request), "OpenVINO does not start the run"));
        m_running = request;
    }
    const auto status = m_api.wait(request);
    const std::scoped_lock lock(m_mutex);
    m_running = nullptr;
    if (status == cancelledStatus || (status != 0 && m_isCancelled))
        return failAs(ErrorKind::Cancelled, "the run was cancelled");
    return check(m_api, status, "OpenVINO " + m_facts.version + " fails to run the model");
}

Result<void> Session::run(bool isRecorded)
{
    if (!m_hasInputs || m_plain.request == nullptr)
        return failAs(ErrorKind::Usage, "the inputs of the model have no values yet");
    if (isRecorded && m_recording.request == nullptr) {
        m_rows.clear();
        m_recording = TRY(compile(true));
        TRY(setTensors(m_recording));
    }
    auto* const request = (isRecorded ? m_recording : m_plain).request.get();
    m_latest = nullptr;
    auto result = wait(request);
    if (!result) {
        if (isRecorded)
            m_recording = {}; // some of its operators have one run more than others
        return result;
    }
    m_latest = request;
    return isRecorded ? readRows() : Result<void>();
}

Result<void> Session::readRows()
{
    ProfilingRows rows;
    TRY(check(m_api, m_api.profilingRows(m_recording.request.get(), &rows),
        "OpenVINO gives no times of operators"));
    const std::span<const ProfilingRow> all(rows.rows, rows.rows != nullptr ? rows.count : 0);
    if (m_rows.empty())
        setRows(all);
    const bool isSame = all.size() == m_rows.size();
    auto& times = m_times.emplace_back();
    for (std::size_t i = 0; isSame && i < all.size(); ++i) {
        auto& row = m_rows[i];
        const auto duration = row.times.next(all[i].realUs);
        if (!row.node && all[i].status == executedRow)
            row.node = nodeOf(all[i], row.repeat);
        if (row.node)
            times.push_back({ *row.node, -1, duration, 0 });
    }
    m_api.freeRows(&rows);
    if (!isSame)
        return fail("OpenVINO gives ", all.size(), " operators with times, after ", m_rows.size(),
            " in the run before");
    return {};
}

void Session::setRows(std::span<const ProfilingRow> rows)
{
    std::unordered_map<std::string, int> repeats;
    for (const auto& row : rows)
        m_rows.emplace_back().repeat = repeats[keyOf(row)]++;
}

/// Returns the index of an executed node. The same operator of another compilation has the same.
std::uint32_t Session::nodeOf(const ProfilingRow& row, int repeat)
{
    const auto next = static_cast<std::uint32_t>(m_nodes.size());
    const auto [found, isNew]
        = m_nodeIndices.try_emplace(keyOf(row) + '\n' + std::to_string(repeat), next);
    if (isNew)
        m_nodes.push_back(
            { textOf(row.name), textOf(row.type), textOf(row.kernel), openVinoDevice, -1 });
    return found->second;
}

Result<std::vector<engine::NamedValue>> Session::outputs()
{
    if (m_latest == nullptr)
        return failAs(ErrorKind::Usage, "there are no outputs: no run succeeded with these inputs");
    std::vector<engine::NamedValue> outputs;
    for (std::size_t i = 0; i < m_outputNames.size(); ++i) {
        HostTensor* tensor = nullptr;
        TRY(check(m_api, m_api.output(m_latest, i, &tensor), "OpenVINO gives no output"));
        const Owned<HostTensor> owned(tensor, m_api.freeTensor);
        auto copy = TRY(
            copyOf(m_api, m_types, tensor).within("output " + support::quote(m_outputNames[i])));
        outputs.push_back({ m_outputNames[i], { std::move(copy) } });
    }
    return outputs;
}

Result<std::vector<std::vector<OperatorTime>>> Session::operatorTimes(bool /*isEnd*/)
{
    return std::exchange(m_times, {});
}

Result<std::filesystem::path> Session::saveExecutedGraph(const std::filesystem::path& folder)
{
    const auto& program = m_recording.compiled != nullptr ? m_recording : m_plain;
    if (program.compiled == nullptr)
        return failAs(ErrorKind::Usage, "the inputs of the model have no values yet");
    const auto text = TRY(runtimeGraph(m_api, program.compiled.get()));
    const auto file = folder / "openvino_graph.xml";
    TRY(support::writeFile(file, text));
    return file;
}

void Session::cancel()
{
    const std::scoped_lock lock(m_mutex);
    m_isCancelled = true;
    if (m_running != nullptr)
        m_api.cancel(m_running);
}

Result<std::unique_ptr<EngineSession>> openSession(const EngineSettings& settings)
{
    auto properties = TRY(propertiesOf(settings));
    auto api = TRY(openApi(settings.library));
    auto facts = TRY(factsOf(api));
    auto session = std::make_unique<Session>(
        std::move(api), std::move(facts), settings, std::move(properties));
    TRY(session->load());
    return std::unique_ptr<EngineSession>(std::move(session));
}

} // namespace

} // namespace openvino

Result<std::unique_ptr<EngineSession>> openOpenVino(const EngineSettings& settings)
{
    return openvino::openSession(settings);
}

} // namespace profiler
