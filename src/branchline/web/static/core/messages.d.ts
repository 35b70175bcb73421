// Written by tools/message_types.py from what the server declares: change it there, not here.
// What goes over the socket, what comes back, and what is answered over HTTP.

/** What was asked for is done and stored. For `act`, the `update` came before. */
export interface Accepted {
  type: "accepted";
  ref: number | null;
  number: number;
}

/** Answer the seat's open decision. `decision` is its number, `action` one of the numbers on offer. */
export interface Act {
  ref?: number | null;
  type: "act";
  decision: number;
  action: number;
  careful?: boolean;
}

/** `GET` and `POST /api/tables/{id}/analysis`: how matters stand with the analysis of a finished game. */
export interface AnalysisState {
  status: "none" | "waiting" | "running" | "ready" | "failed";
  worlds: number;
  deepest: boolean;
  wanted: number;
  before: number;
  done: number;
  total: number;
  words: string;
}

/** Agree to play with the coach, or decline; who asked takes it back by declining. `offer` is its number. */
export interface AnswerCoach {
  ref?: number | null;
  type: "answer_coach";
  offer: number;
  agree: boolean;
}

/** Agree to end the game, or decline; who proposed it takes it back by declining. `offer` is its number. */
export interface AnswerEnd {
  ref?: number | null;
  type: "answer_end";
  offer: number;
  agree: boolean;
}

/** Agree to a seat's wish to take back, or decline it. `wish` is its number. */
export interface AnswerUndo {
  ref?: number | null;
  type: "answer_undo";
  wish: number;
  agree: boolean;
}

/** What an answer is worth. */
export interface AnswerWorth {
  number: number;
  share: number;
  se: number;
}

/** All that stands still on a board, for drawing it and for naming its things. */
export interface BoardData {
  id: string;
  title: string;
  summary: string;
  note: string;
  rules_version: number;
  seats: [number, number];
  size: [number, number];
  colors: string[];
  cards: CardData[];
  route_points: Record<string, number>;
  places: PlaceData[];
  countries: PlaceData[];
  routes: RouteData[];
  variants: VariantData[];
  rules: RulesData[];
  things: Record<string, any[]>;
  modules: string[];
  extras: Record<string, any>;
}

/** A board in the catalog. */
export interface BoardInfo {
  id: string;
  title: string;
  summary: string;
  note: string;
  seats: [number, number];
  minutes: [number, number];
  variants: VariantInfo[];
}

/** A bot that can take a seat. */
export interface BotLevel {
  level: string;
  words: string;
  for_people: boolean;
  soon: string;
}

/** The last message before the server closes the socket. */
export interface Bye {
  type: "bye";
  code: "stopping" | "too_fast" | "too_slow" | "no_hello" | "kicked" | "forbidden";
  words: string;
  again: boolean;
}

/** Something that could have been done, and what it was worth to the deciding seat. */
export interface Candidate {
  action: string;
  share: number;
  se: number;
  worlds: number;
}

/** A kind of card. */
export interface CardData {
  name: string;
  title: string;
  color: string;
  sort: string;
  deck: string;
  count: number;
}

/** What can be played here, and with whom. */
export interface Catalog {
  version: string;
  protocol: number;
  boards: BoardInfo[];
  bots: BotLevel[];
  name_length: number;
  chat_length: number;
}

/** Something that was said, or a note about the table ("Mara is back."). */
export interface ChatLine {
  number: number;
  at: number;
  seat: number | null;
  name: string;
  text: string;
  note: boolean;
}

/** New lines of the chat. */
export interface Chatted {
  type: "chat";
  lines: ChatLine[];
}

/** One legal action. */
export interface Choice {
  number: number;
  words: string;
  action: Record<string, any>;
  route: string | null;
  pays: [string, number][] | null;
  points: number | null;
  note: string | null;
  worth: number | null;
}

/** A seat's time. */
export interface Clock {
  seat: number;
  left: number | null;
  running: boolean;
}

/** All clocks, and when they were read. */
export interface Clocks {
  now: number;
  clocks: Clock[];
}

/** Ask for the coach, or send it away. Where all others are bots it comes at once; else all who play are asked. */
export interface Coach {
  ref?: number | null;
  type: "coach";
  on?: boolean;
}

/** The coach of a table. It may help only where everybody who plays has agreed. */
export interface CoachInfo {
  on: boolean;
  offer: CoachOffer | null;
  helped: Record<string, string>;
}

/** A seat would like to play with the coach: everybody who plays is asked. */
export interface CoachOffer {
  number: number;
  seat: number;
  agreed: number[];
  waiting: number[];
}

/** Play again in the own seat, in place of the bot. */
export interface ComeBack {
  ref?: number | null;
  type: "come_back";
}

/** The game that a table goes on from, and after how many of its decisions. */
export interface Continued {
  table: string;
  decisions: number;
}

/** The open decision of the viewing seat. The same one is shown again after a reconnect. */
export interface Decision {
  number: number;
  question: string;
  words: string;
  choices: Choice[];
}

/** A decision as an update tells it: choices that were told before are only named. */
export interface DecisionChange {
  number: number;
  question: string;
  words: string;
  choices: number[];
  told: Choice[];
}

/** Ask for the lines of chat that came before one, a page of them. `before` is its number. */
export interface Earlier {
  ref?: number | null;
  type: "earlier";
  before: number;
}

/** The answer to `earlier`. */
export interface EarlierLines {
  type: "earlier";
  ref: number | null;
  lines: ChatLine[];
  more: boolean;
}

/** A seat would like to end the game here: everybody who plays is asked. */
export interface EndOffer {
  number: number;
  seat: number;
  agreed: number[];
  waiting: number[];
}

/** Ask why a route cannot be built now, and what it would bring; without a route, all of them at once. */
export interface Explain {
  ref?: number | null;
  type: "explain";
  route?: string | null;
  paths?: boolean;
}

/** The answer to `explain`. */
export interface Explained {
  type: "explained";
  ref: number | null;
  number: number;
  routes: RouteState[];
  longest_paths: LongestPath[];
}

/** The shuffle, for checking: the hash is shown from the start, seed and salt when the game is over. */
export interface Fairness {
  hash: string | null;
  seed: string | null;
  salt: string | null;
  words: (string | null)[];
}

/** Let the coach think about the open decision, so that it can warn; and tell the win shares, if one likes. */
export interface Foresee {
  ref?: number | null;
  type: "foresee";
  decision: number;
  shares?: boolean;
}

/** The answer to `foresee`: the coach has thought about the decision. */
export interface Foreseen {
  type: "foreseen";
  ref: number | null;
  decision: number;
  shares: number[] | null;
  se: number | null;
}

/** A running or finished game as the viewer may know it: everything needed to draw it. */
export interface GameState {
  turn: number;
  banner: string;
  clocks: Clocks;
  undo: UndoState;
  number: number;
  observation: Record<string, any>;
  names: string[];
  log: LogLine[];
  decision: Decision | null;
  warning: string;
  closed: string[];
  tickets: TicketProgress[];
  offer: TicketProgress[];
  result: Result | null;
}

/** The first message on every socket: who is there. Without a token it is a spectator. */
export interface Hello {
  type: "hello";
  token?: string | null;
  seat?: number | null;
  invitation?: string | null;
}

/** Ask the coach about the open decision: a nudge, or the move with its reasons. */
export interface Hint {
  ref?: number | null;
  type: "hint";
  decision: number;
  move?: boolean;
}

/** The answer to `hint`. */
export interface Hinted {
  type: "hinted";
  ref: number | null;
  decision: number;
  move: boolean;
  words: string;
  reasons: string[];
  places: string[];
  route: string | null;
  action: number | null;
}

/** A decision, judged by what its seat could know; `luck` and `open_shares` come from the truth. */
export interface JudgedDecision {
  number: number;
  seat: number;
  question: string;
  action: string;
  best: string;
  usual: string;
  label: "inaccuracy" | "mistake" | "blunder" | null;
  error: number;
  error_se: number;
  points: number;
  points_se: number;
  lead: number;
  lead_se: number;
  shares: number[];
  shares_after: number[];
  candidates: Candidate[];
  luck: number;
  luck_se: number;
  lucks: number[];
  play: number[];
  open_shares: number[];
  reasons: string[];
}

/** A game, analyzed: what `branchline analyze --json` prints. */
export interface JudgedGame {
  format: number;
  record: string;
  board: string;
  variant: string;
  rules_version: number;
  evaluator: string;
  evaluator_version: number;
  worlds: number;
  is_finished: boolean;
  seats: JudgedSeat[];
  decisions: JudgedDecision[];
  open_shares: number[][];
  effort: Record<string, number | null>;
}

/** A seat's game in sum: `initial + luck + play = result`. */
export interface JudgedSeat {
  seat: number;
  name: string;
  initial: number;
  luck: number;
  luck_se: number;
  play: number;
  result: number;
  adjusted: number;
  deal: number;
  errors: number;
  error: number | null;
  error_se: number | null;
  points: number | null;
  points_se: number | null;
  accuracy: number | null;
  accuracy_range: [number, number] | null;
  decisions: number;
  labels: Record<string, number>;
}

/** Leave a running game, with all seats that the token holds. Before the start: `POST …/leave`. */
export interface Leave {
  ref?: number | null;
  type: "leave";
}

/** Sentences that replace the log from a line on: a turn is told again with every decision that adds to it. */
export interface LogChange {
  start: number;
  lines: LogLine[];
}

/** A sentence of the log, the seat it is about, and the routes that it tells of as built. */
export interface LogLine {
  seat: number | null;
  text: string;
  routes: string[];
}

/** A seat's longest continuous path. */
export interface LongestPath {
  seat: number;
  length: number;
  routes: string[];
}

/** Hot-seat: look from another seat that the token holds; a new `welcome` follows. */
export interface Look {
  ref?: number | null;
  type: "look";
  seat: number;
}

/** A decision of a finished game. */
export interface Move {
  step: number;
  seat: number;
  words: string;
  log: LogLine[];
  turn: number;
}

/** Hear no more of what a seat says, on this line; or hear it again. `seat` null stands for all spectators. */
export interface Mute {
  ref?: number | null;
  type: "mute";
  seat: number | null;
  on?: boolean;
}

/** What changed in an observation: put `fields` over its fields, and those of each part over that part's. */
export interface ObservationChange {
  fields: Record<string, any>;
  parts: Record<string, Record<string, any>>;
}

/** Propose to end the game here and to count it as it stands; everybody who plays is asked. */
export interface OfferEnd {
  ref?: number | null;
  type: "offer_end";
}

/** Ask for a `pong`, with the server's time. */
export interface Ping {
  ref?: number | null;
  type: "ping";
}

/** A place on the map, or a country with several dead ends (`dead_ends` are ids of places). */
export interface PlaceData {
  id: string;
  name: string;
  x: number;
  y: number;
  region: string;
  country: string;
  tags: string[];
  dead_ends: string[];
}

/** Ask what some routes take together, with the seat's cards and pieces. */
export interface Plan {
  ref?: number | null;
  type: "plan";
  routes: string[];
}

/** The answer to `plan`. */
export interface Planned {
  type: "planned";
  ref: number | null;
  number: number;
  routes: string[];
  words: string;
}

/** The answer to `ping`. */
export interface Pong {
  type: "pong";
  ref: number | null;
  now: number;
}

/** A message that was refused and changed nothing. Over HTTP the same as a body, without `type` and `ref`. */
export interface Problem {
  type: "error";
  ref: number | null;
  code:
   
    | "bad_message"
    | "too_big"
    | "too_fast"
    | "not_found"
    | "no_table"
    | "no_seat"
    | "not_host"
    | "not_allowed"
    | "not_running"
    | "stale"
    | "illegal"
    | "full"
    | "name_taken"
    | "bad_setup"
    | "limit"
    | "wrong_origin"
    | "unavailable";
  words: string;
}

/** Ask for a payment as a whole for what an action pays for: the cheapest, or the nearest to `cards`. */
export interface Propose {
  ref?: number | null;
  type: "propose";
  decision: number;
  action: number;
  cards?: Record<string, number> | null;
}

/** The answer to `propose`: the answers that pay, one for each question that comes, and the cards they take. */
export interface Proposed {
  type: "proposed";
  ref: number | null;
  decision: number;
  actions: number[];
  pays: [string, number][];
  note: string;
}

/** Something that could be done. */
export interface PuzzleAnswer {
  number: number;
  words: string;
  route: string | null;
}

/** A puzzle in the list. */
export interface PuzzleInfo {
  id: string;
  board: string;
  theme: string;
  rating: number;
  tries: number;
}

/** `GET /api/puzzles/{id}`: a position as its seat sees it, and what could be done. What is best is not told. */
export interface PuzzlePosition {
  id: string;
  board: string;
  variant: string;
  theme: string;
  rating: number;
  tries: number;
  seat: number;
  names: string[];
  turn: number;
  banner: string;
  observation: Record<string, any>;
  closed: string[];
  tickets: TicketProgress[];
  offer: TicketProgress[];
  log: LogLine[];
  answers: PuzzleAnswer[];
}

/** `POST /api/puzzles/{id}/answer`: whether it was right, and why. */
export interface PuzzleSolved {
  right: boolean;
  best: number;
  move: string;
  worths: AnswerWorth[];
  lead: number;
  lead_se: number;
  reasons: string[];
  counted: boolean;
  rating: number;
  change: number;
  puzzle_rating: number;
  token: string | null;
}

/** `GET /api/puzzles`: all of them. */
export interface Puzzles {
  puzzles: PuzzleInfo[];
  daily: string | null;
  themes: string[];
}

/** Host: let a bot play for a seat whose player left, lost the line, or ran out of time. */
export interface Replace {
  ref?: number | null;
  type: "replace";
  seat: number;
  level?: string | null;
}

/** `GET /api/tables/{id}/replay?view=...`: all decisions of a finished game, told as a viewer could follow them. */
export interface Replay {
  table: TableInfo;
  view: string;
  steps: number;
  moves: Move[];
  result: Result;
}

/** `GET /api/tables/{id}/replay/{step}?view=...`: the game after that many decisions. */
export interface ReplayStep {
  step: number;
  view: string;
  events: Record<string, any>[];
  observation: Record<string, any>;
  tickets: TicketProgress[];
  turn: number;
  closed: string[];
  banner: string;
  log: LogLine[];
}

/** Give up: the seat comes last. A bot plays on for it, unless only one seat, or no person, is left to play. */
export interface Resign {
  ref?: number | null;
  type: "resign";
}

/** The end of a game. */
export interface Result {
  words: string;
  ended: string;
  lines: Record<string, string>;
  seats: SeatResult[];
  winners: number[];
  coached: number[];
}

/** A track. */
export interface RouteData {
  index: number;
  id: string;
  name: string;
  a: string;
  b: string;
  color: string;
  length: number;
  track: number;
  kind: string;
  wilds: number;
  points: number;
  twins: string[];
  tags: string[];
  marks: string[];
}

/** How matters stand with a route for the viewing seat. */
export interface RouteState {
  route: string;
  state: "legal" | "not_now" | "yours" | "taken" | "closed";
  words: string;
  points: number;
  choices: number[];
}

/** What a board adds to the common rules, part by part. */
export interface RulesData {
  title: string;
  words: string[];
}

/** Chat. */
export interface Say {
  ref?: number | null;
  type: "say";
  text: string;
}

/** What everybody knows about a seat. */
export interface SeatInfo {
  seat: number;
  kind: "free" | "person" | "bot";
  name: string;
  level: string | null;
  host: boolean;
  here: boolean;
  left: boolean;
  resigned: boolean;
  ends_game: boolean;
  out_of_time: boolean;
  substitute: string | null;
}

/** A seat's score sheet. */
export interface SeatResult {
  seat: number;
  lines: Record<string, number>;
  total: number;
  place: number;
  tickets: TicketResult[];
  longest_path: LongestPath;
}

/** A seat of your own. The token is told once; who has it, has the seat: keep it in the browser, in no URL. */
export interface Seated {
  table: TableInfo;
  seat: number | null;
  seats: number[];
  token: string;
  invitation: string | null;
}

/** Host: let nobody hear what a seat says, or let it talk again. `seat` null stands for all spectators. */
export interface Silence {
  ref?: number | null;
  type: "silence";
  seat: number | null;
  on?: boolean;
}

/** `GET /api/puzzles/solver`: whoever has the token. */
export interface Solver {
  rating: number;
  tries: number;
  solved: number;
  tried: Record<string, boolean>;
}

/** The whole game again: it has begun, or something was taken back. */
export interface State {
  type: "state";
  why: "started" | "taken_back" | "caught_up";
  game: GameState;
}

/** A candidate in words, and what of it can be drawn on the map. */
export interface StudiedChoice {
  words: string;
  routes: string[];
  places: string[];
  lines: string[][];
  card: string | null;
}

/** What was asked, what came of it, and the candidates in the order of the analysis. */
export interface StudiedDecision {
  asked: string;
  came: string;
  choices: StudiedChoice[];
}

/** `GET /api/tables/{id}/analysis/{worlds}`: an analysis with what is shown beside it. */
export interface StudiedGame {
  analysis: JudgedGame;
  study: Study;
}

/** What a seat did again and again, and about how many points it cost. */
export interface StudiedHabit {
  name: string;
  words: string;
  points: number;
  number: number;
}

/** A seat's tickets, the turns that came to nothing, and what added up. */
export interface StudiedSeat {
  habits: StudiedHabit[];
  tickets: StudiedTicket[];
  turns_wasted: number;
  wasted: string;
}

/** A ticket that a seat took, and what all that it took in that decision were worth then. */
export interface StudiedTicket {
  number: number;
  name: string;
  points: number;
  completed: boolean;
  worth: number;
}

/** What is shown beside an analysis. */
export interface Study {
  decisions: StudiedDecision[];
  seats: StudiedSeat[];
}

/** Seats, people, hosts, or the status of the table changed. */
export interface TableChanged {
  type: "table";
  you: You;
  table: TableInfo;
  clocks: Clocks | null;
}

/** A table as everybody may know it. */
export interface TableInfo {
  id: string;
  board: string;
  variant: string;
  title: string;
  status: "open" | "running" | "finished";
  seats: SeatInfo[];
  first_seat: number | null;
  timer: TimerInfo;
  private: boolean;
  hot_seat: boolean;
  created: number;
  started: number | null;
  finished: number | null;
  active: number;
  decisions: number;
  totals: number[] | null;
  winners: number[] | null;
  fairness: Fairness;
  rematch: string | null;
  continues: Continued | null;
  to_move: number[];
  viewers: number;
  when_left: "bot" | "resign";
  end_offer: EndOffer | null;
  coach: CoachInfo;
  silent: (number | null)[];
  set_aside: string | null;
}

/** Tables of the lobby, the newest first. */
export interface Tables {
  tables: TableInfo[];
}

/** A ticket. */
export interface TicketData {
  id: string;
  name: string;
  stops: string[];
  points: number;
  deck: string;
  tour_points: [number, number] | null;
}

/** A ticket of the viewing seat, and how far it is. */
export interface TicketProgress {
  id: string;
  name: string;
  stops: string[];
  points: number;
  values: string;
  deck: string;
  tour: boolean;
  state: "done" | "possible" | "lost";
  words: string;
  missing: string[];
  chain: string[];
  needs: string;
}

/** A ticket at the end. */
export interface TicketResult {
  id: string;
  name: string;
  stops: string[];
  points: number;
  completed: boolean;
  scored: number;
}

/** How long people may think; see `requests.Timer`. */
export interface TimerInfo {
  kind: "none" | "move" | "bank";
  seconds: number;
  increment: number;
  when_out: "wait" | "bot";
}

/** Take back the seat's latest decision: at once while it is free, else all seated people are asked. */
export interface Undo {
  ref?: number | null;
  type: "undo";
}

/** Somebody wishes to take back, agreed, or declined. */
export interface UndoChanged {
  type: "undo";
  undo: UndoState;
}

/** What the viewing seat can take back. */
export interface UndoState {
  can: "no" | "free" | "ask";
  words: string;
  wish: UndoWish | null;
}

/** A seat would like to take back more than is free: all seated people are asked. */
export interface UndoWish {
  number: number;
  seat: number;
  words: string;
  agreed: number[];
  waiting: number[];
}

/** A decision was taken: what happened, and what is different now. What is not there is as it was. */
export interface Update {
  turn: number;
  banner: string;
  clocks: Clocks;
  undo: UndoState;
  type: "update";
  after: number;
  number: number;
  events: Record<string, any>[];
  observation: ObservationChange;
  log: LogChange;
  decision?: DecisionChange | null;
  warning?: string;
  closed?: string[];
  tickets?: TicketProgress[];
  offer?: TicketProgress[];
  result?: Result | null;
}

/** A variant with its numbers and tickets. */
export interface VariantData {
  id: string;
  title: string;
  summary: string;
  numbers: Record<string, number>;
  tickets: TicketData[];
  options: Record<string, any>;
}

/** One way to play a board. */
export interface VariantInfo {
  id: string;
  title: string;
  summary: string;
}

/** The answer to a careful `act` that the coach warns of. Nothing was done: act again without `careful` to do it. */
export interface Warned {
  type: "warned";
  ref: number | null;
  decision: number;
  action: number;
  words: string[];
}

/** The answer to `hello` and to `look`: everything. */
export interface Welcome {
  type: "welcome";
  protocol: number;
  you: You;
  table: TableInfo;
  game: GameState | null;
  chat: ChatLine[];
  earlier: boolean;
}

/** Who the viewer is. */
export interface You {
  seat: number | null;
  seats: number[];
  host: boolean;
}

export type ClientMessage =
  | Hello
  | Act
  | Look
  | Say
  | Earlier
  | Mute
  | Silence
  | Undo
  | AnswerUndo
  | Replace
  | ComeBack
  | Leave
  | Resign
  | OfferEnd
  | AnswerEnd
  | Coach
  | AnswerCoach
  | Hint
  | Foresee
  | Explain
  | Plan
  | Propose
  | Ping;

export type ServerMessage =
  | Welcome
  | Update
  | State
  | TableChanged
  | Chatted
  | EarlierLines
  | UndoChanged
  | Explained
  | Proposed
  | Planned
  | Hinted
  | Foreseen
  | Warned
  | Accepted
  | Pong
  | Problem
  | Bye;
