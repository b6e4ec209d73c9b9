#pragma once

#include "layout/drawing.h"
#include "model/edit/id_map.h"
#include "model/node_labels.h"
#include "ui/document/selection.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace ui {

/// Maps items of one model to the items of another: used when the file was read again, and after an
/// edit. Items of a file are matched by name: nodes by label, values by graph and name, graphs by
/// path. Those of an edited model are matched by the ids of the edit. Groups, steps and events are
/// not mapped. Construction is linear in the second model.
class ModelNames {
public:
    ModelNames(std::shared_ptr<const model::Model> before, model::NodeLabels labelsBefore,
        std::shared_ptr<const model::Model> after, const model::NodeLabels& labelsAfter);
    /// For an edited model.
    explicit ModelNames(std::shared_ptr<const model::edit::IdMap> ids)
        : m_ids(std::move(ids))
    {
    }

    /// Returns the item of the new model, or nothing if it has none.
    std::optional<SelectedItem> operator()(const SelectedItem& item) const;
    /// The ids of an edit; null if the file was read again.
    const std::shared_ptr<const model::edit::IdMap>& ids() const { return m_ids; }

private:
    std::optional<std::uint32_t> node(std::uint32_t id) const;
    std::optional<std::uint32_t> value(std::uint32_t id) const;
    std::optional<std::uint32_t> edited(const SelectedItem& item) const;

    std::shared_ptr<const model::edit::IdMap> m_ids; ///< the other members are empty then
    std::shared_ptr<const model::Model> m_before;
    std::shared_ptr<const model::Model> m_after;
    model::NodeLabels m_labels; ///< of `before`
    /// Of `after`, by the label if it is a name.
    std::unordered_map<std::string_view, std::uint32_t> m_nodes;
    std::unordered_map<std::string, std::uint32_t> m_graphs; ///< of `after`, by path
    using Named = std::pair<std::uint32_t, std::string_view>; ///< graph and name
    struct NamedHash {
        std::size_t operator()(const Named& named) const
        {
            return std::hash<std::string_view>()(named.second) ^ (named.first * 0x9E3779B9U);
        }
    };
    std::unordered_map<Named, std::uint32_t, NamedHash> m_values; ///< of `after`
};

/// The same for an item of a picture. Groups are returned unchanged, because they are found by
/// their keys.
std::optional<layout::Item> itemNamed(const ModelNames& names, const layout::Item& item);

} // namespace ui
