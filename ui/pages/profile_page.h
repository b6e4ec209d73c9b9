#pragma once

#include "ui/window/panel.h"

#include <QScrollArea>

class QVBoxLayout;

namespace profiler {
struct Report;
}

namespace ui {

/// What stands in the middle of a profile without its model: key figures, what stands out, and
/// where the profile comes from. Times are in the docks, as for a model.
class ProfilePage : public QScrollArea {
    Q_OBJECT

public:
    ProfilePage(Context& context, Document* document, QWidget* parent = nullptr);

signals:
    /// The user chose the model file that this profile belongs to.
    void modelChosen(const QString& path);

private:
    /// What it shows is made as a job: findings look at every span.
    void refresh();
    void show(const profiler::Report& report);
    void askForModel();
    void addHeader(QVBoxLayout& column, QWidget* page);

    Context& m_context;
    Document* m_document;
};

} // namespace ui
