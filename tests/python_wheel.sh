#!/usr/bin/env bash
# The wheel: it is built from the repository, has the library in it, and works where the repository is not.
set -eu
cd "$(dirname "$0")/.."
. tests/support/python.sh
python_packages
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

"$python" -m pip --disable-pip-version-check wheel --no-deps --no-build-isolation -w "$scratch" ./python \
    >"$scratch/log" 2>&1 || { cat "$scratch/log" && exit 1; }
version=$(sed -n 's/^#define TW_VERSION "\(.*\)"/\1/p' include/tilewright.h)
machine=$(uname -m)
wheel=$scratch/tilewright-$version-py3-none-linux_$machine.whl
[ -f "$wheel" ] || { echo "there is no $wheel:" && ls "$scratch" && exit 1; }

# What it needs is copied from the tests' packages, so that nothing is fetched again.
python3 -m venv --without-pip "$scratch/venv"
there=$("$scratch/venv/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
here=$("$python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
cp -r "$here"/numpy* "$there"
"$python" -m pip --disable-pip-version-check --python "$scratch/venv/bin/python" install -q --no-deps --no-index "$wheel"
cd "$scratch"
# numpy alone is enough to play; Gymnasium is used where it is there.
cat >play.py <<'END'
import sys
import tilewright
import tilewright._library as library

assert library.find().parent == library.Path(tilewright.__file__).parent, library.find()
try:
    tilewright.TileEnv
    raise AssertionError("TileEnv is there without Gymnasium")
except ImportError as error:
    assert "needs Gymnasium" in str(error)
with tilewright.Batch("azul", 2, seed=7) as batch:
    for _ in range(200):
        batch.sample(batch.actions)
        batch.step()
assert batch.episode_lengths.all(), "no game has ended"
assert tilewright.solve(tilewright.new("slide", seed="a", params={"rows": 3, "cols": 3})["state"])["optimal"]
print(tilewright.__version__)
END
said=$(env -u PYTHONPATH venv/bin/python play.py)
[ "$said" = "$version" ] || { echo "the version is $said, not $version" && exit 1; }

for name in cloudpickle farama_notifications gymnasium typing_extensions; do
    cp -r "$here"/"$name"* "$there"
done
env -u PYTHONPATH venv/bin/python -c '
import gymnasium
env = gymnasium.make("tilewright:tilewright/lines-v1")
env.reset(seed=1)
print(env.step(0)[1])' >said
[ "$(cat said)" = -1.0 ] || { cat said && exit 1; }

# Away from the repository it says what is missing.
cp -rL "$OLDPWD/python" alone
! "$python" -m pip --disable-pip-version-check wheel --no-deps --no-build-isolation -w "$scratch" ./alone >log 2>&1
grep -q 'tilewright is built from its repository' log || { cat log && exit 1; }
