import type { Guide } from './guide.ts'

export const statusDots: Guide = {
  slug: 'status-dots',
  title: 'What the status dots mean',
  summary: 'Green, grey, and the difference between a company that is quiet and a source that does not answer.',
  lead: (
    <p>
      Each company in the news feed has a dot and a line of words beneath its name. The dot is for the glance, the words
      say the same without colour.
    </p>
  ),
  sections: [
    {
      id: 'green',
      title: 'A filled green dot',
      body: (
        <p>
          “Latest Update • 2 hours ago”. There is news, and this is when the newest of it was published. The date is the
          source’s own. Rest the pointer on it for the exact day and time.
        </p>
      ),
    },
    {
      id: 'grey',
      title: 'An open grey dot',
      body: (
        <p>
          “No news yet • Added Nov 3, 2026”. Nothing has been found since you added the company. That is common: most
          private companies say little for weeks. It does not mean that nobody looked.
        </p>
      ),
    },
    {
      id: 'quiet-or-broken',
      title: 'Quiet, or broken?',
      body: (
        <>
          <p>
            Beside the news stands what was done to find it: when the company was last checked and when it will be next.
            A source that did not answer is named, with the day since when, and can be tried again.
          </p>
          <p>
            So there are three different silences, and you can tell them apart: checked and nothing new; a source that
            fails; and a source that was never found for this company, such as a job board it does not have.
          </p>
        </>
      ),
    },
    {
      id: 'order',
      title: 'The order of the feed',
      body: (
        <p>
          Companies with news come before those without. Within that, Newest First and Oldest First sort by the date of
          the latest news.
        </p>
      ),
    },
  ],
}
