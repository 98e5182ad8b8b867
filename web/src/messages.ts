// Made by types.mjs from docs/messages.schema.json.
import type { Choices, Layout, Node, Scene, Seat, Steps, Turn } from './scene'

export type Problem = { what: string; hint?: string; where?: string; line?: number; column?: number; key?: string }
export type SeatWho =
  | { who: 'human'; name?: string }
  | { who: 'agent'; agent: string }
export type SeatNow = { seat: Seat; name: string; who: 'human' | 'agent' | 'open' | 'bot'; agent?: string; person?: string; present?: boolean; away?: number; substitute?: string; out?: 'resigned' | 'time' | 'forfeit' }
/** An end otherwise than by the rules. */
export type Ended = { how: string; seat?: Seat | null; verdict?: string }
export type Phase = 'waiting' | 'running' | 'paused' | 'ended'
export type OfferWhat = 'draw' | 'takeback' | 'pause' | 'rematch'
export type Offer = { what: OfferWhat; by: Seat; yes: Seat[]; waits: Seat[] }
export type ClockNow = { kind: 'none' | 'move' | 'fischer'; seconds?: number; increment?: number; left?: number[]; running?: Seat | null }
export type TableOptions = { takeback: boolean; listed: boolean; kept: boolean; watch: boolean; seating: 'chosen' | 'drawn'; substitute?: string; claim_after: number }
export type Missed = { ply: number; seat: Seat | 'chance'; move: string; steps: Steps | null }
/** A move with an agent's evaluation; some agents add fields. */
export type Line = { move: string; value: number; exact: boolean; line: string[]; visits?: number; least?: number[]; most?: number[] }
/** Complete state of a connection's own game. */
export type TableMessage = { type: 'table'; game: string; ply: number; start: string; history: string[]; seats: SeatNow[]; layout: Layout | null; scene: Scene | null; picture: string[]; position: string; turn: Turn; score: number[]; result: number[] | null; ended: Ended | null; choices: Choices | null; paused: boolean; seed: number | string }
/** Complete state of a table that several people share. */
export type SharedMessage = { type: 'table'; game: string; ply: number; start: string; history: string[]; seats: SeatNow[]; layout: Layout | null; scene: Scene | null; picture: string[]; position: string; turn: Turn; score: number[]; result: number[] | null; ended: Ended | null; choices: Choices | null; table: string; seat: Seat | null; host: boolean; phase: Phase; clock: ClockNow; watchers: number; options: TableOptions; offers: Offer[]; token?: string; missed?: Missed[]; seed?: number | string }
export type MovedMessage = { type: 'moved'; ply: number; seat: Seat | 'chance'; move: string; steps: Steps | null; picture?: string[]; position: string; turn: Turn; score: number[]; result: number[] | null; ended: Ended | null; choices: Choices | null; clock?: ClockNow; phase?: Phase; seed?: number | string }
export type PresenceMessage = { type: 'presence'; seats: SeatNow[]; watchers: number; phase: Phase }
export type LinesMessage = { type: 'lines'; id: number | string | null; agent?: string; depth?: number; nodes?: number | string; nodes_text?: string; seconds?: number; unit?: string; seat?: Turn; lines: Line[]; note?: string; done?: boolean }
export type FromServer =
  | TableMessage
  | SharedMessage
  | MovedMessage
  | PresenceMessage
  | LinesMessage
  | { type: 'thinking'; seat: Seat; agent: string; clock?: ClockNow; waits?: true }
  | { type: 'refused'; ply: number | null; error: Problem }
  | { type: 'ended'; how: string; seat: Seat | null; verdict?: string; result: number[] | null; clock?: ClockNow; seed?: number | string }
  | { type: 'choices'; ply: number; begins: string; choices: Choices }
  | { type: 'choices'; ply: number; node: number; nodes: Record<string, Node> }
  | { type: 'offers'; offers: Offer[]; refused?: { what: OfferWhat; by: Seat } }
  | { type: 'unseated'; why: 'elsewhere' | 'freed' | 'closed' }
  | { type: 'rematch'; table: string; seat?: Seat; token?: string; host?: string }
  | { type: 'changed'; game: string; errors: Problem[] }
  | { type: 'error'; id?: number | string | null; error: Problem }
export type ToServer =
  | { type: 'join'; game: string; position?: string; moves?: string[]; seats: SeatWho[]; seed?: number | string; paused?: boolean }
  | { type: 'join'; table: string; token?: string; host?: string; join?: string; name?: string; ply?: number }
  | { type: 'move'; ply: number; move: string }
  | { type: 'undo' }
  | { type: 'seats'; seats: SeatWho[] }
  | { type: 'end'; how: 'resigned' | 'draw' | 'time'; seat?: Seat }
  | { type: 'pause' }
  | { type: 'go' }
  | { type: 'step' }
  | { type: 'choices'; ply?: number; begins?: string }
  | { type: 'choices'; ply?: number; node: number }
  | { type: 'analyse'; id?: number | string; game: string; position?: string; moves?: string[]; agent?: string; lines?: number }
  | { type: 'stop' }
  | { type: 'sit'; seat?: Seat; name?: string; join?: string }
  | { type: 'stand' }
  | { type: 'offer'; what: OfferWhat }
  | { type: 'answer'; what: OfferWhat; yes: boolean }
  | { type: 'resign' }
  | { type: 'claim'; seat: Seat; how: 'win' | 'draw' | 'agent' }
  | { type: 'free'; seat: Seat }
  | { type: 'close' }
