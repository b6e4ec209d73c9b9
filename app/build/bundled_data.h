#pragma once

namespace app {

/// In the folder that packaging/build_folder.sh makes, libraries find their data beside the
/// programs: Graphviz its layouts, Fontconfig a font and X11's keyboards where the system has none.
/// Sets the environment variables for that. Called first in main(), while there is one thread. Does
/// nothing in other installations, and keeps what the user has set.
void useBundledData();

} // namespace app
