#pragma once

#include "ui/canvas/kept_view.h"
#include "ui/document/file_watch.h"
#include "ui/window/panel.h"

#include <QWidget>

#include <optional>
#include <utility>

class QLabel;
class QPushButton;
class QStackedWidget;

namespace ui {

class Banner;
class Document;
class GraphSplit;

/// The tab of a document: a banner above the graph. While the file is read or if that failed, a
/// page takes the graph's place.
class DocumentPage : public QWidget {
    Q_OBJECT

public:
    DocumentPage(Context& context, Document* document, QWidget* parent = nullptr);

    Document* document() const { return m_document; }
    /// The widget in the middle: the active graph view once the model is loaded.
    QWidget* view() const;
    const FileWatch& file() const { return *m_watch; }
    /// The views of the graph, for the next start; empty if none was shown yet.
    std::optional<KeptViews> keptViews() const;
    /// Shows these views once the model is loaded.
    void showKept(KeptViews views) { m_kept = std::move(views); }
    /// Checks now whether the file was changed or removed since it was read.
    bool isOutdated();

signals:
    /// Emitted for a profile without a model when the user chose the model file.
    void modelChosen(const QString& path);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void refresh();
    QWidget* makeView();
    void refreshBanner();
    void measureViewport();
    /// Shows where a run diverged from the reference.
    void refreshDivergence();
    void showDivergence();
    void showProblemsBanner();
    void showFileBanner();
    QWidget* failurePage();
    void showFailure();
    void useRandomWeights();
    /// Shows suggestions when the first sample is opened.
    void showHints();
    /// Performs the action of the banner's button: finds the weights, or shows Problems.
    void followBanner();
    void askForWeights();
    void askForPermission(const QString& location);

    Context& m_context;
    Document* m_document;
    Banner* m_banner;
    QPushButton* m_showProblems = nullptr; ///< shown next to a button that performs an action
    QPushButton* m_useRandom = nullptr; ///< shown next to the button that finds the weights
    Banner* m_divergence;
    Banner* m_hints;
    bool m_hasHints = false; ///< hints are shown if the page is high enough
    bool m_bannerClosed = false;
    FileWatch* m_watch;
    /// File state when the banner was closed.
    FileWatch::State m_closedFor = FileWatch::State::Same;
    QStackedWidget* m_stack;
    QLabel* m_progress;
    QWidget* m_failure = nullptr; ///< the page of the last failure
    QWidget* m_content = nullptr; ///< the views of the graph, or the page of a profile
    GraphSplit* m_graph = nullptr; ///< null for a profile, and before the model is loaded
    std::optional<KeptViews> m_kept; ///< views to show once the model is loaded
};

} // namespace ui
