#pragma once

#include "ui/canvas/canvas_view.h"
#include "ui/canvas/kept_view.h"
#include "ui/canvas/overlays.h"
#include "ui/window/panel.h"

#include <QWidget>

class QFrame;
class QLabel;

namespace ui {

class Breadcrumb;
class Document;
class EditGestures;
class GraphCommands;
class FoldControl;
class Legend;
struct LegendRoom;
class Minimap;
class ModelNames;
struct PictureParts;
class ShownGraph;
class ZoomBar;

/// A document's graph: breadcrumb, canvas, zoom bar, minimap and legend, joined with the document,
/// its selection and the actions of the window. Only the visible view of several documents reacts
/// to actions, and of two views of one document the active one.
class GraphView : public QWidget {
    Q_OBJECT

public:
    /// Shows the first of Document::shownGraphs() if `shown` is null.
    GraphView(Context& context, Document* document, QWidget* parent = nullptr,
        ShownGraph* shown = nullptr);

    ShownGraph* shownGraph() const { return m_shown; }
    /// True if this view of the document had the focus last. Commands and docks refer to it.
    bool isActive() const;
    void activate();
    /// The tab of this view is the current one of the window. Of two views, GraphSplit chooses the
    /// active one.
    void becomeActive();
    /// Marks this view with a line above it, as one of two.
    void setSplit(bool isSplit);

    /// What is shown, for the next start or a second view; empty before the graph is shown.
    std::optional<KeptView> keptView() const;
    /// Shows the view that was kept, as soon as the graph is laid out.
    void showKept(KeptView view);

    CanvasView* canvas() const { return m_canvas; }
    Minimap* minimap() const { return m_minimap; }
    Legend* legend() const { return m_legend; }
    GraphCommands* commands() const { return m_commands; }
    EditGestures* edits() const { return m_edits; }

    /// Chooses a row of overlaySpecs(). If the row has nothing to show, the breadcrumb shows the
    /// reason and the graph is coloured by category.
    void colourBy(const QString& actionId);
    QString colouring() const { return m_colouring; }

signals:
    /// colourBy chose another colouring; the texts are action ids.
    void colouringChosen(const QString& before, const QString& after);

protected:
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void connectDocument();
    void connectCanvas();
    void connectActions();
    void onAction(const char* id, std::function<void()> slot);
    void onToggle(const char* id, std::function<void(bool)> slot);
    void applyOptions();
    void applyColouring();
    void showScene();
    /// Marks the active view, and gives the actions of the window its state.
    void showActive();
    /// True if actions apply to this view.
    bool takesActions() const;
    void showKeptNow();
    void showSelection(const QObject* origin);
    void rename(const ModelNames& names);
    void refreshContent();
    void refreshBadges();
    void refreshFacts();
    void refreshScope();
    /// The current item of the selection; none if it is a group of a graph in another view.
    SelectedItem currentItem() const;
    bool isAwaited(model::NodeId node) const;
    void markSelectedGroups(model::NodeId node);
    void revealSelected();
    void makeOverlay();
    void showHits();
    void showHitDots();
    void showOverlays();
    void placeOverlays();
    LegendRoom legendRoom() const;
    QList<QRectF> shownCards() const;
    void placeLegend();
    void moveLegendOffSelection();
    void storeLegendPlace();
    void enter(model::NodeId node);
    void goToParent();
    void print();
    void showMenu(const layout::Hit& hit, const QPoint& position);
    void exportPicture();
    PictureParts pictureParts() const;
    void offerGraphviz();
    CanvasContent contentOf(std::shared_ptr<const layout::Scene> scene) const;

    Context& m_context;
    Document* m_document;
    ShownGraph* m_shown;
    QFrame* m_activeLine; ///< shown while the view is split
    Breadcrumb* m_breadcrumb;
    CanvasView* m_canvas;
    ZoomBar* m_zoomBar;
    Minimap* m_minimap;
    Legend* m_legend;
    GraphCommands* m_commands;
    FoldControl* m_folds;
    EditGestures* m_edits;
    QLabel* m_nothing; ///< explains why the graph is empty
    QString m_colouring;
    std::shared_ptr<const layout::Overlay> m_overlay;
    /// Colours the hits of a search; used instead of m_overlay if not null.
    std::shared_ptr<const layout::Overlay> m_hits;
    std::shared_ptr<const layout::Badges> m_badges;
    QPointF m_legendCorner { 0, 1 }; ///< corner of the legend until the user moves it
    bool m_revealsNext = false; ///< the next picture reveals the selection
    layout::CardOptions m_cards; ///< the options of the shown scene
    layout::LabelRule m_labels = layout::LabelRule::Changes;
    model::GraphId m_shownGraph;
    std::shared_ptr<const model::Model> m_shownModel;
    bool m_isRenamed = false; ///< the next picture contains boxes of the shown one
    bool m_isSplit = false; ///< it is one of two in a GraphSplit
    std::optional<KeptView> m_kept; ///< not shown yet
    bool m_hasKeptGroups = false; ///< those of m_kept were opened
};

} // namespace ui
