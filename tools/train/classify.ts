import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { modelBytes } from '../../server/news/classify/model.ts'
import { fitSectionModel, headlines, prosePassages } from './section-model.ts'

/** Builds the weights of the classify stage from section_core (CC BY 4.0) and section_tfnt (MIT). */
const OUT = new URL('../../server/news/classify/section-weights.gz', import.meta.url)

const prose = prosePassages()
const headline = headlines()
const packed = gzipSync(modelBytes(fitSectionModel(prose, headline)), { level: 9 })
writeFileSync(OUT, packed)
console.log(`${prose.length} passages, ${headline.length} headlines, ${packed.length} bytes`)
