"""How a client treats a feature that a table supports, enables or uses."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

RANK = ("OK", "DEGRADED", "UNKNOWN", "SILENTLY_WRONG", "HARMS_OTHERS", "BLOCKED")
UNTRIED = "tried only on a table that does not use it"
# Features whose only trace in a table is their name in the protocol.
TRACELESS = frozenset({"vacuumProtocolCheck", "exampleReaderFeature", "exampleWriterFeature"})

# Features whose traces are in data files, which the product does not read. A property suffices.
UNTOLD = frozenset({"materializePartitionColumns", "inCommitTimestamp-preview"})


def worse(one: str, other: str) -> str:
    """Returns the verdict that comes later in ``RANK``."""
    return max(one, other, key=RANK.index)


@dataclass
class ByState:
    """The worst verdict on each state that was tried, its reason, and all harm to others."""

    verdicts: dict[str, tuple[str, str]] = field(default_factory=dict)
    ways: dict[str, tuple[str, str]] = field(default_factory=dict)
    harm: set[str] = field(default_factory=set)

    def add(self, state: str, verdict: str, why: str, way: str = "") -> None:
        """Records the verdict on a state and way of use, if it is worse than the known one."""
        _keep(self.verdicts, state, verdict, why)
        if verdict == "HARMS_OTHERS":
            self.harm.add(why)
        if way:
            _keep(self.ways, way, verdict, why)

    def get(self, state: str) -> str | None:
        """Returns the verdict on a state, or ``None`` if it was not tried."""
        known = self.verdicts.get(state)
        return None if known is None else known[0]

    def refusal(self) -> str:
        """Returns why the client refuses the feature, and the harm that it still does."""
        return "; ".join([self.why("supported"), *sorted(self.harm)])

    def why(self, state: str) -> str:
        """Returns the client's message on a state, or an empty text."""
        return self.verdicts.get(state, ("", ""))[1]


def _keep(known: dict[str, tuple[str, str]], key: str, verdict: str, why: str) -> None:
    if key not in known or worse(known[key][0], verdict) != known[key][0]:
        known[key] = (verdict, why)


def refuses(rule: ByState) -> bool:
    """Returns whether the client refuses the feature as soon as a protocol names it."""
    return rule.get("supported") == "BLOCKED"


def conditions(
    of: str, rule: ByState, used_tried: bool, other: ByState | None
) -> list[dict[str, Any]]:
    """Returns a feature's conditions in the registry's format; none if it is fully supported.

    Args:
        of: the feature.
        rule: its verdicts by state.
        used_tried: whether some table uses the feature.
        other: the rule in the other kind of protocol, for states that were not tried in this one.
    """
    supported, enabled, used = (rule.get(s) for s in ("supported", "enabled", "used"))
    if supported not in (None, "OK"):
        return [_condition(rule.why("supported"), "listed", supported)]
    found = []
    if supported is None and used not in (None, "OK"):
        found.append(_condition("not tried where it is only listed", "listed", "UNKNOWN"))
    differ = len({verdict for verdict, _ in rule.ways.values()}) > 1
    if enabled not in (None, "OK") and not differ:
        found.append(_condition(rule.why("enabled"), "enabled", enabled))
    if differ:
        state = "used" if enabled in (None, "OK") else "enabled"
        found += [
            {**_condition(why, state, verdict), "way": way}
            for way, (verdict, why) in sorted(rule.ways.items())
            if verdict != "OK"
        ]
    elif used not in (None, "OK"):  # a table may still use a feature that was turned off
        found.append(_condition(rule.why("used"), "used", used))
    if used is None and enabled in (None, "OK"):
        elsewhere = None if other is None else other.get("used")
        if elsewhere not in (None, "OK"):
            found.append(_condition(other.why("used") if other else "", "used", elsewhere))
        elif elsewhere is None and not used_tried:
            found.append(_condition(UNTRIED, "enabled" if of in UNTOLD else "used", "UNKNOWN"))
    return found


def _condition(text: str, fails_when: str, verdict: str | None) -> dict[str, Any]:
    return {"condition": text, "failsWhen": fails_when, "verdict": verdict}
