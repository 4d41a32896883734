import type { Fault } from './fault.ts'

const MATCH = ['server/news/match/match.test.ts']
const NAMESAKES = ['server/news/match/namesakes.test.ts']

export const matchFaults: Fault[] = [
  {
    name: 'a first name before the company’s name says nothing',
    file: 'server/news/match/mentions.ts',
    from: 'isPerson: (isNamed && isOfPeople(before, isTitleCase)) ||',
    to: 'isPerson: (false && isNamed) ||',
    tests: MATCH,
  },
  {
    name: 'two words in Title Case are a name written apart',
    file: 'server/news/match/mentions.ts',
    from: "form.spelling !== 'spaced' || !isTitleCase || isFunded || hasRole",
    to: 'true || (form && isTitleCase && isFunded && hasRole)',
    tests: ['server/news/match/name-forms.test.ts'],
  },
  {
    name: 'a joined spelling counts in any case',
    file: 'server/news/match/mentions.ts',
    from: "if (form.spelling === 'joined' && word.text !== form.text) return false",
    to: '',
    tests: ['server/news/match/name-forms.test.ts'],
  },
  {
    name: 'a name ending in .com is found in every Monday',
    file: 'server/news/match/name-forms.ts',
    from: 'if (end === words.length || isDay) return null',
    to: 'if (end === words.length || (isDay && end > 9)) return null',
    tests: ['server/news/match/name-forms.test.ts'],
  },
  {
    name: 'every mention makes the company the topic',
    file: 'server/news/match/match.ts',
    from: 'oddsOf(prominence, features) >= 0',
    to: 'oddsOf(prominence, features) >= -9',
    tests: MATCH,
  },
  {
    name: 'a company named in passing is the topic',
    file: 'server/news/match/prominence.ts',
    from: 'if (titled.length + actors.length === 0) return null',
    to: '',
    tests: MATCH,
  },
  {
    name: 'one shared generic word counts as context',
    file: 'server/news/match/context.ts',
    from: 'if (shared.length === 1 && (shared[0]?.rarity ?? 0) < RARE) return { weight: 0, words: [] }',
    to: '',
    tests: MATCH,
  },
  {
    name: 'a link to the company’s site speaks against it',
    file: 'server/news/match/match.ts',
    from: 'if (linksSite) odds += isNamed ? FOR_LINK : FOR_LINK_ALONE',
    to: 'if (linksSite) odds -= FOR_LINK',
    tests: MATCH,
  },
  {
    name: 'whoever has a longer name is the company',
    file: 'server/news/match/namesakes.ts',
    from: 'return isPossible && !isOwn ? next.folded : null',
    to: 'return isPossible && !isOwn && next.end < 0 ? next.folded : null',
    tests: NAMESAKES,
  },
  {
    name: 'a longer name does not claim the short one after it',
    file: 'server/news/match/namesakes.ts',
    from: 'const isClaimed = first !== undefined && others.has(first)',
    to: 'const isClaimed = first !== undefined && others.size < 0',
    tests: NAMESAKES,
  },
  {
    name: 'a storm, a planet or a street is the company',
    file: 'server/news/match/namesakes.ts',
    from: 'return isLonger || isThing(passage, mention) ||',
    to: 'return isLonger || (isThing(passage, mention) && isLonger) ||',
    tests: NAMESAKES,
  },
  {
    name: 'the capital of any first word makes a name',
    file: 'server/news/match/namesakes.ts',
    from: 'all.every(isCapitalOfSentence) &&',
    to: 'all.every(isCapitalOfSentence) && all.length > 99 &&',
    tests: NAMESAKES,
  },
  {
    name: 'a shortened name needs nothing of what it omits',
    file: 'server/news/match/namesakes.ts',
    from: '|| !namesTrade(mention, item)',
    to: '|| (!namesTrade(mention, item) && isLonger)',
    tests: NAMESAKES,
  },
  {
    name: 'a text in another language is off topic',
    file: 'server/news/match/context.ts',
    from: "item.language === null || item.language === (profile.language ?? 'en')",
    to: "item.language !== '' || profile.language !== ''",
    tests: NAMESAKES,
  },
]
