#include "ui/document/document.h"
#include "ui/document/model_names.h"
#include "ui/document/settings.h"
#include "ui/edit/model_editor.h"

#include <QFileInfo>

#include <algorithm>
#include <utility>

/// A document whose model is edited.
namespace ui {

/// Keeps the folds, by the graph ids of the new model. Open groups are stored by key and stay
/// valid. A graph without any node of the old model is left out, so it opens like a new graph.
void Document::keepFolds(const ModelNames& names, const model::Model& before)
{
    QHash<quint32, Folds> kept;
    for (auto known = m_folds.cbegin(); known != m_folds.cend(); ++known) {
        const auto graph = names({ SelectedItem::Kind::Graph, known.key() });
        const auto isKnown = [&](model::NodeId node) {
            return names({ SelectedItem::Kind::Node, node.value() }).has_value();
        };
        if (graph && std::ranges::any_of(before.graph(model::GraphId(known.key())).nodes, isKnown))
            kept.insert(graph->id, { nullptr, known->open, known->shown, known->openedFor });
    }
    m_folds = kept;
}

void Document::setEdited(EditedModel edited)
{
    const auto selected = m_selection.items();
    const auto current = m_selection.current();
    const auto before = std::exchange(m_model, edited.model);
    m_selection.clear(); // until all views have the new model
    m_drawingOptions.cut.neverCut = valuesNow(edited.ids, m_drawingOptions.cut.neverCut);
    const ModelNames names(std::move(edited.ids));
    keepFolds(names, *before);
    takeEdited(edited, names);
    collectProblems();
    emit idsChanged(names);
    emit modelChanged();
    emit stateChanged();
    emit graphChanged();
    m_selection.rename(names);
    selectRenamed(names, selected, current);
    setVerification(nullptr); // it compared the model before
    emit analysisChanged();
    emit groupTreeChanged();
    if (scene() != nullptr)
        emit sceneChanged();
    else
        place();
    if (m_analysis->binding != m_binding)
        analyse(); // it was changed while the edit was applied
    matchRuns();
}

void Document::takeEdited(EditedModel& edited, const ModelNames& names)
{
    m_labels = std::move(edited.labels);
    m_analysis = std::move(edited.analysis.analysis);
    m_blockers = std::move(edited.analysis.blockers);
    m_runProblems.clear(); // they belong to the model before
    m_scenes.clear();
    const auto shown = names({ SelectedItem::Kind::Graph, m_currentGraph.value() });
    m_currentGraph = model::GraphId(shown ? shown->id : 0U);
    m_selection.setGraph(m_currentGraph.value());
    if (edited.placed.scene == nullptr || edited.graph != m_currentGraph)
        return;
    const auto known = m_folds.constFind(m_currentGraph.value());
    if (known != m_folds.constEnd() && known->open != edited.placed.open)
        return; // groups were folded while the edit was applied
    const auto openedFor = known != m_folds.constEnd() ? known->openedFor : QSize();
    auto open = std::move(edited.placed.open);
    m_folds.insert(
        m_currentGraph.value(), { std::move(edited.placed.tree), open, open, openedFor });
    m_scenes.insert(m_currentGraph.value(), std::move(edited.placed.scene));
}

void Document::savedAs(const QString& path)
{
    m_path = path;
    settings::rememberFile({ m_path, QDateTime::currentDateTime(),
        static_cast<qlonglong>(m_model->main().nodes.size()), QFileInfo(m_path).size(), {}, {} });
    emit pathChanged();
    emit fileRead();
    emit stateChanged();
    matchRuns();
}

QString Document::unsavedEdits() const
{
    return m_editor != nullptr && m_editor->isModified()
        ? tr("the model has edits that are not saved: save it first")
        : QString();
}

} // namespace ui
