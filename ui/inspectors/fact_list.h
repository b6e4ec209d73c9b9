#pragma once

#include <QWidget>

#include <functional>

class QGridLayout;
class QLabel;

namespace ui {

class ElidedLabel;

/// Rows of a name (left, secondary colour) and a value (right).
class FactList : public QWidget {
    Q_OBJECT

public:
    explicit FactList(QWidget* parent = nullptr);

    ElidedLabel* add(const QString& name, const QString& value);
    ElidedLabel* addLink(const QString& name, const QString& value, std::function<void()> follow);
    /// Adds a value that the model does not set itself, as `1 (default)`, in secondary colour.
    ElidedLabel* addQuiet(const QString& name, const QString& value);
    /// Adds a widget across both columns below the last row.
    void addWide(QWidget* widget);
    bool isEmpty() const { return m_rows == 0; }

private:
    QGridLayout* m_grid;
    int m_rows = 0;
};

/// A label for text of a file, with a look as of makeLabel(): wraps, can be selected, and is never
/// interpreted as markup.
QLabel* makeText(const QString& text, QWidget* parent, const char* look = nullptr);
QLabel* makeSecondaryText(const QString& text, QWidget* parent);

} // namespace ui
