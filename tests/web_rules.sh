#!/usr/bin/env bash
# Rules of the page's sources: texts are never markup, files are short, colours come from the tokens, games are named
# only in their own files, every string is used, and nothing comes from another host.
set -eu
cd "$(dirname "$0")/.."
bad=0
forbid() { # WHY PATTERN FILE...
    local found
    found=$(grep -nE "$2" "${@:3}" /dev/null | grep -vE ':[0-9]+: *(//|/\*|\* [^{]*$)') || return 0
    echo "$1:" && echo "$found" | head -n 9
    bad=1
}

mapfile -t scripts < <(tools/sources 'web/*.js')
mapfile -t styles < <(tools/sources 'web/*.css')
mapfile -t pages < <(tools/sources 'web/*.html')
others() { # the scripts that belong to no game
    printf '%s\n' "${scripts[@]}" | grep -v -e '^web/js/games/' -e '^web/js/strings.js'
}
mapfile -t common < <(others)

forbid 'markup made of text' '\b(innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function|DOMParser)' "${scripts[@]}"
forbid 'script or style within a page' '( style=| on[a-z]+=|<style|<script>)' "${pages[@]}"
forbid 'an address of another host' "(https?:)?//[a-z0-9-]+\.[a-z]" "${pages[@]}" "${styles[@]}"
forbid 'an address of another host' "//(w?w?[a-vx-z0-9-])[a-z0-9-]*\.[a-z]" "${scripts[@]}" # only a namespace begins with www
forbid 'a colour that is no token' '#[0-9a-fA-F]{3,8}\b[^{]*;|\brgba?\([0-9]' $(printf '%s\n' "${styles[@]}" | grep -v tokens.css)
games=$(sed -n 's/^GAME(\(.*\))/\1/p' src/games/list.h | paste -sd'|')
forbid 'a game by its name' "['\"/](${games})['\"/?]" "${common[@]}"
# A string is used where a script has its name, or the engine names what it is for, as a param of a game.
mapfile -t users < <(printf '%s\n' "${scripts[@]}" | grep -v strings.js; tools/sources 'src/games/*.c')
for name in $(sed "s/'[^']*'//g" web/js/strings.js | grep -oE '\b[a-z]\w*:' | tr -d : | sort -u); do
    grep -qw -e "$name" "${users[@]}" || { echo "the string '$name' is not used" && bad=1; }
done
for file in "${scripts[@]}" "${styles[@]}"; do
    lines=$(wc -l <"$file")
    [ "$lines" -le 600 ] || { echo "$file: $lines lines; a file must have at most 600" && bad=1; }
done
exit $bad
