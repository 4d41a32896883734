import { expect, test } from 'vitest'
import { pastedCompanies, pastedTable } from './pasted-companies.ts'

test.each([
  ['Cedar Robotics cedar.example', 'Cedar Robotics', 'https://cedar.example'],
  ['Cedar Robotics, https://cedar.example/about', 'Cedar Robotics', 'https://cedar.example/about'],
  ['Cedar Robotics\tcedar.example', 'Cedar Robotics', 'https://cedar.example'],
  ['1. Cedar Robotics – www.cedar.example', 'Cedar Robotics', 'https://www.cedar.example'],
  ['• Cedar Robotics (cedar.example)', 'Cedar Robotics', 'https://cedar.example'],
  ['https://cedar.example Cedar Robotics', 'Cedar Robotics', 'https://cedar.example'],
  ['Moss & Vale, Inc.', 'Moss & Vale, Inc.', ''],
  ['Node.js Foundation', 'Node.js Foundation', ''],
  ['cedar-robotics.example', 'Cedar Robotics', 'https://cedar-robotics.example'],
  ['23andMe', '23andMe', ''],
  ['O"Neil | oneil.example', 'O"Neil', 'https://oneil.example'],
])('%s', (line, name, website) => expect(pastedCompanies(line)).toEqual([{ name, website }]))

test('blank lines, headings and lines without a word are left out', () => {
  expect(pastedCompanies('Company, Website\r\n\r\nCedar\n - \nElm elm.example\n').map(({ name }) => name)).toEqual([
    'Cedar',
    'Elm',
  ])
})

test('the table quotes what a spreadsheet would misread', () => {
  expect(pastedTable([{ name: 'O"Neil, Sons', website: '' }])).toBe('Company,Website\n"O""Neil, Sons",""\n')
})
