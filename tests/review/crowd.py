"""A benchmark in memory, all of it submitted and waiting for reviews: many instances and people."""

from __future__ import annotations

import random

from benchmark.load import Benchmark, LoadedAct, LoadedInstance
from schemas.acts import Submit
from schemas.cards import TaskCard
from schemas.digest import content_digest, field_digests
from schemas.instance import Instance, Provenance
from schemas.person import Person
from schemas.settings import Settings
from schemas.yamldoor import Document


def crowd(
    instances: int, people: int, capabilities: int, seed: int, most_capabilities: int = 4
) -> Benchmark:
    """Everyone writes and reviews in two capabilities or more, so that each has enough of them;
    ten instances a task, by two of its capability's people."""
    rng = random.Random(seed)
    names = [f"p{number:02}" for number in range(people)]
    able = {
        name: {i % capabilities, (i + 1 + 3 * (i // capabilities)) % capabilities}
        for i, name in enumerate(names)
    }
    for own in able.values():
        own.update(rng.sample(range(capabilities), rng.randint(0, most_capabilities - len(own))))
    members, acts, tasks, authors = [], {}, {}, names
    for number in range(instances):
        capability = number * capabilities // instances
        task = (f"c{capability}", f"t{number // 10}")
        if task not in tasks:
            tasks[task] = TaskCard()
            authors = rng.sample([name for name in names if capability in able[name]], 2)
        author = rng.choice(authors)
        instance = Instance(key=f"{number:08x}", provenance=Provenance(author=author))
        name = f"{task[0]}_{task[1]}_{number % 10}"
        path = f"tasks/{task[0]}/{task[1]}/instances/{name}.yaml"
        loaded = LoadedInstance(task, name, instance, Document(path, "", {}))
        submit = Submit(
            instance=instance.key, round=1, by=author, at="2024-01-01T00:00:00Z",
            digest=content_digest(instance, *task), fields=field_digests(instance),
            writers=[author],
        )  # fmt: skip
        members.append(loaded)
        acts[task, name] = (LoadedAct(submit.name(), "", submit),)
    return Benchmark(
        settings=Settings(name="A crowd"),
        people={
            name: Person(
                name=name,
                emails=[f"{name}@example.org"],
                roles=["author", "reviewer"],
                capabilities=sorted(f"c{number}" for number in able[name]),
            )
            for name in names
        },
        tasks=tasks,
        instances=tuple(members),
        acts=acts,
    )
