import { expect, test } from 'vitest'
import { decodeBytes } from './decode-bytes.ts'

test('the encoding comes from the byte order mark, the declaration or the header', () => {
  expect(decodeBytes(Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>', 'latin1'), null)).toContain('é')
  expect(decodeBytes(Buffer.from('é', 'latin1'), 'text/plain; charset=iso-8859-1')).toBe('é')
  expect(decodeBytes(Buffer.from('\uFEFFé', 'utf16le'), null)).toBe('é')
  expect(decodeBytes(Buffer.from('é'), 'text/plain; charset=nonsense')).toBe('é')
})

test('one broken byte leaves the rest of a UTF-8 document intact, whatever it or the header declares', () => {
  for (const encoding of ['UTF-8', 'ISO-8859-1']) {
    const broken = Buffer.concat([
      Buffer.from(`<?xml version="1.0" encoding="${encoding}"?><a>Zürich café – `),
      Buffer.from([0xc3]),
      Buffer.from('</a>'),
    ])
    for (const contentType of [null, 'text/xml; charset=utf-8', 'text/xml; charset=iso-8859-1'])
      expect(decodeBytes(broken, contentType)).toContain('<a>Zürich café – \uFFFD</a>')
  }
})

test('text that declares UTF-8 but uses a single-byte encoding is read in that encoding', () => {
  expect(decodeBytes(Buffer.from('<?xml encoding="UTF-8"?><a>Zürich</a>', 'latin1'), null)).toContain('Zürich')
  expect(decodeBytes(Buffer.from('Élan à Zürich', 'latin1'), 'text/xml; charset=utf-8')).toBe('Élan à Zürich')
})
