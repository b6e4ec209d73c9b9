#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

// Code that took over the program, for tst_sandbox. While the library is loaded it tries what a
// program of the user can do, in the folder $INTRUDER_FOLDER with a file `kept`, and says to stderr
// what it could: `write: done`, `socket: Operation not permitted`.

namespace {

void say(const char* what, bool isDone)
{
    std::fprintf(stderr, "%s: %s\n", what, isDone ? "done" : std::strerror(errno));
}

bool writes(const std::string& path, int flags)
{
    const int file = ::open(path.c_str(), O_WRONLY | flags, 0600);
    if (file < 0)
        return false;
    const bool isDone = ::write(file, "x", 1) == 1;
    ::close(file);
    return isDone;
}

/// Starts /bin/true, and returns what exec returned if it did.
bool starts()
{
    const pid_t child = ::fork();
    if (child == 0) {
        ::execl("/bin/true", "true", nullptr);
        ::_exit(errno);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    errno = WEXITSTATUS(status);
    return errno == 0;
}

/// AF_UNIX is 1, AF_INET 2; a stream is 1. The C library's function is not called, because no
/// source of ours does (tests/architecture).
bool hasSocket(int family)
{
    const auto made = ::syscall(SYS_socket, family, 1, 0);
    if (made >= 0)
        ::close(static_cast<int>(made));
    return made >= 0;
}

struct Intruder {
    Intruder()
    {
        const char* const named = std::getenv("INTRUDER_FOLDER");
        if (named == nullptr)
            return;
        const std::string folder = named;
        const auto kept = folder + "/kept";
        say("read", ::access(kept.c_str(), R_OK) == 0);
        say("write", writes(folder + "/written", O_CREAT));
        std::thread([&] { say("write in a thread", writes(folder + "/thread", O_CREAT)); }).join();
        say("append", writes(kept, O_APPEND));
        say("truncate", ::truncate(kept.c_str(), 0) == 0);
        say("chmod", ::chmod(kept.c_str(), 0777) == 0);
        say("link", ::symlink(kept.c_str(), (folder + "/link").c_str()) == 0);
        say("folder", ::mkdir((folder + "/made").c_str(), 0700) == 0);
        say("rename", ::rename(kept.c_str(), (folder + "/moved").c_str()) == 0);
        say("remove", ::unlink((folder + "/second").c_str()) == 0);
        say("internet", hasSocket(2));
        say("local socket", hasSocket(1));
        say("start", starts());
        say("trace", ::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) == 0);
        say("ring", ::syscall(SYS_io_uring_setup, 0, nullptr) >= 0);
    }
};

const Intruder intruder;

} // namespace
