import { expect, test } from 'vitest'
import { decodeBytes } from './decode-bytes.ts'

test('the encoding is what the mark, the declaration or the header says', () => {
  expect(decodeBytes(Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>', 'latin1'), null)).toContain('é')
  expect(decodeBytes(Buffer.from('é', 'latin1'), 'text/plain; charset=iso-8859-1')).toBe('é')
  expect(decodeBytes(Buffer.from('\uFEFFé', 'utf16le'), null)).toBe('é')
  expect(decodeBytes(Buffer.from('é'), 'text/plain; charset=nonsense')).toBe('é')
})
