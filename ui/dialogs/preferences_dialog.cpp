#include "ui/dialogs/preferences_dialog.h"

#include "ui/plain_text.h"
#include "ui/plugins/plugin_list.h"
#include "ui/settings.h"
#include "ui/theme.h"
#include "ui/window_style.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>

namespace ui {

namespace {

constexpr int pathRole = Qt::UserRole;

QLabel* note(const QString& text)
{
    auto* label = new QLabel(text);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setProperty("secondary", true);
    return label;
}

} // namespace

PreferencesDialog::PreferencesDialog(QWidget* parent)
    : QDialog(parent)
    , m_theme(new QComboBox(this))
    , m_motion(new QCheckBox(tr("No animations"), this))
    , m_recent(new QCheckBox(tr("Keep a list of recent files"), this))
    , m_permissions(new QListWidget(this))
    , m_remove(new QPushButton(tr("Remove permission"), this))
    , m_plugins(new PluginList(this))
{
    setWindowTitle(tr("Preferences"));
    resize(600, 560);
    auto* form = new QFormLayout(this);
    form->setContentsMargins(16, 16, 16, 12);
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
    form->addRow(note(tr("Models that may read weights from outside their folder:")));
    m_permissions->setMaximumHeight(110);
    form->addRow(m_permissions);
    connect(m_remove, &QPushButton::clicked, this, &PreferencesDialog::removePermission);
    connect(m_permissions, &QListWidget::currentRowChanged, this,
        [this](int row) { m_remove->setEnabled(row >= 0); });
    auto* removeRow = new QHBoxLayout;
    removeRow->addStretch();
    removeRow->addWidget(m_remove);
    form->addRow(removeRow);
    form->addRow(note(tr("Operator plug-ins: libraries that bring operators of other domains. A "
                         "plug-in is a program and may do what you may; add only those you "
                         "trust.")));
    form->addRow(m_plugins);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    form->addRow(buttons);
    listPermissions();
}

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

void showPreferences(QWidget* parent)
{
    PreferencesDialog dialog(parent);
    dialog.exec();
}

} // namespace ui
