#pragma once

#include "layout/drawing.h"
#include "ui/document/selection.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace model {
struct Model;
}

namespace ui {

/// Leads items of one model to those of the same name in another: the file was read again. Nodes
/// are known by their label, values by graph and name, graphs by their path. Groups, steps and
/// events have no names here and are gone. Made in time linear in the second model; refers to
/// `labelsAfter`.
class ModelNames {
public:
    /// Labels as model::nodeLabels gives them.
    ModelNames(std::shared_ptr<const model::Model> before, std::vector<std::string> labelsBefore,
        std::shared_ptr<const model::Model> after, const std::vector<std::string>& labelsAfter);

    std::optional<SelectedItem> operator()(const SelectedItem& item) const;

private:
    std::optional<std::uint32_t> node(std::uint32_t id) const;
    std::optional<std::uint32_t> value(std::uint32_t id) const;

    std::shared_ptr<const model::Model> m_before;
    std::shared_ptr<const model::Model> m_after;
    std::vector<std::string> m_labels; ///< of `before`
    std::unordered_map<std::string_view, std::uint32_t> m_nodes; ///< of `after`, by label
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

/// The same of a picture. Groups stay what they are: they are found by their keys.
std::optional<layout::Item> itemNamed(const ModelNames& names, const layout::Item& item);

} // namespace ui
