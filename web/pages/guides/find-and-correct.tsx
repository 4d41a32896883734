import type { Guide } from './guide.ts'

export const findAndCorrect: Guide = {
  slug: 'find-and-correct',
  title: 'Find a story, put one right',
  summary: 'Search and saved views, the palette and its keys, and what to do when a story is about a namesake.',
  lead: (
    <p>
      Everything that was found for your companies can be searched, narrowed down and corrected. What you correct counts
      for you alone, and can be taken back.
    </p>
  ),
  sections: [
    {
      id: 'search',
      title: 'Search the news',
      body: (
        <>
          <p>
            The field above the news feed searches stories and briefs of your companies. Put words in quotes to find
            them side by side, and a minus before a word to leave it out. Filters narrow the result by company, section,
            source and days.
          </p>
          <p>
            The address of the page holds the whole search: keep it as a bookmark, or save it under a name and find it
            again as a view.
          </p>
        </>
      ),
    },
    {
      id: 'keys',
      title: 'Jump anywhere',
      body: (
        <p>
          Ctrl and K (on a Mac, Command and K) opens a palette with your companies, pages, actions and the newest
          stories that fit what you type. A question mark shows all the other keys; the same sheet switches them off.
        </p>
      ),
    },
    {
      id: 'not-my-company',
      title: 'A story about somebody else',
      body: (
        <>
          <p>
            Every story says why it is here. If it is about a namesake, press “Not my company”. You choose how far it
            goes: only this story, everything from that publisher, or everything that says the longer name in which
            yours stands. Before anything is removed you see what else would go.
          </p>
          <p>The rules you made stand on the company’s page under “How we know it”, each with Undo.</p>
        </>
      ),
    },
    {
      id: 'verified',
      title: 'Sentences and their sources',
      body: (
        <p>
          Beneath each section of a brief stand the sources of its sentences, and how many of the sentences were found
          again in what they cite. A brief that a language model wrote says so; on the security page you can ask for
          briefs without one.
        </p>
      ),
    },
  ],
}
