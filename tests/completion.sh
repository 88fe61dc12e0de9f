#!/usr/bin/env bash
# Shell completion: the words that the program offers, and that bash, zsh and fish come by them.
set -u
cd "$(dirname "$0")/.." || exit
# shellcheck source=tests/support/program.sh
source tests/support/program.sh
export XDG_DATA_HOME=$scratch/data HOME=$scratch PATH=$PWD/build/asan:$PATH

tools='solve scenario patterns build-db' # of slide

# The words that are offered for the last one, maybe among others.
offers_each() { # EXPECTED WORD...
    fine completion words -- "${@:2}"
    for word in $1; do
        case $'\n'$out in *$'\n'"$word"[$'\t']*) ;; *) wrong "completing '${*:2}': no $word" ;; esac
    done
}

# The same, and no others. Games and tools that came since may begin like those here, so the lines
# ask with most of a name.
offers() { # EXPECTED WORD...
    fine completion words -- "${@:2}"
    out=$(cut -f 1 <<<"$out" | paste -s -d ' ')
    [ "$out" = "$1" ] || wrong "completing '${*:2}': $out"
}

test_commands() {
    offers_each "play practice watch records replay best review games check match help azul slide solve position" ''
    fine completion words
    offers play play
    offers '--help --version' -
    offers --version --v
    offers '' nonsense ''
    offers '' nonsense -
    offers "$games" play ''
    offers slide games slid
    offers '' games slide row
    offers perft help perf
    offers solve help slide so
    offers '' help slide solve ''
    offers 'bash zsh fish' completion ''
    offers '' engine x
    offers --path config --p
    offers "$tools" slide ''
    offers --help slide -
    offers '' lines ''
    offers '' scenario --le # of two games
    offers --length slide scenario --le
    offers --fast solve --f
    offers --fast slide solve --f
    offers :files slide solve --fast READ
    offers :files solve READ
    offers '' slide build-db READ
    offers '' slide nonsense ''
}

test_options() {
    offers --record play --rec
    offers '--record --rows' play slide --r
    offers '' play slide --record x --rec # once is enough
    offers '' play -- --rec
    offers --divide perft slide 5 --div
    offers :files play --from READ
    offers :files play --from=READ
    offers '' play --seed READ
    offers --help play --help
    offers '' play --nonsense x
}

test_params() {
    offers 'rows= cols= blank_first= difficulty=' play slide ''
    offers 'cols=' perft slide 5 rows=4 c
    offers 'players=2 players=3 players=4' play azul players=
    offers 'players=3' play azul players=3
    offers '2 3 4' play azul --players ''
    offers '--players=2 --players=3 --players=4' play azul --players=
    offers '' play azul max_rounds= # too many to list
    offers 'players=' match azul --param p
    offers 'length=' practice slide length
    offers 'length=' practice slide l
    offers '' practice azul max_r
    offers 'rows=' practice lines r
}

test_agents() {
    offers greedy match azul gree
    offers greedy match azul random gree
    offers 'players=' match azul random pl
    offers greedy play azul --vs gree
    offers coach,greedy play azul --vs coach,gree
    offers --vs=coach,greedy play azul --vs=coach,gree
    offers 'me mcts' play azul --seats m
    offers me,mcts play azul --seats me,mc
    offers coach best --agent coac
    offers '' play lines --vs coac
    offers 'game round' best --objective ''
    fine completion words -- best --agent ''
    [ -z "$(cut -f 1 <<<"$out" | sort | uniq -d)" ] || wrong 'an agent is offered twice'
}

test_records() {
    offers :files watch ''
    offers "$games" watch --live ''
    offers 'players=' watch --live falls p
    offers 'list show delete path' records ''
    offers '' records show ''
    mkdir -p "$XDG_DATA_HOME/tilewright/games"
    echo nonsense >"$XDG_DATA_HOME/tilewright/games/mine.jsonl"
    echo nonsense >"$XDG_DATA_HOME/tilewright/games/"$'with\ttab.jsonl'
    offers mine.jsonl records show ''
    offers 'mine.jsonl :files' watch ''
    offers '' watch --live mine
}

test_results() {
    offers 'top player recent record' results ''
    offers "$games" results top ''
    offers "$games" results recent ''
    offers '' results player ''
    offers '' results record ''
    offers '' results top azul ''
    offers :files results --db ''
    offers '--help --db --json --seat' results --
}

# Whatever is asked, a word is in one line with what it means.
test_lines() {
    fine completion words -- ''
    while IFS= read -r line; do
        [[ $line =~ ^[a-z-]+$'\t'[^$'\t']+$ ]] || wrong "completion words: $line"
    done <<<"$out"
    # shellcheck disable=SC2046 # one word each
    run completion words -- $(seq 100)
    ends 2
    offers '' "$(printf 'x%.0s' {1..5000})"
    offers '' play "--$(printf 'x%.0s' {1..5000})=$(printf 'x%.0s' {1..5000})"
}

bash_offers() { # EXPECTED WORD...: as bash takes them apart
    COMP_WORDS=("${@:2}") COMP_CWORD=$(($# - 2)) COMPREPLY=()
    _tilewright
    [ "${COMPREPLY[*]-}" = "$1" ] || wrong "bash, completing '${*:2}': ${COMPREPLY[*]-}"
}

test_bash() {
    # shellcheck disable=SC1090
    source <("$tilewright" completion bash)
    complete -p tilewright | grep -q _tilewright || wrong 'bash completion is not put in place'
    bash_offers play tilewright play
    bash_offers play build/asan/tilewright play
    bash_offers "$games" tilewright play ''
    bash_offers 'rows=' tilewright play slide ro
    bash_offers 'players=2 players=3 players=4' tilewright play azul players=
    bash_offers '2 3 4' tilewright play azul players =
    bash_offers 3 tilewright play azul players = 3
    bash_offers 3 tilewright play azul --players = 3
    bash_offers README.md tilewright play --from READ
    bash_offers README.md tilewright play --from = READ
    bash_offers README.md tilewright check READ
    bash_offers '' tilewright match azul coach : 2
    bash_offers greedy tilewright match azul coach : 200ms gree
    bash_offers '' nonsense play
}

# What zsh makes of lines when Tab is pressed at their end, in a terminal of its own.
cat >"$scratch/tab.zsh" <<'END'
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "source $1"
for line in "${@:2}"; do zpty -w -n shell "$line"$'\t\x14'; done
zpty -w shell exit
while zpty -r shell piece; do print -rn -- "$piece"; done
END

zsh_makes() { # HOW EXPECTED LINE...: HOW puts the script in place
    cat >"$scratch/setup.zsh" <<END
PS1= COLUMNS=200
save() { print -r -- "\$BUFFER" >>"$scratch/lines"; BUFFER= }
zle -N save
bindkey '^T' save
autoload -Uz compinit
$1
END
    : >"$scratch/lines"
    timeout 60 zsh -f "$scratch/tab.zsh" "$scratch/setup.zsh" "${@:3}" >"$scratch/screen" 2>&1
    [ "$(<"$scratch/lines")" = "$2" ] || wrong "zsh with '$1' makes: $(<"$scratch/lines")"
}

test_zsh() {
    mkdir -p "$scratch/zfunc"
    "$tilewright" completion zsh >"$scratch/zfunc/_tilewright"
    zsh_makes "fpath=($scratch/zfunc \$fpath); compinit -u -D" 'tilewright practice 
tilewright play slide rows=
tilewright play azul players=3 
tilewright play slide --record 
tilewright check README.md 
tilewright play --from README.md 
tilewright play --from=README.md 
tilewright match azul coach greedy 
build/asan/tilewright slide build-db ' \
        'tilewright prac' 'tilewright play slide ro' 'tilewright play azul players=3' 'tilewright play slide --rec' \
        'tilewright check READ' 'tilewright play --from READ' 'tilewright play --from=READ' \
        'tilewright match azul coach gree' 'build/asan/tilewright slide build'
    zsh_makes "compinit -u -D; source $scratch/zfunc/_tilewright" 'tilewright play 
tilewright play slide 
nonsense ' 'tilewright pla' 'tilewright play slide ' 'nonsense '
    for text in 'rows= ' '-- height of the board' 'cols= ' '-- width of the board'; do
        grep -qF -e "$text" "$scratch/screen" || wrong "zsh shows no '$text': $(<"$scratch/screen")"
    done
}

fish_offers() { # EXPECTED LINE
    out=$(fish --no-config -c 'tilewright completion fish | source; complete -C "$argv[1]"' "$2" 2>&1)
    [ "$out" = "$1" ] || wrong "fish, completing '$2': $out"
}

test_fish() {
    fish_offers $'practice\tfind the best move, with a coach that grades yours' 'tilewright prac'
    fish_offers $'rows=\theight of the board; 2 to 16, standard 4' 'tilewright play slide ro'
    fish_offers $'players=3\thow many play' 'tilewright play azul players=3'
    fish_offers $'--record\twrite the record to FILE, a new file, as the game goes on' 'tilewright play slide --rec'
    fish_offers README.md 'tilewright check READ'
    fish_offers README.md 'tilewright play --from READ'
    fish_offers --from=README.md 'tilewright play --from=READ'
    fish_offers $'greedy\ttakes the move that scores most at once' 'tilewright match azul coach gree'
    fish_offers $'build-db\tmake the large tables that speed up shortest solutions' 'build/asan/tilewright slide build'
    fish_offers '' 'tilewright nonsense '
}

test_commands
test_options
test_params
test_agents
test_records
test_results
test_lines
test_bash
test_zsh
test_fish
exit $bad
