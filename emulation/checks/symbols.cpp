/* SPDX-License-Identifier: Apache-2.0 */
#include "symbols.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>

#include <cxxabi.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

/* The linker's names of the table of kernels (cuda/language.h), which a program without kernels does not have. */
extern "C" {
extern const uintptr_t __start___patchable_function_entries[] __attribute__((weak));
extern const uintptr_t __stop___patchable_function_entries[] __attribute__((weak));
}

namespace emulated
{
namespace
{

/* A function's entry in the table may be behind an instruction for branch protection. */
constexpr uintptr_t most_before_entry = 16;

struct program {
    std::string path;
    uintptr_t base = 0; /* what is added to the file's addresses */
    std::vector<shared_array> shared;
    std::vector<uintptr_t> guards;
    std::map<uintptr_t, std::string> functions;
};

void mark_variables_of_kernels(program &p)
{
    std::vector<std::string> kernels;
    for (const uintptr_t *entry = __start___patchable_function_entries; entry < __stop___patchable_function_entries;
         entry++) {
        const auto behind = p.functions.upper_bound(*entry);
        if (behind != p.functions.begin() && *entry - std::prev(behind)->first < most_before_entry) {
            kernels.push_back(std::prev(behind)->second);
        }
    }
    for (shared_array &array : p.shared) {
        array.is_of_kernel = std::any_of(kernels.begin(), kernels.end(),
                                         [&](const std::string &kernel) { return is_variable_of(array, kernel); });
    }
}

/* From the table of symbols in the program's own file. */
program read_program()
{
    program p;
    char path[4096];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
    if (length <= 0) {
        return p;
    }
    p.path.assign(path, static_cast<size_t>(length));
    std::ifstream file(p.path, std::ios::binary);
    const std::vector<char> bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    Elf64_Ehdr header;
    if (bytes.size() < sizeof header) {
        return p;
    }
    std::memcpy(&header, bytes.data(), sizeof header);
    if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64) {
        return p;
    }
    struct loaded {
        uintptr_t base, thread_variables;
    } here = {};
    /* (The program is what is told of first.) */
    dl_iterate_phdr(
        [](dl_phdr_info *info, size_t, void *to) {
            *static_cast<loaded *>(to) = {info->dlpi_addr, reinterpret_cast<uintptr_t>(info->dlpi_tls_data)};
            return 1;
        },
        &here);
    p.base = here.base;
    std::vector<Elf64_Shdr> sections(header.e_shnum);
    std::memcpy(sections.data(), bytes.data() + header.e_shoff, sections.size() * sizeof(Elf64_Shdr));
    for (const Elf64_Shdr &table : sections) {
        if (table.sh_type != SHT_SYMTAB) {
            continue;
        }
        const char *const names = bytes.data() + sections[table.sh_link].sh_offset;
        for (size_t i = 0; i < table.sh_size / sizeof(Elf64_Sym); i++) {
            Elf64_Sym symbol;
            std::memcpy(&symbol, bytes.data() + table.sh_offset + i * sizeof symbol, sizeof symbol);
            const char *const name = names + symbol.st_name;
            const int type = ELF64_ST_TYPE(symbol.st_info);
            if (type == STT_FUNC) {
                p.functions[p.base + symbol.st_value] = name;
            } else if (type == STT_TLS && std::strncmp(name, "_ZGV", 4) == 0) {
                p.guards.push_back(here.thread_variables + symbol.st_value);
            } else if (type == STT_TLS && symbol.st_size > 0 && std::strncmp(name, "_ZZ", 3) == 0) {
                const uintptr_t begin = here.thread_variables + symbol.st_value;
                p.shared.push_back({begin, begin + symbol.st_size, name, false});
            }
        }
    }
    std::sort(p.shared.begin(), p.shared.end(),
              [](const shared_array &a, const shared_array &b) { return a.begin < b.begin; });
    mark_variables_of_kernels(p);
    return p;
}

const program &this_program()
{
    static const program p = read_program();
    return p;
}

/* What a program prints, "" if it cannot be run. */
std::string output_of(const std::vector<const char *> &arguments)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) {
        return "";
    }
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    pid_t child;
    const int error =
        posix_spawnp(&child, arguments[0], &actions, nullptr, const_cast<char *const *>(arguments.data()), environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    std::string output;
    char text[4096];
    for (ssize_t length; error == 0 && (length = read(ends[0], text, sizeof text)) > 0;) {
        output.append(text, static_cast<size_t>(length));
    }
    close(ends[0]);
    if (error == 0) {
        waitpid(child, nullptr, 0);
    }
    return output;
}

bool is_of_device(const std::string &line)
{
    return line.find("emulation/include/") != std::string::npos ||
           line.find("tcu_emulated_device/") != std::string::npos;
}

} // namespace

uintptr_t shared_begin()
{
    return shared_arrays().empty() ? 0 : shared_arrays().front().begin;
}

uintptr_t shared_end()
{
    return shared_arrays().empty() ? 0 : shared_arrays().back().end;
}

const std::vector<shared_array> &shared_arrays()
{
    return this_program().shared;
}

bool is_guard(uintptr_t address)
{
    const std::vector<uintptr_t> &guards = this_program().guards;
    return std::any_of(guards.begin(), guards.end(), [=](uintptr_t g) { return address >= g && address < g + 8; });
}

std::string variable_name(const shared_array &array)
{
    int status = 0;
    char *const readable = abi::__cxa_demangle(array.symbol.c_str(), nullptr, nullptr, &status);
    std::string name = status == 0 ? readable : array.symbol;
    std::free(readable);
    const size_t scope = name.rfind("::");
    return scope == std::string::npos ? name : name.substr(scope + 2);
}

std::string function_symbol(const void *function)
{
    const auto found = this_program().functions.find(reinterpret_cast<uintptr_t>(function));
    return found != this_program().functions.end() ? found->second : "";
}

/* (_ZZ<function without its _Z>E<variable>) */
bool is_variable_of(const shared_array &array, const std::string &function)
{
    return function.size() > 2 && array.symbol.compare(0, function.size() + 2, "_ZZ" + function.substr(2) + "E") == 0;
}

std::string line_of(const void *return_address)
{
    const program &p = this_program();
    char address[32];
    std::snprintf(address, sizeof address, "0x%jx",
                  static_cast<uintmax_t>(reinterpret_cast<uintptr_t>(return_address) - 1 - p.base));
    const std::string lines = output_of({"addr2line", "-i", "-e", p.path.c_str(), address, nullptr});
    /* (From the innermost function on; the emulated device's own are not what is looked for.) */
    std::string line;
    for (size_t begin = 0; begin < lines.size() && (line.empty() || is_of_device(line));) {
        const size_t end = std::min(lines.find('\n', begin), lines.size());
        line = lines.substr(begin, end - begin);
        begin = end + 1;
    }
    line.erase(std::min(line.find(" (discriminator"), line.size()));
    line.erase(0, line.rfind('/') + 1); /* (npos + 1 is 0) */
    return line.empty() || line[0] == '?' ? "" : line;
}

} // namespace emulated
