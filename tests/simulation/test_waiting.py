"""Who waits for a sweep keeps it alive, however long it takes."""

from concurrent.futures import Executor, Future

from dplab.simulation.sweeps.jobs import ABANDONED_AFTER, JobQueue
from dplab.simulation.sweeps.spec import SweepSpec


class Endless(Executor):
    """Computes nothing, and is never done."""

    def submit(self, *_: object, **__: object) -> Future:
        return Future()


class Ended:
    """An end that comes after ten waits, each as long as was asked for, by a clock of its own."""

    def __init__(self, now: list[float]) -> None:
        self.now, self.waits = now, 0

    def wait(self, timeout: float) -> bool:
        self.now[0] += timeout
        self.waits += 1
        return self.waits > 10

    def set(self) -> None: ...


def test_who_waits_is_heard_of_before_a_job_counts_as_abandoned():
    now = [0.0]
    queue = JobQueue(workers=0, executor=Endless(), clock=lambda: now[0])
    try:
        name = queue.submit(SweepSpec(data="uniform", sizes=(50,), draws=2), "ada")
        job = queue._jobs[name]
        job.ended = Ended(now)
        queue.wait(name)
        assert now[0] > 3 * ABANDONED_AFTER
        assert now[0] - job.asked < ABANDONED_AFTER
        assert queue.status(name).state == "waiting"
    finally:
        queue.close()
