#pragma once

namespace ui {

/// Returns memory to the system that this thread allocated and that is free. mimalloc keeps what
/// another thread has freed until the thread that allocated it allocates again, and what ended
/// threads have left until the main thread asks for it: call it there, too.
void returnFreedMemory();

} // namespace ui
