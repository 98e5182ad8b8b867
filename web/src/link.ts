// Fragment of the address: the page, and for the board the game shown. It is never sent to a server.
export interface Link {
  page: string
  game?: string
  position?: string
  moves?: string[]
  ply?: number
  turned?: number
  analysis?: boolean
  study?: string
  name?: string
  // Of a table: its public name and a token for what one may do there.
  id?: string
  join?: string
  seat?: number
  token?: string
  host?: string
}

const decode = (text: string) => {
  try {
    return decodeURIComponent(text.replace(/\+/g, ' '))
  } catch {
    return text // a link truncated within an escape sequence
  }
}

export function read_link(fragment: string): Link {
  const text = fragment.replace(/^#/, '')
  const mark = text.indexOf('?')
  const link: Link = { page: (mark < 0 ? text : text.slice(0, mark)).replace(/^\//, '') || 'home' }
  if (mark < 0) return link
  for (const part of text.slice(mark + 1).split('&')) {
    const equals = part.indexOf('=')
    const name = equals < 0 ? part : part.slice(0, equals)
    const value = equals < 0 ? '' : part.slice(equals + 1)
    if (name === 'moves') {
      // Commas separate moves; a comma or space within a move is escaped, but a hand-written list may contain plain spaces.
      link.moves = value.split(/[,+ ]/).filter((m) => m !== '').map(decode)
    } else if (name === 'ply') {
      const ply = Number(value)
      if (Number.isInteger(ply) && ply >= 0) link.ply = ply
    } else if (name === 'turned' || name === 'seat') {
      const seat = Number(value)
      if (Number.isInteger(seat) && seat >= 0) link[name] = seat
    } else if (name === 'analysis') link.analysis = value !== '0'
    else if (name === 'game' || name === 'position' || name === 'study' || name === 'name' || name === 'id' || name === 'join' || name === 'token' || name === 'host') link[name] = decode(value)
  }
  return link
}

/** Keeps letters readable that need no escape in a fragment. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(/%(3A|2F|3D|3F|40|2A)/g, (code) => decodeURIComponent(code)).replace(/%20/g, '%20')

export function write_link(link: Link): string {
  const parts: string[] = []
  if (link.id) parts.push('id=' + encode(link.id))
  if (link.join) parts.push('join=' + encode(link.join))
  if (link.seat !== undefined) parts.push(`seat=${link.seat}`)
  if (link.token) parts.push('token=' + encode(link.token))
  if (link.host) parts.push('host=' + encode(link.host))
  if (link.game) parts.push('game=' + encode(link.game))
  if (link.position) parts.push('position=' + encode(link.position))
  if (link.moves && link.moves.length > 0) parts.push('moves=' + link.moves.map(encode).join(','))
  if (link.ply !== undefined) parts.push(`ply=${link.ply}`)
  if (link.turned) parts.push(`turned=${link.turned}`)
  if (link.analysis) parts.push('analysis=1')
  if (link.study) parts.push('study=' + encode(link.study))
  if (link.name) parts.push('name=' + encode(link.name))
  return '#' + link.page + (parts.length > 0 ? '?' + parts.join('&') : '')
}
