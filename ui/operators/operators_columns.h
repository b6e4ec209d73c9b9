#pragma once

#include "profiler/statistics/statistics.h"
#include "profiler/tables/profile.h"
#include "ui/operators/operators_model.h"

#include <QString>
#include <QVariant>

#include <functional>
#include <optional>
#include <vector>

namespace profiler {
struct DeviceOperator;
struct DeviceVerdict;
}

namespace ui {

/// The data of one row, for any grouping; input of the columns.
struct OperatorRow {
    const profiler::Profile& profile;
    const QString& prefix;
    const profiler::StepRow* step = nullptr;
    const profiler::TypeRow* type = nullptr;
    const profiler::SummedSteps* group = nullptr; ///< then `type` points to its figures
    bool isKernel = false; ///< for `group`: it is a kernel, not a scope
    const OperatorsModel::RooflineShare* ofRoof = nullptr; ///< null if no ceilings are known
    const profiler::DeviceOperator* gpu = nullptr; ///< device work of a step
    const profiler::DeviceVerdict* verdict = nullptr;
    const profiler::ProcessorFigures* counted = nullptr; ///< null if nothing was counted

    const profiler::Step& description() const { return profile.step(step->step); }
    const profiler::Distribution& time() const { return step != nullptr ? step->time : type->time; }
    double share() const { return step != nullptr ? step->share : type->share; }
    const std::optional<double>& threadsBusy() const
    {
        return step != nullptr ? step->threadsBusy : type->threadsBusy;
    }
    profiler::StringId opType() const
    {
        return step != nullptr ? description().opType : type->opType;
    }
    profiler::StringId domain() const
    {
        return step != nullptr ? description().domain : type->domain;
    }
};

struct OperatorColumn {
    const char* title; ///< translated with OperatorsModel::tr()
    std::function<QString(const OperatorRow&)> text;
    /// For a number column: the value for sorting and files; empty if unknown.
    std::function<std::optional<double>(const OperatorRow&)> number;
    const char* fileTitle = nullptr; ///< with the unit; null: `title` is used

    bool isNumber() const { return number != nullptr; }
};

/// In the order of OperatorsModel::Column.
const std::vector<OperatorColumn>& operatorColumns();

/// FileRole of a cell. Two columns give several values: the ends of the interval, and for a sum of
/// FLOP the number of steps whose FLOP are unknown.
QVariant operatorFileCell(const OperatorRow& row, int index);
/// FileRole of a heading.
QVariant operatorFileHeading(int index);

QString roofTip(const OperatorRow& row);
QString operatorToolTip(const OperatorRow& row);

} // namespace ui
