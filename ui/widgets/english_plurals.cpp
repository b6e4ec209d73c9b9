#include "ui/widgets/english_plurals.h"

#include <QCoreApplication>

namespace ui {

QString EnglishPlurals::translate(const char*, const char* text, const char*, int n) const
{
    const QString source = QString::fromUtf8(text);
    if (n < 0 || !source.contains(QStringLiteral("(s)")))
        return {};
    return QString(source).replace(QStringLiteral("(s)"), n == 1 ? QString() : QStringLiteral("s"));
}

void EnglishPlurals::install()
{
    static QCoreApplication* installedIn = nullptr;
    if (installedIn == QCoreApplication::instance())
        return;
    installedIn = QCoreApplication::instance();
    QCoreApplication::installTranslator(new EnglishPlurals(installedIn));
}

} // namespace ui
