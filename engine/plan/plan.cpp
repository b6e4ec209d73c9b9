#include "engine/plan/plan.h"

#include "engine/plan/plan_state.h"

#include <algorithm>
#include <cstring>
#include <thread>

namespace engine {

namespace {

bool isSame(const InputType& a, const InputType& b)
{
    return a.kind == b.kind && a.tensor == b.tensor;
}

bool holdsSame(const Tensor& a, const Tensor& b)
{
    return a.type.bytes() == 0 || std::memcmp(a.data, b.data, a.type.bytes()) == 0;
}

} // namespace

Kernel* KernelCache::find(std::span<const InputType> signature)
{
    const auto found = std::ranges::find_if(m_entries, [&](const Entry& entry) {
        if (!std::ranges::equal(entry.signature, signature, isSame))
            return false;
        for (std::size_t i = 0; i < entry.contents.size(); ++i) {
            if (entry.contents[i] && !holdsSame(*entry.contents[i], *signature[i].constant))
                return false;
        }
        return true;
    });
    if (found == m_entries.end())
        return nullptr;
    m_entries.splice(m_entries.begin(), m_entries, found);
    return found->kernel.get();
}

Kernel* KernelCache::add(
    std::vector<InputType> signature, Contents contents, std::unique_ptr<Kernel> kernel)
{
    m_entries.push_front({ std::move(signature), std::move(contents), std::move(kernel) });
    if (m_entries.size() > capacity)
        m_entries.pop_back();
    return m_entries.front().kernel.get();
}

const Kernel* KernelCache::latest() const
{
    return m_entries.empty() ? nullptr : m_entries.front().kernel.get();
}

std::string_view stepKindName(StepKind kind)
{
    switch (kind) {
    case StepKind::Operator:
        return "operator";
    case StepKind::ControlFlow:
        return "control flow";
    case StepKind::View:
        return "view";
    case StepKind::Reorder:
        return "reorder";
    case StepKind::Copy:
        return "copy";
    }
    return "unknown";
}

int threadCount(const RunRequest& request)
{
    if (request.threads > 0)
        return request.threads;
    return static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
}

KernelSettings settingsOf(const RunRequest& request)
{
    return { threadCount(request), request.precision, request.seed };
}

Plan::Plan(std::unique_ptr<State> state)
    : m_state(std::move(state))
{
}
Plan::~Plan() = default;

const model::Model& Plan::model() const { return *m_state->program.model; }
const std::vector<StepDescription>& Plan::steps() const { return m_state->descriptions; }
const std::vector<NodeFate>& Plan::fates() const { return m_state->program.fates; }
const PlannedMemory& Plan::memory() const { return m_state->memory; }
const std::vector<std::string>& Plan::inputNames() const { return m_state->inputNames; }
const std::vector<std::string>& Plan::outputNames() const { return m_state->outputNames; }
const Program& Plan::program() const { return m_state->program; }

} // namespace engine
