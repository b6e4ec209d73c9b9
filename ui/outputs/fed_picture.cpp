#include "ui/outputs/fed_picture.h"

#include "ui/document/document.h"
#include "ui/run/inputs/image_preview.h"
#include "ui/run/run_controller.h"
#include "ui/translation/text.h"
#include "ui/widgets/plain_text.h"

#include <QFileInfo>

namespace ui {

std::function<std::pair<QImage, QString>()> fedPicture(RunController& runs, Document& document)
{
    const auto& model = *document.model();
    const auto& settings = runs.settingsOf(&document);
    if (!settings.dataFolder.isEmpty())
        return {};
    for (const auto id : model.main().inputs) {
        const auto name = QString::fromStdString(model.value(id).name);
        const auto spec = engine::inputSpecFromText(settings.inputs.value(name).toStdString());
        if (!spec || spec->source != engine::InputSpec::Source::Image)
            continue;
        const auto analysis = document.analysis();
        const auto type = analysis != nullptr ? analysis->type(id) : model.value(id).type;
        const auto words
            = tr("over %1, the picture of %2 in the Run panel")
                  .arg(QFileInfo(QString::fromStdString(spec->file.string())).fileName(),
                      plain(name.toStdString(), 48));
        return [spec = *spec, type, dims = settings.binding(), words] {
            const auto made = previewImage(spec, type, dims);
            return made ? std::pair(made->picture, words)
                        : std::pair(QImage(), plain(made.error().message(), 200));
        };
    }
    return {};
}

} // namespace ui
