// Three short synthesised sounds: a move, one's turn, the end.
import { settings } from './store/settings.svelte'

let context: AudioContext | null = null
const notes = { move: [[330, 0, 0.06]], turn: [[440, 0, 0.07], [587, 0.08, 0.09]], end: [[523, 0, 0.12], [392, 0.14, 0.12], [262, 0.28, 0.22]] } as const

export function sound(name: keyof typeof notes) {
  if (!settings.sounds || typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  for (const [pitch, after, length] of notes[name]) {
    const start = context.currentTime + after
    const tone = context.createOscillator()
    const volume = context.createGain()
    tone.type = 'triangle'
    tone.frequency.value = pitch
    volume.gain.setValueAtTime(0.18, start)
    volume.gain.exponentialRampToValueAtTime(0.001, start + length)
    tone.connect(volume).connect(context.destination)
    tone.start(start)
    tone.stop(start + length)
  }
}
