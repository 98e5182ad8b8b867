// The board as data, as the server sends it. docs/scene.md is the reference; src/core/scene.hpp says the same in C++.

export type At = string | [number, number] // a site's or tray's id, or a free place in cells
export type Text = { key: string; args?: Record<string, string | number> } | { plain: string }
export type Point = [number, number]
export type Box = [number, number, number, number] // left, top, right, bottom

export interface Layout {
  v: 1
  game: string
  tone: string // 'wood' | 'felt' | 'stone' | 'paper' | 'night'
  view: { bounds: Box; unbounded?: true; turns: number[]; portrait: 'keep' | 'rotate' }
  grid?: { cols: number; rows: number; names: 'a1-bottom' | 'a1-top'; checker?: true }
  sites?: Site[]
  track?: string[]
  lines?: [string, string][]
  zones?: Zone[]
  trays?: Tray[]
  decor?: Decor[]
  seats?: Text[]
}
export interface Site {
  id: string
  at: Point // its centre
  size: Point
  shape: 'square' | 'pit' | 'point' | 'hex' | 'none'
  dir?: Point
  owner?: number
  say: Text
}
export interface Zone { id: string; box: Box; seat?: number; say: Text }
export interface Tray {
  id: string
  kind: 'hand' | 'store' | 'bar' | 'off' | 'dice' | 'cube'
  at: Point
  size: Point
  seat?: number
  say: Text
}
export interface Decor { kind: 'line' | 'dot' | 'box'; from: Point; to: Point }

export type Turn = number | 'chance' | 'over'
export interface Scene { turn: Turn; pieces: Piece[]; marks: Mark[]; banner?: Text }
export interface Piece {
  kind: 'disc' | 'stones' | 'amazon' | 'knight' | 'burnt' | 'card' | 'checker' | 'die' | 'cube' | 'token' | 'piece'
  at: At
  seat?: number
  count?: number
  turn?: number
  face?: string
  value?: number
  strokes?: string
  used?: true
}
export interface Mark {
  kind: 'last' | 'forbidden' | 'chain' | 'capture' | 'loop'
  sites?: At[]
  path?: At[]
  seat?: number
  label?: Text
}

export type Step =
  | { do: 'move'; from: At; to: At }
  | { do: 'put'; piece: Piece }
  | { do: 'take'; at: At; count?: number; to?: At }
  | { do: 'drop'; at: At; count: number }
  | { do: 'sow'; from: At; over: At[] }
  | { do: 'carry'; from: At[]; to: At }
  | { do: 'flip'; at: At[]; seat: number }
  | { do: 'turn'; at: At; turn: number }
  | { do: 'roll'; values: number[] }
  | { do: 'mark'; marks: Mark[]; turn: Turn; banner?: Text }
  | { do: 'say'; text: Text }
  | { do: 'again'; from: number; period: number; shift: number }
  | { do: 'set'; scene: Scene }

export type Pick = ({ site: At } | { piece: string } | { drag: [At, At] } | { key: string }) & { value?: number }
export type Branch = Pick & { next: number | string } // a node, or the move
export interface Node { ask: number; picks: Branch[] }
export type Option = Pick & { text: string }
export interface Facet { ask: Text; options: Option[] }
export type Choices =
  | { form: 'tree'; asks: Text[]; nodes: Node[]; cut?: true } // cut: not all nodes yet; the server is asked for those that are missing
  | { form: 'facets'; facets: Facet[]; moves: number[] }
  | { form: 'list'; moves: string[]; cut?: true; count?: number }
