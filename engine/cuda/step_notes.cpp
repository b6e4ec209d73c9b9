#include "engine/cuda/step_notes.h"

#include "engine/cuda/failures.h"

namespace engine::cuda {

void StepNotes::begin(std::string_view kernel, std::string_view node)
{
    m_last = { kernel, node };
    if (m_count++ == 0)
        m_first = m_last;
}

support::Error StepNotes::failure(int code) const
{
    using support::ErrorKind;
    if (m_count == 0)
        return support::failAs(
            ErrorKind::Resource, kernelFailed("before any step", "this run", code).message);
    std::string node = "\"" + std::string(m_last.node) + "\"";
    if (m_count > 1)
        node += " (or one of " + std::to_string(m_count - 1) + " launched before it, from \""
            + std::string(m_first.node) + "\")";
    return support::failAs(ErrorKind::Resource, kernelFailed(m_last.kernel, node, code).message);
}

StepNotes& stepNotes()
{
    static StepNotes notes;
    return notes;
}

support::Error callFailed(
    const CallFailure& failure, const std::function<DeviceDescription()>& device)
{
    using support::ErrorKind;
    if (isSticky(failure.code))
        return stepNotes().failure(failure.code);
    if (failure.code == answer::noKernelImage)
        return support::failAs(ErrorKind::Resource, noKernelImage(device()).message);
    return support::failAs(
        ErrorKind::Resource, failure.what, ": ", failure.words, " (", failure.code, ")");
}

} // namespace engine::cuda
