#include "engine/kernel/kernel.h"

#include <algorithm>
#include <deque>
#include <map>
#include <mutex>
#include <shared_mutex>

namespace engine {

struct KernelRegistry::State {
    std::shared_mutex mutex; // guards all: a plug-in may be loaded while models are prepared
    std::deque<KernelEntry> entries; // a deque: returned pointers stay valid
    std::multimap<std::pair<std::string, std::string>, const KernelEntry*, std::less<>> byName;
};

// Defined here and not inline: a plugin with hidden visibility must use this same object.
KernelRegistry& KernelRegistry::instance()
{
    static KernelRegistry registry;
    return registry;
}

KernelRegistry::State& KernelRegistry::state() const
{
    static State state;
    return state;
}

void KernelRegistry::add(KernelEntry entry)
{
    const std::unique_lock lock(state().mutex);
    auto& stored = state().entries.emplace_back(std::move(entry));
    state().byName.emplace(std::pair(stored.domain, stored.type), &stored);
}

std::vector<const KernelEntry*> KernelRegistry::find(
    std::string_view domain, std::string_view type, DeviceKind device) const
{
    const std::shared_lock lock(state().mutex);
    std::vector<const KernelEntry*> found;
    const auto [first, last]
        = state().byName.equal_range(std::pair(std::string(domain), std::string(type)));
    for (auto entry = first; entry != last; ++entry) {
        if (entry->second->device == device)
            found.push_back(entry->second);
    }
    std::ranges::stable_sort(found, {}, &KernelEntry::tier);
    return found;
}

std::vector<const KernelEntry*> KernelRegistry::all() const
{
    const std::shared_lock lock(state().mutex);
    std::vector<const KernelEntry*> found;
    for (const auto& entry : state().entries)
        found.push_back(&entry);
    return found;
}

RegisterKernel::RegisterKernel(KernelEntry entry)
{
    KernelRegistry::instance().add(std::move(entry));
}

namespace {

class ReferenceKernel final : public Kernel {
public:
    explicit ReferenceKernel(std::function<Result<void>(RunContext&)> run)
        : m_run(std::move(run))
    {
    }
    Result<void> run(RunContext& context) override { return m_run(context); }
    std::string implementation() const override { return "reference"; }

private:
    std::function<Result<void>(RunContext&)> m_run;
};

} // namespace

Result<std::unique_ptr<Kernel>> referenceKernel(std::function<Result<void>(RunContext&)> run)
{
    return std::unique_ptr<Kernel>(std::make_unique<ReferenceKernel>(std::move(run)));
}

RegisterReference::RegisterReference(std::string type, PrepareKernel prepare, std::string domain)
{
    KernelRegistry::instance().add({ std::move(type), std::move(domain), DeviceKind::Cpu,
        Tier::Reference, std::move(prepare) });
}

RegisterReference::RegisterReference(
    std::string type, ReferenceRun run, ReferenceCheck check, std::string domain)
    : RegisterReference(
        std::move(type),
        [run, check](const KernelRequest& request) -> Result<std::unique_ptr<Kernel>> {
            if (check != nullptr)
                TRY(check(request));
            return referenceKernel(
                [run, node = request.node](RunContext& context) { return run(node, context); });
        },
        std::move(domain))
{
}

std::string_view tierName(Tier tier)
{
    switch (tier) {
    case Tier::Library:
        return "library";
    case Tier::Native:
        return "native";
    case Tier::Reference:
        return "reference";
    }
    return "unknown";
}

const InputType& KernelRequest::input(std::size_t i) const
{
    static const InputType absent;
    return i < inputs.size() ? inputs[i] : absent;
}

} // namespace engine
