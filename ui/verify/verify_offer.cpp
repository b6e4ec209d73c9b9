#include "ui/verify/verify_offer.h"

#include "ui/verify/test_folder.h"
#include "ui/verify/verify_controller.h"
#include "ui/widgets/icon.h"

#include <QFileInfo>

namespace ui {

VerifyOffer::VerifyOffer(Context& context, QWidget* parent)
    : QPushButton(parent)
{
    setIcon(ui::icon("check"));
    setObjectName("verifyDataSets");
    setToolTip(
        tr("Run the model on the data beside it and compare its outputs with those expected"));
    hide();
    connect(this, &QPushButton::clicked, this, [this, verifier = context.verifier] {
        if (m_document != nullptr)
            verifier->verifyFolder(m_document, QFileInfo(m_document->path()).absolutePath());
    });
}

void VerifyOffer::offer(Document* document)
{
    m_document = document;
    const int sets = document != nullptr ? dataSetsBeside(document->path()) : 0;
    setText(tr("Verify with %n data set(s)", nullptr, sets));
    setVisible(sets > 0);
}

} // namespace ui
