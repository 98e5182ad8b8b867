// Made by types.mjs from docs/scene.schema.json.

/** A key of the dictionary with what stands in its gaps (a value that begins with @ is a key itself), or plain words. */
export type Text =
  | { key: string; args?: Record<string, string | number> }
  | { plain: string }
/** The id of a site or tray, or a free place in cells. */
export type At = string | [number, number]
export type Point = [number, number]
/** Left, top, right, bottom. */
export type Box = [number, number, number, number]
export type Seat = number
export type Turn = Seat | 'chance' | 'over'
export type Site = { id: string; at: Point; size: Point; shape: 'square' | 'pit' | 'point' | 'hex' | 'none'; dir?: Point; owner?: Seat; say: Text }
export type Zone = { id: string; box: Box; seat?: Seat; say: Text }
export type Tray = { id: string; kind: 'hand' | 'store' | 'bar' | 'off' | 'dice' | 'cube'; at: Point; size: Point; seat?: Seat; say: Text }
export type Decor = { kind: 'line' | 'dot' | 'box'; from: Point; to: Point }
export type Layout = { v: 1; game: string; tone: 'wood' | 'felt' | 'stone' | 'paper' | 'night'; view: { bounds: Box; unbounded?: true; turns: number[]; portrait?: 'keep' | 'rotate' }; grid?: { cols: number; rows: number; names: 'a1-bottom' | 'a1-top'; checker?: true }; sites?: Site[]; track?: string[]; lines?: [string, string][]; zones?: Zone[]; trays?: Tray[]; decor?: Decor[]; seats?: Text[] }
export type Piece = { kind: 'disc' | 'stones' | 'amazon' | 'knight' | 'burnt' | 'card' | 'checker' | 'die' | 'cube' | 'token' | 'piece'; at: At; seat?: Seat; count?: number; turn?: number; face?: string; value?: number; strokes?: string; used?: true }
export type Mark = { kind: 'last' | 'forbidden' | 'chain' | 'capture' | 'loop'; sites?: At[]; path?: At[]; seat?: Seat; label?: Text }
export type Scene = { turn: Turn; pieces: Piece[]; marks: Mark[]; banner?: Text }
export type Step =
  | { do: 'move'; from: At; to: At }
  | { do: 'put'; piece: Piece }
  | { do: 'take'; at: At; count?: number; to?: At }
  | { do: 'drop'; at: At; count: number }
  | { do: 'sow'; from: At; over: At[] }
  | { do: 'carry'; from: At[]; to: At }
  | { do: 'flip'; at: At[]; seat: Seat }
  | { do: 'turn'; at: At; turn: number }
  | { do: 'roll'; values: number[] }
  | { do: 'say'; text: Text }
  | { do: 'again'; from: number; period: number; shift: number }
  | { do: 'mark'; marks: Mark[]; turn: Turn; banner?: Text }
  | { do: 'set'; scene: Scene }
export type Steps = Step[]
export type Branch =
  | { site: At; value?: number; next: number | string }
  | { piece: string; value?: number; next: number | string }
  | { drag: [At, At]; value?: number; next: number | string }
  | { key: string; value?: number; next: number | string }
export type Option =
  | { site: At; value?: number; text: string }
  | { piece: string; value?: number; text: string }
  | { drag: [At, At]; value?: number; text: string }
  | { key: string; value?: number; text: string }
export type Node = { ask: number; picks: Branch[] }
export type Facet = { ask: Text; options: Option[] }
export type Choices =
  | { form: 'tree'; asks: Text[]; nodes: Node[]; cut?: true }
  | { form: 'facets'; facets: Facet[]; moves: number[] }
  | { form: 'list'; moves: string[]; cut?: true; count?: number }
