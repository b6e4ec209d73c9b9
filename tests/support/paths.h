#pragma once

#include <filesystem>

/// Paths for tests. Each comes from an environment variable (set by CTest), else from the build.
namespace testing {

/// Root of the source tree.
std::filesystem::path sourceDir();

/// Root of the build folder; tests write screenshots and other files below it.
std::filesystem::path buildDir();

/// Folder of test data outside the source tree (environment variable OPSCOPE_TEST_DATA). It may not
/// exist: then skip the test and state the reason.
std::filesystem::path dataDir();

/// The opscope-cli of this build.
std::filesystem::path cliProgram();

}
