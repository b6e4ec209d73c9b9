#include "app/cli/commands.h"

namespace cli {

using support::Result;

namespace {

std::string names(const Command& command)
{
    return support::joined(optionsOf(command), " ", longName) + " --help";
}

std::string bashScript()
{
    std::string cases;
    for (const auto& command : commands())
        cases += "        " + command.name + ") words='" + names(command) + "' ;;\n";
    return "# Completion of opscope-cli for bash: source this file, or save it as\n"
           "# ~/.local/share/bash-completion/completions/opscope-cli\n"
           "_opscope_cli() {\n"
           "    local word=${COMP_WORDS[COMP_CWORD]} words=\n"
           "    COMPREPLY=()\n"
           "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
           "        words='"
        + support::joined(commands(), " ", &Command::name)
        + " --help --version'\n"
          "    else\n"
          "        case $word in -*) ;; *) return ;; esac\n"
          "        case ${COMP_WORDS[1]} in\n"
        + cases
        + "        esac\n"
          "    fi\n"
          "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n"
          "}\n"
          "complete -o bashdefault -o default -F _opscope_cli opscope-cli\n";
}

/// Escapes a text for a word in single quotes of _arguments, where brackets and colons divide.
std::string zshText(std::string_view text)
{
    std::string escaped;
    for (const char c : text) {
        if (c == '\'')
            escaped += "'\\'";
        else if (c == '[' || c == ']' || c == ':' || c == '\\')
            escaped += '\\';
        escaped += c;
    }
    return escaped;
}

std::string zshScript()
{
    std::string list;
    std::string cases;
    for (const auto& command : commands()) {
        list += "    '" + zshText(command.name) + ":" + zshText(command.summary) + "'\n";
        cases += "        " + command.name + ") _arguments";
        for (const auto& option : optionsOf(command)) {
            cases += " \\\n            '" + std::string(option.isRepeatable ? "*" : "")
                + longName(option) + "[" + zshText(option.help) + "]";
            if (!option.value.empty())
                cases += ":" + zshText(option.value) + ":_files";
            cases += "'";
        }
        cases += " \\\n            '*:file:_files' ;;\n";
    }
    return "#compdef opscope-cli\n"
           "# Completion of opscope-cli for zsh: save it as _opscope-cli in a folder of $fpath.\n"
           "local -a commands=(\n"
        + list
        + ")\n"
          "if (( CURRENT == 2 )); then\n"
          "    _describe command commands\n"
          "else\n"
          "    shift words\n"
          "    (( CURRENT-- ))\n"
          "    case $words[1] in\n"
        + cases
        + "    esac\n"
          "fi\n";
}

Result<int> runCompletion(const Invocation& invocation)
{
    enum { Bash, Zsh };
    const auto shell
        = TRY(placeOfWord("SHELL", invocation.arguments.text("SHELL", ""), { "bash", "zsh" }));
    TRY(invocation.write(shell == Bash ? bashScript() : zshScript()));
    return exitDone;
}

} // namespace

Command completionCommand()
{
    return { .name = "completion",
        .summary = "A script with which a shell completes the commands and options of opscope-cli",
        .positionals = { { "SHELL", "bash or zsh", Positional::Count::One, FileUse::None } },
        .options = {},
        .examples = { "completion bash > ~/.local/share/bash-completion/completions/opscope-cli",
            "completion zsh -o ~/.zfunc/_opscope-cli" },
        .formats = { Format::Text },
        .run = runCompletion,
        .readsModels = false };
}

} // namespace cli
