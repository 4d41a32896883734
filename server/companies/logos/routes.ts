import { getCompanyLogo } from '#domain/companies/endpoints.ts'
import { companyId } from '../company-record.ts'
import { createRoutes, route } from '../../platform/http/route.ts'
import type { Logos } from './logos.ts'

/** Takes only a company id, so that no caller can choose an address to fetch. */
export const logoRoutes = (logos: Logos) =>
  createRoutes().openapi(route(getCompanyLogo), async (c) => {
    const picture = await logos.find(c.var.user.id, companyId(c.req.param('id')))
    if (!picture) return c.body(null, 204)
    const etag = `"${picture.hash}"`
    const isLasting = c.req.query('v') === picture.hash
    const headers = {
      etag,
      'cache-control': `private, max-age=86400${isLasting ? ', immutable' : ''}`,
      // The next user of the same browser must not see this user's cache.
      vary: 'authorization',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    }
    if (names(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers)
    return c.body(new Uint8Array(picture.bytes), 200, {
      ...headers,
      'content-type': picture.mediaType,
      'content-length': String(picture.bytes.length),
    })
  })

const names = (header: string | undefined, etag: string) =>
  header
    ?.split(',')
    .map((each) => each.trim().replace(/^W\//, ''))
    .some((each) => each === etag || each === '*') ?? false
