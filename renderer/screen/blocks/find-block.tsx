import { useEffect, useMemo, useRef, useState } from 'react'
import { interpolateDeep } from '#schemas/rules/text/interpolate.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import type { ScreenBlock } from '#schemas/types/contract.d.ts'
import { callNamed, CallFailure } from '#renderer/api/call.ts'
import { subscribeRefresh } from '#renderer/api/refresh.ts'
import { wrongType } from '#renderer/documents/document-problems.ts'
import { Form } from '#renderer/form/form.tsx'
import type { FormButton } from '#renderer/form/form-types.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { currentSession } from '#renderer/session/session.ts'
import { focusFirst } from '#renderer/ui/focus-first.ts'
import { ProblemNotices } from './block-notice.tsx'
import type { BlockProps } from './block-props.ts'
import { BlockList } from './blocks.tsx'

type Find = NonNullable<ScreenBlock['find']>

/** What a search sent and brought; `value` is undefined where there is no such thing. */
interface Outcome extends Search {
  value?: unknown
}
interface Search {
  /** Tells one sending of the form from the next. */
  search: symbol
  params: Record<string, unknown>
}

const isNothing = (value: unknown): boolean => value === null || value === undefined || (Array.isArray(value) && value.length === 0)

/** A form that looks something up: what was found is drawn below it, until it is cleared. */
export default function FindBlock({ block, data, pointer, ...rest }: BlockProps) {
  const { t } = useLocale()
  const place = useRef<HTMLDivElement>(null)
  const [outcome, setOutcome] = useState<Outcome>()
  const [round, setRound] = useState(0)
  const find = isRecord(block.find) ? block.find : undefined
  // A button of a block below has changed what was found.
  useEffect(() => {
    // Where nothing was found there is nothing to read again.
    if (!find || !outcome || isNothing(outcome.value)) return
    // An answer that comes after the search was cleared, or another one was sent, shows nothing.
    const takeIn = (renewed: Outcome) => setOutcome((shown) => (shown?.search === renewed.search ? renewed : shown))
    return subscribeRefresh('screen', () => {
      lookUp(find, outcome).then(takeIn, () => undefined)
    })
  }, [find, outcome])
  useEffect(() => {
    if (round > 0) focusFirst(place.current)
  }, [round])
  const buttons = useMemo(
    (): FormButton[] => [
      {
        id: 'find',
        title: t('grid.search'),
        primary: true,
        onSubmit: async (form) => {
          setOutcome(undefined)
          const { token: _, ...session } = currentSession()
          const params = interpolateDeep(find!.params ?? {}, { ...data, session, form })
          setOutcome(await lookUp(find!, { search: Symbol('search'), params }))
        },
      },
    ],
    [find, data, t],
  )
  const found = useMemo(() => (find ? { ...data, [find.as]: outcome?.value } : data), [data, find, outcome])
  if (!find || !isRecord(find.form))
    return <ProblemNotices document={rest.document} problems={[wrongType(`${pointer}/find/form`, 'object', find?.form)]} />

  function clear(): void {
    setOutcome(undefined)
    setRound(round + 1)
  }
  return (
    <div className="pf-find">
      <div ref={place} className="pf-find-form">
        <Form key={round} form={find.form} context={data} buttons={buttons} />
        {outcome && (
          <button type="button" className="pk-button" onClick={clear}>
            {t('grid.clear')}
          </button>
        )}
      </div>
      <div role="status">{outcome && isNothing(outcome.value) && <p className="pf-empty">{find.empty ?? t('grid.no_choices')}</p>}</div>
      {outcome && !isNothing(outcome.value) && <BlockList body={block.body ?? []} data={found} pointer={`${pointer}/body`} {...rest} />}
    </div>
  )
}

/** What the call answers; of a 404, that there is no such thing. @throws CallFailure of any other failure */
async function lookUp({ name, version, mock }: Find, { search, params }: Search): Promise<Outcome> {
  try {
    return { search, params, value: (await callNamed(name, { version, mock, params, method: 'GET' })).results }
  } catch (error) {
    if (error instanceof CallFailure && error.status === 404 && error.errorCode !== 'endpoint-404') return { search, params }
    throw error
  }
}
