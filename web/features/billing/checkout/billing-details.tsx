import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getBillingDetails, saveBillingDetails } from '#domain/billing/endpoints.ts'
import { taxIdType, type BillingDetails } from '#domain/billing/tax.ts'
import { query, useApi } from '../../../api/context.ts'
import { Button } from '../../../ui/button.tsx'
import { Alert, LoadFailure, Skeleton } from '../../../ui/feedback.tsx'
import { Select, TextField } from '../../../ui/forms/controls.tsx'
import { reasonOf } from '../messages.ts'

const detailsQuery = query(getBillingDetails)

const NOTHING: BillingDetails = { country: '', postalCode: '', state: '', city: '', line1: '', name: '', taxId: '' }

const REGIONS =
  'AD AE AG AL AM AO AR AT AU AZ BA BB BD BE BF BG BH BI BJ BN BO BR BS BT BW BY BZ CA CD CF CG CH CI CL CM CN CO CR CV CY CZ DE DJ DK DM DO DZ EC EE EG ER ES ET FI FJ FM FR GA GB GD GE GH GM GN GQ GR GT GW GY HK HN HR HT HU ID IE IL IN IQ IS IT JM JO JP KE KG KH KI KM KN KR KW KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MG MH MK ML MM MN MO MR MT MU MV MW MX MY MZ NA NE NG NI NL NO NP NR NZ OM PA PE PG PH PK PL PS PT PW PY QA RO RS RW SA SB SC SE SG SI SK SL SM SN SO SR SS ST SV SZ TD TG TH TJ TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VN VU WS YE ZA ZM ZW'

const names = new Intl.DisplayNames('en', { type: 'region' })
const COUNTRIES = REGIONS.split(' ')
  .map((code) => ({ code, name: names.of(code) ?? code }))
  .toSorted((a, b) => a.name.localeCompare(b.name))

type Props = { onSaved?: () => void; action: string }

/** Asked only where tax depends on it; the card provider keeps it. */
export function BillingDetailsForm(props: Props) {
  const { data, error, refetch } = useQuery(detailsQuery)
  if (error) return <LoadFailure what="your billing details" error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton className="appear-late h-5 w-64" />
  return <Form {...props} known={data ?? NOTHING} />
}

function Form({ known, onSaved, action }: Props & { known: BillingDetails }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const [details, setDetails] = useState(known)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api.call(saveBillingDetails, { body: details }),
    onSuccess: (saved) => {
      queryClient.setQueryData(detailsQuery.queryKey, saved)
      onSaved?.()
    },
  })
  const field = (name: keyof BillingDetails, label: string, autoComplete: string, optional = false) => (
    <TextField
      label={label}
      optional={optional}
      value={details[name]}
      autoComplete={autoComplete}
      onChange={(event) => setDetails({ ...details, [name]: event.target.value })}
    />
  )
  return (
    <div className="grid gap-4">
      <div className="grid gap-1.5">
        <span aria-hidden className="text-sm font-medium">
          Country
        </span>
        <Select
          label="Country"
          isTall
          value={details.country}
          onChange={(country) => setDetails({ ...details, country })}
        >
          <option value="">Choose a country</option>
          {COUNTRIES.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
      </div>
      {field('name', 'Name or company', 'organization', true)}
      {field('line1', 'Address', 'address-line1', true)}
      <div className="grid gap-4 sm:grid-cols-2">
        {field('postalCode', 'Postal code', 'postal-code', true)}
        {field('city', 'City', 'address-level2', true)}
      </div>
      {field('state', 'State or province', 'address-level1', true)}
      {taxIdType(details.country) && field('taxId', 'Tax id of your company', 'off', true)}
      {error && <Alert>{reasonOf(error)}</Alert>}
      <div>
        <Button busy={isPending} onClick={() => mutate()}>
          {action}
        </Button>
      </div>
    </div>
  )
}
