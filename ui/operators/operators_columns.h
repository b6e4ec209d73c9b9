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

/// One row, whichever grouping: what the columns read.
struct OperatorRow {
    const profiler::Profile& profile;
    const QString& prefix;
    const profiler::StepRow* step = nullptr;
    const profiler::TypeRow* type = nullptr;
    const profiler::SummedSteps* group = nullptr; ///< then `type` is its figures
    bool isKernel = false; ///< of a group
    const OperatorsModel::OfRoof* ofRoof = nullptr; ///< null: no ceilings are known
    const profiler::DeviceOperator* gpu = nullptr; ///< of a step: what a GPU did for it
    const profiler::DeviceVerdict* verdict = nullptr;

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
    const char* title; ///< translated with context "OperatorsModel"
    std::function<QString(const OperatorRow&)> text;
    /// Of a column of numbers, to sort by and for files; nothing where none is known.
    std::function<std::optional<double>(const OperatorRow&)> number;
    const char* fileTitle = nullptr; ///< with the unit; null: `title`

    bool isNumber() const { return number != nullptr; }
};

/// In the order of OperatorsModel::Column.
const std::vector<OperatorColumn>& operatorColumns();

/// FileRole of a cell. Two columns hold more than one number for a program: the interval's ends,
/// and how many steps a sum of FLOP leaves out.
QVariant operatorFileCell(const OperatorRow& row, int index);
/// FileRole of a heading.
QVariant operatorFileHeading(int index);

QString roofTip(const OperatorRow& row);
QString operatorToolTip(const OperatorRow& row);

} // namespace ui
