#pragma once

#include <QStackedWidget>

namespace ui {

class Document;
struct Context;

/// What a panel shows while its statistics are missing: that they are being computed and from how
/// many spans, or that this was stopped, with a button to start again.
class StatisticsState : public QStackedWidget {
    Q_OBJECT

public:
    explicit StatisticsState(Context& context, QWidget* parent = nullptr);

    /// Updates the text. Returns true if the profile has no statistics; the panel should then show
    /// this widget.
    bool follow(const Document* document);
    QString text() const;
};

} // namespace ui
