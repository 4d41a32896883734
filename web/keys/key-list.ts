/** Every key and what it does, as the sheet shows them. */
export const KEY_LIST: { name: string; keys: [keys: string, text: string][] }[] = [
  {
    name: 'Anywhere',
    keys: [
      ['Ctrl K', 'Search or jump (⌘ K on a Mac)'],
      ['/', 'Search'],
      ['a', 'Add a company'],
      ['R', 'Refresh the news of all companies'],
      ['t', 'Switch between light and dark'],
      ['?', 'This sheet'],
    ],
  },
  {
    name: 'Go to',
    keys: [
      ['g d', 'Dashboard'],
      ['g n', 'Latest Investment News'],
      ['g v', 'Discover'],
      ['g p', 'Profile'],
    ],
  },
  {
    name: 'In a list or on a company',
    keys: [
      ['j', 'Next'],
      ['k', 'Previous'],
      ['o', 'Open'],
      ['r', 'Refresh the news of this company'],
      ['e', 'Edit this company'],
      ['#', 'Remove this company, after asking'],
      ['x', 'Select, in the full table'],
    ],
  },
]
