/* tilewright records: the folder of recorded games, as a list, game by game, and to clean up. A
 * game goes by its file's name, or by its number in the list, which has the newest first. */
#include "cli/records.h"
#include "base/bits.h"
#include "cli/cli.h"
#include "cli/screen.h"
#include "play/archive_words.h"
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { JSON, YES };
enum { WORDS_BYTES = 1024, LINE_BYTES = 4096, ANSWER_BYTES = 16, GAMES_MAX = CLI_OPERANDS_MAX };

extern const struct cli_command cli_replay;

struct folder {
    char path[ARCHIVE_PATH_MAX];
    struct archive_list list;
};

static int open_folder(struct folder *folder) {
    *folder = (struct folder){.list = {NULL, 0}};
    if (!archive_folder(folder->path))
        return cli_fail("there is no folder for records: HOME or XDG_DATA_HOME must be set");
    const char *wrong = archive_list(folder->path, 0, &folder->list);
    return wrong ? cli_fail("%s: %s", folder->path, wrong) : -1;
}

static bool is_number(const char *text) {
    return *text && strspn(text, "0123456789") == strlen(text);
}

/* Returns whether a name is a file's, with or without its ending. */
static bool is_named(const char *file, const char *name) {
    size_t length = strlen(name);
    if (strncmp(file, name, length) != 0) return false;
    return !file[length] || strcmp(file + length, ".jsonl") == 0;
}

/* Finds a game by its name or number. Returns false if there is none. */
static bool look_up(const struct archive_list *list, const char *asked, size_t *index) {
    if (is_number(asked)) {
        errno = 0;
        unsigned long number = strtoul(asked, NULL, 10);
        *index = number - 1;
        return !errno && number >= 1 && number <= list->count;
    }
    for (*index = 0; *index < list->count; ++*index)
        if (is_named(list->entries[*index].name, asked)) return true;
    return false;
}

/* The same. Returns -1, or the exit status after a complaint. */
static int find(const struct folder *folder, const char *asked, size_t *index) {
    if (look_up(&folder->list, asked, index)) return -1;
    if (!folder->list.count) return cli_complain("there is no record '%s': none at all", asked);
    if (!is_number(asked))
        return cli_complain("there is no record '%s'; see 'tilewright records'", asked);
    return cli_complain("there is no record %s; the number must be from 1 to %zu", asked,
                        folder->list.count);
}

/* Writes the path of a game in the archive. Returns false if there is none of that name. */
static bool find_path(const char *asked, char path[ARCHIVE_PATH_MAX]) {
    struct archive_list list = {NULL, 0};
    char folder[ARCHIVE_PATH_MAX];
    size_t index;
    bool found = archive_folder(folder) && !archive_list(folder, 0, &list) &&
                 look_up(&list, asked, &index) &&
                 archive_path(folder, list.entries[index].name, path);
    archive_release(&list);
    return found;
}

bool records_open(struct game_file *file, const char *asked, char path[ARCHIVE_PATH_MAX]) {
    bool is_file = strcmp(asked, "-") == 0 || access(asked, F_OK) == 0 || errno != ENOENT;
    bool kept = !is_file && find_path(asked, path);
    if (is_file || kept) return game_file_open(file, kept ? path : asked);
    *file = (struct game_file){.name = asked};
    snprintf(file->wrong, sizeof file->wrong,
             "there is no file %s, nor a recorded game of that name or number; "
             "'tilewright records' lists them",
             asked);
    return false;
}

static void put_json_players(const struct archive_entry *entry, struct text *out) {
    json_put_key(out, "players");
    json_open(out, '[');
    for (int seat = 0; seat < entry->seats; seat++) {
        if (entry->players[seat][0])
            json_put_string(out, entry->players[seat]);
        else
            json_put_null(out);
    }
    json_close(out, ']');
}

static void put_json_outcome(const struct archive_entry *entry, struct text *out) {
    json_put_key(out, "scores");
    json_open(out, '[');
    for (int seat = 0; seat < entry->seats; seat++) json_put_int(out, entry->scores[seat]);
    json_close(out, ']');
    json_put_key(out, "winners");
    json_open(out, '[');
    for (uint32_t left = entry->winners; left; left &= left - 1) json_put_int(out, bits_low(left));
    json_close(out, ']');
}

static void write_utc(time_t time, char *words, size_t capacity) {
    struct tm when;
    words[0] = '\0';
    if (gmtime_r(&time, &when)) strftime(words, capacity, "%Y-%m-%dT%H:%M:%SZ", &when);
}

/* Prints a game as one line of JSON; of a file that cannot be read, only what is known. */
static void put_json(const struct archive_entry *entry, size_t number) {
    char line[LINE_BYTES], when[WORDS_BYTES];
    struct text out = text_over(line, sizeof line);
    write_utc(entry->time, when, sizeof when);
    json_open(&out, '{');
    json_field_int(&out, "number", (int64_t)number);
    json_field_string(&out, "name", entry->name);
    json_field_string(&out, "time", when);
    json_field_bool(&out, "readable", entry->readable);
    if (entry->readable) {
        json_field_string(&out, "game", entry->game->name);
        put_json_players(entry, &out);
        json_field_bool(&out, "over", entry->over);
        json_field_int(&out, "moves", (int64_t)entry->moves);
        put_json_outcome(entry, &out);
    }
    json_close(&out, '}');
    puts(line);
}

/* The columns of the list. */
enum { COLUMNS = 7 };
static const char *const titles[COLUMNS] = {"",       "date",  "game", "players",
                                            "result", "moves", "name"};

static void write_column(const struct archive_entry *entry, size_t number, int column,
                         struct text *out) {
    switch (column) {
    case 0:
        text_int(out, (int64_t)number);
        break;
    case 1:
        archive_words_time(entry, out);
        break;
    case 2:
        text_string(out, entry->game ? entry->game->name : "?");
        break;
    case 3:
        archive_words_players(entry, out);
        break;
    case 4:
        archive_words_result(entry, out);
        break;
    case 5:
        if (entry->readable) text_int(out, (int64_t)entry->moves);
        break;
    default:
        text_printable(out, entry->name, strlen(entry->name));
    }
}

static int width_of(const struct archive_list *list, int column) {
    int widest = (int)strlen(titles[column]);
    for (size_t i = 0; i < list->count; i++) {
        char words[WORDS_BYTES];
        struct text text = text_over(words, sizeof words);
        write_column(&list->entries[i], i + 1, column, &text);
        if ((int)text.length > widest) widest = (int)text.length;
    }
    return widest;
}

static void put_rows(const struct archive_list *list) {
    int widths[COLUMNS], total = 0, columns = COLUMNS;
    for (int column = 0; column < COLUMNS; column++) {
        widths[column] = width_of(list, column);
        total += widths[column] + 2;
    }
    /* The number names a game as well: on a screen, the file's name may go. */
    if (isatty(STDOUT_FILENO) && total > SCREEN_WIDTH) columns--;
    for (int column = 0; column < columns; column++)
        printf("%s%-*s", column ? "  " : "", column < COLUMNS - 1 ? widths[column] : 0,
               titles[column]);
    puts("");
    for (size_t i = 0; i < list->count; i++) {
        for (int column = 0; column < columns; column++) {
            char words[WORDS_BYTES];
            struct text text = text_over(words, sizeof words);
            bool right = column == 0 || column == 5;
            write_column(&list->entries[i], i + 1, column, &text);
            int width = column < COLUMNS - 1 ? widths[column] : 0;
            printf("%s%*s", column ? "  " : "", right ? width : -width, words);
        }
        puts("");
    }
}

static int run_list(const struct folder *folder, const struct cli_args *args) {
    if (args->count > 1)
        return cli_complain("list takes no operand; see 'tilewright records --help'");
    if (args->values[JSON]) {
        for (size_t i = 0; i < folder->list.count; i++) put_json(&folder->list.entries[i], i + 1);
    } else if (folder->list.count) {
        put_rows(&folder->list);
    } else {
        cli_say("Nothing is recorded in %s.", folder->path);
    }
    return CLI_FINE;
}

static void put_facts(const struct archive_entry *entry) {
    char words[WORDS_BYTES];
    struct text text = text_over(words, sizeof words);
    archive_words_time(entry, &text);
    text_string(&text, ": ");
    size_t before = text.length;
    archive_words_players(entry, &text);
    if (text.length > before) text_string(&text, "; ");
    archive_words_result(entry, &text);
    puts(words);
}

static int run_show(const struct folder *folder, const struct cli_args *args) {
    char path[ARCHIVE_PATH_MAX];
    size_t index;
    if (args->count != 2) return cli_complain("show needs one NAME or NUMBER");
    int status = find(folder, args->operands[1], &index);
    if (status >= 0) return status;
    const struct archive_entry *entry = &folder->list.entries[index];
    if (args->values[JSON]) {
        put_json(entry, index + 1);
        return CLI_FINE;
    }
    if (!archive_path(folder->path, entry->name, path))
        return cli_fail("%s: the path is too long", entry->name);
    if (entry->readable) put_facts(entry);
    struct cli_args file = {.operands = {path}, .count = 1};
    return cli_replay.run(&file);
}

/* Asks on the terminal. Returns -1 to go on. */
static int confirm(const struct folder *folder, const size_t *chosen, int count) {
    char answer[ANSWER_BYTES];
    if (!isatty(STDIN_FILENO) || !isatty(STDERR_FILENO))
        return cli_complain("delete must have --yes where nobody can be asked");
    for (int i = 0; i < count; i++) cli_say("  %s", folder->list.entries[chosen[i]].name);
    fflush(stdout);
    fprintf(stderr, "Delete %s? [y/N] ", count == 1 ? "this record" : "these records");
    if (!fgets(answer, sizeof answer, stdin)) answer[0] = '\0';
    if (tolower((unsigned char)answer[0]) == 'y') return -1;
    cli_say("Nothing is deleted.");
    return CLI_FINE;
}

static int delete_all(const struct folder *folder, const size_t *chosen, int count) {
    int status = CLI_FINE;
    for (int i = 0; i < count; i++) {
        const char *name = folder->list.entries[chosen[i]].name;
        const char *wrong = archive_remove(folder->path, name);
        if (wrong)
            status = cli_fail("%s: %s", name, wrong);
        else
            cli_say("Deleted %s.", name);
    }
    return status;
}

/* All names and numbers are looked up first: numbers are those of the list before. */
static int run_delete(const struct folder *folder, const struct cli_args *args) {
    size_t chosen[GAMES_MAX];
    int count = 0;
    if (args->count < 2) return cli_complain("delete needs a NAME or NUMBER");
    for (int i = 1; i < args->count; i++) {
        int status = find(folder, args->operands[i], &chosen[count]), same = 0;
        if (status >= 0) return status;
        while (chosen[same] != chosen[count]) same++;
        if (same == count) count++;
    }
    int status = args->values[YES] ? -1 : confirm(folder, chosen, count);
    return status < 0 ? delete_all(folder, chosen, count) : status;
}

static int run_path(const struct folder *folder, const struct cli_args *args) {
    if (args->count > 1)
        return cli_complain("path takes no operand; see 'tilewright records --help'");
    cli_say("%s", folder->path);
    return CLI_FINE;
}

static int run_records(const struct cli_args *args) {
    static const struct {
        const char *name;
        int (*run)(const struct folder *folder, const struct cli_args *args);
    } doings[] = {
        {"list", run_list}, {"show", run_show}, {"delete", run_delete}, {"path", run_path}};
    const char *name = args->count ? args->operands[0] : "list";
    for (size_t i = 0; i < sizeof doings / sizeof *doings; i++) {
        if (strcmp(doings[i].name, name) != 0) continue;
        struct folder folder;
        int status = open_folder(&folder);
        if (status < 0) status = doings[i].run(&folder, args);
        archive_release(&folder.list);
        return status;
    }
    return cli_complain("records must be followed by list, show, delete or path, not '%s'", name);
}

static const struct tool_option options[] = {
    {"json", NULL, "print a line of JSON for each game"},
    {"yes", NULL, "delete without asking"},
    {NULL, NULL, NULL},
};
static const char *const verbs[] = {"list", "show", "delete", "path", NULL};

const struct cli_command cli_records = {
    .name = "records",
    .arguments = "[list | show GAME | delete GAME... | path]",
    .summary = "list, show and delete the recorded games",
    .help = "Every game on the screen is recorded, in a folder below XDG_DATA_HOME or "
            "~/.local/share; 'path' prints it. At the prompt, as with 'play --plain', a game is "
            "kept only by --record. 'list' shows the games with their numbers, the "
            "newest first; 'show' tells one in words; 'delete' asks first. A GAME is the name of "
            "a record or its number in the list. To see one on the screen, use 'watch'.\n\n"
            "  tilewright records\n"
            "  tilewright records show 1\n"
            "  tilewright records delete 2 3 --yes\n"
            "  tilewright watch \"$(tilewright records path)/2026-03-01-180522-azul.jsonl\"",
    .options = options,
    .operands = CLI_RECORD_OPERANDS,
    .first_words = verbs,
    .operands_max = GAMES_MAX,
    .run = run_records,
};
