"""`cpsolver` and `python -m cpsolver`."""

import sys


def main() -> None:
    """Run the command line. `--version` is answered without loading it."""
    if sys.argv[1:] == ["--version"]:
        from cpsolver import __version__

        sys.stdout.write(f"cpsolver {__version__}\n")
        return
    try:
        from cpsolver.cli import run

        sys.exit(run(sys.argv[1:]))
    except KeyboardInterrupt:  # while modules are imported; what runs catches it itself
        sys.exit(130)


if __name__ == "__main__":
    main()
