"""Everything that Parlour raises on purpose."""

import unicodedata

FAILED, ASKED_WRONGLY = 1, 2
"""Exit codes of the command line; 0 is done."""


_LONGEST_LINE = 2000
"""Characters of one line that are told: a message may quote a file, and a cell may hold a megabyte."""


class ParlourError(Exception):
    """Root of the tree: whatever Parlour itself has to say about what went wrong.

    Read as text, a line that is too long to be read has something left out in the middle, and characters
    that steer a terminal or cannot be seen are spelled: a message may quote what a server answered.
    """

    def __str__(self) -> str:
        return "\n".join(map(_readable, super().__str__().split("\n")))


class UsageError(ParlourError):
    """Something was asked for that does not exist or cannot be done as asked."""


class FileError(UsageError):
    """A file is not in its documented form.

    Args:
        message: what is wrong and what would be right.
        file: its path as the user gave it.
        line: 1-based line of the field, where known.
        field: the field as a path, such as ``questions[3].key``.
    """

    def __init__(self, message: str, *, file: str = "", line: int | None = None, field: str = "") -> None:
        where = ":".join(part for part in (file, str(line) if line else "") if part)
        what = ": ".join(part for part in (field, message) if part)
        super().__init__(f"{where}: {what}" if where else what)
        self.message, self.file, self.line, self.field = message, file, line, field


class ScriptError(FileError):
    """A script is not in the documented form."""


class TranscriptError(FileError):
    """A recorded game, or a corpus of them, is not in its layout."""


class ArchiveError(UsageError):
    """An export cannot be written there, is none, or is not as it was; names the file and the line."""


class PostsError(UsageError):
    """A file of posts, or of the classes that they fall into, is not in the documented form."""


class UnknownScript(UsageError):
    """No script of that id is in the library."""


class UnknownModel(UsageError):
    """The model string names no model that Parlour can open."""


class UnknownMethod(UsageError):
    """The method string names no method that is installed."""


class UnknownPlugin(UsageError):
    """Nothing of that sort and name is installed."""


class UnknownGame(UnknownPlugin):
    """No game of that name is installed."""


class BrokenPlugin(UsageError):
    """Something that is installed cannot be used; the message names it and its package."""


class PluginFailed(ParlourError):
    """The code of a game or a method raised what it should not; the message names it and its package."""


class UnknownPlayer(UsageError):
    """The game has no seat of that name."""


class UnknownMatch(UsageError):
    """The store holds no match of that id."""


class UnknownTranscript(UsageError):
    """The store holds no recorded game of that id."""


class MissingKey(UsageError):
    """The provider wants a key, and none is set."""


class MissingExtra(UsageError):
    """The feature needs packages of an extra that is not installed."""


class SetupError(UsageError):
    """The table cannot be dealt as asked."""


class UnknownOption(UsageError, TypeError):
    """The game takes no option of that name; of a Python function, what is a `TypeError` elsewhere."""


class FieldError(UsageError):
    """One field of a form cannot be as it was filled in.

    Args:
        message: what is wrong with it.
        field: the field as a path, such as ``seats.0.method``.
    """

    def __init__(self, message: str, *, field: str) -> None:
        super().__init__(f"{field}: {message}" if field else message)
        self.message, self.field = message, field


class IllegalAction(ParlourError):
    """The action is not among those that its request allows."""


class ModelError(ParlourError):
    """A model did not give what it was asked for.

    Attributes:
        dollars: the price of the replies that came before it to the same call.
    """

    dollars = 0.0


class Unreadable(ModelError):
    """The reply is not in the asked form after all repairs."""

    def __init__(self, message: str, *, reply: str = "") -> None:
        super().__init__(message)
        self.reply = reply

    @property
    def cause(self) -> str:
        """The kind of problem: the message up to its details; empty where nothing was replied."""
        return self.args[0].partition(":")[0] if self.reply.strip() else ""


class MuteModel(ModelError):
    """None of a model's replies can be used, one decision after another."""


class ModelUnavailable(ModelError):
    """The model's server cannot be reached, refuses, or goes on failing after all retries."""


class PromptTooLong(ModelError):
    """The prompt does not fit the model's window."""


class ClusterUnavailable(ParlourError):
    """The cluster does not answer, is of another version, or its workers cannot begin."""


class WorkerLost(ParlourError):
    """Whatever played a match is gone: a process that was killed, or its machine."""


class BudgetExhausted(ParlourError):
    """The next call could cross the cap in dollars; the match stops here and can be resumed."""


class TableError(ParlourError):
    """What somebody asks of a table that is being played cannot be done as it stands."""


class NoEntry(TableError):
    """The pass opens nothing."""


class NotYours(TableError):
    """The pass opens the table, but not what is asked for with it."""


class TooLate(TableError):
    """The answer is to something that was answered already, or is not asked any more."""


class Answered(TooLate):
    """Another answer was given before, as from another window."""


class TooSlow(TableError):
    """Whoever is connected takes in nothing of what it is sent, or sends more than it takes in."""


class RecordError(ParlourError):
    """A record could not be kept or does not agree with itself."""


class StoreUnavailable(RecordError):
    """The database cannot be opened, read or written."""


class ReplayDiffers(RecordError):
    """A re-run against recorded replies did not repeat the record."""


class TemplateError(ParlourError):
    """A template was asked to speak without one of its variables."""


def _readable(line: str) -> str:
    if not line.isprintable():
        line = "".join(map(_spell, line))
    half = _LONGEST_LINE // 2
    return line if len(line) <= _LONGEST_LINE else f"{line[:half]} […] {line[-half:]}"


def _spell(character: str) -> str:
    is_seen = character == "\t" or unicodedata.category(character) not in ("Cc", "Cf", "Cs")
    return character if is_seen else character.encode("unicode_escape").decode()
