#pragma once

#include <QWidget>

class QPushButton;

namespace ui {

/// A heading that folds and unfolds the widget below it. Stores the state in the settings under its
/// id.
class FoldableSection : public QWidget {
    Q_OBJECT

public:
    enum class AtFirst { Open, Folded };

    /// `note` is shown at the right of the heading (`50 runs`). Takes ownership of `body`.
    FoldableSection(const QString& id, const QString& title, const QString& note, QWidget* body,
        AtFirst atFirst, QWidget* parent = nullptr);

    bool isFolded() const;

private:
    void setFolded(bool isFolded);

    QString m_key;
    QPushButton* m_heading;
    QWidget* m_body;
};

} // namespace ui
