"""Model strings on a server and in a record: those that may be opened, and with which settings."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterable

from parlour.errors import UnknownModel, UsageError
from parlour.llm.backend import BUILT_IN, MODELS, Provider, is_rule_based
from parlour.llm.model_file import ADDRESSES, ModelEntry, find_place, origin
from parlour.llm.providers import HUB, model_kinds, open_ready, user_models
from parlour.llm.settings import ReplySettings, set_values, split_settings, with_settings
from parlour.llm.weights import is_fetched

_LOG = logging.getLogger(__name__)


def default_model() -> str:
    """Returns `PARLOUR_MODEL`, or by default the reader, which needs no key and answers at once."""
    return os.environ.get("PARLOUR_MODEL") or BUILT_IN


def open_approved(model: str) -> Provider:
    """Opens a model for guests and programs of a server, if its operator has named it.

    Raises:
        UnknownModel: if the string is not among them.
        UsageError: as `open_ready`.
    """
    bare, _ = split_settings(model)
    approved = approved_models()
    is_named = bare in approved
    if is_named and model not in (bare, settle(bare)):
        raise UnknownModel(
            f"this server opens {bare} only with the settings that its operator has in models.toml now,"
            f" and not as {model}"
        )
    if model not in approved and not is_named and not is_rule_based(model):
        raise UnknownModel(
            f"this server opens only models that its operator has named: {', '.join(approved)}; "
            "the operator adds one with: parlour models add NAME MODEL"
        )
    return open_ready(model)


def approved_models() -> tuple[str, ...]:
    """Returns the models that an operator has named: the default, `models.toml`'s and those here."""
    forms = [kind.form for kind in model_kinds() if kind.form == kind.example and not kind.lacks]
    return tuple(dict.fromkeys((default_model(), *user_models(), *forms)))


def is_foreign(model: str) -> bool:
    """True for a model string with an address whose origin no entry of `models.toml` has."""
    model, _ = split_settings(model)
    if not model.startswith(ADDRESSES) or model == split_settings(default_model())[0]:
        return False
    return origin(model) not in {origin(entry.base_url) for entry in user_models().values()}


def is_on_this_machine(model: str) -> bool:
    """True unless opening the model would fetch a file; nothing is opened."""
    model, _ = split_settings(model)
    return not model.startswith(HUB) or is_fetched(model.removeprefix(HUB))


def settle(model: str) -> str:
    """Returns a model string with those settings of its entry that shape replies, so that they are recorded.

    Raises:
        UsageError: if a setting is unknown or has an ill value.
    """
    bare, own_settings = split_settings(model)
    if not (entry := _entry(bare)):
        return model
    shaping = {name: value for name, value in set_values(entry).items() if name in ReplySettings.model_fields}
    return with_settings(bare, shaping | dict(own_settings))


def who_answers(model: str) -> str:
    """Returns the server and model behind a name of the user's models; empty for any other string."""
    entry = _entry(split_settings(model)[0])
    return entry.model_string if entry else ""


def _entry(bare: str) -> ModelEntry | None:
    is_name = ":" not in bare and bare not in MODELS.names
    return user_models().get(bare) if is_name else None


def note_other_servers(before: Iterable[tuple[str, str]]) -> None:
    """Logs each recorded model whose name stands for another server or model by now."""
    for model, earlier in dict.fromkeys(before):
        now = who_answers(model)
        if earlier and now and now != earlier:
            _LOG.warning(
                "%s stands for %s; the match was begun with %s, and goes on with the new one",
                *(find_place(split_settings(model)[0], "base_url", "model"), now, earlier),
            )


def settle_filling(filling: str) -> str:
    """Returns `METHOD@MODEL` with the settings of the model's entry; a text without a model unchanged."""
    method, at, model = filling.partition("@")
    return f"{method}{at}{settle(model)}" if at else filling


def check_settings(models: Iterable[str]) -> None:
    """Refuses to resume with recorded models whose entries have further settings, and logs changed ones.

    A match goes on with the values of its record, even if the file has others now: its replies so far were
    written with them, and they may be a command line's.

    Raises:
        UsageError: naming the file, the model and the setting.
    """
    for model in dict.fromkeys(models):
        (bare, before), (_, now) = split_settings(model), split_settings(settle(split_settings(model)[0]))
        for name, value in now.items():
            if name not in before:
                raise UsageError(
                    f"{find_place(bare, name)} sets {name}, and the match was begun without it:"
                    " take it out until the match is over, or begin another match"
                )
            if value != before[name]:
                _LOG.warning(
                    "%s sets %s to %s; the match goes on with %s, with which it was begun",
                    *(find_place(bare, name), name, value, before[name]),
                )
