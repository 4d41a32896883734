// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { Tabs } from './tabs.tsx'

afterEach(cleanup)

function Three() {
  const [value, setValue] = useState('a')
  const tabs = ['a', 'b', 'c'].map((name) => ({
    value: name,
    label: `Tab ${name}`,
    content: `Panel ${name}`,
  }))
  return <Tabs label="Three" value={value} onChange={setValue} tabs={tabs} />
}

test.each([
  ['ArrowRight', 'b'],
  ['ArrowLeft', 'c'],
  ['End', 'c'],
  ['Home', 'a'],
])('%s selects and focuses tab %s, the only one in the tab order', (key, name) => {
  render(<Three />)
  const first = screen.getByRole('tab', { name: 'Tab a' })
  first.focus()
  fireEvent.keyDown(first, { key })
  const selected = screen.getByRole('tab', { selected: true })
  expect(selected.textContent).toBe(`Tab ${name}`)
  expect(document.activeElement).toBe(selected)
  expect(screen.getByRole('tabpanel').textContent).toBe(`Panel ${name}`)
  expect(screen.getAllByRole('tab').map((tab) => tab.tabIndex)).toEqual(
    ['a', 'b', 'c'].map((n) => (n === name ? 0 : -1)),
  )
})
