#!/usr/bin/env bash
# The rule scripts find what they forbid: in a scratch copy of the project faults are planted one at
# a time, each as a new file, and the script must fail and say where. Without one all must pass.
set -eu
cd "$(dirname "$0")/.."
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
tools/sources '*' | tar -c -T - | tar -x -C "$copy"
mkdir "$copy/build"
cp -r build/release build/sources build/libtilewright.so "$copy/build"
cd "$copy"
cp build/libtilewright.so build/good.so
game=$(cd src/games && for folder in */; do echo "${folder%/}" && break; done)
read -r -a compile <build/release/flags

bad=0
wrong() { # WORDS
    echo "$1; it said:"
    head -n 9 build/said | sed 's/^/    /'
    bad=1
}

try() { # SCRIPT
    "tests/$1.sh" >build/said 2>&1
}

build() { # SOURCE
    mkdir -p "build/release/${1%/*}"
    "${compile[@]}" -w -c -o "build/release/${1%.c}.o" "$1"
}

link() { # SOURCE, to stand in the library beside the others
    { tr ' ' '\n' <build/sources && echo "$1"; } |
        sed '/^src\/cli/d; s|\(.*\)c$|build/release/\1o|' |
        xargs "${compile[@]}" -shared -o build/libtilewright.so
}

catches() { # SCRIPT FILE TEXT [SAYS [FILE]]: the text stands in the second file, too
    mkdir -p "${2%/*}"
    printf '%s\n' "$3" | tee "$2" >"${5:-/dev/null}"
    case $1:$2 in names:*.c | purity:*.c) build "$2" ;; esac
    case $2 in src/engine/*) link "$2" ;; esac
    if try "$1"; then
        wrong "tests/$1.sh let this pass in $2: $3"
    elif ! grep -qF "${4:-$2:}" build/said; then
        wrong "tests/$1.sh did not name ${4:-$2:} for: $3"
    fi
    rm -f "$2" "build/release/${2%.c}.o"
    [ $# -lt 5 ] || : >"$5"
    cp build/good.so build/libtilewright.so
}

for script in layers names purity format web_rules; do
    try $script || [ $? = 77 ] || wrong "tests/$script.sh fails without a fault"
done

rules=src/games/$game/${game}_fault
mkdir src/games/other "src/games/$game/"{inner,outer}
touch src/games/other/other.h tests/other.h "src/games/$game/inner/inner.h"
echo "#include \"games/$game/inner/inner.h\"" >"src/games/$game/outer/outer.h"
inner=inner outer=outer
catches layers src/base/fault.c '#include "game/game.h"'
catches layers src/base/fault.h '#  include <games/games.h>'
catches layers src/game/fault.c '#include "../agents/agents.h"'
catches layers src/agents/fault.c '#include "games/games.h"'
catches layers src/play/fault.c '#include "show/ansi.h"'
catches layers "$rules.c" '#include "games/other/other.h"'
catches layers "$rules.c" '#include "tests/other.h"'
catches layers src/cli/fault.c '#include "games/other/other.h"'
catches layers tests/fault.c '#include "games/other/other.h"'
catches layers include/fault.h '#include "base/text.h"'
catches layers src/attic/fault.c 'int x;'
catches layers src/fault.c 'int x;'
catches layers bench/fault.c "$(seq 601)" bench/fault.c:601:
catches layers tests/fault.sh "$(seq 601)" tests/fault.sh:601:
catches layers "$rules.c" "#include \"games/$game/$inner/inner.h\"" 'of a subfolder'
catches layers "src/games/$game/$inner/inner.h" "#include \"games/$game/$outer/outer.h\"" 'include each other'
catches layers src/host/fault.c '#include "play/session.h"'
catches layers src/play/fault.c '#include "host/system.h"'
rm -r src/games/other tests/other.h

catches names src/base/fault.c 'int helper(void) { return 0; }'
catches names src/base/fault.c 'int faulty(void) { return 0; }'
catches names src/game/fault.c 'const int table[2] = {1, 2};'
catches names src/agents/fault.c 'int tw_agents(void) { return 0; }'
catches names "src/games/$game/inner/fault.c" 'int inner_helper(void) { return 0; }'
catches names src/base/fault.h 'struct helper {'
catches names src/base/fault.h 'enum helper { FAULT_ONE };' "'helper'"
catches names src/base/fault.h 'enum { FAULT_ONE, /* one */ HELPER_TWO = 2 };' "'HELPER_TWO'"
catches names src/base/fault.h 'enum fault {
    FAULT_ONE = 1, /* and
    more */
    HELPER_TWO,
};' "src/base/fault.h:4: 'HELPER_TWO'"
catches names src/base/fault.h 'static inline int *helper(int x) {' "'helper'"
catches names src/base/fault.h 'static const int helpers[2][2] = {' "'helpers'"
catches names src/base/fault.h 'typedef unsigned helper;' "'helper'"
catches names src/base/fault.h 'typedef void helper(void *self, int x);' "'helper'"
catches names src/base/fault.h '#define helper(x) (x)' "'helper'"
catches names src/base/fault.h 'struct event {' "'event'"
catches names src/show/fault.h 'enum { EFFECT_FAULT };' "'EFFECT_FAULT'"
catches names src/host/fault.h 'enum { HOST_NAME_MAX = 7 };' 'the system defines'
catches names "$rules.h" "struct ${game}_twice {
};" "defines '${game}_twice', too" "src/games/$game/inner/inner.h"
catches names src/engine/fault.c 'int main(void) { return 0; }'
catches names src/engine/fault.c 'int tw_hidden(void) { return 0; }' ': tw_hidden'
catches names src/engine/fault.c '#pragma GCC visibility push(default)
int fault_shown(void) { return 0; }' ': fault_shown'

catches web_rules web/js/fault.js "part.innerHTML = '<b>';"
catches web_rules web/js/fault.js "const far = 'https://cdn.example.org/x.js';"
catches web_rules web/js/fault.js "if (name === '$game') run();"
catches web_rules web/js/fault.js "$(seq 601)"
catches web_rules web/css/fault.css '* { color: #fff; }'
catches web_rules web/fault.html '<p onclick="run()">x</p>'

catches purity "$rules.c" '#include <stdlib.h>
void *fault(void) { return malloc(8); }' "$rules.c:2:"
catches purity "$rules.c" 'int rand(void); int fault(void) { return rand(); }'
catches purity "$rules.c" '#include "game/effect.h"
#include <stdio.h>
void fault(struct effect *effect, int who) { snprintf(effect->text, 9, "%d", who); }' "$rules.c:3:"
catches purity src/base/fault.c 'int puts(const char *); int fault(void) { return puts("x"); }'
catches purity src/base/fault.c 'char *strdup(char *); void *fault(void) { return strdup(0); }'
catches purity src/base/fault.c 'int game_fault(void); int fault(void) { return game_fault(); }'
catches purity src/game/fault.c "extern int ${game}_game; int *const fault = &${game}_game;"
catches purity src/game/fault.c 'static int count; int fault(void) { return count++; }'
catches purity src/game/fault.c 'int fault(void) { static int count = 7; return count++; }'
catches purity "$rules.c" "int ${game}_inner(void); int fault(void) { return ${game}_inner(); }"
catches purity "$rules.c" "extern const int ${game}_inner; int fault(void) { return ${game}_inner; }"
catches purity "src/games/$game/inner/fault.c" 'static int count; int fault(void) { return count++; }'
catches purity src/engine/fault.c 'static void *kept; void *fault(void *x) { return kept ? kept : (kept = x); }'
catches purity "$rules.h" '#define HALF (float)1'
catches purity "$rules.c" '_Thread_local int fault;'
catches purity "$rules.c" '/* a
comment */ int fault(int x) { return (int)(/* whole */ (double)x / 2); }' "$rules.c:2:"
catches purity src/base/fault.c 'const char fault[] = "//"; float fault_half(int x) { return 0; }'

# What looks like a fault and is none.
cat >src/game/fault.c <<'END'
/* No double, "nor
 * a float. */
const char *const fault_words[] = {"float", "a \" double"};
const char fault_letters[] = {'"', ' ', '/'}; /* "double" */
extern int fault_doubled; // double
END
build src/game/fault.c
try purity || wrong 'tests/purity.sh finds a fault in mere words'
rm src/game/fault.c
cat >src/base/fault.h <<'END'
/* struct helper { */
struct fault {
    enum { FAULT_ONE, FAULT_TWO } kind; /* #define helper */
};
enum fault_kind fault_kind(struct fault fault);
static inline void fault_run(struct fault *fault, int (*helper)(int)) {
}
END
try names || wrong 'tests/names.sh finds a fault where there is none'
rm src/base/fault.h

if clang-format --version | grep -q 'version 14'; then
    catches format src/base/fault.c 'int  f( void ) ;'
else
    echo 'clang-format is not version 14: its rule was not tried'
fi

exit $bad
