// The native kernels against the reference without Qt, as tst_native_kernels with it:
// native_kernels [FILTER]

#include "tests/support/engine/kernel_suite.h"

#include <cstdio>

namespace {

struct Count {
    std::size_t passed = 0;
    std::size_t failed = 0;
};

template <typename Cases>
void runCases(const Cases& cases, std::string_view filter, Count& count)
{
    for (const auto& row : cases) {
        if (row.text.find(filter) == std::string_view::npos)
            continue;
        const auto problem = testing::problemOf(row);
        ++(problem.empty() ? count.passed : count.failed);
        if (!problem.empty())
            std::printf("FAIL %s: %s\n", std::string(row.text).c_str(), problem.c_str());
    }
}

}

int main(int count, char** arguments)
{
    const std::string_view filter = count > 1 ? arguments[1] : "";
    Count result;
    runCases(testing::kernelCases(), filter, result);
    runCases(testing::refusedCases(), filter, result);
    std::printf("%zu passed, %zu failed\n", result.passed, result.failed);
    return result.failed == 0 && result.passed > 0 ? 0 : 1;
}
