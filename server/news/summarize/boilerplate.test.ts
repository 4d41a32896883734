import { expect, test } from 'vitest'
import { isBoilerplate, newsPart, newsSentences, withoutBoilerplate } from './boilerplate.ts'

test.each([
  'The post Quillon raises $40 million appeared first on Heat Daily.',
  'About Quillon Quillon is a maker of quiet heat pumps with offices in Leeds.',
  'About Quillon',
  'About QuillonQuillon is a maker of quiet heat pumps.',
  'About Quillon: the company makes heat pumps.',
  'Sign up for our newsletter to get heat news in your inbox.',
  'Subscribe to the Heat Daily podcast.',
  'We use cookies to improve your experience on this website.',
  'Click here to see the pumps.',
  'Read more: how heat pumps work',
  'Learn more at quillon.example.',
  'Photo by Mara Lund',
  'Image Credits: Quillon',
  '(Photo: Heat Daily)',
  'Continue reading…',
  'The article has been updated.',
  'This story was corrected on Friday.',
  'This press release contains forward-looking statements that involve risks.',
  'These are statements under the Private Securities Litigation Reform Act of 1995.',
  'Media Contact: Jo Tran',
  'Contact: press@quillon.example',
  'For more information, please visit the website of Quillon.',
  'View source version on businesswire.example',
  '© 2026 Heat Daily. All rights reserved.',
  'Follow Quillon on LinkedIn.',
  'Jo Tran, 555-123-4567',
  '3 min read',
  'SOURCE Quillon Ltd',
])('boilerplate: %s', (line) => {
  expect(isBoilerplate(line)).toBe(true)
  expect(newsPart(line)).toBeNull()
})

test.each([
  'Quillon raised $40 million in a Series B round.',
  'About 300 people will join Quillon in Leeds.',
  'Quillon makes a photo app that reads meters.',
  'The firm’s customers subscribe to its service for $9 a month.',
  'Cookie maker Tansy opens a bakery in Graz.',
  'Source code of the pumps was published.',
  'Advertising startup Tansy raises $3 million.',
  'Customers click on a picture and buy.',
  'More than 40 banks use the software, the company said.',
])('news: %s', (line) => {
  expect(newsPart(line)).toBe(line)
})

test.each([
  'NEW YORK--(BUSINESS WIRE)--',
  'LEEDS, England, March 3, 2026 /PRNewswire/ -- ',
  'NORTON, Mass., Oct. 28, 2025 (GLOBE NEWSWIRE) — ',
  'Leeds, UK (Newsworthy.ai) Wednesday Dec 6, 2023 @ 4:30 PM Europe/London — ',
  'VANCOUVER, BRITISH COLUMBIA - May 8, 2025 (NEWMEDIAWIRE) - ',
  'LONDON (Reuters) - ',
  'March 3, 2026 – ',
  'OSLO — ',
  '(CNN)',
  '- ',
])('a dateline is cut off: %s', (dateline) => {
  expect(newsPart(`${dateline}Quillon raised $40 million.`)).toBe('Quillon raised $40 million.')
})

test('nothing after a company description, contacts or a legal notice is news', () => {
  const text =
    'OSLO — Quillon raised $40 million. Click here for a picture. It will hire 20 people.\nAbout Quillon\nQuillon heats homes. It was founded in 2019.'
  expect(newsSentences(text)).toEqual([
    { text: 'Quillon raised $40 million.', place: 0 },
    { text: 'It will hire 20 people.', place: 2 },
  ])
  expect(withoutBoilerplate(text)).toBe('Quillon raised $40 million. It will hire 20 people.')
  expect(newsSentences('The firm grew.\nMedia Contact\nJo Tran\nThe firm makes pumps.')).toHaveLength(1)
  expect(newsSentences('The firm grew. Forward-Looking Statements The firm expects growth.')).toHaveLength(1)
})
