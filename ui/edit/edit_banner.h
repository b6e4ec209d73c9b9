#pragma once

#include "ui/widgets/banner.h"

namespace ui {

class ActionTable;
class Document;

/// Says above the graph that edits are not saved, and offers to save or to discard them. Visible as
/// long as there are some.
class EditBanner : public Banner {
    Q_OBJECT

public:
    EditBanner(Document* document, ActionTable& actions, QWidget* parent);

signals:
    void shownOrHidden();

private:
    void refresh();

    Document* m_document;
};

} // namespace ui
