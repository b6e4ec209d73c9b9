#include "app/cli/commands.h"
#include "app/cli/serve/server.h"

namespace cli {

using support::ErrorKind;
using support::failAs;
using support::Result;

namespace {

Result<int> serveRequests(const Invocation& invocation)
{
    if (!invocation.arguments.has("--stdio"))
        return failAs(ErrorKind::Usage, "say where requests come from: --stdio");
    return serve(invocation);
}

} // namespace

Command serveCommand()
{
    return { .name = "serve",
        .summary = "Answers requests of another program, which so starts no process for each call",
        .positionals = {},
        .options = { { "--stdio", "", "requests on standard input, answers on standard output" } },
        .examples = { "serve --stdio", "serve --stdio --plugin operators.so" },
        .formats = { Format::Json },
        .run = serveRequests,
        .sandbox = Command::Sandbox::AnyFile };
}

} // namespace cli
