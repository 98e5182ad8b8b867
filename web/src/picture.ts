// The board as a file: its drawing with the colours that the style sheets gave it, so that it looks the same elsewhere.
const kept = [
  'fill', 'fill-opacity', 'fill-rule', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-linecap', 'stroke-linejoin', 'stroke-dasharray',
  'opacity', 'font-family', 'font-size', 'font-weight', 'text-anchor', 'dominant-baseline', 'visibility', 'display', 'paint-order', 'transform', 'transform-origin', 'transform-box',
  'stop-color', 'stop-opacity', 'vector-effect', 'mix-blend-mode', 'clip-path', 'filter',
]

export function drawing(board: SVGSVGElement, background: string): { text: string; width: number; height: number } {
  const copy = board.cloneNode(true) as SVGSVGElement
  const from = [board, ...board.querySelectorAll('*')]
  const to = [copy, ...copy.querySelectorAll('*')]
  from.forEach((element, k) => {
    const style = getComputedStyle(element)
    const target = to[k]
    if (!target) return
    if (element !== board) {
      const text = kept
        .map((name) => [name, style.getPropertyValue(name)] as const)
        .filter(([name, value]) => value !== '' && value !== 'none' || name === 'fill' || name === 'stroke')
        .map(([name, value]) => `${name}:${value}`)
        .join(';')
      target.setAttribute('style', text)
    }
    for (const name of [...target.getAttributeNames()]) if (/^(class|tabindex|role|aria-|data-|on)/.test(name)) target.removeAttribute(name)
  })
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

/** Twice as fine as on the screen. */
export async function save_png(board: SVGSVGElement, name: string, background: string) {
  const { text, width, height } = drawing(board, background)
  const image = new Image()
  // As data: the page's policy lets images come from nowhere else.
  image.src = 'data:image/svg+xml;charset=utf-8,' + encodeURIComponent(text)
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = 2 * width
  canvas.height = 2 * height
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
  if (blob) download(`${name}.png`, blob)
}
