// The shapes that modules pass to each other. Protocol objects have the names of docs/protocol.md.

export type Who = number | 'chance' | 'clock';
export type Action = unknown; // JSON, as the game has it
export interface Effect { kind: string; seat?: number; points?: number; spots: number[]; text: string; routine?: boolean }
export interface GameEvent { who: Who; action: Action; effects?: Effect[] }
export interface GameRecord { game: string; params?: Record<string, number>; start?: object; events: GameEvent[] }

export interface Param { standard: number; min: number; max: number; meaning: string }
export interface AgentInfo { name: string; summary: string; objectives: string[]; meanings: (string | null)[]; chance: string | null; samples: boolean }
export interface KeyInfo { key: string; action: Action | null; pause: boolean; meaning: string }
export interface GameInfo {
    name: string; summary: string; players: [number, number]; params: Record<string, Param>;
    agents: string[]; advisor: string; // who `best` asks if no agent is named
    goal: string; rules: string; legend: string; clock: boolean; tools: string[];
    rulesets: string[]; about: AgentInfo[]; keys: KeyInfo[];
}

export type TileKind = 'text' | 'empty' | 'ghost' | 'tile' | 'mark';
export type Colour = 'plain' | 'blue' | 'yellow' | 'red' | 'black' | 'white' | 'green' | 'brown' | 'magenta' | 'cyan';
export type Side = 'right' | 'left' | 'up' | 'down';
export interface Tile {
    row: number; col: number; span: number; kind: TileKind; colour: Colour; label: string;
    name?: string; spot?: number; face?: string; joins?: Side[]; caption?: boolean;
}
export interface Area {
    class: string; title: string; row: number; col: number; rows: number; cols: number;
    value?: string; seat?: number; dense?: boolean; small?: boolean;
}
export interface Scene { rows: number; cols: number; place: number; tiles: Tile[]; areas: Area[] }

export interface Mover { who: Who; actions: Action[]; words: string[]; spots: number[][]; weights?: number[] }
export interface Legal { actor: number | null; movers: Mover[]; over: boolean }

export interface Candidate { action: Action; value: number; stderr: number | null; visits: number; exact: boolean; chance?: number | null }
export interface Reason { kind: string; text: string; amount: number }
export type Grade = 'EXCELLENT' | 'GOOD' | 'OKAY' | 'MISS';
export interface Best {
    who: number; best: Action; value: number; chance?: number | null; confidence: number; candidates: Candidate[]; count: number;
    line: Action[]; feedback: Reason[]; why?: Reason[];
    user: null | { action: Action; value: number | null; delta: number | null; stderr: number | null; grade: Grade | null;
        stability: number | null; line: Action[]; chance?: number | null };
    diagnostics: { agent: string; objective: string; chance_of?: string; rollouts: number; nodes: number; exact: boolean;
        solved: boolean; stopped: boolean; elapsed_ms: number };
}

export interface ReviewMove {
    move: number; who: number; action: Action; value: number | null; best: Action; best_value: number | null; delta: number | null;
    stderr: number | null; grade: Grade | null; stability: number | null; exact: boolean; solved: boolean; forced: boolean;
    standing: number | null; chance?: number | null; best_chance?: number | null; feedback: Reason[];
}
export interface ReviewSeat { accuracy: number | null; mean_loss: number | null; loss: number; moves: number; graded: number; forced: number; grades: Record<Grade, number> }
export interface Review {
    review: { game: string; moves: number }; moves: ReviewMove[]; count: number; turning_points: (ReviewMove & { kind: 'LEAD' | 'LOSS' })[];
    seats: ReviewSeat[]; over: boolean; scores: number[]; winners: number[];
    diagnostics: { agent: string; chance_of?: string; stopped: boolean; elapsed_ms: number };
}

// Who sits at a table: a person, or an agent as "coach:200ms".
export interface Seat { name: string; agent: string | null }

// What happened to a table, for who paints it.
export interface Change {
    kind: 'begin' | 'act' | 'undo' | 'redo' | 'seek' | 'seats';
    events: GameEvent[];      // with effects; empty for undo
    before: Scene | null;     // the picture before
    paths: (number[] | null)[]; // of each event: the spots along which something moves
}

// A game that a view shows: on this page (table.js), or in a room of a server (room_table.js).
export interface TableLike extends EventTarget {
    readonly game: GameInfo;
    readonly params: Record<string, number>;
    readonly seats: Seat[];
    readonly who: number;          // the seat that looks; people act for it
    readonly state: object;
    readonly scene: Scene;
    readonly legal: Legal | null;  // null while it is not known, or nobody here may act
    readonly over: boolean;
    readonly scores: number[];
    readonly winners: number[];
    readonly thinking: boolean;    // an agent thinks now
    readonly record: GameRecord;
    act(action: Action): Promise<void>; // throws EngineError with the reason
    // Events: 'change' (CustomEvent<Change>), 'thinking', 'trouble' (CustomEvent<Error>)
}

// What can be drawn over a board. Tones: best, yours, hint, last, legal, chosen, pattern. A spot may have several places, as
// a line of azul: `cells` are the numbers of those that are meant, in the order of Board.elementsOf(spot).
export type Tone = 'best' | 'yours' | 'hint' | 'last' | 'legal' | 'chosen' | 'pattern';
export type Mark =
    | { kind: 'ring'; spots: number[]; tone: Tone; grade?: Grade; cells?: number[] }
    | { kind: 'arrow'; from: number; to: number; tone: Tone; grade?: Grade; cells?: number[] }
    | { kind: 'path'; spots: number[]; tone: Tone }
    | { kind: 'ghost'; spots: number[]; tile: Partial<Tile>; tone: Tone; cells?: number[] }
    | { kind: 'chip'; spot: number; text: string; tone: Tone; grade?: Grade; corner?: boolean };

export interface Route { name: string; parts: string[]; query: URLSearchParams }

// A command of the bar, as New or Undo.
export interface Command { id: string; run(): void; enabled?: boolean; pressed?: boolean }

// A screen: made by open(root, route) of a module in js/screens/.
export interface Screen {
    crumbs: { text: string; href?: string }[];
    commands: Command[];
    nav?: HTMLElement;                       // stands in the bar in place of crumbs
    game?: string;
    keys?: KeyInfo[];                        // the game's own: they go before those of the commands
    board?: boolean;                         // it has a board that is used by arrow keys
    close(): void;
    keydown?(event: KeyboardEvent): boolean; // true if it was used
}
