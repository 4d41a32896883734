import { Article, type ArticleSection } from '../reading/article.tsx'
import { paths } from '../../paths.ts'
import { LastChanged, SupportEmail } from './operator.tsx'
import { PrivacyStored } from './privacy-stored.tsx'

const sections: ArticleSection[] = [
  {
    id: 'who',
    title: 'Who is responsible',
    body: (
      <p>
        The operator of this installation of Tidings decides about your data and answers for it. Write to{' '}
        <SupportEmail /> with any question or request about it.
      </p>
    ),
  },
  { id: 'stored', title: 'What is stored, why and for how long', body: <PrivacyStored /> },
  {
    id: 'sources',
    title: 'What leaves this server',
    body: (
      <>
        <p>
          News is gathered by the server. It asks the company’s own website, public registers of filings, job boards,
          code releases and press feeds. Those services see the server’s address and, where they must be asked about one
          company, its name or website. They never learn who follows it: a company tracked by several users is checked
          once for all of them.
        </p>
        <p>
          When you list a company with a website, the server visits that site to look for its logo, and fetches the
          picture that the site names. If the operator has set up a logo or favicon service, that service is told the
          domain of the company, and nothing about you.
        </p>
        <p>
          Your browser contacts nobody but this server. Logos and news reach you through it. The one exception is the
          card form, described next.
        </p>
        <p>
          If the operator has connected a language model, the text of public articles and the name of the company are
          sent to it to write a brief. Your name, your e-mail address and the rest of your portfolio are not. Briefs
          written that way are labelled. Without such a model no text leaves for this purpose.
        </p>
      </>
    ),
  },
  {
    id: 'cards',
    title: 'Card data',
    body: (
      <p>
        Your card’s number goes from your browser straight to the card payment provider and never to this server. Pages
        with a card form are the only ones that load anything from the provider. Kept here are the provider’s reference
        numbers, the state of your subscription, the card’s brand, last four digits and expiry, and your invoices.
      </p>
    ),
  },
  {
    id: 'choices',
    title: 'Your choices',
    body: (
      <ul>
        <li>
          <strong>See and correct.</strong> Your profile shows what is known about you and lets you change it.
        </li>
        <li>
          <strong>Take it with you.</strong> “Export my data” on the security page gives you everything as files that
          other programs can read. It also works after the trial or a subscription has ended.
        </li>
        <li>
          <strong>Delete.</strong> “Delete account” asks for your password and then removes your account, portfolio,
          sessions and settings, and cancels a running subscription.
        </li>
        <li>
          <strong>Object or complain.</strong> Write to <SupportEmail />. You may also turn to the data protection
          authority where you live.
        </li>
      </ul>
    ),
  },
  {
    id: 'after-deletion',
    title: 'What remains after deletion',
    body: (
      <>
        <p>
          A keyed hash of your e-mail address remains, as it does of one that you gave up for another. It cannot be
          turned back into the address and serves one purpose: the free trial is given once, so a second account with
          the same address, or another spelling of it, gets no second trial. It is made when you confirm the address.
        </p>
        <p>
          Our copies of your invoices go with your account. The card payment provider keeps its own for as long as the
          law requires. News about companies stays, because it was never yours alone and says nothing about you. Backups
          made before the deletion disappear when the operator’s backups are replaced.
        </p>
      </>
    ),
  },
  {
    id: 'advertising',
    title: 'Advertising measurement',
    body: (
      <p>
        If the operator has switched it on, the landing page asks whether your visit may be counted. Nothing is sent
        before you allow it, and a browser that sends Global Privacy Control or Do Not Track is never asked and never
        counted. The <a href={paths.cookiePolicy}>cookie policy</a> shows your choice and lets you change it.
      </p>
    ),
  },
]

export function PrivacyPolicyPage() {
  return (
    <Article
      title="Privacy Policy"
      kicker={<LastChanged />}
      lead={
        <p>
          A list of private investments is confidential. Tidings stores what it needs to show you news about that list,
          tells nobody else what is on it, and lets you take it away or delete it whenever you like.
        </p>
      }
      sections={sections}
    />
  )
}
