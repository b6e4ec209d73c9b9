#pragma once

#include "model/value_type.h"

#include <QFrame>
#include <QString>

#include <string>

class QComboBox;
class QLabel;

namespace ui {

/// What is wrong with `file:PATH` for an input of this type, in a sentence: a .npy file cannot be
/// read or has another shape. Empty if nothing is, and for all other choices. Reads the file; one
/// over 64 MiB is left to the run.
std::string inputProblem(const model::ValueType& type, const QString& spec);

/// One input of the model in the Run panel: its name and type, what it is given, and what is wrong
/// with that.
class InputCard : public QFrame {
    Q_OBJECT

public:
    /// `spec` as of `opscope-cli run --input`.
    InputCard(const QString& name, const model::ValueType& type, const QString& spec,
        QWidget* parent = nullptr);
    void setEditable(bool isEditable);

signals:
    void edited(const QString& name, const QString& spec);

private:
    void take(const QString& text);
    /// The chosen file, or what there was before if none is chosen.
    QString askForFile();

    QString m_name;
    model::ValueType m_type;
    QString m_spec;
    QComboBox* m_choice;
    QLabel* m_problem;
};

} // namespace ui
