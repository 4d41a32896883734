type PressFeeds = {
  urls: string[]
  /** Worded for the operator. */
  faults: string[]
}

const MAX_FEEDS = 2000
const MAX_FAULTS = 20

/**
 * PRESS_FEEDS replaces the built-in list: comma-separated URLs, or a file with one URL per line and `#` for comments.
 */
export function pressFeeds(setting: string | null, readText: (path: string) => string): PressFeeds {
  const value = setting?.trim() ?? ''
  if (value === '') return { urls: PRESS_LIST.map(({ url }) => url), faults: [] }
  const entries = /(?:^|,)\s*https?:\/\//i.test(value) ? value.split(',') : linesOfFile(value, readText)
  if (!entries) return { urls: [], faults: [`The file ${value} cannot be read.`] }
  const urls = new Set<string>()
  const faults: string[] = []
  for (const entry of entries.map((each) => each.trim()).filter(Boolean)) {
    const url = /^https?:\/\/[^/]/i.test(entry) ? URL.parse(entry) : null
    if (url) urls.add(url.href)
    else faults.push(`This is no address of a feed: ${entry.slice(0, 200)}`)
  }
  return { urls: [...urls].slice(0, MAX_FEEDS), faults: summed(faults, urls.size) }
}

/** The setting may name the wrong file, whose lines must not flood the log. */
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

export const PRESS_LIST: { publisher: string; url: string }[] = [
  // Startups and venture capital
  { publisher: 'TechCrunch', url: 'https://techcrunch.com/feed/' },
  { publisher: 'Crunchbase News', url: 'https://news.crunchbase.com/feed/' },
  { publisher: 'VentureBeat', url: 'https://venturebeat.com/feed/' },
  { publisher: 'GeekWire', url: 'https://www.geekwire.com/feed/' },
  { publisher: 'AlleyWatch', url: 'https://www.alleywatch.com/feed/' },
  { publisher: 'FinSMEs', url: 'https://www.finsmes.com/feed' },
  { publisher: 'Tech Funding News', url: 'https://techfundingnews.com/feed/' },
  { publisher: 'SiliconANGLE', url: 'https://siliconangle.com/feed/' },
  // Europe
  { publisher: 'EU-Startups', url: 'https://www.eu-startups.com/feed/' },
  { publisher: 'Sifted', url: 'https://sifted.eu/feed' },
  { publisher: 'Tech.eu', url: 'https://tech.eu/feed/' },
  { publisher: 'Silicon Canals', url: 'https://siliconcanals.com/feed/' },
  { publisher: 'The Next Web', url: 'https://thenextweb.com/feed' },
  { publisher: 'UKTN', url: 'https://www.uktech.news/feed' },
  { publisher: 'ArcticStartup', url: 'https://arcticstartup.com/feed/' },
  { publisher: 'Maddyness', url: 'https://www.maddyness.com/uk/feed/' },
  { publisher: 'BusinessCloud', url: 'https://businesscloud.co.uk/feed/' },
  { publisher: 'The Recursive', url: 'https://therecursive.com/feed/' },
  // The rest of the world
  { publisher: 'BetaKit', url: 'https://betakit.com/feed/' },
  { publisher: 'YourStory', url: 'https://yourstory.com/feed' },
  { publisher: 'Inc42', url: 'https://inc42.com/feed/' },
  { publisher: 'Tech in Asia', url: 'https://www.techinasia.com/feed' },
  { publisher: 'e27', url: 'https://e27.co/feed/' },
  { publisher: 'TechNode', url: 'https://technode.com/feed/' },
  { publisher: 'TechCabal', url: 'https://techcabal.com/feed/' },
  { publisher: 'Startup Daily', url: 'https://www.startupdaily.net/feed/' },
  // Technology and business at large
  { publisher: 'Fast Company', url: 'https://www.fastcompany.com/latest/rss' },
  { publisher: 'MIT Technology Review', url: 'https://www.technologyreview.com/feed/' },
  { publisher: 'The Verge', url: 'https://www.theverge.com/rss/index.xml' },
  { publisher: 'Ars Technica', url: 'https://feeds.arstechnica.com/arstechnica/index' },
  { publisher: 'The Register', url: 'https://www.theregister.com/headlines.atom' },
  // Trades that angels back
  { publisher: 'Fierce Biotech', url: 'https://www.fiercebiotech.com/rss/xml' },
  { publisher: 'BioPharma Dive', url: 'https://www.biopharmadive.com/feeds/news/' },
  { publisher: 'MedCity News', url: 'https://medcitynews.com/feed/' },
  { publisher: 'Finextra', url: 'https://www.finextra.com/rss/headlines.aspx' },
  { publisher: 'The Robot Report', url: 'https://www.therobotreport.com/feed/' },
  { publisher: 'CleanTechnica', url: 'https://cleantechnica.com/feed/' },
  { publisher: 'AgFunderNews', url: 'https://agfundernews.com/feed' },
  { publisher: 'SpaceNews', url: 'https://spacenews.com/feed/' },
  // What companies announce themselves
  { publisher: 'PR Newswire', url: 'https://www.prnewswire.com/rss/news-releases-list.rss' },
]
