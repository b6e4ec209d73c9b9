#pragma once

#include "engine/inputs/input_spec.h"
#include "model/dimension.h"
#include "model/value_type.h"

#include <QPointer>
#include <QWidget>

class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace ui {

class JobRunner;

/// How a picture becomes the value of an input: what is done to it, and a preview of what is fed.
class ImageBox : public QWidget {
    Q_OBJECT

public:
    ImageBox(
        JobRunner& jobs, const QString& input, model::ValueType type, QWidget* parent = nullptr);
    ~ImageBox() override;

    /// Shows the preparation and starts a job that makes the preview. `dims`: sizes of named
    /// dimensions.
    void show(const engine::InputSpec& spec, const model::Binding& dims);
    /// The fields as options of `opscope-cli run --input`.
    QString options() const;

signals:
    void edited();
    /// The preview was made; `message` says why it was not, and is empty if it was.
    void checked(const QString& message);

private:
    QWidget* buildPreview();
    void buildFields(QFormLayout& form);
    QComboBox* addChoice(QFormLayout& form, const QString& title, const char* name,
        std::initializer_list<std::pair<QString, const char*>> items);
    QLineEdit* addNumbers(QFormLayout& form, const QString& title, const char* name);
    void fill(const engine::ImagePreparation& preparation);
    void refreshForFit();
    void usePreset();
    QString problemText(const support::Error& error) const;
    void preview(const engine::InputSpec& spec, const model::Binding& dims);

    QPointer<JobRunner> m_jobs; ///< is gone before the docks of a window are
    QString m_input;
    model::ValueType m_type;
    bool m_isFilling = false;
    QLabel* m_picture = nullptr;
    QLabel* m_size = nullptr;
    QLabel* m_numbers = nullptr;
    QComboBox* m_preset = nullptr;
    QFormLayout* m_form = nullptr;
    QComboBox* m_order = nullptr;
    QComboBox* m_fit = nullptr;
    QSpinBox* m_side = nullptr; ///< shorter side before a cut
    QSpinBox* m_border = nullptr;
    QComboBox* m_filter = nullptr;
    QComboBox* m_colours = nullptr;
    QComboBox* m_range = nullptr;
    QLineEdit* m_mean = nullptr;
    QLineEdit* m_deviation = nullptr;
};

} // namespace ui
