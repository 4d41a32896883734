import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import type { ImportQuestion, ImportReport } from '#domain/companies/import/imports.ts'
import { answerTo, NO_NAME_COLUMN } from '#domain/companies/files.ts'
import { ApiError } from '../../../api/api-error.ts'
import { Button, Status } from '../../../ui/button.tsx'
import { Select, Switch } from '../../../ui/forms/controls.tsx'
import { counted } from '../../../ui/text.ts'
import { uploadProblem } from '../messages.ts'
import { ColumnList } from './column-fields.tsx'
import { StepHeading } from './file-drop.tsx'
import { PreviewRows } from './plan-lines.tsx'
import { useCheckFile, type ImportRules, type ReadingChoice } from './queries.ts'
import { SheetChoice } from './sheet-choice.tsx'

/** What the user is asked about a file that can be read in more than one way; null for any other error. */
export function questionIn(error: Error | null): ImportQuestion | null {
  const details = error instanceof ApiError ? (error.details as Partial<ImportQuestion> | undefined) : undefined
  return Array.isArray(details?.columns) && Array.isArray(details.rows) ? (details as ImportQuestion) : null
}

/** How a file was read, for a user who wants to change it. */
export const questionOf = ({ layout }: ImportReport): ImportQuestion | null =>
  layout?.reading ? { ...layout.reading, sheets: layout.sheets } : null

type Props = {
  file: File
  rules: ImportRules
  question: ImportQuestion
  /** Why the user is asked; null if they want to change how a file was read. */
  reason: string | null
  onChoose: (choice: ReadingChoice) => void
  actions: ReactNode
}

export function ReadingQuestion({ file, rules, question: first, reason, onChoose, actions }: Props) {
  const [question, setQuestion] = useState(first)
  const [unsure, setUnsure] = useState<'skip' | 'import'>('skip')
  const { check, error, isChecking } = useCheckFile(rules)
  // Stays while the next one is made.
  const [plan, setPlan] = useState<ImportReport | null>(null)
  const ask = (choice: ReadingChoice) =>
    check(
      { file, choice },
      {
        onSuccess: (report) => {
          setPlan(report)
          setQuestion((now) => questionOf(report) ?? { ...now, sheets: report.layout?.sheets ?? now.sheets })
        },
        onError: (problem) => {
          setPlan(null)
          const next = questionIn(problem)
          if (!next) return
          setQuestion(next)
          // What is proposed now was not part of the choice.
          const answer = choiceOf(next, unsure)
          if (choice.map === undefined && !isSame(choice, answer)) ask(answer)
        },
      },
    )
  const propose = useEffectEvent(() => ask(choiceOf(first, 'skip')))
  useEffect(() => {
    // Deferred so that Strict Mode's extra mount in development doesn't abort the request.
    const timer = setTimeout(propose)
    return () => clearTimeout(timer)
  }, [])

  const { sheets, sheet, headerRow, turned, columns } = question
  const isSingle = sheets.filter(({ read }) => read).length < 2
  const readAs = (column: number, field: string | null) => {
    const next = { ...question, columns: withField(columns, column, field) }
    setQuestion(next)
    ask(choiceOf(next, unsure))
  }
  return (
    <form
      className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        onChoose(choiceOf(question, unsure))
      }}
    >
      <div className="grid gap-2">
        <StepHeading>How should we read this file?</StepHeading>
        <p className="max-w-[60ch] break-words text-muted">
          <span className="font-medium text-ink">{file.name}</span>: {reasonFor(reason)}
          {headerRow > 0 && ' We remember your answer for files with the same headings.'}
        </p>
      </div>
      <SheetChoice sheets={sheets} onSheets={(numbers) => ask({ sheets: numbers.join(',') })} />
      {isSingle && (
        <>
          <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
            <Labeled label="Headings">
              <Select
                label="Headings"
                value={String(headerRow)}
                onChange={(row) => ask({ sheets: String(sheet), headerRow: Number(row), ...(turned ? TURNED : {}) })}
              >
                <option value="0">No headings</option>
                {question.rows.map(({ row, cells }) => (
                  <option key={row} value={row}>
                    {`${turned ? 'Column' : 'Row'} ${row}: ${cells.filter(Boolean).join(', ')}`.slice(0, MAX_OPTION)}
                  </option>
                ))}
              </Select>
            </Labeled>
            {(turned || first.turned) && (
              <Switch
                label="Each company has a column"
                checked={turned}
                onChange={(isOn) => ask({ sheets: String(sheet), headerRow: 1, ...(isOn ? TURNED : {}) })}
              />
            )}
          </div>
          <ColumnList columns={columns} onChange={({ column }, field) => readAs(column, field)} />
        </>
      )}
      {question.unsure > 0 && (
        <Labeled label={counted(question.unsure, 'row that may not be a company', 'rows that may not be companies')}>
          <Select
            label="Rows that may not be companies"
            value={unsure}
            onChange={(value) => {
              const next = value === 'import' ? 'import' : 'skip'
              setUnsure(next)
              ask(choiceOf(question, next))
            }}
          >
            <option value="skip">Leave out</option>
            <option value="import">Import</option>
          </Select>
        </Labeled>
      )}
      <Status className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {isChecking && !plan && <p className="appear-late text-muted">Checking the file...</p>}
        {error && !isChecking && <p className="break-words text-bad">{uploadProblem(error)}</p>}
        {plan && <PreviewRows plan={plan} />}
      </Status>
      <div className="flex flex-wrap justify-end gap-3">
        {actions}
        <Button type="submit" variant="primary" disabled={!plan || isChecking}>
          Continue
        </Button>
      </div>
    </form>
  )
}

function Labeled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <label className="grid max-w-full grid-cols-[minmax(0,1fr)] gap-1.5 justify-self-start">
      <span aria-hidden className="text-sm font-medium">
        {label}
      </span>
      {children}
    </label>
  )
}

const MAX_OPTION = 90
const TURNED = { turned: '1' } as const
/** Replaces every earlier choice. */
const NOTHING_CHOSEN = { sheets: undefined, headerRow: undefined, turned: undefined, unsure: undefined, map: undefined }

const choiceOf = (question: ImportQuestion, unsure: 'skip' | 'import'): ReadingChoice => ({
  ...NOTHING_CHOSEN,
  ...answerTo(question),
  ...(question.unsure > 0 ? { unsure } : {}),
})

const isSame = (one: ReadingChoice, other: ReadingChoice) => JSON.stringify(one) === JSON.stringify(other)

/** A field is in one column; the one that had it before is left out. */
const withField = (columns: ImportQuestion['columns'], column: number, field: string | null) =>
  columns.map((one) =>
    one.column === column
      ? { ...one, field }
      : one.field === field && field !== 'valuation'
        ? { ...one, field: null }
        : one,
  )

const reasonFor = (reason: string | null) =>
  reason === NO_NAME_COLUMN
    ? 'We do not know its headings. Choose what each column holds.'
    : (reason ?? 'Choose what each column holds.')
