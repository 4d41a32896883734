import { Download } from 'lucide-react'
import { useState } from 'react'
import { Notice } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { saveFile } from '../ui/save-file.ts'
import { CopyButton } from './copy-button.tsx'

const FILE = 'tidings-recovery-codes.txt'

/** Shown this once. Leaving without having saved them takes a second press. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const [isSaved, setSaved] = useState(false)
  const [isWarned, setWarned] = useState(false)
  const shown = codes.map((code) => grouped(code, '-'))
  const text = `${shown.join('\n')}\n`
  const leave = () => (isSaved || isWarned ? onClose() : setWarned(true))
  const download = () => {
    const about = 'Recovery codes for Tidings. Each works once, in place of a code from the app.\n\n'
    saveFile(new Blob([about, text], { type: 'text/plain' }), FILE)
    setSaved(true)
  }
  return (
    <Dialog
      title="Your recovery codes"
      description="If you lose your phone, each of these lets you in once. They are shown only now: keep them where you keep your passwords, or on paper."
      onClose={leave}
    >
      <ol
        aria-label="Recovery codes"
        className="grid gap-x-8 gap-y-1.5 rounded-md bg-sunk px-5 py-4 font-mono sm:grid-cols-2"
      >
        {shown.map((code) => (
          <li key={code} className="whitespace-nowrap">
            {code}
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={text} onCopied={() => setSaved(true)}>
          Copy
        </CopyButton>
        <Button onClick={download}>
          <Download aria-hidden />
          Download
        </Button>
      </div>
      {isWarned && !isSaved && (
        <Notice>You have not copied or downloaded the codes. Press again to leave without.</Notice>
      )}
      <DialogActions>
        <Button look="primary" onClick={leave} className="max-sm:col-span-2">
          I Have Saved Them
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** In fours, for reading aloud and typing off. */
export const grouped = (text: string, mark: string) =>
  /^[a-z0-9]+$/i.test(text) ? (text.match(/.{1,4}/g) ?? []).join(mark) : text
