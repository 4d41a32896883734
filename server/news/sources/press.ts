type PressFeeds = {
  urls: string[]
  /** Messages for the operator. */
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
    else faults.push(`This is not the address of a feed: ${entry.slice(0, 200)}`)
  }
  return { urls: [...urls].slice(0, MAX_FEEDS), faults: summed(faults, urls.size) }
}

/** If the setting names the wrong file, its lines must not flood the log. */
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
  { publisher: 'Tech Startups', url: 'https://techstartups.com/feed/' },
  { publisher: 'Pulse 2.0', url: 'https://pulse2.com/feed/' },
  { publisher: 'Hypepotamus', url: 'https://hypepotamus.com/feed/' },
  { publisher: 'Technical.ly', url: 'https://technical.ly/feed/' },
  { publisher: 'Refresh Miami', url: 'https://refreshmiami.com/feed/' },
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
  { publisher: 'Silicon Republic', url: 'https://www.siliconrepublic.com/feed' },
  { publisher: 'deutsche-startups.de', url: 'https://www.deutsche-startups.de/feed/' },
  { publisher: 'FrenchWeb', url: 'https://www.frenchweb.fr/feed' },
  { publisher: 'Maddyness France', url: 'https://www.maddyness.com/feed/' },
  { publisher: 'El Referente', url: 'https://elreferente.es/feed/' },
  // The rest of the world
  { publisher: 'BetaKit', url: 'https://betakit.com/feed/' },
  { publisher: 'YourStory', url: 'https://yourstory.com/feed' },
  { publisher: 'Inc42', url: 'https://inc42.com/feed/' },
  { publisher: 'Tech in Asia', url: 'https://www.techinasia.com/feed' },
  { publisher: 'e27', url: 'https://e27.co/feed/' },
  { publisher: 'TechNode', url: 'https://technode.com/feed/' },
  { publisher: 'TechCabal', url: 'https://techcabal.com/feed/' },
  { publisher: 'Startup Daily', url: 'https://www.startupdaily.net/feed/' },
  { publisher: 'SmartCompany', url: 'https://www.smartcompany.com.au/feed/' },
  { publisher: 'DealStreetAsia', url: 'https://www.dealstreetasia.com/feed/' },
  { publisher: 'Vulcan Post', url: 'https://vulcanpost.com/feed/' },
  { publisher: 'The Bridge', url: 'https://thebridge.jp/feed' },
  { publisher: 'Platum', url: 'https://platum.kr/feed' },
  { publisher: 'Techpoint Africa', url: 'https://techpoint.africa/feed/' },
  { publisher: 'Disrupt Africa', url: 'https://disrupt-africa.com/feed/' },
  { publisher: 'WeeTracker', url: 'https://weetracker.com/feed/' },
  { publisher: 'LatamList', url: 'https://latamlist.com/feed/' },
  { publisher: 'Startups.com.br', url: 'https://startups.com.br/feed/' },
  { publisher: 'MENAbytes', url: 'https://www.menabytes.com/feed/' },
  { publisher: 'NoCamels', url: 'https://nocamels.com/feed/' },
  // General technology and business
  { publisher: 'Fast Company', url: 'https://www.fastcompany.com/latest/rss' },
  { publisher: 'MIT Technology Review', url: 'https://www.technologyreview.com/feed/' },
  { publisher: 'The Verge', url: 'https://www.theverge.com/rss/index.xml' },
  { publisher: 'Ars Technica', url: 'https://feeds.arstechnica.com/arstechnica/index' },
  { publisher: 'The Register', url: 'https://www.theregister.com/headlines.atom' },
  { publisher: 'The New Stack', url: 'https://thenewstack.io/feed/' },
  { publisher: 'SD Times', url: 'https://sdtimes.com/feed/' },
  { publisher: 'HPCwire', url: 'https://www.hpcwire.com/feed/' },
  { publisher: 'The Decoder', url: 'https://the-decoder.com/feed/' },
  { publisher: 'SecurityWeek', url: 'https://www.securityweek.com/feed/' },
  { publisher: 'Help Net Security', url: 'https://www.helpnetsecurity.com/feed/' },
  // Industries that angel investors back
  { publisher: 'Fierce Biotech', url: 'https://www.fiercebiotech.com/rss/xml' },
  { publisher: 'BioPharma Dive', url: 'https://www.biopharmadive.com/feeds/news/' },
  { publisher: 'MedTech Dive', url: 'https://www.medtechdive.com/feeds/news/' },
  { publisher: 'Healthcare Dive', url: 'https://www.healthcaredive.com/feeds/news/' },
  { publisher: 'Fierce Healthcare', url: 'https://www.fiercehealthcare.com/rss/xml' },
  { publisher: 'STAT', url: 'https://www.statnews.com/feed/' },
  { publisher: 'Endpoints News', url: 'https://endpts.com/feed/' },
  { publisher: 'MedCity News', url: 'https://medcitynews.com/feed/' },
  { publisher: 'Finextra', url: 'https://www.finextra.com/rss/headlines.aspx' },
  { publisher: 'PYMNTS', url: 'https://www.pymnts.com/feed/' },
  { publisher: 'The Fintech Times', url: 'https://thefintechtimes.com/feed/' },
  { publisher: 'Payments Dive', url: 'https://www.paymentsdive.com/feeds/news/' },
  { publisher: 'Banking Dive', url: 'https://www.bankingdive.com/feeds/news/' },
  { publisher: 'Decrypt', url: 'https://decrypt.co/feed' },
  { publisher: 'The Robot Report', url: 'https://www.therobotreport.com/feed/' },
  { publisher: 'CleanTechnica', url: 'https://cleantechnica.com/feed/' },
  { publisher: 'Electrek', url: 'https://electrek.co/feed/' },
  { publisher: 'pv magazine', url: 'https://www.pv-magazine.com/feed/' },
  { publisher: 'Utility Dive', url: 'https://www.utilitydive.com/feeds/news/' },
  { publisher: 'Supply Chain Dive', url: 'https://www.supplychaindive.com/feeds/news/' },
  { publisher: 'Retail Dive', url: 'https://www.retaildive.com/feeds/news/' },
  { publisher: 'Food Dive', url: 'https://www.fooddive.com/feeds/news/' },
  { publisher: 'The Spoon', url: 'https://thespoon.tech/feed/' },
  { publisher: 'AgFunderNews', url: 'https://agfundernews.com/feed' },
  { publisher: 'SpaceNews', url: 'https://spacenews.com/feed/' },
  // Press release wires
  { publisher: 'PR Newswire', url: 'https://www.prnewswire.com/rss/news-releases-list.rss' },
  {
    publisher: 'GlobeNewswire',
    url: 'https://www.globenewswire.com/RssFeed/orgclass/1/feedTitle/GlobeNewswire%20-%20News%20about%20Public%20Companies',
  },
]
