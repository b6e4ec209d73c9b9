#include "ui/panels.h"

#include "ui/explorer/explorer_panel.h"

#include <QCoreApplication>

namespace ui {

const QList<PanelSpec>& panelSpecs()
{
    using Area = PanelSpec::Area;
    static const QList<PanelSpec> specs {
        { "model", QT_TRANSLATE_NOOP("Panels", "Model"), Area::Left, createExplorerPanel },
    };
    return specs;
}

} // namespace ui
