#pragma once

#include "model/dimension.h"
#include "model/value_type.h"

#include <QFrame>
#include <QString>

#include <string>

class QComboBox;
class QLabel;

namespace ui {

class ImageBox;
class JobRunner;

/// The problem with a value of `opscope-cli run --input` for an input of this type: it is not
/// understood, its file does not exist, or a tensor in a file cannot be read or has another type or
/// shape. Empty if there is none. Reads tensors of up to 64 MiB; pictures are read by ImageBox.
std::string inputProblem(const model::ValueType& type, const QString& spec);

/// What a card shows of an input.
struct ShownInput {
    QString name;
    model::ValueType type;
    QString spec; ///< a value of `opscope-cli run --input`
    QString preparation; ///< options for the next picture: `crop=256,mean=0.5`
    model::Binding dims; ///< sizes of named dimensions
};

/// One model input in the Run panel: name, type, the chosen values, and the problem with them.
/// Takes pictures and tensors that are dropped onto it.
class InputCard : public QFrame {
    Q_OBJECT

public:
    InputCard(JobRunner& jobs, ShownInput input, QWidget* parent = nullptr);
    void setEditable(bool isEditable);
    const QString& name() const { return m_input.name; }
    /// Uses these values and emits edited().
    void use(const QString& spec);
    /// A line below the values: `output y of run 2 of model.onnx`; empty = none.
    void setNote(const QString& text);

signals:
    void edited(const QString& name, const QString& spec);
    void preparationEdited(const QString& name, const QString& options);
    /// The output of a run shall be chosen.
    void outputRequested();

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void take(const QString& text);
    void takeOptions();
    void showText();
    void showSpec();
    void showProblem(const QString& text);
    /// The chosen file as a spec; the previous spec if the user cancelled.
    QString askForFile(const QString& title, const QString& filter, const QString& prefix);

    JobRunner& m_jobs;
    ShownInput m_input;
    QComboBox* m_choice;
    QLabel* m_note;
    ImageBox* m_image = nullptr; ///< only while the values are those of a picture
    QLabel* m_problem;
};

} // namespace ui
