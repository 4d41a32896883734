const words = (text: string) => new Set(text.split(/\s+/))

/** Each subdomain is a different owner's site. */
const HOSTS_BY_NAME = words(
  `wordpress.com substack.com squarespace.com ghost.io weebly.com weeblysite.com beehiiv.com medium.com tumblr.com
  hashnode.dev blogspot.com github.io gitlab.io bitbucket.io pages.dev workers.dev vercel.app netlify.app herokuapp.com
  fly.dev onrender.com railway.app surge.sh glitch.me replit.app repl.co firebaseapp.com web.app appspot.com
  azurewebsites.net azurestaticapps.net cloudfront.net amazonaws.com webflow.io wixsite.com wixstudio.io wixstudio.com
  editorx.io carrd.co framer.website framer.app framer.site framer.ai framer.media framer.photos framer.wiki
  notion.site super.site typedream.app softr.app bubbleapps.io glide.page glideapp.io mystrikingly.com strikingly.com
  jimdosite.com jimdofree.com jimdo.com godaddysites.com site123.me webnode.page webnode.com yolasite.com tilda.ws
  duda.co dudaone.com unbounce.com unbouncepages.com leadpages.co instapage.com hubspotpagebuilder.com hs-sites.com
  mailchimpsites.com myshopify.com bigcartel.com square.site ecwid.com mybigcommerce.com typepad.com livejournal.com
  blogger.com svbtle.com posthaven.com bearblog.dev micro.blog write.as mataroa.blog listed.to
  gitbook.io readme.io readthedocs.io zendesk.com freshdesk.com helpscoutdocs.com intercom.help statuspage.io
  teamtailor.com breezy.hr recruitee.com bamboohr.com workable.com personio.de join.com
  buttondown.email mailchi.mp ck.page kit.com convertkit.com steadyhq.com podbean.com buzzsprout.com
  transistor.fm simplecast.com libsyn.com slack.com sharepoint.com atlassian.net canny.io
  wpengine.com wpcomstaging.com pantheonsite.io kinsta.cloud myfreesites.net 000webhostapp.com altervista.org
  hatenablog.com note.jp over-blog.com canalblog.com home.blog`,
)

/** Each path is a different owner's page. The number says how many path segments name the owner; null means all. */
const HOSTS_BY_PATH = new Map<string, number | null>(
  Object.entries({
    'linkedin.com': 2,
    'crunchbase.com': 2,
    'x.com': 1,
    'twitter.com': 1,
    'instagram.com': 1,
    'threads.net': 1,
    'tiktok.com': 1,
    'about.me': 1,
    'linktr.ee': 1,
    'bio.link': 1,
    'beacons.ai': 1,
    'medium.com': 1,
    'dev.to': 1,
    't.me': 1,
    'angel.co': 2,
    'wellfound.com': 2,
    'producthunt.com': 2,
    'ycombinator.com': 2,
    'tracxn.com': null,
    'pitchbook.com': null,
    'dealroom.co': null,
    'f6s.com': null,
    'facebook.com': null,
    'github.com': null,
    'gitlab.com': null,
    'bitbucket.org': null,
    'codeberg.org': null,
    'sourceforge.net': null,
    'huggingface.co': null,
    'npmjs.com': null,
    'pypi.org': null,
    'google.com': null,
    'apple.com': null,
    'amazon.com': null,
    'youtube.com': null,
    'vimeo.com': null,
    'reddit.com': null,
    'pinterest.com': null,
    'notion.so': null,
    'patreon.com': null,
    'kickstarter.com': null,
    'indiegogo.com': null,
    'wefunder.com': null,
    'republic.com': null,
    'seedinvest.com': null,
    'startengine.com': null,
    'greenhouse.io': null,
    'lever.co': null,
    'ashbyhq.com': null,
    'glassdoor.com': null,
    'trustpilot.com': null,
    'yelp.com': null,
    'wikipedia.org': null,
    'bloomberg.com': null,
    'archive.org': null,
    'telegra.ph': null,
    'neocities.org': null,
  }),
)

const FORGES = words('github.com gitlab.com bitbucket.org codeberg.org')

/** Domain marketplaces, registrars and parking services; their pages aren't about any company. */
const PARKING_HOSTS = words(
  `sedo.com sedoparking.com hugedomains.com dan.com afternic.com godaddy.com parkingcrew.net bodis.com undeveloped.com
  uniregistry.com above.com domainmarket.com buydomains.com namecheap.com porkbun.com squadhelp.com atom.com
  brandbucket.com efty.com spaceship.com`,
)

const OWN_PARTS = words(
  `about blog blogs career careers company corporate developer developers engineering home investor investors ir jobs
  labs media news newsroom press pressroom research status stories updates`,
)

export const isHostByName = (domain: string) => HOSTS_BY_NAME.has(domain)
export const isHostByPath = (domain: string) => HOSTS_BY_PATH.has(domain)
export const isCaseless = (domain: string) => typeof HOSTS_BY_PATH.get(domain) === 'number' || FORGES.has(domain)
export const ownerSteps = (domain: string) => HOSTS_BY_PATH.get(domain) ?? null
export const isParking = (domain: string) => PARKING_HOSTS.has(domain)
export const isOwnPart = (label: string) => OWN_PARTS.has(label)
