"""``deckcheck completion``: the script by which a shell completes what is typed.

The script calls the program with ``_DECKCHECK_COMPLETE=complete_SHELL`` and, in ``COMP_WORDS``, the
command line up to the cursor. The program prints a value a line: for bash quoted, and without what
bash leaves as it is; for zsh and fish with a colon or a tab, and help, behind it. A line that
begins with a tab names the paths that the shell is to offer.
"""

import os
import re
import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, NamedTuple

import typer
from typer import Context
from typer.core import TyperCommand, TyperGroup, TyperOption

from deckcheck.cli import ASKED_BY, COMMANDS, CommandsByName, write
from deckcheck.cli.completing import Asked, Value, fitting, taken_by
from deckcheck.errors import DeckcheckError, UnknownNameError

app = typer.Typer(add_completion=False)

_ASKED = "complete_"

_BASH = r"""
_deckcheck_completion() {
    local line
    COMPREPLY=()
    while IFS= read -r line; do
        case $line in
            $'\tfiles') compopt -o default 2>/dev/null ;;
            $'\tfolders') compopt -o dirnames 2>/dev/null ;;
            *) COMPREPLY+=("$line") ;;
        esac
    done < <(
        _DECKCHECK_COMPLETE=complete_bash COMP_WORDBREAKS=$COMP_WORDBREAKS \
            COMP_WORDS=${COMP_LINE:0:${COMP_POINT:-${#COMP_LINE}}} \
            "${1/#\~/$HOME}" 2>/dev/null
    )
}
complete -F _deckcheck_completion deckcheck
"""

_ZSH = r"""
#compdef deckcheck
_deckcheck() {
    local line paths
    local -a values
    for line in "${(@f)$(
        _DECKCHECK_COMPLETE=complete_zsh \
            COMP_WORDS="${(j: :)words[1,CURRENT-1]} $QIPREFIX$IPREFIX$PREFIX" \
            "${words[1]/#\~/$HOME}" 2>/dev/null
    )}"; do
        case $line in
            $'\tfiles') paths=_files ;;
            $'\tfolders') paths='_files -/' ;;
            ?*) values+=("$line") ;;
        esac
    done
    if (( $#values )); then
        _describe -V deckcheck values -U
    elif [[ -n $paths ]]; then
        [[ $PREFIX == --*=* ]] && compset -P '*='
        ${=paths}
    fi
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    _deckcheck "$@"
else
    compdef _deckcheck deckcheck
fi
"""

_FISH = r"""
function __deckcheck_complete
    set -lx _DECKCHECK_COMPLETE complete_fish
    set -lx COMP_WORDS (commandline -cp | string collect)
    for line in (deckcheck 2>/dev/null)
        switch $line
            case \tfiles
                __deckcheck_paths __fish_complete_path (commandline -ct)
            case \tfolders
                __deckcheck_paths __fish_complete_directories (commandline -ct)
            case '*'
                printf '%s\n' $line
        end
    end
end
function __deckcheck_paths --argument-names complete typed
    set -l option (string match --regex -- '^--[^=]+=' $typed)
    for path in ($complete (string replace -- "$option" '' $typed))
        printf '%s%s\n' "$option" $path
    end
end
complete --command deckcheck --no-files --keep-order --arguments '(__deckcheck_complete)'
"""

SCRIPTS = {"bash": _BASH, "zsh": _ZSH, "fish": _FISH}
"""The script of each shell, by its name."""


@app.command()
def completion(
    shell: Annotated[
        str, typer.Argument(metavar="SHELL", show_default=False, help=f"{', '.join(SCRIPTS)}.")
    ],
) -> None:  # fmt: skip
    """Print the script by which a shell completes commands, options and names.

    deckcheck completion bash

    bash, in ~/.bashrc: eval "$(deckcheck completion bash)"

    zsh, in ~/.zshrc behind compinit: eval "$(deckcheck completion zsh)"

    fish, once: deckcheck completion fish > ~/.config/fish/completions/deckcheck.fish
    """
    if shell not in SCRIPTS:
        raise UnknownNameError("shell", shell, SCRIPTS)
    write([SCRIPTS[shell].removeprefix("\n")])


# --- what the scripts ask ---------------------------------------------------------------------


def answer(root: TyperGroup) -> Iterator[str]:
    """What a shell is told that asks by the environment; nothing where something is wrong."""
    shell = os.environ.get(ASKED_BY, "").removeprefix(_ASKED)
    line = os.environ.get("COMP_WORDS", "").encode("utf-8", "replace").decode()
    typed = read_line(line, os.environ.get("COMP_WORDBREAKS", ""))
    if os.environ.get("COMP_CWORD") == str(len(typed.words)):
        typed.words.append("")
    if shell not in SCRIPTS or len(typed.words) < 2:
        return
    try:
        found = complete(root, typed.words[1:])
    except (DeckcheckError, sqlite3.Error, OSError):
        return
    for text, about in found.values:
        if shell != "bash":
            name, sign = (text, "\t") if shell == "fish" else (text.replace(":", "\\:"), ":")
            yield sign.join(filter(None, (name, " ".join(about.split())))) + "\n"
        elif text[: typed.start].casefold() == typed.words[-1][: typed.start].casefold():
            yield QUOTED[typed.quote](text[typed.start :]) + "\n"
    if found.paths and not found.values:
        yield f"\t{found.paths}\n"


class Typed(NamedTuple):
    """The words of a line, the last the one that is typed, as far as it is.

    ``quote`` is the quotation mark that it ends within, "" for none. ``start``: the letters of the
    last word that bash, which takes some signs for ends of words, leaves as they are.
    """

    words: list[str]
    quote: str
    start: int


def read_line(line: str, breaks: str = "") -> Typed:
    """A command line, which may end within a word; ``breaks``: what ends a word for bash."""
    words: list[str] = []
    word: str | None = None
    quote, start, opened, escaped = "", 0, 0, False
    for letter in line:
        if escaped:
            kept = "\\" if quote and letter not in '"$`\\' else ""
            word, escaped = f"{word}{kept}{letter}", False
        elif letter == "\\" and quote != "'":
            word, escaped = word or "", True
        elif quote:
            word, quote = (word, "") if letter == quote else (f"{word}{letter}", quote)
        elif letter in "\"'":
            word, quote = word or "", letter
            opened = len(word)
        elif letter in " \t\n":
            words += [] if word is None else [word]
            word, start = None, 0
        else:
            word = f"{word or ''}{letter}"
            # of the signs at which bash ends a word, @ alone belongs to the next one
            start = len(word) - (letter == "@") if letter in breaks else start
    return Typed([*words, word or ""], quote, opened if quote else start)


QUOTED: dict[str, Callable[[str], str]] = {
    "": lambda text: re.sub(r"([\s!\"#$&'()*;<>?\[\\\]^`{|}~])", r"\\\1", text),
    "'": lambda text: text.replace("'", "'\\''"),
    '"': lambda text: re.sub(r'(["$`\\])', r"\\\1", text),
}
"""How bash takes a text, by the quotation mark that it stands behind."""


class Completion(NamedTuple):
    """The values that fit, and which paths the shell is to offer where there is none."""

    values: Sequence[Value]
    paths: str = ""


class _Before(NamedTuple):
    """The words behind a command, as far as they are whole.

    ``given``: what each option was given; ``waiting``: the option that waits for its value.
    """

    arguments: list[str]
    given: dict[str, list[str]]
    waiting: TyperOption | None
    only_arguments: bool


def complete(root: TyperGroup, words: Sequence[str]) -> Completion:
    """What the last of the words behind the program's name may become.

    DeckcheckError, or an error of SQLite, where the card data cannot be asked.
    """
    command: Any = root
    path = ""
    rest = list(words[:-1])
    while rest and isinstance(command, TyperGroup):
        word = rest.pop(0)
        if not word.startswith("-"):
            command = command.get_command(Context(command), word)
            path = f"{path} {word}".lstrip()
    if command is None:
        return Completion(())
    if isinstance(command, TyperGroup):
        some = _options if words[-1].startswith("-") else _commands
        return Completion(fitting(some(command), words[-1]))
    return _complete(command, path, _read(_by_name(command), rest), words[-1])


def _complete(command: TyperCommand, path: str, before: _Before, typed: str) -> Completion:
    """What a word behind a command may become."""
    if before.waiting:
        return _values(path, before.waiting, typed, before.given)
    if not before.only_arguments and typed.startswith("-"):
        option, name, value = _split(_by_name(command), typed)
        if option and _takes_value(option) and typed != name.removesuffix("="):
            found = _values(path, option, value, before.given)
            return found._replace(values=[Value(name + v.text, v.help) for v in found.values])
        return Completion(fitting(_options(command, before.given), typed))
    arguments = [param for param in command.params if not isinstance(param, TyperOption)]
    for at, param in enumerate(arguments):
        if param.nargs == -1 or at == len(before.arguments):
            return _values(path, param, typed, before.given, before.arguments[at:])
    return Completion(())


def _values(
    path: str,
    param: Any,
    typed: str,
    given: Mapping[str, Sequence[str]],
    earlier: Sequence[str] = (),
) -> Completion:
    takes = taken_by(path, param)
    return Completion(fitting(takes.values(Asked(typed, earlier, given)), typed), takes.paths)


def _read(options: Mapping[str, TyperOption], words: Iterable[str]) -> _Before:
    arguments: list[str] = []
    given: dict[str, list[str]] = {}
    waiting, only_arguments = None, False
    for word in words:
        if waiting:
            given.setdefault(str(waiting.name), []).append(word)
            waiting = None
        elif only_arguments or word == "-" or not word.startswith("-"):
            arguments.append(word)
        elif word == "--":
            only_arguments = True
        else:
            option, name, value = _split(options, word)
            if option and _takes_value(option) and name == word:
                waiting = option
            elif option:
                given.setdefault(str(option.name), []).append(value)
    return _Before(arguments, given, waiting, only_arguments)


def _split(options: Mapping[str, TyperOption], word: str) -> tuple[TyperOption | None, str, str]:
    """The last option of a word, the word up to its value, and the value; None for no option."""
    if word.startswith("--"):
        name, sign, value = word.partition("=")
        return options.get(name), name + sign, value
    for end, letter in enumerate(word[1:], 2):
        option = options.get(f"-{letter}")
        if option is None or _takes_value(option) or end == len(word):
            return option, word[:end], word[end:]
    return None, word, ""


def _by_name(command: TyperCommand) -> dict[str, TyperOption]:
    options = (param for param in command.params if isinstance(param, TyperOption))
    return {name: option for option in options for name in (*option.opts, *option.secondary_opts)}


def _takes_value(option: TyperOption) -> bool:
    return not (option.is_flag or option.count)


def _commands(group: TyperGroup) -> Iterator[Value]:
    if isinstance(group, CommandsByName):
        yield from (Value(name, command.help) for name, command in COMMANDS.items())
    for name, command in group.commands.items():
        yield Value(name, command.get_short_help_str(limit=100))


def _options(
    command: TyperCommand | TyperGroup, given: Collection[str | None] = ()
) -> Iterator[Value]:
    """The options, but for those that are given and may not be again."""
    for option in command.get_params(Context(command)):
        if isinstance(option, TyperOption) and (option.multiple or option.name not in given):
            for name in (*option.opts, *option.secondary_opts):
                yield Value(name, option.help or "")
