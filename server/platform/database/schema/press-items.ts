import { sql } from 'drizzle-orm'
import { bigint, index, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { articles, VIA_KINDS } from './articles.ts'
import { moment, systemOnly } from './row-security.ts'

/** What may be about anybody, for three months: a name that is tracked later is matched here. In no view. */
export const pressItems = pgTable(
  'press_items',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    url: text().notNull(),
    key: text().notNull(),
    title: text().notNull(),
    text: text().notNull(),
    publisher: text(),
    publishedAt: moment().notNull(),
    precision: text({ enum: ['second', 'day', 'none'] }).notNull(),
    language: text(),
    kind: text().notNull(),
    facts: jsonb().$type<Record<string, string | number | string[]>>().notNull(),
    source: text().notNull(),
    viaKind: text({ enum: VIA_KINDS }).notNull(),
    via: text(),
    /** Beginnings of the names it may contain, and the sites it may be on. */
    names: text().array().notNull(),
  },
  (table) => [
    uniqueIndex('press_items_once').on(sql`md5(${table.key})`),
    index('press_items_names').using('gin', table.names),
    index('press_items_published').on(table.publishedAt),
    systemOnly(),
  ],
)

/** What an article said before its source changed it. */
export const articleRevisions = pgTable(
  'article_revisions',
  {
    articleId: bigint({ mode: 'number' })
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
    replacedAt: moment().notNull(),
    title: text().notNull(),
    text: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.articleId, table.replacedAt] }), systemOnly()],
)
