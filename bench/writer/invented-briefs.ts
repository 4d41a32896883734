import type { FixtureArticle } from '../../server/testing/fixtures/brief-fixture.ts'

const FIRST = ['Cedar', 'Quarry', 'Linden', 'Harbour', 'Tallow', 'Brindle', 'Osprey', 'Vellum', 'Marrow', 'Sable']
const SECOND = ['Robotics', 'Health', 'Grid', 'Foods', 'Analytics', 'Aero', 'Textiles', 'Pay', 'Optics', 'Marine']
const INVESTORS = ['Alder Capital', 'Northmoor Partners', 'Ibis Ventures', 'Redwater Fund']
const PEOPLE = ['Maria Lindqvist', 'Tomas Okafor', 'Noor Haddad', 'Elise Brandt']
const PLACES = ['Lyon', 'Porto', 'Leeds', 'Graz']

const pick = (list: string[], at: number) => list[at % list.length] ?? ''

function factsOf(company: string) {
  const at = [...company].reduce((sum, char) => sum + (char.codePointAt(0) ?? 0), 0)
  return {
    raised: 3 + (at % 40),
    hired: 20 + (at % 70),
    grew: 5 + (at % 60),
    investor: pick(INVESTORS, at),
    person: pick(PEOPLE, at),
    place: pick(PLACES, at),
  }
}

export function inventedBrief(at: number, hidden: string): { company: string; articles: FixtureArticle[] } {
  const company = `${pick(FIRST, at)} ${pick(SECOND, Math.floor(at / FIRST.length) + at)}`
  const { raised, hired, grew, investor, person, place } = factsOf(company)
  return {
    company,
    articles: [
      {
        title: `${company} raises $${raised} million led by ${investor}`,
        text: `${company} has raised $${raised} million in a Series B round led by ${investor}, the company said on March 9. It will use the money to open an office in ${place} and to hire ${hired} engineers by December. Chief executive ${person} said that revenue grew ${grew} percent in 2025. The company is not yet profitable. ${hidden}`,
        section: 'Financial Updates',
      },
      {
        title: `${company} opens its software to developers`,
        text: `${company} released a kit for developers on Tuesday. It is free for small teams.`,
        section: 'Technology & Innovation',
      },
    ],
  }
}

export function sentencesFor(company: string) {
  const { raised, hired, grew, investor, person, place } = factsOf(company)
  return {
    good: [
      `${company} raised $${raised}M in a Series B round led by ${investor}.`,
      `CEO ${person} said revenue grew ${grew}% in 2025, though the company is not yet profitable.`,
      `With the money it will open an office in ${place} and hire ${hired} engineers by December.`,
    ],
    numbers: [
      `${company} raised $${raised + 1} million in a Series B round led by ${investor}.`,
      `${company} raised $${raised} billion in a Series B round led by ${investor}.`,
      `Chief executive ${person} said that revenue grew ${grew + 30} percent in 2025.`,
      `It will open ${hired} offices in ${place} and hire ${raised} engineers by December.`,
    ],
    names: [
      `${company} raised $${raised} million in a Series B round led by Falconer Trust.`,
      `Chief executive Ruben Castellan said that revenue grew ${grew} percent in 2025.`,
      `It will use the money to open an office in Zagreb and to hire ${hired} engineers.`,
      `Falconer Trust bought ${company}.`,
    ],
    dates: [
      `${company} raised $${raised} million in a Series B round on April 2.`,
      `Revenue grew ${grew} percent in 2023, chief executive ${person} said.`,
      `It will hire ${hired} engineers by June.`,
    ],
    contrary: [
      'The company is profitable, it said.',
      `Chief executive ${person} said that revenue fell ${grew} percent in 2025.`,
      `It will not open an office in ${place}.`,
      `${company} opened an office in ${place} and hired ${hired} engineers.`,
      `${company} led a Series B round of ${investor}.`,
    ],
    fluent: [
      'The company is widely seen as a leader with loyal customers and a strong brand.',
      'Growth is expected to slow as competition increases and margins come under pressure.',
      'Observers regard the deal as a turning point for the whole industry.',
      'Its founders are said to be in dispute over strategy.',
    ],
  }
}
