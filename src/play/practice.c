/* Positions to practise on, and the sum of the answers. */
#include "play/practice.h"
#include "game/tool.h"
#include "play/player.h"
#include "play/practice_find.h"
#include "play/review.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_BYTES = 64 };

const char practice_find_no_memory[] = "there is not enough memory";
const char practice_find_nothing[] = "no position was found; another seed may have one";

void practice_find_seed(const struct practice *practice, char seed[PRACTICE_FIND_SEED_BYTES]) {
    struct text text = text_over(seed, PRACTICE_FIND_SEED_BYTES);
    text_string(&text, practice->seed);
    if (practice->number != PRACTICE_SEED_ALONE) text_format(&text, "/%d", practice->number);
}

void practice_find_no_option(const struct practice *practice, const char *name, struct text *out) {
    size_t length = strlen(name);
    text_format(out, "positions of %s have no option '", practice->setup.game->name);
    text_printable(out, name, length < NAME_BYTES ? length : NAME_BYTES);
    text_char(out, '\'');
}

const struct tool *practice_tool(const struct game *game) {
    for (int i = 0; game->tools && game->tools[i]; i++)
        if (game->tools[i]->answer && strcmp(game->tools[i]->name, "scenario") == 0)
            return game->tools[i];
    return NULL;
}

static void close_advisor(struct advisor *advisor) {
    if (advisor) advisor_release(advisor);
    free(advisor);
}

static struct advisor *open_advisor(const struct practice *practice, const struct agent *agent) {
    struct advisor *advisor = calloc(1, sizeof *advisor);
    if (!advisor || advisor_init(advisor, practice->setup.game, agent, practice->host) == 0)
        return advisor;
    close_advisor(advisor);
    return NULL;
}

static const char *open_players(struct practice *practice) {
    const struct game *game = practice->setup.game;
    const struct agent *player = practice_play_agent(game), *coach = player_standard(game);
    practice->player = open_advisor(practice, player);
    practice->coach = coach == player ? practice->player : open_advisor(practice, coach);
    return practice->player && practice->coach ? NULL : practice_find_no_memory;
}

static const char *refuse_option(struct practice *practice) {
    const struct practice_setup *setup = &practice->setup;
    struct text wrong = text_over(practice->wrong, sizeof practice->wrong);
    practice_find_no_option(practice, setup->options[0].name, &wrong);
    text_string(&wrong, ": they come from play");
    return practice->wrong;
}

const char *practice_init(struct practice *practice, const struct practice_setup *setup,
                          const struct host *host) {
    *practice = (struct practice){.setup = *setup, .host = host};
    struct text seed = text_over(practice->seed, sizeof practice->seed);
    text_string(&seed, setup->seed);
    practice->setup.seed = practice->seed;
    if (seed.cut) return "the seed must be at most 47 bytes long";
    practice->state = malloc(setup->game->state_max);
    practice->tool = practice_tool(setup->game);
    if (!practice->state) return practice_find_no_memory;
    if (!practice->tool && setup->options_count) return refuse_option(practice);
    if (!practice->tool) return open_players(practice);
    practice->tool_self = practice->tool->init(host);
    return practice->tool_self ? practice_tool_check(practice) : practice_find_no_memory;
}

void practice_release(struct practice *practice) {
    if (practice->tool_self) practice->tool->release(practice->tool_self);
    if (practice->coach != practice->player) close_advisor(practice->coach);
    close_advisor(practice->player);
    free(practice->state);
    free(practice->results);
    *practice = (struct practice){.number = 0};
}

const char *practice_go_to(struct practice *practice, int number) {
    practice->number = number;
    practice->note[0] = '\0';
    const char *wrong =
        practice->tool ? practice_tool_find(practice) : practice_play_find(practice);
    if (wrong) practice->number = 0;
    return wrong;
}

static bool is_noted(const struct practice *practice) {
    for (size_t i = 0; i < practice->count; i++)
        if (practice->results[i].number == practice->number) return true;
    return false;
}

int practice_note(struct practice *practice, const struct advice_verdict *verdict) {
    if (practice->number == 0 || is_noted(practice)) return 0;
    if (practice->count == practice->capacity) {
        size_t capacity = practice->capacity ? 2 * practice->capacity : 16;
        struct practice_result *results = realloc(practice->results, capacity * sizeof *results);
        if (!results) return -1;
        practice->results = results;
        practice->capacity = capacity;
    }
    practice->results[practice->count++] = (struct practice_result){
        .number = practice->number,
        .graded = verdict->graded,
        .grade = verdict->grade,
        .delta = verdict->delta,
    };
    return 0;
}

void practice_sum(const struct practice *practice, struct practice_summary *summary) {
    double accuracy = 0;
    *summary = (struct practice_summary){.questions = (int)practice->count};
    for (size_t i = 0; i < practice->count; i++) {
        const struct practice_result *result = &practice->results[i];
        if (!result->graded) continue;
        double lost = fmax(result->delta, 0);
        summary->graded++;
        summary->grades[result->grade]++;
        summary->lost += lost;
        accuracy += review_accuracy(lost);
    }
    summary->accuracy = summary->graded ? accuracy / summary->graded : NAN;
}

void practice_write_command(const struct practice *practice, struct text *out) {
    const struct practice_setup *setup = &practice->setup;
    const struct param *params = setup->game->params;
    text_format(out, "tilewright practice %s", setup->game->name);
    for (int i = 0; i < setup->options_count; i++) {
        const char *value = setup->options[i].value;
        text_format(out, " %s=", setup->options[i].name);
        text_printable(out, value, strlen(value));
    }
    for (int i = 0; !practice->tool && params[i].name; i++)
        if (setup->params[i] != params[i].standard)
            text_format(out, " %s=%d", params[i].name, setup->params[i]);
    text_string(out, " --seed ");
    text_printable(out, practice->seed, strlen(practice->seed));
}
