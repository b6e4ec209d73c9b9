#pragma once

#include <QImage>
#include <QString>

#include <functional>
#include <utility>

namespace ui {

class Document;
class RunController;

/// Returns a function that makes the picture which a run with the present settings of the Run panel
/// is fed, as it is fed, and says which it is; for a worker. Empty if no input is a picture.
std::function<std::pair<QImage, QString>()> fedPicture(RunController& runs, Document& document);

} // namespace ui
