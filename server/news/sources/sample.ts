import { nameKey, hostKey } from '#domain/companies/company-key.ts'
import { sampleWire, type WireItem, sampleArticle } from '#domain/news/sample-wire.ts'
import { goodResult } from './poll-result.ts'
import type { FoundItem } from '../formats/found-item.ts'
import type { Memory, PollRequest, SourceResult, TrackedCompany } from './source.ts'
import { sql } from 'drizzle-orm'
import { SAMPLE_PORTFOLIO } from '#domain/companies/sample-portfolio.ts'
import { MINUTE_MS } from '#domain/time.ts'
import type { Queries } from '../../platform/database/open.ts'
import { trackedCompanyOf, type TrackedCompanyIdentity } from '../site/tracked-company.ts'
import { Hono } from 'hono'
import type { HttpEnvironment } from '../../platform/http/session.ts'
import { escapeHtml, plainPage } from '../../platform/http/plain-page.ts'

export const pollSample = async (memory: Memory, { now }: { now: Date }): Promise<SourceResult> => {
  const began = dateIn(memory, 'began') ?? now
  return newOn(sampleWire(began, new Date(began.getTime() + 3 * MINUTE_MS)), { began }, memory, now)
}

/**
 * Works like a search by name, regardless of SOURCES. The first refresh that a user requests finds something new.
 */
export async function sampleWireOfCompany(
  { name }: TrackedCompany,
  memory: Memory,
  { now, isRequested }: Pick<PollRequest, 'now' | 'isRequested'>,
): Promise<SourceResult> {
  const noted = dateIn(memory, 'began')
  const refreshed = dateIn(memory, 'refreshed') ?? (noted && isRequested ? now : null)
  const began = noted ?? now
  const items = sampleWire(began, refreshed).filter(({ title, text }) =>
    ` ${nameKey(`${title} ${text}`)} `.includes(` ${nameKey(name)} `),
  )
  return newOn(items, { began, ...(refreshed ? { refreshed } : {}) }, memory, now)
}

function newOn(wire: WireItem[], dates: Record<string, Date>, memory: Memory, now: Date): SourceResult {
  const until = typeof memory.notes?.readUntil === 'number' ? memory.notes.readUntil : Number.NEGATIVE_INFINITY
  const isNow = dates.refreshed?.getTime() === now.getTime()
  const items = wire
    .filter(({ publishedAt }) => publishedAt <= now)
    .filter(({ publishedAt }) => publishedAt.getTime() > until || (isNow && publishedAt >= now))
    .map((item): FoundItem => ({
      ...item,
      precision: 'second',
      language: 'en',
      kind: 'press',
      facts: {},
      isWhole: true,
    }))
  const notes = Object.fromEntries(Object.entries(dates).map(([name, date]) => [name, date.toISOString()]))
  return goodResult(items, { ...memory, notes: { ...notes, readUntil: now.getTime() } })
}

function dateIn({ notes }: Memory, name: string): Date | null {
  const noted = notes?.[name]
  return typeof noted === 'string' && !Number.isNaN(Date.parse(noted)) ? new Date(noted) : null
}

export const SAMPLE_SOURCE = 'sample'

type SampleCompany = { id: number; name: string; nameKey: string; website: string | null }

/**
 * Each sample company has its own record, so its news begins when its owner loads it, and a real company with the same
 * name or website gets no fictional news.
 */
export function sampleTrackedCompany({ id, ...company }: SampleCompany): TrackedCompanyIdentity {
  const original = SAMPLE_PORTFOLIO.find(({ website }) => hostKey(website ?? null) === hostKey(company.website))
  const name = original?.name ?? company.name
  return { ...trackedCompanyOf(company), site: null, nameKey: null, sampleOf: id, name }
}

export async function watchSampleWire(queries: Queries, ids: number[], everySeconds: number, now: string) {
  await queries.execute(sql`
    insert into watches (tracked_company_id, source, kind, every_seconds, next_at)
    select id, ${SAMPLE_SOURCE}, 'search', ${everySeconds}::int, ${now}::timestamptz from tracked_companies
    where id = any(${sql.param(ids)}::int[]) and sample_of is not null
    on conflict do nothing`)
}

const FICTIONAL =
  'Sample article. The company, the outlet and everything in it are fictional. With your own companies, this link leads to the outlet’s website.'

export const sampleArticleRoutes = () =>
  new Hono<HttpEnvironment>().get('/:outlet/:slug', (c) => {
    const article = sampleArticle(c.req.param('outlet'), c.req.param('slug'))
    const { html, policy } = plainPage(
      article
        ? {
            title: article.title,
            content: `<p><small>${escapeHtml(article.publisher)}</small></p><p>${escapeHtml(article.text)}</p><p><small>${FICTIONAL}</small></p>`,
          }
        : { title: 'Article not found', content: '<p>There is no such sample article.</p>' },
    )
    c.header('content-security-policy', policy)
    return c.html(html, article ? 200 : 404)
  })
