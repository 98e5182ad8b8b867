import { expect, test } from 'vitest'
import { zip } from './zip'

test('a ZIP holds names, texts and the sums that readers look at', async () => {
  const bytes = new DataView(await zip([{ name: 'a.txt', text: '123456789', date: new Date(2026, 10, 16, 12, 30, 20) }, { name: '碁.txt', text: '', date: new Date(2026, 0, 1) }]).arrayBuffer())
  const little = true
  expect(bytes.getUint32(0, little)).toBe(0x04034b50)
  expect(bytes.getUint32(14, little)).toBe(0xcbf43926) // the published CRC-32 of 123456789
  expect(bytes.getUint32(22, little)).toBe(9)
  const end = bytes.byteLength - 22
  expect(bytes.getUint32(end, little)).toBe(0x06054b50)
  expect(bytes.getUint16(end + 10, little)).toBe(2)
  const directory = bytes.getUint32(end + 16, little)
  expect(bytes.getUint32(directory, little)).toBe(0x02014b50)
  expect(directory + bytes.getUint32(end + 12, little)).toBe(end)
  const second = bytes.getUint32(directory + 46 + 5 + 42, little)
  expect(bytes.getUint32(second, little)).toBe(0x04034b50)
  expect(new TextDecoder().decode(new Uint8Array(bytes.buffer, second + 30, bytes.getUint16(second + 26, little)))).toBe('碁.txt')
})
