import { useNavigate } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/forms/controls.tsx'
import { handOver, pastedFile } from './handed-file.ts'

const NOTHING_PASTED = 'Enter at least one company'
const EXAMPLE = 'Example Robotics example.com\nHarbor Foods, harborfoods.com\nPaper Street'

/** For a list that stands somewhere already; the preview of the import follows. */
export function PasteCompanies() {
  const navigate = useNavigate()
  const [error, setError] = useState<string>()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = new FormData(event.currentTarget).get('companies')
    const file = pastedFile(typeof text === 'string' ? text : '')
    if (!file) return setError(NOTHING_PASTED)
    handOver(file)
    void navigate({ to: paths.upload })
  }
  return (
    <form onSubmit={submit} aria-label="Paste companies" className="mt-4 grid w-full max-w-105 gap-3 text-left">
      <Field
        label="Or paste names and websites, one per line"
        hint="You will see a preview before anything is saved."
        error={error}
      >
        {(control) => (
          <textarea
            {...control}
            name="companies"
            rows={4}
            placeholder={EXAMPLE}
            onInput={() => setError(undefined)}
            className="w-full rounded-md border border-control-line bg-surface px-3 py-2 text-base text-ink placeholder:text-faint aria-invalid:border-bad"
          />
        )}
      </Field>
      <div>
        <Button type="submit">Preview</Button>
      </div>
    </form>
  )
}
