#include "ui/window/restore/unopened_page.h"

#include "ui/document/document.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_text.h"

#include <QLabel>

#include <utility>

namespace ui {

UnopenedPage::UnopenedPage(KeptTab tab, QWidget* parent)
    : QWidget(parent)
    , m_tab(std::move(tab))
{
    const auto title = plain(documentTitle(m_tab.path).toStdString(), 80);
    makeColumn(this)->addWidget(makeEmptyLabel(tr("Reading %1").arg(title), this));
    setFocusPolicy(Qt::StrongFocus);
}

} // namespace ui
