import { readCompany } from '../../server/news/match/company.ts'
import {
  oddsOf,
  textFeatures,
  titleFeatures,
  tradeFeatures,
  type Models,
  type Weights,
} from '../../server/news/match/features.ts'
import { readItem } from '../../server/news/match/mentions.ts'
import { readSignals, siteOdds } from '../../server/news/match/match.ts'
import { prominenceFeatures } from '../../server/news/match/prominence.ts'
import { fitLogistic, type WeightedExample } from './logistic.ts'
import {
  headlineExamples,
  passageExamples,
  salienceExamples,
  tradeExamples,
  type MatchExample,
} from './match-examples.ts'

/** Headlines that a feed repeats as the text count less, because the text adds nothing. */
const REPEATED = 0.25

export type MatchExamples = Record<'headlines' | 'passages' | 'trades' | 'salient', MatchExample[]>

export const matchExamples = (dataDir: string): MatchExamples => ({
  headlines: headlineExamples(dataDir),
  passages: passageExamples(dataDir),
  trades: tradeExamples(dataDir),
  salient: salienceExamples(dataDir),
})

export function fitMatchModels({ headlines, passages, trades, salient }: MatchExamples): Models {
  const trade = fitLogistic(trades.flatMap(tradeExample))
  const title = fitLogistic(headlines.flatMap(titleExample))
  const repeated = headlines.map((example) => ({
    ...example,
    weight: example.weight * REPEATED,
    item: { ...example.item, text: `${example.item.title}.` },
  }))
  const text = fitLogistic([...passages, ...repeated].flatMap((example) => textExample(example, title)))
  return { title, text, trade, prominence: fitLogistic(salient.flatMap(prominenceExample)) }
}

const signalsOf = ({ company, item }: MatchExample) => readSignals(readCompany(company), readItem(item))

function tradeExample(example: MatchExample): WeightedExample[] {
  const { inTitle, inText, context } = signalsOf(example)
  const features = tradeFeatures(context)
  return features && inTitle.length + inText.length > 0 ? [{ ...example, features }] : []
}

function titleExample(example: MatchExample): WeightedExample[] {
  const { profile, item, inTitle, context } = signalsOf(example)
  const [first] = inTitle
  return first ? [{ ...example, features: titleFeatures(profile, item, first, context) }] : []
}

function textExample(example: MatchExample, title: Weights): WeightedExample[] {
  const { profile, item, inTitle, inText, context } = signalsOf(example)
  if (inText.length === 0) return []
  const odds = inTitle.map((mention) => oddsOf(title, titleFeatures(profile, item, mention, context)))
  const features = textFeatures(profile, item, inText, context, odds.length > 0 ? Math.max(...odds) : null)
  return [{ ...example, features, offset: siteOdds(profile, inText, title) }]
}

function prominenceExample(example: MatchExample): WeightedExample[] {
  const { profile, item, inTitle, inText } = signalsOf(example)
  const features = prominenceFeatures(profile, item, inTitle, inText)
  return features ? [{ ...example, features }] : []
}

/** Written as a TypeScript module so that the build checks and bundles it like any other. */
export function buildMatchWeights(dataDir: string): Buffer {
  const { title, text, trade, prominence } = fitMatchModels(matchExamples(dataDir))
  const parts = Object.entries({ TITLE: title, TEXT: text, TRADE: trade, PROMINENCE: prominence }).map(
    ([name, weights]) => {
      const lines = Object.entries(weights).map(([feature, weight]) => `  ${feature}: ${weight},\n`)
      return `export const ${name}: Record<string, number> = {\n${lines.join('')}}\n`
    },
  )
  return Buffer.from(`// Learned by \`npm run train match-weights\`; never edited by hand.\n${parts.join('\n')}`)
}
