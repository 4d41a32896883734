import { expect, test } from 'vitest'
import { nameDomains, sitesIn } from './candidates.ts'

test('a name suggests at most six domains', () => {
  expect(nameDomains('Cedar Robotics, Inc.')).toEqual([
    'https://cedarrobotics.com/',
    'https://cedarrobotics.io/',
    'https://cedarrobotics.ai/',
    'https://cedarrobotics.co/',
    'https://cedar-robotics.com/',
    'https://getcedarrobotics.com/',
  ])
  expect(nameDomains('Brightloom')).toHaveLength(5)
})

test.each(['Arc', '株式会社さくら', '', 'x'.repeat(41)])('%j suggests no domains', (name) => {
  expect(nameDomains(name)).toEqual([])
})

test('finds websites in an article that are named after the company, but no profiles', () => {
  const text =
    'Cedar Robotics (www.cedarrobotics.com) raised $5M, TechCrunch.com reports. https://linkedin.com/company/cedarrobotics See cedarrobotics.com/news and acme.com.'
  expect(sitesIn(text, 'Cedar Robotics')).toEqual(['https://cedarrobotics.com/'])
})
