import { atom, escaped, html, json, rss, type Answer, type Post } from './answers.ts'

type Service = (url: URL) => Answer | null

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

const PRESS_POSTS: Post[] = [
  { title: 'Linden Pay doubles its customers', path: '/2026/linden-pay-doubles', hoursAgo: 20 },
  { title: 'Cedar Compass finds true north', path: '/2026/true-north', hoursAgo: 22 },
  { title: 'Why a linden pay day never comes', path: '/2026/linden-trees', hoursAgo: 23 },
  { title: 'Nectar Gridlock: bees block a road', path: '/2026/bees', hoursAgo: 24 },
]

const press: Service = ({ pathname, origin }) =>
  pathname === '/press.xml' ? rss('The Invented Wire', origin, PRESS_POSTS) : null

const hackerNews: Service = ({ pathname, searchParams }) => {
  if (pathname !== '/api/v1/search_by_date') return null
  const isMeant = (searchParams.get('query') ?? '').includes('Maple Sonar')
  const hit = {
    objectID: '4242',
    title: 'Maple Sonar hears a pin drop',
    url: null,
    story_text: '',
    points: 42,
    num_comments: 7,
    created_at_i: Math.floor(daysAgo(1).getTime() / 1000),
  }
  return json({ hits: isMeant ? [hit] : [] })
}

const ACCESSION = '0001234567-26-000003'

const secSearch: Service = ({ pathname, searchParams }) => {
  if (pathname !== '/LATEST/search-index') return null
  const isMeant = (searchParams.get('q') ?? '').includes('Nectar Grid')
  const hit = {
    _id: `${ACCESSION}:primary_doc.xml`,
    _source: {
      ciks: ['0001234567'],
      adsh: ACCESSION,
      display_names: ['Nectar Grid, Inc.  (CIK 0001234567)'],
      form: 'D',
      file_date: daysAgo(3).toISOString().slice(0, 10),
    },
  }
  return json({ hits: { hits: isMeant ? [hit] : [] } })
}

const secData: Service = ({ pathname }) =>
  pathname === '/submissions/CIK0001234567.json'
    ? json({ cik: '0001234567', name: 'Nectar Grid, Inc.', filings: { recent: {} } })
    : null

const sec: Service = ({ pathname, origin }) => {
  if (pathname === '/cgi-bin/browse-edgar') return atom('Latest Filings', origin, [])
  if (!pathname.endsWith('/primary_doc.xml')) return null
  return {
    type: 'application/xml',
    body: `<?xml version="1.0"?><edgarSubmission><submissionType>D</submissionType><primaryIssuer><cik>0001234567</cik><entityName>Nectar Grid, Inc.</entityName></primaryIssuer><offeringData><offeringSalesAmounts><totalOfferingAmount>5000000</totalOfferingAmount><totalAmountSold>4250000</totalAmountSold></offeringSalesAmounts></offeringData></edgarSubmission>`,
  }
}

const greenhouse: Service = ({ pathname }) =>
  pathname === '/v1/boards/harvestbay/jobs'
    ? json({ jobs: [{ title: 'Net Mender', departments: [{ name: 'Shore' }] }] })
    : null

const lever: Service = ({ pathname }) =>
  pathname === '/v0/postings/indigokiln'
    ? json([{ text: 'Glazer', categories: { department: 'Kiln' } }, { text: 'Potter' }])
    : null

const ashby: Service = ({ pathname }) =>
  pathname === '/posting-api/job-board/jasperrail'
    ? json({ jobs: [{ title: 'Signal Engineer', department: 'Track', isListed: true }] })
    : null

const github: Service = ({ pathname, origin }) => {
  if (pathname === '/kelp-motors') return html('<a href="/kelp-motors/rudder">rudder</a>')
  if (pathname !== '/kelp-motors/rudder/releases.atom') return null
  return atom(escaped('Release notes from rudder'), origin, [
    { title: 'v2.0.0', path: '/kelp-motors/rudder/releases/tag/v2.0.0', text: 'Steers itself.' },
  ])
}

export const SERVICES: Record<string, Service> = {
  PRESS_FEEDS: press,
  HACKER_NEWS_URL: hackerNews,
  SEC_URL: sec,
  SEC_SEARCH_URL: secSearch,
  OTHER_ORIGINS: secData,
  GREENHOUSE_URL: greenhouse,
  LEVER_URL: lever,
  ASHBY_URL: ashby,
  GITHUB_URL: github,
}
