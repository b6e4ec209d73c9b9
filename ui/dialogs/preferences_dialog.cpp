#include "ui/dialogs/preferences_dialog.h"

#include "ui/dialogs/key_list.h"
#include "ui/document/settings.h"
#include "ui/plugins/plugin_list.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/theme.h"
#include "ui/window/restore/open_tabs.h"
#include "ui/window/window_style.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QTabWidget>
#include <QVBoxLayout>

namespace ui {

namespace {

constexpr int pathRole = Qt::UserRole;

QLabel* note(const QString& text) { return makeWrappedLabel(text, "secondary"); }

} // namespace

PreferencesDialog::PreferencesDialog(QWidget* parent)
    : QDialog(parent)
    , m_theme(new QComboBox(this))
    , m_motion(new QCheckBox(tr("No animations"), this))
    , m_recent(new QCheckBox(tr("Keep a list of recent files"), this))
    , m_leaving(new QComboBox(this))
    , m_permissions(new QListWidget(this))
    , m_remove(new QPushButton(tr("Remove permission"), this))
    , m_plugins(new PluginList(this))
    , m_keys(new KeyList(this))
    , m_pages(new QTabWidget(this))
{
    setWindowTitle(tr("Preferences"));
    resize(680, 600);
    auto* column = makeColumn(this, { 16, 16, 16, 12 }, styleSpacing);
    m_pages->addTab(buildGeneral(), tr("&General")); // order of Page
    m_pages->addTab(m_keys, tr("&Keys"));
    m_pages->addTab(buildTrust(), tr("&Permissions and plug-ins"));
    column->addWidget(m_pages);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    // Return in a text field must not close the dialog.
    buttons->button(QDialogButtonBox::Close)->setAutoDefault(false);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    column->addWidget(buttons);
    listPermissions();
}

QWidget* PreferencesDialog::buildGeneral()
{
    auto* page = new QWidget(this);
    auto* form = new QFormLayout(page);
    form->setSpacing(10);
    m_theme->addItems({ tr("As the desktop"), tr("Light"), tr("Dark") }); // order of Theme::Choice
    m_theme->setCurrentIndex(static_cast<int>(Theme::instance().choice()));
    connect(m_theme, &QComboBox::activated, this,
        [](int index) { Theme::instance().choose(static_cast<Theme::Choice>(index)); });
    form->addRow(tr("Theme"), m_theme);
    m_motion->setChecked(settings::isMotionReduced());
    connect(m_motion, &QCheckBox::toggled, this, [](bool isReduced) {
        settings::setMotionReduced(isReduced);
        WindowStyle::setMotionReduced(isReduced);
    });
    form->addRow(tr("Motion"), m_motion);
    m_recent->setChecked(settings::areRecentFilesKept());
    connect(m_recent, &QCheckBox::toggled, this,
        [](bool isKept) { settings::setRecentFilesKept(isKept); });
    form->addRow(tr("Recent files"), m_recent);
    auto* tabs = new QCheckBox(tr("Open the tabs of the last session"), page);
    tabs->setObjectName("restoreTabs");
    tabs->setChecked(OpenTabs::isWanted());
    connect(tabs, &QCheckBox::toggled, this, &OpenTabs::setWanted);
    form->addRow(tr("At the start"), tabs);
    const auto key = QString::fromLatin1(settings::quitKey);
    const auto keeps = QString::fromLatin1(settings::leavingKeeps);
    m_leaving->addItems({ tr("Ask when Opscope quits"), tr("Keep for the next start") });
    m_leaving->setObjectName("leaving");
    m_leaving->setCurrentIndex(settings::value(key) == keeps ? 1 : 0);
    connect(m_leaving, &QComboBox::activated, this,
        [key, keeps](int index) { settings::setValue(key, index == 1 ? keeps : QString()); });
    form->addRow(tr("Unsaved measurements"), m_leaving);
    return page;
}

QWidget* PreferencesDialog::buildTrust()
{
    auto* page = new QWidget(this);
    auto* column = new QVBoxLayout(page);
    column->setSpacing(10);
    column->addWidget(note(tr("Models that may read weights from outside their folder:")));
    m_permissions->setAccessibleName(tr("Permissions"));
    m_permissions->setMaximumHeight(140);
    column->addWidget(m_permissions);
    connect(m_remove, &QPushButton::clicked, this, &PreferencesDialog::removePermission);
    connect(m_permissions, &QListWidget::currentRowChanged, this,
        [this](int row) { m_remove->setEnabled(row >= 0); });
    auto* removeRow = new QHBoxLayout;
    removeRow->addStretch();
    removeRow->addWidget(m_remove);
    column->addLayout(removeRow);
    column->addWidget(
        note(tr("Operator plug-ins: libraries that bring operators of other domains. A plug-in is "
                "a program and may do what you may; add only those you trust.")));
    column->addWidget(m_plugins, 1);
    return page;
}

void PreferencesDialog::showPage(Page page) { m_pages->setCurrentIndex(static_cast<int>(page)); }

void PreferencesDialog::listPermissions()
{
    m_permissions->clear();
    for (const auto& permission : settings::permissions()) {
        const auto text = tr("%1 reads from %2")
                              .arg(permission.model, permission.folders.join(QStringLiteral(", ")));
        auto* item = new QListWidgetItem(plain(text.toStdString()), m_permissions);
        item->setData(pathRole, permission.model);
    }
    m_remove->setEnabled(m_permissions->currentRow() >= 0);
}

void PreferencesDialog::removePermission()
{
    if (const auto* item = m_permissions->currentItem()) {
        settings::forgetPermission(item->data(pathRole).toString());
        listPermissions();
    }
}

void showPreferences(QWidget* parent, PreferencesDialog::Page page)
{
    PreferencesDialog dialog(parent);
    dialog.showPage(page);
    dialog.exec();
}

} // namespace ui
