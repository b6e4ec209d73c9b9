#pragma once

#include "ui/compare/compare_runner.h"
#include "ui/compare/compared.h"
#include "ui/compare/compared_numbers.h"
#include "ui/window/panel.h"

#include <QHash>
#include <QPointer>
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

/// A comparison in a tab of its own (ux.md 2.3, "Compare"): two models, two runs or two profiles.
/// Head, where the difference comes from, both graphs, and tables of what differs; four views of
/// the same things. What is selected in one of them is selected in all, and in both documents.
class ComparisonPage : public QWidget {
    Q_OBJECT

public:
    enum class View { Difference, SideBySide, Structure, Numbers };
    enum Table { Operators, Types, StructureRows, Tensors, Settings, TableCount };

    ComparisonPage(Context& context, Compared compared, QWidget* parent = nullptr);

    /// The one of the side that was used last: docks follow it.
    Document* document() const;
    /// Whether one of the sides is of this document.
    bool isOf(const Document* document) const;
    QString title() const;
    const Compared& compared() const { return m_compared; }
    /// Both were measured.
    const profiler::Comparison& comparison() const { return *m_compared.time; }
    const ComparedNumbers* numbers() const { return m_numbers.get(); }

    View view() const { return m_view; }
    void setView(View view);
    TableView* table(Table table = Operators) const { return m_tables[table].view; }
    WaterfallView* waterfall() const { return m_waterfall; }
    ComparedCanvases* canvases() const { return m_canvases; }
    CompareRunner* runner() const { return m_runner; }

    /// Selects the next difference of the view; -1: the one before.
    void stepDifference(int by);
    /// A becomes B.
    void swap();
    void measureBoth();
    void compareNumbers();
    /// All tables with what the head says, for a person to read.
    QString markdown() const;
    /// Asks where to, and in which form: the HTML report or Markdown.
    void exportReport();

signals:
    void titleChanged(const QString& title);
    void documentChanged(); ///< another one of the two is document()

private:
    /// A table with the nodes that its rows are about.
    struct Rows {
        TableView* view = nullptr;
        QSortFilterProxyModel* sorted = nullptr;
        std::vector<NodePair> nodes; ///< by row of the model
        std::vector<bool> areDifferences; ///< likewise
        std::array<QHash<quint32, int>, 2> rowOf; ///< by node of a side
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
    void takeMeasured(const CompareRunner::Measured& measured);
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
    std::shared_ptr<const ComparedNumbers> m_numbers; ///< null before values were compared
    CompareRunner* m_runner;
    std::size_t m_side = 0; ///< used last
    View m_view = View::Difference;
    bool m_isChoosing = false; ///< a selection is on its way to all others
    std::vector<QMetaObject::Connection> m_documents;

    ComparisonHead* m_head = nullptr;
    RunningBar* m_running = nullptr;
    Banner* m_settingsBar = nullptr; ///< asks under whose settings both are measured
    QWidget* m_waterfallBox = nullptr;
    WaterfallView* m_waterfall = nullptr;
    QLabel* m_waterfallTitle = nullptr;
    QButtonGroup* m_views = nullptr;
    QPushButton* m_linkViews = nullptr;
    QLabel* m_count = nullptr;
    ComparedCanvases* m_canvases = nullptr;
    QWidget* m_lower = nullptr; ///< tables with their tabs
    QTabBar* m_tabs = nullptr;
    NumbersBar* m_numbersBar = nullptr;
    QStackedWidget* m_stack = nullptr;
    ComparisonTable* m_operators = nullptr;
    std::array<ComparedTable*, TableCount> m_models {}; ///< all but Operators
    std::array<Rows, TableCount> m_tables;
};

} // namespace ui
