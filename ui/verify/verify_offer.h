#pragma once

#include "ui/window/panel.h"

#include <QPushButton>

namespace ui {

/// A button such as `Verify with 3 data sets`, shown if the model's folder has data sets.
class VerifyOffer : public QPushButton {
    Q_OBJECT

public:
    explicit VerifyOffer(Context& context, QWidget* parent = nullptr);

    /// Offers the data sets in the folder of this document's model.
    void offer(Document* document);

private:
    QPointer<Document> m_document;
};

} // namespace ui
