#pragma once

#include "model/support/diagnostic.h"

#include <QString>

#include <functional>
#include <string_view>
#include <vector>

namespace ui {

class Panel;

/// Something that can be done about a finding.
struct ProblemAction {
    const char* id; ///< of its button, for tests: `copyCommand`
    QString text; ///< in the words of a button
    QString hint; ///< may be empty
    std::function<void()> follow; ///< the panel must still be there
};

/// What can be done about a finding of the panel's document, the best first; empty where there is
/// nothing but its advice. Its place in the graph is not among them: every row leads there.
std::vector<ProblemAction> problemActions(const support::Diagnostic& finding, Panel& panel);

/// The command that an advice begins with: `pip install nvidia-cudnn-cu13`. Empty of others.
QString commandOf(std::string_view advice);

/// The advice as it is shown: a sentence, or the command that it begins with as it is.
QString adviceOf(const support::Diagnostic& finding, qsizetype limit);

} // namespace ui
