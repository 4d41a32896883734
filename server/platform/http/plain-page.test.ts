import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DARK, LIGHT, plainPage } from './plain-page.ts'

const [light = '', dark = ''] = readFileSync(join(import.meta.dirname, '../../../web/tokens.css'), 'utf8').split(
  "[data-theme='dark']",
)

test.each([
  ['light', LIGHT, light],
  ['dark', DARK, dark],
])('the %s colors match the application’s', (_theme, colors, tokens) => {
  const said = Object.keys(colors).map((name) => {
    const [, l, c, h] = new RegExp(String.raw`--${name}: oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)`).exec(tokens) ?? []
    return [name, hexOf(Number(l), Number(c), Number(h))]
  })
  expect(colors).toEqual(Object.fromEntries(said))
})

/** Converts OKLCH to hex as CSS Color 4 specifies. */
function hexOf(lightness: number, chroma: number, hue: number): string {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
  const bytes = linear.map((value) => {
    const curved = value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055
    return Math.round(Math.min(1, Math.max(0, curved)) * 255)
  })
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

test('a title is escaped, and the policy allows nothing but the page itself', () => {
  const { html, policy } = plainPage({ title: '<b>"Hello"</b>', content: '<p>Markup</p>' })
  expect(html).toContain('<h1>&lt;b&gt;&quot;Hello&quot;&lt;/b&gt;</h1><p>Markup</p>')
  expect(html).not.toContain('<script')
  expect(policy).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
  )
})
