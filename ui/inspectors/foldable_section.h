#pragma once

#include <QWidget>

class QPushButton;

namespace ui {

/// A heading that folds what stands below it; remembers by its id whether it is folded.
class FoldableSection : public QWidget {
    Q_OBJECT

public:
    enum class AtFirst { Open, Folded };

    /// `note` stands at the right of the heading (`50 runs`); the section takes `body`.
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
