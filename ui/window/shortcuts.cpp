#include "ui/window/shortcuts.h"

#include "ui/document/settings.h"
#include "ui/window/actions.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace ui {

namespace {

QString settingOf(const ActionSpec& spec)
{
    return QStringLiteral("keys/") + QString::fromLatin1(spec.id);
}

/// Stored for an action without keys. An empty setting means the default keys.
const QString noKeys = QStringLiteral("none");

/// True if one sequence equals or begins the other, as `F4` and `F4, C`: both cannot be typed.
bool areInEachOthersWay(const QKeySequence& one, const QKeySequence& other)
{
    if (one.isEmpty() || other.isEmpty())
        return false;
    return one.matches(other) != QKeySequence::NoMatch
        || other.matches(one) != QKeySequence::NoMatch;
}

/// Parses a list of keys and leaves out invalid ones.
QList<QKeySequence> keysIn(const QString& text)
{
    auto keys = QKeySequence::listFromString(text, QKeySequence::PortableText);
    keys.removeIf(
        [](const QKeySequence& key) { return key.isEmpty() || key[0].key() == Qt::Key_unknown; });
    return keys;
}

bool hasModifier(QKeyCombination key)
{
    return key.keyboardModifiers().testAnyFlags(
        Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier);
}

/// True if the key is not text input, so that it may work while a text field has the focus.
bool isForWindow(QKeyCombination key)
{
    return hasModifier(key) || (key.key() >= Qt::Key_F1 && key.key() <= Qt::Key_F35);
}

/// Ctrl+1 to Ctrl+9 open recent files, Alt+1 to Alt+9 choose tabs (main_window_actions.cpp).
bool isNumbered(QKeyCombination key)
{
    return (key.keyboardModifiers() == Qt::ControlModifier
               || key.keyboardModifiers() == Qt::AltModifier)
        && key.key() >= Qt::Key_1 && key.key() <= Qt::Key_9;
}

/// True for keys that views handle themselves while they have the focus (listed in
/// keys_dialog.cpp).
bool belongsToViews(QKeyCombination key)
{
    constexpr std::array keys { Qt::Key_Left, Qt::Key_Right, Qt::Key_Up, Qt::Key_Down, Qt::Key_Home,
        Qt::Key_End, Qt::Key_PageUp, Qt::Key_PageDown, Qt::Key_Space, Qt::Key_Tab, Qt::Key_Backtab,
        Qt::Key_Delete, Qt::Key_Plus, Qt::Key_Minus, Qt::Key_Equal, Qt::Key_W, Qt::Key_A, Qt::Key_S,
        Qt::Key_D, Qt::Key_G, Qt::Key_J, Qt::Key_M, Qt::Key_N, Qt::Key_V };
    if (hasModifier(key))
        return false;
    return std::ranges::find(keys, key.key()) != keys.end()
        || (key.key() >= Qt::Key_1 && key.key() <= Qt::Key_9);
}

} // namespace

Shortcuts& Shortcuts::instance()
{
    static Shortcuts shortcuts;
    return shortcuts;
}

QList<QKeySequence> Shortcuts::shippedKeysOf(const ActionSpec& spec)
{
    return keysIn(QString::fromLatin1(spec.shortcuts));
}

QList<QKeySequence> Shortcuts::keysOf(const ActionSpec& spec) const
{
    const auto own = settings::value(settingOf(spec));
    if (own.isEmpty())
        return shippedKeysOf(spec);
    return own == noKeys ? QList<QKeySequence> {} : keysIn(own);
}

bool Shortcuts::isOwn(const ActionSpec& spec) const { return keysOf(spec) != shippedKeysOf(spec); }

Shortcuts::Claim Shortcuts::checkKey(const ActionSpec& spec, const QKeySequence& key) const
{
    if (key.isEmpty())
        return {};
    const auto first = key[0];
    const auto text = QKeySequence(first).toString(QKeySequence::NativeText);
    if (isNumbered(first))
        return { tr("%1 is reserved: it opens a recent file or chooses a tab").arg(text), {} };
    if (!spec.is(ActionSpec::InView) && !isForWindow(first))
        return { tr("%1 without Ctrl or Alt is used by views and text fields: add Ctrl or Alt, or "
                    "use a function key")
                     .arg(text),
            {} };
    if (spec.is(ActionSpec::InView) && belongsToViews(first))
        return { tr("%1 is reserved for the views").arg(text), {} };
    Claim claim;
    for (const auto& other : ActionTable::specs()) {
        const auto keys = keysOf(other);
        if (std::string_view(other.id) != spec.id
            && std::ranges::any_of(
                keys, [&](const QKeySequence& taken) { return areInEachOthersWay(taken, key); }))
            claim.holders.append(&other);
    }
    return claim;
}

void Shortcuts::assign(const ActionSpec& spec, const QKeySequence& key)
{
    const auto claim = checkKey(spec, key);
    if (!claim.refusal.isEmpty())
        return;
    for (const auto* holder : claim.holders) {
        auto keys = keysOf(*holder);
        keys.removeIf([&](const QKeySequence& taken) { return areInEachOthersWay(taken, key); });
        store(*holder, keys);
    }
    store(spec, key.isEmpty() ? QList<QKeySequence> {} : QList { key });
    emit changed();
}

void Shortcuts::reset(const ActionSpec& spec)
{
    auto keys = shippedKeysOf(spec);
    keys.removeIf([&](const QKeySequence& key) { return !checkKey(spec, key).holders.isEmpty(); });
    store(spec, keys);
    emit changed();
}

void Shortcuts::resetAll()
{
    for (const auto& spec : ActionTable::specs())
        settings::forget(settingOf(spec));
    emit changed();
}

void Shortcuts::store(const ActionSpec& spec, const QList<QKeySequence>& keys)
{
    if (keys == shippedKeysOf(spec)) {
        settings::forget(settingOf(spec));
        return;
    }
    settings::setValue(settingOf(spec),
        keys.isEmpty() ? noKeys : QKeySequence::listToString(keys, QKeySequence::PortableText));
}

} // namespace ui
