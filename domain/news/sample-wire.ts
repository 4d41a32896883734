import { HOUR_MS } from '../time.ts'

export type WireItem = { url: string; title: string; text: string; publisher: string; publishedAt: Date }

/** Deterministic. Each start time has its own URLs because an article keeps the date it was first found with. */
export const sampleWire = (began: Date, refreshed: Date | null): WireItem[] =>
  LINES.flatMap(([when, outlet, title, text]) => {
    const publishedAt = when === 'refresh' ? refreshed : new Date(began.getTime() - when * HOUR_MS)
    const url = `https://${OUTLETS[outlet]}.example/${editionOf(began)}/${slug(title)}`
    return publishedAt ? [{ url, title, text, publisher: outlet, publishedAt }] : []
  }).sort((a, b) => a.publishedAt.getTime() - b.publishedAt.getTime())

export function sampleArticle(outlet: string, titleSlug: string): Omit<WireItem, 'url' | 'publishedAt'> | null {
  const line = LINES.find(([, name, title]) => OUTLETS[name] === outlet && slug(title) === titleSlug)
  return line ? { publisher: line[1], title: line[2], text: line[3] } : null
}

const editionOf = (began: Date) => began.toISOString().replaceAll(/\D/g, '')

const slug = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

const OUTLETS = {
  'Venture Ledger': 'venture-ledger',
  'Founders Gazette': 'founders-gazette',
  'Harbor Business Daily': 'harbor-business-daily',
  'The Quarterly Spark': 'quarterly-spark',
  'Release Desk': 'release-desk',
  'Valley & Coast': 'valley-and-coast',
} as const

type Line = [when: number | 'refresh', outlet: keyof typeof OUTLETS, title: string, text: string]

const CEDAR_RELEASE =
  'Cedar Robotics today announced that it has raised $18 million in a Series A round led by Alder Pass Ventures at a post-money valuation of $72 million. Existing investors took part. The company builds robots that sort and stack fruit crates in cold stores. Cedar Robotics will use the money to open a second workshop and to double its engineering team to sixty people by next summer. "Cold stores run at night, the work is done in gloves, and nobody lines up for it," said Ines Vallorani, chief executive and co-founder. Cedar Robotics has robots at eleven sites in four countries.'

/** Hours ago (or `refresh`), outlet, title, and text of each story; `#` starts a comment. */
const WIRE = `
# One round, reported by several: the release, a copy, a copy with an extra line, and two independent articles.
31 | Release Desk | Cedar Robotics Raises $18 Million Series A to Automate Cold Stores | ${CEDAR_RELEASE}
30.5 | Valley & Coast | Cedar Robotics raises $18 million Series A to automate cold stores | ${CEDAR_RELEASE}
29 | Harbor Business Daily | Cedar Robotics raises $18M to put robots into cold stores | ${CEDAR_RELEASE} This text was supplied by the company.
27 | Venture Ledger | Alder Pass leads $18M round in fruit-crate robot maker Cedar Robotics | Alder Pass Ventures has led an $18 million Series A in Cedar Robotics, its largest check of the year. Cedar Robotics leases its machines by the crate, and says that a cold store recoups the fee in nine months.
22 | Founders Gazette | Why Cedar Robotics went after the coldest job in logistics | Three years ago Ines Vallorani spent a night in a fruit warehouse at 36 degrees and left with an idea. Her company, Cedar Robotics, has now raised $18 million. The Gazette walked through its first workshop and saw crates stacked by arms that never drop a pear.
# Biotech: results, and a namesake in a field.
52 | Venture Ledger | Northfield Bio reports first patients dosed in enzyme trial | Northfield Bio has dosed the first four patients in an early trial of its enzyme therapy NFB-12. The company expects data from the first group in spring. Northfield Bio was founded in 2019 and is backed by Lantern Row and several angels.
49 | Release Desk | Northfield Bio Doses First Patients in Phase 1 Trial of NFB-12 | Northfield Bio announced today that the first patients have received NFB-12, its enzyme therapy for a rare liver disease, in a Phase 1 trial at three hospitals. Results from the first group are expected in spring, the company said.
75 | Valley & Coast | Organic growers in Northfield open a bio market on Saturdays | The town of Northfield is getting a market for bio vegetables. Starting Saturday, nine growers will sell leeks, eggs and honey on the square. "Our bio carrots are crooked and honest," said one of them.
# Food: a product, a partnership, and dishes for the solstice.
96 | Founders Gazette | Solstice Foods launches a chickpea yogurt in 400 stores | Solstice Foods has launched a yogurt made from chickpeas. It goes on sale in 400 Green Basket stores this week. Solstice Foods says that the yogurt needs a tenth of the water that milk does.
94 | The Quarterly Spark | Green Basket puts Solstice Foods on its shelves | The grocery chain Green Basket and Solstice Foods have signed a two-year supply agreement. Solstice Foods will deliver chickpea yogurt to 400 stores, and later a drink.
60 | Valley & Coast | Solstice foods: five dishes for the longest night | Roast roots, dark bread, baked apples: the food of the darkest days still warms a kitchen. Five dishes for the winter solstice, all of them cheap.
# Logistics: leadership, confirmed by a second outlet, and a festival of lamps.
14 | Harbor Business Daily | Lumen Harbor names Tobias Renquist chief financial officer | The freight software company Lumen Harbor has appointed Tobias Renquist chief financial officer. He comes from the shipping line Borrowdale Freight, where he ran finance for six years. His predecessor will stay on as an adviser until March.
12 | Founders Gazette | Lumen Harbor hires finance chief from Borrowdale Freight | Tobias Renquist joins Lumen Harbor as finance chief, the company confirmed on its blog. Founder Oda Marchetti said the hire prepares the company "for its next round, whenever that makes sense."
33 | Valley & Coast | Ten thousand lumen: harbor lights up for its festival | The old harbor shines again this weekend. Lamps of ten thousand lumen each will light the cranes from dusk, and boats will carry lanterns.
# Health: a partnership and a study.
120 | Release Desk | Quillback Health and Stonemere Clinics Begin Remote Care Partnership | Quillback Health and Stonemere Clinics announced a partnership under which 12,000 patients with heart failure will be monitored at home with the Quillback patch. The clinics pay a monthly fee for each patient.
116 | Venture Ledger | Quillback Health wins its largest contract with Stonemere Clinics | Quillback Health will monitor 12,000 heart patients of Stonemere Clinics at home. It is the startup's largest contract so far, and comes a month after a study found fewer hospital readmissions.
760 | The Quarterly Spark | Study: Quillback Health's patch cuts hospital readmissions by a fifth | Patients who wore Quillback Health's patch for ninety days were readmitted a fifth less often, a study of 640 people found. The company paid for the study; an independent group checked the numbers.
# Energy: results and a plant.
200 | Harbor Business Daily | Tideline Energy connects its second tidal plant to the grid | Tideline Energy has connected its second tidal plant to the grid. The plant delivers six megawatts from four turbines on the sea floor. A third plant will follow next year.
198 | Release Desk | Tideline Energy Connects Six-Megawatt Tidal Plant to the Grid | Tideline Energy announced that its second tidal plant has been delivering power since Monday. Four turbines on the sea floor generate six megawatts. The company said a third plant will follow next year.
420 | Venture Ledger | Tideline Energy doubles revenue to $9.4 million | Tideline Energy doubled its revenue to $9.4 million last year, accounts filed this week show. The loss narrowed to $3.1 million. The company says it has enough cash for twenty months.
88 | The Quarterly Spark | What the tideline tells: the energy of a storm, written in sand | After the storm, the tideline is 40 feet farther up the beach. It tells researchers how much energy the waves had.
# Education: an early product, then a misread number and its correction.
46 | Founders Gazette | Paperlark opens its reading tutor to all schools | Paperlark has opened its reading tutor to every school after a year of trials in sixty classes. The tutor listens while children read aloud. A school pays by the class.
40 | Valley & Coast | Paperlark used in 6,000 classes | Paperlark's reading tutor is used in 6,000 classes, the company says, and is now open to all schools.
37 | Valley & Coast | Correction: Paperlark used in 60 classes, not 6,000 | An earlier version of our story gave a wrong number. Paperlark's reading tutor was tested in 60 classes, not 6,000. We regret the error.
# Fintech: a license, and masonry.
310 | Venture Ledger | Granite Ledger gets a payments license | Granite Ledger, which keeps books for small builders, has been granted a payments license. It can now hold money for its customers, and plans to pay out invoices on the day they are written.
305 | The Quarterly Spark | With a license in hand, Granite Ledger turns to payments | Bookkeeping was just the beginning. With its new license, Granite Ledger wants to move small builders' money too. Rivals have tried this and burned their fingers; founder Priya Castellane says that her company already knows every invoice.
150 | Valley & Coast | Granite ledger stone found under chapel floor | Workers have found a granite ledger under the floor of the chapel. The stone, dated 1643, names a merchant and his three wives. It will be on display from May.
# Mobility: layoffs, denied in part.
66 | Harbor Business Daily | Fernway Mobility cuts a fifth of its staff | Fernway Mobility is letting 34 people go, a fifth of its staff. The maker of cargo bikes said that orders from cities came later than planned. Production continues.
63 | Venture Ledger | Fernway Mobility lays off 34 as city orders slip | Fernway Mobility is laying off 34 people after two cities put off orders for cargo bikes. Chief executive Malik Thorsen told staff that the company has enough cash until the end of next year.
18 | Founders Gazette | Fernway Mobility wins order for 900 cargo bikes | Two days after it cut its staff, Fernway Mobility has won an order for 900 cargo bikes from the parcel service Dunmore Post. The bikes will be delivered by fall.
# Security: a rumor, its echo, and the denial.
9 | The Quarterly Spark | Brightmoor Security said to be in talks about a sale | Brightmoor Security is in talks about a sale to the software group Halvard Systems, two people who asked not to be named said. A price of $120 million is being discussed, according to one of them. Neither company would comment.
7.5 | Valley & Coast | Report: Halvard Systems about to buy Brightmoor Security | Halvard Systems is about to buy Brightmoor Security for $120 million, according to a report. The companies have not confirmed it.
3 | Harbor Business Daily | Brightmoor Security is not for sale, founder says | Brightmoor Security is not for sale and is not in talks, founder Lena Oduwale told this newspaper. "We sell software to Halvard Systems. Somebody mixed that up." Halvard Systems confirmed that it is a customer.
2 | The Quarterly Spark | Correction: Brightmoor Security is not in sale talks with Halvard Systems | We reported that Brightmoor Security was in talks about a sale. Both companies deny this on the record: Halvard Systems is a customer. The report was wrong, and we have withdrawn it.
# Chips: technology, a partnership, and a copper line that is a railway.
140 | Release Desk | Copperline Chips Tapes Out Its First Three-Nanometer Radio Chip | Copperline Chips announced the tape-out of its CL3, a radio chip for sensors that runs for ten years on a coin cell. Samples go to customers in the second quarter.
136 | Founders Gazette | Copperline Chips shows a radio that sips power | Ten years on a coin cell: that is what Copperline Chips promises for the CL3. The design has gone to the foundry, and samples are due in the second quarter. Two meter makers have placed orders, the company says.
90 | Valley & Coast | Copper line closed after theft; chips of concrete on the track | The rail line through the copper valley is closed until noon. Thieves took cable, and chips of concrete are lying on the track.
# Climate: a grant, and what foresters call a mast year.
260 | Venture Ledger | Meadow and Mast gets a $2 million grant for sail-assisted ships | Meadow and Mast has received a grant of $2 million to fit sails to three coastal freighters. The startup expects the ships to burn a quarter less fuel.
255 | The Quarterly Spark | Sails for freighters: Meadow and Mast takes a public grant | Three coastal freighters are getting sails from Meadow and Mast, paid for in part with a public grant of $2 million. The first will leave the yard in June.
100 | Valley & Coast | Meadow and mast: a rich fall for boar and beech | Foresters call it a full mast year: beeches and oaks are bearing more than they have in a decade, and the meadow below feeds deer. Boar will multiply, they warn.
# What happened in the half year before.
4150 | Harbor Business Daily | Tideline Energy raises $24 million Series B to build a second plant | Tideline Energy has raised $24 million in a Series B round led by Graymouth Capital. The money pays for a second tidal plant, which is to be connected within a year.
3700 | Venture Ledger | Copperline Chips raises $30 million Series B from Foundry Lane | Copperline Chips has raised $30 million in a Series B round led by Foundry Lane. The chip designer wants to bring its first own radio chip to the foundry by fall.
3350 | The Quarterly Spark | Solstice Foods raises $3 million seed round | Solstice Foods has raised a seed round of $3 million, led by Orchard Street Partners. The founders want to sell outside of their home city for the first time.
3050 | Release Desk | Northfield Bio Appoints Samira Holt Chief Medical Officer | Northfield Bio announced that Samira Holt joins as chief medical officer. She led trials of enzyme therapies at the hospital group Larkmoor.
2800 | Release Desk | Paperlark Raises $1.2 Million to Teach Reading | Paperlark announced that it has raised $1.2 million in a pre-seed round led by Chalkline Ventures. The company builds a tutor that listens while children read aloud.
2450 | Founders Gazette | Lumen Harbor opens an office in Port Aldermouth | Lumen Harbor has opened an office in Port Aldermouth with twelve people. It is the first office of the freight software company outside its home port.
2100 | Venture Ledger | Quillback Health doubles revenue to $4 million | Quillback Health doubled its revenue to $4 million in the last fiscal year, the company said. It employs 31 people.
1800 | Venture Ledger | Granite Ledger raises $5 million seed round | Granite Ledger has raised $5 million in a seed round led by Hearthstone Capital. The company keeps books for small builders and has applied for a payments license.
1450 | Harbor Business Daily | Fernway Mobility opens a second assembly hall | Fernway Mobility has opened a second assembly hall for its cargo bikes. It can now build forty a day. Two cities have placed orders, the company said.
1100 | Founders Gazette | Meadow and Mast signs shipping line as first customer | Meadow and Mast has signed the coastal shipping line Annelise Freight as its first customer. Three freighters are to be fitted with sails.
# Published with the first refresh, one for each company.
refresh | Release Desk | Paperlark Appoints Jonas Abelwhite Head of Product | Paperlark announced that Jonas Abelwhite joins as head of product. He led the reading programs of the publisher Marlow & Finch.
refresh | Venture Ledger | Northfield Bio partners with Alderbrook University Hospital | Northfield Bio has signed a partnership with Alderbrook University Hospital to extend the trial of NFB-12 to 60 patients. Northfield Bio expects the first of them in January.
refresh | Founders Gazette | Solstice Foods opens a second chickpea dairy | Solstice Foods has opened a second plant to keep up with orders for its chickpea yogurt. The new dairy triples capacity and adds 25 jobs, Solstice Foods said.
refresh | Harbor Business Daily | Lumen Harbor signs three port operators | Lumen Harbor has signed three port operators that together handle two million containers a year. Lumen Harbor starts the first rollout in January.
refresh | Venture Ledger | Cedar Robotics to supply 40 cold stores of Northgate Fruit | Cedar Robotics will equip 40 cold stores of the grower Northgate Fruit with crate-stacking robots over three years. It is the largest order Cedar Robotics has won.
refresh | The Quarterly Spark | Quillback Health gets clearance for its heart patch at home | Quillback Health has received clearance to sell its heart monitoring patch for use at home. Quillback Health expects first deliveries to clinics within weeks.
refresh | Harbor Business Daily | Tideline Energy signs ten-year power deal with Port of Aldermouth | Tideline Energy will sell tidal power to the Port of Aldermouth for ten years. The contract covers most of the output of its second plant, Tideline Energy said.
refresh | Founders Gazette | Granite Ledger launches same-day payouts for builders | Granite Ledger has launched same-day payouts. Builders who keep their books with Granite Ledger receive the money for an invoice on the day it is approved.
refresh | Release Desk | Fernway Mobility Delivers First Cargo Bikes to Dunmore Post | Fernway Mobility announced the delivery of the first 120 of 900 cargo bikes to the parcel service Dunmore Post, two weeks ahead of schedule.
refresh | Venture Ledger | Brightmoor Security passes 500 customers | Brightmoor Security now protects 500 companies, founder Lena Oduwale said. Brightmoor Security's revenue grew by 80 percent over the year.
refresh | The Quarterly Spark | Copperline Chips ships first CL3 samples | Copperline Chips has shipped the first samples of its CL3 radio chip to two meter makers. Volume production starts in the fall, Copperline Chips said.
refresh | Harbor Business Daily | Meadow and Mast fits its first sail to a coastal freighter | Meadow and Mast has fitted its first sail to the coastal freighter Annelise. Sea trials begin next week, and Meadow and Mast expects to cut fuel use by a quarter.
# Published in the hours after.
-1 | Venture Ledger | Tideline Energy opens talks about a Series C | Tideline Energy has begun talking to investors about a Series C of about $40 million, chief executive Rhea Sandoval said at a conference. She expects to close before summer.
-6 | Harbor Business Daily | Granite Ledger signs up the builders’ guild | The builders’ guild will offer Granite Ledger to its 8,000 members. They pay nothing in the first year.
`

const LINES: Line[] = WIRE.split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [when, outlet, title = '', text = ''] = line.split(' | ')
    return [when === 'refresh' ? when : Number(when), outlet as keyof typeof OUTLETS, title, text]
  })
