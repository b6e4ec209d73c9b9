#pragma once

#include <filesystem>

/// Where tests find things. Each is taken from the environment (set by CTest) or else from the
/// build.
namespace testing {

/// Root of the source tree.
std::filesystem::path sourceDir();

/// Root of the build folder; screenshots and other traces of a test go below it.
std::filesystem::path buildDir();

/// Shared test material (OPSCOPE_TEST_DATA, or shared/data beside the source tree). It may be
/// absent: then skip with a sentence.
std::filesystem::path dataDir();

/// The opscope-cli of this build.
std::filesystem::path cliProgram();

}
