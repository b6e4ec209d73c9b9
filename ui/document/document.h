#pragma once

#include "layout/build_drawing.h"
#include "layout/group_tree.h"
#include "model/inference/analysis.h"
#include "model/model.h"

#include "ui/document/selection.h"
#include "ui/document/time_range.h"
#include "ui/find/search.h"
#include "ui/run/run_blockers.h"
#include "ui/timeline/time_marks.h"

#include <QHash>
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

class JobRunner;
class SessionFolder;
class ModelNames;
struct PlacedGraph;
struct Verification;

/// One opened file: immutable snapshots of what is known, replaced as jobs finish; views listen to
/// the signals. A failed run or a failed analysis leaves everything else untouched.
class Document : public QObject {
    Q_OBJECT

public:
    enum class State { Opening, Ready, Failed };
    enum class Kind {
        Model, ///< a model with its runs and profiles
        Profile, ///< a profile alone; model() stays null
    };

    /// Starts to read the file; views fill as parts arrive.
    Document(QString path, JobRunner& jobs, QObject* parent = nullptr, Kind kind = Kind::Model);
    ~Document() override;

    Kind kind() const { return m_kind; }
    QString path() const { return m_path; }
    QString title() const;
    State state() const { return m_state; }
    /// Why it could not be opened (state Failed).
    QString failure() const { return m_failure; }

    std::shared_ptr<const model::Model> model() const { return m_model; }
    std::shared_ptr<const model::Analysis> analysis() const { return m_analysis; }
    /// Label of a node as it is written everywhere; empty without a model. A stranger's may have
    /// millions of characters: `plain` cuts it without copying it first.
    std::string_view nodeText(model::NodeId node) const;
    QString nodeLabel(model::NodeId node) const;

    /// The graph that the canvas shows.
    model::GraphId currentGraph() const { return m_currentGraph; }
    void enterGraph(model::GraphId graph);
    /// Shows the graph that the item is in.
    void enterGraphOf(const SelectedItem& item);
    /// What pictures are seen in: decides how a graph opens that was not shown before.
    void setViewport(QSize size) { m_viewport = size; }
    /// The picture of the current graph, null while it is being placed.
    std::shared_ptr<const layout::Scene> scene() const;
    /// The groups of the current graph, made when it is first placed; null before that. Group
    /// indices below are those of this tree.
    std::shared_ptr<const layout::GroupTree> groupTree() const;
    /// What is open in the current graph. Remembered for every graph that was shown.
    const layout::OpenGroups& openGroups() const;
    bool isGroupOpen(quint32 group) const;
    /// Places the current graph anew with other groups open; the old picture stays until then.
    void setOpenGroups(layout::OpenGroups open);
    void setGroupOpen(quint32 group, bool isOpen);
    /// Opens what hides the group, and the group itself.
    void openTo(quint32 group);
    void foldAll();
    void unfoldAll();
    void unfoldOneLevel();
    QString layoutEngine() const { return m_layoutEngine; }
    /// Name of a layout::LayoutEngine; places the current graph anew.
    void setLayoutEngine(const QString& name);
    /// How cards look; places the current graph anew if sizes change.
    const layout::DrawingOptions& drawingOptions() const { return m_drawingOptions; }
    void setDrawingOptions(const layout::DrawingOptions& options);

    const model::Binding& binding() const { return m_binding; }
    /// Gives named dimensions a size: all shapes and costs follow.
    void setBinding(model::Binding binding);

    /// Everything wrong with the model, worst first: reading, checks, inference, run.
    const support::Diagnostics& problems() const { return m_problems; }
    void setRunProblems(support::Diagnostics problems);
    /// What is known of the devices that it could run on, whether or not it ever does.
    void setDeviceProblems(support::Diagnostics problems);
    /// What is known to stop a run, whatever the settings; nothing before the analysis is there.
    const RunBlockers& runBlockers() const { return m_blockers; }

    /// What its values were last compared with, and how far they were off; null before that.
    std::shared_ptr<const Verification> verification() const { return m_verification; }
    void setVerification(std::shared_ptr<const Verification> verification);

    struct Run {
        QString path; ///< profile file, empty if it was not kept
        QString name; ///< given by the user; may be empty
        bool isOfSession = false; ///< its file goes when the program ends
        std::shared_ptr<const SessionFolder>
            folder; ///< where the file of a run of the session lies
        std::optional<double>
            matchedShare; ///< of its time led to nodes of this model; nothing for runs of our own
        std::shared_ptr<const profiler::Profile> profile;
        std::shared_ptr<const profiler::Statistics>
            statistics; ///< null while they are computed, or if that was stopped
        std::shared_ptr<const profiler::Timeline> timeline;
        std::shared_ptr<const std::vector<profiler::ScopeLevel>>
            scopes; ///< rows above the timeline's steps; null: not computed
        TimeMarks marks; ///< kept in the settings too if the run has a file that stays
    };
    const std::vector<Run>& runs() const { return m_runs; }
    /// The profile whose times are shown; null before the first run.
    std::shared_ptr<const profiler::Profile> profile() const;
    /// Of the same; null as long as they are computed (of a long profile that is a job of its own,
    /// which does not hold up the timeline), and if the user stopped that.
    std::shared_ptr<const profiler::Statistics> statistics() const;
    bool isComputingStatistics() const;
    bool isComputingStatistics(const Run& run) const;
    /// Again, after it was stopped.
    void computeStatistics();
    std::shared_ptr<const profiler::Timeline> timeline() const;
    const std::vector<profiler::ScopeLevel>& scopes() const;
    int currentRun() const { return m_currentRun; }
    void addRun(Run run);
    /// Leads all runs to the nodes of the model as it was read last.
    void matchRuns();
    /// The run's profile was written to a file of the user, with its marks.
    void setRunFile(const profiler::Profile* profile, const QString& path);
    void showRun(int index);
    void renameRun(int index, const QString& name);
    /// Takes a run or an attached profile off the document; its file stays. The one before it
    /// becomes current if it was shown.
    void removeRun(int index);

    /// Places in the current run that the user keeps.
    const TimeMarks& marks() const;
    void setMarks(TimeMarks marks);

    Selection* selection() { return &m_selection; }
    const Selection* selection() const { return &m_selection; }
    TimeRange* timeRange() { return &m_timeRange; }
    Search* search() { return &m_search; }
    /// Selects a node and shows its graph.
    void reveal(model::NodeId node, const QObject* origin = nullptr);
    void revealValue(model::ValueId value, const QObject* origin = nullptr);
    /// Asks for a viewer of the value's elements (a weight, or what a run kept).
    void openTensor(model::ValueId value);

    /// Reads the file again, keeping selection and graph where they still exist.
    void reload();
    /// Allows external data from this folder for this document and reads again.
    void allowFolder(const QString& folder);
    /// The same permissions as options of opscope-cli.
    QStringList openArguments() const;
    /// Uses `file` for the external data named `location` and reads again.
    void replaceExternalFile(const QString& location, const QString& file);

signals:
    void stateChanged();
    void fileRead(); ///< what is shown is the file as it is now
    /// The file was read again: before modelChanged, for whoever holds ids of the model before.
    void itemsRenamed(const ui::ModelNames& names);
    void modelChanged();
    void analysisChanged();
    void graphChanged(); ///< another graph is current
    void sceneChanged();
    void groupTreeChanged(); ///< the current graph has (other) groups
    void notPlaced(const QString& reason); ///< the old picture stays
    void openGroupsChanged(); ///< at once; the picture follows with sceneChanged
    void problemsChanged();
    void profileChanged(); ///< another profile is current
    void statisticsChanged(); ///< those of the current profile came, began or were stopped
    void runsChanged();
    void marksChanged();
    void verificationChanged();
    void tensorRequested(model::ValueId value);

private:
    void open();
    void openProfile();
    /// Reads the file again if it has operators that were not known: a plug-in may have brought
    /// them.
    void readUnknownAgain();
    void setModel(std::shared_ptr<const model::Model> model, std::vector<std::string> labels);
    void selectRenamed(
        const ModelNames& names, const QList<SelectedItem>& items, const SelectedItem& current);
    void setAnalysis(std::shared_ptr<const model::Analysis> analysis, RunBlockers blockers);
    void fail(const support::Error& error);
    void analyse();
    void place();
    void setPlaced(model::GraphId graph, PlacedGraph placed, QSize openedFor);
    void placingFailed(model::GraphId graph, const support::Error& error);
    void foldWhatIsCut();
    bool isInShownGraph(model::NodeId node) const;
    void collectProblems();
    void computeStatistics(const Run& run);
    void setStatistics(
        const profiler::Profile* profile, std::shared_ptr<const profiler::Statistics> statistics);

    /// What is folded in one graph.
    struct Folds {
        std::shared_ptr<const layout::GroupTree> tree;
        layout::OpenGroups open;
        layout::OpenGroups shown; ///< in the picture, which comes after
        QSize openedFor; ///< the viewport in which it opened; empty: somebody has folded it since
    };

    Kind m_kind;
    QString m_path;
    JobRunner& m_jobs;
    State m_state = State::Opening;
    QString m_failure;
    model::OpenOptions m_options;
    std::shared_ptr<const model::Model> m_model;
    std::shared_ptr<const model::Analysis> m_analysis;
    std::vector<std::string> m_labels;
    model::Binding m_binding;
    model::GraphId m_currentGraph;
    QHash<quint32, std::shared_ptr<const layout::Scene>> m_scenes;
    QHash<quint32, Folds> m_folds; ///< by graph
    layout::DrawingOptions m_drawingOptions;
    QSize m_viewport;
    QString m_layoutEngine = QStringLiteral("layered");
    support::Diagnostics m_problems;
    support::Diagnostics m_readProblems; ///< why it could not be read again
    support::Diagnostics m_runProblems;
    support::Diagnostics m_deviceProblems;
    support::Diagnostics m_profileProblems; ///< of the current profile's device
    RunBlockers m_blockers;
    std::shared_ptr<const Verification> m_verification;
    std::vector<Run> m_runs;
    int m_currentRun = -1;
    QSet<const profiler::Profile*> m_computing; ///< profiles whose statistics are at work
    Selection m_selection;
    TimeRange m_timeRange;
    Search m_search;
};

/// File name; with its folder where that tells more, because many models are called model.onnx.
QString documentTitle(const QString& path);

} // namespace ui
