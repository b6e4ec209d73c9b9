#include "ui/fleet/folder_page.h"

#include "ui/widgets/plain_text.h"

#include <QDir>

namespace ui {

FolderPage::FolderPage(QString folder, QWidget* parent)
    : QWidget(parent)
    , m_folder(std::move(folder))
{
    setAttribute(Qt::WA_StyledBackground);
}

QString FolderPage::title() const { return plain(QDir(m_folder).dirName().toStdString(), 40); }

} // namespace ui
