// Exports the board as a file: its drawing with computed colours, so that it looks the same elsewhere. They are set as attributes,
// since the page's content policy forbids inline styles in the copy too.
const inherited = [
  'fill', 'fill-opacity', 'fill-rule', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-linecap', 'stroke-linejoin', 'stroke-dasharray',
  'font-family', 'font-size', 'font-weight', 'text-anchor', 'visibility', 'paint-order',
]
const own = { opacity: '1', display: 'inline', 'dominant-baseline': 'auto', 'stop-color': 'rgb(0, 0, 0)', 'stop-opacity': '1', 'vector-effect': 'none' }

export function drawing(board: SVGSVGElement, background: string): { text: string; width: number; height: number } {
  const copy = board.cloneNode(true) as SVGSVGElement
  const from = [board, ...board.querySelectorAll('*')]
  const to = [copy, ...copy.querySelectorAll('*')]
  from.forEach((element, k) => {
    const target = to[k]
    if (!target) return
    const style = getComputedStyle(element)
    const above = element === board || !element.parentElement ? null : getComputedStyle(element.parentElement)
    for (const name of inherited) {
      const value = style.getPropertyValue(name)
      if (above?.getPropertyValue(name) === value) target.removeAttribute(name)
      else target.setAttribute(name, value)
    }
    for (const [name, usual] of Object.entries(own)) {
      const value = style.getPropertyValue(name)
      if (value !== usual && value !== 'block' && value !== '') target.setAttribute(name, value)
    }
  })
  // Click targets are not part of the picture.
  for (const element of copy.querySelectorAll('[role=button], .targets')) element.remove()
  for (const element of [copy, ...copy.querySelectorAll('*')])
    for (const name of element.getAttributeNames()) if (/^(class|tabindex|role|aria-|data-|on)/.test(name)) element.removeAttribute(name)
  const box = board.getBoundingClientRect()
  const view = board.viewBox.baseVal
  const width = Math.round(box.width)
  const height = Math.round(view && view.width > 0 ? (box.width * view.height) / view.width : box.height)
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  if (view && view.width > 0) {
    const paper = document.createElementNS('http://www.w3.org/2000/svg', 'rect')
    for (const [name, value] of [['x', view.x], ['y', view.y], ['width', view.width], ['height', view.height]] as const) paper.setAttribute(name, String(value))
    paper.setAttribute('fill', background)
    copy.prepend(paper)
  }
  return { text: new XMLSerializer().serializeToString(copy), width, height }
}

export function download(name: string, content: Blob) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

export function save_svg(board: SVGSVGElement, name: string, background: string) {
  download(`${name}.svg`, new Blob([drawing(board, background).text], { type: 'image/svg+xml' }))
}

/** At twice the screen resolution. */
export async function save_png(board: SVGSVGElement, name: string, background: string) {
  const { text, width, height } = drawing(board, background)
  const image = new Image()
  // As a data URL: the only image source that the page's content policy allows.
  image.src = 'data:image/svg+xml;charset=utf-8,' + encodeURIComponent(text)
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = 2 * width
  canvas.height = 2 * height
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
  if (blob) download(`${name}.png`, blob)
}
