// The colour of what belongs to a seat: that of its name where it is called after one, else one by its number. Colours are numbers of
// board.css: 0 dark, 1 light, 2 blue, 3 orange, 4 red, 5 green. Shapes go by the seat alone, for eyes that do not tell these apart.
import type { Text } from '../scene'

const named: Record<string, number> = { black: 0, dark: 0, white: 1, light: 1, blue: 2, orange: 3, yellow: 3, red: 4, green: 5 }

/** A seat may be called after a colour, by the last word of its key, or say in an argument which one it plays. */
function nameOf(text: Text): number | undefined {
  if ('plain' in text) return named[text.plain.toLowerCase()]
  const colour = text.args?.colour
  return named[typeof colour === 'string' ? colour : text.key.slice(text.key.lastIndexOf('.') + 1)]
}

/** Whether every seat is: then its colour is that one, whatever the board is made of. */
export const calledByColours = (seats: Text[]) => seats.length > 0 && seats.every((text) => nameOf(text) !== undefined)

export function tintsOf(seats: Text[]): number[] {
  const found = seats.map(nameOf)
  const taken = new Set(found)
  return found.map((tint, seat) => {
    if (tint !== undefined) return tint
    let free = seat % 6
    // The two that one thinks of first are each other's place.
    if (taken.has(free) && free < 2) free = 1 - free
    while (taken.has(free) && taken.size < 6) free = (free + 1) % 6
    taken.add(free)
    return free
  })
}
