#pragma once

#include <QVariant>

namespace profiler {
struct Profile;
struct StepKernel;
}

namespace ui {

struct GpuFacts;

/// A cell of the row that stands for a kernel or copy below its operator; `column` is one of
/// OperatorsModel. Times are sums of the median run.
QVariant kernelCell(const profiler::Profile& profile, const GpuFacts& facts,
    const profiler::StepKernel& kernel, int column, int role);

} // namespace ui
