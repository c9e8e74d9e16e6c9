"""Inputs that are the same but for what fills a template: other names, other numbers.

Two inputs are compared by their phrases (runs of three words) in which every name and every
number counts as the same word, after taking away what the whole task has in common. Pairs to
compare are found by their rare words, which takes time about linear in the number of instances:
two sets with a Jaccard index of t or more share one of the rarest (1 - t)·n + 1 words of either
(Chaudhuri, Ganti and Kaushik 2006, "A Primitive Operator for Similarity Joins in Data Cleaning").
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from benchmark.checks.equal_texts import Place, named
from benchmark.layout import TaskName
from benchmark.load import LoadedInstance
from schemas.checks import Fault
from schemas.instance import Instance

_ALIKE_WORDS: Final = 0.65
_ALIKE_PHRASES: Final = 0.6
_FEWEST_WORDS: Final = 4
# Of a large family of inputs each is compared with the first ones; that holds it together.
_MOST_NAMED: Final = 9
_MOST_PER_WORD: Final = 100
_FEWEST_PHRASES: Final = 6
_FEWEST_FOR_A_HABIT: Final = 4
# Longer texts are looked up by their beginning and end; they are compared as a whole.
_BEGINNING: Final = 2000
_END: Final = 1000
_EDGES: Final = ".,;:!?\"'()[]{}<>*`“”‘’«»"
_TOKEN = re.compile(r"[^\W\d_]+|\d[\d.,]*")
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]")


class NearDuplicates:
    """The inputs of a benchmark, by their rare words."""

    def __init__(self, instances: Iterable[LoadedInstance]) -> None:
        self._by_place = {(x.task, x.name): x.instance for x in instances}
        words = {place: _words(x.input) for place, x in self._by_place.items()}
        self._places_of: dict[TaskName, list[Place]] = defaultdict(list)
        for place in words:
            self._places_of[place[0]].append(place)
        self._shared_words = {
            task: _in_all([words[place] for place in places])
            for task, places in self._places_of.items()
        }
        self._words = {
            place: found - self._shared_words[place[0]] for place, found in words.items()
        }
        self._frequency = Counter(word for found in self._words.values() for word in found)
        self._rare = {place: self._rarest(found) for place, found in self._words.items()}
        self._by_rare_word: dict[str, list[Place]] = defaultdict(list)
        for place, rare in self._rare.items():
            for word in rare:
                self._by_rare_word[word].append(place)
        self._shared_phrases: dict[TaskName, frozenset[str]] = {}

    def faults(self, task: TaskName, name: str, instance: Instance) -> Iterator[Fault]:
        """NEAR_DUPLICATE, a warning at the input, naming all that are like it."""
        alike = self._alike((task, name), instance)
        if alike:
            yield _fault(alike)

    def clusters(self) -> Iterator[tuple[Place, Fault]]:
        """The newest of each group of inputs that are alike, with the others."""
        done: set[Place] = set()
        for place in self._by_place:
            if place in done:
                continue
            cluster, waiting = {place}, [place]
            while waiting:
                one = waiting.pop()
                new = set(self._alike(one, self._by_place[one])) - cluster
                cluster |= new
                waiting += new
            done |= cluster
            if len(cluster) > 1:
                *others, newest = [p for p in self._by_place if p in cluster]
                yield newest, _fault(others)

    def _alike(self, place: Place, instance: Instance) -> list[Place]:
        if self._by_place.get(place) is instance:
            words, rare = self._words[place], self._rare[place]
        else:
            words = _words(instance.input) - self._shared_words.get(place[0], frozenset())
            rare = self._rarest(words)
        candidates: dict[Place, None] = {}
        for word in rare:
            if word in self._by_rare_word:
                candidates.update(dict.fromkeys(self._by_rare_word[word][:_MOST_PER_WORD]))
        candidates.pop(place, None)
        near = [p for p in candidates if _jaccard(words, self._words[p]) >= _ALIKE_WORDS]
        if not near:
            return []
        phrases = self._own_phrases(place[0], instance)
        return [
            other
            for other in near
            if not _is_same_prompt(instance, self._by_place[other])
            and len(phrases) >= _FEWEST_PHRASES
            and _jaccard(phrases, self._own_phrases(other[0], self._by_place[other]))
            >= _ALIKE_PHRASES
        ]

    def _rarest(self, words: frozenset[str]) -> list[str]:
        """The words of which another set at least as alike must have one."""
        if len(words) < _FEWEST_WORDS:
            return []
        number = len(words) - -int(-_ALIKE_WORDS * len(words) // 1) + 1
        frequency = self._frequency
        return [word for _, word in sorted((frequency[word], word) for word in words)[:number]]

    def _own_phrases(self, task: TaskName, instance: Instance) -> frozenset[str]:
        if task not in self._shared_phrases:
            self._shared_phrases[task] = _in_all(
                [_phrases(self._by_place[place].input) for place in self._places_of[task]]
            )
        return _phrases(instance.input) - self._shared_phrases[task]


def _is_same_prompt(one: Instance, other: Instance) -> bool:
    """Whether it is no near-duplicate but the same, which is said elsewhere."""
    return (one.system_prompt.strip(), one.input.strip()) == (
        other.system_prompt.strip(),
        other.input.strip(),
    )


def _in_all(sets: Sequence[frozenset[str]]) -> frozenset[str]:
    """What all of them have, but for one in five that may lack it; nothing where they are few."""
    if len(sets) < _FEWEST_FOR_A_HABIT:
        return frozenset()
    counts = Counter(one for found in sets for one in found)
    return frozenset(one for one, number in counts.items() if number * 5 >= len(sets) * 4)


def _words(text: str) -> frozenset[str]:
    """The words of a text that are neither names nor numbers."""
    if len(text) > _BEGINNING + _END:
        text = text[:_BEGINNING] + " " + text[-_END:]
    if text.isascii():
        return frozenset(word.strip(_EDGES) for word in set(text.split()) if word.islower())
    if _UNSPACED.search(text):
        return frozenset(text[at : at + 3] for at in range(len(text) - 2))
    return frozenset(
        word.strip(_EDGES) for word in set(text.split()) if not (word.istitle() or word.isupper())
    )


def _phrases(text: str) -> frozenset[str]:
    if _UNSPACED.search(text):
        bare = "".join(text.split())
        return frozenset(bare[at : at + 5] for at in range(len(bare) - 4))
    words = [
        "#" if word[0].isdigit() else "@" if word[0].isupper() else word
        for word in _TOKEN.findall(text)
    ]
    return frozenset(
        f"{one} {two} {three}" for one, two, three in zip(words, words[1:], words[2:], strict=False)
    )


def _jaccard(one: frozenset[str], other: frozenset[str]) -> float:
    smaller, larger = sorted((len(one), len(other)))
    if smaller < larger * _ALIKE_WORDS:
        return 0.0
    common = len(one & other)
    return common / (smaller + larger - common)


def _fault(others: Sequence[Place]) -> Fault:
    return Fault(
        "input",
        "NEAR_DUPLICATE",
        "warning",
        f"but for names and numbers it asks what {named(others, most=_MOST_NAMED)} "
        f"ask{'s' if len(others) == 1 else ''}",
    )
