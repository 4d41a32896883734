const MONEY =
  /\p{Sc}\s?\d|\b(?:USD|EUR|GBP|CHF|DKK|SEK|NOK|Rs)\.? ?\d|\d (?:million|billion|crore|lakh|mln|bn|m|millones|millions d|Millionen|milioni)\b/u
const RESULTS =
  /\b(?:profit(?:able|ability)?|break even|revenue|sales|cash[- ]flow|investors?|customers?|jobs|chiffre d['’]affaires)\b/u
const BACKERS =
  /\b(?:led by|led the|lead investor|men[ée]e? par|liderad[ao] por|guidat[ao] da|angeführt)\b|\p{Lu}\p{L}+ led[;,.]/u
const FIGURE =
  /\d ?(?:%|percent\b|per cent\b)|(?<![\d.,/])(?!(?:19|20)\d\d\b)\d[\d.,]*(?: \p{L}{1,12})? (?!(?:a\.m|p\.m)\b)\p{Ll}{3,}/u
const STEP =
  /\b(?:chief executive|CEO|CFO|COO|CTO|founder|board|joins|quarter|approv(?:al|ed)|clear(?:ance|ed)|licen[cs]e|permit|patent|appeal|discontinu(?:es|ed|ing)|directeur|directora?|Geschäftsführer|dirett(?:ore|rice))\b/u

/** What an investor would write down: 2 for money, results and backers, 1 for other figures, people and steps. */
export const materialOf = (sentence: string): number =>
  [MONEY, RESULTS, BACKERS].some((pattern) => pattern.test(sentence))
    ? 2
    : Number(FIGURE.test(sentence) || (STEP.test(sentence) && !/^["“«]/.test(sentence)))
