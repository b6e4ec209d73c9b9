#include "ui/widgets/theme.h"

#include "ui/document/settings.h"
#include "ui/window/window_style.h"

#include <QApplication>
#include <QEvent>
#include <QPalette>
#include <QRegularExpression>
#include <QStyle>
#include <QWidget>

#include <utility>
#include <vector>

namespace ui {

namespace {

// Written with token names in place of colours: {panel} becomes the panel colour of the theme.
constexpr auto sheet = R"(
QMainWindow, QDialog { background: {window}; }
QToolTip { background: {raised}; color: {text}; border: 1px solid {border}; padding: 4px 6px; }
QMenuBar { background: {window}; color: {text}; border-bottom: 1px solid {border}; padding: 1px 8px; }
QMenuBar::item { padding: 4px 10px; border-radius: 4px; background: transparent; }
QMenuBar::item:selected { background: {hover}; }
QMenu { background: {raised}; color: {text}; border: 1px solid {border}; padding: 4px; }
QMenu::item { padding: 5px 28px 5px 12px; border-radius: 4px; }
QMenu::item:selected { background: {accentTint}; color: {accentInk}; }
QMenu::item:disabled { color: {textDisabled}; }
QMenu::separator { height: 1px; background: {border}; margin: 4px 8px; }
QToolBar { background: {window}; border: none; border-bottom: 1px solid {border}; spacing: 8px; padding: 6px 10px; }
QToolBar::separator { width: 1px; background: {border}; margin: 4px 4px; }
QToolButton { background: transparent; color: {text}; border: 1px solid transparent; border-radius: 4px; padding: 4px; }
QToolButton:hover { background: {hover}; }
QToolButton:checked { background: {accentTint}; color: {accentInk}; }
QToolButton:disabled { color: {textDisabled}; }
QToolButton:focus { border: 1px solid {accent}; }
QToolButton[popupMode="1"] { padding-right: 18px; }
QToolButton::menu-button { background: transparent; border: none; width: 16px; }
QPushButton { background: {raised}; color: {text}; border: 1px solid {border}; border-radius: 4px; padding: 5px 12px; min-height: 16px; }
QPushButton:hover { background: {hover}; }
QPushButton:pressed { background: {inset}; }
QPushButton:checked { background: {accentTint}; color: {accentInk}; border-color: {accent}; }
QPushButton:focus { border: 2px solid {accent}; padding: 4px 11px; }
QPushButton:disabled { color: {textDisabled}; background: {inset}; }
QPushButton[primary="true"] { background: {accent}; color: {onAccent}; border-color: {accent}; font-weight: 600; padding: 5px 18px; }
QPushButton[primary="true"]:hover { background: {accentHover}; }
QPushButton[primary="true"]:disabled { background: {inset}; color: {textDisabled}; border-color: {border}; }
QPushButton[danger="true"] { color: {error}; border-color: {error}; background: {raised}; font-weight: 600; padding: 5px 18px; }
QPushButton[link="true"] { background: transparent; border: none; color: {accentInk}; padding: 2px 2px; font-weight: 600; }
QPushButton[link="true"]:hover { text-decoration: underline; }
QPushButton[link="true"]:focus { border: 1px solid {accent}; }
#queryCompletion { background: {raised}; border: 1px solid {borderStrong}; border-radius: 6px; }
QPushButton[chip="true"] { border-radius: 11px; padding: 2px 11px; background: {inset}; border: 1px solid transparent; color: {textSecondary}; min-height: 16px; font-weight: 600; }
QPushButton[chip="true"]:hover { background: {hover}; }
QPushButton[chip="true"]:focus { border: 1px solid {accent}; padding: 2px 11px; }
QPushButton[chip="true"]:checked { background: {accentTint}; color: {accentInk}; }
QPushButton[chip="true"][tone="error"]:checked { background: {errorTint}; color: {error}; }
QPushButton[chip="true"][tone="warning"]:checked { background: {warningTint}; color: {warning}; }
QPushButton[chip="true"][tone="info"]:checked { background: {infoTint}; color: {info}; }
QPushButton#findField { text-align: left; padding: 5px 10px; color: {textSecondary}; }
QPushButton#runSummary { padding: 5px 14px 5px 10px; }
QPushButton[sectionHeading="true"] { background: transparent; border: none; padding: 2px 4px 2px 0px; text-align: left; font-weight: 600; }
QPushButton[sectionHeading="true"]:focus { color: {accentInk}; }
QLineEdit, QSpinBox, QDoubleSpinBox, QPlainTextEdit, QTextEdit { background: {panel}; color: {text}; border: 1px solid {border};
  border-radius: 4px; padding: 3px 6px; selection-background-color: {accent}; selection-color: {onAccent}; min-height: 18px; }
QLineEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus, QPlainTextEdit:focus { border: 1px solid {accent}; }
QLineEdit[quiet="true"] { color: {textDisabled}; }
QLineEdit[tone="error"] { border: 1px solid {error}; color: {text}; }
QLineEdit:disabled, QSpinBox:disabled, QDoubleSpinBox:disabled { background: {inset}; color: {textDisabled}; }
QComboBox QLineEdit { border: none; background: transparent; padding: 0px 2px; }
QComboBox QAbstractItemView { background: {raised}; color: {text}; border: 1px solid {border}; selection-background-color: {accentTint}; selection-color: {accentInk}; }
QComboBox QAbstractItemView:disabled { color: {textDisabled}; }
QDockWidget { color: {text}; }
QDockWidget > QWidget { background: {panel}; }
QWidget#dockTitle { background: {panel}; border-bottom: 1px solid {border}; }
QWidget#breadcrumb { background: {panel}; border-bottom: 1px solid {border}; }
QWidget#failurePage, QLabel#openingPage { background: {panel}; }
QMainWindow::separator { background: {window}; width: 5px; height: 5px; }
QMainWindow::separator:hover { background: {accentTint}; }
QTabWidget::pane { border: none; background: {panel}; }
QTabBar { background: {window}; qproperty-drawBase: 0; font-weight: 600; }
QTabBar::tab { background: transparent; color: {textSecondary}; padding: 6px 12px; border: 1px solid transparent; border-bottom: none;
  border-top-left-radius: 4px; border-top-right-radius: 4px; min-height: 18px; }
QTabBar::tab:selected { background: {panel}; color: {text}; border-color: {border}; }
QTabBar[activeGroup="yes"]::tab:selected { border-top: 2px solid {accent}; padding-top: 5px; }
QTabBar[activeGroup="no"]::tab:selected { color: {textSecondary}; }
QTabBar::tab:hover:!selected { background: {hover}; }
QTabBar::tab:selected:focus { color: {accentInk}; border-color: {accent}; }
QMainWindow > QTabBar { background: {panel}; }
QMainWindow > QTabBar::tab { border: none; border-bottom: 2px solid transparent; border-radius: 0; padding: 6px 12px 5px 12px; }
QMainWindow > QTabBar::tab:selected { border-bottom: 2px solid {accent}; }
QMainWindow > QTabBar::tab:selected:focus { color: {accentInk}; background: {accentTint}; }
QAbstractItemView { background: {panel}; alternate-background-color: {panelAlt}; color: {text}; border: none; outline: none;
  selection-background-color: {accentTint}; selection-color: {text}; gridline-color: {border}; }
QTreeView::item, QListView::item { padding: 3px 2px; border: none; }
QTreeView::item:hover, QListView::item:hover, QTableView::item:hover { background: {hover}; }
QTreeView::item:selected, QListView::item:selected, QTableView::item:selected { background: {accentTint}; color: {text}; }
QTreeView, QTableView, QListView { border: 1px solid transparent; }
QTreeView:focus, QTableView:focus, QListView:focus { border: 1px solid {accent}; }
QHeaderView { background: {panel}; }
QHeaderView::section { background: {panel}; color: {textSecondary}; border: none; border-bottom: 1px solid {border}; padding: 4px 14px 4px 8px; }
QHeaderView::section:hover { background: {hover}; }
QStatusBar { background: {window}; color: {textSecondary}; border-top: 1px solid {border}; }
QStatusBar::item { border: none; }
QScrollBar:vertical { background: transparent; width: 11px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 11px; margin: 0; }
QScrollBar::handle { background: {edgeFaint}; border-radius: 4px; margin: 2px; min-height: 24px; min-width: 24px; }
QScrollBar::handle:hover { background: {edge}; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QScrollArea { border: none; background: {panel}; }
QScrollArea > QWidget > QWidget { background: {panel}; }
QProgressBar { background: {inset}; border: none; border-radius: 3px; max-height: 6px; color: transparent; }
QProgressBar::chunk { background: {accent}; border-radius: 3px; }
QSplitter::handle { background: {window}; }
QFrame#activeLine { background: {border}; border: none; }
QFrame#activeLine[active="true"] { background: {accent}; }
QCheckBox, QRadioButton { color: {text}; spacing: 6px; }
QCheckBox:focus, QRadioButton:focus { color: {accentInk}; }
QLabel { background: transparent; color: {text}; }
QLabel[secondary="true"] { color: {textSecondary}; }
QLabel[heading="true"] { font-weight: 600; }
QLabel[mono="true"] { color: {textSecondary}; }
QFrame[card="true"] { background: {panel}; border: 1px solid {border}; border-radius: 6px; }
QFrame[card="true"]:focus { border: 2px solid {accent}; }
.QFrame[tone="good"] { background: {goodTint}; border: none; border-radius: 6px; }
.QFrame[tone="warning"], ui--Banner[tone="warning"] { background: {warningTint}; border: none; border-radius: 6px; }
.QFrame[tone="error"], ui--Banner[tone="error"] { background: {errorTint}; border: none; border-radius: 6px; }
.QFrame[tone="info"], ui--Banner[tone="info"] { background: {infoTint}; border: none; border-radius: 6px; }
QLabel[tone="good"] { color: {good}; }
QLabel[tone="warning"] { color: {warning}; }
QLabel[tone="error"] { color: {error}; }
QLabel[tone="info"] { color: {info}; }
QLabel[key="true"] { border: 1px solid {border}; border-radius: 8px; padding: 1px 9px; background: {inset}; color: {text}; font-weight: 600; }
QFrame[row="true"] { background: transparent; border: none; border-radius: 6px; }
QFrame[row="true"]:hover, QFrame[card="true"]:hover { background: {hover}; }
QFrame[row="true"]:focus { border: 2px solid {accent}; }
QLabel[chip="true"] { border-radius: 7px; padding: 1px 8px; font-weight: 600; background: {inset}; }
QLabel[chip="true"][tone="good"] { background: {goodTint}; }
QLabel[chip="true"][tone="warning"] { background: {warningTint}; }
QLabel[chip="true"][tone="error"] { background: {errorTint}; }
QLabel[chip="true"][tone="info"] { background: {infoTint}; }
)";

QPalette paletteOf(const Theme& theme)
{
    QPalette palette;
    const auto set = [&](QPalette::ColorRole role, const char* token) {
        palette.setColor(role, theme.colour(token));
    };
    set(QPalette::Window, "window");
    set(QPalette::WindowText, "text");
    set(QPalette::Base, "panel");
    set(QPalette::AlternateBase, "panelAlt");
    set(QPalette::Text, "text");
    set(QPalette::PlaceholderText, "textDisabled");
    set(QPalette::Button, "raised");
    set(QPalette::ButtonText, "text");
    set(QPalette::BrightText, "error");
    set(QPalette::Highlight, "accent");
    set(QPalette::HighlightedText, "onAccent");
    set(QPalette::ToolTipBase, "raised");
    set(QPalette::ToolTipText, "text");
    set(QPalette::Link, "accentInk");
    set(QPalette::LinkVisited, "accentInk");
    set(QPalette::Mid, "border");
    set(QPalette::Dark, "borderStrong");
    set(QPalette::Light, "raised");
    for (const auto role : { QPalette::WindowText, QPalette::Text, QPalette::ButtonText })
        palette.setColor(QPalette::Disabled, role, theme.colour("textDisabled"));
    return palette;
}

/// Widgets that are hidden when the theme changes get their new style when they are shown: with
/// some tabs they are most of all widgets. Exists while the theme changes.
class HiddenWidgets {
public:
    /// Qt restyles only widgets that are polished, and tells only those without a style of their
    /// own.
    HiddenWidgets()
    {
        for (auto* widget : QApplication::allWidgets()) {
            if (widget->isVisible() || widget->testAttribute(Qt::WA_SetStyle))
                continue;
            if (widget->testAttribute(Qt::WA_WState_Polished))
                widget->style()->unpolish(widget);
            widget->setAttribute(Qt::WA_WState_Polished, false);
            widget->setAttribute(Qt::WA_SetStyle);
            m_widgets.push_back(widget);
        }
    }
    ~HiddenWidgets()
    {
        for (auto* widget : m_widgets)
            widget->setAttribute(Qt::WA_SetStyle, false);
    }
    HiddenWidgets(const HiddenWidgets&) = delete;
    HiddenWidgets& operator=(const HiddenWidgets&) = delete;

private:
    std::vector<QWidget*> m_widgets;
};

/// Gives widgets their style that HiddenWidgets left out.
class ShownWidgets : public QObject {
public:
    using QObject::QObject;

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() != QEvent::Show || !watched->isWidgetType())
            return false;
        auto& widget = *static_cast<QWidget*>(watched);
        if (!widget.testAttribute(Qt::WA_WState_Polished)) { // was hidden; else Qt has done it
            widget.setAttribute(Qt::WA_WState_Polished);
            widget.style()->polish(&widget);
            QEvent change(QEvent::StyleChange);
            QCoreApplication::sendEvent(&widget, &change);
        }
        return false;
    }
};

} // namespace

Theme& Theme::instance()
{
    static Theme theme;
    return theme;
}

Theme::Theme()
    : m_choice(static_cast<Choice>(settings::themeChoice()))
    // Qt 6.4 has no colour scheme hint: the desktop is dark if its text is lighter than its window.
    // Must be read before apply() sets a palette.
    , m_desktopIsDark(QPalette().color(QPalette::WindowText).lightness()
          > QPalette().color(QPalette::Window).lightness())
{
}

void Theme::choose(Choice choice)
{
    m_choice = choice;
    settings::setThemeChoice(static_cast<int>(choice));
    if (!m_hasStyle || chosenKind() != m_kind)
        apply();
}

model::ThemeKind Theme::desktopKind() const
{
    return m_desktopIsDark ? model::ThemeKind::Dark : model::ThemeKind::Light;
}

model::ThemeKind Theme::chosenKind() const
{
    if (m_choice == Choice::System)
        return desktopKind();
    return m_choice == Choice::Dark ? model::ThemeKind::Dark : model::ThemeKind::Light;
}

void Theme::apply()
{
    m_kind = chosenKind();
    if (!std::exchange(m_hasStyle, true)) {
        WindowStyle::setMotionReduced(settings::isMotionReduced());
        QApplication::setStyle(new WindowStyle);
        qApp->installEventFilter(new ShownWidgets(qApp));
    }
    {
        const HiddenWidgets hidden;
        // Qt polishes a widget once for each of its parents when a sheet replaces another.
        qApp->setStyleSheet({});
        QApplication::setPalette(paletteOf(*this));
        qApp->setStyleSheet(styleSheet());
    }
    emit changed();
}

QColor Theme::colour(const char* token) const
{
    return colour(model::Palette::instance().colour(m_kind, token));
}

const model::CategoryColours& Theme::category(model::Category category) const
{
    return model::Palette::instance().colours(category, m_kind);
}

QString Theme::styleSheet() const
{
    auto text = QString::fromLatin1(sheet);
    static const QRegularExpression token(QStringLiteral("\\{([a-zA-Z]+)\\}"));
    QString result;
    qsizetype end = 0;
    for (auto match = token.globalMatch(text); match.hasNext();) {
        const auto found = match.next();
        result += QStringView(text).mid(end, found.capturedStart() - end);
        result += colour(found.captured(1).toLatin1().constData()).name();
        end = found.capturedEnd();
    }
    result += QStringView(text).mid(end);
    return result;
}

QFont scaledFont(QFont font, double factor)
{
    font.setPointSizeF(font.pointSizeF() * factor);
    return font;
}

void restyle(QWidget& widget)
{
    widget.style()->unpolish(&widget);
    widget.style()->polish(&widget);
    widget.update();
}

} // namespace ui
