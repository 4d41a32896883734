import type { MorningEvent } from '../domain/news/morning/morning.ts'
import { isLeading } from '../domain/news/morning/rank.ts'
import { EVENT_LABELS } from '../domain/taxonomy.ts'
import { companyWeeks, readWeek, type Week } from './fixtures/company-weeks/week.ts'

/** Whether a morning tells every event of a week, in a sentence that says who did what. */
export async function run(): Promise<void> {
  for (const half of ['development', 'held-out'] as const) {
    // Whoever reads the held-out half can no longer measure with it.
    const verdicts = companyWeeks(half).map((week) => verdictOn(week, half === 'development'))
    const sum = (of: keyof (typeof verdicts)[number]) => verdicts.reduce((all, one) => all + one[of], 0)
    const share = (part: number, whole: number) => (whole === 0 ? 1 : part / whole).toFixed(3)
    const shown = sum('shown')
    console.log(
      `morning, ${half}: ${verdicts.length} weeks, of ${sum('expected')} events found ${share(sum('found'), sum('expected'))}, wrong ${sum('wrong')} of ${shown + sum('wrong')} shown first, certainty right ${share(sum('sure'), shown)}, sentence says who and what ${share(sum('plain'), shown)}, half sentences ${sum('halves')}, articles about others kept out ${share(sum('keptOut'), sum('strangers'))}`,
    )
  }
}

function verdictOn(week: Week, isPrinted: boolean) {
  const { morning, matched } = readWeek(week)
  const lesser = [...morning.lines, ...morning.events.flatMap(({ also }) => also)].map(({ kind }) => kind)
  const [leading, others] = [week.events.filter(isLeadingType), week.events.filter((one) => !isLeadingType(one))]
  const pairs = leading.map((expected) => {
    const event = morning.events.find(({ eventType }) => eventType === expected.type)
    return { expected, event, isBelow: lesser.includes(EVENT_LABELS[expected.type]) }
  })
  const shown = pairs.flatMap(({ expected, event }) => (event ? [{ expected, event }] : []))
  const isWrong = ({ eventType }: MorningEvent) =>
    eventType !== 'mention' && !week.events.some(({ type }) => type === eventType)
  const wrong = morning.events.filter(isWrong)
  if (isPrinted) {
    for (const { expected, event, isBelow } of pairs)
      if (!(event ? isPlain(expected, event) : isBelow))
        console.log(`${week.id} ${expected.type} ${JSON.stringify(expected.must)}: ${event?.sentence ?? 'missing'}`)
    for (const { eventType, sentence } of wrong) console.log(`${week.id} FALSE ${eventType}: ${sentence}`)
  }
  return {
    expected: week.events.length,
    found:
      pairs.filter(({ event, isBelow }) => event !== undefined || isBelow).length +
      others.filter(({ type }) => lesser.includes(EVENT_LABELS[type])).length,
    shown: shown.length,
    wrong: wrong.length,
    plain: shown.filter(({ expected, event }) => isPlain(expected, event)).length,
    sure: shown.filter(({ expected, event }) => (expected.certainty === 'reported') === event.isReported).length,
    halves: morning.events.filter(({ sentence }) => /^\p{Ll}/u.test(sentence)).length,
    strangers: week.notAbout.length,
    keptOut: week.notAbout.filter((at) => !matched[at]?.isPrimary).length,
  }
}

const isLeadingType = ({ type }: Week['events'][number]) => isLeading({ eventType: type, denied: [] })

/** The line has every word that it must have; the company is named in it or before it. */
const isPlain = ({ must }: Week['events'][number], { sentence }: MorningEvent) =>
  must.every((words) => words.split('|').some((word) => sentence.toLowerCase().includes(word.toLowerCase())))
