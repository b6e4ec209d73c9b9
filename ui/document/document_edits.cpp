#include "ui/document/document.h"

#include "model/support/release_later.h"
#include "ui/document/model_names.h"
#include "ui/document/settings.h"
#include "ui/document/shown_graph.h"
#include "ui/edit/model_editor.h"

#include <QFileInfo>

#include <utility>

/// A document whose model is edited.
namespace ui {

void Document::setEdited(EditedModel edited)
{
    const auto selected = m_selection.items();
    const auto current = m_selection.current();
    const auto before = std::exchange(m_model, edited.model);
    m_selection.clear(); // until all views have the new model
    m_drawingOptions.cut.neverCut = valuesNow(*edited.ids, m_drawingOptions.cut.neverCut);
    const ModelNames names(edited.ids);
    takeEdited(edited);
    for (auto* shown : m_shownGraphs) {
        shown->followModel(&names, before.get());
        shown->take(edited.graph, edited.placed);
    }
    m_selection.setGraph(currentGraph().value());
    collectProblems();
    emit idsChanged(names);
    emit modelChanged();
    emit stateChanged();
    for (auto* shown : m_shownGraphs)
        emit shown->graphChanged();
    m_selection.rename(names);
    selectRenamed(names, selected, current);
    setVerification(nullptr); // it compared the model before
    emit analysisChanged();
    for (auto* shown : m_shownGraphs) {
        emit shown->groupTreeChanged();
        if (shown->scene() != nullptr)
            emit shown->sceneChanged();
        else
            shown->place();
    }
    if (m_analysis->binding != m_binding)
        analyse(); // it was changed while the edit was applied
    matchRuns();
}

void Document::takeEdited(EditedModel& edited)
{
    m_labels = std::move(edited.labels);
    m_analysis = std::move(edited.analysis.analysis);
    m_blockers = std::move(edited.analysis.blockers);
    m_runProblems.clear(); // they belong to the model before
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
