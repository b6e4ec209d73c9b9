#pragma once

#include "ui/document/connections.h"
#include "ui/engines/engine_table.h"
#include "ui/engines/engines_runner.h"

#include <QPointer>
#include <QWidget>

#include <memory>
#include <vector>

class QBoxLayout;
class QButtonGroup;
class QComboBox;
class QGridLayout;
class QHBoxLayout;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QSpinBox;
class QStackedWidget;

namespace ui {

class Banner;
class ComparedTable;
struct Context;
class Document;
class ElidedLabel;
class EngineRowsProxy;
class GraphView;
class ShareBar;
class TableView;
class WallBars;

/// The tab that compares engines on one model: which one is fastest by number of threads, under
/// which conditions, and where they differ. A row of the table and a node of the graph set the
/// document's selection.
class EnginesPage : public QWidget {
    Q_OBJECT

public:
    EnginesPage(Context& context, Document* document, QWidget* parent = nullptr);
    ~EnginesPage() override;

    Document* document() const { return m_document; }
    /// `resnet50.onnx: 3 engines`
    QString title() const;
    EnginesRunner* runner() const { return m_runner; }
    /// Null before a measurement.
    std::shared_ptr<const EngineComparison> comparison() const { return m_comparison; }
    const EngineTable& rows() const { return m_rows; }
    TableView* table() const { return m_table; }
    GraphView* graph() const { return m_graph; }

    /// Measures with the thread counts and rounds of the fields.
    void measure();
    /// Shows a measurement in all parts.
    void show(std::shared_ptr<const EngineComparison> comparison);
    void setThreads(int threads);
    void setGrouping(EngineGrouping grouping);
    /// The engine whose times the others are compared with: an index into
    /// EngineComparison::engines.
    void setBaseline(std::size_t engine);
    /// Shows the profile of an engine in all views of the model: adds it to the document's runs.
    void showProfile(std::size_t engine, int threads);

    /// The figures, conditions and all rows of the table.
    QString markdown() const;
    QString csv() const;
    std::string html() const;
    /// Asks for a file and a form, and writes it: HTML report, PDF, CSV, Markdown, or the
    /// measurement itself with its profiles as a folder.
    void exportPage();
    /// Asks for a measurement that was exported or that `opscope-cli engines` wrote, and shows it.
    void openMeasurement();

signals:
    void titleChanged(const QString& title);

private:
    QWidget* buildHead();
    QWidget* buildProgress();
    QWidget* buildNothing();
    QWidget* buildContent();
    QWidget* buildWalls();
    QWidget* buildConditions();
    QWidget* buildTable();
    void buildTableBar(QBoxLayout& column);
    void buildFoot(QBoxLayout& column);
    void connectParts();
    QList<int> threadCounts() const;
    void refreshProgress();
    void refreshHead();
    void refreshConditions();
    void refreshChips();
    void refreshBaselines();
    void refreshTable();
    void takeTable(EngineTable table);
    void refreshAttribution();
    void selectRow(int row);
    void followSelection(const QObject* origin);
    void showSelectedRow(int row);
    QString subtitle() const;

    Context& m_context;
    QPointer<Document> m_document;
    Connections m_connections; ///< to the document
    EnginesRunner* m_runner;
    std::shared_ptr<const EngineComparison> m_comparison;
    EngineTable m_rows; ///< refers to m_comparison
    std::vector<int> m_rowOfNode; ///< by node: row of m_rows; -1 = none
    int m_threads = 1;
    EngineGrouping m_grouping = EngineGrouping::Group;
    std::size_t m_baseline = 0;
    bool m_isSelecting = false; ///< true while a row passes its nodes on

    QLabel* m_subtitle = nullptr;
    QHBoxLayout* m_verdicts = nullptr;
    QLineEdit* m_threadCounts = nullptr;
    QSpinBox* m_rounds = nullptr;
    QPushButton* m_measure = nullptr;
    QPushButton* m_export = nullptr;
    QWidget* m_progress = nullptr;
    QLabel* m_progressText = nullptr;
    QProgressBar* m_progressBar = nullptr;
    Banner* m_failure = nullptr;
    QStackedWidget* m_stack = nullptr;
    QWidget* m_content = nullptr;
    QHBoxLayout* m_legend = nullptr;
    WallBars* m_walls = nullptr;
    QGridLayout* m_conditions = nullptr;
    QLabel* m_notes = nullptr;
    QHBoxLayout* m_threadChips = nullptr;
    QButtonGroup* m_groupings = nullptr; ///< ids are EngineGrouping
    ComparedTable* m_model = nullptr;
    EngineRowsProxy* m_sorted = nullptr;
    TableView* m_table = nullptr;
    QComboBox* m_baselines = nullptr;
    QLabel* m_differences = nullptr;
    QLabel* m_tableNote = nullptr;
    QHBoxLayout* m_attributionHead = nullptr;
    QWidget* m_attribution = nullptr;
    ElidedLabel* m_attributionText = nullptr;
    ShareBar* m_attributionBar = nullptr;
    QLabel* m_selectedTitle = nullptr;
    QLabel* m_selectedText = nullptr;
    QLabel* m_steps = nullptr;
    GraphView* m_graph = nullptr;
};

} // namespace ui
