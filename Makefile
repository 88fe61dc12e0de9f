# Tilewright is built, tried and installed from here; `make help` lists the targets.
#
# Sources are found by their place and name, so a new file needs no line here:
#   src/FOLDER/                  the library; src/cli is the program
#   *_test.c *_bench.c           a test or a measurement, beside what it is about
#   *_slow.c tests/*_slow.sh     tests for `make test-slow` only
#   tests/*_test.c, conform.c    tests (cmocka); *_threads_test.c also run under ThreadSanitizer
#   tests/fuzz_*.c               fuzzers, their seeds in tests/corpus/fuzz_*/
#   tests/*.sh                   tests that are scripts; other tests/*.c are programs they use
#   tests/support/*.c            linked to all programs that test
#   bench/*.c                    measurements
#   src/wasm/, *_wasm.c          the engine's module for the page; x_wasm.c stands there for x.c
#   web/                         the page, which becomes part of the program
#   python/                      the Python package, built by pip, which calls make; its tests are in python/tests
# Each way to build keeps its own tree, build/WAY/: any program is build/WAY/PATH, less its .c.

# Variables, for `make NAME=value`:
# MARCH=	the processor, as gcc's -march; empty for any x86-64. By default x86-64-v3 if this machine has it
# CI=1	warnings are errors
# V=1	show the commands
# ARGS=	for `make run` and `make bench`: what to pass on
# CFLAGS=	more flags for the compiler; likewise CPPFLAGS= LDFLAGS= CC= CLANG=
# FUZZ_SECONDS=	for each fuzzer; 3 by default
# JOBS=	tests side by side; two more than processors by default
# PREFIX=	where to install, /usr/local by default; likewise LIBDIR= DESTDIR=

CLANG        ?= clang
PREFIX       ?= /usr/local
LIBDIR       ?= $(PREFIX)/lib
FUZZ_SECONDS ?= 3
ifeq ($(origin CC),default)
CC := gcc
endif

MAKEFLAGS += --no-builtin-rules
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += -j$(shell nproc)
endif
ifneq ($(filter clean,$(MAKECMDGOALS)),)
.NOTPARALLEL:
endif
.DELETE_ON_ERROR:
.PHONY: all run debug bench site test test-slow format install uninstall clean help deps-test FORCE

all: build/tilewright build/libtilewright.so ## the program and the library, as released

# config.mk tells what this machine can do. Making it first installs what building needs; for the library alone,
# which Python's package is made of, that is little.
goals  := $(filter-out clean format help uninstall,$(or $(MAKECMDGOALS),all))
needs  := $(if $(filter-out build/libtilewright.so,$(goals)),build,library)
config := build/config$(if $(filter library,$(needs)),-library).mk
ifneq ($(goals),)
include $(config)
endif

$(config): Makefile tools/deps.sh
	@tools/deps.sh $(needs)
	@mkdir -p $(@D)
	@echo 'int main(void) { return !__builtin_cpu_supports("x86-64-v3"); }' > build/probe.c
	@if $(CC) -o build/probe build/probe.c 2>/dev/null && build/probe; \
	then echo 'MARCH ?= x86-64-v3'; fi > $@

# What testing needs; while it is put in place, nothing is compiled.
deps-test:
	@tools/deps.sh test
first := $(if $(filter test test-slow,$(MAKECMDGOALS)),deps-test)

# Sources

folders := base net game games games/* games/*/* agents host play show engine term store hall lobby serve
find     = $(sort $(wildcard $1))
found   := $(call find,$(folders:%=src/%/*.c))
library := $(filter-out %_test.c %_slow.c %_bench.c %_wasm.c,$(found))
# What needs a screen or a socket is not in the shared library.
shared  := $(filter-out src/term/% src/store/% src/hall/% src/lobby/% src/serve/%,$(library))
program := $(call find,src/cli/*.c)
tests   := $(filter %_test.c,$(found)) $(call find,tests/*_test.c tests/conform.c)
threads := $(filter %_threads_test.c,$(tests))
slow    := $(filter %_slow.c,$(found))
fuzzers := $(call find,tests/fuzz_*.c)
helpers := $(filter-out $(tests) $(slow) $(fuzzers),$(call find,tests/*.c))
support := $(call find,tests/support/*.c)
scripts := $(call find,tests/*.sh)
benches := $(filter %_bench.c,$(found)) $(call find,bench/*.c)
web     := $(sort $(shell find web -type f ! -name '.*'))
checks  := $(tests) $(slow) $(fuzzers) $(helpers)

# Ways to build. Asserts stay in all of them, and all use the same instructions, so that what is
# tested is what is released. No link-time optimisation: the rule scripts read plain objects, and
# hot loops lie within one file or behind the waist.

ways := release debug asan tsan fuzz
warn := -Wall -Wextra -Wconversion -Wshadow -Wmissing-prototypes -Wstrict-prototypes
common := -std=c11 -fPIC -fvisibility=hidden -Isrc -Iinclude $(warn) $(if $(CI),-Werror)
common += $(if $(MARCH),-march=$(MARCH))
safe := -DSANITIZED -O1 -g1 -fno-omit-frame-pointer -fno-sanitize-recover=all

release := $(CC) $(common) -O3 -g
debug   := $(CC) $(common) -O0 -g3
asan    := $(CC) $(common) $(safe) -fsanitize=address,undefined -fvisibility=default -fno-semantic-interposition
tsan    := $(CC) $(common) $(safe) -fsanitize=thread
fuzz    := $(CLANG) $(common) $(safe) -fsanitize=fuzzer-no-link,address,undefined
# Most tests take longer to be compiled well than to run; twins play many games.
brief    = $(if $(filter %_test.c,$(filter-out %_twin_test.c,$1)),-O0)
compile  = $($1) $(CPPFLAGS) $(CFLAGS)

# The net of lines is a file, which the assembler puts into the program; its size goes into the module, too.
net_bytes := src/games/lines/minds/lines.net
net_ready := src/games/lines/minds/net_ready
net_flags  = $(if $(filter $(net_ready)%,$1),-DLINES_NET_FILE='"$(net_bytes)"' -DLINES_NET_SIZE=$(shell wc -c < $(net_bytes)))

# The rules and what they stand on are plain C11. Others may use POSIX; tests and measurements also
# include "tests/..." and "bench/...".
tools := tests/% bench/% %_test.c %_slow.c %_bench.c
posix := $(tools) src/host/% src/play/% src/engine/% src/term/% src/store/% src/hall/% src/lobby/%
posix += src/serve/% src/cli/%
extra  = $(net_flags) $(if $(filter $(posix),$1),-D_POSIX_C_SOURCE=200809L) $(if $(filter $(tools),$1),-I.)

# Recipes show a word and the target; V=1 shows the commands.
say = $(if $(V),,@printf '  %-5s %s\n' '$1' '$@';)

# Rewrites the target only where its content changes, so that what depends on it is then remade.
keep = @mkdir -p $(@D); echo '$1' | cmp -s - $@ || echo '$1' > $@

# Under asan the library is linked once, as a shared one, so that each test links in a moment. Only tests
# that wrap its calls to the C library link all of it. The shared one exports all names, and a program's own
# function replaces the library's of the same name: mutants.sh uses that. Fuzzers need no screen and no socket.
light_asan = $(patsubst %.c,build/asan/%,$(filter-out %memory_test.c,$(checks)))
parts = $(if $(filter fuzz,$1),$(shared:%.c=build/$1/%.o),$(library:%.c=build/$1/%.o) build/$1/web.o)

libs =
with =
system := -Wl,--as-needed -luv -lmicrohttpd -lwslay -ltelnet -lsqlite3 -lm -pthread
comma := ,
define way
build/$1/flags: FORCE
	$$(call keep,$$(call compile,$1))

build/$1/%.o: %.c build/$1/flags | $(if $(filter fuzz,$1),deps-test,$(first))
	$$(call say,CC)mkdir -p $$(@D) && \
	$$(call compile,$1) $$(call extra,$$<) $(if $(filter asan,$1),$$(call brief,$$<)) -MMD -MP -c -o $$@ $$<

build/$1/$(net_ready:=.o): $(net_bytes)

build/$1/web.o: build/web/assets.S build/$1/flags
	$$(call say,AS)$$(call compile,$1) -c -o $$@ $$<

build/$1/tilewright: $(program:%.c=build/$1/%.o)
$(checks:%.c=build/$1/%) $(benches:%.c=build/$1/%): %: %.o
$(checks:%.c=build/$1/%): $(support:%.c=build/$1/%.o)
build/$1/library.so build/$1/tilewright $(filter-out $(light_$1),$(checks:%.c=build/$1/%) $(benches:%.c=build/$1/%)): \
    $(call parts,$1) build/sources
$(light_$1): build/$1/library.so
$(light_$1): private with = -Wl,--as-needed,build/$1/library.so,-rpath,$(CURDIR)/build/$1
build/$1/library.so: libs = -shared -Wl,-soname,$$(@F)
build/$1/library.so build/$1/tilewright $(checks:%.c=build/$1/%) $(benches:%.c=build/$1/%):
	$$(call say,LINK)$$(call compile,$1) $(if $(filter asan tsan fuzz,$1),-fuse-ld=lld) $$(LDFLAGS) \
	    -o $$@ $$(filter %.o,$$^) $$(with) $$(libs) $(system)

$(checks:%.c=build/$1/%.o) $(support:%.c=build/$1/%.o): | deps-test
build/$1/tests/% build/$1/%_test build/$1/%_slow: libs = -lcmocka -ljansson
build/$1/tests/fuzz_%: libs = -fsanitize=fuzzer
build/$1/tests/memory_test build/$1/tests/%_memory_test: \
    libs += $(patsubst %,-Wl$(comma)--wrap=%,malloc calloc realloc free)
endef
$(foreach w,$(ways),$(eval $(call way,$w)))

-include $(shell find build -name '*.d' 2>/dev/null)

# Changes when a source comes or goes, which no object's date tells.
build/sources: FORCE
	$(call keep,$(library) $(program))
build/web/list: FORCE
	$(call keep,$(web))

# The engine for the page. What needs files, threads or a socket stays out. Linked by wasm-ld itself:
# clang would call wasm-opt where there is one, and then the module would depend on the machine.

outside := src/host/% src/engine/inbox.c src/engine/library% \
    $(addprefix src/play/,archive% batch% game_file.c journal.c pool.c recorder.c table% thinker.c)
instead := $(filter %_wasm.c,$(found))
module  := $(filter-out $(outside) $(instead:_wasm.c=.c),$(shared)) $(instead) $(call find,src/wasm/*.c)
modules := $(patsubst %.c,build/wasm/%.wasm,$(call find,tests/wasm/*.c))
wasi    := /usr/lib/wasm32-wasi
wasm    := $(CLANG) --target=wasm32-wasi -nostdlibinc -Isrc/wasm/libc -isystem /usr/include/wasm32-wasi \
    -std=c11 -fvisibility=hidden -ffunction-sections -fdata-sections -Isrc -Iinclude $(warn) $(if $(CI),-Werror) \
    -Wno-unused-function -Wno-unused-const-variable -msimd128 -mnontrapping-fptoint -msign-ext
# What searches spend their time in is made fast, all else small. Loops of nets, lines and falls
# are unrolled, too; vectors make them slower.
fastest := bench/% src/net/% src/wasm/memory.c src/wasm/sort.c $(addprefix src/games/,lines/lines.c lines/lines_random.c \
    lines/minds/net.c falls/falls.c falls/falls_field.c falls/falls_round.c $(addprefix falls/minds/,worth.c settle.c search.c reach.c))
faster  := src/game/game.c src/play/advice.c src/agents/sim.c src/agents/tree.c $(addprefix src/games/,azul/azul.c \
    azul/azul_round.c $(addprefix azul/coach/,moves.c round.c search.c values.c) slide/slide.c \
    slide/optimal/% $(addprefix slide/fast/,beam.c construct.c sweep.c))
speed_1 := -O3 -fno-vectorize -fno-slp-vectorize
speed_2 := -O2 -fno-unroll-loops
speed    = $(if $(filter $(fastest),$1),$(speed_1),$(if $(filter $(faster),$1),$(speed_2),-Oz))
# These are the C library's own names: the compiler must neither call them from themselves nor know them.
own_libc := src/wasm/memory.c src/wasm/heap.c src/wasm/sort.c
wasm_extra = $(call extra,$1) $(call speed,$1) $(if $(filter $(own_libc),$1),-fno-builtin,-flto)

build/wasm/flags: FORCE
	$(call keep,$(wasm) $(speed_1) $(fastest) $(speed_2) $(faster))
build/wasm/sources: FORCE
	$(call keep,$(module))

build/wasm/$(net_ready)_wasm.o: $(net_bytes)
build/wasm/%.o: %.c build/wasm/flags
	$(call say,WASM)mkdir -p $(@D) && $(wasm) $(call wasm_extra,$<) -MMD -MP -c -o $@ $<

build/wasm/bench/steps.wasm: build/wasm/bench/steps.o
$(modules): %.wasm: %.o
build/web/tilewright.wasm build/wasm/bench/steps.wasm $(modules): $(module:%.c=build/wasm/%.o) build/wasm/sources
	$(call say,LINK)mkdir -p $(@D) && wasm-ld --entry _initialize --gc-sections --strip-all --stack-first \
	    --lto-O2 --compress-relocations -z stack-size=1048576 -o $@ $(wasi)/crt1-reactor.o $(filter %.o,$^) -L$(wasi) -lc \
	    "$$($(CLANG) --target=wasm32-wasi -print-libgcc-file-name)"

# The weights that the module loads, and when they were written.
build/web/weights/done: build/release/tools/weights
	$(call say,WRITE)mkdir -p $(@D) && $< $(@D) && touch $@

build/release/tools/weights: build/release/tools/weights.o $(shared:%.c=build/release/%.o)
	$(call say,LINK)$(call compile,release) $(LDFLAGS) -o $@ $^ -lm -pthread

# The page's folder, and the same, plain and compressed, as data of the program.
build/web/version: $(web) build/web/list build/web/tilewright.wasm build/web/weights/done \
    tools/site tools/strip.awk tools/imports.awk
	$(call say,SITE)tools/site web build/web build/web/site > $@

build/web/assets.S: build/web/version tools/embed
	$(call say,EMBED)tools/embed build/web/site $@

site: build/web/version ## the page as a folder for any web server: build/site
	@rm -rf build/site && cp -r build/web/site build/site

build/tilewright: build/release/tilewright
	@cp -f $< $@

version = $(shell sed -n 's/^\#define TW_VERSION "\(.*\)"/\1/p' include/tilewright.h)
soname  = libtilewright.so.$(firstword $(subst ., ,$(version)))

build/libtilewright.so: $(shared:%.c=build/release/%.o) build/sources
	$(call say,LINK)$(call compile,release) $(LDFLAGS) -shared -Wl,-soname,$(soname) -Wl,-z,defs \
	    -o $@ $(filter %.o,$^) -lm -pthread && ln -sf $(@F) build/$(soname)

run: build/tilewright ## the server, for terminals and browsers; ARGS= are passed on
	@build/tilewright serve $(ARGS)

debug: build/debug/tilewright ## the program for a debugger: build/debug/tilewright

bench: $(benches:%.c=build/release/%) ## all measurements, one after the other
	@for bench in $^; do echo "$$bench"; "$$bench" $(ARGS) || exit; done
	@echo bench/python.sh && bench/python.sh

# Tests

fuzz_seconds = $(FUZZ_SECONDS)
fuzz_run = mkdir -p build/fuzz/corpus/$1 && exec build/fuzz/tests/$1 \
    -max_total_time=$(fuzz_seconds) -rss_limit_mb=2048 -timeout=10 -error_exitcode=1 -print_final_stats=1 \
    -artifact_prefix=build/fuzz/$1- build/fuzz/corpus/$1 $(wildcard tests/corpus/$1)

# conform and mutants take long and go game by game, so that both cores have work to the end.
games := $(shell sed -n 's/^GAME(\(.*\))/\1/p' src/games/list.h)
alone := tests/conform.c tests/mutants.sh
by_game = $(foreach g,$(games),'build/asan/tests/conform $g' 'mutants-$g=tests/mutants.sh $(some) $g')

test: some = --some
test: try = $(filter-out %_slow.sh $(alone),$(scripts) $(tests))
test-slow: try = $(filter-out $(alone),$(scripts) $(slow) $(tests))
test-slow: fuzz_seconds = $(FUZZ_SECONDS)0
test-slow: export TILEWRIGHT_SLOW = 1

test: ## all tests; ends with `N passed, 0 failed`
test-slow: $(slow:%.c=build/asan/%) ## the same with the slow ones and ten times the fuzzing
test test-slow: deps-test all $(modules) build/asan/tilewright $(tests:%.c=build/asan/%) \
    $(helpers:%.c=build/asan/%) $(threads:%.c=build/tsan/%) $(fuzzers:%.c=build/fuzz/%)
	@tools/run-tests $(by_game) $(foreach s,$(filter %.sh,$(try)),'$(basename $(notdir $s))=$s') \
	    $(patsubst %.c,build/asan/%,$(filter %.c,$(try))) $(threads:%.c=build/tsan/%) \
	    $(foreach f,$(basename $(notdir $(fuzzers))),'$f=$(call fuzz_run,$f)')

format: deps-test ## lay out all sources by clang-format
	@tools/sources '*.c' '*.h' | xargs -r -d '\n' clang-format -i

# Installing

share = $(DESTDIR)$(PREFIX)/share
lib   = $(DESTDIR)$(LIBDIR)
bash  = $(share)/bash-completion/completions
zsh   = $(share)/zsh/site-functions
fish  = $(share)/fish/vendor_completions.d

install: all ## into PREFIX=/usr/local, under DESTDIR=
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(DESTDIR)$(PREFIX)/include" "$(lib)/pkgconfig" \
	    "$(share)/man/man1" "$(share)/doc/tilewright" "$(bash)" "$(zsh)" "$(fish)"
	install build/tilewright "$(DESTDIR)$(PREFIX)/bin"
	install -m 644 build/libtilewright.so "$(lib)/libtilewright.so.$(version)"
	ln -sf libtilewright.so.$(version) "$(lib)/$(soname)"
	ln -sf $(soname) "$(lib)/libtilewright.so"
	install -m 644 include/tilewright.h "$(DESTDIR)$(PREFIX)/include"
	sed 's|@PREFIX@|$(PREFIX)|; s|@LIBDIR@|$(LIBDIR)|; s|@VERSION@|$(version)|' \
	    tools/tilewright.pc.in > "$(lib)/pkgconfig/tilewright.pc"
	install -m 644 docs/tilewright.1 "$(share)/man/man1"
	install -m 644 README.md LICENSE $(wildcard docs/*.md) "$(share)/doc/tilewright"
	build/tilewright completion bash > "$(bash)/tilewright"
	build/tilewright completion zsh > "$(zsh)/_tilewright"
	build/tilewright completion fish > "$(fish)/tilewright.fish"
	@test -n "$(DESTDIR)" || ldconfig 2>/dev/null || true

uninstall: ## takes away what install put there
	rm -f "$(DESTDIR)$(PREFIX)/bin/tilewright" "$(DESTDIR)$(PREFIX)/include/tilewright.h" \
	    "$(lib)"/libtilewright.so* "$(lib)/pkgconfig/tilewright.pc" "$(share)/man/man1/tilewright.1" \
	    "$(bash)/tilewright" "$(zsh)/_tilewright" "$(fish)/tilewright.fish"
	rm -rf "$(share)/doc/tilewright"

clean: ## takes away build/
	rm -rf build

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1\t\2/p' Makefile | expand -t 12
	@echo
	@sed -n 's/^# \([A-Z_]*=.*\)/\1/p' Makefile | expand -t 15
