#include "ui/panels.h"

#include <QCoreApplication>

namespace ui {

const QList<PanelSpec>& panelSpecs()
{
    using Area = PanelSpec::Area;
    [[maybe_unused]] constexpr auto left = Area::Left;
    static const QList<PanelSpec> specs {};
    return specs;
}

} // namespace ui
