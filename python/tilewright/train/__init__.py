"""Training of the nets that play lines; needs PyTorch (pip install "tilewright[torch]").

    python -m tilewright.train run --folder FOLDER --minutes 10
    python -m tilewright.train export --folder FOLDER --out lines.net

The file has nets for the standard rules and nets for lines98; `--folder98` takes the latter from a run of their own.
"""
