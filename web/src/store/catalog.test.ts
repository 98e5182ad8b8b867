import { describe, expect, it } from 'vitest'
import type { GameInfo } from '../protocol'
import { scale_of, usual_agent } from './catalog.svelte'

const game = (ladder: string[], default_agent?: string) =>
  ({ id: 'g', title: '', parameters: [], players: 2, capabilities: [], agents: [{ id: 'greedy', help: '', parameters: [] }], seats: [], group: 'native', ladder: ladder.map((agent) => ({ agent })), default_agent }) as GameInfo
const words = (g: GameInfo) => scale_of(g).map((r) => r.word)

describe('strengths', () => {
  it('only the longest thinker is called strong, and a middling agent is the default opponent', () => {
    const chess = game(['alphabeta:depth=1', 'alphabeta:depth=2'], 'alphabeta:nodes=300000')
    expect(words(chess)).toEqual([0, 2, 4])
    expect(usual_agent(chess)).toBe('alphabeta:depth=2')
    const hex = game([10, 20, 40, 80, 160].map((n) => `uct:playouts=${n}`), 'uct:playouts=8000,solve=true')
    expect(words(hex)).toEqual([0, 1, 2, 2, 3, 4])
    expect(usual_agent(hex)).toBe('uct:playouts=40')
    expect(words(game(['a:depth=1', 'a:depth=2', 'a:depth=3'], 'b'))).toEqual([0, 2, 3, 4])
  })
  it('the usual opponent is not listed twice if the ladder has it', () => {
    expect(words(game(['expectimax:depth=1', 'expectimax:depth=2'], 'expectimax'))).toEqual([0, 2])
  })
  it('a game whose ladder is not known yet has no labels', () => {
    expect(scale_of(game([], 'expert'))).toEqual([])
    expect(usual_agent(game([], 'expert'))).toBe('greedy')
  })
})
