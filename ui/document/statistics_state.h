#pragma once

#include <QStackedWidget>

class QLabel;

namespace ui {

class Document;
struct Context;

/// What a panel shows in place of figures that are still computed: that they are, of how much; or
/// that it was stopped, with the action that begins again.
class StatisticsState : public QStackedWidget {
    Q_OBJECT

public:
    explicit StatisticsState(Context& context, QWidget* parent = nullptr);

    /// True if there is something to wait for: then this is what should be seen.
    bool follow(const Document* document);
    /// What it says.
    QString text() const;
};

} // namespace ui
