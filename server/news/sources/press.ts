type PressFeeds = {
  addresses: string[]
  /** What is wrong with the setting, for the operator. */
  faults: string[]
}

const MAX_FEEDS = 2000
const MAX_FAULTS = 20

/**
 * The feeds of the press: the built-in list, or what PRESS_FEEDS names in its place: addresses with commas between
 * them, or a file with one address a line, where `#` begins a remark.
 */
export function pressFeeds(setting: string | null, readText: (path: string) => string): PressFeeds {
  const value = setting?.trim() ?? ''
  if (value === '') return { addresses: PRESS_LIST.map(({ address }) => address), faults: [] }
  const entries = /(?:^|,)\s*https?:\/\//i.test(value) ? value.split(',') : linesOfFile(value, readText)
  if (!entries) return { addresses: [], faults: [`The file ${value} cannot be read.`] }
  const addresses = new Set<string>()
  const faults: string[] = []
  for (const entry of entries.map((each) => each.trim()).filter(Boolean)) {
    const url = /^https?:\/\/[^/]/i.test(entry) ? URL.parse(entry) : null
    if (url) addresses.add(url.href)
    else faults.push(`This is no address of a feed: ${entry.slice(0, 200)}`)
  }
  return { addresses: [...addresses].slice(0, MAX_FEEDS), faults: summed(faults, addresses.size) }
}

/** Somebody may name the wrong file: the log need not hold all of it. */
function summed(faults: string[], count: number): string[] {
  const more = faults.length - MAX_FAULTS
  return [
    ...faults.slice(0, MAX_FAULTS),
    ...(more > 0 ? [`And ${more} more like these.`] : []),
    ...(count > MAX_FEEDS ? [`Of ${count} feeds the first ${MAX_FEEDS} are watched.`] : []),
  ]
}

function linesOfFile(path: string, readText: (path: string) => string): string[] | null {
  try {
    return linesOf(readText(path))
  } catch {
    return null
  }
}

const linesOf = (text: string) =>
  text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .map((each) => each.replace(/(?:^|\s)#.*$/, ''))

/** Feeds that publishers of startup and business news offer to everybody. */
export const PRESS_LIST: { publisher: string; address: string }[] = [
  // Startups and venture capital
  { publisher: 'TechCrunch', address: 'https://techcrunch.com/feed/' },
  { publisher: 'Crunchbase News', address: 'https://news.crunchbase.com/feed/' },
  { publisher: 'VentureBeat', address: 'https://venturebeat.com/feed/' },
  { publisher: 'GeekWire', address: 'https://www.geekwire.com/feed/' },
  { publisher: 'AlleyWatch', address: 'https://www.alleywatch.com/feed/' },
  { publisher: 'FinSMEs', address: 'https://www.finsmes.com/feed' },
  { publisher: 'Tech Funding News', address: 'https://techfundingnews.com/feed/' },
  { publisher: 'SiliconANGLE', address: 'https://siliconangle.com/feed/' },
  // Europe
  { publisher: 'EU-Startups', address: 'https://www.eu-startups.com/feed/' },
  { publisher: 'Sifted', address: 'https://sifted.eu/feed' },
  { publisher: 'Tech.eu', address: 'https://tech.eu/feed/' },
  { publisher: 'Silicon Canals', address: 'https://siliconcanals.com/feed/' },
  { publisher: 'The Next Web', address: 'https://thenextweb.com/feed' },
  { publisher: 'UKTN', address: 'https://www.uktech.news/feed' },
  { publisher: 'ArcticStartup', address: 'https://arcticstartup.com/feed/' },
  { publisher: 'Maddyness', address: 'https://www.maddyness.com/uk/feed/' },
  { publisher: 'BusinessCloud', address: 'https://businesscloud.co.uk/feed/' },
  { publisher: 'The Recursive', address: 'https://therecursive.com/feed/' },
  // The rest of the world
  { publisher: 'BetaKit', address: 'https://betakit.com/feed/' },
  { publisher: 'YourStory', address: 'https://yourstory.com/feed' },
  { publisher: 'Inc42', address: 'https://inc42.com/feed/' },
  { publisher: 'Tech in Asia', address: 'https://www.techinasia.com/feed' },
  { publisher: 'e27', address: 'https://e27.co/feed/' },
  { publisher: 'TechNode', address: 'https://technode.com/feed/' },
  { publisher: 'TechCabal', address: 'https://techcabal.com/feed/' },
  { publisher: 'Startup Daily', address: 'https://www.startupdaily.net/feed/' },
  // Technology and business at large
  { publisher: 'Fast Company', address: 'https://www.fastcompany.com/latest/rss' },
  { publisher: 'MIT Technology Review', address: 'https://www.technologyreview.com/feed/' },
  { publisher: 'The Verge', address: 'https://www.theverge.com/rss/index.xml' },
  { publisher: 'Ars Technica', address: 'https://feeds.arstechnica.com/arstechnica/index' },
  { publisher: 'The Register', address: 'https://www.theregister.com/headlines.atom' },
  // Trades that angels back
  { publisher: 'Fierce Biotech', address: 'https://www.fiercebiotech.com/rss/xml' },
  { publisher: 'BioPharma Dive', address: 'https://www.biopharmadive.com/feeds/news/' },
  { publisher: 'MedCity News', address: 'https://medcitynews.com/feed/' },
  { publisher: 'Finextra', address: 'https://www.finextra.com/rss/headlines.aspx' },
  { publisher: 'The Robot Report', address: 'https://www.therobotreport.com/feed/' },
  { publisher: 'CleanTechnica', address: 'https://cleantechnica.com/feed/' },
  { publisher: 'AgFunderNews', address: 'https://agfundernews.com/feed' },
  { publisher: 'SpaceNews', address: 'https://spacenews.com/feed/' },
  // What companies announce themselves
  { publisher: 'PR Newswire', address: 'https://www.prnewswire.com/rss/news-releases-list.rss' },
]
