import { expect, test } from 'vitest'
import { encoded } from '../testing/shapes/build.ts'
import { decodeText } from './decode-text.ts'

const LANGUAGES: Record<string, string> = {
  German: 'Müllerhaus Grünfeld\nBäckerei Süß\nKönigsstraße\n',
  French: 'Énergie Côtière\nHôtel Numérique\nGarçon à Vélo\n',
  Polish: 'Żółta Łódź\nŚnieżka\nPiękny Dom\n',
  Czech: 'Žluťoučký kůň\nŘeka Energie\nDěčín\n',
  Russian: 'Северный Ветер\nТихая Гавань\nНовый Дом\n',
  Greek: 'Αιγαίο Ενέργεια\nΆνεμος Κρήτης\n',
  Turkish: 'Işık Yazılım\nGüneş Sağlık\nÇağ Lojistik\n',
  Hebrew: 'שקד רובוטיקה\nים תיכון בריאות\n',
  Arabic: 'شركة النور\nبيت الصحة\n',
  Japanese: '株式会社さくらロボット\nみどり電力\nトヨダ工業\n',
  Chinese: '北京晨光科技有限公司\n上海绿源能源有限公司\n',
  Taiwanese: '臺北晨光科技股份有限公司\n雲帆網路\n',
  Korean: '서울로봇\n한빛에너지\n',
}

test.each([
  ['German', 'windows-1252'],
  ['German', 'macintosh'],
  ['French', 'windows-1252'],
  ['French', 'macintosh'],
  ['Polish', 'windows-1250'],
  ['Polish', 'iso-8859-2'],
  ['Czech', 'windows-1250'],
  ['Russian', 'windows-1251'],
  ['Russian', 'koi8-r'],
  ['Greek', 'windows-1253'],
  ['Greek', 'iso-8859-7'],
  ['Turkish', 'windows-1254'],
  ['Hebrew', 'windows-1255'],
  ['Arabic', 'windows-1256'],
  ['Japanese', 'shift_jis'],
  ['Japanese', 'euc-jp'],
  ['Chinese', 'gbk'],
  ['Taiwanese', 'big5'],
  ['Korean', 'euc-kr'],
  ['Japanese', 'utf-16le'],
  ['Polish', 'utf-16be'],
])('decodes %s in %s', (language, encoding) => {
  const text = `Company,Website\n${LANGUAGES[language]?.replaceAll('\n', ',acme.com\n')}`
  expect(decodeText(encoded(text, encoding))).toBe(text)
})

test('a bare carriage return indicates a Mac encoding when the letters are ambiguous', () => {
  expect(decodeText(encoded('Company\rMüllerhaus\r', 'macintosh'))).toBe('Company\rMüllerhaus\r')
})
