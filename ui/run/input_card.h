#pragma once

#include "model/value_type.h"

#include <QFrame>
#include <QString>

#include <string>

class QComboBox;
class QLabel;

namespace ui {

/// The problem with `file:PATH` for an input of this type: the file does not exist, or a .npy file
/// cannot be read or has another shape. Empty if there is none, and for all other specs. Reads the
/// file, unless it exceeds 64 MiB.
std::string inputProblem(const model::ValueType& type, const QString& spec);

/// One model input in the Run panel: name, type, the chosen values, and the problem with them.
class InputCard : public QFrame {
    Q_OBJECT

public:
    /// `spec`: a value of `opscope-cli run --input`.
    InputCard(const QString& name, const model::ValueType& type, const QString& spec,
        QWidget* parent = nullptr);
    void setEditable(bool isEditable);

signals:
    void edited(const QString& name, const QString& spec);

private:
    void take(const QString& text);
    /// The chosen file as a spec; the previous spec if the user cancelled.
    QString askForFile();

    QString m_name;
    model::ValueType m_type;
    QString m_spec;
    QComboBox* m_choice;
    QLabel* m_problem;
};

} // namespace ui
