#pragma once

#include <QWidget>

#include <functional>

class QGridLayout;
class QLabel;

namespace ui {

class ElidedLabel;

/// Rows of a name and what it is: name secondary at the left, value at the right.
class FactList : public QWidget {
    Q_OBJECT

public:
    explicit FactList(QWidget* parent = nullptr);

    ElidedLabel* add(const QString& name, const QString& value);
    ElidedLabel* addLink(const QString& name, const QString& value, std::function<void()> follow);
    /// A value that is not an own one: `1 (default)` in secondary colour.
    ElidedLabel* addQuiet(const QString& name, const QString& value);
    /// Across both columns, below what was added last.
    void addWide(QWidget* widget);
    bool isEmpty() const { return m_rows == 0; }

private:
    QGridLayout* m_grid;
    int m_rows = 0;
};

/// A label for words of a file: wraps, can be selected, is never read as markup.
QLabel* makeText(const QString& text, QWidget* parent);
QLabel* makeSecondaryText(const QString& text, QWidget* parent);

} // namespace ui
