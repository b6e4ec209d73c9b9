#include "ui/run/named_settings.h"

#include "model/support/atomic_file.h"
#include "ui/document/settings.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_text.h"

#include <QAction>
#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QInputDialog>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMenu>
#include <QMessageBox>
#include <QSignalBlocker>
#include <QToolButton>

namespace ui {

namespace {

QString namedKeyOf(const QString& modelPath)
{
    return QStringLiteral("named-runs/") + QString::fromLatin1(modelPath.toUtf8().toHex());
}

} // namespace

QMap<QString, RunSettings> namedSettings(const QString& modelPath)
{
    QMap<QString, RunSettings> named;
    const auto json
        = QJsonDocument::fromJson(settings::value(namedKeyOf(modelPath)).toUtf8()).object();
    for (auto row = json.begin(); row != json.end(); ++row)
        named.insert(row.key(), RunSettings::fromJson(row->toObject()));
    return named;
}

void setNamedSettings(const QString& modelPath, const QMap<QString, RunSettings>& named)
{
    QJsonObject json;
    for (auto row = named.begin(); row != named.end(); ++row)
        json.insert(row.key(), row->json());
    if (json.isEmpty())
        return settings::forget(namedKeyOf(modelPath));
    settings::setValue(namedKeyOf(modelPath),
        QString::fromUtf8(QJsonDocument(json).toJson(QJsonDocument::Compact)));
}

NamedSettingsBar::NamedSettingsBar(QWidget* parent)
    : QWidget(parent)
    , m_choice(new QComboBox(this))
    , m_menu(new QToolButton(this))
{
    auto* row = makeRow(this, {}, 6);
    row->addWidget(makeLabel(tr("Settings"), "heading", this));
    m_choice->setObjectName("namedSettings");
    m_choice->setAccessibleName(tr("Run settings by name"));
    m_choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    row->addWidget(m_choice, 1);
    m_menu->setObjectName("namedSettingsMenu");
    m_menu->setIcon(icon("more"));
    m_menu->setAutoRaise(true);
    m_menu->setAccessibleName(tr("Name, rename, remove or export these settings"));
    m_menu->setToolTip(m_menu->accessibleName());
    m_menu->setPopupMode(QToolButton::InstantPopup);
    row->addWidget(m_menu);
    auto* menu = new QMenu(m_menu);
    const auto add = [&](const QString& text, const char* name, void (NamedSettingsBar::*slot)()) {
        auto* action = menu->addAction(text);
        action->setObjectName(QLatin1String(name));
        connect(action, &QAction::triggered, this, slot);
        return action;
    };
    add(tr("Save as…"), "saveRunSettings", &NamedSettingsBar::saveAs);
    m_rename = add(tr("Rename…"), "renameRunSettings", &NamedSettingsBar::rename);
    m_remove = add(tr("Remove"), "removeRunSettings", &NamedSettingsBar::remove);
    menu->addSeparator();
    add(tr("Export for opscope-cli…"), "exportRunSettings", &NamedSettingsBar::exportFile);
    m_menu->setMenu(menu);
    connect(m_choice, &QComboBox::activated, this, [this] {
        const auto name = m_choice->currentData().toString();
        const auto found = m_named.constFind(name);
        if (found == m_named.constEnd() || name == currentName())
            return refresh();
        m_lastName = name;
        const auto wanted = *found; // the slot shows other settings in this bar
        emit chosen(wanted);
    });
}

void NamedSettingsBar::show(const std::shared_ptr<const model::Model>& model,
    const QString& modelPath, const RunSettings& settings)
{
    if (modelPath != m_path)
        m_lastName.clear();
    m_model = model;
    m_path = modelPath;
    m_settings = settings;
    m_named = namedSettings(modelPath);
    refresh();
}

QString NamedSettingsBar::currentName() const
{
    const auto shown = m_settings.json();
    if (const auto last = m_named.constFind(m_lastName);
        last != m_named.constEnd() && last->json() == shown)
        return m_lastName;
    for (auto row = m_named.begin(); row != m_named.end(); ++row)
        if (row->json() == shown)
            return row.key();
    return {};
}

void NamedSettingsBar::refresh()
{
    const QSignalBlocker blocker(m_choice);
    const auto current = currentName();
    m_choice->clear();
    if (current.isEmpty())
        m_choice->addItem(m_named.contains(m_lastName)
                ? tr("%1, changed").arg(plain(m_lastName.toStdString(), maxNameCharacters))
                : tr("Not saved"));
    for (auto row = m_named.begin(); row != m_named.end(); ++row)
        m_choice->addItem(plain(row.key().toStdString(), maxNameCharacters), row.key());
    m_choice->setCurrentIndex(std::max(0, m_choice->findData(current)));
    m_rename->setEnabled(!current.isEmpty());
    m_remove->setEnabled(!current.isEmpty());
}

QString NamedSettingsBar::askForName(const QString& title, const QString& proposed)
{
    bool isGood = false;
    const auto name = QInputDialog::getText(
        this, title, tr("Name of the settings"), QLineEdit::Normal, proposed, &isGood)
                          .trimmed();
    if (!isGood || name.isEmpty() || (name == proposed && name == currentName()))
        return {};
    if (m_named.contains(name)
        && QMessageBox::question(this, title,
               tr("There are settings with the name %1. Replace them?")
                   .arg(plain(name.toStdString(), maxNameCharacters)),
               QMessageBox::Yes | QMessageBox::Cancel, QMessageBox::Cancel)
            != QMessageBox::Yes)
        return {};
    return name;
}

void NamedSettingsBar::saveAs()
{
    const auto name = askForName(tr("Save run settings"), m_lastName);
    if (name.isEmpty())
        return;
    m_named.insert(name, m_settings);
    setNamedSettings(m_path, m_named);
    m_lastName = name;
    refresh();
}

void NamedSettingsBar::rename()
{
    const auto old = currentName();
    const auto name = askForName(tr("Rename run settings"), old);
    if (name.isEmpty())
        return;
    m_named.insert(name, m_named.take(old));
    setNamedSettings(m_path, m_named);
    m_lastName = name;
    refresh();
}

/// Removes the name only: the panel still has the settings.
void NamedSettingsBar::remove()
{
    const auto name = currentName();
    m_named.remove(name);
    setNamedSettings(m_path, m_named);
    refresh();
    emit told(tr("The settings are still in the panel, without the name %1.")
                  .arg(plain(name.toStdString(), maxNameCharacters)),
        "ok");
}

void NamedSettingsBar::exportFile()
{
    if (m_model == nullptr)
        return;
    const QFileInfo model(m_path);
    const auto path = QFileDialog::getSaveFileName(this, tr("Export run settings"),
        model.absolutePath() + u'/' + model.completeBaseName() + QStringLiteral(".settings"),
        tr("Settings of runs (*.settings)"));
    if (path.isEmpty())
        return;
    const auto written
        = support::writeFile(path.toStdString(), m_settings.exportText(*m_model).toStdString());
    written ? emit told(tr("Saved as %1").arg(path), "ok")
            : emit told(plain(written.error().message(), 300), "error");
}

} // namespace ui
