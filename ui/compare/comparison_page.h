#pragma once

#include "ui/compare/compare_runner.h"
#include "ui/compare/compared.h"
#include "ui/compare/compared_numbers.h"
#include "ui/window/panel.h"

#include <QHash>
#include <QWidget>

#include <array>
#include <memory>
#include <vector>

class QAbstractItemModel;
class QBoxLayout;
class QButtonGroup;
class QLabel;
class QPushButton;
class QSortFilterProxyModel;
class QStackedWidget;
class QTabBar;

namespace ui {

class Banner;
class ComparedCanvases;
class ComparisonHead;
class ComparisonTable;
class ComparedTable;
class NumbersBar;
class RunningBar;
class TableView;
class WaterfallView;

/// The tab of a comparison of two models, two runs or two profiles: header, waterfall of the time
/// difference, both graphs, and tables of differences. Four views show the same data. A selection
/// in one of them applies to all and to both documents.
class ComparisonPage : public QWidget {
    Q_OBJECT

public:
    enum class View { Difference, SideBySide, Structure, Numbers };
    enum Table { Operators, Types, StructureRows, Tensors, Settings, TableCount };

    ComparisonPage(Context& context, Compared compared, QWidget* parent = nullptr);

    /// The document of the side that was used last. The docks show this document.
    Document* document() const;
    /// True if one of the sides belongs to `document`.
    bool isOf(const Document* document) const;
    QString title() const;
    const Compared& compared() const { return m_compared; }
    /// Requires that both sides were measured.
    const profiler::Comparison& comparison() const { return *m_compared.time; }
    const ComparedNumbers* numbers() const { return m_numbers.get(); }

    View view() const { return m_view; }
    void setView(View view);
    TableView* table(Table table = Operators) const { return m_tables[table].view; }
    WaterfallView* waterfall() const { return m_waterfall; }
    CompareRunner* runner() const { return m_runner; }

    /// Selects the next (`by` = 1) or previous (-1) difference of the view.
    void stepDifference(int by);
    /// Exchanges A and B.
    void swap();
    void measureBoth();
    void compareNumbers();
    /// The figures of the header and all tables as Markdown.
    QString markdown() const;
    /// Asks for a file and a form (HTML report, PDF or Markdown), and writes it.
    void exportReport();

signals:
    void titleChanged(const QString& title);
    void documentChanged(); ///< document() changed

private:
    /// A table with the nodes that its rows refer to.
    struct Rows {
        TableView* view = nullptr;
        QSortFilterProxyModel* sorted = nullptr;
        std::vector<NodePair> nodes; ///< by row of the source model
        std::vector<bool> areDifferences; ///< by row of the source model
        /// By side and node id: the first row of that node.
        std::array<QHash<quint32, int>, 2> rowOf;
    };

    void buildWaterfall(QBoxLayout& column);
    void buildBar(QBoxLayout& column);
    void buildTables();
    void addTable(Table table, QAbstractItemModel* model, const char* name, const QString& title);
    void connectRunner();
    void buildSettingsBar(QBoxLayout& column);
    void measureWith(CompareRunner::Engine engine);
    void connectDocuments();
    void setCompared(Compared compared);
    void adoptFinishedRun(const CompareRunner::Measured& measured);
    void takeNumbers(std::shared_ptr<const ComparedNumbers> numbers);
    void refresh();
    void fill(Table table, const std::vector<NodePair>& nodes, std::vector<bool> areDifferences);
    void fillDifferences(Table table);
    void refreshTitles();
    void refreshView();
    void refreshCount();
    void refreshRunning();
    /// The table that the view steps through.
    Table steppedTable() const;
    void selectRow(Table table, const QModelIndex& index);
    enum class Reveal { Yes, No };
    void choose(NodePair pair, Reveal reveal, const QObject* origin);
    void showInTables(NodePair pair, const QObject* except);
    void followDocument(std::size_t side, const QObject* origin);

    Context& m_context;
    Compared m_compared;
    std::shared_ptr<const ComparedNumbers> m_numbers; ///< null until values were compared
    CompareRunner* m_runner;
    std::size_t m_side = 0; ///< the side that was used last
    View m_view = View::Difference;
    bool m_isChoosing = false; ///< true while choose() passes a selection on
    Connections m_documents; ///< to the documents of both sides

    ComparisonHead* m_head = nullptr;
    RunningBar* m_running = nullptr;
    Banner* m_settingsBar = nullptr; ///< asks which settings to use when those of A and B differ
    QWidget* m_waterfallBox = nullptr;
    WaterfallView* m_waterfall = nullptr;
    QLabel* m_waterfallTitle = nullptr;
    QButtonGroup* m_views = nullptr;
    QPushButton* m_linkViews = nullptr;
    QLabel* m_count = nullptr;
    ComparedCanvases* m_canvases = nullptr;
    QWidget* m_lower = nullptr; ///< the tables and their tabs
    QTabBar* m_tabs = nullptr;
    NumbersBar* m_numbersBar = nullptr;
    QStackedWidget* m_stack = nullptr;
    ComparisonTable* m_operators = nullptr;
    std::array<ComparedTable*, TableCount> m_models {}; ///< null for Operators
    std::array<Rows, TableCount> m_tables;
};

} // namespace ui
