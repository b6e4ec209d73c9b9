#pragma once

#include "model/support/result.h"

#include <QString>

namespace ui {

/// A model with test data sets in its folder, as in ONNX's node tests.
struct TestFolder {
    QString folder;
    QString model; ///< path of the model file
    int sets = 0; ///< number of `test_data_set_*` folders
};

/// Number of data sets in the folder of a model file.
int dataSetsBeside(const QString& modelPath);

/// The test folder at this path; `folder` may also be one of its data sets. An error says what was
/// expected in it.
support::Result<TestFolder> testFolderAt(const QString& folder);

} // namespace ui
