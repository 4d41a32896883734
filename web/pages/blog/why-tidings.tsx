import { PRICE, priceText, TRIAL_DAYS } from '#domain/account/plan.ts'
import type { BlogEntry } from './entry.ts'

export const whyTidings: BlogEntry = {
  slug: 'why-tidings',
  title: 'Why we build Tidings',
  date: { iso: '2026-11-15', text: 'November 15, 2026' },
  summary:
    'Angel investors hear about their own companies late and by accident. What we think a tool for them owes its reader.',
  lead: (
    <p>
      If you hold shares in twenty private companies, no exchange will tell you what happened to them this week. You
      find out from a founder’s update, if there is one; from a friend; or months later, when somebody asks for a
      signature.
    </p>
  ),
  sections: [
    {
      id: 'the-spreadsheet',
      title: 'The spreadsheet goes stale',
      body: (
        <>
          <p>
            Most of us keep a spreadsheet. It is right in the week it is made. After that, keeping it right means
            visiting every website, newsroom, register and job board, one company after the other, and remembering what
            was there last time. Nobody does that for long.
          </p>
          <p>
            A search alert is no substitute. It finds other companies with the same name, repeats one announcement in
            eleven wordings, and is silent in two ways that look the same: because nothing happened, and because it
            stopped working.
          </p>
        </>
      ),
    },
    {
      id: 'what-we-owe',
      title: 'What a tool owes its reader',
      body: (
        <>
          <p>We wrote down four debts before we wrote the product.</p>
          <ol>
            <li>
              <strong>Say it once.</strong> Four outlets reporting one round are one story with four sources.
            </li>
            <li>
              <strong>Show where it comes from.</strong> Every sentence leads to the page it was taken from. What a
              model wrote is labelled as such.
            </li>
            <li>
              <strong>Say when there is nothing.</strong> Private companies are quiet most of the time. “Checked, and
              nothing new” is an answer. “Could not be checked” is a different one, and you should see which you got.
            </li>
            <li>
              <strong>Keep the list to yourself.</strong> What you hold is nobody’s business. The server does the
              asking, for all users at once; your browser talks to nobody else.
            </li>
          </ol>
        </>
      ),
    },
    {
      id: 'what-it-costs',
      title: 'What it costs',
      body: (
        <p>
          One plan, {priceText()} per {PRICE.interval}, after {TRIAL_DAYS} days that need no card. Cancelling is as easy
          as subscribing. Your portfolio can be taken away as a file on any day, also after you have stopped paying.
        </p>
      ),
    },
  ],
}
