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

/// Facts on the device work of a profile, computed once for all views.
struct GpuFacts {
    std::shared_ptr<const profiler::Profile> profile;
    profiler::DeviceReport report; ///< of the median run
    std::vector<profiler::StepKernel> kernels; ///< kernels of the same run, by step

    std::uint32_t run() const { return report.account.run; }
    /// The device work of a step; null if it has none.
    const profiler::DeviceOperator* of(engine::StepId step) const;
    /// Null where of() is null.
    const profiler::DeviceVerdict* verdictOf(engine::StepId step) const;
};

/// Computes the GpuFacts of a document's current profile in a job, and again if the profile or its
/// statistics change. One object per document, which owns it.
class GpuReport : public QObject {
    Q_OBJECT

public:
    /// Returns the document's report; creates it at the first call.
    static GpuReport& of(Document& document, JobRunner& jobs);

    /// Null if the profile has no device work, and until the facts are computed.
    std::shared_ptr<const GpuFacts> facts() const { return m_facts; }
    /// The account of a run of the current profile. Null if not computed yet: the call then starts
    /// the job, and accountKnown() reports its end.
    const profiler::DeviceAccount* account(std::uint32_t run);

signals:
    void changed(); ///< facts() changed
    void accountKnown(std::uint32_t run);

private:
    GpuReport(Document& document, JobRunner& jobs);
    void refresh();
    void forgetFarFrom(std::uint32_t run);

    Document& m_document;
    JobRunner& m_jobs;
    std::shared_ptr<const GpuFacts> m_facts;
    std::shared_ptr<const profiler::Profile> m_profile; ///< the profile of m_accounts
    /// By run; null while it is computed.
    std::map<std::uint32_t, std::shared_ptr<const profiler::DeviceAccount>> m_accounts;
};

} // namespace ui
