import { PRICE, priceText, TRIAL_DAYS } from '#domain/account/plan.ts'
import { Article, type ArticleSection } from '../reading/article.tsx'
import { paths } from '../../paths.ts'
import { LastChanged, SupportEmail } from './operator.tsx'

const sections: ArticleSection[] = [
  {
    id: 'service',
    title: 'The service',
    body: (
      <p>
        Tidings keeps a list of private companies for you, gathers public news about them and shows it with its sources.
        It is offered by the operator of this installation. By creating an account you agree to these terms.
      </p>
    ),
  },
  {
    id: 'account',
    title: 'Your account',
    body: (
      <p>
        Give an e-mail address that is yours, keep your password to yourself, and tell us if you think somebody else has
        used your account. One account is for one person. You can see and sign out your devices on the security page.
      </p>
    ),
  },
  {
    id: 'trial',
    title: 'Free trial',
    body: (
      <p>
        The trial lasts {TRIAL_DAYS} days from the moment the account is created and needs no credit card. You will not
        be charged unless you add a card. If you add one during the trial, the first charge is on the day the trial
        ends, and nothing is charged if you cancel before. When the trial ends without a subscription, the portfolio and
        news are closed until you subscribe; your profile, the export of your data and the deletion of your account stay
        open. There is one trial per person.
      </p>
    ),
  },
  {
    id: 'premium',
    title: 'Premium, payment and cancellation',
    body: (
      <>
        <p>
          Premium costs {priceText()} per {PRICE.interval}, paid in advance through the card payment provider, and
          renews each {PRICE.interval} until you cancel.
        </p>
        <p>
          You can cancel at any time on the billing page. The subscription then ends with the {PRICE.interval} already
          paid for; until that day everything keeps working, and you can resume it. If a payment fails, you are told on
          the billing page and access continues for a few days while the provider tries again; if you cancel then, the
          subscription ends at once and the unpaid invoice is voided.
        </p>
        <p>
          A change of price is announced before it applies, and applies to you only from a renewal that you could have
          cancelled.
        </p>
      </>
    ),
  },
  {
    id: 'news',
    title: 'About the news',
    body: (
      <>
        <p>
          Articles belong to their publishers. Tidings shows short passages and leads to the source. Finding, matching
          and summarising are done by software, in part by a language model where one is connected, and such text is
          labelled. It can be wrong, late or incomplete; the source is one click away, and “not my company” removes a
          story that is about somebody else.
        </p>
        <p>
          <strong>Nothing here is investment, tax or legal advice,</strong> and the absence of news is not a statement
          about a company.
        </p>
      </>
    ),
  },
  {
    id: 'fair-use',
    title: 'Fair use',
    body: (
      <>
        <p>
          The number of companies is not limited. Gathering is shared fairly between users, so a very large portfolio
          takes longer to check. Please do not:
        </p>
        <ul>
          <li>try to reach other people’s data, or to get around limits and payment;</li>
          <li>use the service to attack or overload it, its sources or anybody else;</li>
          <li>resell the news, or publish it as a service of your own;</li>
          <li>upload what you have no right to upload.</li>
        </ul>
        <p>An account that does these things can be closed. You are told why, and you can still export your data.</p>
      </>
    ),
  },
  {
    id: 'your-data',
    title: 'Your data stays yours',
    body: (
      <p>
        Your portfolio is yours. It is used to provide the service to you and for nothing else. You can export or delete
        it yourself, at any time and without asking. The <a href={paths.privacyPolicy}>privacy policy</a> says what is
        stored, why and for how long.
      </p>
    ),
  },
  {
    id: 'liability',
    title: 'Availability and liability',
    body: (
      <p>
        The operator runs the service with care and cannot promise that it, or every source it reads, is available
        without interruption. The operator is liable for intent and gross negligence and wherever the law does not allow
        otherwise; beyond that, liability is limited to what you paid in the twelve months before.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes and questions',
    body: (
      <p>
        If these terms change in a way that matters to you, you are told by e-mail before the change applies. Questions
        go to <SupportEmail />.
      </p>
    ),
  },
]

export function TermsOfServicePage() {
  return (
    <Article
      title="Terms of Service"
      kicker={<LastChanged />}
      lead={<p>What you can expect of Tidings, and what is expected of you, in words that are meant to be read.</p>}
      sections={sections}
    />
  )
}
