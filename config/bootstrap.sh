#!/bin/sh
# Makes the project's own environment: Python packages, browser code, static files.
# `bootstrap.sh dev` adds what tests and checks need, a browser included.
# What is already in place is left alone, so that a second call takes about a second.
set -eu
cd "$(dirname "$0")/.."
python=.venv/bin/python

say() { printf 'warrant: %s\n' "$1"; }
fail() { say "$1" >&2; exit 1; }

suits() { "$1" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 12))' 2>/dev/null; }

find_python() {
  for candidate in python3.14 python3.13 python3.12 python3 \
    "${PYENV_ROOT:-$HOME/.pyenv}"/versions/3.1[2-9]*/bin/python; do
    # A name on the PATH may be a stand-in that cannot run, so each one is tried.
    if suits "$candidate"; then
      printf '%s' "$candidate"
      return
    fi
  done
}

make_environment() {
  if [ -x $python ] && suits $python; then return; fi
  found=$(find_python)
  [ -n "$found" ] || fail "no Python 3.12 or newer with venv found: install one (on Debian: python3 and python3-venv)"
  say "making .venv with $("$found" --version)"
  rm -rf .venv
  "$found" -m venv .venv
}

# installed NAME FILE...: true if NAME was done for just these files.
installed() {
  stamp=.venv/installed-$1
  shift
  [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$(cksum "$@")" ]
}
remember() {
  stamp=.venv/installed-$1
  shift
  cksum "$@" > "$stamp"
}

# install_packages NAME FILE...
install_packages() {
  installed "$@" && return
  say "installing Python packages ($1)"
  (
    shift
    for file in "$@"; do set -- "$@" -r "$file"; shift; done
    $python -m pip install -qq --disable-pip-version-check --require-hashes "$@"
  )
  remember "$@"
}

install_browser_code() {
  [ -f static/vendor/htmx.min.js ] && installed browser package-lock.json && return
  if ! npm --version >/dev/null 2>&1; then
    say "npm is missing: taking it from a Python package"
    install_packages node requirements-node.txt
    PATH=$PWD/.venv/bin:$PATH
  fi
  say "installing browser code from package-lock.json"
  npm ci --silent
  mkdir -p static/vendor
  cp node_modules/htmx.org/dist/htmx.min.js \
    node_modules/cytoscape/dist/cytoscape.esm.min.mjs static/vendor/
  remember browser package-lock.json
}

find_browser() {
  for candidate in chromium chromium-browser google-chrome chrome; do
    command -v $candidate >/dev/null && return
  done
  say "no Chromium found: downloading Playwright's"
  libraries=
  [ "$(id -u)" = 0 ] && libraries=--with-deps
  $python -m playwright install $libraries chromium >/dev/null 2>&1 && return
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    say "that failed: installing the distribution's chromium"
    { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends chromium; } >/dev/null && return
  fi
  fail "the browser tests need a Chromium and none could be installed: install the package chromium"
}

make_environment
case "${1:-}" in
  dev)
    install_packages development requirements.txt requirements-dev.txt
    install_browser_code
    find_browser
    ;;
  *)
    install_packages runtime requirements.txt
    install_browser_code
    say "collecting static files"
    $python manage.py collectstatic --no-input --verbosity 0
    ;;
esac
