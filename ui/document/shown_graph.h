#pragma once

#include "ui/document/place_graph.h"

#include <QHash>
#include <QObject>
#include <QSize>

#include <memory>

namespace ui {

class Document;
class JobRunner;
class ModelNames;

/// What one view of a document shows: one of the model's graphs, its open groups, and its layout. A
/// document has one of them, or two while its view is split.
class ShownGraph : public QObject {
    Q_OBJECT

public:
    ShownGraph(Document& document, JobRunner& jobs, QObject* parent);
    ~ShownGraph() override;

    /// Takes graph, open groups and layouts of another view of the same document.
    void copy(const ShownGraph& other);

    model::GraphId graph() const { return m_graph; }
    void enter(model::GraphId graph);
    /// The layout of the graph; null before it is ready.
    std::shared_ptr<const layout::Scene> scene() const;
    /// The groups of the graph, made when it is first placed; null before that. Group indices below
    /// are those of this tree. Views of the same graph have equal trees.
    std::shared_ptr<const layout::GroupTree> groupTree() const;
    /// The same for any graph of the model.
    std::shared_ptr<const layout::GroupTree> treeOf(model::GraphId graph) const;
    /// The open groups of the graph. They are remembered for every graph that was shown.
    const layout::OpenGroups& openGroups() const;
    bool isGroupOpen(quint32 group) const;
    /// Lays out the graph again with these groups open; the old picture stays until the new one is
    /// ready.
    void setOpenGroups(layout::OpenGroups open);
    void setGroupOpen(quint32 group, bool isOpen);
    /// Opens the group and the groups that contain it.
    void openWithAncestors(quint32 group);
    void foldAll();
    void unfoldAll();
    void unfoldOneLevel();
    /// True if the picture shows the node. A node of a subgraph or function body may be shown
    /// inside the node that calls the body.
    bool shows(model::NodeId node) const;
    /// Sets the size of the canvas in pixels. It decides which groups are open when a graph is
    /// shown for the first time.
    void setViewport(QSize size) { m_viewport = size; }

    /// What is needed to lay out the graph.
    PlaceRequest placeRequest() const;
    void place();
    /// Lays out every graph anew when it is shown, the shown one now.
    void placeAgain();
    /// Places the graph as if it were new, if that shows more of it (see the definition).
    void reopenIfTooLarge();

    /// The model was replaced. Keeps graph and open groups as far as `names` knows them, and after
    /// an edit the places of what they show; `before` is the model before, and both are null for
    /// the first model.
    void followModel(const ModelNames* names, const model::Model* before);
    /// Takes a layout that was made together with an edit, if it is that of the graph and its open
    /// groups.
    void take(model::GraphId graph, const PlacedGraph& placed);

signals:
    void graphChanged(); ///< another graph is shown
    void sceneChanged();
    void groupTreeChanged(); ///< the graph has (other) groups
    void openGroupsChanged(); ///< emitted at once; sceneChanged follows with the new picture
    void notPlaced(const QString& reason); ///< layout failed; the old picture stays

private:
    /// The open groups of one graph.
    struct Folds {
        std::shared_ptr<const layout::GroupTree> tree;
        layout::OpenGroups open;
        layout::OpenGroups shown; ///< open in the current picture, which follows `open`
        QSize openedFor; ///< viewport for which `open` was chosen; empty once the user changed it
    };

    bool isActive() const;
    void keepFolds(const ModelNames& names, const model::Model& before);
    void keepEarlier(const ModelNames* names);
    void setPlaced(model::GraphId graph, PlacedGraph placed, QSize openedFor);
    void placingFailed(model::GraphId graph, const support::Error& error);

    Document& m_document;
    JobRunner& m_jobs;
    model::GraphId m_graph;
    QHash<quint32, std::shared_ptr<const layout::Scene>> m_scenes; ///< by graph
    /// Pictures from before edits, by graph, until the graph is placed again.
    QHash<quint32, EarlierScene> m_earlier;
    QHash<quint32, Folds> m_folds; ///< by graph
    QSize m_viewport;
};

} // namespace ui
