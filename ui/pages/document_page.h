#pragma once

#include "ui/window/panel.h"

#include "ui/document/file_watch.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QStackedWidget;

namespace ui {

class Banner;
class Document;

/// A document's tab: a banner over the graph, or what stands in its place while the file is read or
/// if it cannot be.
class DocumentPage : public QWidget {
    Q_OBJECT

public:
    DocumentPage(Context& context, Document* document, QWidget* parent = nullptr);

    Document* document() const { return m_document; }
    /// The widget in the middle; the graph view once the model is there.
    QWidget* view() const;
    /// Whether the file was changed or taken away since it was read; looks now.
    bool isOutdated();

signals:
    /// Of a profile without its model: the user chose the model file.
    void modelChosen(const QString& path);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void refresh();
    QWidget* makeView();
    void refreshBanner();
    void measureViewport();
    /// Says where a run left the reference.
    void refreshDivergence();
    void showDivergence();
    void showProblemsBanner();
    void showFileBanner();
    QWidget* failurePage();
    void showFailure();
    void useRandomWeights();
    /// At the first sample that is opened: what to try.
    void showHints();
    /// What the banner's button does: repairs the weights, or shows Problems.
    void followBanner();
    void askForWeights();
    void askForPermission(const QString& location);

    Context& m_context;
    Document* m_document;
    Banner* m_banner;
    QPushButton* m_showProblems = nullptr; ///< beside an action that does something about it
    QPushButton* m_useRandom = nullptr; ///< beside the action that finds the weights
    Banner* m_divergence;
    Banner* m_hints;
    bool m_hasHints = false; ///< shown where there is room for them
    bool m_bannerClosed = false;
    FileWatch* m_watch;
    FileWatch::State m_closedFor = FileWatch::State::Same; ///< the banner was closed in this state
    QStackedWidget* m_stack;
    QLabel* m_progress;
    QWidget* m_failure = nullptr; ///< the page of the last failure
    QWidget* m_graph = nullptr; ///< or the page of a profile
};

} // namespace ui
