import { expect, test } from 'vitest'
import { dayOrderIn, parseFeedDate, type DayOrder } from './feed-date.ts'

test.each([
  ['Tue, 03 Nov 2026 09:30:15 GMT', '2026-11-03T09:30:15Z second'],
  ['Tue, 3 Nov 26 09:30 EST', '2026-11-03T14:30:00Z second'],
  ['03 November 2026 09:30:15 +0530', '2026-11-03T04:00:15Z second'],
  ['Tue, 03 Nov 2026 09:30:15 GMT+02:00', '2026-11-03T07:30:15Z second'],
  ['Tue Nov  3 09:30:15 2026', '2026-11-03T09:30:15Z second'],
  ['Nov 3, 2026 9:30 PM', '2026-11-03T21:30:00Z second'],
  ['November 3, 2026', '2026-11-03T00:00:00Z day'],
  ['mar., 03 nov. 2026 09:30:15 +0100', '2026-11-03T08:30:15Z second'],
  ['Di, 03 Okt 2026 09:30:15 +0200', '2026-10-03T07:30:15Z second'],
  ['2026-11-03T09:30:15Z', '2026-11-03T09:30:15Z second'],
  ['2026-11-03T09:30:15.123456-08:00', '2026-11-03T17:30:15Z second'],
  ['2026-11-03 09:30', '2026-11-03T09:30:00Z second'],
  ['20261103T093015Z', '2026-11-03T09:30:15Z second'],
  ['2026-11-03', '2026-11-03T00:00:00Z day'],
  ['2026-1-5', '2026-01-05T00:00:00Z day'],
  ['2026-11-03T00:00:00+01:00', '2026-11-02T23:00:00Z day'],
  ['11/3/2026 9:05:00 AM', '2026-11-03T09:05:00Z second'],
  ['25/12/2026', '2026-12-25T00:00:00Z day'],
  ['03.11.2026 08:15', '2026-11-03T08:15:00Z second'],
  ['03-Nov-2026 08:15:00 UTC', '2026-11-03T08:15:00Z second'],
  ['Tue, 03 Nov 2026 24:00:00 GMT', '2026-11-04T00:00:00Z second'],
  ['Tue Nov 03 2026 09:30:15 GMT+0100 (Central European Standard Time)', '2026-11-03T08:30:15Z second'],
  ['2026-11-03 09:30:15 UTC', '2026-11-03T09:30:15Z second'],
  ['20261103093015', '2026-11-03T09:30:15Z second'],
  ['2026/11/10 14:33', '2026-11-10T14:33:00Z second'],
  ['2026.11.10', '2026-11-10T00:00:00Z day'],
  ['2026. 11. 3.', '2026-11-03T00:00:00Z day'],
  ['10.11.2026', '2026-11-10T00:00:00Z day'],
  ['10.11.2026, 14.33 Uhr', '2026-11-10T14:33:00Z second'],
  ['11/11/2026', '2026-11-11T00:00:00Z day'],
  ['11/25/2026', '2026-11-25T00:00:00Z day'],
  ['3rd of November 2026 at 9pm', '2026-11-03T21:00:00Z second'],
  ['3. November 2026', '2026-11-03T00:00:00Z day'],
  ['3. November 2026, 14:33 Uhr', '2026-11-03T14:33:00Z second'],
  ['1er décembre 2026 à 14h33', '2026-12-01T14:33:00Z second'],
  ['martes, 3 de noviembre de 2026', '2026-11-03T00:00:00Z day'],
  ['3 noviembre 2026, martes', '2026-11-03T00:00:00Z day'],
  ['3 March 2026 in Marketing', '2026-03-03T00:00:00Z day'],
  ['March 3, 2026 | Decisions', '2026-03-03T00:00:00Z day'],
  ['2026年11月3日', '2026-11-03T00:00:00Z day'],
  ['２０２６年１１月３日 １４時３３分', '2026-11-03T14:33:00Z second'],
  ['2026年11月3日 下午2:33', '2026-11-03T14:33:00Z second'],
  ['2026년 11월 3일', '2026-11-03T00:00:00Z day'],
  ['3 tháng 11, 2026', '2026-11-03T00:00:00Z day'],
  ['٣ نوفمبر ٢٠٢٦', '2026-11-03T00:00:00Z day'],
  ['1793698215', '2026-11-03T09:30:15Z second'],
  ['1793698215123', '2026-11-03T09:30:15.123Z second'],
])('%s', (written, expected) => {
  const date = parseFeedDate(written)
  expect(date && `${date.at.toISOString().replace('.000', '')} ${date.precision}`).toBe(expected)
})

/** The 3rd of each month, with the month's name as it's written in a date. */
test.each([
  ['Russian', 'января февраля марта апреля мая июня июля августа сентября октября ноября декабря'],
  ['Russian, short', 'янв фев мар апр мая июн июл авг сен окт ноя дек'],
  ['Ukrainian', 'січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня'],
  ['Bulgarian', 'януари февруари март април май юни юли август септември октомври ноември декември'],
  ['Turkish', 'Ocak Şubat Mart Nisan Mayıs Haziran Temmuz Ağustos Eylül Ekim Kasım Aralık'],
  ['Turkish, capitals', 'OCAK ŞUBAT MART NİSAN MAYIS HAZİRAN TEMMUZ AĞUSTOS EYLÜL EKİM KASIM ARALIK'],
  ['Polish', 'stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia'],
  ['Czech', 'ledna února března dubna května června července srpna září října listopadu prosince'],
  ['Slovak', 'januára februára marca apríla mája júna júla augusta septembra októbra novembra decembra'],
  ['Slovenian', 'januar februar marec april maj junij julij avgust september oktober november december'],
  ['Croatian', 'siječnja veljače ožujka travnja svibnja lipnja srpnja kolovoza rujna listopada studenoga prosinca'],
  ['Hungarian', 'január február március április május június július augusztus szeptember október november december'],
  ['Romanian', 'ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie'],
  [
    'Finnish',
    'tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta lokakuuta marraskuuta joulukuuta',
  ],
  ['Estonian', 'jaanuar veebruar märts aprill mai juuni juuli august september oktoober november detsember'],
  ['Latvian', 'janvāris februāris marts aprīlis maijs jūnijs jūlijs augusts septembris oktobris novembris decembris'],
  ['Lithuanian', 'sausio vasario kovo balandžio gegužės birželio liepos rugpjūčio rugsėjo spalio lapkričio gruodžio'],
  ['Swedish', 'januari februari mars april maj juni juli augusti september oktober november december'],
  ['Norwegian', 'jan. feb. mars apr. mai juni juli aug. sep. okt. nov. des.'],
  ['Icelandic', 'janúar febrúar mars apríl maí júní júlí ágúst september október nóvember desember'],
  ['Dutch', 'januari februari maart april mei juni juli augustus september oktober november december'],
  ['French', 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'],
  ['Spanish', 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'],
  ['Catalan', 'gener febrer març abril maig juny juliol agost setembre octubre novembre desembre'],
  ['Portuguese', 'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro'],
  ['Italian', 'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre'],
  [
    'Greek',
    'Ιανουαρίου Φεβρουαρίου Μαρτίου Απριλίου Μαΐου Ιουνίου Ιουλίου Αυγούστου Σεπτεμβρίου Οκτωβρίου Νοεμβρίου Δεκεμβρίου',
  ],
  ['Hebrew', 'בינואר בפברואר במרץ באפריל במאי ביוני ביולי באוגוסט בספטמבר באוקטובר בנובמבר בדצמבר'],
  ['Indonesian', 'Januari Februari Maret April Mei Juni Juli Agustus September Oktober November Desember'],
])('reads months in %s', (language, names) => {
  const hints = { language: language === 'Croatian' ? 'hr' : null }
  const months = names.split(' ').map((name) => parseFeedDate(`3. ${name} 2026`, hints)?.at.toISOString().slice(0, 10))
  expect(months).toEqual(names.split(' ').map((_, at) => `2026-${String(at + 1).padStart(2, '0')}-03`))
})

test('10/11/2026 is read only if the order of day and month is known', () => {
  const read = (order?: DayOrder | null) => parseFeedDate('10/11/2026', { order })?.at.toISOString().slice(0, 10)
  expect([read(), read('day-first'), read('month-first')]).toEqual([undefined, '2026-11-10', '2026-10-11'])
  expect(parseFeedDate('10.11.26')).toBeNull()
  expect(parseFeedDate('10.11.26', { order: 'day-first' })?.at.toISOString()).toBe('2026-11-10T00:00:00.000Z')
})

test.each<[string[], string | null, DayOrder | null]>([
  [['10/11/2026', '25/10/2026'], 'en-us', 'day-first'],
  [['10/11/2026', '10/25/2026'], 'de', 'month-first'],
  [['25/10/2026', '10/25/2026'], 'de', null],
  [['10/10/2026'], null, null],
  [[], 'en-US', 'month-first'],
  [[], 'en-GB', 'day-first'],
  [[], 'de', 'day-first'],
  [[], 'en', null],
  [[], 'ja-JP', null],
])('the day order of %j in language %s is %s', (dates, language, order) => {
  expect(dayOrderIn(dates, language)).toBe(order)
})

test.each([
  '',
  'yesterday',
  '2026',
  '2026-11',
  '31 Feb 2026',
  '0000-00-00',
  '1 Jan 1970',
  'Tue, 03 Foo 2026',
  '99:99',
  '10/11/2026',
  'November 2026',
  '3 March',
  '12345678',
  '1'.repeat(100_000),
])('is not a date: %.20s', (written) => expect(parseFeedDate(written)).toBeNull())
