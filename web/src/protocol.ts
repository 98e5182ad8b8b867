// What the server and the page say to each other; docs/serve.md is the reference.
import type { Choices, Layout, Node, Scene, Step } from './scene'

export interface Problem { what: string; hint?: string; where?: string; line?: number; column?: number; key?: string }

export interface Parameter { name: string; type: string; default: string; range: string; help: string; required?: boolean; file?: boolean }
export interface AgentInfo { id: string; help: string; parameters: Parameter[]; games?: string[] }
export interface GameInfo {
  id: string
  title: string
  parameters: Parameter[]
  players: number
  capabilities: string[]
  agents: AgentInfo[]
  seats: string[]
  group: 'native' | 'library' | 'own'
  ladder: { agent: string }[]
  default_agent?: string // whom the command line sets against a person
  studies?: StudyInfo[]
  errors?: Problem[]
}
export interface StudyInfo {
  id: string
  help: string
  examples?: string[]
  parameters: Parameter[]
  takes?: string
}

export type SeatWho = { who: 'human'; name?: string } | { who: 'agent'; agent: string }
export interface SeatNow {
  seat: number
  name: string
  who: 'human' | 'agent' | 'open' | 'bot'
  agent?: string
  person?: string
  // At a table of several people:
  present?: boolean
  away?: number // seconds
  substitute?: string // who plays it as long as its owner is away
  out?: string // how its owner left it for good: "resigned", "time", "forfeit"
}
export interface Ended { how: string; seat?: number | null; verdict?: string }

/** What is known of one position on the way. */
export interface Standing {
  position: string
  turn: number | string
  score: number[]
  result: number[] | null
  picture?: string[]
}

/** A game as a table shows it, whoever sits there. */
interface WholeGame extends Standing {
  game: string
  ply: number
  start: string
  history: string[]
  seats: SeatNow[]
  layout: Layout | null
  scene: Scene | null
  choices: Choices | null
  ended: Ended | null
}

export interface TableMessage extends WholeGame {
  type: 'table'
  paused: boolean
  seed: number | string
}

// ---- Tables of several people.

export type Phase = 'waiting' | 'running' | 'paused' | 'ended'
export type OfferWhat = 'draw' | 'takeback' | 'pause' | 'rematch'
export interface Offer { what: OfferWhat; by: number; yes: number[]; waits: number[] }
export interface ClockNow { kind: 'none' | 'move' | 'fischer'; seconds?: number; increment?: number; left?: number[]; running?: number | null }
export interface TableOptions { takeback: boolean; listed: boolean; kept: boolean; watch: boolean; seating: 'chosen' | 'drawn'; substitute?: string; claim_after: number }
export interface Missed { ply: number; seat: number | string; move: string; steps: Step[] | null }
/** The whole of a table of several people. */
export interface SharedMessage extends WholeGame {
  type: 'table'
  table: string
  seat: number | null // one's own
  host: boolean
  phase: Phase
  clock: ClockNow
  watchers: number
  options: TableOptions
  offers: Offer[]
  token?: string // of the seat that was just taken
  missed?: Missed[] // since the ply that was named when joining
  seed?: number | string // once it has ended
}
export interface PresenceMessage { type: 'presence'; seats: (Omit<SeatNow, 'name'> & { name?: string })[]; watchers: number; phase: Phase }

export interface SharedInfo {
  id: string
  game: string
  seats: SeatNow[]
  phase: Phase
  ply: number
  turn?: number | string | null
  clock?: ClockNow
  ended?: Ended | null
  result?: number[] | null
  kept?: boolean
  listed?: boolean
  watchers: number
  open?: number
  created?: number
}
export interface OpenedTable { id: string; host: string; join: string; seats: { seat: number; token: string }[] }
/** A game that was kept, as its record says it. */
export interface FinishedGame { id: string; game: string; seats: Seated[]; date: string; plies: number; result: number[] | null; ended: { how: string; seat?: string | null; why?: string } | null }

export interface MovedMessage extends Standing {
  type: 'moved'
  ply: number
  seat: number | string
  move: string
  steps: Step[] | null
  choices: Choices | null
  ended: Ended | null
  clock?: ClockNow
  phase?: Phase
  seed?: number | string
}
export interface Line { move: string; value: number; exact: boolean; line: string[]; visits?: number }
export interface LinesMessage {
  type: 'lines'
  id: number | string
  agent?: string
  depth?: number
  nodes?: number | string
  seconds?: number
  unit?: string
  seat?: number | string
  lines: Line[]
  source?: string
  done?: boolean
}
export type FromServer =
  | TableMessage
  | SharedMessage
  | PresenceMessage
  | { type: 'offers'; offers: Offer[]; refused?: { what: OfferWhat; by: number } }
  | { type: 'unseated'; why: 'elsewhere' | 'freed' | 'closed' }
  | { type: 'rematch'; table: string; seat?: number | null; token?: string; host?: string }
  | MovedMessage
  | LinesMessage
  | { type: 'choices'; ply: number; begins: string; choices: Choices }
  | { type: 'choices'; ply: number; node: number; nodes: Record<string, Node> }
  | { type: 'thinking'; seat: number; agent: string; clock?: ClockNow; waits?: true }
  | { type: 'refused'; ply: number; error: Problem }
  | ({ type: 'ended'; result?: number[] | null; clock?: ClockNow; seed?: number | string } & Ended)
  | { type: 'changed'; game: string; errors: Problem[] }
  | { type: 'error'; error: Problem }

export type ToServer =
  | { type: 'join'; game: string; position?: string; moves?: string[]; seats: SeatWho[]; seed?: number | string; paused?: boolean }
  | { type: 'move'; ply: number; move: string }
  | { type: 'undo' }
  | { type: 'seats'; seats: SeatWho[] }
  | { type: 'end'; how: 'resigned' | 'draw' | 'time'; seat?: number }
  | { type: 'pause' }
  | { type: 'go' }
  | { type: 'step' }
  | { type: 'analyse'; id: number; game: string; position?: string; moves?: string[]; agent?: string; lines?: number }
  | { type: 'stop' }
  | { type: 'choices'; ply: number; begins: string }
  | { type: 'choices'; ply: number; node: number }
  | { type: 'join'; table: string; token?: string; host?: string; join?: string; name?: string; ply?: number }
  | { type: 'sit'; seat?: number; name?: string; join?: string }
  | { type: 'stand' }
  | { type: 'offer'; what: OfferWhat }
  | { type: 'answer'; what: OfferWhat; yes: boolean }
  | { type: 'resign' }
  | { type: 'claim'; seat: number; how: 'win' | 'draw' | 'agent' }
  | { type: 'free'; seat: number }
  | { type: 'close' }

/** The document of `banmen show --scene --json`. */
export interface ShowDocument extends Standing {
  game: string
  moves: string[]
  history: string[]
  layout?: Layout | null
  scene?: Scene | null
  steps?: Step[] | null
  choices?: Choices | null
}

export interface Seated { seat: string; who: string }
export interface RecordNode {
  move: string
  comment?: string
  variations?: RecordNode[][]
  at?: number // seconds after the date
  left?: number // on the mover's clock then
  seated?: Seated[] // who sat down before it
}
export interface RecordDocument {
  game: string
  date?: string
  clock?: { kind: 'move' | 'fischer'; seconds: number; increment?: number }
  position?: string | null
  seats?: { seat: string; who: string }[]
  seed?: number | string | null
  comments?: string[]
  tree: RecordNode[]
  seated?: Seated[] // after the last move
  result?: number[] | null
  ended?: { how: string; seat?: string | null; why?: string } | null // the seat by its name
}

export interface Figure { name: string; value: unknown; unit?: string; words?: string }
export interface PositionDocument {
  findings: { study: string; title: string; move?: string; figures: Figure[] }[]
  exact: { value: number | string; view?: string; source: string; moves: Record<string, number | string> } | null
}

export interface Claim {
  id: string
  paper: string
  section: string
  text: string
  status: string
  command: string
  found: string
}

export interface RunInfo { name: string; title: string; state: string; cells: number | null; done: number | null; seconds_left?: number | null; report?: boolean; can_start?: boolean }
export interface Cell {
  id: string
  factors: Record<string, unknown>
  measure: string
  value: number | null
  standard_error?: number | null
  n?: number
  printed?: number | string | null
  difference_in_se?: number | null
}
export interface Progress { done: number; total: number; unit?: string; seconds?: number }
export interface RunDocument { name: string; title?: string; state: string; progress?: Progress; cells?: Cell[]; standings?: unknown; error?: Problem | string | null }
export interface JobDocument { state: 'running' | 'done' | 'stopped' | 'failed'; progress?: Progress; findings?: Record<string, unknown>; error?: Problem | string | null }
