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
#   web/*                        the page, which becomes part of the program
# Each way to build keeps its own tree, build/WAY/: any program is build/WAY/PATH, less its .c.

# Variables, for `make NAME=value`:
# MARCH=	the processor, as gcc's -march; empty for any x86-64. By default x86-64-v3 if this machine has it
# CI=1	warnings are errors
# V=1	show the commands
# ARGS=	for `make run` and `make bench`: what to pass on
# CFLAGS=	more flags for the compiler; likewise CPPFLAGS= LDFLAGS= CC= CLANG=
# FUZZ_SECONDS=	for each fuzzer; 5 by default
# JOBS=	tests side by side; one more than processors by default
# PREFIX=	where to install, /usr/local by default; likewise LIBDIR= DESTDIR=

CLANG        ?= clang
PREFIX       ?= /usr/local
LIBDIR       ?= $(PREFIX)/lib
FUZZ_SECONDS ?= 5
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
.PHONY: all run debug bench test test-slow format install uninstall clean help deps-test FORCE

all: build/tilewright build/libtilewright.so ## the program and the library, as released

# config.mk tells what this machine can do. Making it first installs what building needs.
ifneq ($(filter-out clean format help uninstall,$(or $(MAKECMDGOALS),all)),)
include build/config.mk
endif

build/config.mk: Makefile tools/deps.sh
	@tools/deps.sh build
	@mkdir -p $(@D)
	@echo 'int main(void) { return !__builtin_cpu_supports("x86-64-v3"); }' > build/probe.c
	@if $(CC) -o build/probe build/probe.c 2>/dev/null && build/probe; \
	then echo 'MARCH ?= x86-64-v3'; fi > $@

# What testing needs; while it is put in place, nothing is compiled.
deps-test:
	@tools/deps.sh test
first := $(if $(filter test test-slow,$(MAKECMDGOALS)),deps-test)

# Sources

folders := base game games games/* games/*/* agents host play show engine term store hall lobby serve
find     = $(sort $(wildcard $1))
found   := $(call find,$(folders:%=src/%/*.c))
library := $(filter-out %_test.c %_slow.c %_bench.c,$(found))
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
web     := $(call find,web/* web/*/*)
checks  := $(tests) $(slow) $(fuzzers) $(helpers)

# Ways to build. Asserts stay in all of them, and all use the same instructions, so that what is
# tested is what is released. No link-time optimisation: the rule scripts read plain objects, and
# hot loops lie within one file or behind the waist.

ways := release debug asan tsan fuzz
warn := -Wall -Wextra -Wconversion -Wshadow -Wmissing-prototypes -Wstrict-prototypes
common := -std=c11 -fPIC -fvisibility=hidden -Isrc -Iinclude $(warn) $(if $(CI),-Werror)
common += $(if $(MARCH),-march=$(MARCH))
safe := -O1 -g1 -fno-omit-frame-pointer -fno-sanitize-recover=all

release := $(CC) $(common) -O3 -g
debug   := $(CC) $(common) -O0 -g3
asan    := $(CC) $(common) $(safe) -fsanitize=address,undefined
tsan    := $(CC) $(common) $(safe) -fsanitize=thread
fuzz    := $(CLANG) $(common) $(safe) -fsanitize=fuzzer-no-link,address,undefined
compile  = $($1) $(CPPFLAGS) $(CFLAGS)

# The rules and what they stand on are plain C11. Others may use POSIX; tests and measurements also
# include "tests/..." and "bench/...".
tools := tests/% bench/% %_test.c %_slow.c %_bench.c
posix := $(tools) src/host/% src/play/% src/engine/% src/term/% src/store/% src/hall/% src/lobby/%
posix += src/serve/% src/cli/%
extra  = $(if $(filter $(posix),$1),-D_POSIX_C_SOURCE=200809L) $(if $(filter $(tools),$1),-I.)

# Recipes show a word and the target; V=1 shows the commands.
say = $(if $(V),,@printf '  %-5s %s\n' '$1' '$@';)

# Rewrites the target only where its content changes, so that what depends on it is then remade.
keep = @mkdir -p $(@D); echo '$1' | cmp -s - $@ || echo '$1' > $@

libs =
system := -Wl,--as-needed -luv -lmicrohttpd -lwslay -ltelnet -lsqlite3 -lm -pthread
comma := ,
define way
build/$1/flags: FORCE
	$$(call keep,$$(call compile,$1))

build/$1/%.o: %.c build/$1/flags | $(if $(filter fuzz,$1),deps-test,$(first))
	$$(call say,CC)mkdir -p $$(@D) && \
	$$(call compile,$1) $$(call extra,$$<) -MMD -MP -c -o $$@ $$<

build/$1/web.o: build/web/assets.S build/$1/flags
	$$(call say,AS)$$(call compile,$1) -c -o $$@ $$<

build/$1/tilewright: $(program:%.c=build/$1/%.o)
$(checks:%.c=build/$1/%) $(benches:%.c=build/$1/%): %: %.o
$(checks:%.c=build/$1/%): $(support:%.c=build/$1/%.o)
build/$1/tilewright $(checks:%.c=build/$1/%) $(benches:%.c=build/$1/%): \
    $(library:%.c=build/$1/%.o) build/$1/web.o build/sources
	$$(call say,LINK)$$(call compile,$1) $$(LDFLAGS) -o $$@ $$(filter %.o,$$^) $$(libs) $(system)

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

# The page, plain and compressed, as data of the program.
build/web/assets.S: $(web) build/web/list tools/embed
	$(call say,EMBED)tools/embed web $@

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

# Tests

fuzz_seconds = $(FUZZ_SECONDS)
fuzz_run = mkdir -p build/fuzz/corpus/$1 && exec build/fuzz/tests/$1 \
    -max_total_time=$(fuzz_seconds) -rss_limit_mb=2048 -timeout=10 -error_exitcode=1 -print_final_stats=1 \
    -artifact_prefix=build/fuzz/$1- build/fuzz/corpus/$1 $(wildcard tests/corpus/$1)

# conform and mutants take long and go game by game, so that both cores have work to the end.
games := $(shell sed -n 's/^GAME(\(.*\))/\1/p' src/games/list.h)
alone := tests/conform.c tests/mutants.sh
by_game = $(foreach g,$(games),'build/asan/tests/conform $g' 'mutants-$g=tests/mutants.sh $g')

test: try = $(filter-out %_slow.sh $(alone),$(scripts) $(tests))
test-slow: try = $(filter-out $(alone),$(scripts) $(slow) $(tests))
test-slow: fuzz_seconds = $(FUZZ_SECONDS)0

test: ## all tests; ends with `N passed, 0 failed`
test-slow: $(slow:%.c=build/asan/%) ## the same with the slow ones and ten times the fuzzing
test test-slow: deps-test all build/asan/tilewright $(tests:%.c=build/asan/%) \
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
