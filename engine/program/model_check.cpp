#include "engine/program/model_check.h"

#include "model/checks/checker.h"
#include "model/checks/finding_rules.h"
#include "model/inference/shape_inference.h"
#include "model/support/text.h"

#include <algorithm>

namespace engine {

support::Diagnostics findingsAgainstRun(const RunRequest& request)
{
    if (std::ranges::find(request.tolerated, "all") != request.tolerated.end())
        return {};
    const auto& model = *request.model;
    auto found = model.diagnostics;
    std::ranges::move(model::checks::runChecks(model), std::back_inserter(found));
    std::ranges::move(model::inferTypes(model).diagnostics, std::back_inserter(found));
    return model::checks::stoppingFindings(model, found, request.tolerated);
}

support::Error refusal(const support::Diagnostics& findings)
{
    constexpr std::size_t shown = 3;
    std::string text = support::countOf(findings.size(), "problem of the model stops",
                           "problems of the model stop")
        + " a run: ";
    for (std::size_t i = 0; i < std::min(findings.size(), shown); ++i) {
        const auto& finding = findings[i];
        text += (i == 0 ? "" : "; ") + finding.where.path + (finding.where.path.empty() ? "" : ": ")
            + finding.message + " [" + finding.code + "]";
    }
    return support::failAs(support::ErrorKind::File, text, findings.size() > shown ? "; …" : "");
}

} // namespace engine
