#include "model/edit/snapshot.h"

#include "model/edit/snapshot_update.h"
#include "model/support/release_later.h"

#include <atomic>
#include <utility>

namespace model::edit {

using support::Result;

namespace {

std::shared_ptr<Model> copyOf(const Model& model)
{
    constexpr std::size_t room = 64; // for what an edit adds, so that nothing need move for it
    auto copy = support::makeReleasedLater<Model>();
    copy->nodes.reserve(model.nodes.size() + room);
    copy->values.reserve(model.values.size() + room);
    *copy = model;
    return copy;
}

/// A model that was just read, which nobody else has.
Result<std::shared_ptr<Model>> readModel(const EditedFile& file, const OpenOptions& options,
    std::stop_token stop = {}, const support::Progress& progress = {})
{
    return std::const_pointer_cast<Model>(TRY(file.read(options, std::move(stop), progress)));
}

} // namespace

Result<Snapshot> Snapshot::read(const EditedFile& file, OpenOptions options, std::stop_token stop,
    const support::Progress& progress)
{
    Snapshot snapshot;
    snapshot.m_options = std::move(options);
    snapshot.m_model = TRY(readModel(file, snapshot.m_options, std::move(stop), progress));
    snapshot.m_prints = printsOf(*snapshot.m_model, file.root());
    return snapshot;
}

Result<IdMap> Snapshot::follow(const EditedFile& file, const Touched& touched)
{
    SnapshotUpdate update(*m_model, m_prints, file, touched);
    m_isPartly = update.prepare();
    if (m_isPartly) {
        const auto before = makeUnique();
        return update.apply(*m_model, m_prints);
    }
    auto model = TRY(readModel(file, m_options));
    auto prints = printsOf(*model, file.root());
    auto ids = idMap(*m_model, m_prints.fields, *model, prints.fields);
    m_model = std::move(model);
    m_copy = nullptr;
    m_prints = std::move(prints);
    return ids;
}

/// The model may be changed if nobody else has it. Others get it only from here, so a count of one
/// cannot rise meanwhile. Returns what m_model was before.
std::shared_ptr<const Model> Snapshot::makeUnique()
{
    const std::shared_ptr<const Model> before = m_model.use_count() > 1 ? m_model : nullptr;
    if (before != nullptr)
        m_model = m_copy != nullptr ? std::move(m_copy) : copyOf(*m_model);
    else
        std::atomic_thread_fence(std::memory_order_acquire);
    m_copy = nullptr;
    return before;
}

void Snapshot::copyAhead()
{
    if (m_copy == nullptr && m_model.use_count() > 1)
        m_copy = copyOf(*m_model);
}

} // namespace model::edit
