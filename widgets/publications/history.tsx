import { useId, useState } from 'react'
import { asFailure, ask, call, isCancelled, Loading, ReadFailure, showFailure, showToast, useCall, useLocale } from '#renderer'
import type { Endpoints } from '#schemas/types/endpoints.d.ts'
import { Difference } from './difference.tsx'
import { GateFindings } from './gate-report.tsx'
import { useTexts } from './use-texts.ts'

type Entry = Endpoints['publish-history']['results'][number]

/** Who published what and when, with what changed, and the way back to an older version. */
export function History() {
  const id = useId()
  const say = useTexts()
  const [module, setModule] = useState('')
  const [before, setBefore] = useState<number[]>([])
  const oldest = before.at(-1)
  const params = { ...(module && { module }), ...(oldest !== undefined && { before: oldest }) }
  const { data, error, mutate } = useCall<Entry[]>('publish-history', params, { keepPreviousData: true })
  const modules = (data?.metadata.modules ?? []) as string[]
  return (
    <section>
      <div className="pb-head">
        <h2>{say('history')}</h2>
        <label htmlFor={`${id}-module`}>{say('module')}</label>
        <select
          id={`${id}-module`}
          className="pk-select"
          value={module}
          onChange={(event) => {
            setModule(event.target.value)
            setBefore([])
          }}
        >
          <option value="">{say('all_modules')}</option>
          {modules.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </div>
      {error && !data && <ReadFailure text={say('failed')} onRetry={() => void mutate()} />}
      {!data && !error && <Loading />}
      {data?.results.length === 0 && <p className="pf-text">{say('no_history')}</p>}
      <ul className="pb-entries">
        {data?.results.map((entry) => (
          <li key={entry.publication}>
            <HistoryEntry entry={entry} onRollBack={() => void mutate()} />
          </li>
        ))}
      </ul>
      {data && (
        <p className="pb-pages">
          {before.length > 0 && (
            <button type="button" className="pk-button" onClick={() => setBefore(before.slice(0, -1))}>
              {say('newer')}
            </button>
          )}
          {data.results.length === 50 && (
            <button type="button" className="pk-button" onClick={() => setBefore([...before, data.results.at(-1)!.publication])}>
              {say('older')}
            </button>
          )}
        </p>
      )}
    </section>
  )
}

function HistoryEntry({ entry, onRollBack }: { entry: Entry; onRollBack: () => void }) {
  const say = useTexts()
  const { formatNumber, formatDateTime } = useLocale()
  const [open, setOpen] = useState<'changes' | 'gate'>()
  const [isBusy, setBusy] = useState(false)
  const { module, version, previous, action, author, at, note, gate, is_current: isCurrent } = entry
  const rollBack = async () => {
    const values = { module, version: formatNumber(version!) }
    if (!(await ask({ text: say('rollback_question', values), ok: say('rollback'), cancel: say('cancel'), danger: true }))) return
    setBusy(true)
    try {
      await call('publish-rollback', { payload: { module, version: version! } })
      showToast({ tone: 'success', text: say('rollback_done', values) })
      onRollBack()
    } catch (fault) {
      if (!isCancelled(fault)) showFailure(asFailure(fault, 'publish-rollback'))
    } finally {
      setBusy(false)
    }
  }
  const canDiffer = version !== null && previous !== version
  const openButton = (part: 'changes' | 'gate', text: string) => (
    <button
      type="button"
      className="pk-button pk-button-small"
      aria-expanded={open === part}
      onClick={() => setOpen(open === part ? undefined : part)}
    >
      {text}
    </button>
  )
  return (
    <article className="pb-entry" data-publication={entry.publication}>
      <p className="pb-line">
        <code dir="ltr">{module}</code>
        <b>{say(`action_${action.replace('-', '_')}`, { version: version === null ? '' : formatNumber(version) })}</b>
        {isCurrent && <span data-state="current">{say('is_current')}</span>}
        {gate && <span>{gate.differences === 0 ? say('gate_none') : say('gate_count', { count: gate.differences })}</span>}
        <bdi>{author || 'Pishkhan'}</bdi>
        <time dateTime={at}>{formatDateTime(at)}</time>
      </p>
      {note !== '' && (
        <p>
          <bdi>{note}</bdi>
        </p>
      )}
      <p className="pb-buttons">
        {canDiffer && openButton('changes', say('changes'))}
        {gate && openButton('gate', say('gate'))}
        {version !== null && !isCurrent && (
          <button type="button" className="pk-button pk-button-small" disabled={isBusy} onClick={() => void rollBack()}>
            {say('rollback')}
          </button>
        )}
      </p>
      {open === 'changes' && version !== null && <Difference module={module} from={previous} to={version} />}
      {open === 'gate' && <GateFindings publication={entry.publication} />}
    </article>
  )
}
