// A clock for each seat, kept by the page: base time plus an increment for each move.
export class Clock {
  minutes = $state(0) // 0: no clock
  increment = $state(0) // seconds
  left: number[] = $state([]) // milliseconds
  running: number | null = $state(null)
  private since = 0
  private timer: ReturnType<typeof setInterval> | undefined

  constructor(private readonly out_of_time: (seat: number) => void) {}

  set(minutes: number, increment: number, seats: number) {
    this.stop()
    this.minutes = minutes
    this.increment = increment
    this.left = minutes > 0 ? Array.from({ length: seats }, () => minutes * 60_000) : []
  }
  restore(kept: { minutes: number; increment: number; left: number[] }) {
    this.stop()
    this.minutes = kept.minutes
    this.increment = kept.increment
    this.left = kept.left
  }
  /** Follows a server's clock: the page only counts down between its messages. */
  show(left: number[], running: number | null) {
    clearInterval(this.timer)
    this.minutes = left.length > 0 ? 1 : 0
    this.left = left
    this.running = running
    this.since = performance.now()
    if (running !== null) this.timer = setInterval(() => this.count(), 200)
  }
  /** Starts this seat's clock; the seat whose clock ran before has moved. */
  run(seat: number | null, moved: boolean) {
    if (this.minutes === 0 || seat === this.running) return
    this.count()
    if (moved && this.running !== null) this.left[this.running] = (this.left[this.running] ?? 0) + this.increment * 1000
    this.running = seat
    this.since = performance.now()
    clearInterval(this.timer)
    if (seat !== null) this.timer = setInterval(() => this.count(), 200)
  }
  stop() {
    this.count()
    this.running = null
    clearInterval(this.timer)
  }
  private count() {
    const seat = this.running
    if (seat === null) return
    const now = performance.now()
    this.left[seat] = Math.max(0, (this.left[seat] ?? 0) - (now - this.since))
    this.since = now
    if (this.left[seat] === 0) {
      this.running = null
      clearInterval(this.timer)
      this.out_of_time(seat)
    }
  }
}

export function clock_text(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000)
  if (milliseconds < 10_000) return (milliseconds / 1000).toFixed(1)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
