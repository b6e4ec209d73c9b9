#include "ui/window/language_actions.h"

#include "ui/document/settings.h"
#include "ui/translation/text.h"
#include "ui/translation/translations.h"
#include "ui/window/actions.h"

#include <QActionGroup>

namespace ui {

void connectLanguageActions(
    const ActionTable& actions, QObject* window, std::function<void(const QString&)> say)
{
    auto* const group = new QActionGroup(window);
    const auto connectAction = [&](const QString& id, const QString& code) {
        auto* const action = actions.action(id);
        group->addAction(action);
        action->setChecked(settings::language() == code);
        actions.on(id.toLatin1().constData(), window, [code, say] {
            settings::setLanguage(code);
            say(tr("The window shows the chosen language from the next start on"));
        });
    };
    connectAction(QStringLiteral("help.languageSystem"), {});
    for (const auto& language : languages())
        connectAction(QLatin1String("help.language.") + QLatin1String(language.code),
            QString::fromLatin1(language.code));
}

} // namespace ui
