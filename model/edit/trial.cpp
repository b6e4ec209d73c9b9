#include "model/edit/trial.h"

namespace model::edit {

using support::Result;

Result<std::shared_ptr<const Model>> tryOperations(
    Document& document, std::span<const Operation> operations, const std::filesystem::path& files)
{
    std::vector<Change> changes;
    const auto takeBack = [&] {
        for (auto change = changes.rbegin(); change != changes.rend(); ++change)
            change->undo();
    };
    Result<std::shared_ptr<const Model>> model = document.model();
    for (std::size_t i = 0; i < operations.size() && model; ++i) {
        changes.emplace_back();
        Editing editing(**model, document.file().root(), changes.back(), files);
        if (auto applied = apply(editing, operations[i]); !applied)
            model = std::move(applied).error().within("operation " + std::to_string(i + 1));
        else
            model = document.file().read(document.options());
    }
    takeBack();
    return model;
}

} // namespace model::edit
