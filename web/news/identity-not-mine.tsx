import type { ExclusionRule } from '#domain/news/overrides.ts'
import { Button } from '../ui/button.tsx'

type Props = { rules: ExclusionRule[]; onUndo: (rule: ExclusionRule) => void }

/** What the owner said is not about the company, each with a way back. */
export function NotMineRules({ rules, onUndo }: Props) {
  if (rules.length === 0) return null
  return (
    <div className="grid gap-x-8 border-t border-line py-3 md:grid-cols-[11rem_1fr]">
      <h3 className="pt-2 text-sm text-muted">Not my company</h3>
      <ul aria-label="Not my company" className="grid min-w-0">
        {rules.map((rule) => (
          <li key={`${rule.kind} ${rule.value}`} className="flex items-start justify-between gap-4">
            <span className="min-w-0 py-1.5 break-words">
              {rule.kind === 'story' ? `The story “${rule.words}”` : rule.words}
            </span>
            <Button look="quiet" aria-label={`Undo: ${rule.words}`} onClick={() => onUndo(rule)}>
              Undo
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
