/* The answer of the protocol's command `review`, without its frame. */
#include "game/record.h"
#include "play/number.h"
#include "play/player.h"
#include "play/review.h"

/* Room for a move, and for what follows the moves: turning points, seats, diagnostics. */
enum { MOVE_BYTES = 1 << 13, REST_BYTES = (REVIEW_TURNS_MAX + 2) * MOVE_BYTES };

/* An answer being written. */
struct sheet {
    const struct review *review;
    struct review_walk walk;
    struct text *out;
};

static void put_act(struct sheet *sheet, const char *key, int who, action act) {
    json_put_key(sheet->out, key);
    sheet->review->session->game->write_act(sheet->walk.state, who, act, sheet->out);
}

static void put_number(struct text *out, const char *key, double value, bool known) {
    json_put_key(out, key);
    if (known)
        number_put(out, value);
    else
        json_put_null(out);
}

/* A forced move is as good as the best, and nothing else of it is known. */
static void put_grade(const struct review_move *move, struct text *out) {
    bool known = move->graded || move->forced;
    put_number(out, "delta", move->delta, known);
    put_number(out, "stderr", move->error, known);
    json_put_key(out, "grade");
    if (known)
        json_put_string(out, advice_grade_names[move->grade]);
    else
        json_put_null(out);
    put_number(out, "stability", move->forced ? 1 : move->stability, known);
}

/* Writes what was played and what it is worth. */
static void put_verdict(struct sheet *sheet, size_t i) {
    const struct review_move *move = &sheet->review->moves[i];
    struct text *out = sheet->out;
    review_walk_to(&sheet->walk, move->event);
    json_field_int(out, "move", (int64_t)i);
    json_field_int(out, "who", move->who);
    put_act(sheet, "action", move->who, move->act);
    put_number(out, "value", move->value, move->graded);
    put_act(sheet, "best", move->who, move->best);
    put_number(out, "best_value", move->best_value, move->graded);
    put_grade(move, out);
    json_field_bool(out, "exact", move->exact);
    json_field_bool(out, "solved", move->solved);
    json_field_bool(out, "forced", move->forced);
    put_number(out, "standing", move->standing, move->graded);
    if (player_chance(sheet->review->agent, sheet->review->objective)) {
        put_number(out, "chance", move->chance, move->graded);
        put_number(out, "best_chance", move->best_chance, move->graded);
    }
    advice_json_put_reasons("feedback", move->reasons, move->reasons_count, out);
}

static void put_moves(struct sheet *sheet) {
    const struct review *review = sheet->review;
    struct text *out = sheet->out;
    json_put_key(out, "moves");
    json_open(out, '[');
    for (size_t i = 0; i < review->count; i++) {
        if (out->capacity - out->length < REST_BYTES + MOVE_BYTES) break;
        json_open(out, '{');
        put_verdict(sheet, i);
        json_close(out, '}');
    }
    json_close(out, ']');
    json_field_int(out, "count", (int64_t)review->count);
}

static void put_turns(struct sheet *sheet) {
    struct text *out = sheet->out;
    json_put_key(out, "turning_points");
    json_open(out, '[');
    for (int i = 0; i < sheet->review->turns_count; i++) {
        const struct review_turn *turn = &sheet->review->turns[i];
        json_open(out, '{');
        json_field_string(out, "kind", turn->lead ? "LEAD" : "LOSS");
        put_verdict(sheet, turn->move);
        json_close(out, '}');
    }
    json_close(out, ']');
}

static void put_seat(const struct review_seat *seat, struct text *out) {
    json_open(out, '{');
    number_field(out, "accuracy", seat->accuracy);
    put_number(out, "mean_loss", seat->lost / (double)seat->graded, seat->graded > 0);
    number_field(out, "loss", seat->lost);
    json_field_int(out, "moves", (int64_t)seat->moves);
    json_field_int(out, "graded", (int64_t)seat->graded);
    json_field_int(out, "forced", (int64_t)seat->forced);
    json_put_key(out, "grades");
    json_open(out, '{');
    for (int i = 0; i < REVIEW_GRADES; i++)
        json_field_int(out, advice_grade_names[i], (int64_t)seat->grades[i]);
    json_close(out, '}');
    json_close(out, '}');
}

static void put_seats(const struct review *review, struct text *out) {
    json_put_key(out, "accuracy");
    json_open(out, '[');
    for (int i = 0; i < review->seats; i++) number_put(out, review->seat[i].accuracy);
    json_close(out, ']');
    json_put_key(out, "seats");
    json_open(out, '[');
    for (int i = 0; i < review->seats; i++) put_seat(&review->seat[i], out);
    json_close(out, ']');
}

static void put_result(const struct review *review, struct text *out) {
    const struct session *session = review->session;
    uint32_t winners = session->game->winners(session->state);
    json_field_bool(out, "over", game_over(session->game, session->state));
    json_put_key(out, "scores");
    json_open(out, '[');
    for (int i = 0; i < review->seats; i++)
        json_put_int(out, session->game->score(session->state, i));
    json_close(out, ']');
    json_put_key(out, "winners");
    json_open(out, '[');
    for (int i = 0; i < review->seats; i++)
        if (winners >> i & 1) json_put_int(out, i);
    json_close(out, ']');
}

static void put_diagnostics(const struct review *review, struct text *out) {
    json_put_key(out, "diagnostics");
    json_open(out, '{');
    json_field_string(out, "agent", review->agent->name);
    json_field_string(out, "objective", player_objective(review->agent, review->objective));
    if (player_chance(review->agent, review->objective))
        json_field_string(out, "chance_of", player_chance(review->agent, review->objective));
    json_field_int(out, "rollouts", (int64_t)review->rollouts);
    json_field_int(out, "nodes", (int64_t)review->nodes);
    json_field_bool(out, "stopped", review->stopped);
    json_field_int(out, "elapsed_ms", (int64_t)review->milliseconds);
    json_close(out, '}');
}

void review_json_put(const struct review *review, void *scratch, struct text *out) {
    struct sheet sheet = {
        review, {.session = review->session, .state = scratch, .at = SIZE_MAX}, out};
    json_put_key(out, "review");
    json_open(out, '{');
    record_put_head(review->session->game, review->session->params, out);
    json_field_int(out, "moves", (int64_t)review->all);
    json_close(out, '}');
    put_moves(&sheet);
    put_turns(&sheet);
    put_seats(review, out);
    put_result(review, out);
    put_diagnostics(review, out);
}
