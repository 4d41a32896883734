import { constants, gzipSync } from 'node:zlib'
import { modelBytes } from '../../server/news/classify/model.ts'
import { fitSectionModel, headlines, prosePassages, releases } from './section-model.ts'

export const buildSectionWeights = (dataDir: string): Buffer =>
  packReproducibly(
    modelBytes(
      fitSectionModel({
        prose: prosePassages(dataDir),
        headlines: headlines(dataDir),
        releases: releases(dataDir),
      }),
    ),
  )

const OPERATING_SYSTEM_BYTE = 9
const UNKNOWN_SYSTEM = 255

/**
 * Uses run-length encoding only, because zlib's search for longer matches depends on the CPU and the zlib version.
 * Most weights are zero, so it also compresses better.
 */
export function packReproducibly(bytes: Buffer): Buffer {
  const packed = gzipSync(bytes, { level: 9, memLevel: 8, strategy: constants.Z_RLE })
  packed[OPERATING_SYSTEM_BYTE] = UNKNOWN_SYSTEM
  return packed
}
