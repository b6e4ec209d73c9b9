#include "engine/plugins/operator_plugin.h"

#include "engine/gradient/gradient.h"
#include "engine/plan/planner.h"
#include "engine/plugins/crash_note.h"
#include "engine/plugins/plugin_kernel.h"
#include "engine/plugins/rules.h"
#include "model/inference/inference_context.h"
#include "model/process/shared_library.h"
#include "model/support/text.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <deque>
#include <dlfcn.h>
#include <memory>
#include <mutex>

namespace engine {

using plugins::PluginOperator;
using support::ErrorKind;
using support::Result;

namespace {

struct CloseLibrary {
    void operator()(void* handle) const { ::dlclose(handle); }
};
using Library = std::unique_ptr<void, CloseLibrary>;

/// All loaded plug-ins; none is ever removed.
struct Loaded {
    std::mutex mutex; // guards all of it
    std::deque<OperatorPlugin> plugins;
    std::deque<PluginOperator> operators;
    std::vector<const model::OperatorSchema*> notRepeatable;
};

Loaded& loaded()
{
    static auto* all = new Loaded; // kernels may live until the process ends and need it
    return *all;
}

Result<std::filesystem::path> existing(const std::filesystem::path& file)
{
    std::error_code error;
    auto path = std::filesystem::canonical(file, error);
    if (error)
        return fail("cannot be found: ", error.message());
    if (!std::filesystem::is_regular_file(path, error))
        return fail("is no file, expected a shared library (.so)");
    return path;
}

/// Operator name in crash notes before an operator is known.
const std::string& nobody()
{
    static const std::string none;
    return none;
}

Result<Library> openLibrary(const std::filesystem::path& path)
{
    const auto file = path.filename().string();
    const plugins::CrashNote note(file, "its initialisation", nobody(), "");
    const auto library = support::openSharedLibrary(path);
    if (!library)
        return fail("cannot be loaded as a shared library: ", library.error().message());
    return Library(*library);
}

Result<const OpscopePlugin*> askLibrary(void* library, const std::string& file)
{
    const OpscopePluginFunction function = support::findFunction(library, OPSCOPE_PLUGIN_FUNCTION);
    if (function == nullptr)
        return fail("has no function ", OPSCOPE_PLUGIN_FUNCTION,
            ": it is no plug-in for Opscope, or the function is not exported (see "
            "OPSCOPE_PLUGIN_EXPORT in opscope_operator.h)");
    const plugins::CrashNote note(file, OPSCOPE_PLUGIN_FUNCTION, nobody(), "");
    try {
        return function(OPSCOPE_OPERATOR_ABI);
    } catch (const std::exception& error) {
        return fail(OPSCOPE_PLUGIN_FUNCTION, " threw an exception: ", error.what());
    } catch (...) {
        return fail(OPSCOPE_PLUGIN_FUNCTION, " threw an exception");
    }
}

Result<void> checkPlugin(const OpscopePlugin* plugin)
{
    constexpr std::size_t maxOperators = 10'000;
    if (plugin == nullptr)
        return fail(OPSCOPE_PLUGIN_FUNCTION,
            " gave nothing (null): the plug-in does not work "
            "with version ",
            OPSCOPE_OPERATOR_ABI, " of the operator interface");
    if (plugin->abi != OPSCOPE_OPERATOR_ABI)
        return fail("was built for version ", plugin->abi, " of the operator interface, expected ",
            OPSCOPE_OPERATOR_ABI,
            ": build it with the opscope_operator.h of this version of Opscope");
    if (plugin->size != sizeof(OpscopePlugin))
        return fail("OpscopePlugin has ", plugin->size, " bytes, expected ", sizeof(OpscopePlugin),
            ": set its size to sizeof(OpscopePlugin)");
    if (plugin->operators == nullptr || plugin->operator_count == 0)
        return fail("gives no operators");
    if (plugin->operator_count > maxOperators)
        return fail(
            "gives ", plugin->operator_count, " operators, expected at most ", maxOperators);
    return {};
}

/// Whether Opscope itself can run the operator.
bool runsHere(const model::OperatorSchema& schema)
{
    return KernelRegistry::instance().has(schema.domain, schema.name, DeviceKind::Cpu)
        || isControlFlow(schema.domain, schema.name) || isGradient(schema.domain, schema.name);
}

/// Checks that a plug-in replaces no operator that works. It may bring one that is only known.
Result<void> checkIsNew(const PluginOperator& op, std::span<const PluginOperator> before)
{
    const auto& schema = op.schema;
    if (!isOpenToPlugins(schema.domain))
        return fail("the domain ", schema.domain,
            " belongs to the standard or to Opscope; give your operators a domain of your own");
    const auto isSame = [&](const model::OperatorSchema& other) {
        return other.domain == schema.domain && other.name == schema.name;
    };
    const auto& registry = model::OperatorRegistry::instance();
    if (const auto* known
        = registry.find(schema.domain, schema.name, registry.newestOpset(schema.domain))) {
        const auto* owner = pluginOf(*known);
        if (owner != nullptr || runsHere(*known))
            return fail("the operator exists already, from ",
                owner != nullptr ? owner->file.string() : std::string("Opscope itself"),
                "; plug-ins add operators, they do not replace any");
    }
    const bool isTwice = std::ranges::any_of(before, [&](const PluginOperator& other) {
        return isSame(other.schema) && other.schema.sinceVersion == schema.sinceVersion;
    });
    if (isTwice)
        return fail("version ", schema.sinceVersion, " of it is given twice");
    return {};
}

std::string operatorText(const model::OperatorSchema& schema)
{
    return schema.domain + "." + schema.name + "-" + std::to_string(schema.sinceVersion);
}

Result<std::vector<PluginOperator>> describeAll(
    const OpscopePlugin& plugin, const std::string& library)
{
    std::vector<PluginOperator> operators;
    for (std::size_t i = 0; i < plugin.operator_count; ++i) {
        auto op = TRY(plugins::describe(plugin.operators[i], library)
                          .within("operator " + std::to_string(i)));
        TRY(checkIsNew(op, operators).within(operatorText(op.schema)));
        operators.push_back(std::move(op));
    }
    return operators;
}

const model::OperatorSchema* registerOperator(const PluginOperator& op)
{
    auto schema = op.schema;
    if (op.described.infer != nullptr)
        schema.infer
            = [&op](model::InferenceContext& context) { plugins::inferTypes(op, context); };
    if (op.described.cost != nullptr)
        schema.cost
            = [&op](const model::CostContext& context) { return plugins::costOf(op, context); };
    auto& registry = model::OperatorRegistry::instance();
    registry.add(std::move(schema));
    if (op.described.run != nullptr)
        KernelRegistry::instance().add({ op.schema.name, op.schema.domain, DeviceKind::Cpu,
            Tier::Reference,
            [&op](const KernelRequest& request) { return plugins::preparePlugin(op, request); } });
    return registry.find(op.schema.domain, op.schema.name, op.schema.sinceVersion);
}

std::string textOr(const char* text, const std::string& otherwise)
{
    constexpr std::size_t longest = 200;
    return text == nullptr || *text == '\0'
        ? otherwise
        : support::sanitise(std::string_view(text, ::strnlen(text, longest)));
}

/// Asks each operator for the types of its outputs without knowledge of its inputs. A plug-in that
/// crashes then, the likeliest mistake, does so when it is loaded and not when a model is opened.
void tryRules(const OperatorPlugin& plugin)
{
    for (const auto* schema : plugin.operators) {
        const std::vector<model::InferenceArgument> inputs(schema->minInputs());
        model::inferNode({ .schema = *schema,
            .attributes = {},
            .inputs = inputs,
            .outputs = std::max<std::size_t>(schema->outputs.size(), 1),
            .symbolPrefix = {},
            .readConstant = {},
            .subgraphs = nullptr });
    }
}

Result<const OperatorPlugin*> load(const std::filesystem::path& given)
{
    const auto path = TRY(existing(given));
    for (const auto* plugin : operatorPlugins()) {
        if (plugin->file == path)
            return plugin;
    }
    const auto file = path.filename().string();
    auto library = TRY(openLibrary(path));
    const auto* described = TRY(askLibrary(library.get(), file));
    TRY(checkPlugin(described));
    auto operators = TRY(describeAll(*described, support::sanitise(file)));
    library.release();
    OperatorPlugin plugin { path, textOr(described->name, file), textOr(described->version, ""),
        {} };
    auto& all = loaded();
    const std::scoped_lock lock(all.mutex);
    for (auto& op : operators) {
        const auto& kept = all.operators.emplace_back(std::move(op));
        plugin.operators.push_back(registerOperator(kept));
        if (!kept.isRepeatable())
            all.notRepeatable.push_back(plugin.operators.back());
    }
    tryRules(plugin);
    return &all.plugins.emplace_back(std::move(plugin));
}

} // namespace

Result<const OperatorPlugin*> loadOperatorPlugin(const std::filesystem::path& file)
{
    auto plugin = load(file);
    if (!plugin)
        return std::move(plugin)
            .error()
            .within("plug-in " + support::quote(file.string()))
            .as(ErrorKind::File);
    return plugin;
}

void reportPluginCrashes() { plugins::reportCrashes(); }

std::vector<const OperatorPlugin*> operatorPlugins()
{
    auto& all = loaded();
    const std::scoped_lock lock(all.mutex);
    std::vector<const OperatorPlugin*> plugins;
    for (const auto& plugin : all.plugins)
        plugins.push_back(&plugin);
    return plugins;
}

const OperatorPlugin* pluginOf(const model::OperatorSchema& schema)
{
    for (const auto* plugin : operatorPlugins()) {
        if (std::ranges::find(plugin->operators, &schema) != plugin->operators.end())
            return plugin;
    }
    return nullptr;
}

bool isOpenToPlugins(std::string_view domain)
{
    constexpr std::array<std::string_view, 7> taken { "", "ai.onnx", "ai.onnx.ml",
        "ai.onnx.training", "ai.onnx.preview", "ai.onnx.preview.training", "opscope" };
    return std::ranges::find(taken, domain) == taken.end();
}

bool isRepeatable(const model::OperatorSchema* schema)
{
    auto& all = loaded();
    const std::scoped_lock lock(all.mutex);
    return std::ranges::find(all.notRepeatable, schema) == all.notRepeatable.end();
}

} // namespace engine
