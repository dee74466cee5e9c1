import { useState } from 'react'
import { asFailure, ask, call, isCancelled, showFailure, showToast, useLocale } from '#renderer'
import type { Trial } from './publications.tsx'
import { useTexts } from './use-texts.ts'

type Counts = Trial['tried']
const rows = ['calls', 'client_errors', 'server_errors', 'panel_errors', 'error_rate', 'p50_ms', 'p95_ms'] as const

/** A trial: for whom it is, what became of the calls of both versions, and how it ends. */
export function TrialCard({ trial, onEnd }: { trial: Trial; onEnd: () => void }) {
  const say = useTexts()
  const { formatNumber, formatDateTime } = useLocale()
  const [isBusy, setBusy] = useState(false)
  const { module, version, base_version: base, status } = trial
  const end = async (how: 'finish' | 'end') => {
    const question = { module, version: formatNumber(version) }
    if (!(await ask({ text: say(`${how}_question`, question), ok: say(how), cancel: say('cancel'), danger: how === 'end' }))) return
    setBusy(true)
    try {
      await call(`publish-trial-${how}`, { payload: { module } })
      showToast({ tone: 'success', text: say(`${how}_done`, question) })
    } catch (fault) {
      if (!isCancelled(fault)) showFailure(asFailure(fault, `publish-trial-${how}`))
    } finally {
      setBusy(false)
      onEnd()
    }
  }
  const percentOf = (value: number): string => say('percent', { value: formatNumber(Math.round(value * 1000) / 10) })
  const valueOf = (counts: Counts, row: (typeof rows)[number]): string => {
    const value = counts[row]
    if (value === null) return '–'
    if (row === 'error_rate') return percentOf(value)
    return row.endsWith('_ms') ? say('ms', { ms: formatNumber(value) }) : formatNumber(value)
  }
  const failsMore =
    trial.tried.error_rate !== null && trial.tried.error_rate > Math.max(trial.current.error_rate ?? 0, trial.max_error_rate)
  return (
    <article className="pb-card" data-trial={module} data-status={status}>
      <header>
        <h3>
          <code dir="ltr">{module}</code>
        </h3>
        <p>{audienceOf(trial, say, percentOf)}</p>
        {status !== 'running' && <p data-state={status}>{say(`status_${status}`)}</p>}
        <p className="pb-dim">
          <bdi>{trial.author || 'Pishkhan'}</bdi>, <time dateTime={trial.at}>{formatDateTime(trial.at)}</time>
        </p>
        {trial.note !== null && (
          <p>
            <bdi>{trial.note}</bdi>
          </p>
        )}
      </header>
      <div className="pk-table-scroll" role="region" aria-label={say('comparison', { module })} tabIndex={0}>
        <table className="pk-plain-table">
          <thead>
            <tr>
              <td />
              <th scope="col">{say('tried', { version: formatNumber(version) })}</th>
              <th scope="col">{say('current', { version: formatNumber(base) })}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row} data-count={row}>
                <th scope="row">{say(row)}</th>
                <td data-more={(row === 'error_rate' && failsMore) || undefined}>{valueOf(trial.tried, row)}</td>
                <td>{valueOf(trial.current, row)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {status === 'running' && (
        <footer>
          <p className="pb-dim">{say('limit', { rate: percentOf(trial.max_error_rate), calls: formatNumber(trial.min_calls) })}</p>
          <button type="button" className="pk-button pk-button-primary" disabled={isBusy} onClick={() => void end('finish')}>
            {say('finish')}
          </button>
          <button type="button" className="pk-button" disabled={isBusy} onClick={() => void end('end')}>
            {say('end')}
          </button>
        </footer>
      )}
    </article>
  )
}

function audienceOf(
  { audience, role, users, share }: Trial,
  say: ReturnType<typeof useTexts>,
  percentOf: (value: number) => string,
): string {
  if (audience === 'share') return say('for_share', { share: percentOf((share ?? 0) / 100) })
  return say(`for_${audience}`, { names: `\u2068${(audience === 'role' ? role : users) ?? ''}\u2069` })
}
