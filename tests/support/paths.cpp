#include "tests/support/paths.h"

#include <cstdlib>

namespace testing {
namespace {

std::filesystem::path fromEnvironment(const char* variable, const std::filesystem::path& otherwise)
{
    const char* value = std::getenv(variable);
    return value && *value ? std::filesystem::path(value) : otherwise;
}

}

std::filesystem::path sourceDir()
{
    return fromEnvironment("OPSCOPE_SOURCE_DIR", OPSCOPE_DEFAULT_SOURCE_DIR);
}

std::filesystem::path buildDir()
{
    return fromEnvironment("OPSCOPE_BUILD_DIR", OPSCOPE_DEFAULT_BUILD_DIR);
}

std::filesystem::path dataDir()
{
    return fromEnvironment(
        "OPSCOPE_TEST_DATA", (sourceDir() / "../shared/data").lexically_normal());
}

std::filesystem::path cliProgram()
{
    return fromEnvironment("OPSCOPE_CLI", buildDir() / "bin/opscope-cli");
}

}
