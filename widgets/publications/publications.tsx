import { Loading, ReadFailure, useCall, type BlockWidgetProps } from '#renderer'
import type { Endpoints } from '#schemas/types/endpoints.d.ts'
import { History } from './history.tsx'
import { PublishFolder } from './publish-folder.tsx'
import { TrialCard } from './trial-card.tsx'
import { useTexts } from './use-texts.ts'
import './publications.css'

export type Trial = Endpoints['publish-trials']['results'][number]

/** The counts of a trial are read again so often while one runs. */
const countsEveryMs = 5000

/** What is tried with the counts of both versions, a publication from a folder, and who published what. */
export default function Publications(_: BlockWidgetProps) {
  const say = useTexts()
  const trials = useCall<Trial[]>('publish-trials', {}, { keepPreviousData: true, refreshInterval: countsEveryMs })
  const running = trials.data?.results.filter(({ status }) => status === 'running') ?? []
  const ended = trials.data?.results.filter(({ status }) => status !== 'running') ?? []
  const reread = () => void trials.mutate()
  return (
    <div className="pb">
      <section>
        <h2>{say('trials')}</h2>
        {trials.error && <ReadFailure text={say('failed')} onRetry={reread} />}
        {!trials.data && !trials.error && <Loading />}
        {trials.data && running.length === 0 && <p className="pf-text">{say('no_trials')}</p>}
        {running.map((trial) => (
          <TrialCard key={trial.id} trial={trial} onEnd={reread} />
        ))}
        {ended.length > 0 && (
          <details>
            <summary>{say('ended_trials')}</summary>
            {ended.map((trial) => (
              <TrialCard key={trial.id} trial={trial} onEnd={reread} />
            ))}
          </details>
        )}
      </section>
      <PublishFolder onDone={reread} />
      <History key={running.map(({ id }) => id).join()} />
    </div>
  )
}
