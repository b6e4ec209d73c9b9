#include "ui/translation/english_plurals.h"

namespace ui {

QString EnglishPlurals::translate(const char*, const char* text, const char*, int n) const
{
    const QString source = QString::fromUtf8(text);
    if (n < 0 || !source.contains(QStringLiteral("(s)")))
        return {};
    return QString(source).replace(QStringLiteral("(s)"), n == 1 ? QString() : QStringLiteral("s"));
}

} // namespace ui
