#pragma once

#include "model/edit/change.h"
#include "model/edit/edited_file.h"
#include "model/edit/id_map.h"

#include <memory>
#include <stop_token>
#include <vector>

namespace model::edit {

/// What a snapshot is compared with the file by, to find what a change did to it.
struct SnapshotPrints {
    Fingerprints fields;
    /// The opened messages of the nodes of the main graph, null for others.
    std::vector<const Message*> nodeMessages;
};

/// The model of an edited file as it is now. After a change only what changed is read again, if the
/// change is in the main graph and outside of bodies; otherwise the whole file is read.
class Snapshot {
public:
    static support::Result<Snapshot> read(const EditedFile& file, OpenOptions options,
        std::stop_token stop = {}, const support::Progress& progress = {});

    std::shared_ptr<const Model> model() const { return m_model; }
    /// Makes the model follow a change that was made or taken back. Returns where its nodes, values
    /// and graphs are then. If it fails, the model is as before.
    support::Result<IdMap> follow(const EditedFile& file, const Touched& touched);
    /// Copies the model, if others have it too, so that follow() need not.
    void copyAhead();
    /// True if the last follow() read only what changed.
    bool isPartly() const { return m_isPartly; }

private:
    Snapshot() = default;
    std::shared_ptr<const Model> makeUnique();

    OpenOptions m_options;
    std::shared_ptr<Model> m_model;
    std::shared_ptr<Model> m_copy; ///< equal to m_model; null: none was made
    SnapshotPrints m_prints; ///< of m_model
    bool m_isPartly = false;
};

} // namespace model::edit
