#pragma once

#include <QVariant>

namespace profiler {
struct Profile;
struct StepKernel;
}

namespace ui {

struct GpuFacts;

/// The data of a row for a kernel or copy below its operator. `column` is an
/// OperatorsModel::Column. Times are sums over the median run.
QVariant kernelCell(const profiler::Profile& profile, const GpuFacts& facts,
    const profiler::StepKernel& kernel, int column, int role);

} // namespace ui
