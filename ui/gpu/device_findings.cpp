#include "ui/gpu/device_findings.h"

#include "profiler/device/device_notes.h"
#include "ui/translation/text.h"
#include "ui/widgets/plain_text.h"

#include <QJsonArray>

#include <algorithm>
#include <array>

namespace ui {

namespace {

constexpr qsizetype longestNotice = 400; // in characters
constexpr auto unknownReason = "device-unknown";
/// Codes of the reasons why models do not run on a GPU (engine/cuda/failures.h,
/// engine/device/plugin.h).
constexpr std::array<std::string_view, 11> probeCodes { "no-driver", "no-plugin", "driver-too-old",
    "stub-driver", "no-device", "device-too-old", "device-refused", "driver-failed",
    "no-kernel-image", "plugin-refused", unknownReason };

support::Diagnostic findingOf(
    support::Severity severity, std::string code, std::string message, std::string advice)
{
    support::Diagnostic finding { severity, std::move(code), {}, std::move(message),
        std::move(advice) };
    finding.where.path = tr("GPU").toStdString();
    return finding;
}

} // namespace

support::Diagnostics probeFindings(const DeviceProbe::Answer& answer, GpuChoice choice)
{
    using support::Severity;
    if (answer.isUsable)
        return {};
    const bool isChosen = choice == GpuChoice::Chosen;
    const bool isWithout
        = answer.code == QStringLiteral("no-driver") || answer.code == QStringLiteral("no-plugin");
    if (!isChosen && (isWithout || answer.code.isEmpty()))
        return {}; // most machines have no GPU, and none was chosen
    auto advice = answer.advice;
    if (isChosen)
        advice += (advice.isEmpty() ? QString() : QStringLiteral("; "))
            + tr("or choose the CPU in the Run panel");
    return { findingOf(isChosen ? Severity::Warning : Severity::Note,
        answer.code.isEmpty() ? std::string(unknownReason) : answer.code.toStdString(),
        tr("no CUDA device: %1").arg(answer.text).toStdString(), advice.toStdString()) };
}

bool isProbeFinding(const support::Diagnostic& finding)
{
    return std::ranges::find(probeCodes, finding.code) != probeCodes.end();
}

support::Diagnostics noticeFindings(const QJsonObject& plan)
{
    support::Diagnostics findings;
    for (const auto& entry : plan.value(QStringLiteral("notices")).toArray()) {
        const auto notice = plain(entry.toString().toStdString(), longestNotice);
        // Format of such a notice: `cuDNN 9 not found: … (pip install …, and name its folder in
        // OPSCOPE_CUDA_LIBS)`.
        const auto howTo = notice.lastIndexOf(QStringLiteral(" ("));
        const bool isLibrary = howTo > 0 && notice.endsWith(u')')
            && notice.indexOf(QStringLiteral("OPSCOPE_CUDA_LIBS"), howTo) > 0;
        findings.push_back(isLibrary
                ? findingOf(support::Severity::Warning, libraryMissingCode,
                    notice.left(howTo).toStdString(),
                    notice.mid(howTo + 2).chopped(1).toStdString())
                : findingOf(support::Severity::Note, deviceNoticeCode, notice.toStdString(), {}));
    }
    return findings;
}

support::Diagnostics noteFindings(const profiler::Profile& profile)
{
    support::Diagnostics findings;
    for (auto& note : profiler::deviceNotes(profile))
        findings.push_back(findingOf(support::Severity::Warning, std::move(note.code),
            std::move(note.message), std::move(note.advice)));
    return findings;
}

} // namespace ui
