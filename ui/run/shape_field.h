#pragma once

#include "model/model.h"

#include <QWidget>

#include <functional>

class QLabel;
class QLineEdit;
class QVBoxLayout;

namespace ui {

struct RunSettings;

/// Asks for the shape of an input whose model declares none; what is wrong with a text is said
/// below it.
class ShapeField : public QWidget {
    Q_OBJECT

public:
    ShapeField(const QString& input, const QString& shape, QWidget* parent = nullptr);

signals:
    /// A text that is a shape, or none.
    void given(const QString& input, const QString& shape);

private:
    void judge();

    QString m_input;
    QLineEdit* m_text;
    QLabel* m_note;
};

/// A field for each input without declared shape (the first dozen of them), below what `column`
/// has; how many.
std::size_t addShapeFields(QVBoxLayout& column, const model::Model& model,
    const RunSettings& settings,
    const std::function<void(const QString& input, const QString& shape)>& given);

} // namespace ui
