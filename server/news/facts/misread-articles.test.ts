import { expect, test } from 'vitest'
import { factValue } from '#domain/news/fact-text.ts'
import { eventOfCompany } from '../reading/reader.ts'

/** Each contains figures, names or words that belong to someone else, to an earlier deal or to a quote. */
test.each([
  [
    'Court approves sale of Brightwell brand and leases to Alder',
    'A judge on Thursday signed off on the sale of substantially all the assets of Brightwell to Alder Holdings for $18.2 million. The stalking-horse bidder, Birch, had opened at $14 million.',
    'The Gazette',
    ['acquisition', 'buyer Alder', 'price $18.2 million'],
  ],
  [
    'Brightwell-Alder tie-up is off',
    'The planned sale of Brightwell to Alder has collapsed, both companies said. Brightwell says it has funding to operate through next summer.',
    'The Gazette',
    [null],
  ],
  [
    'Alder Group completes Brightwell takeover',
    "Alder has acquired Brightwell. It's Alder's second purchase of the year; in March it paid $110 million for Birch's menu business.",
    'The Gazette',
    ['acquisition', 'buyer Alder'],
  ],
  [
    'Alder snaps up Brightwell',
    "Alder has acquired Brightwell. Terms weren't disclosed. Last spring Alder spent $70 million on Birch.",
    'The Gazette',
    ['acquisition', 'buyer Alder'],
  ],
  [
    'Alder Clinic to study Brightwell’s sensor',
    "Alder Clinic will trial Brightwell's screen at its Rochester and Jacksonville campuses, under a research collaboration.",
    'The Gazette',
    ['partnership', 'partner Alder Clinic'],
  ],
  [
    'Alder Capital doubles down on Brightwell',
    'Alder Capital has led a second round in Brightwell, committing the bulk of a $90 million Series C. The group first backed Brightwell in 2024, leading its $35 million Series B.',
    'The Gazette',
    ['raise', 'investor Alder Capital', 'raised $90 million', 'round Series C'],
  ],
  [
    'Brightwell saved from the brink by last-gasp £5m rescue',
    'Brightwell has been rescued hours before it was due to call in administrators. Turnaround investor Endless injected £5 million on Friday.',
    'The Gazette',
    ['raise', 'raised £5 million', 'investor Endless'],
  ],
  [
    'Brightwell smashes crowdfunding target in 90 minutes',
    'Brewer Brightwell blew through its £400,000 target on Crowdcube, and by the time the pitch closed it had taken £1,138,420 from 2,306 investors.',
    'The Gazette',
    ['raise', 'raised £1.14 million'],
  ],
  [
    'Brightwell beats its £1m Crowdcube goal',
    'Brightwell has raised £1.4 million from 900 backers, well above its £1 million target.',
    'The Gazette',
    ['raise', 'raised £1.4 million'],
  ],
  [
    'Our investment in Brightwell: light',
    'Today we are thrilled to partner with Rukmini Desai and her team by leading their $27M Series A. Alongside us are Birch Capital and Cedar.',
    'Radical Ventures',
    [
      'raise',
      'raised $27 million',
      'round Series A',
      'investor Birch Capital',
      'investor Cedar',
      'investor Radical Ventures',
    ],
  ],
  [
    'Why we backed Brightwell',
    "We led Brightwell's $8 million seed round, with Birch Capital. Every lamp is a computer.",
    'Alder Capital',
    ['raise', 'raised $8 million', 'round Seed', 'investor Birch Capital', 'investor Alder Capital'],
  ],
  [
    'Why I put $50k into Brightwell',
    "I write a small angel check every quarter. This time it's $50,000 into Brightwell. The round is $1.8 million, with Birch Capital leading. I passed on Pano AI in 2021, back when it raised $20 million.",
    'The Gazette',
    ['raise', 'raised $1.8 million', 'investor Birch Capital'],
  ],
  [
    'Brightwell Secures $25 Million Debt Facility from Alder Capital',
    'Brightwell today announced that it has entered into a $25 million debt financing agreement with Alder Capital. The facility follows a $60 million Series C completed in May 2025 and led by Tiger Global.',
    'The Gazette',
    ['raise', 'raised $25 million', 'investor Alder Capital'],
  ],
  [
    'Brightwell raises $9M',
    'Brightwell has raised $9 million led by Alder. The round builds on a $3 million seed from Birch Capital.',
    'The Gazette',
    ['raise', 'raised $9 million', 'investor Alder'],
  ],
  [
    'Brightwell raises $9M',
    'Brightwell has raised $9 million led by Alder, on top of a $3 million seed round that Birch Capital led.',
    'The Gazette',
    ['raise', 'raised $9 million', 'investor Alder'],
  ],
  [
    'Brightwell drops two shows and eight producers',
    'Brightwell has canceled "Cold Harbor" and laid off the eight producers who made it. Spotify laid off 60 from its own unit in June.',
    'The Gazette',
    ['layoffs', 'layoffs 8'],
  ],
  [
    "Crews lowered 38 people by rope from Brightwell's cable car",
    "Fire crews lowered 38 people from Brightwell's cable car on Saturday after a gearbox seized.",
    'The Gazette',
    ['incident'],
  ],
  [
    'Brightwell drug cut gut damage by 52%',
    'Brightwell said its drug cut intestinal damage by 52% in a 180-patient Phase 2 study.',
    'The Gazette',
    ['launch'],
  ],
  [
    "Alder's cuts open a door for Brightwell",
    'Rival startup Alder Health laid off 115 people last week, and Brightwell is making no secret of its interest in picking some of them up.',
    'The Gazette',
    [null],
  ],
  [
    'Brightwell offers voluntary buyouts to 300 employees',
    'Brightwell has offered buyouts to all 300 of its employees. Alder Technologies, a larger company, let 230 people go this summer.',
    'The Gazette',
    ['layoffs'],
  ],
  [
    'Brightwell lays off 12',
    'Brightwell has cut 12 jobs, while Alder shed 300.',
    'The Gazette',
    ['layoffs', 'layoffs 12'],
  ],
  [
    'Brightwell pauses new orders as supplier folds',
    'Brightwell has stopped taking orders after its sensor supplier, Zephtronic, filed for bankruptcy in Shenzhen.',
    'The Gazette',
    [null],
  ],
  [
    'Brightwell rehires workers it let go in January',
    'Ten months after laying off 36 sewers, Brightwell is asking them back.',
    'The Gazette',
    ['expansion'],
  ],
  [
    "Alder poaches Brightwell's technology chief",
    'Alder has hired Anil Deshmukh, until last week the chief technology officer of lamp maker Brightwell, to lead its products. Brightwell said head of engineering Tara Quill would cover his duties.',
    'The Gazette',
    ['departure', 'leaves Anil Deshmukh, chief technology officer'],
  ],
  [
    'Brightwell ousts chief executive over expenses',
    'The board of Brightwell has dismissed chief executive Julian Strand following an inquiry. Chair Ruth Pargeter will serve as interim chief executive.',
    'The Gazette',
    ['departure', 'leaves Julian Strand, chief executive', 'joins Ruth Pargeter, interim chief executive'],
  ],
  [
    'Interim no more: Dana Reyes gets the Brightwell job for keeps',
    'Brightwell has removed the word "interim" from Dana Reyes\'s title. The former chief operating officer, who stepped in when Ray Castle resigned in April, was confirmed as permanent CEO at Thursday\'s board meeting.',
    'The Gazette',
    ['arrival', 'joins Dana Reyes, CEO'],
  ],
  [
    "I'm leaving Brightwell",
    'After seven years, Friday is my last day at Brightwell. I leave as VP of engineering. — Bridget Halloran',
    'Bridget Halloran on LinkedIn',
    ['departure', 'leaves Bridget Halloran, VP of engineering'],
  ],
  [
    'Brightwell eyes Canada after cracking New Jersey',
    'Brightwell will begin deliveries in Toronto on February 1. Founder Leena Parikh has leased a kitchen and hired nine cooks. "Brampton is the final boss," she said.',
    'The Gazette',
    ['expansion'],
  ],
  [
    'Birch Growth exits Brightwell stake to Cedar Ventures',
    "Birch Growth has sold its 9% stake in Brightwell to Cedar Ventures. The price wasn't disclosed.",
    'The Gazette',
    [null],
  ],
  [
    'Brightwell escapes the bug that bit its rivals',
    "A flaw lets attackers unmask users of 14 VPN services, including NordVPN. Brightwell isn't one of them.",
    'The Gazette',
    [null],
  ],
  [
    'Brightwell rings the bell',
    'Brightwell began trading on the New York Stock Exchange on Thursday under the ticker BRT. The company sold 14 million shares at $24 to raise $336 million. The debut comes a day after Klook shelved its plans.',
    'The Gazette',
    ['ipo', 'raised $336 million'],
  ],
  [
    'Brightwell said to hire banks for listing',
    'Brightwell has tapped JPMorgan to prepare an initial public offering. Brightwell could seek a value of $6 billion. Cerebras, which listed this year, trades at a market value of around $30 billion.',
    'The Gazette',
    ['ipo', 'valuation $6 billion'],
  ],
  [
    'Brightwell’s 50th kiosk opens, with 70 more on the drawing board',
    'Chain Brightwell cut the ribbon on its 50th location on Saturday. Each kiosk costs around $240,000 to build.',
    'The Gazette',
    ['expansion'],
  ],
  [
    'Brightwell quietly tests joint accounts with 500 households',
    'App Brightwell is trialling joint transaction accounts with around 500 households.',
    'The Gazette',
    ['launch'],
  ],
  [
    'Brightwell moves into tea',
    'After two years of gummies, Brightwell is putting its blend into a tea bag.',
    'The Gazette',
    ['launch'],
  ],
  [
    'By the numbers: Brightwell’s first 100,000 visits',
    'We hit a big one last week: the hundred-thousandth visit.',
    'Brightwell Journal',
    ['results'],
  ],
  [
    'Brightwell sold $212 million of lamps last year',
    'Brightwell sold $212 million worth of lamps in 2025, founder Wendy Tsai told Forbes. The company has taken in just $15 million of outside money.',
    'The Gazette',
    ['results', 'revenue $212 million'],
  ],
  [
    'Brightwell turns first profit',
    'Brightwell turned its first annual profit, $310,000 on revenue of $4.4 million.',
    'The Gazette',
    ['results', 'revenue $4.4 million'],
  ],
  [
    'Brightwell wobbles to £3.8m loss',
    'Brightwell lost £3.8 million in the year to March, accounts show, against a £1.1 million loss the year before. Revenue slipped 6% to £14.2 million.',
    'The Gazette',
    ['results', 'revenue £14.2 million'],
  ],
  [
    'Brightwell in the money as sales double',
    'Sales doubled to $20 million, Brightwell said. Alder took $90 million.',
    'The Gazette',
    ['results', 'revenue $20 million'],
  ],
  [
    'Brightwell’s biggest customer just bought its biggest competitor',
    'Stove maker Alder has acquired Birch, whose controllers go head to head with those of Brightwell, for 210 million kroner.',
    'The Gazette',
    [null],
  ],
  [
    'Alder’s dental push spells trouble for Brightwell, says analyst',
    'Alder has launched a financing product for dental offices, in a partnership with Henry Schein. She reckons Brightwell could lose a third of its volume.',
    'The Gazette',
    [null],
  ],
  [
    'Local man acquires Brightwell, refuses to return it',
    "Area dentist Craig Lustig confirmed he'd acquired a sled worth $38 million from startup Brightwell.",
    'The Onion',
    [null],
  ],
])('%s', (title, text, publisher, expected) => {
  const item = { title, text, publisher, publishedAt: '2026-11-12', isPrimary: true }
  const { event, facts } = eventOfCompany({ name: 'Brightwell' }, item)
  expect([event, ...facts.map((fact) => `${fact.kind} ${factValue(fact)}`)]).toEqual(expected)
})
