#pragma once

#include "profiler/comparison/comparison.h"
#include "ui/panel.h"

#include <QPointer>
#include <QWidget>

#include <memory>

class QBoxLayout;
class QLabel;
class QSortFilterProxyModel;

namespace ui {

class ComparisonTable;
class TableView;
class WaterfallView;

/// Two profiles and what they are called.
struct ComparedPair {
    QString titleA;
    QString titleB;
    std::shared_ptr<const profiler::Comparison> comparison; ///< never null
};

/// A comparison in a tab of its own (ux.md 2.3, "Compare"): head, where the difference comes from,
/// operators with their verdicts. A is of the document, whose selection the rows show and set.
class ComparisonPage : public QWidget {
    Q_OBJECT

public:
    ComparisonPage(
        Context& context, Document* document, ComparedPair pair, QWidget* parent = nullptr);

    Document* document() const { return m_document; }
    QString title() const;
    TableView* table() const { return m_view; }
    WaterfallView* waterfall() const { return m_waterfall; }
    const profiler::Comparison& comparison() const { return *m_pair.comparison; }
    /// Selects the next row that is faster, slower, new or gone; -1: the one before.
    void stepDifference(int by);
    /// A becomes B.
    void swap();

private:
    void buildHead(QBoxLayout& column);
    void buildTable(QBoxLayout& column);
    void refresh();
    void select(const QModelIndex& index);
    void followSelection(const QObject* origin);

    Context& m_context;
    QPointer<Document> m_document;
    ComparedPair m_pair;
    QWidget* m_head = nullptr;
    WaterfallView* m_waterfall = nullptr;
    QLabel* m_waterfallTitle = nullptr;
    QLabel* m_count = nullptr;
    ComparisonTable* m_table = nullptr;
    QSortFilterProxyModel* m_sorted = nullptr;
    TableView* m_view = nullptr;
    bool m_isFollowing = false; ///< a row is made current because its node was selected elsewhere
};

} // namespace ui
