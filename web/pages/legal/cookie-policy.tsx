import { Article, type ArticleSection } from '../reading/article.tsx'
import { paths } from '../../paths.ts'
import { LastChanged, SupportEmail } from './operator.tsx'

const kept = [
  { key: 'tidings-session', purpose: 'Keeps you signed in.', until: 'You sign out' },
  {
    key: 'tidings-device',
    purpose: 'A random number that lets us email you about sign-ins from devices you have not used before.',
    until: 'You clear it',
  },
  { key: 'theme', purpose: 'Remembers light or dark.', until: 'You clear it' },
  {
    key: 'tidings-columns',
    purpose: 'Remembers which columns of your investments you chose.',
    until: 'You clear it',
  },
  { key: 'consent', purpose: 'Remembers your answer about advertising measurement.', until: 'You clear it' },
  {
    key: 'conversion-sent',
    purpose: 'Only after you allowed it: the visit was counted, so it is not counted twice.',
    until: 'You close the tab',
  },
]

const sections: ArticleSection[] = [
  {
    id: 'cookies',
    title: 'Cookies',
    body: (
      <>
        <p>
          Tidings does not use cookies to sign you in, to recognise you or to follow you. No cookie carries any
          authority here: a request without your access token is refused, whatever cookies come with it.
        </p>
        <p>
          On pages with a card form the card payment provider may set cookies of its own, to prevent fraud. Other pages
          load nothing from it.
        </p>
      </>
    ),
  },
  {
    id: 'on-your-device',
    title: 'What is kept on your device',
    body: (
      <>
        <p>These entries stand in your browser’s own storage and are readable by this site only.</p>
        <table>
          <thead>
            <tr>
              <th scope="col">Entry</th>
              <th scope="col">Purpose</th>
              <th scope="col">Until</th>
            </tr>
          </thead>
          <tbody>
            {kept.map(({ key, purpose, until }) => (
              <tr key={key}>
                <th scope="row">
                  <code>{key}</code>
                </th>
                <td>{purpose}</td>
                <td>{until}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p>
          The application may also keep small display settings and a copy of the news you last read, so that it can be
          read without a connection. The copy is removed when you sign out.
        </p>
      </>
    ),
  },
  {
    id: 'advertising',
    title: 'Advertising measurement',
    body: (
      <>
        <p>
          The operator can switch on one event that counts visits of the landing page, to learn whether advertising
          brought them. It is off unless configured. Where it is on, nothing is sent before you allow it. Then your
          browser reports the visit once per session to the operator’s advertising provider, which may set cookies of
          its own. No script of the provider runs on the page, and people who are signed in and led on to their
          dashboard are never counted.
        </p>
        <p>A browser that sends Global Privacy Control or Do Not Track counts as a no, and is not asked.</p>
        <ConsentPanel />
      </>
    ),
  },
  {
    id: 'questions',
    title: 'Questions',
    body: (
      <p>
        Write to <SupportEmail />. What the server stores is described in the{' '}
        <a href={paths.privacyPolicy}>privacy policy</a>.
      </p>
    ),
  },
]

export function CookiePolicyPage() {
  return (
    <Article
      title="Cookie Policy"
      kicker={<LastChanged />}
      lead={<p>The short version: no cookies of ours, five small entries in your browser’s storage, no trackers.</p>}
      sections={sections}
    />
  )
}

/** prerender/consent.ts shows it where the event is configured, with the lines that fit the present choice. */
function ConsentPanel() {
  return (
    <div id="consent-panel" hidden className="mt-6 rounded-lg border border-line bg-surface p-5 font-sans text-base">
      <output>
        <span data-when="ask">You have not chosen yet. Nothing is sent.</span>
        <span data-when="granted">You allowed it. Your visits of the landing page are counted once per session.</span>
        <span data-when="refused">You did not allow it. Nothing is sent.</span>
        <span data-when="refused-by-browser">Your browser asks not to be tracked. Nothing is sent.</span>
      </output>
      <div data-when="ask granted refused" className="mt-4 flex flex-wrap gap-2">
        <button type="button" data-consent="yes" data-when="ask refused" className="button">
          Allow
        </button>
        <button type="button" data-consent="no" data-when="ask granted" className="button">
          Do not allow
        </button>
      </div>
    </div>
  )
}
