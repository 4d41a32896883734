import { expect, test } from 'vitest'
import { curate, type BriefArticle } from './curate.ts'

const post = (id: string, title: string, text: string): BriefArticle => ({
  id,
  title,
  text,
  url: `https://acme.example/${id}`,
  publisher: null,
  publishedAt: `2026-11-0${id}T10:00:00.000Z`,
  kind: 'post',
  facts: {},
  isPrimary: true,
  isOwn: true,
  story: null,
  sameAs: null,
  classified: null,
})

const linesOf = (...briefArticles: BriefArticle[]) =>
  curate({ company: 'Acme', briefArticles }).brief?.sections.flatMap(({ sentences }) =>
    sentences.map(({ text }) => text),
  )

test('the description on every page of a site is not quoted as news', () => {
  const about = 'Acme makes shadow-free lighting for operating rooms.'
  expect(linesOf(post('1', 'A safer arm joint', about), post('2', 'Twelve new colleagues', about))).toEqual(
    expect.not.arrayContaining([about]),
  )
  expect(linesOf(post('1', 'A safer arm joint', 'The arm of our light now locks by itself in any position.'))).toEqual(
    expect.arrayContaining(['A safer arm joint']),
  )
})
