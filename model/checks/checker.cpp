#include "model/checks/checker.h"

#include "model/checks/rules.h"

#include <array>

namespace model::checks {

namespace {

constexpr std::array checks { checkOperators, checkArity, checkAttributes, checkAttributeValues,
    checkFunctions, checkSubgraphs, checkInterface, checkUnused, checkDepth };

} // namespace

support::Diagnostics runChecks(const Model& model, const std::stop_token& stop)
{
    support::Diagnostics diagnostics;
    for (const auto check : checks) {
        if (!stop.stop_requested())
            check(model, diagnostics);
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
