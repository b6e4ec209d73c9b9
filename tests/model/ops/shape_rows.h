#pragma once

#include "tests/support/node_text.h"

#include <QTest>
#include <initializer_list>

/// Rows of `Operator-version(inputs) {attributes} -> outputs` (tests/support/node_text.h) as data
/// of a Qt test.
namespace testing {

inline void addShapeRows(std::initializer_list<const char*> rows)
{
    QTest::addColumn<QString>("row");
    for (const auto* row : rows)
        QTest::newRow(row) << QString(row);
}

/// An expected `error: words` is met by any error with these words.
inline void checkShapeRow()
{
    QFETCH(QString, row);
    const auto expected = row.mid(row.lastIndexOf(" -> ") + 4).trimmed();
    const auto found = QString::fromStdString(inferText(row.toStdString()));
    if (expected.startsWith("error:"))
        QVERIFY2(found.startsWith("error:") && found.contains(expected.mid(6).trimmed()),
            qPrintable(found));
    else
        QCOMPARE(found, expected);
}

} // namespace testing
