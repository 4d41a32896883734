import { marked, type Tokens } from 'marked'
import { PRICE, priceText, TRIAL_DAYS } from '#domain/account/plan.ts'

export type ArticleSection = { id: string; title: string; html: string }
export type Content = {
  slug: string
  title: string
  summary: string
  date: string
  lead: string
  sections: ArticleSection[]
}

const files = import.meta.glob<string>('../../../content/**/*.md', { query: '?raw', import: 'default', eager: true })

export function listContent(folder: string, values: Record<string, string> = {}): Content[] {
  return Object.entries(files)
    .filter(([file]) => file.includes(`/content/${folder}/`))
    .map(([file, text]) => ({ ...parseContent(text, values), slug: file.replace(/^.*\/|\.md$/g, '') }))
    .sort((a, b) => a.order - b.order)
}

const VALUES = {
  price: priceText(),
  interval: PRICE.interval,
  trialDays: String(TRIAL_DAYS),
  supportEmail: '<a href="mailto:%SUPPORT_EMAIL%">%SUPPORT_EMAIL%</a>',
}

/** Sections start with `## Title {#id}`. `{name}` stands for a value; alone in a paragraph, it stands for a block. */
function parseContent(text: string, values: Record<string, string>) {
  const known: Record<string, string> = { ...VALUES, ...values }
  const [, head = '', body = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(text) ?? []
  const field = (name: string) => new RegExp(`^${name}: '?(.*?)'?$`, 'm').exec(head)?.[1] ?? ''
  const html = (markdown: string) =>
    markdownToHtml(markdown).replace(
      /<p>\{(\w+)\}<\/p>|\{(\w+)\}/g,
      (whole, block?: string, inline?: string) => known[block ?? inline ?? ''] ?? whole,
    )
  const [lead = '', ...parts] = body.split(/^## (?=.+ \{#[\w-]+\}$)/m)
  return {
    title: field('title'),
    summary: field('summary'),
    date: field('date'),
    order: Number(field('order')),
    lead: html(lead),
    sections: parts.map((part) => {
      const [, title = '', id = '', section = ''] = /^(.+) \{#([\w-]+)\}\n(.*)$/s.exec(part) ?? []
      return { id, title, html: html(section) }
    }),
  }
}

const markdownToHtml = (markdown: string) => marked.parse(markdown, { async: false })

marked.use({ renderer: { table: tableWithRowHeaders } })

function tableWithRowHeaders({ header, rows }: Tokens.Table): string {
  const text = ({ tokens }: Tokens.TableCell) => marked.Parser.parseInline(tokens)
  const row = ([first, ...others]: Tokens.TableCell[]) =>
    `<tr>${first ? `<th scope="row">${text(first)}</th>` : ''}${others.map((cell) => `<td>${text(cell)}</td>`).join('')}</tr>`
  const head = header.map((cell) => `<th scope="col">${text(cell)}</th>`).join('')
  return `<table><thead><tr>${head}</tr></thead><tbody>${rows.map(row).join('')}</tbody></table>`
}
