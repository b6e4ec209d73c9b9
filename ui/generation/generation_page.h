#pragma once

#include "profiler/charts/generation_figure.h"
#include "profiler/statistics/generation_report.h"
#include "ui/document/connections.h"
#include "ui/document/document.h"

#include <QPointer>
#include <QWidget>

#include <array>
#include <memory>
#include <optional>
#include <vector>

class QBoxLayout;
class QButtonGroup;
class QFrame;
class QGridLayout;
class QLabel;
class QPushButton;
class QSortFilterProxyModel;
class QStackedWidget;

namespace ui {

class ComparedTable;
struct Context;
class ElidedLabel;
class GenerationChart;
class StatisticsState;
class TableView;
class TimelineView;

/// The tab of a generation: cards, time per token over position, one token, and its operators.
/// Shows the current run of its document. The chosen token applies to all parts. A row of the
/// operators sets the document's selection.
class GenerationPage : public QWidget {
    Q_OBJECT

public:
    enum class Scope { Token, All, Prefill };
    enum class Jump { Median, Slowest, First };

    GenerationPage(Context& context, Document* document, QWidget* parent = nullptr);

    Document* document() const { return m_document; }
    /// `Generation, 14:20`
    QString title() const;
    /// Null while the figures are computed, and for a run without generations.
    const profiler::GenerationReport* report() const { return m_report.get(); }

    std::optional<qint64> position() const { return m_position; }
    /// Shows the token of this position in all parts.
    void choosePosition(qint64 position);
    void jump(Jump jump);
    /// Chooses the next (1) or previous (-1) token.
    void step(int by);
    void setScope(Scope scope);
    void setView(profiler::GenerationView view);

    GenerationChart* chart() const { return m_chart; }
    TableView* operators() const { return m_operators; }

signals:
    void titleChanged(const QString& title);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* buildContent();
    QWidget* buildChart();
    QWidget* buildToken();
    QWidget* buildOperators();
    void addFoot(QBoxLayout& column);
    void refresh();
    void show(std::shared_ptr<const profiler::GenerationReport> report);
    void refreshCards();
    /// Puts the cards side by side; in two rows if the page is narrow.
    void arrangeCards();
    void refreshToken();
    void refreshOperators();
    void refreshGrowth();
    std::optional<qint64> positionOf(Jump jump) const;
    /// The table of the scope; for a token, of the chosen one.
    std::optional<profiler::TokenTable> tableOf(Scope scope) const;
    const profiler::TokenOperators& shownOperators() const;
    void selectRow(int row);
    void followSelection(const QObject* origin);

    Context& m_context;
    QPointer<Document> m_document;
    Connections m_connections; ///< to the document
    std::shared_ptr<const profiler::Profile> m_profile;
    std::shared_ptr<const profiler::GenerationReport> m_report;
    std::optional<qint64> m_position;
    Scope m_scope = Scope::Token;
    profiler::GenerationView m_view = profiler::GenerationView::Token;
    std::optional<profiler::TokenTable> m_table; ///< what the operators show
    bool m_isSelecting = false; ///< true while a row passes its steps on

    QStackedWidget* m_stack = nullptr;
    QLabel* m_nothing = nullptr;
    StatisticsState* m_state = nullptr; ///< while the statistics are missing
    QWidget* m_content = nullptr;
    QLabel* m_remark = nullptr; ///< stopped early, different tokens
    QGridLayout* m_cards = nullptr;
    GenerationChart* m_chart = nullptr;
    ElidedLabel* m_chartNote = nullptr;
    ElidedLabel* m_tokenText = nullptr;
    TimelineView* m_timeline = nullptr;
    std::array<QPushButton*, 3> m_jumps {}; ///< by Jump
    std::vector<QWidget*> m_arrows; ///< to the previous and the next token
    QFrame* m_boundCard = nullptr;
    QLabel* m_bound = nullptr;
    QButtonGroup* m_scopes = nullptr; ///< ids are Scope
    ComparedTable* m_operatorRows = nullptr;
    QSortFilterProxyModel* m_sorted = nullptr;
    TableView* m_operators = nullptr;
    ElidedLabel* m_outsideParts = nullptr;
    QLabel* m_outside = nullptr;
    QLabel* m_wallName = nullptr;
    QLabel* m_wall = nullptr;
    ComparedTable* m_growthRows = nullptr;
    TableView* m_growth = nullptr;
    QLabel* m_overtaking = nullptr;
    ComparedTable* m_positions = nullptr; ///< data of the chart, for copying
};

} // namespace ui
