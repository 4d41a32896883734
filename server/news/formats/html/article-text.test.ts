import { expect, test } from 'vitest'
import { articleText } from './article-text.ts'
import { growth, LINEAR } from '../../../testing/growth.ts'

const SENTENCE = 'Acme has raised five million dollars from investors, and will open a second workshop in spring.'
const PARAGRAPHS = Array.from({ length: 6 }, (_, i) => `<p>${i + 1}. ${SENTENCE} ${SENTENCE}</p>`).join('\n')

const page = (body: string, head = '') =>
  `<!doctype html><html lang="en"><head><title>Acme raises money</title>${head}</head><body>${body}</body></html>`

const AROUND = `
  <nav><ul><li><a href="/">Home of everything that is new</a></li><li><a href="/x">All about technology and more</a></li></ul></nav>
  <header><p>The Daily Planet, founded a long time ago to tell you the news of the town every day.</p></header>`
const BELOW = `
  <aside><p>You may also like this other story about somebody else who raised a lot of money recently.</p></aside>
  <div class="comments"><p>First! I have always said that this company would never raise any money, and here we are.</p></div>
  <div class="newsletter-signup"><p>Get the best of our newsroom by mail every morning, without any costs at all.</p></div>
  <footer><p>Copyright of the Daily Planet, which does not permit anybody to copy anything at all.</p></footer>`

test('extracts the story and nothing around it', () => {
  const text = articleText(
    page(`${AROUND}<main><article><h1>Acme raises money</h1>${PARAGRAPHS}</article></main>${BELOW}`),
  )
  expect(text?.split('\n')).toHaveLength(6)
  expect(text).toMatch(/^1\. Acme has raised/)
  expect(text).not.toMatch(/Daily Planet|First!|newsroom|also like|Home of/)
})

test('without an article element the densest part is the story, even if an ad splits it', () => {
  const part = (numbers: string) => `<div class="text">${numbers}</div>`
  const split = `${part(PARAGRAPHS)}<div class="ad"><p>Buy this very good thing now, before it is gone for ever and ever.</p></div>${part(PARAGRAPHS)}${part(PARAGRAPHS)}`
  const text = articleText(page(`${AROUND}<div id="wrap"><div id="story">${split}</div></div>${BELOW}`))
  expect(text?.split('\n')).toHaveLength(18)
  expect(text).not.toContain('Buy this')
})

test('text between line breaks counts as paragraphs', () => {
  const text = articleText(page(`${AROUND}<div class="story">${`${SENTENCE} ${SENTENCE}<br><br>`.repeat(4)}</div>`))
  expect(text?.split('\n')).toHaveLength(4)
})

test('inline markup is removed, entities are decoded, and link text within sentences stays', () => {
  const sentence = `<p>Acme &amp; Beta <b>agreed</b> on a <a href="/x">deal</a> worth &euro;5&nbsp;million &#8211; said <i>both</i>. ${SENTENCE}</p>`
  expect(articleText(page(`<article>${sentence.repeat(4)}</article>`))).toContain(
    'Acme & Beta agreed on a deal worth €5 million – said both.',
  )
})

test('structured data comes before the text of the page', () => {
  const data = JSON.stringify({
    '@graph': [{ '@type': 'NewsArticle', articleBody: `${SENTENCE}\n\n${SENTENCE} ${SENTENCE}` }],
  })
  for (const body of ['<div id="app"></div>', `<article>${PARAGRAPHS}</article>`])
    expect(articleText(page(body, `<script type="application/ld+json">${data}</script>`))).toBe(
      `${SENTENCE}\n${SENTENCE} ${SENTENCE}`,
    )
})

test.each([
  [
    'structured data says so',
    page(
      `<article>${PARAGRAPHS}</article>`,
      '<script type="application/ld+json">{"@type":"NewsArticle","isAccessibleForFree":"False"}</script>',
    ),
  ],
  [
    'a part of it is for subscribers',
    page(
      `<article>${PARAGRAPHS}</article>`,
      '<script type="application/ld+json">[{"hasPart":{"isAccessibleForFree":false,"cssSelector":".paywall"}}]</script>',
    ),
  ],
  [
    'its tier is locked',
    page(`<article>${PARAGRAPHS}</article>`, '<meta property="article:content_tier" content="locked">'),
  ],
  [
    'a teaser ends in an offer',
    page(
      `<article><p>${SENTENCE} ${SENTENCE}</p><p>Subscribe to continue reading this story, and all the others, for one dollar a week.</p></article>`,
    ),
  ],
  [
    'a check of the browser',
    '<html><head><title>Just a moment...</title></head><body><p>Checking your browser before you can see the page. This takes a few seconds, and happens by itself.</p></body></html>',
  ],
  [
    'a consent page',
    page(
      `<div><p>We value your privacy. We and our 812 partners store and read information on your device, such as cookies.</p><p>You can accept all cookies or manage your preferences here, at any time you like, as often as you like.</p></div>`,
    ),
  ],
  [
    'no script',
    page(
      '<div><p>You need to enable JavaScript to run this application, which shows you news in a very modern manner and needs your machine for it. Please enable JavaScript and come back to us, we will be waiting for you here.</p></div>',
    ),
  ],
])('a page behind a paywall or another barrier has no story: %s', (_, html) => {
  expect(articleText(html)).toBeNull()
})

test.each([
  ['nothing', ''],
  ['no text', page('<div id="root"></div>')],
  ['too little', page(`<article><p>${SENTENCE}</p></article>`)],
  [
    'a list of teasers',
    page(
      Array.from(
        { length: 12 },
        (_, i) =>
          `<div class="card"><h2><a href="/${i}">Story number ${i} about one thing</a></h2><div><p>${SENTENCE} ${i}</p></div></div><div><div><p>${SENTENCE} again</p></div></div>`,
      ).join(''),
    ),
  ],
  ['a page of links', page(`<div>${`<p><a href="/x">${SENTENCE}</a></p>`.repeat(20)}</div>`)],
  ['less than three of a hundred', page(`<div>${PARAGRAPHS}</div>${'<div data-x="0123456789"></div>'.repeat(3000)}`)],
])('does not guess a story: %s', (_, html) => {
  expect(articleText(html)).toBeNull()
})

test('scripts do not count against a story that the page marks as its article', () => {
  const script = `<script>${'var a = 1;'.repeat(20_000)}</script>`
  expect(articleText(page(`${script}<article>${PARAGRAPHS}</article>`))).not.toBeNull()
  expect(articleText(page(`${script}<div>${PARAGRAPHS}</div>`))).toBeNull()
})

test.each<[string, (length: number) => string]>([
  ['nesting', (length) => '<div>'.repeat(length / 5)],
  ['unclosed paragraphs', (length) => '<p>x'.repeat(length / 4)],
  ['open brackets', (length) => '<'.repeat(length)],
  ['half attributes', (length) => '<a '.repeat(length / 3)],
  ['closing tags', (length) => `${'<b>'.repeat(200)}${'</i>'.repeat(length / 4)}`],
  ['references', (length) => '&#9999999;&amp'.repeat(length / 14)],
  ['attributes', (length) => `<div ${'a=1 '.repeat(length / 4)}>`],
  ['classes', (length) => `<div class="${'ad-x '.repeat(length / 5)}">`],
  ['data', (length) => `<script type="application/ld+json">${'['.repeat(length / 12)}</script>`],
  ['commas', (length) => `<p>${', '.repeat(length / 2)}</p>`],
])('hostile pages take linear time: %s', async (_, body) => {
  const long = (length: number) => page(body(length))
  expect(await growth(long, 600_000, articleText)).toBeLessThan(LINEAR)
})
