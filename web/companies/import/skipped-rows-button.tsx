import { Download } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { useSkippedRows, type ImportRules } from './queries.ts'

type Props = { rules: ImportRules; file: File; update?: boolean; rows?: string }

/** Saves the rows that are left out, each with its reason; asks the server for them unless they are here already. */
export function SkippedRowsButton({ rules, file, update = true, rows }: Props) {
  const { mutate, isPending } = useSkippedRows(rules)
  const save = (text: string) => saveFile(new Blob([withMark(text)], { type: 'text/csv' }), fileName(file))
  return (
    <Button
      busy={isPending}
      onClick={() => (rows === undefined ? mutate({ file, update }, { onSuccess: save }) : save(rows))}
    >
      {!isPending && <Download aria-hidden />}
      Download Skipped Rows
    </Button>
  )
}

/** The browser takes the mark of UTF-8 off an answer, and spreadsheets need it. */
const withMark = (text: string) => `\uFEFF${text.replace(/^\uFEFF/, '')}`

const fileName = ({ name }: File) => `${name.replace(/\.[^.]*$/, '')}-skipped-rows.csv`
