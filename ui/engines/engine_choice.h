#pragma once

#include <QJsonObject>
#include <QMap>
#include <QString>
#include <QStringList>

#include <string_view>

namespace ui {

/// The engine that runs the model, and the settings of engines of other makers. Part of
/// RunSettings.
struct EngineChoice {
    QString name = QStringLiteral("opscope"); ///< a value of `opscope-cli --engine`
    /// By engine: option name -> value (profiler/engines/engine_options.h). Absent = the default.
    QMap<QString, QMap<QString, QString>> options;

    bool isOther() const { return name != QStringLiteral("opscope"); }
    QString title() const;
    /// The options for opscope-cli; empty for Opscope's own engine.
    QStringList arguments() const;

    QJsonObject json() const;
    static EngineChoice load(const QJsonObject& json);
};

/// Returns `Opscope`, `ONNX Runtime`, `OpenVINO` or `TensorRT` for a word of `--engine`; another
/// word as it is.
QString engineTitleOf(std::string_view word);
/// Returns why a setting of Opscope's engine does not apply while another engine is chosen.
QString ownSettingText(const EngineChoice& chosen);

} // namespace ui
