import { STATUS_OF } from '#domain/errors.ts'
import { Article, type ArticleSection } from '../reading/article.tsx'
import { ERROR_MEANINGS } from './error-meanings.ts'

/** React cannot write the comment that the server looks for, so the prerenderer puts it here. */
export const API_REFERENCE = '%API_REFERENCE%'

const CALL = `curl %PUBLIC_URL%/api/companies \\
  -H "Authorization: Bearer $ACCESS_TOKEN"`

const PROBLEM = `{
  "type": "about:blank",
  "status": 404,
  "code": "not-found",
  "message": "Company not found",
  "requestId": "…"
}`

const sections: ArticleSection[] = [
  {
    id: 'authentication',
    title: 'Authentication',
    body: (
      <>
        <p>
          Calls carry the access token of a signed-in user in the <code>Authorization</code> header; each call below
          says who may make it. Cookies carry no authority.
        </p>
        <pre>
          <code>{CALL}</code>
        </pre>
        <p>
          A token is valid for one hour. Signing in and renewing follow the auth protocol under <code>/auth/v1</code>.
        </p>
      </>
    ),
  },
  {
    id: 'errors',
    title: 'Errors',
    body: (
      <>
        <p>
          A refused call is answered with <code>application/problem+json</code>. <code>message</code> is worded for
          people; programs should look at <code>code</code>. The request number helps support to find what happened.
        </p>
        <pre>
          <code>{PROBLEM}</code>
        </pre>
        <ErrorTable />
      </>
    ),
  },
  {
    id: 'limits',
    title: 'Limits',
    body: (
      <p>
        Calls are limited per account and per address, refreshing more tightly than reading. Beyond a limit the answer
        is <code>429</code> with the code <code>too-many-requests</code>, and its <code>Retry-After</code> header says
        how many seconds to wait. An uploaded file may have 5 MB.
      </p>
    ),
  },
]

export function ApiReferencePage() {
  return (
    <Article
      title="API"
      lead={
        <p>
          Everything the application does, it does through this API, with the same rights. It speaks JSON in camelCase
          and is described for programs at <a href="/api/openapi.json">/api/openapi.json</a>.
        </p>
      }
      sections={sections}
      after={{ id: 'calls', title: 'All calls', body: <div className="api-reference">{API_REFERENCE}</div> }}
    />
  )
}

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
            <td>{ERROR_MEANINGS[code as keyof typeof STATUS_OF]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
