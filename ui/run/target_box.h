#pragma once

#include "ui/jobs/latest_worker.h"

#include <QString>
#include <QStringList>
#include <QWidget>

class QComboBox;
class QPushButton;

namespace ui {

class NoteLabel;

/// Value of `opscope-cli --target` for a host, and the folder of a program for it that the user
/// chose; empty for this computer.
QStringList targetArguments(const QString& host);

/// Why something that only this computer does is not done while `host` is chosen; empty without a
/// host.
QString onlyHereText(const QString& host);

/// The choice of the computer in the Run panel: this one, or one that ssh reaches. Offers the hosts
/// that were used before and those of ~/.ssh/config, which is read on a thread of its own each time
/// the box is shown; other names can be typed.
class TargetBox : public QWidget {
    Q_OBJECT

public:
    explicit TargetBox(QWidget* parent = nullptr);

    /// Shows this choice without emitting edited(). Empty: this computer.
    void show(const QString& host);
    const QString& host() const { return m_host; }

signals:
    void edited(); ///< changed by the user

protected:
    void showEvent(QShowEvent* event) override;

private:
    void buildMenu();
    void choose(const QString& text);
    void chooseProgram();
    void fillHosts();
    void refresh();

    QComboBox* m_computer;
    NoteLabel* m_note;
    QPushButton* m_program;
    QString m_host;
    QString m_problem; ///< with what was typed last; empty if nothing was wrong
    QStringList m_configured; ///< hosts of ~/.ssh/config
    LatestWorker m_reader;
};

} // namespace ui
