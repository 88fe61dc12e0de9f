/* Typed moves: words that match one legal act, or keys in a row. */
#include "base/bits.h"
#include "cli/cli.h"
#include "cli/play.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int play_moves_act(struct play *play, int who, action act) {
    struct session *session = &play->session;
    size_t from = session->count;
    game_copy(session->game, play->before, session->state);
    if (session_act(session, who, act) < 0) return cli_fail("there is not enough memory");
    play_tell_events(play, from);
    play->changed = true;
    if (who < SEATS_MAX) play->seat = who;
    play_keep_record(play);
    return -1;
}

/* Refuses a move of a player who may not move, and says why. */
static void refuse_player(struct play *play, const char *number) {
    const struct session *session = &play->session;
    long player = strtol(number, NULL, 10), seats = session->game->shape(session->state).seats;
    play_line_refuse(play, NULL);
    if (player >= 1 && player <= seats)
        printf("Player %ld may not move now.\n", player);
    else if (seats == 1)
        puts("There is only player 1.");
    else
        printf("There is no such player: the players are 1 to %ld.\n", seats);
}

static bool has_key(const struct game *game, int c) {
    for (const struct key *key = game->keys; key && key->key; key++)
        if (key->key == c && play_moves_has(key)) return true;
    return false;
}

bool play_moves_who(struct play *play, const char **words, uint32_t *who) {
    const struct session *session = &play->session;
    const char *number = *words;
    size_t digits = strspn(number, "0123456789");
    const char *colon = number + digits + strspn(number + digits, " ");
    *who = session->game->movers(session->state);
    if (digits == 0 || *colon != ':') return true;
    size_t spaces = strspn(colon + 1, " ");
    *words = colon + 1 + (has_key(session->game, ' ') && spaces ? 1 : spaces);
    *who &= digits == 1 && *number != '0' ? UINT32_C(1) << (*number - '1') : 0;
    *who &= PLAY_SEATS;
    if (*who == 0) refuse_player(play, number);
    return *who != 0;
}

bool play_moves_has(const struct key *key) {
    return key->key < GAME_KEY_UP && key->act != GAME_KEY_PAUSE;
}

/* Finds the key of a character: the one in the table, else the one of the other case. */
static const struct key *find_key(const struct game *game, char typed) {
    int c = (unsigned char)typed;
    if (!has_key(game, c)) c = isupper(c) ? tolower(c) : toupper(c);
    for (const struct key *key = game->keys; key && key->key; key++)
        if (key->key == c && play_moves_has(key)) return key;
    return NULL;
}

bool play_moves_is_row(const struct game *game, const char *words) {
    int count = 0;
    for (; *words; words++) {
        if (find_key(game, *words))
            count++;
        else if (*words != ' ')
            return false;
    }
    return count > 0;
}

/* Says why a key or words are refused, by the code of an illegal act. */
static void refuse_act(struct play *play, const char *words, const char *end, const char *code) {
    play_line_refuse(play, end);
    printf("Not ");
    play_line_quote(words, strlen(words));
    printf(": %s.\n", game_sentence(play->session.game, code));
}

static void refuse_end(struct play *play, const char *end) {
    play_line_refuse(play, end);
    puts("The game is over.");
}

/* Plays the keys up to the first that is refused. */
static int play_row(struct play *play, int who, const char *words) {
    struct session *session = &play->session;
    int status = -1;
    for (; status < 0 && *words; words++) {
        const struct key *key = find_key(session->game, *words);
        const char typed[] = {*words, '\0'};
        if (!key) continue;
        if (game_over(session->game, session->state)) return refuse_end(play, words), -1;
        const char *code = session->game->refuse(session->state, who, key->act);
        if (code) return refuse_act(play, typed, words + 1, code), -1;
        status = play_moves_act(play, who, key->act);
    }
    return status;
}

/* Explains why words that match no legal act are refused; false if they match no act at all. */
static bool explain(struct play *play, uint32_t movers, const char *words) {
    const struct session *session = &play->session;
    for (movers &= PLAY_SEATS; movers; movers &= movers - 1) {
        int who = bits_low(movers);
        const char *code = game_why_not(session->game, session->state, who, words);
        if (!code) continue;
        refuse_act(play, words, NULL, code);
        return true;
    }
    return false;
}

static int play_words(struct play *play, uint32_t movers, const char *words, bool *known) {
    struct session *session = &play->session;
    for (uint32_t left = movers; left; left &= left - 1) {
        action act;
        int who = bits_low(left);
        int found =
            game_find_acts(session->game, session->state, who, words, session->scratch, &act, 1);
        if (found == 0) continue;
        *known = true;
        if (found == 1) return play_moves_act(play, who, act);
        play_line_refuse(play, NULL);
        play_tell_candidates(play, who, words);
        return -1;
    }
    *known = explain(play, movers, words);
    return -1;
}

/* Returns who is meant where nobody is named: the player named before in the line, else the first
 * of those that may move. The clock may be meant, too. */
static uint32_t find_unnamed(const struct play *play, uint32_t movers) {
    uint32_t seats = movers & PLAY_SEATS, clock = movers & ~(uint32_t)PLAY_SEATS;
    if (seats & play->named) return (seats & play->named) | clock;
    return (seats & -seats) | clock;
}

int play_moves_run(struct play *play, const char *words, bool *known) {
    const char *typed = words;
    uint32_t movers;
    *known = true;
    if (!play_moves_who(play, &words, &movers)) return -1;
    if (typed == words)
        movers = find_unnamed(play, movers);
    else
        play->named = movers;
    if (movers & PLAY_SEATS && play_moves_is_row(play->session.game, words))
        return play_row(play, bits_low(movers & PLAY_SEATS), words);
    int status = play_words(play, movers, words, known);
    if (*known || typed == words) return status;
    *known = true; /* a player was named: it cannot be a command */
    play_line_refuse(play, NULL);
    play_line_quote(typed, strlen(typed));
    puts(" is not a move; 'moves' lists them, 'help' tells more.");
    return -1;
}
