#include "app/cli/commands.h"

#include <array>

namespace cli {

std::span<const Command> commands()
{
    static const std::array all {
        inspectCommand(),
        checkCommand(),
        drawCommand(),
        runCommand(),
        profileCommand(),
        verifyCommand(),
        compareCommand(),
        baselineCommand(),
        historyCommand(),
        exportCommand(),
        editCommand(),
        convertCommand(),
        extractCommand(),
        mergeCommand(),
        quantizeCommand(),
        importCommand(),
        recoverCommand(),
        selftestCommand(),
        enginesCommand(),
        gpuCommand(),
        operatorsCommand(),
        serveCommand(),
        planCommand(),
        packCommand(),
        completionCommand(),
    };
    return all;
}

} // namespace cli
