#pragma once

#include "layout/build_drawing.h"
#include "layout/group_tree.h"
#include "model/inference/analysis.h"
#include "model/model.h"
#include "model/node_labels.h"

#include "ui/document/search.h"
#include "ui/document/selection.h"
#include "ui/document/time_marks.h"
#include "ui/document/time_range.h"
#include "ui/run/run_blockers.h"

#include <QList>
#include <QObject>
#include <QSet>
#include <QSize>
#include <QString>
#include <QStringList>

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace layout {
struct Scene;
}
namespace profiler {
struct Profile;
struct Statistics;
class Timeline;
struct ScopeLevel;
}

namespace ui {

struct EditedModel;
class JobRunner;
class ModelEditor;
struct PlaceRequest;
class SessionFolder;
class ShownGraph;
class ModelNames;
struct Verification;

/// One opened file: immutable snapshots of what is known about it. Jobs replace the snapshots;
/// signals notify the views. A failed run or a failed analysis leaves everything else unchanged.
class Document : public QObject {
    Q_OBJECT

public:
    enum class State { Opening, Ready, Failed };
    enum class Kind {
        Model, ///< a model with its runs and profiles
        Profile, ///< a profile alone; model() stays null
    };

    /// Starts a job that reads the file; signals report the parts as they become ready.
    Document(QString path, JobRunner& jobs, QObject* parent = nullptr, Kind kind = Kind::Model);
    ~Document() override;

    Kind kind() const { return m_kind; }
    QString path() const { return m_path; }
    QString title() const;
    State state() const { return m_state; }
    /// Why the file could not be read; empty after a successful read.
    QString failure() const { return m_failure; }

    std::shared_ptr<const model::Model> model() const { return m_model; }
    std::shared_ptr<const model::Analysis> analysis() const { return m_analysis; }
    /// Label of a node as all views show it; empty without a model. A label of an untrusted file
    /// may have millions of characters.
    std::string nodeText(model::NodeId node) const;
    QString nodeLabel(model::NodeId node) const;

    /// Changes the model. Null for a profile alone.
    ModelEditor* editor() const { return m_editor; }
    /// Shows the model after an edit. Selection, graph and open groups stay where they exist.
    void setEdited(EditedModel edited);
    /// Shows what was found out about the model.
    void setAnalysis(std::shared_ptr<const model::Analysis> analysis, RunBlockers blockers);
    /// The model was written to this file, which is the document's from now on.
    void savedAs(const QString& path);
    /// Why the file cannot be used in place of the model: it has edits that are not saved. Empty if
    /// it can.
    QString unsavedEdits() const;
    /// What is needed to lay out the graph that is shown.
    PlaceRequest placeRequest() const;
    const model::OpenOptions& openOptions() const { return m_options; }

    /// What the view shows that had the focus last; the only one unless the view is split. The
    /// functions and signals about graph, groups and layout below refer to it.
    ShownGraph* shownGraph() const { return m_shown; }
    /// Those of all views.
    const QList<ShownGraph*>& shownGraphs() const { return m_shownGraphs; }
    /// Adds one for another view, as a copy of shownGraph().
    ShownGraph* addShownGraph();
    /// Removes one whose view was closed; never the last.
    void removeShownGraph(ShownGraph* shown);
    void activate(ShownGraph* shown);

    model::GraphId currentGraph() const;
    void enterGraph(model::GraphId graph);
    /// Shows the graph that the item is in.
    void enterGraphOf(const SelectedItem& item);
    /// See ShownGraph for these.
    void setViewport(QSize size);
    std::shared_ptr<const layout::Scene> scene() const;
    std::shared_ptr<const layout::GroupTree> groupTree() const;
    const layout::OpenGroups& openGroups() const;
    bool isGroupOpen(quint32 group) const;
    void setOpenGroups(layout::OpenGroups open);
    void setGroupOpen(quint32 group, bool isOpen);
    void openWithAncestors(quint32 group);
    void foldAll();
    void unfoldAll();
    /// The groups of a graph, if any view has shown it; else null.
    std::shared_ptr<const layout::GroupTree> treeOf(model::GraphId graph) const;
    QString layoutEngine() const { return m_layoutEngine; }
    /// Sets the layout engine by its name (layout::findEngine) and lays out the shown graphs
    /// again. An unknown name is ignored.
    void setLayoutEngine(const QString& name);
    /// How cards look. The setter lays out the shown graphs again.
    const layout::DrawingOptions& drawingOptions() const { return m_drawingOptions; }
    void setDrawingOptions(const layout::DrawingOptions& options);

    const model::Binding& binding() const { return m_binding; }
    /// Sets the sizes of named dimensions and infers all shapes and costs again.
    void setBinding(model::Binding binding);

    /// All diagnostics, most severe first: of reading, checks, inference, runs, devices and the
    /// current profile.
    const support::Diagnostics& problems() const { return m_problems; }
    void setRunProblems(support::Diagnostics problems);
    /// Sets what was found about the devices that the model could run on. Needs no run.
    void setDeviceProblems(support::Diagnostics problems);
    /// The reasons why a run would fail with any settings; empty before the analysis is ready.
    const RunBlockers& runBlockers() const { return m_blockers; }

    /// The last verification of the model's values against a reference; null if there is none for
    /// the current content of the file.
    std::shared_ptr<const Verification> verification() const { return m_verification; }
    void setVerification(std::shared_ptr<const Verification> verification);

    struct Run {
        QString path; ///< profile file; empty if there is none
        QString name; ///< given by the user; may be empty
        bool isOfSession = false; ///< the file is temporary; see SessionFolder
        /// The folder that holds the file if isOfSession; it must outlive the run.
        std::shared_ptr<const SessionFolder> folder;
        bool isOfOtherVersion = false; ///< the model was edited since
        /// Share of the run's time that was matched to nodes of this model, 0 to 1. Empty if the
        /// run needed no matching.
        std::optional<double> matchedShare;
        std::shared_ptr<const profiler::Profile> profile;
        /// Null while they are computed, and if the user stopped that.
        std::shared_ptr<const profiler::Statistics> statistics;
        std::shared_ptr<const profiler::Timeline> timeline;
        /// Rows above the timeline's steps; null: not computed.
        std::shared_ptr<const std::vector<profiler::ScopeLevel>> scopes;
        TimeMarks marks; ///< also stored in the settings if the file is not temporary
    };
    const std::vector<Run>& runs() const { return m_runs; }
    /// The profile whose times are shown; null before the first run.
    std::shared_ptr<const profiler::Profile> profile() const;
    /// The statistics of the same profile; null while a job computes them and if the user stopped
    /// it. The timeline of a long profile does not wait for that job.
    std::shared_ptr<const profiler::Statistics> statistics() const;
    bool isComputingStatistics() const;
    bool isComputingStatistics(const Run& run) const;
    /// Starts the computation again after the user stopped it.
    void computeStatistics();
    std::shared_ptr<const profiler::Timeline> timeline() const;
    const std::vector<profiler::ScopeLevel>& scopes() const;
    int currentRun() const { return m_currentRun; }
    void addRun(Run run);
    /// Starts a job that matches all runs to the nodes of the current model.
    void matchRuns();
    /// Records that the user saved the profile at `path`. Stores the run's marks for that file.
    void setRunFile(const profiler::Profile* profile, const QString& path);
    void showRun(int index);
    void renameRun(int index, const QString& name);
    /// Removes a run or an attached profile from the document. If it was shown, the next run
    /// becomes current, or the previous one after the last run.
    void removeRun(int index);

    /// The places in the current run that the user marked.
    const TimeMarks& marks() const;
    void setMarks(TimeMarks marks);

    Selection* selection() { return &m_selection; }
    const Selection* selection() const { return &m_selection; }
    TimeRange* timeRange() { return &m_timeRange; }
    Search* search() { return &m_search; }
    /// Selects a node and shows its graph.
    void reveal(model::NodeId node, const QObject* origin = nullptr);
    void revealValue(model::ValueId value, const QObject* origin = nullptr);
    /// Requests a viewer for the value's elements (an initializer, or a value that a run recorded).
    void openTensor(model::ValueId value);

    /// Reads the file again, keeping selection and graph where they still exist.
    void reload();
    /// Allows external data from this folder for this document and reads the file again.
    void allowFolder(const QString& folder);
    /// The allowed folders and replaced files as options of opscope-cli.
    QStringList openArguments() const;
    /// Uses `file` for the external data named `location` and reads the model again.
    void replaceExternalFile(const QString& location, const QString& file);

signals:
    void stateChanged();
    void fileRead(); ///< the document now has the current content of the file
    void pathChanged(); ///< the model was saved as another file
    /// The file was read again while edits are not saved; nothing was done.
    void reloadRefused(const QString& why);
    /// The file was read again, or the model was edited. Emitted before modelChanged, so that
    /// receivers can map ids of the old model to ids of the new one.
    void idsChanged(const ui::ModelNames& names);
    void modelChanged();
    void analysisChanged();
    /// Another view is active, or one was added or removed. The next four signals follow if
    /// another is active.
    void shownGraphChanged();
    void graphChanged(); ///< another graph is current
    void sceneChanged();
    void groupTreeChanged(); ///< the current graph has (other) groups
    void openGroupsChanged(); ///< emitted at once; sceneChanged follows with the new picture
    void problemsChanged();
    void profileChanged(); ///< another profile is current
    void statisticsChanged(); ///< of the current profile: computed, started or stopped
    void runsChanged();
    void marksChanged();
    void verificationChanged();
    void tensorRequested(model::ValueId value);

private:
    void open();
    void openProfile();
    /// Reads the file again if it has unknown operators, because a plug-in may have added them.
    void readUnknownAgain();
    void setModel(std::shared_ptr<const model::Model> model, model::NodeLabels labels);
    void selectRenamed(
        const ModelNames& names, const QList<SelectedItem>& items, const SelectedItem& current);
    void fail(const support::Error& error);
    void analyse();
    void adopt(ShownGraph* shown);
    void collectProblems();
    void computeStatistics(const Run& run);
    void setStatistics(
        const profiler::Profile* profile, std::shared_ptr<const profiler::Statistics> statistics);

    void takeEdited(EditedModel& edited);

    Kind m_kind;
    ModelEditor* m_editor = nullptr;
    QString m_path;
    JobRunner& m_jobs;
    State m_state = State::Opening;
    QString m_failure;
    model::OpenOptions m_options;
    std::shared_ptr<const model::Model> m_model;
    std::shared_ptr<const model::Analysis> m_analysis;
    model::NodeLabels m_labels;
    model::Binding m_binding;
    QList<ShownGraph*> m_shownGraphs;
    ShownGraph* m_shown = nullptr; ///< the active one
    layout::DrawingOptions m_drawingOptions;
    QString m_layoutEngine = QStringLiteral("layered");
    support::Diagnostics m_problems;
    support::Diagnostics m_readProblems; ///< why the file could not be read
    support::Diagnostics m_runProblems;
    support::Diagnostics m_deviceProblems;
    support::Diagnostics m_profileProblems; ///< of the current profile's device
    RunBlockers m_blockers;
    std::shared_ptr<const Verification> m_verification;
    std::vector<Run> m_runs;
    int m_currentRun = -1;
    QSet<const profiler::Profile*> m_computing; ///< profiles whose statistics are being computed
    Selection m_selection;
    TimeRange m_timeRange;
    Search m_search;
};

/// Returns the file name. For model.onnx, which is common, it is preceded by the folder's name.
QString documentTitle(const QString& path);

} // namespace ui
