#pragma once

#include "model/inference/analysis.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QSpinBox;
class QVBoxLayout;

namespace ui {

class NoteLabel;
struct RunSettings;

/// The section Generate of the Run panel: prompt, number of tokens, and the cache that was found in
/// the model. Hidden for a model that takes no cache. If an input of the cache has no partner, one
/// line says which one.
class GenerationBox : public QWidget {
    Q_OBJECT

public:
    explicit GenerationBox(QWidget* parent = nullptr);

    /// Shows a model with these settings without emitting edited(). `analysis` may be null.
    void show(
        const model::Model& model, const model::Analysis* analysis, const RunSettings& settings);
    /// Writes the choices to `settings`. A prompt that cannot be read is left out.
    void store(RunSettings& settings) const;

signals:
    void edited(); ///< changed by the user

private:
    void buildFields(QVBoxLayout& column);
    void refreshNotes(const model::Model& model, const RunSettings& settings);
    void judgePrompt();

    QLabel* m_refusal; ///< why the model cannot generate
    QWidget* m_fields;
    QLineEdit* m_prompt = nullptr;
    QLabel* m_promptNote = nullptr;
    QSpinBox* m_tokens = nullptr;
    QSpinBox* m_stopToken = nullptr;
    NoteLabel* m_note = nullptr;
    QWidget* m_cache = nullptr; ///< heading and facts
    const model::Model* m_model = nullptr; ///< shown; only compared
    QString m_seed;
    QString m_usedPrompt; ///< of the settings
    QString m_promptFile; ///< file of the input that takes ids; empty without one
};

} // namespace ui
