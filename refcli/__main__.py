"""``python -m refcli``."""

from refcli.cli.main import main

main()
