#include "model/checks/checker.h"

#include "model/checks/rules.h"

#include <array>

namespace model::checks {

namespace {

constexpr std::array checks {
    Check { "operator", "every operator is known in the version that the model imports",
        checkOperators },
    Check { "arity", "nodes have as many inputs and outputs as their operator", checkArity },
    Check { "attribute",
        "attributes are known, of the right kind, written once, and none is missing",
        checkAttributes },
    Check { "attribute-value", "attributes have a value that the standard names",
        checkAttributeValues },
    Check { "function", "local functions are not recursive and get the inputs they ask for",
        checkFunctions },
    Check { "subgraph",
        "bodies of If, Loop and Scan have the inputs and outputs that the operator asks for",
        checkSubgraphs },
    Check { "interface", "the model has inputs and outputs with types", checkInterface },
    Check { "unused", "weights and nodes whose result nobody reads", checkUnused },
    Check { "depth", "subgraphs are not nested deeper than other tools can read", checkDepth },
};

} // namespace

std::span<const Check> allChecks() { return checks; }

support::Diagnostics runChecks(const Model& model, const std::stop_token& stop)
{
    support::Diagnostics diagnostics;
    for (const auto& check : checks) {
        if (!stop.stop_requested())
            check.run(model, diagnostics);
    }
    return diagnostics;
}

std::string shownDomain(std::string_view domain)
{
    return domain.empty() ? "ai.onnx" : std::string(domain);
}

std::string counted(std::size_t count, std::string_view noun)
{
    return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

} // namespace model::checks
