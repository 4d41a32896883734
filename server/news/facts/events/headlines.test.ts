import { expect, test } from 'vitest'
import { factValue } from '#domain/news/fact-text.ts'
import { eventOfCompany } from '../../reading/reader.ts'

const read = (title: string) => {
  const { event, facts } = eventOfCompany({ name: 'Brightwell' }, { title, isPrimary: true, publishedAt: '2026-11-12' })
  return [event, ...facts.map((fact) => `${fact.kind} ${factValue(fact)}`)]
}

test.each([
  ['Brightwell shows 140 the door', 'layoffs 140'],
  ['Brightwell sends 60 home for good', 'layoffs 60'],
  ['Brightwell hands pink slips to 40', 'layoffs 40'],
  ['Brightwell parts with a fifth of its engineers', 'layoffs 20%'],
  ['Brightwell trims 30 from its sales team', 'layoffs 30'],
  ['A third of Brightwell staff to go', 'layoffs 33%'],
  ['Job cuts loom at Brightwell'],
  ['Brightwell swings axe at 45 jobs', 'layoffs 45'],
  ['Brightwell asks 40 workers to leave', 'layoffs 40'],
  ['Brightwell issues redundancy notices to 40 workers', 'layoffs 40'],
  ['Brightwell takes an axe to 40 jobs', 'layoffs 40'],
  ['Brightwell parts with six designers', 'layoffs 6'],
  ["Half of Brightwell's 80 staff to lose jobs", 'layoffs 50%'],
])('layoffs: %s', (title, ...facts) => expect(read(title)).toEqual(['layoffs', ...facts]))

test.each([
  ['Brightwell evacuates 90 people after gas leak'],
  ['Brightwell was scammed out of $900,000 by a fake supplier'],
  ['Brightwell loses $2 million to email fraud'],
  ['Brightwell duped by fake invoices'],
  ['Brightwell earbuds pulled from shelves after battery scare'],
  ['Ransomware crew lists Brightwell on leak site'],
  ['Hackers post Brightwell customer files online'],
  ['Brightwell tanker overturns on M5, spilling 20,000 litres of milk'],
  ['Brightwell drone comes down in back garden'],
  ['Brightwell ferry runs into pier'],
  ['Stuck over the river for four hours: Brightwell’s nightmare Saturday'],
  ['Brightwell locks users out for six hours'],
  ['Brightwell app on the blink for third day'],
  ['Brightwell app leaks home addresses'],
  ['Brightwell lamp catches fire in Ohio dorm'],
  ['Brightwell customers in the dark after outage'],
  ['Thieves make off with Brightwell lamps'],
  ['Brightwell falls victim to invoice fraud'],
  ['Brightwell leaves 400 homes without heat'],
  ['Brightwell pulls lamps off shelves'],
  ['Brightwell lamps taken off sale'],
  ['Brightwell van ploughs into shop'],
  ["Brightwell's app meltdown"],
  ['Brightwell site down for two days'],
  ['Brightwell turns up on ransomware forum'],
  ['Firefighters rescue 40 riders trapped in Brightwell lift'],
  ['Crew rescued 30 passengers from Brightwell ferry'],
  ['Brightwell out of action after flood'],
  ['Burglars break into Brightwell warehouse'],
  ['Hacking group claims Brightwell as a victim'],
])('incident: %s', (title, ...facts) => expect(read(title)).toEqual(['incident', ...facts]))

test.each([
  ['Brightwell throws open its API'],
  ['Brightwell lifts the lid on new lamp'],
  ['Brightwell lifts the veil on its first lamp'],
  ['Brightwell takes the covers off a folding lamp'],
  ['Brightwell pulls back the curtain on Halo'],
  ['Brightwell branches out into furniture'],
  ['Brightwell dips a toe into insurance'],
  ['Brightwell box keeps vaccines frozen 12 days; WHO gives prequalification'],
  ['Brightwell’s cuff cleared by FDA'],
  ['Brightwell gets FDA go-ahead for its cuff'],
  ['Brightwell cuff gets CE mark'],
  ['Brightwell pill halves gut damage in mid-stage study'],
  ["Brightwell's new lamp folds flat"],
  ['Brightwell app learns Spanish'],
  ['Brightwell puts a price on its desk lamp'],
  ['Brightwell opens pre-orders for desk lamp'],
  ['Brightwell goes open source'],
  ['Brightwell opens up its API'],
  ['Brightwell gives first look at shower lamp'],
  ['Brightwell teases outdoor lamp'],
  ['Brightwell pilots lamp rental'],
  ['Brightwell tries its hand at speakers'],
  ['Brightwell gets nod from FDA'],
  ['Brightwell wins FDA clearance for light therapy'],
  ["FDA certifies Brightwell's cuff"],
  ['Brightwell cuff approved for use in children'],
  ['Brightwell drug beats placebo in late-stage trial'],
])('launch: %s', (title, ...facts) => expect(read(title)).toEqual(['launch', ...facts]))

test.each([
  ['Brightwell ships 500,000th ring'],
  ['Brightwell sells its millionth lamp'],
  ['Puzzle game from Brightwell passes 80 million downloads'],
  ['Brightwell sales soar 60%'],
  ['Brightwell doubles sales but loses more'],
  ['Brightwell slips into the red'],
  ['Brightwell edges into profit'],
  ['A million homes now use Brightwell'],
  ['Brightwell passes 2 million users'],
  ["Brightwell's app tops 5 million downloads"],
  ["Brightwell's first 20,000 patients"],
  ['Brightwell celebrates its 10,000th customer'],
  ['Brightwell turned over £9m in sales', 'revenue £9 million'],
  ['Brightwell tumbles to £2m loss'],
  ['Brightwell creeps into profit'],
  ['Half a million households trust Brightwell'],
])('results: %s', (title, ...facts) => expect(read(title)).toEqual(['results', ...facts]))

test.each([
  ['Brightwell pulls the shutters down for good'],
  ['Brightwell goes dark'],
  ['Brightwell is no more'],
  ['Brightwell calls in the administrators'],
  ['Lights out at Brightwell'],
  ['Brightwell hits the wall'],
  ['Brightwell to wind up after lenders pull support'],
  ['Lights out for Brightwell'],
  ['Brightwell brings down the shutters'],
  ['Brightwell collapses into administration'],
  ['Brightwell calls in administrators'],
])('closure: %s', (title, ...facts) => expect(read(title)).toEqual(['closure', ...facts]))

test.each([
  ['Brightwell hauled into court over patents'],
  ['Brightwell slapped with €2m fine', 'penalty €2 million'],
  ['Brightwell in hot water over energy claims'],
  ['Watchdog raps Brightwell over ads'],
  ['Brightwell must pay ex-worker £40,000, tribunal rules', 'penalty £40,000'],
  ['Philips drags Brightwell to court'],
  ['Judge throws out suit against Brightwell'],
  ['Brightwell rapped by watchdog'],
  ['Brightwell dragged to court'],
  ['Ofcom raps Brightwell over ads'],
])('legal: %s', (title, ...facts) => expect(read(title)).toEqual(['legal', ...facts]))

test.each([
  ['Brightwell lands in Spain'],
  ['Brightwell plants flag in Tokyo'],
  ['Brightwell takes the keys to a Leeds factory'],
  ['Brightwell to double floor space in Leeds'],
  ['Brightwell cuts the ribbon on second shop'],
  ['Brightwell begins deliveries in Canada'],
  ['Brightwell brings back 20 workers it laid off'],
  ["Brightwell's flagship store opens"],
])('expansion: %s', (title, ...facts) => expect(read(title)).toEqual(['expansion', ...facts]))

test.each([
  'Brightwell app helps hospital cut 40% of no-shows',
  'Brightwell’s window granted 40th patent',
  'Brightwell’s founder on why lamps matter',
  'What Brightwell teaches us about light',
  'Five things to know about Brightwell',
  'Inside Brightwell’s quirky office',
  'Brightwell warns of counterfeit chargers',
  'Brightwell wants to put a lamp in your shower',
  'Why Brightwell matters',
  'Brightwell named one of ten startups to watch',
  'Brightwell sponsors local marathon',
  "Brightwell's office dog has 40,000 followers",
  "I tried Brightwell's lamp for a month",
  'Brightwell CEO: AI will not replace electricians',
  "Brightwell won't sell, says founder",
  'Philips has no plans to buy Brightwell',
])('nothing happened: %s', (title) => expect(read(title)).toEqual([null]))

test.each([
  [
    'Brightwell collapses into administration',
    "All but 30 of Brightwell's 290 workers have been made redundant.",
    'closure',
  ],
  ['Brightwell passes 2 million users', 'Brightwell has launched an app for Android as well.', 'results'],
  ['Brightwell pulls lamps off shelves', 'Brightwell launched the lamp in May.', 'incident'],
  ['Brightwell dragged to court by former designer', 'Brightwell launched the lamp that she drew in May.', 'legal'],
])('the headline outweighs the text: %s', (title, text, event) =>
  expect(eventOfCompany({ name: 'Brightwell' }, { title, text, isPrimary: true }).event).toBe(event),
)
