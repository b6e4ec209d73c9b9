#include "ui/window/panels.h"

#include "ui/edit/edit_history_panel.h"
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

namespace ui {

namespace {

template <typename Content>
Panel* makePanel(Context& context, QWidget* parent)
{
    return new Content(context, parent);
}

} // namespace

const QList<PanelSpec>& panelSpecs()
{
    using Area = PanelSpec::Area;
    static const QList<PanelSpec> specs {
        { "model", QT_TR_NOOP("Model"), Area::Left, makePanel<ExplorerPanel>, { "go.model" } },
        { "find", QT_TR_NOOP("Find"), Area::Left, makePanel<FindPanel>,
            { "edit.find", "go.toNode" } },
        { "inspector", QT_TR_NOOP("Inspector"), Area::Right, makePanel<InspectorPanel>,
            { "go.inspector", "go.properties" } },
        { "timeline", QT_TR_NOOP("Timeline"), Area::BottomLeft, makePanel<TimelinePanel>,
            { "go.timeline", "go.typicalRun", "view.overlayRuns" } },
        { "operators", QT_TR_NOOP("Operators"), Area::BottomRight, makePanel<OperatorsPanel>,
            { "go.operators" } },
        // These follow the first dock of both bottom areas: a dock among tabs cannot be split any
        // more.
        { "flame", QT_TR_NOOP("Flame"), Area::BottomLeft, makePanel<FlamePanel> },
        { "roofline", QT_TR_NOOP("Roofline"), Area::BottomLeft, makePanel<RooflinePanel> },
        { "memory", QT_TR_NOOP("Memory"), Area::BottomLeft, makePanel<MemoryPanel> },
        { "sweep", QT_TR_NOOP("Sweep"), Area::BottomLeft, makePanel<SweepPanel>, { "run.sweep" } },
        { "tensors", QT_TR_NOOP("Tensors"), Area::BottomRight, makePanel<TensorsPanel> },
        { "runs", QT_TR_NOOP("Runs"), Area::BottomRight, makePanel<RunsPanel> },
        { "verify", QT_TR_NOOP("Verify"), Area::BottomRight, makePanel<VerifyPanel> },
        { "problems", QT_TR_NOOP("Problems"), Area::BottomRight, makePanel<ProblemsPanel>,
            { "go.problems" } },
        { "edits", QT_TR_NOOP("Edit history"), Area::BottomRight, makePanel<EditHistoryPanel>,
            { "go.edits" } },
        { "log", QT_TR_NOOP("Log"), Area::BottomRight, makePanel<LogPanel> },
        { "run", QT_TR_NOOP("Run"), Area::Left, makePanel<RunPanel>, { "run.settings" } },
    };
    return specs;
}

} // namespace ui
