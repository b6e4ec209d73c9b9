#pragma once

#include "profiler/device/device_report.h"
#include "profiler/device/step_kernels.h"

#include <QObject>

#include <map>
#include <memory>
#include <vector>

namespace ui {

class Document;
class JobRunner;

/// What views say of the device's part of a profile, computed once for all of them.
struct GpuFacts {
    std::shared_ptr<const profiler::Profile> profile;
    profiler::DeviceReport report; ///< its account is that of the median run
    std::vector<profiler::StepKernel> kernels; ///< of the same run, by step

    std::uint32_t run() const { return report.account.run; }
    /// What the device did for a step; null if nothing.
    const profiler::DeviceOperator* of(engine::StepId step) const;
    /// Null as `of`.
    const profiler::DeviceVerdict* verdictOf(engine::StepId step) const;
};

/// The facts of a document's current profile, made in a job whenever it or its statistics change.
/// One per document, which owns it.
class GpuReport : public QObject {
    Q_OBJECT

public:
    /// Made at the first call.
    static GpuReport& of(Document& document, JobRunner& jobs);

    /// Null without work of a device, and until they are computed.
    std::shared_ptr<const GpuFacts> facts() const { return m_facts; }
    /// Where a run of the current profile went. Null until it is computed, which begins with the
    /// call: accountKnown() tells.
    const profiler::DeviceAccount* account(std::uint32_t run);

signals:
    void changed(); ///< the facts
    void accountKnown(std::uint32_t run);

private:
    GpuReport(Document& document, JobRunner& jobs);
    void refresh();
    void forgetFarFrom(std::uint32_t run);

    Document& m_document;
    JobRunner& m_jobs;
    std::shared_ptr<const GpuFacts> m_facts;
    std::shared_ptr<const profiler::Profile> m_profile; ///< that m_accounts are of
    std::map<std::uint32_t, std::shared_ptr<const profiler::DeviceAccount>>
        m_accounts; ///< by run; null: being computed
};

} // namespace ui
