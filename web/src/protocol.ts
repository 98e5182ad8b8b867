// Documents of the HTTP API; docs/serve.md is the reference. WebSocket messages are in messages.ts.
import type { ClockNow, Ended, Phase, Problem, SeatNow } from './messages'
import type { Choices, Layout, Scene, Step } from './scene'

export type * from './messages'

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
  default_agent?: string // the usual opponent on the command line
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

/** Information on one position of the line. */
export interface Standing {
  position: string
  turn: number | string
  score: number[]
  result: number[] | null
  picture?: string[]
}

// ---- Tables of several people.

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
/** A finished game, as in its record. */
export interface FinishedGame { id: string; game: string; seats: Seated[]; date: string; plies: number; result: number[] | null; ended: { how: string; seat?: string | null; why?: string } | null }

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
  left?: number // on the mover's clock, then
  seated?: Seated[] // joined before this move
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
  seated?: Seated[] // joined after the last move
  result?: number[] | null
  ended?: { how: string; seat?: string | null; why?: string } | null // the seat by name
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
  readings?: string[]
  text_ja?: string // in Japanese, for the papers' claims
  found_ja?: string
  readings_ja?: string[]
}

export interface RunInfo { name: string; title: string; title_ja?: string; state: string; cells: number | null; done: number | null; seconds_left?: number | null; report?: boolean; can_start?: boolean }
export interface Cell {
  id: string
  paper?: string
  experiment?: string
  factors: Record<string, unknown>
  measure: string
  value: number | null
  standard_error?: number | null
  n?: number
  printed?: number | string | null
  difference_in_se?: number | null
}
export interface Progress { done: number; total: number; unit?: string; seconds?: number }
/** Texts of an experiment, or of a file of them, in Japanese too for the papers'. */
export interface Titles { title?: string; title_ja?: string; note?: string; note_ja?: string }
export interface RunPaper extends Titles { name: string; experiments?: ({ id: string; place?: string } & Titles)[] }
export interface RunDocument { name: string; title?: string; title_ja?: string; papers?: RunPaper[]; state: string; progress?: Progress; cells?: Cell[]; standings?: unknown; error?: Problem | null }
export interface JobDocument { state: 'running' | 'done' | 'stopped' | 'failed'; progress?: Progress; findings?: Record<string, unknown>; error?: Problem | null }
