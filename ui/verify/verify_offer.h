#pragma once

#include "ui/window/panel.h"

#include <QPushButton>

namespace ui {

/// `Verify with 3 data sets`: a button that is there while the model has data beside it.
class VerifyOffer : public QPushButton {
    Q_OBJECT

public:
    explicit VerifyOffer(Context& context, QWidget* parent = nullptr);

    /// For the data beside this document's model.
    void offer(Document* document);

private:
    QPointer<Document> m_document;
};

} // namespace ui
