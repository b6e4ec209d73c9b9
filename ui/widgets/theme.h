#pragma once

#include "model/palette.h"

#include <QColor>
#include <QFont>
#include <QObject>
#include <QString>

class QWidget;

namespace ui {

/// The colours, sizes and style sheet of all windows, made from the design tokens. The process has
/// one theme. It follows the desktop unless the user chose light or dark.
class Theme : public QObject {
    Q_OBJECT

public:
    enum class Choice { System, Light, Dark };

    static Theme& instance();

    model::ThemeKind kind() const { return m_kind; }
    Choice choice() const { return m_choice; }
    /// Stores the choice and restyles the application if its colours change.
    void choose(Choice choice);
    /// Sets style, palette and style sheet of the application for the current choice.
    void apply();

    QColor colour(const char* token) const;
    QColor colour(model::Rgb rgb) const { return QColor::fromRgb(0xff000000U | rgb); }
    const model::CategoryColours& category(model::Category category) const;

signals:
    void changed();

private:
    Theme();
    QString styleSheet() const;
    model::ThemeKind desktopKind() const;
    model::ThemeKind chosenKind() const;

    Choice m_choice = Choice::System;
    model::ThemeKind m_kind = model::ThemeKind::Light;
    bool m_desktopIsDark = false;
    bool m_hasStyle = false;
};

/// A colour of the theme in use, by its design token.
inline QColor themeColour(const char* token) { return Theme::instance().colour(token); }

/// The font with its size multiplied by `factor`; the default is for axes and bars of charts.
QFont scaledFont(QFont font, double factor = 0.85);

/// Applies the style sheet to a widget again after one of its dynamic properties changed.
void restyle(QWidget& widget);

} // namespace ui
