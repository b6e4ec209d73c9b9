#include "ui/canvas/graph_view.h"
#include "ui/canvas/tools/breadcrumb.h"
#include "ui/document/document.h"
#include "ui/document/search.h"
#include "ui/document/shown_graph.h"
#include "ui/jobs/job_runner.h"
#include "ui/translation/text.h"
#include "ui/window/actions.h"

#include <utility>

/// The colouring of the graph.
namespace ui {

void GraphView::applyColouring()
{
    if (!takesActions())
        return;
    for (const auto& spec : overlaySpecs()) {
        if (auto* action = m_context.actions.action(spec.actionId))
            action->setChecked(m_colouring == QLatin1String(spec.actionId));
    }
    const auto engine = m_document->layoutEngine();
    if (auto* layered = m_context.actions.action("view.layoutLayered"))
        layered->setChecked(engine == QStringLiteral("layered"));
    if (auto* graphviz = m_context.actions.action("view.layoutGraphviz"))
        graphviz->setChecked(engine == QStringLiteral("dot"));
    offerGraphviz();
}

void GraphView::colourBy(const QString& actionId)
{
    if (findOverlay(actionId) == nullptr)
        return;
    m_document->search()->setColoured(false);
    const auto before = std::exchange(m_colouring, actionId);
    makeOverlay();
    if (before != m_colouring)
        emit colouringChosen(before, m_colouring);
}

/// Starts a job that makes the overlay. Overlays with times wait for the statistics.
void GraphView::makeOverlay()
{
    const auto* spec = findOverlay(m_colouring);
    if (m_document->model() == nullptr || spec == nullptr)
        return;
    const bool needsTimes
        = spec == &overlaySpecs().front() || m_colouring == QStringLiteral("view.colourTime");
    const bool mustWait = m_document->profile() != nullptr && m_document->statistics() == nullptr;
    if ((needsTimes && mustWait)
        || (m_document->profile() == nullptr && spec == &overlaySpecs().front())) {
        if (std::exchange(m_overlay, nullptr) != nullptr)
            refreshContent();
        return applyColouring();
    }
    applyColouring();
    using Made = std::shared_ptr<const layout::Overlay>;
    const OverlaySource source { m_document->model(), m_document->analysis(), m_document->profile(),
        m_document->statistics(), m_document->verification(), m_shown->groupTree() };
    m_context.jobs.start<Made>(
        this, QStringLiteral("overlay"), tr("Colouring the graph"),
        [source, spec](std::stop_token, const support::Progress&) -> support::Result<Made> {
            return spec->make(source);
        },
        [this, spec](support::Result<Made> made) {
            if (!made || spec != findOverlay(m_colouring))
                return;
            m_overlay = *std::move(made);
            if (m_overlay == nullptr && spec != &overlaySpecs().front()) {
                m_breadcrumb->setFacts(tr(spec->missing));
                m_colouring = QString::fromLatin1(overlaySpecs().front().actionId);
                return makeOverlay();
            }
            auto options = m_document->drawingOptions();
            if (m_overlay != nullptr && m_overlay->use != layout::Overlay::Use::Classes
                && !options.cards.measured) {
                options.cards.measured = true;
                m_document->setDrawingOptions(options);
            }
            refreshContent();
        });
}

} // namespace ui
