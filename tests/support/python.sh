# Runs Python with what its tests need: packages of the versions in python/requirements-test.txt, installed
# once for each version of that file into build/venv. Tests begin in the repository's root.
# shellcheck shell=bash

python_packages() { # sets $python
    local key venv
    key=$({ python3 --version && cat python/requirements-test.txt; } | sha256sum | cut -c 1-16)
    venv=$PWD/build/venv/$key
    python=$venv/bin/python
    mkdir -p build/venv
    (
        flock 9
        [ ! -e "$venv/done" ] || exit 0
        rm -rf "$venv"
        { python3 -m venv "$venv" &&
            "$python" -m pip install --disable-pip-version-check --no-deps -r python/requirements-test.txt; } \
            >build/venv/log 2>&1 || { cat build/venv/log && exit 1; }
        touch "$venv/done"
    ) 9>build/venv/lock
}

# The package as it lies in the repository, with build/libtilewright.so.
python_run() { # ARG...
    python_packages || return
    PYTHONPATH=$PWD/python PYTHONDONTWRITEBYTECODE=1 timeout -k 5 "${limit:-300}" "$python" "$@"
}
