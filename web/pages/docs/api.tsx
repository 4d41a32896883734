import { renderToStaticMarkup } from 'react-dom/server'
import { type ErrorCode, STATUS_OF } from '#domain/errors.ts'
import { tagSlug, UNDOCUMENTED_TAGS } from '#domain/endpoint.ts'
import { z } from 'zod'
import { paths } from '../../paths.ts'
import { Article } from '../reading/article.tsx'
import type { Content } from '../reading/content.ts'

/** The server replaces the HTML comment with the reference it generates from its routes. */
export function ApiReferencePage({ content }: { content: Content }) {
  const html = '<div class="api-reference"><!--api-reference--></div>'
  return <Article content={content} after={{ id: 'calls', title: 'Calls by feature', html }} />
}

const definitions = import.meta.glob<Record<string, unknown>>('../../../domain/**/*endpoints.ts', { eager: true })
const Tagged = z.object({ tag: z.string(), path: z.string() })

/** The documented tags, in alphabetical order. */
export const apiTags = [
  ...new Set(
    Object.values(definitions)
      .flatMap((module) => Object.values(module))
      .flatMap((value) => Tagged.safeParse(value).data?.tag ?? []),
  ),
]
  .filter((tag) => !UNDOCUMENTED_TAGS.includes(tag))
  .toSorted()

/** The server replaces the HTML comment here as well. */
export function ApiFeaturePage({ tag }: { tag: string }) {
  const html = `<div class="api-reference"><!--api-${tagSlug(tag)}--></div>`
  const content = { slug: tagSlug(tag), title: tag, summary: '', date: '', lead: LEAD, sections: [] }
  const back = (
    <a href={paths.apiReference} className="underline underline-offset-4">
      API
    </a>
  )
  return <Article content={content} kicker={back} after={{ id: 'calls', title: 'Calls', html }} />
}

const LEAD =
  '<p>Examples run in a shell where <code>TIDINGS_KEY</code> is an API key with the scope that the call names, and <code>COMPANY_ID</code> the id of one of your companies.</p>'

export const errorTable = () => renderToStaticMarkup(<ErrorTable />)

function ErrorTable() {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Status</th>
          <th scope="col">Code</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        {Object.entries(STATUS_OF).map(([code, status]) => (
          <tr key={code}>
            <td>{status}</td>
            <th scope="row">
              <code>{code}</code>
            </th>
            <td>{ERROR_MEANINGS[code as ErrorCode]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const ERROR_MEANINGS: Record<ErrorCode, string> = {
  'bad-request': 'The request could not be parsed.',
  'payment-failed': 'The card provider declined the payment; the message is the provider’s.',
  'not-signed-in': 'The API key or access token is missing, invalid or expired.',
  'no-access': 'The trial has ended and there is no subscription; redirect names the page to subscribe on.',
  forbidden: 'The account may not do this, or the API key lacks the scope.',
  'reauthentication-needed': 'The session must confirm its identity first.',
  'not-found': 'It does not exist, or it belongs to somebody else.',
  'method-not-allowed': 'The address exists, but not with this method.',
  conflict: 'It already exists, or was changed in the meantime.',
  'too-large': 'The file or body is larger than allowed.',
  'unsupported-file': 'The file is neither CSV nor Excel.',
  'unsupported-media-type': 'The body is not JSON. Send it as application/json.',
  'wrong-host': 'The request was addressed to another host.',
  'invalid-input': 'A value is missing or not valid; the message says which.',
  'too-many-requests': 'A limit was reached; Retry-After says when to try again.',
  unexpected: 'An error on our side. The request number helps us find it.',
  unavailable: 'A service this call needs is not responding.',
}
