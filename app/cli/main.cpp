#include "app/build/bundled_data.h"
#include "app/cli/command.h"
#include "model/support/catch_exceptions.h"
#include "profiler/engines/engine_process.h"

#ifdef OPSCOPE_WITH_GRAPHVIZ
#include "layout/graphviz/graphviz_child.h"
#endif

int main(int argc, char** argv)
{
    app::useBundledData();
#ifdef OPSCOPE_WITH_GRAPHVIZ
    if (argc == 2 && argv[1] == layout::graphvizChildOption)
        return layout::serveGraphviz();
#endif
    if (argc == 2 && argv[1] == profiler::engineChildOption)
        return profiler::serveEngine();
    support::installTerminateHandler(cli::exitResource);
    return cli::runProgram(argc, argv);
}
