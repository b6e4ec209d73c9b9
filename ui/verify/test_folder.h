#pragma once

#include "model/support/result.h"

#include <QString>

namespace ui {

/// A model with data sets beside it, as ONNX's own tests have them.
struct TestFolder {
    QString folder;
    QString model; ///< file in it
    int sets = 0; ///< `test_data_set_*`
};

/// Data sets beside a model file.
int dataSetsBeside(const QString& modelPath);

/// What a folder stands for: a test folder, or the one around a data set. An Error says what was
/// expected in it.
support::Result<TestFolder> testFolderAt(const QString& folder);

} // namespace ui
