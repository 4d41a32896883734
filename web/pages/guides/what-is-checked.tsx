import type { Guide } from './guide.ts'

export const whatIsChecked: Guide = {
  slug: 'what-is-checked',
  title: 'What Tidings checks, and how often',
  summary: 'The kinds of sources, the hourly round, what Refresh does, and what to do about a wrong match.',
  lead: (
    <p>
      Every company you list is checked by the server in the background, whether or not you have the page open. This is
      where it looks.
    </p>
  ),
  sections: [
    {
      id: 'sources',
      title: 'The sources',
      body: (
        <>
          <dl>
            <dt>The company’s own site</dt>
            <dd>
              Its blog or newsroom: through a feed where there is one, else by what is new on the page or in the
              sitemap.
            </dd>
            <dt>Filings</dt>
            <dd>Form D notices at the United States Securities and Exchange Commission, which report a raise.</dd>
            <dt>Job boards</dt>
            <dd>Openings on Greenhouse, Lever and Ashby.</dd>
            <dt>Releases</dt>
            <dd>Published versions on GitHub, for companies that build in public.</dd>
            <dt>Press and discussion</dt>
            <dd>A list of startup press feeds, and Hacker News.</dd>
          </dl>
          <p>
            The operator of this installation can switch sources on and off. Sources whose terms forbid such use are off
            unless the operator names them.
          </p>
        </>
      ),
    },
    {
      id: 'how-often',
      title: 'How often',
      body: (
        <>
          <p>
            At least once an hour by default. When something new is found, it appears on an open page by itself; there
            is no need to reload.
          </p>
          <p>
            Refresh All, or Refresh on one company, asks for a check now. Because every check is a visit to somebody
            else’s website, refreshing is limited; if you reach the limit, you are told when to try again.
          </p>
        </>
      ),
    },
    {
      id: 'wrong-company',
      title: 'When it is the wrong company',
      body: (
        <>
          <p>
            Entering the company’s website, if it is missing, is the best cure. On the company’s page, “How we know it”
            shows the names, feeds and boards that we take for its own, each with where it was found. Reject the wrong
            one: what came by it leaves your view, and Undo brings it back.
          </p>
          <p>
            There you can also add other names of the company, and feeds of your own, such as an alert. What you add or
            reject counts for you alone.
          </p>
        </>
      ),
    },
    {
      id: 'limits',
      title: 'What it does not see',
      body: (
        <p>
          Private updates from founders, pages behind a sign-in, and anything a source does not publish. Tidings reads
          what is public, at a polite pace, and under its own name.
        </p>
      ),
    },
  ],
}
