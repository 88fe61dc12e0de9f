#!/usr/bin/env bash
# Is conform strong? Plants faults in slide, one at a time, in a scratch copy, and sees each caught.
# It takes the objects that `make test` built and compiles just the file with the fault.
set -eu
cd "$(dirname "$0")/.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
compile=$(cat build/asan/flags)
rules=src/games/slide/slide.c
faces=src/games/slide/slide_faces.c
envelope=src/game/envelope.c

# name, file, sed script
mutants=(
    "lost JSON field" $faces '/json_field_int(out, "moves_made"/d'
    "JSON field not read" $faces 's/slide->moves = (uint32_t)moves;/slide->moves = 0;/'
    "unsorted choices" $rules 's/move = SLIDE_UP; move <= SLIDE_RIGHT; move++)$/move = SLIDE_RIGHT; move >= 0; move--)/'
    "stale cache" $rules '/slide->misplaced = (uint16_t)(slide->misplaced + /d'
    "draw that writes" $faces 's/^\( *\)scene_begin(scene,/\1((struct slide *)state)->spare[0] ^= 1;\n&/'
    "hole in observe" $faces 's/cell < count; cell++) out\[/cell < count - 1; cell++) out[/'
    "byte past observe" $faces 's/cell < count; cell++) out\[/cell <= count; cell++) out[/'
    "duplicate words" $faces 's/"Left", "Right"}/"Left", "Left"}/'
    "wrong parity" $rules 's/return ((down + right) \& 1) == odd;/return ((down + right) \& 1) != odd;/'
    "byte past size" $rules 's/^    slide->blank = (uint8_t)to;/&\n    slide->cells[slide_count(slide)] = 1;/'
    "byte past size in read" $faces 's/^    slide->misplaced = (uint16_t)slide_misplaced(slide);/&\n    slide->cells[slide_count(slide)] = 1;/'
    "refuse disagrees" $rules 's/if (act < SLIDE_CLICK) return .*/if (act < SLIDE_CLICK) return NULL;/'
    "refuse of CHANCE disagrees" $rules 's/^    return bits_has(set, (int)act);/    return act > 0;/'
    "uninitialised byte" $rules 's/memset(slide, 0, offsetof(struct slide, cells));/memset(slide, 0, 12);/'
    "uninitialised cells" $rules 's/memset(slide->cells, 0, (size_t)slide_count(slide));/;/'
    "CHANCE not alone" $rules 's/return UINT32_C(1) << CHANCE;/return UINT32_C(1) << CHANCE | 1;/'
    "weight of 0" $rules 's/out\[count++\] = (struct choice){(action)act, 1};/out[count++] = (struct choice){(action)act, act != 3};/'
    "apply reads past size" $rules 's/uint32_t moves = slide->moves + (uint32_t)count;/uint32_t moves = slide->moves + (uint32_t)count + (slide->cells[slide_count(slide)] \& 1);/'
    "unknown reason" $rules 's/slide_on_board(slide, (int)act) ? NULL : off_board;/slide_on_board(slide, (int)act) ? NULL : "WHY";/'
    "spot not drawn" $faces 's/drawn->spot = (int16_t)cell;/drawn->spot = (int16_t)(cell ? cell : SCENE_NO_SPOT);/'
    "tile out of bounds" $faces 's/scene_text(scene, slide->rows, 0, cols, label);/scene_text(scene, slide->rows, 1, cols, label);/'
    "canonical not idempotent" $rules 's/if (memcmp(mirror.cells, slide->cells, (size_t)slide_count(slide)) < 0)//'
    "winners too early" $rules 's/return slide_movers(state) == 0 ? 1 : 0;/return 1;/'
    "check not asked" $envelope 's/if ((wrong = game->check(state))) return wrong;//'
)

library=$(tr ' ' '\n' <build/sources | grep -v '^src/cli/' | sed 's|\(.*\)\.c$|build/asan/\1.o|')
library+=" $(echo build/asan/tests/support/*.o)"

# Conform with one object replaced, or with all as they are.
link() { # OBJECT REPLACEMENT
    # shellcheck disable=SC2086 # lists of words
    $compile -o "$scratch/conform" build/asan/tests/conform.o \
        $(printf '%s\n' $library | sed "s|^$1\$|$2|") -lcmocka -lm -pthread
}

survivors=0
count=0
link none none
parts=(play pictures damage record sampling golden) # agents take long, and play by the same rules
"$scratch/conform" slide "${parts[@]}" >"$scratch/log" 2>&1 || { cat "$scratch/log" && echo "conform fails without a fault" && exit 1; }

for ((i = 0; i < ${#mutants[@]}; i += 3)); do
    name=${mutants[i]} file=${mutants[i + 1]}
    sed "${mutants[i + 2]}" "$file" >"$scratch/$(basename "$file")"
    if cmp -s "$file" "$scratch/$(basename "$file")"; then
        echo "$name: the fault does not fit $file any more" && exit 1
    fi
    # shellcheck disable=SC2086
    $compile -w -I"$(dirname "$file")" -c -o "$scratch/mutant.o" "$scratch/$(basename "$file")"
    link "build/asan/${file%.c}.o" "$scratch/mutant.o"
    if timeout 60 "$scratch/conform" slide "${parts[@]}" >"$scratch/log" 2>&1; then
        echo "SURVIVES: $name"
        survivors=$((survivors + 1))
    else
        echo "caught: $name: $(grep -m1 -e '^slide' -e 'runtime error' -e 'AddressSanitizer' -e golden.txt "$scratch/log" || tail -n 1 "$scratch/log")"
    fi
    count=$((count + 1))
done
echo "$((count - survivors)) of $count faults caught"
[ "$survivors" = 0 ]
