"""Training of the nets that play lines; needs PyTorch (pip install "tilewright[torch]").

    python -m tilewright.train run --folder FOLDER --minutes 10
    python -m tilewright.train export --folder FOLDER --out lines.net
"""
