#pragma once

#include "ui/compare/compared_table.h"
#include "ui/engines/engine_table.h"

#include <QSortFilterProxyModel>
#include <QString>

namespace ui {

/// The texts of the page of engines.

/// `ORT`, `OV`: an engine in a heading of a narrow column; the title of others.
QString shortTitle(const ComparedEngine& engine);
/// `ONNX Runtime 1.32.0`
QString titleWithVersion(const ComparedEngine& engine);
QString threadsText(int threads);

/// The headline of one number of threads: `Opscope, by 5.5 %` or `no difference shown`, and below
/// it the interval and p.
struct VerdictTexts {
    QString headline;
    QString detail;
    bool isShown = false;
};
VerdictTexts verdictTexts(const EngineComparison& comparison, int threads);

/// One line of the conditions: a title and a value for each engine that was measured.
struct ConditionLine {
    QString title;
    QStringList values;
    QList<QByteArray> tones; ///< colour token by value; empty = usual
};
/// Indices of the engines that were measured at least once.
std::vector<std::size_t> measuredEngines(const EngineComparison& comparison);
std::vector<ConditionLine> conditionLines(const EngineComparison& comparison);
/// Why engines are not compared, and notices; one sentence per entry.
QStringList engineNotes(const EngineComparison& comparison);

/// The table of rows; the wall is the last row.
ComparedTable::Content engineContent(const EngineComparison& comparison, const EngineTable& table);
QString rowTitle(const EngineRow& row);
/// Why the baseline is slower or faster than each other engine, one line for each: `ONNX Runtime
/// takes 2.60 ms more than OpenVINO: layer3 +1.10 ms, stem +0.62 ms, …`. Names the rows whose
/// difference is shown, the largest first.
QStringList differenceLines(const EngineComparison& comparison, const EngineTable& table);
/// `ours to OpenVINO +0.8 %, 95 % −0.4 … +1.9 %, p = 0.22: cannot be told apart`, one line for each
/// other engine.
QStringList changeLines(
    const EngineComparison& comparison, const EngineTable& table, const EngineRow& row);
/// Which steps each engine executed for the row: `ORT: 13 × nchwc Conv`.
QStringList stepLines(
    const EngineComparison& comparison, const EngineTable& table, const EngineRow& row);

/// Sorts the rows of nodes; the engines' own rows, the time in no operator and the wall stay at the
/// end. They also stay when the text filter hides rows.
class EngineRowsProxy : public QSortFilterProxyModel {
    Q_OBJECT

public:
    using QSortFilterProxyModel::QSortFilterProxyModel;
    void setTable(const EngineTable* table) { m_table = table; }

protected:
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    const EngineTable* m_table = nullptr;
};

} // namespace ui
