import { expect, test } from 'vitest'
import { createRelationReader } from './relations.ts'

const read = createRelationReader({ name: 'Cedar Robotics', website: 'https://cedar.example' })
const relations = (text: string, title = 'Cedar Robotics opens a plant in Porto') =>
  read({ title, text }).map(({ role, name }) => `${role}: ${name}`)

test.each([
  ['Cedar Robotics competes with Halvard Systems and Brightloom.', ['rival: Halvard Systems', 'rival: Brightloom']],
  ['The company competes against larger Halvard Systems in Europe.', ['rival: Halvard Systems']],
  [
    'Its rivals include Halvard Systems, Brightloom and Tarnfield.',
    ['rival: Halvard Systems', 'rival: Brightloom', 'rival: Tarnfield'],
  ],
  ['Cedar Robotics beat its older rival Halvard Systems to the contract.', ['rival: Halvard Systems']],
  ['Cedar Robotics rival Halvard Systems cut prices last week.', ['rival: Halvard Systems']],
  ['Halvard Systems, a competitor of Cedar Robotics, declined to comment.', ['rival: Halvard Systems']],
  ['Halvard Systems and Brightloom compete with Cedar Robotics.', ['rival: Halvard Systems', 'rival: Brightloom']],
  ['Cedar Robotics is spinning off its battery unit as Voltmoor.', ['spin-off: Voltmoor']],
  ['Voltmoor, a spin-off of Cedar Robotics, sells the batteries.', ['spin-off: Voltmoor']],
  ['Voltmoor was spun out of Cedar Robotics in May.', ['spin-off: Voltmoor']],
  ['The Cedar Robotics spinout Voltmoor raised money of its own.', ['spin-off: Voltmoor']],
])('%s', (text, expected) => {
  expect(relations(text)).toEqual(expected)
})

test.each([
  'Halvard Systems beat its rival Brightloom to the contract.',
  'Cedar Robotics works with Halvard Systems, whose rival Brightloom went bankrupt.',
  'Cedar Robotics, a spin-off of Delft University, was founded in 2019.',
  'Cedar Robotics was spun out of Halvard Systems.',
  'Cedar Robotics competes with nobody in Porto.',
  'Cedar Robotics has no rival in Europe.',
  'Competition is hard, said Halvard Systems, which buys from Cedar Robotics.',
  'Cedar Robotics denied that it competes with Halvard Systems.',
])('finds no relation: %s', (text) => {
  expect(relations(text)).toEqual([])
})
