import { company } from '../company.ts'
import { framer } from '../makes/framer.ts'
import { ghost, hubspot, notion, wordpress } from '../makes/publishing.ts'
import { squarespace } from '../makes/squarespace.ts'
import { webflow } from '../makes/webflow.ts'
import { wix } from '../makes/wix.ts'
import { sitesOf } from '../site.ts'

const site = sitesOf('development')

const brightloom = company('Brightloom')
const cargolane = company('Cargolane')
const deltaforge = company('Deltaforge')
const emberline = company('Emberline')
const fieldnote = company('Fieldnote Robotics')
const glasswing = company('Glasswing Health')
const hollowpine = company('Hollowpine')
const inkwell = company('Inkwell Payments')
const juniper = company('Juniperly')
const kestrel = company('Kestrel Foundry')
const larkspur = company('Larkspur Energy')
const mosaic = company('Mosaicworks')

export const BUILDERS = [
  site(brightloom, { make: 'Webflow, dates in the list' }, webflow(brightloom)),
  site(
    cargolane,
    { make: 'Webflow, dates on the article' },
    webflow(cargolane, { folder: 'news', label: 'News', dateIn: 'article' }),
  ),
  site(deltaforge, { make: 'Framer, dates in the list' }, framer(deltaforge)),
  site(
    emberline,
    { make: 'Framer, dates on the article' },
    framer(emberline, { folder: 'updates', label: 'Updates', dateIn: 'article' }),
  ),
  site(fieldnote, { make: 'Wix, feed of the blog page' }, wix(fieldnote)),
  site(glasswing, { make: 'Wix without a feed' }, wix(glasswing, { folder: 'news', label: 'News', hasFeed: false })),
  site(hollowpine, { make: 'Squarespace with a feed' }, squarespace(hollowpine)),
  site(inkwell, { make: 'Ghost, cards on the front page, no feed' }, ghost(inkwell, { hasFeed: false })),
  site(juniper, { make: 'WordPress, feed switched off' }, wordpress(juniper, { feed: 'off', permalinks: 'day' })),
  site(kestrel, { make: 'WordPress with a feed' }, wordpress(kestrel, { folder: 'news', label: 'News' })),
  site(larkspur, { make: 'HubSpot, feed of the list' }, hubspot(larkspur)),
  site(mosaic, { make: 'Notion database, root slugs' }, notion(mosaic)),
]
