/** Lines of business and other subjects of news, each as words that are typical of it. */
export const TRADES: Record<string, string> = {
  food: 'yogurt cheese bread snacks chocolate meat dairy flavor seafood recipe fruit vegetables bakery sauce ingredients beef sugar pasta',
  restaurants: 'restaurant chef menu diners dining cafe pizza burger eatery tasting waiter kitchen bistro tavern',
  drinks: 'beer brewery wine whiskey gin spirits vodka brewing cocktails winery distillery coffee tea ale lager',
  cannabis: 'cannabis marijuana dispensary dispensaries hemp cannabinoid pot weed tobacco vaping cigarettes',
  farming:
    'farm farmers crops harvest soil agriculture wheat corn orchard livestock cattle tractor fertilizer irrigation grain seeds',
  fishing: 'fishing fishery salmon trout anglers seafood shrimp catch boats cod oysters aquaculture',
  wildlife: 'bird birds nest species wildlife zoo whale deer habitat insects owl nesting conservation predator',
  pets: 'pets dogs cats veterinary veterinarian puppy kennel pet canine breed',
  weather: 'snow storm hurricane rain temperatures winds flooding tornado snowfall drought forecasters blizzard inches',
  space:
    'planet moon orbit telescope astronomers spacecraft rocket satellite nasa asteroid lunar galaxy astronaut launch',
  film: 'film movie actor actress director hollywood cinema screenplay sequel documentary drama starring oscar thriller sitcom',
  music:
    'album band singer song concert guitar tour orchestra choir music pop vinyl singles musicians rapper festival jazz',
  theater: 'theater play stage ballet opera dance musical broadway puppet troupe dancers choreographer',
  art: 'museum painting gallery sculpture exhibition artist paintings photography murals curator mosaic artworks',
  books: 'book novel author memoir poet fiction bestseller publisher poetry essays literary chapters writer',
  games: 'game games gamers console nintendo playstation xbox multiplayer esports quest characters rpg arcade',
  sports:
    'team coach championship players league season playoffs football basketball soccer baseball goalkeeper tournament quarterback scored striker',
  athletics:
    'race runners marathon olympic medal sprint relay swimmer cyclist gymnastics athlete meters cycling fencing bike',
  motorsport: 'nascar racing qualifying driver lap formula ferrari circuit podium rally',
  fitness: 'gym workout fitness yoga weightlifting exercise trainers muscle pilates classes strength wellness',
  outdoors: 'camping hiking backpacking tent kayak climbing ski trails outdoor canoe snowboard stove gear',
  politics:
    'senator election governor mayor democrats republicans campaign voters congress parliament vote legislature president party rally',
  military: 'army troops soldiers missiles navy weapons artillery combat war military ammunition tanks fighter',
  crime: 'police murder arrested suspect shooting robbery jail prison victim detective charged homicide stabbed',
  religion: 'church bishop priest pastor congregation faith catholic worship prayer mosque synagogue',
  history: 'ancient century roman archaeologists ruins medieval empire castle excavation tomb dynasty',
  education:
    'school students teachers university classroom tuition curriculum campus principal kindergarten pupils teaching',
  childcare: 'daycare nursery toddlers preschool babies parents childcare infants parenting',
  journalism:
    'newspaper journalists editor newsroom broadcaster television anchor radio reporter newscast tv newscaster magazine',
  marketing: 'advertising marketers brands ads campaign influencers marketing advertisers posts promotion seo',
  medicine:
    'hospital patients doctors clinic surgery nurses physicians cancer diagnosis oncology treatment medical telehealth',
  drugs:
    'drug drugs trials fda gene therapy therapies vaccine clinical biotech molecule protein dose pharmaceutical obesity pill',
  devices: 'implant pump insulin pacemaker catheter device stent prosthetic diabetes glucose monitor wearable',
  psychology: 'therapist therapy mental depression anxiety psychologist counseling psychiatric meditation',
  eldercare: 'nursing seniors elderly hospice dementia caregivers aging medicare',
  beauty: 'cosmetics skincare makeup beauty perfume salon hair fragrance lipstick spa',
  fashion:
    'clothing fashion dresses apparel shoes designer garments jeans boutique textile wear runway sneakers fabric',
  jewelry: 'jewelry diamond gold watches rings necklace gems luxury',
  furniture: 'furniture flooring tile carpet sofa mattress kitchens decor showroom hardwood cabinets',
  construction:
    'construction contractor builders concrete apartments modular architects building bricks renovation roofing',
  housing:
    'apartment rent tenants landlords mortgage homes housing bedrooms realtor condo leasing property residential home',
  travel: 'hotel guests rooms resort travel tourists airline vacation bookings hospitality cruise hostel',
  aviation: 'aircraft airlines flight jet pilot airport helicopter boeing airbus plane cockpit',
  cars: 'car cars vehicles automaker sedan suv dealers truck electric engine toyota vans vehicle',
  transit: 'train rail subway bus commuters railway transit passengers metro ferry trams',
  shipping: 'freight cargo containers shipping ports logistics warehouse trucking carriers vessel delivery parcels',
  sea: 'ocean marine sail sailing seabed yacht boats underwater coast seafloor maritime lighthouse',
  oil: 'oil gas drilling crude wells pipeline offshore petroleum refinery barrels exploration fracking',
  mining: 'mining mine copper ore cobalt gold phosphate lithium nickel smelter metals iron zinc miners',
  steel: 'steel mill furnace foundry metal welding casting aluminum forging iron alloy',
  power:
    'electricity grid solar wind turbines utilities renewable power plants megawatts batteries energy nuclear transmission',
  heating: 'heat pumps heating boilers insulation ventilation furnace plumbing thermostat cooling installers hvac',
  water: 'water sewage desalination wastewater reservoirs aquifer drinking filtration utilities',
  recycling: 'recycling waste plastic trash landfill packaging garbage recycled reuse compost plastics',
  chemicals: 'chemical enzymes polymer solvents catalysts coatings pigments polyester resin fibers',
  paper: 'paper pulp timber lumber forests wood logging trees softwood sawmill',
  banking: 'bank banking loans deposits lender lending credit branches mortgage savings borrowers',
  payments: 'payments cards payroll invoices merchants checkout wallet remittances payment expenses accounting',
  crypto: 'bitcoin crypto cryptocurrency blockchain tokens ethereum custody coins wallets',
  insurance: 'insurance insurer policyholders underwriting premiums claims coverage reinsurance',
  trading: 'stocks brokerage traders hedge bonds portfolio securities exchange broker derivatives',
  law: 'lawyers attorneys legal contracts litigation law firm firms paralegals counsel patents',
  software: 'software app developers cloud code apis database programming servers logs platform',
  intelligence: 'ai artificial intelligence models algorithms neural chatbot machine learning chatbots automation',
  security: 'cybersecurity hackers malware security breaches vulnerabilities encryption phishing firewall penetration',
  telecom: 'wireless broadband telecom carriers fiber routers antennas mobile cellular network spectrum',
  chips: 'semiconductor chips chipmaker silicon wafers processors transistor circuits nanometer',
  robots: 'robots robotics drones autonomous sensors lidar automation robot cameras',
  manufacturing: 'printers printing laser manufacturing machines machining factory industrial tools parts',
  retail: 'retailer stores shoppers mall supermarket grocery shop merchandise discount department shopping',
  collectibles: 'collectibles auction cards antiques rare stamps memorabilia coins bids auctioned',
  dating: 'dating romance singles dates couples wedding marriage love weddings swipe',
  hiring:
    'recruiting hiring recruiters employers resumes candidates payroll workplace jobs human resources talent staffing',
  charity: 'charity nonprofit donations shelter homeless volunteers foundation philanthropy fundraising refugees',
  toys: 'toys toy dolls lego playground board puzzles kids',
  guns: 'guns rifles firearms pistol bullets ammunition shotgun',
  gambling: 'casino betting gambling poker sportsbook lottery slots wagers',
}

/** The news of any company, whatever its trade. */
export const NO_TRADE = `raises raised funding million billion investors startup company firm valuation round series ceo chief
  executive founder cofounder layoffs lays staff employees jobs lawsuit sues sued settles settlement acquires acquisition
  deal buys merger revenue profit quarter shares ipo public office opens expands launches announces unveils names hires
  appoints plans says report partnership customers market growth year years new monday tuesday london york america canada
  europe based first second group board members president director former leader world people time big best top business
  companies backed wins award losses debt bankruptcy closes shuts cuts adds signs agreement contract talks sources
  exclusive`
