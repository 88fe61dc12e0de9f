/* What may come next on a command line, found in the tables that also make the help. */
#include "agents/agents.h"
#include "cli/cli.h"
#include "cli/completion.h"
#include "games/games.h"
#include "play/archive_words.h"
#include <stdio.h>
#include <string.h>

enum { WORD_BYTES = 512, MEANING_BYTES = 256, VALUES_MAX = 20, RECORDS_MAX = 20 };

/* A command line up to the word that is being typed. */
struct line {
    const char *last; /* that word */
    const struct tool_option *options;
    const char *const *first_words;
    enum cli_operands operands;
    int operands_max;

    const struct game *game;          /* that an operand names */
    const char *first;                /* the first operand, or NULL */
    int count;                        /* operands before the last word */
    uint32_t given;                   /* options, a bit each */
    bool plain;                       /* "--" was given: no options come any more */
    bool live;                        /* an option says that a game comes in place of a record */
    const struct tool_option *option; /* whose value the last word is, or NULL */
    const struct param *param;        /* likewise */
};

static bool begins_with(const char *word, const char *beginning) {
    return strncmp(word, beginning, strlen(beginning)) == 0;
}

/* Prints a word made of three pieces, if the last word may become it. */
static void offer(const struct line *line, const char *before, const char *word, const char *after,
                  const char *meaning) {
    char whole[WORD_BYTES];
    int length = snprintf(whole, sizeof whole, "%s%s%s", before, word, after);
    if (length < WORD_BYTES && begins_with(whole, line->last)) printf("%s\t%s\n", whole, meaning);
}

static void offer_files(void) {
    puts(":files");
}

static void offer_games(const struct line *line, const char *before) {
    for (int i = 0; games_list[i]; i++)
        offer(line, before, games_list[i]->name, "", games_list[i]->summary);
}

static void offer_tools(const struct line *line, const struct game *game) {
    for (int i = 0; game->tools && game->tools[i]; i++)
        offer(line, "", game->tools[i]->name, "", game->tools[i]->summary);
}

static const struct tool *find_tool(const struct game *game, const char *name) {
    for (int i = 0; game->tools && game->tools[i]; i++)
        if (strcmp(game->tools[i]->name, name) == 0) return game->tools[i];
    return NULL;
}

/* Finds a tool by its name alone, which only one game may have. */
static const struct tool *find_lone_tool(const char *name) {
    const struct tool *found = NULL;
    for (int i = 0; games_list[i]; i++) {
        const struct tool *tool = find_tool(games_list[i], name);
        if (tool && found) return NULL;
        if (tool) found = tool;
    }
    return found;
}

/* Offers all that can be the first word. */
static void offer_commands(const struct line *line) {
    for (int i = 0; cli_commands[i]; i++)
        offer(line, "", cli_commands[i]->name, "", cli_commands[i]->summary);
    for (int i = 0; games_list[i]; i++)
        for (const struct tool *const *at = games_list[i]->tools; at && *at; at++)
            if (find_lone_tool((*at)->name)) offer(line, "", (*at)->name, "", (*at)->summary);
    offer_games(line, "");
}

static bool plays(const struct game *game, const struct agent *agent) {
    for (int i = 0; agents_of(game, i); i++)
        if (agents_of(game, i) == agent) return true;
    return false;
}

/* Returns the i-th agent of the line's game, or of any game if none is named; each comes once. */
static const struct agent *agent_of(const struct line *line, int i) {
    if (line->game) return agents_of(line->game, i);
    for (int g = 0; games_list[g]; g++)
        for (int k = 0; agents_of(games_list[g], k); k++) {
            bool seen = false;
            for (int h = 0; h < g; h++) seen |= plays(games_list[h], agents_of(games_list[g], k));
            if (!seen && i-- == 0) return agents_of(games_list[g], k);
        }
    return NULL;
}

static void offer_agents(const struct line *line, const char *before) {
    for (int i = 0; agent_of(line, i); i++)
        offer(line, before, agent_of(line, i)->name, "", agent_of(line, i)->summary);
}

static void offer_objectives(const struct line *line, const char *before) {
    offer(line, before, "game", "", "the whole game");
    for (int i = 0; agent_of(line, i); i++) {
        const struct agent_objective *at = agent_of(line, i)->objectives;
        for (; at && at->name; at++)
            if (strcmp(at->name, "game") != 0)
                offer(line, before, at->name, "", at->meaning ? at->meaning : "");
    }
}

/* Offers agents where several may stand, separated by commas. */
static void offer_seats(const struct line *line, const char *before, bool persons) {
    char all[WORD_BYTES];
    const char *comma = strrchr(line->last, ',');
    snprintf(all, sizeof all, "%s", before);
    if (comma) snprintf(all, sizeof all, "%.*s", (int)(comma + 1 - line->last), line->last);
    if (persons) offer(line, all, "me", "", "a person");
    offer_agents(line, all);
}

/* Offers the values of a param if there are only a few. */
static void offer_values(const struct line *line, const char *before, const struct param *param) {
    char value[16];
    for (int i = param->min; i <= param->max && param->max - param->min < VALUES_MAX; i++) {
        snprintf(value, sizeof value, "%d", i);
        offer(line, before, value, "", i == param->standard ? "standard" : param->meaning);
    }
}

static void offer_param(const struct line *line, const char *before, const struct param *param,
                        const char *after) {
    char meaning[MEANING_BYTES];
    snprintf(meaning, sizeof meaning, "%s; %d to %d, standard %d", param->meaning, param->min,
             param->max, param->standard);
    offer(line, before, param->name, after, meaning);
}

/* Offers "name=" of each param, and the values of the one that is typed already. */
static void offer_params(const struct line *line, const char *before) {
    for (const struct param *at = line->game ? line->game->params : NULL; at && at->name; at++) {
        char name[WORD_BYTES];
        snprintf(name, sizeof name, "%s%s=", before, at->name);
        if (begins_with(line->last, name))
            offer_values(line, name, at);
        else
            offer_param(line, before, at, "=");
    }
}

static int find_option(const struct line *line, const char *name, size_t length) {
    for (int i = 0; line->options[i].name; i++)
        if (strncmp(line->options[i].name, name, length) == 0 && !line->options[i].name[length])
            return i;
    return -1;
}

/* Offers what makes a position: the options of the game's tool for that, else its params. */
static void offer_scenario(const struct line *line) {
    const struct tool *tool = find_tool(line->game, "scenario");
    if (!tool) {
        offer_params(line, "");
        return;
    }
    for (const struct tool_option *at = tool->options; at->name; at++)
        if (at->value && find_option(line, at->name, strlen(at->name)) < 0)
            offer(line, "", at->name, "=", at->meaning);
}

/* Offers the newest recorded games. */
static void offer_records(const struct line *line) {
    struct archive_list list = {NULL, 0};
    char folder[ARCHIVE_PATH_MAX], meaning[MEANING_BYTES];
    const char *wrong = archive_folder(folder) ? archive_list(folder, RECORDS_MAX, &list) : "";
    for (size_t i = 0; !wrong && i < list.count; i++) {
        const struct archive_entry *entry = &list.entries[i];
        struct text text = text_over(meaning, sizeof meaning);
        text_format(&text, "%s, ", entry->game ? entry->game->name : "not readable");
        archive_words_time(entry, &text);
        if (strcmp(entry->name, entry->shown) == 0 && !strpbrk(entry->name, " \t\n"))
            offer(line, "", entry->name, "", meaning);
    }
    archive_release(&list);
}

static void offer_value(const struct line *line, const char *before,
                        const struct tool_option *option) {
    const char *value = option->value ? option->value : "";
    if (strcmp(value, "FILE") == 0) offer_files();
    if (strcmp(value, "GAME") == 0) offer_games(line, before);
    if (strcmp(value, "PARAM=VALUE") == 0) offer_params(line, before);
    if (strcmp(option->name, "objective") == 0) offer_objectives(line, before);
    if (strcmp(option->name, "agent") == 0 || begins_with(value, "AGENT"))
        offer_seats(line, before, false);
    if (strcmp(option->name, "seats") == 0) offer_seats(line, before, true);
}

static void offer_options(const struct line *line) {
    offer(line, "--", "help", "", "show a page of help");
    for (int i = 0; line->options[i].name; i++)
        if (!(line->given >> i & 1))
            offer(line, "--", line->options[i].name, "", line->options[i].meaning);
}

static bool takes_params(const struct line *line) {
    return line->game && line->operands_max > 1 &&
           (line->operands == CLI_GAME_OPERANDS || line->operands == CLI_AGENT_OPERANDS);
}

static const struct param *find_param(const struct line *line, const char *name, size_t length) {
    const struct param *at = takes_params(line) ? line->game->params : NULL;
    for (; at && at->name; at++)
        if (strncmp(at->name, name, length) == 0 && !at->name[length]) return at;
    return NULL;
}

/* Offers options; or the value of one, after "--name=". */
static void offer_dashed(const struct line *line) {
    const char *equals = strchr(line->last, '=');
    if (!equals || !begins_with(line->last, "--")) {
        offer_options(line);
        for (const struct param *at = takes_params(line) ? line->game->params : NULL;
             at && at->name; at++)
            if (find_option(line, at->name, strlen(at->name)) < 0) offer_param(line, "--", at, "");
        return;
    }
    char before[WORD_BYTES];
    size_t length = (size_t)(equals - line->last) - 2;
    int option = find_option(line, line->last + 2, length);
    const struct param *param = find_param(line, line->last + 2, length);
    snprintf(before, sizeof before, "%.*s=", (int)length + 2, line->last);
    if (option >= 0)
        offer_value(line, before, &line->options[option]);
    else if (param)
        offer_values(line, before, param);
}

static void offer_first_operand(const struct line *line) {
    for (const char *const *at = line->first_words; at && *at; at++) offer(line, "", *at, "", "");
    switch (line->operands) {
    case CLI_GAME_OPERANDS:
    case CLI_AGENT_OPERANDS:
    case CLI_SCENARIO_OPERANDS:
        offer_games(line, "");
        break;
    case CLI_COMMAND_OPERANDS:
        offer_commands(line);
        break;
    case CLI_RECORD_OPERANDS:
        if (line->live) offer_games(line, "");
        break;
    default:
        break;
    }
}

static bool names_game(const struct line *line) {
    return strcmp(line->first, "top") == 0 || strcmp(line->first, "recent") == 0;
}

static void offer_later_operand(const struct line *line) {
    const struct game *named = games_find(line->first);
    if (line->operands == CLI_COMMAND_OPERANDS && named) offer_tools(line, named);
    if (line->operands == CLI_AGENT_OPERANDS && line->game) offer_agents(line, "");
    if (line->operands == CLI_SCENARIO_OPERANDS && line->game) offer_scenario(line);
    if (line->operands == CLI_RESULT_OPERANDS && names_game(line)) offer_games(line, "");
    if (takes_params(line) || line->live) offer_params(line, "");
}

static void offer_operands(const struct line *line) {
    bool record = line->operands == CLI_RECORD_OPERANDS && !line->live;
    if (line->count >= line->operands_max) return;
    if (line->count == 0)
        offer_first_operand(line);
    else
        offer_later_operand(line);
    if (record && (line->count > 0 || !line->first_words)) offer_records(line);
    if (line->operands == CLI_FILE_OPERANDS || (record && !line->first_words)) offer_files();
}

/* Takes a word that stands before the last one. Returns whether the next word is its value. */
static bool take_option(struct line *line, const char *name) {
    size_t length = strcspn(name, "=");
    int i = find_option(line, name, length);
    line->option = i >= 0 && line->options[i].value ? &line->options[i] : NULL;
    line->param = i < 0 ? find_param(line, name, length) : NULL;
    if (i >= 0) line->given |= UINT32_C(1) << i;
    line->live |= strcmp(name, "live") == 0;
    return (line->option || line->param) && !name[length];
}

static void take_words(struct line *line, int count, const char *const *words) {
    bool value = false;
    for (int i = 0; i < count - 1; i++) {
        if (value) {
            value = false;
        } else if (!line->plain && begins_with(words[i], "--")) {
            line->plain = !words[i][2];
            value = take_option(line, words[i] + 2);
        } else {
            if (line->count == 0) line->first = words[i], line->game = games_find(words[i]);
            line->count++;
        }
    }
    if (!value) line->option = NULL, line->param = NULL;
}

/* Finds the command or tool of a line. Returns how many words name it, 0 if there is none. */
static int find_command(struct line *line, int count, const char *const *words) {
    const struct cli_command *command = cli_find(words[0]);
    const struct game *game = games_find(words[0]);
    const struct tool *tool = game && count > 2 ? find_tool(game, words[1]) : NULL;
    int names = tool ? 2 : 1;
    if (!tool && !game) tool = find_lone_tool(words[0]);
    if (command) {
        line->options = command->options;
        line->first_words = command->first_words;
        line->operands = command->operands;
        line->operands_max = command->operands_max;
        return 1;
    }
    if (!tool) return 0;
    line->options = tool->options;
    line->operands = tool->takes_file ? CLI_FILE_OPERANDS : CLI_NO_OPERANDS;
    line->operands_max = tool->operands_max;
    return names;
}

void completion_words(int count, const char *const *words) {
    static const struct tool_option none[] = {{NULL, NULL, NULL}};
    struct line line = {.last = count ? words[count - 1] : "", .options = none};
    const struct game *game = count == 2 ? games_find(words[0]) : NULL;
    int names = count > 1 ? find_command(&line, count, words) : 0;
    if (names > 0) take_words(&line, count - names, words + names);
    bool dashed = *line.last == '-' && !line.plain;
    if (line.option)
        offer_value(&line, "", line.option);
    else if (line.param)
        offer_values(&line, "", line.param);
    else if (dashed && (names > 0 || game || count < 2))
        offer_dashed(&line);
    else if (names > 0)
        offer_operands(&line);
    else if (game)
        offer_tools(&line, game);
    else if (count < 2)
        offer_commands(&line);
    if (dashed && count < 2) offer(&line, "--", "version", "", "show the version");
}
