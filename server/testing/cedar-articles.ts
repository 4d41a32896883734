import type { SceneArticle } from './brief-scene.ts'

/** Two stories about an invented company. */
export const RAISE: SceneArticle = {
  title: 'Cedar Robotics raises $18 million Series B',
  text: 'Cedar Robotics, a maker of robots for orchards, has raised $18 million in a Series B round led by Alder Capital. It will open a plant in Lyon and hire 40 engineers by December. Chief executive Maria Lindqvist said revenue grew 35 percent in 2025.',
  section: 'Financial Updates',
}
export const LAUNCH: SceneArticle = {
  title: 'Cedar Robotics launches a picker for pears',
  text: 'Cedar Robotics launched a robot that picks pears on Monday. The machine works for nine hours on one battery.',
  section: 'Technology & Innovation',
}
/** What a model may write of them: the first cites the first story, the second the second. */
export const GOOD = [
  { text: 'Alder Capital led the Series B round in which Cedar Robotics raised $18M.', sources: [1] },
  {
    text: 'A robot that picks pears, working nine hours on one battery, was launched by Cedar Robotics on Monday.',
    sources: [2],
  },
]
