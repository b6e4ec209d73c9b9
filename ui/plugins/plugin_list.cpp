#include "ui/plugins/plugin_list.h"

#include "ui/plugins/operator_plugins.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_text.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QMessageBox>
#include <QPushButton>
#include <QVBoxLayout>

namespace ui {

namespace {

constexpr int fileRole = Qt::UserRole;

QIcon stateIcon(OperatorPlugins::State state)
{
    switch (state) {
    case OperatorPlugins::State::Loaded:
        return icon("ok", "good");
    case OperatorPlugins::State::Refused:
        return icon("error", "error");
    case OperatorPlugins::State::Checking:
        break;
    }
    return icon("clock");
}

} // namespace

PluginList::PluginList(QWidget* parent)
    : QWidget(parent)
    , m_list(new QListWidget(this))
    , m_add(new QPushButton(tr("Add plug-in…"), this))
    , m_remove(new QPushButton(tr("Remove plug-in"), this))
{
    auto* rows = makeColumn(this, {}, styleSpacing);
    m_list->setObjectName("operatorPlugins");
    m_list->setAccessibleName(tr("Operator plug-ins"));
    m_list->setWordWrap(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setResizeMode(QListView::Adjust);
    rows->addWidget(m_list);
    auto* buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(m_add);
    buttons->addWidget(m_remove);
    rows->addLayout(buttons);
    connect(m_add, &QPushButton::clicked, this, &PluginList::choose);
    connect(m_remove, &QPushButton::clicked, this, &PluginList::removeCurrent);
    connect(m_list, &QListWidget::currentRowChanged, this,
        [this](int row) { m_remove->setEnabled(row >= 0); });
    connect(&OperatorPlugins::instance(), &OperatorPlugins::changed, this, &PluginList::fill);
    fill();
}

void PluginList::fill()
{
    const auto* current = m_list->currentItem();
    const auto file = current != nullptr ? current->data(fileRole).toString() : QString();
    m_list->clear();
    for (const auto& entry : OperatorPlugins::instance().entries()) {
        const auto text = tr("%1: %2").arg(QFileInfo(entry.file).fileName(), entry.words);
        auto* item
            = new QListWidgetItem(stateIcon(entry.state), plain(text.toStdString(), 1000), m_list);
        item->setToolTip(toolTipOf(plain(entry.file.toStdString(), 1000)));
        item->setData(fileRole, entry.file);
        if (entry.file == file)
            m_list->setCurrentItem(item);
    }
    m_remove->setEnabled(m_list->currentRow() >= 0);
}

void PluginList::choose()
{
    const auto file = QFileDialog::getOpenFileName(
        this, tr("Add an operator plug-in"), {}, tr("Plug-ins (*.so)"));
    if (file.isEmpty())
        return;
    auto* box = new QMessageBox(QMessageBox::Question, tr("Add plug-in"),
        tr("Run the code of this plug-in?"), QMessageBox::NoButton, this);
    box->setObjectName("pluginConsent");
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText);
    box->setInformativeText(
        toolTipOf(tr("%1\nA plug-in is a program: it may do what you may. It runs within Opscope, "
                     "to tell shapes, and in the process that runs models, now and at each start. "
                     "Add it only if you trust where it comes from.")
                      .arg(plain(file.toStdString(), 400))));
    auto* agree = box->addButton(tr("Add plug-in"), QMessageBox::AcceptRole);
    box->setDefaultButton(box->addButton(QMessageBox::Cancel));
    connect(agree, &QAbstractButton::clicked, &OperatorPlugins::instance(),
        [file] { OperatorPlugins::instance().add(file); });
    box->open();
}

void PluginList::removeCurrent()
{
    if (const auto* item = m_list->currentItem())
        OperatorPlugins::instance().remove(item->data(fileRole).toString());
}

} // namespace ui
