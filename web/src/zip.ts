// Several texts as one download: a ZIP without compression, which every system can open.

const table = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let k = 0; k < 8; ++k) n = n & 1 ? (n >>> 1) ^ 0xedb88320 : n >>> 1
  return n
})
const crc = (bytes: Uint8Array) => ~bytes.reduce((c, byte) => (c >>> 8) ^ (table[(c ^ byte) & 255] as number), -1) >>> 0

/** Little-endian numbers of two and four bytes. */
function numbers(...values: [value: number, bytes: 2 | 4][]): Uint8Array {
  return Uint8Array.from(values.flatMap(([value, bytes]) => Array.from({ length: bytes }, (_, k) => (value >>> (8 * k)) & 255)))
}

export function zip(files: { name: string; text: string; date: Date }[]): Blob {
  const encode = new TextEncoder()
  const parts: BlobPart[] = [], directory: Uint8Array[] = []
  let at = 0
  for (const { name, text, date } of files) {
    const title = encode.encode(name), content = encode.encode(text)
    const time = (date.getHours() << 11) | (date.getMinutes() << 5) | (date.getSeconds() >> 1)
    const day = ((date.getFullYear() - 1980) << 9) | ((date.getMonth() + 1) << 5) | date.getDate()
    // Version 2.0, UTF-8 names, stored.
    const about = numbers([20, 2], [0x800, 2], [0, 2], [time, 2], [day, 2], [crc(content), 4], [content.length, 4], [content.length, 4], [title.length, 2], [0, 2])
    const head = numbers([0x04034b50, 4])
    parts.push(head as BlobPart, about as BlobPart, title, content)
    directory.push(numbers([0x02014b50, 4], [20, 2]), about, numbers([0, 2], [0, 2], [0, 2], [0, 4], [at, 4]), title)
    at += head.length + about.length + title.length + content.length
  }
  const length = directory.reduce((sum, part) => sum + part.length, 0)
  const end = numbers([0x06054b50, 4], [0, 2], [0, 2], [files.length, 2], [files.length, 2], [length, 4], [at, 4], [0, 2])
  return new Blob([...parts, ...(directory as BlobPart[]), end as BlobPart], { type: 'application/zip' })
}
