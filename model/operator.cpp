#include "model/operator.h"

#include <algorithm>
#include <deque>
#include <limits>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <utility>

namespace model {

namespace {

std::size_t countRequired(const std::vector<FormalParameter>& parameters)
{
    // An optional parameter before a required one can be left out only by an empty name, so it
    // counts.
    std::size_t count = 0;
    for (std::size_t i = 0; i < parameters.size(); ++i)
        if (parameters[i].option == FormalParameter::Option::Single
            || (parameters[i].option == FormalParameter::Option::Variadic
                && parameters[i].minArity > 0))
            count = i + 1;
    return count;
}

std::size_t countLargest(const std::vector<FormalParameter>& parameters)
{
    const auto isEndless
        = !parameters.empty() && parameters.back().option == FormalParameter::Option::Variadic;
    return isEndless ? std::numeric_limits<std::size_t>::max() : parameters.size();
}

} // namespace

std::size_t OperatorSchema::minInputs() const { return countRequired(inputs); }
std::size_t OperatorSchema::maxInputs() const { return countLargest(inputs); }
std::size_t OperatorSchema::minOutputs() const { return countRequired(outputs); }
std::size_t OperatorSchema::maxOutputs() const { return countLargest(outputs); }

const AttributeSpec* OperatorSchema::attribute(std::string_view wanted) const
{
    const auto found = std::ranges::find(attributes, wanted, &AttributeSpec::name);
    return found == attributes.end() ? nullptr : &*found;
}

struct OperatorRegistry::State {
    std::shared_mutex mutex; // guards all members: a plug-in may be loaded while models are
                             // analysed
    using Versions = std::map<std::int64_t, const OperatorSchema*>;
    // Every schema ever added. Models keep pointers to schemas, also to replaced ones.
    std::deque<OperatorSchema> schemas;
    std::map<std::string, std::map<std::string, Versions, std::less<>>, std::less<>> domains;
};

OperatorRegistry& OperatorRegistry::instance()
{
    static OperatorRegistry registry;
    return registry;
}

// A function-local static, because registration objects of other files may be constructed first.
OperatorRegistry::State& OperatorRegistry::state() const
{
    static State state;
    return state;
}

void OperatorRegistry::add(OperatorSchema schema)
{
    const std::unique_lock lock(state().mutex);
    auto& versions = state().domains[schema.domain][schema.name];
    const auto version = schema.sinceVersion;
    versions.insert_or_assign(version, &state().schemas.emplace_back(std::move(schema)));
}

const OperatorSchema* OperatorRegistry::find(
    std::string_view domain, std::string_view name, std::int64_t opset) const
{
    const std::shared_lock lock(state().mutex);
    const auto& domains = state().domains;
    const auto operators = domains.find(domain == "ai.onnx" ? std::string_view() : domain);
    if (operators == domains.end())
        return nullptr;
    const auto versions = operators->second.find(name);
    if (versions == operators->second.end())
        return nullptr;
    const auto after = versions->second.upper_bound(opset);
    return after == versions->second.begin() ? nullptr : std::prev(after)->second;
}

std::int64_t OperatorRegistry::newestOpset(std::string_view domain) const
{
    const std::shared_lock lock(state().mutex);
    const auto& domains = state().domains;
    const auto operators = domains.find(domain == "ai.onnx" ? std::string_view() : domain);
    if (operators == domains.end())
        return 0;
    std::int64_t newest = 0;
    for (const auto& [name, versions] : operators->second)
        newest = std::max(newest, versions.rbegin()->first);
    return newest;
}

std::vector<const OperatorSchema*> OperatorRegistry::all() const
{
    const std::shared_lock lock(state().mutex);
    std::vector<const OperatorSchema*> schemas;
    for (const auto& [domain, operators] : state().domains)
        for (const auto& [name, versions] : operators)
            for (const auto& [version, schema] : versions)
                schemas.push_back(schema);
    return schemas;
}

} // namespace model
