#pragma once

#include "engine/run/observer.h"
#include "profiler/tables/profile.h"
#include "ui/document/selection.h"

#include <vector>

namespace ui {

class Document;

/// The one selection, seen by views whose items are steps of a profile.

/// By step: it is selected, or does the work of a node that is.
std::vector<bool> selectedSteps(const profiler::Profile& profile, const QList<SelectedItem>& items);

/// The node whose work a step of the current profile does; the step itself if it has none.
SelectedItem itemOfStep(const Document& document, engine::StepId step);
/// Selects what a step stands for and shows its graph.
void selectStep(Document& document, engine::StepId step, const QObject* origin);
/// Selects what all these steps stand for, each once.
void selectSteps(
    Document& document, const std::vector<engine::StepId>& steps, const QObject* origin);

} // namespace ui
