#include "ui/run/run_checks.h"

#include "ui/document/document.h"
#include "ui/format.h"
#include "ui/run/run_panel.h"

namespace ui {

QStringList checkLines(const Document& document)
{
    const auto& model = *document.model();
    QStringList lines;
    std::size_t unknown = 0;
    for (const auto& node : model.nodes)
        unknown += node.schema == nullptr && !node.function.isValid() ? 1 : 0;
    lines.append(unknown == 0
            ? RunPanel::tr("✓ every operator is known")
            : RunPanel::tr("⚠ %n operator(s) of unknown kind; plug-ins bring them (Preferences)",
                nullptr, static_cast<int>(unknown)));
    std::size_t weightless = 0;
    for (const auto& tensor : model.tensors)
        weightless += tensor.ref.place == model::TensorRef::Place::None ? 1 : 0;
    if (weightless > 0)
        lines.append(RunPanel::tr(
            "⚠ %n weight(s) missing in the file", nullptr, static_cast<int>(weightless)));
    const auto analysis = document.analysis();
    if (analysis != nullptr) {
        const auto stopping = document.runBlockers().findings.size();
        lines.append(stopping == 0 ? RunPanel::tr("✓ nothing in Problems stops a run")
                                   : RunPanel::tr("⚠ problems that stop a run: %1").arg(stopping));
    }
    if (analysis != nullptr && analysis->weightBytes > 0)
        lines.append(RunPanel::tr("✓ weights %1").arg(bytesText(analysis->weightBytes)));
    return lines;
}

} // namespace ui
