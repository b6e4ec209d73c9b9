#pragma once

#include "ui/window/restore/kept_tab.h"

#include <QWidget>

namespace ui {

/// The tab of a file of the last session that is opened when its tab is shown.
class UnopenedPage : public QWidget {
    Q_OBJECT

public:
    explicit UnopenedPage(KeptTab tab, QWidget* parent = nullptr);

    const KeptTab& tab() const { return m_tab; }

private:
    KeptTab m_tab;
};

} // namespace ui
