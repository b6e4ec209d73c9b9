#include "tests/support/golden.h"

#include "tests/support/paths.h"

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace testing {

std::string differenceToGolden(std::string_view name, std::string_view text)
{
    const auto path = sourceDir() / "tests/data/golden" / name;
    if (std::getenv("OPSCOPE_UPDATE_GOLDEN") != nullptr) {
        std::ofstream(path, std::ios::binary) << text;
        return {};
    }
    std::ifstream file(path, std::ios::binary);
    if (!file)
        return path.string() + " is missing";
    std::istringstream actual { std::string(text) };
    std::string expectedLine;
    std::string line;
    for (int number = 1;; ++number) {
        const bool isExpected = static_cast<bool>(std::getline(file, expectedLine));
        const bool isThere = static_cast<bool>(std::getline(actual, line));
        if (!isExpected && !isThere)
            return {};
        if (isExpected != isThere || expectedLine != line)
            return std::string(name) + " line " + std::to_string(number) + " is \""
                + (isThere ? line : "<end>") + "\", expected \""
                + (isExpected ? expectedLine : "<end>") + "\"";
    }
}

} // namespace testing
