"""A cluster of Apache Spark on this machine: a master and workers, each in its own process."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import pyspark
from pyspark.sql import SparkSession

#: The command that starts a class of Spark.
START = [os.fspath(Path(pyspark.__file__).parent / "bin" / "spark-class")]


class Cluster:
    """A master, workers with one core each, and a session with them."""

    def __init__(self, workers: int = 2, memory: str = "512m") -> None:
        self.folder = tempfile.mkdtemp(prefix="seichi-spark-")
        self.environment = {
            **os.environ,
            "SPARK_LOCAL_IP": "127.0.0.1",
            "SPARK_DAEMON_MEMORY": "256m",
            # Java reads names outside ASCII only if the locale has them
            "LC_ALL": "C.UTF-8",
        }
        self.processes = [self._start("master.Master", "--port", "0", "--webui-port", "0")]
        self.address = self._wait(r"(spark://127\.0\.0\.1:\d+)", 0)
        for number in range(workers):
            work = os.path.join(self.folder, f"work{number}")
            options = ["--cores", "1", "--memory", memory, "--webui-port", "0", "--work-dir", work, self.address]
            self.processes.append(self._start("worker.Worker", *options))
        for number in range(workers):
            self._wait(r"(Successfully registered with master)", 1 + number)
        os.environ.update(SPARK_LOCAL_IP="127.0.0.1", LC_ALL="C.UTF-8", PYSPARK_PYTHON=sys.executable)
        self.session = self._session(memory)
        self.session.sparkContext.setLogLevel("ERROR")

    def _session(self, memory: str) -> SparkSession:
        builder = (
            SparkSession.builder.master(self.address)
            .config("spark.driver.memory", "1g")
            .config("spark.executor.memory", memory)
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.ui.enabled", "false")
            .config("spark.local.dir", self.folder)
            .config("spark.ui.showConsoleProgress", "false")
        )
        # relative paths start at the folder in which Java was started
        here = os.getcwd()
        os.chdir(self.folder)
        try:
            return builder.getOrCreate()
        finally:
            os.chdir(here)

    def _start(self, name: str, *options: str) -> subprocess.Popen[bytes]:
        log = Path(self.folder, f"log{len(getattr(self, 'processes', []))}")
        command = [*START, f"org.apache.spark.deploy.{name}", "--host", "127.0.0.1", *options]
        with log.open("wb") as output:
            return subprocess.Popen(command, stdout=output, stderr=output, env=self.environment)

    def _wait(self, pattern: str, number: int) -> str:
        """Waits for a line in the log of a process."""
        log = Path(self.folder, f"log{number}")
        for _ in range(600):
            if found := re.search(pattern, log.read_text(errors="replace")):
                return found[1]
            time.sleep(0.1)
        raise TimeoutError(log.read_text(errors="replace"))

    def kill_worker_in_the_middle(self, tasks: int = 1) -> threading.Thread:
        """Kills a worker after `tasks` tasks of a stage are done while others are not. The executor ends with it.

        Join the returned thread: its `left` is the number of tasks that were left, or `None` if no stage got that far.
        """
        thread = threading.Thread(target=lambda: setattr(thread, "left", self._kill(tasks)))
        thread.start()
        return thread

    def _kill(self, tasks: int) -> int | None:
        tracker = self.session.sparkContext.statusTracker()
        worker = self.processes.pop()
        end = time.time() + 600
        while time.time() < end:
            for stage in tracker.getActiveStageIds():
                info = tracker.getStageInfo(stage)
                # the first stage is short: it lists files, or evaluates nothing
                if info and info.numTasks > 4 and tasks <= info.numCompletedTasks < info.numTasks - 1:
                    worker.kill()
                    worker.wait()
                    return int(info.numTasks - info.numCompletedTasks)
            time.sleep(0.01)
        worker.kill()
        return None

    def executors(self) -> int:
        """Returns the number of executors that are alive."""
        return int(self.session._jsc.sc().getExecutorMemoryStatus().size()) - 1

    def stop(self) -> None:
        self.session.stop()
        for process in self.processes:
            process.kill()
            process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
