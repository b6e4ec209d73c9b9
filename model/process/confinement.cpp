#include "model/process/confinement.h"

#include "model/support/descriptor.h"

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// The C library has no functions for Landlock. The filter is a list of system calls, so libseccomp
// would save little, and each package would have to carry it.

namespace support {

namespace {

namespace fs = std::filesystem;

/// The attributes of a rule set, as they are since version 6 of Landlock. Headers of older systems
/// lack the last two. A kernel takes a longer structure if what it does not know is 0.
struct RuleSet {
    std::uint64_t files = 0;
    std::uint64_t network = 0;
    std::uint64_t scopes = 0;
};
constexpr std::uint64_t truncateRight = 1ULL << 14; // since version 3
constexpr std::uint64_t allNetwork = 3; // bind and connect by TCP, since version 4
constexpr std::uint64_t socketScope = 1; // abstract sockets, since version 6
constexpr std::uint64_t signalScope = 2; // since version 6

constexpr std::uint64_t fileRights = LANDLOCK_ACCESS_FS_WRITE_FILE | truncateRight;
constexpr std::uint64_t folderRights = fileRights | LANDLOCK_ACCESS_FS_REMOVE_DIR
    | LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR
    | LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO
    | LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM | LANDLOCK_ACCESS_FS_REFER;

/// Returns the version of Landlock; less than 1 = none.
long landlockVersion()
{
    return ::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
}

std::uint64_t knownRights(long version)
{
    auto rights = folderRights;
    if (version < 2)
        rights &= ~std::uint64_t(LANDLOCK_ACCESS_FS_REFER);
    if (version < 3)
        rights &= ~truncateRight;
    return rights;
}

/// Allows writing to a file, or to all files of a folder.
void allow(const Descriptor& rules, const fs::path& path, std::uint64_t known)
{
    const Descriptor place(::open(path.c_str(), O_PATH | O_CLOEXEC));
    struct stat status { };
    if (!place.isOpen() || ::fstat(place.number(), &status) != 0)
        return;
    landlock_path_beneath_attr rule {};
    rule.allowed_access = known & (S_ISDIR(status.st_mode) ? folderRights : fileRights);
    rule.parent_fd = place.number();
    // A refused rule leaves less, not more, to the process.
    ::syscall(SYS_landlock_add_rule, rules.number(), LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
}

bool restrictFiles(const ConfinementRights& rights)
{
    const auto version = landlockVersion();
    if (version < 1)
        return false;
    RuleSet set;
    const auto known = knownRights(version);
    set.files = rights.writesAnywhere ? 0 : known;
    set.network = version >= 4 ? allNetwork : 0;
    if (version >= 6 && !rights.usesLocalSockets)
        set.scopes = socketScope | (rights.signalsPrograms ? 0 : signalScope);
    if (set.files == 0 && set.network == 0)
        return true;
    const Descriptor rules(
        static_cast<int>(::syscall(SYS_landlock_create_ruleset, &set, sizeof set, 0)));
    if (!rules.isOpen())
        return false;
    if (!rights.writesAnywhere) {
        for (const auto& path : rights.writable)
            allow(rules, path, known);
    }
    return ::syscall(SYS_landlock_restrict_self, rules.number(), 0) == 0;
}

#if defined(__x86_64__)
constexpr std::uint32_t machine = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t machine = AUDIT_ARCH_AARCH64;
#else
constexpr std::uint32_t machine = 0;
#endif

constexpr long network[] { SYS_socket, SYS_connect, SYS_bind, SYS_listen, SYS_accept, SYS_accept4 };
constexpr long starts[] { SYS_execve, SYS_execveat };
constexpr long others[]
{
    SYS_io_uring_setup, SYS_io_uring_enter, SYS_io_uring_register, // does what others may not
#if !defined(__SANITIZE_ADDRESS__) // LeakSanitizer stops threads by it
        SYS_ptrace,
#endif
        SYS_process_vm_readv, SYS_process_vm_writev, SYS_pidfd_getfd, SYS_kcmp, // other processes
        SYS_mount, SYS_umount2, SYS_move_mount, SYS_fsopen, SYS_open_tree, SYS_pivot_root,
        SYS_chroot, SYS_setns, SYS_unshare, SYS_open_by_handle_at, // the tree of files
        SYS_init_module, SYS_finit_module, SYS_delete_module, SYS_kexec_load, SYS_reboot,
        SYS_swapon, SYS_swapoff, SYS_acct, SYS_settimeofday, SYS_clock_settime, SYS_adjtimex,
        SYS_clock_adjtime, SYS_sethostname, SYS_setdomainname, SYS_bpf, SYS_userfaultfd,
        SYS_quotactl, // the system
        SYS_add_key, SYS_request_key, SYS_keyctl, // key rings
        SYS_fchmodat, SYS_fchownat, SYS_setxattr, SYS_lsetxattr, SYS_removexattr, SYS_lremovexattr,
#if defined(SYS_fchmodat2)
        SYS_fchmodat2,
#endif
#if defined(__x86_64__)
        SYS_chmod, SYS_chown, SYS_lchown, SYS_mknod,
#endif
        SYS_mknodat, // files by name
};
// No header of sockets belongs here (tests/architecture).
constexpr std::uint32_t localSocket = 1; // AF_UNIX
constexpr std::uint32_t pushInput = 0x5412; // TIOCSTI: types into the terminal

/// A program of the kernel's packet filter, which decides about each system call.
class CallFilter {
public:
    CallFilter()
        : m_program { load(offsetof(seccomp_data, arch)), unlessEqual(machine, 0), refuse }
    {
        m_program[1].jt = 1; // the machine is this one: go on behind `refuse`
        m_program.push_back(load(offsetof(seccomp_data, nr)));
#if defined(__x86_64__)
        // System calls of the x32 interface have other numbers.
        m_program.push_back(BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1));
        m_program.push_back(refuse);
#endif
    }

    void refuseCall(long call)
    {
        m_program.push_back(unlessEqual(call, 1));
        m_program.push_back(refuse);
    }
    /// Refuses the call if this argument is the value (or if it is another one), otherwise allows
    /// it.
    void decideBy(long call, std::size_t argument, std::uint32_t value, bool isAllowed)
    {
        m_program.push_back(unlessEqual(call, 4));
        m_program.push_back(load(offsetof(seccomp_data, args) + argument * sizeof(__u64)));
        m_program.push_back(unlessEqual(value, 1));
        m_program.push_back(isAllowed ? allow : refuse);
        m_program.push_back(isAllowed ? refuse : allow);
    }
    bool enter()
    {
        m_program.push_back(allow);
        const sock_fprog program { static_cast<unsigned short>(m_program.size()),
            m_program.data() };
        return ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program)
            == 0;
    }

private:
    static constexpr sock_filter allow = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    static constexpr sock_filter refuse = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
    static sock_filter load(std::size_t offset)
    {
        return BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset));
    }
    /// Jumps over this many instructions unless what was loaded is the value.
    static sock_filter unlessEqual(long value, std::uint8_t instructions)
    {
        return BPF_JUMP(
            BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(value), 0, instructions);
    }

    std::vector<sock_filter> m_program;
};

bool restrictCalls(const ConfinementRights& rights)
{
    if (machine == 0)
        return false;
    CallFilter filter;
    if (rights.usesLocalSockets) {
        filter.decideBy(SYS_socket, 0, localSocket, true);
    } else {
        for (const auto call : network)
            filter.refuseCall(call);
    }
    for (const auto call : others)
        filter.refuseCall(call);
    if (!rights.startsPrograms) {
        for (const auto call : starts)
            filter.refuseCall(call);
    }
    filter.decideBy(SYS_ioctl, 1, pushInput, false);
    return filter.enter();
}

} // namespace

std::string ConfinementSupport::missing() const
{
    std::string text;
    if (!hasLandlock)
        text = "Landlock (Linux 5.13 or newer, with lsm=landlock)";
    if (!hasSeccomp)
        text += std::string(text.empty() ? "" : " and ") + "seccomp filters";
    return text;
}

ConfinementSupport confinementSupport()
{
    // Asked without a filter, the kernel says that the address is wrong if it has filters.
    const bool hasFilters
        = ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, nullptr) != 0
        && errno == EFAULT;
    return { landlockVersion() >= 1, hasFilters && machine != 0 };
}

ConfinementSupport confine(const ConfinementRights& rights)
{
    if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return {};
    // The filter last: it refuses nothing that Landlock needs, but nothing may come after it.
    const bool hasLandlock = restrictFiles(rights);
    return { hasLandlock, restrictCalls(rights) };
}

} // namespace support
