/// For ThreadSanitizer only. QProcess makes a child that shares memory with this process until it
/// runs its program. GCC 12's ThreadSanitizer marks it as a forked one, in the memory that is
/// shared, and from then on sees none of this thread's locks. Here the child gets a copy.

#include <sched.h>

#include <cstdarg>

extern "C" int __clone(int (*function)(void*), void* stack, int flags, void* argument, ...);

extern "C" int clone(int (*function)(void*), void* stack, int flags, void* argument, ...)
{
    va_list rest;
    va_start(rest, argument);
    auto* const parentThread = va_arg(rest, void*);
    auto* const storage = va_arg(rest, void*);
    auto* const childThread = va_arg(rest, void*);
    va_end(rest);
    if ((flags & CLONE_THREAD) == 0)
        flags &= ~(CLONE_VM | CLONE_VFORK);
    return __clone(function, stack, flags, argument, parentThread, storage, childThread);
}
