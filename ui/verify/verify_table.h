#pragma once

#include "ui/document/selection.h"
#include "ui/tables/table_model.h"
#include "ui/verify/verification.h"

namespace ui {

/// Table of a verification's rows, in their order.
class VerifyTable : public TableModel {
    Q_OBJECT

public:
    enum Column {
        Outcome,
        Set,
        Node,
        Operator,
        Output,
        Type,
        Implementation,
        OwnError,
        LargestAbsolute,
        LargestRelative,
        Where,
        Found,
        Expected,
        Beyond,
        Tolerance,
        Message,
        ColumnCount
    };

    explicit VerifyTable(QObject* parent = nullptr);

    /// True if verifications of this kind have values in the column.
    static bool isOf(Column column, Verification::Kind kind);

    /// Both may be null.
    void set(std::shared_ptr<const Verification> verification,
        std::shared_ptr<const model::Model> model);
    void setOnlyFailures(bool isOnly);
    const VerifiedRow& rowAt(int row) const;
    /// The first row of this node or value; invalid if there is none.
    QModelIndex indexOf(const SelectedItem& item) const;

protected:
    std::size_t rows() const override { return m_shown.size(); }
    QString text(int row, int column) const override;
    QVariant cell(int row, int column, int role) const override;

private:
    void refill();
    SelectedItem itemAt(int row) const;

    std::shared_ptr<const Verification> m_verification;
    std::shared_ptr<const model::Model> m_model;
    std::vector<std::size_t> m_shown; ///< indices of visible rows of the verification
    bool m_isOnlyFailures = false;
};

} // namespace ui
