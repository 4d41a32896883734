import { Progress } from '../../ui/progress.tsx'
import { figure } from '../messages.ts'
import { StepHeading } from './step-heading.tsx'

type Props = { fileName: string; shown: { sent: number; done: number; total: number; percent: number } }

export function Uploading({ fileName, shown: { sent, done, total, percent } }: Props) {
  return (
    <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-4 border-y border-line py-10">
      <div className="flex items-baseline justify-between gap-4">
        <StepHeading className="min-w-0 break-words">Uploading {fileName}</StepHeading>
        <span aria-hidden className="flex-none text-lg tabular-nums">
          {percent}%
        </span>
      </div>
      <Progress value={percent} label="Upload" />
      <p className="text-sm text-muted tabular-nums">
        {total > 0
          ? `${figure(done)} of ${figure(total)} rows`
          : sent < 1
            ? 'Sending the file'
            : 'Reading the file'}
        {' · '}You can go on to other pages; we will tell you when it is done.
      </p>
    </div>
  )
}
