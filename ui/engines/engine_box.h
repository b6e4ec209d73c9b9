#pragma once

#include "profiler/engines/engine_library.h"
#include "ui/engines/engine_choice.h"
#include "ui/jobs/latest_worker.h"

#include <QWidget>

#include <vector>

class QComboBox;
class QFormLayout;
class QLineEdit;
class QPushButton;

namespace ui {

class NoteLabel;

/// Greys a field for a setting of Opscope's engine while another engine is chosen, with the reason
/// as its tool tip.
void greyForEngine(QWidget& field, const EngineChoice& chosen);

/// The choice of the engine in the Run panel, and the settings of the chosen one. An engine whose
/// library is not found is greyed, with the reason; the user can choose its file. Looks for the
/// libraries on a thread of its own each time it is shown.
class EngineBox : public QWidget {
    Q_OBJECT

public:
    explicit EngineBox(QWidget* parent = nullptr);

    /// Shows this choice without emitting edited().
    void show(const EngineChoice& choice);
    /// Offers the engines of this computer, or all for another one: what is installed there is
    /// known when the run begins.
    void setHost(const QString& host);
    /// Returns the shown choice. An option that cannot be read is left out.
    const EngineChoice& choice() const { return m_choice; }

signals:
    void edited(); ///< changed by the user
    void enginesKnown(); ///< the libraries were looked for

protected:
    void showEvent(QShowEvent* event) override;

private:
    /// One engine of the list.
    struct Found {
        profiler::OtherEngine engine;
        QString version; ///< empty if unknown
        QString where; ///< where its library was found
        QString reason; ///< why it cannot be chosen; empty if it can
    };

    void find();
    void refreshItems();
    void buildLibraryMenu();
    void chooseFile(profiler::OtherEngine engine);
    void take(const std::vector<Found>& found);
    void chooseEngine();
    void rebuildOptions();
    void addOption(std::string_view name, const QString& help, const QString& defaultValue,
        const std::vector<std::string_view>& values);
    void setOption(const QString& name, const QString& value);
    void addFurther();
    void readFurther();
    void refreshNote();
    bool hasPrefix(const QString& option) const;

    EngineChoice m_choice;
    QString m_host; ///< computer on which the engine runs; empty = this one
    std::vector<Found> m_found; ///< empty until known
    QFormLayout* m_form;
    QComboBox* m_engine;
    NoteLabel* m_note;
    QPushButton* m_library; ///< its menu chooses libraries
    QWidget* m_options;
    QFormLayout* m_optionRows;
    QLineEdit* m_further = nullptr; ///< options with a free name; null without any
    QString m_problem; ///< of `m_further`
    LatestWorker m_finder;
};

} // namespace ui
