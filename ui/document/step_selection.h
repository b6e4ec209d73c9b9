#pragma once

#include "engine/run/observer.h"
#include "profiler/tables/profile.h"
#include "ui/document/selection.h"

#include <vector>

namespace ui {

class Document;

/// Conversions between the steps of a profile and the selection of a document.

/// Returns for each step whether it is selected, or does the work of a selected node.
std::vector<bool> selectedSteps(const profiler::Profile& profile, const QList<SelectedItem>& items);

/// Returns the node whose work a step of the current profile does; the step itself if it has none.
SelectedItem itemOfStep(const Document& document, engine::StepId step);
/// Selects the item of a step (itemOfStep) and shows its graph.
void selectStep(Document& document, engine::StepId step, const QObject* origin);
/// Selects the nodes whose work these steps do, and the steps that have no node. Each item is
/// selected once.
void selectSteps(
    Document& document, const std::vector<engine::StepId>& steps, const QObject* origin);

} // namespace ui
