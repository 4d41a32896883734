/** Invented companies and news, newest first, as the pictures show them. */
export const sampleScene: { name: string; website: string; hoursAgo: number; content: string | null }[] = [
  {
    name: 'Cedar Robotics',
    website: 'https://cedar-robotics.example',
    hoursAgo: 2,
    content: [
      '**Financial Updates**\n- Raised $18 million in a Series A led by Harborline Ventures, a Form D filed on Monday shows; 14 investors took part. [1][2]',
      '**Leadership & Team**\n- Named a first chief financial officer, its newsroom said. [3]\n- Opened nine engineering roles in Rotterdam this week, up from two. [4]',
    ].join('\n\n'),
  },
  {
    name: 'Lumen Harbor',
    website: 'https://lumen-harbor.example',
    hoursAgo: 27,
    content:
      '**Technology & Innovation**\n- Released version 4 of its scheduling engine, with an import for older plans. [1]',
  },
  {
    name: 'Solstice Foods',
    website: 'https://solstice-foods.example',
    hoursAgo: 74,
    content:
      '**Partnerships & Alliances**\n- Will supply a grocery chain in three countries from January, both companies announced. [1][2]',
  },
  { name: 'Northfield Bio', website: 'https://northfield-bio.example', hoursAgo: 290, content: null },
]
