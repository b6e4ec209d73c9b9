#pragma once

#include "ui/window/panel.h"

#include <QScrollArea>

class QVBoxLayout;

namespace profiler {
struct Report;
}

namespace ui {

/// The page of a profile without a model: key figures, findings, and the profile's origin. Times
/// are in the docks.
class ProfilePage : public QScrollArea {
    Q_OBJECT

public:
    ProfilePage(Context& context, Document* document, QWidget* parent = nullptr);

signals:
    /// The user chose the model file of this profile.
    void modelChosen(const QString& path);

private:
    /// Builds the report in a job, because findings examine every slice.
    void refresh();
    void show(const profiler::Report& report);
    void askForModel();
    void addHeader(QVBoxLayout& column, QWidget* page);

    Context& m_context;
    Document* m_document;
};

} // namespace ui
