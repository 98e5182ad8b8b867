// Shapes centred on (0,0) in a cell of 100 by 100.

/** Figures named by a piece's face, and the two that are kinds of their own. */
export const figures: Record<string, string> = {
  pawn: 'M0-31a12 12 0 0 1 7 22h5l-2 6h-4l9 25h7v10h-44v-10h7l9-25h-4l-2-6h5a12 12 0 0 1 7-22z',
  rook: 'M-24-32h11v8h7v-8h12v8h7v-8h11v18l-8 6 3 28h7v12h-52v-12h7l3-28-8-6z',
  bishop: 'M0-40a5 5 0 0 1 4 8c14 10 18 22 8 36l6 16h8v12h-52v-12h8l6-16c-10-14-6-26 8-36a5 5 0 0 1 4-8zM-2-20h4v8h8v4h-8v9h-4v-9h-8v-4h8z',
  knight: 'M-20 32c0-22 12-25 15-38l-12 6-9-8 16-20 1-10 8 6c19 4 27 22 25 64zM-1-20a3 3 0 1 0 6 0a3 3 0 1 0-6 0z',
  queen: 'M-32-18a4 4 0 1 1 5 3l9 17 3-24a4 4 0 1 1 6 0l8 22 1-30a4 4 0 1 1 0 0l1 30 8-22a4 4 0 1 1 6 0l3 24 9-17a4 4 0 1 1 5 3l-9 29v7h7v8h-60v-8h7v-7z',
  king: 'M-4-40h8v8h8v7h-8v9c28-10 36 14 18 32h4v16h-52v-16h4c-18-18-10-42 18-32v-9h-8v-7h8z',
  amazon: 'M0-40a6 6 0 0 1 3 11l6 20 14-17a5 5 0 1 1 5 3l-10 31h6v6l-4 4 3 10h-46l3-10-4-4v-6h6l-10-31a5 5 0 1 1 5-3l14 17 6-20a6 6 0 0 1 3-11z',
  fox: 'M-32-34l20 14h24l20-14-5 36-27 32-27-32zM-14-4a4 4 0 1 0 8 0a4 4 0 1 0-8 0zM6-4a4 4 0 1 0 8 0a4 4 0 1 0-8 0z',
  goose: 'M-32 10c8 26 58 28 64-8-14 8-24 6-28-2 4-14 0-34-14-34-9 0-13 6-24 10l14 5c8 0 8 9 2 16-8 5-12 7-14 13z',
  hare: 'M-16-40c9 1 12 17 13 28h6c1-11 4-27 13-28 3 13-1 25-4 31 14 11 13 42-12 43-25-1-26-32-12-43-3-6-7-18-4-31zM-11 6a4 4 0 1 0 8 0a4 4 0 1 0-8 0zM3 6a4 4 0 1 0 8 0a4 4 0 1 0-8 0z',
  hound: 'M-34-8c0-17 9-24 18-21 9-5 23-5 32 0 9-3 18 4 18 21 0 10-7 14-12 9-1 18-9 33-22 33s-21-15-22-33c-5 5-12 1-12-9zM-14-8a4 4 0 1 0 8 0a4 4 0 1 0-8 0zM6-8a4 4 0 1 0 8 0a4 4 0 1 0-8 0z',
}

export const crown = 'M-22 14l-4-26 14 10 12-20 12 20 14-10-4 26z'

/** A symbol for each seat that does not rely on colour: ring, dot, triangle, square. */
export const signs = ['M-14 0a14 14 0 1 0 28 0a14 14 0 1 0-28 0z', 'M-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0z', 'M0-15l14 24h-28z', 'M-11-11h22v22h-22z']

/** Positions of stones in a pit: countable rows, or a heap beyond a dozen. */
const rows: number[][] = [[], [1], [2], [2, 1], [2, 2], [2, 1, 2], [3, 3], [2, 3, 2], [3, 2, 3], [3, 3, 3], [3, 4, 3], [4, 3, 4], [3, 3, 3, 3]]

export function stonePlaces(count: number): { x: number; y: number; r: number }[] {
  const lines = rows[count]
  if (lines) {
    const r = 8.2
    const step = 18.5
    return lines.flatMap((n, row) =>
      Array.from({ length: n }, (_, i) => ({ x: (i - (n - 1) / 2) * step, y: (row - (lines.length - 1) / 2) * (lines.length > 3 ? 16 : 17.5) - 3, r })),
    )
  }
  const shown = Math.min(count, 40)
  const spread = 33 / Math.sqrt(shown)
  return Array.from({ length: shown }, (_, i) => {
    const far = spread * Math.sqrt(i + 0.4)
    return { x: far * Math.cos(i * 2.39996), y: far * Math.sin(i * 2.39996) - 3, r: 7.6 }
  })
}

export const pips: [number, number][][] = (() => {
  const [l, m, r] = [-22, 0, 22]
  const two: [number, number][] = [[l, l], [r, r]]
  const four: [number, number][] = [...two, [l, r], [r, l]]
  return [[], [[m, m]], two, [...two, [m, m]], four, [...four, [m, m]], [...four, [l, m], [r, m]]]
})()
