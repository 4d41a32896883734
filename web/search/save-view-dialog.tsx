import { useState, type SyntheticEvent } from 'react'
import { MAX_VIEW_NAME } from '#domain/news/search-filters.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { reasonOf } from './messages.ts'
import { useSaveView } from './queries.ts'

type Props = { query: string; suggested: string; onClose: () => void }

export function SaveViewDialog({ query, suggested, onClose }: Props) {
  const [name, setName] = useState(suggested.slice(0, MAX_VIEW_NAME))
  const save = useSaveView(onClose)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    save.mutate({ name, query })
  }
  return (
    <Dialog
      title="Save view"
      description="The words and filters of this search are kept under a name."
      onClose={onClose}
    >
      <form onSubmit={submit} className="grid gap-5" noValidate>
        <Field label="Name" error={save.error ? reasonOf(save.error) : undefined}>
          {(control) => (
            <Input
              {...control}
              value={name}
              maxLength={MAX_VIEW_NAME}
              autoComplete="off"
              onChange={(event) => {
                setName(event.target.value)
                save.reset()
              }}
            />
          )}
        </Field>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={save.isPending}>
            Save
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
