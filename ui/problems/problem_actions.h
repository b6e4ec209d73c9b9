#pragma once

#include "model/support/diagnostic.h"

#include <QString>

#include <functional>
#include <string_view>
#include <vector>

namespace ui {

class Panel;

/// An action that the user can take about a finding.
struct ProblemAction {
    const char* id; ///< object name of its button, for tests: `copyCommand`
    QString text; ///< label of the button
    QString hint; ///< may be empty
    std::function<void()> follow; ///< must not be called after the panel was deleted
};

/// The actions for a finding of the panel's document, the best one first; may be empty. Does not
/// include "show in graph", because every row does that.
std::vector<ProblemAction> problemActions(const support::Diagnostic& finding, Panel& panel);

/// The command at the start of an advice: `pip install nvidia-cudnn-cu13`; empty if there is none.
QString commandOf(std::string_view advice);

/// The advice for display: as a sentence, or unchanged if it begins with a command.
QString adviceOf(const support::Diagnostic& finding, qsizetype limit);
/// The message of a finding. Messages are English: in another language the sentence of the rule
/// comes before it.
QString findingText(const support::Diagnostic& finding, qsizetype limit);

} // namespace ui
