// A shared table: its seats, offers and absences. The board itself is that of every game (play).
import { ask, onconnection, Refusal, send } from '../backend'
import { more_words, problem_text, t } from '../i18n'
import { write_link, type Link } from '../link'
import type { ClockNow, FromServer, Offer, OfferWhat, Phase, Problem, SeatNow, SharedInfo, SharedMessage, TableOptions } from '../protocol'
import { sound } from '../sounds'
import { info_of, title_of } from './catalog.svelte'
import { clean_name, held_at, hold, hold_in_tab, keep_name, let_go, own_name, tab_seat } from './held'
import { inform, refuse, speak } from './notices.svelte'
import { play, type Policy } from './play.svelte'

await more_words({ en: () => import('../texts/tables.en.json'), ja: () => import('../texts/tables.ja.json') })

const usual: TableOptions = { takeback: true, listed: false, kept: false, watch: true, seating: 'chosen', claim_after: 120 }

export class Table implements Policy {
  readonly own = false
  id = $state('')
  known = $state(false) // the server has described it
  next = $state('') // the table of a rematch agreed before this page joined
  phase: Phase = $state('waiting')
  seat: number | null = $state(null)
  host = $state(false)
  watchers = $state(0)
  options: TableOptions = $state.raw(usual)
  clock: ClockNow = $state.raw({ kind: 'none' })
  offers: Offer[] = $state.raw([])
  problem: Problem | null = $state.raw(null)
  unseated: 'elsewhere' | 'freed' | 'closed' | null = $state(null)
  invited: { seat: number; token: string } | null = $state.raw(null) // by a link: the seat is taken when the reader confirms
  info: SharedInfo | null = $state.raw(null) // its description for an invited reader
  name = $state(own_name())
  host_token = $state('')
  join_token = $state('')
  seat_tokens: { seat: number; token: string }[] = $state.raw([])
  now = $state(0) // seconds; runs while someone is away
  private token: string | undefined
  private joining = false
  private played = false // the game was running while this page was here
  private away_since: (number | null)[] = []
  private ticking: ReturnType<typeof setInterval> | undefined

  constructor() {
    onconnection((state) => {
      if (state === 'open' && this.id && play.policy === this && !this.invited && this.unseated !== 'closed') this.join()
    })
  }

  // ---- Joining and leaving.

  open(link: Link) {
    const id = link.id ?? ''
    const same = id === this.id && play.policy === this
    if (!id || (same && !link.token && !link.join && !link.host)) return
    const held = held_at(id)
    const mine = tab_seat(id)
    // A link to join may be meant for somebody else if this browser already has a seat: ask the reader.
    this.token = mine ?? (link.join ? undefined : held?.token)
    const fresh = link.token && link.token !== held?.token ? { seat: link.seat ?? 0, token: link.token } : undefined
    if (link.token && !fresh) this.token = link.token
    this.invited = fresh ?? (this.token ? null : (held?.invited ?? null))
    this.host_token = link.host ?? held?.host ?? ''
    this.join_token = link.join ?? held?.join ?? ''
    this.seat_tokens = held?.seats ?? []
    const kept = hold(id, { ...(link.host ? { host: link.host } : {}), ...(link.join ? { join: link.join } : {}), ...(fresh ? { invited: fresh } : {}) })
    // Secrets leave the address bar, where others may look; it keeps the link for spectators.
    if (kept && (link.token || link.join || link.host)) history.replaceState(null, '', this.watch_link(id))
    if (same) {
      this.invited = fresh ?? null
      if (!this.invited) this.join()
      return
    }
    this.id = id
    this.known = this.played = false
    this.next = ''
    this.phase = 'waiting'
    this.seat = null
    this.host = false
    this.offers = []
    this.problem = this.unseated = this.info = null
    play.share(this)
    if (this.invited) void this.ask_about()
    else this.join()
  }
  private async ask_about() {
    try {
      this.info = await ask<SharedInfo>(`/api/tables/${encodeURIComponent(this.id)}`)
    } catch (e) {
      this.problem = e instanceof Refusal ? e.problem : { what: String(e) }
    }
  }
  private join() {
    this.joining = send({
      type: 'join',
      table: this.id,
      ...(this.token ? { token: this.token } : {}),
      ...(this.host_token ? { host: this.host_token } : {}),
      ...(this.join_token && !this.token ? { join: this.join_token } : {}),
      ...(this.name ? { name: this.name } : {}),
      ...(this.known ? { ply: play.tree.ply(play.live) } : {}),
    })
  }
  /** Takes the seat offered by a link. */
  accept() {
    if (!this.invited) return
    this.take(this.invited.seat, this.invited.token)
    this.invited = null
    this.join()
  }
  /** Joins as a spectator. */
  decline() {
    this.invited = null
    hold(this.id, { invited: undefined })
    this.join()
  }
  set_name(text: string) {
    this.name = clean_name(text)
    keep_name(this.name)
  }
  sit(seat: number) {
    send({ type: 'sit', seat, ...(this.name ? { name: this.name } : {}), ...(this.join_token ? { join: this.join_token } : {}) })
  }
  /** Resumes the seat held by this browser. */
  come_back() {
    this.token = this.token ?? held_at(this.id)?.token
    this.unseated = null
    this.join()
  }
  get held_seat(): number | null {
    const held = held_at(this.id)
    return this.seat === null && held?.token && this.unseated !== 'freed' ? (held.seat ?? 0) : null
  }
  private take(seat: number, token: string) {
    this.token = token
    hold(this.id, { seat, token, invited: undefined, ...(play.game ? { game: play.game } : {}) })
    hold_in_tab(this.id, token)
  }
  private lose() {
    this.token = undefined
    hold(this.id, { token: undefined, seat: undefined })
    hold_in_tab(this.id, undefined)
  }
  /** The board shows another game. */
  left() {
    const sat = this.seat !== null && this.phase !== 'ended' && this.id
    clearInterval(this.ticking)
    if (sat) inform(t('table.left'), 8)
    this.id = ''
    this.known = false
  }

  // ---- Permissions.

  stand = () => {
    if (send({ type: 'stand' })) this.lose()
  }
  offer = (what: OfferWhat) => send({ type: 'offer', what })
  answer = (what: OfferWhat, yes: boolean) => send({ type: 'answer', what, yes })
  go = () => send({ type: 'go' })
  resign = () => send({ type: 'resign' })
  claim = (seat: number, how: 'win' | 'draw' | 'agent') => send({ type: 'claim', seat, how })
  free = (seat: number) => send({ type: 'free', seat })
  close = () => send({ type: 'close' })

  get running(): boolean {
    return this.phase === 'running'
  }
  plays(seat: number): boolean {
    return this.seat === seat
  }
  /** The reader's own seat is permanently played by an agent. */
  get out(): boolean {
    return this.seat !== null && play.seats[this.seat]?.out !== undefined
  }
  get on_turn(): boolean {
    return this.running && !play.over && this.seat !== null && !this.out && play.turn_of(play.live_shown) === this.seat
  }
  get may_sit(): boolean {
    return this.seat === null && this.phase !== 'ended' && (this.options.listed || this.join_token !== '') && play.seats.some((s) => s.who === 'open')
  }
  get people(): number {
    return play.seats.filter((s) => s.who === 'human' && !s.out).length
  }
  /** Hides analysis from a seat of a running game between people. */
  get analysable(): boolean {
    return this.seat === null || this.phase === 'ended' || this.phase === 'waiting' || play.over || this.people < 2
  }
  may_offer(what: OfferWhat): boolean {
    if (this.seat === null || this.offers.some((o) => o.what === what)) return false
    if (what === 'rematch') return this.phase === 'ended' && !this.next
    if (this.out) return false
    if (what === 'draw') return this.running && !play.over && play.seats.every((s) => s.who === 'human')
    if (what === 'takeback') return this.running && this.options.takeback && play.live !== 0
    return this.running && !play.over
  }
  person = (seat: number) => play.player(seat)

  // ---- Absences.

  away(seat: number): number {
    const since = this.away_since[seat]
    return since == null ? 0 : Math.max(0, this.now - since)
  }
  /** Absent players of a running game, with the time left to them. */
  get gone(): { seat: number; left: number }[] {
    if (this.phase !== 'running' || play.over) return []
    return play.seats.flatMap((s, k) =>
      s.present === false && (s.who === 'human' || s.who === 'bot') && !s.substitute && k !== this.seat ? [{ seat: k, left: Math.ceil(this.options.claim_after - this.away(k)) }] : [],
    )
  }
  private follow_absence(seats: SeatNow[]) {
    this.now = performance.now() / 1000
    this.away_since = seats.map((s) => (s.present === false ? this.now - (s.away ?? 0) : null))
    clearInterval(this.ticking)
    if (this.away_since.some((s) => s !== null)) this.ticking = setInterval(() => (this.now = performance.now() / 1000), 500)
  }

  // ---- Messages from the server.

  hears(m: FromServer): boolean {
    switch (m.type) {
      case 'table': return 'table' in m && m.table === this.id && this.table(m)
      case 'moved':
        if (!play.joined) return false
        this.follow_clock(m.clock)
        this.phase = m.phase ?? this.phase
        this.offers = this.phase === 'ended' ? [] : this.offers.filter((o) => o.what === 'rematch' || o.what === 'pause')
        return true
      case 'thinking':
        this.follow_clock(m.clock) // the clock of an agent that waits is paused
        return true
      case 'ended':
        this.phase = 'ended'
        this.offers = []
        this.follow_clock(m.clock)
        return true
      case 'presence':
        this.people_changed(m.seats)
        this.watchers = m.watchers
        this.phase = m.phase
        return false
      case 'offers':
        // Announce the refusal to everybody but its author.
        if (m.refused && (m.refused.by === this.seat || this.seat === null || this.people > 2)) inform(t(`offer.${m.refused.what}.refused`))
        this.follow_offers(m.offers)
        return false
      case 'unseated':
        this.unseated = m.why
        this.seat = null
        if (m.why !== 'elsewhere') this.lose()
        if (m.why === 'closed') let_go(this.id)
        speak(t(`unseated.${m.why}`))
        return false
      case 'rematch':
        return this.play_again(m.table, m.token ?? (m.seat == null ? undefined : this.token), m.seat, m.host)
      case 'error':
        if (this.joining) this.not_let_in(m.error)
        else refuse(m.error)
        return false
      default: return true
    }
  }
  /** Forgets a revoked token: the seat went to somebody else; its former holder may still watch. */
  private not_let_in(why: Problem) {
    this.joining = false
    if (why.key === 'table.wrong_token' && (this.token || this.host_token)) {
      if (this.token) {
        this.lose()
        this.seat = null
        this.unseated = 'freed'
      } else {
        this.host_token = ''
        hold(this.id, { host: undefined })
      }
      this.join()
      return
    }
    if (why.key === 'table.unknown') let_go(this.id)
    this.problem = why
  }
  private play_again(id: string, token: string | undefined, seat: number | null | undefined, host: string | undefined): boolean {
    // Seats move on by one; a bot joins with its existing token.
    const n = play.seats.length
    const seats = this.seat_tokens.flatMap((one) => (play.seats[one.seat]?.who === 'bot' ? [{ ...one, seat: (one.seat + 1) % n }] : []))
    hold(id, { game: play.game, ...(seats.length > 0 ? { seats } : {}), ...(token ? { token, seat: seat ?? undefined } : {}), ...(host ? { host } : {}), join: this.join_token || undefined })
    if (token) hold_in_tab(id, token)
    // Players follow to the rematch; a late visitor of a finished game may want to see that one, and is offered a link.
    if (this.played) location.hash = this.watch_link(id)
    else this.next = id
    return false
  }
  private table(m: SharedMessage): boolean {
    const first = !this.known
    this.joining = false
    if (m.phase !== 'ended') this.played = true
    const began = !first && this.phase === 'waiting' && m.phase === 'running'
    if (!first && this.phase !== 'paused' && m.phase === 'paused') speak(t('table.paused'))
    this.known = true
    this.problem = null
    this.host = m.host
    this.phase = m.phase
    this.watchers = m.watchers
    this.options = m.options
    if (m.seat !== this.seat || first) {
      this.seat = m.seat
      play.below = m.seat ?? 0
    }
    if (m.seat !== null) this.unseated = null
    if (m.token && m.seat !== null) {
      this.take(m.seat, m.token)
      if (m.options.kept) speak(t('table.kept'))
    } else if (m.seat !== null) hold(this.id, { game: m.game, seat: m.seat, ...(this.token ? { token: this.token } : {}) })
    if (m.seat !== null && this.token) hold_in_tab(this.id, this.token)
    if (!first) this.announce(play.seats, m.seats)
    this.follow_absence(m.seats)
    this.follow_offers(m.offers)
    this.follow_clock(m.clock)
    if (began) {
      speak(t('table.begins'))
      sound('turn')
    }
    return true
  }
  private follow_clock(clock: ClockNow | undefined) {
    if (!clock) return
    this.clock = { ...this.clock, ...clock }
    play.clock.show(clock.kind === 'none' ? [] : (clock.left ?? []).map((s) => s * 1000), clock.running ?? null)
  }
  private people_changed(seats: (Omit<SeatNow, 'name'> & { name?: string })[]) {
    const before = play.seats
    play.seats = before.map((old) => {
      const now = seats.find((s) => s.seat === old.seat)
      // Offers missing from the message have lapsed.
      return now ? { ...now, name: old.name, ...(now.agent ?? old.agent ? { agent: now.agent ?? old.agent } : {}) } : old
    })
    this.announce(before, play.seats)
    this.follow_absence(play.seats)
  }
  private announce(before: SeatNow[], after: SeatNow[]) {
    for (const now of after) {
      const old = before.find((s) => s.seat === now.seat)
      if (!old || now.seat === this.seat) continue
      const who = { person: now.person || old.person || play.seat_name(now.seat) }
      if (now.substitute && !old.substitute) speak(t('table.substituted', who))
      else if (old.who === 'open' && now.who !== 'open') speak(t('table.sat_down', who))
      else if (now.who === 'open' && old.who !== 'open') speak(t('table.stood_up', who))
      else if (old.present !== now.present && now.who !== 'open') speak(t(now.present ? 'table.is_back' : 'table.is_gone', who))
    }
  }
  private follow_offers(offers: Offer[]) {
    for (const o of offers)
      if (this.seat !== null && o.waits.includes(this.seat) && !this.offers.some((p) => p.what === o.what && p.by === o.by)) {
        speak(t(`offer.${o.what}.asked`, { person: this.person(o.by) }))
        sound('turn')
      }
    this.offers = offers
  }

  // ---- Links.

  watch_link = (id = this.id) => write_link({ page: 'table', id })
  join_link = () => write_link({ page: 'table', id: this.id, join: this.join_token })
  seat_link = (seat: number, token: string) => write_link({ page: 'table', id: this.id, seat, token })
  host_link = () => write_link({ page: 'table', id: this.id, host: this.host_token })
  get link(): string {
    return this.watch_link()
  }
  get title(): string {
    const game = title_of(info_of(play.game), play.game)
    const asked = this.seat !== null && this.offers.some((o) => o.waits.includes(this.seat as number))
    const turn = play.turn_of(play.live_shown)
    const words = !this.known
      ? ''
      : asked
        ? `● ${t('title.asked')}`
        : this.phase === 'waiting'
          ? t('title.waiting')
          : this.phase === 'ended' || play.over
            ? t('title.over')
            : this.phase === 'paused'
              ? t('table.paused')
              : this.on_turn
                ? `● ${t('table.your_turn')}`
                : typeof turn === 'number'
                  ? t('play.turn', { seat: play.seats[turn]?.person || play.seat_name(turn) })
                  : ''
    return [words, game].filter(Boolean).join(' – ') + ' · '
  }
}

export const table = new Table()

/** Explains why a table was not opened. */
export function table_problem(e: unknown): string {
  if (!(e instanceof Refusal)) return String(e)
  if (e.status === 401 || e.status === 403) return t('open.operator')
  if (e.status === 429) return t('open.too_many')
  return problem_text(e.problem)
}
