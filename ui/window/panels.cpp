#include "ui/window/panels.h"

#include "ui/explorer/explorer_panel.h"
#include "ui/find/find_panel.h"
#include "ui/flame/flame_panel.h"
#include "ui/inspectors/inspector_panel.h"
#include "ui/log/log_panel.h"
#include "ui/memory/memory_panel.h"
#include "ui/operators/operators_panel.h"
#include "ui/problems/problems_panel.h"
#include "ui/roofline/roofline_panel.h"
#include "ui/run/run_panel.h"
#include "ui/runs/runs_panel.h"
#include "ui/sweep/sweep_panel.h"
#include "ui/tensors/tensors_panel.h"
#include "ui/timeline/timeline_panel.h"
#include "ui/verify/verify_panel.h"

#include <QCoreApplication>

namespace ui {

const QList<PanelSpec>& panelSpecs()
{
    using Area = PanelSpec::Area;
    static const QList<PanelSpec> specs {
        { "model", QT_TRANSLATE_NOOP("Panels", "Model"), Area::Left, createExplorerPanel,
            { "go.model" } },
        { "find", QT_TRANSLATE_NOOP("Panels", "Find"), Area::Left, createFindPanel,
            { "edit.find", "go.toNode" } },
        { "inspector", QT_TRANSLATE_NOOP("Panels", "Inspector"), Area::Right, createInspectorPanel,
            { "go.inspector", "go.properties" } },
        { "timeline", QT_TRANSLATE_NOOP("Panels", "Timeline"), Area::BottomLeft,
            createTimelinePanel, { "go.timeline", "go.typicalRun", "view.overlayRuns" } },
        { "operators", QT_TRANSLATE_NOOP("Panels", "Operators"), Area::BottomRight,
            createOperatorsPanel, { "go.operators" } },
        // These follow the first dock of both bottom areas: a dock among tabs cannot be split any
        // more.
        { "flame", QT_TRANSLATE_NOOP("Panels", "Flame"), Area::BottomLeft, createFlamePanel },
        { "roofline", QT_TRANSLATE_NOOP("Panels", "Roofline"), Area::BottomLeft,
            createRooflinePanel },
        { "memory", QT_TRANSLATE_NOOP("Panels", "Memory"), Area::BottomLeft, createMemoryPanel },
        { "sweep", QT_TRANSLATE_NOOP("Panels", "Sweep"), Area::BottomLeft, createSweepPanel,
            { "run.sweep" } },
        { "tensors", QT_TRANSLATE_NOOP("Panels", "Tensors"), Area::BottomRight,
            createTensorsPanel },
        { "runs", QT_TRANSLATE_NOOP("Panels", "Runs"), Area::BottomRight, createRunsPanel },
        { "verify", QT_TRANSLATE_NOOP("Panels", "Verify"), Area::BottomRight, createVerifyPanel },
        { "problems", QT_TRANSLATE_NOOP("Panels", "Problems"), Area::BottomRight,
            createProblemsPanel, { "go.problems" } },
        { "log", QT_TRANSLATE_NOOP("Panels", "Log"), Area::BottomRight, createLogPanel },
        { "run", QT_TRANSLATE_NOOP("Panels", "Run"), Area::Left, createRunPanel,
            { "run.settings" } },
    };
    return specs;
}

} // namespace ui
