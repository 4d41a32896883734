import type { BlogEntry } from './entry.ts'

export const howASentenceGetsItsSource: BlogEntry = {
  slug: 'how-a-sentence-gets-its-source',
  title: 'How a sentence gets its source',
  date: { iso: '2026-11-15', text: 'November 15, 2026' },
  summary:
    'From a page somewhere on the web to one line under a company’s name: the five questions each item has to answer.',
  lead: (
    <p>
      A line in your feed looks simple: a company, a sentence, a number that leads to a source. Behind it, every item
      has answered five questions. Here they are, in the order in which they are asked.
    </p>
  ),
  sections: [
    {
      id: 'is-it-about-them',
      title: '1. Is it about this company?',
      body: (
        <>
          <p>
            Names are shared. A payments company may have the name of a river, and most articles about the river are not
            news for its investors. So a name alone decides nothing: the company’s website, the people and places around
            the name and the publisher are weighed, and the evidence is kept with the story.
          </p>
          <p>
            If we still get it wrong, “not my company” on the story takes it away. Before it does, it shows what else
            the same rule would remove.
          </p>
        </>
      ),
    },
    {
      id: 'have-we-told-it',
      title: '2. Have we told it already?',
      body: (
        <p>
          One announcement becomes many articles. Those that report the same event are put together as one story, and
          you read it once. The others are not hidden: they stand behind it as further sources.
        </p>
      ),
    },
    {
      id: 'what-kind',
      title: '3. What kind of news is it?',
      body: (
        <p>
          Funding, partnerships, people, technology, market position, the business itself. The section decides where the
          sentence stands on the card, so that you can look for the kind you care about.
        </p>
      ),
    },
    {
      id: 'does-the-source-say-so',
      title: '4. Does the source say so?',
      body: (
        <>
          <p>
            In its plain mode Tidings writes nothing of its own. It chooses sentences from the sources, and such a
            sentence has its source by nature.
          </p>
          <p>
            Where the operator has connected a language model, the model may write the brief. Each of its sentences is
            then held against the text it cites. Where the check fails, the sentence is dropped and the chosen one from
            the source stands in its place. Text by a model carries a label. The date comes from the source, never from
            the model.
          </p>
        </>
      ),
    },
    {
      id: 'can-you-check',
      title: '5. Can you check it yourself?',
      body: (
        <p>
          The number under a sentence leads to the page it came from. If that page has gone, you still see who published
          it, and when. And if nothing was found at all, the card says what was checked, and which source did not
          answer.
        </p>
      ),
    },
  ],
}
