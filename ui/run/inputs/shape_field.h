#pragma once

#include "model/model.h"

#include <QWidget>

#include <functional>

class QLabel;
class QLineEdit;
class QVBoxLayout;

namespace ui {

struct RunSettings;

/// A field for the shape of an input without a declared shape; an error in the text is shown below
/// it.
class ShapeField : public QWidget {
    Q_OBJECT

public:
    ShapeField(const QString& input, const QString& shape, QWidget* parent = nullptr);

signals:
    /// The text is a valid shape or empty.
    void given(const QString& input, const QString& shape);

private:
    void judge();

    QString m_input;
    QLineEdit* m_text;
    QLabel* m_note;
};

/// Adds a field for each input without a declared shape (at most a dozen) at the end of `column`.
/// Returns their number.
std::size_t addShapeFields(QVBoxLayout& column, const model::Model& model,
    const RunSettings& settings,
    const std::function<void(const QString& input, const QString& shape)>& given);

} // namespace ui
