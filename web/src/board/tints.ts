// Colour of a seat's elements: the colour it is named after, else one by its number. Numbers as in board.css: 0 dark, 1 light, 2
// blue, 3 orange, 4 red, 5 green. Shapes depend on the seat alone and don't rely on colour.
import type { Text } from '../scene'

const named: Record<string, number> = { black: 0, dark: 0, white: 1, light: 1, blue: 2, orange: 3, yellow: 3, red: 4, green: 5 }

/** A seat may be named after a colour by the last word of its key, or state its colour in an argument. */
function nameOf(text: Text): number | undefined {
  if ('plain' in text) return named[text.plain.toLowerCase()]
  const colour = text.args?.colour
  return named[typeof colour === 'string' ? colour : text.key.slice(text.key.lastIndexOf('.') + 1)]
}

/** Returns whether every seat is named after a colour; then it has that colour on any material. */
export const calledByColours = (seats: Text[]) => seats.length > 0 && seats.every((text) => nameOf(text) !== undefined)

export function tintsOf(seats: Text[]): number[] {
  const found = seats.map(nameOf)
  const taken = new Set(found)
  return found.map((tint, seat) => {
    if (tint !== undefined) return tint
    let free = seat % 6
    // The first two colours are each other's replacement.
    if (taken.has(free) && free < 2) free = 1 - free
    while (taken.has(free) && taken.size < 6) free = (free + 1) % 6
    taken.add(free)
    return free
  })
}
