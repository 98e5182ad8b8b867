/** Returns one move that the choices offer, whatever the game. */
export function a_move(choices) {
  if (choices.form === 'list') return choices.moves[0]
  if (choices.form === 'facets') return choices.facets.map((facet, k) => facet.options[choices.moves[k]].text).join('')
  let node = 0
  for (;;) {
    const { next } = choices.nodes[node].picks[0]
    if (typeof next === 'string') return next
    node = next
  }
}
