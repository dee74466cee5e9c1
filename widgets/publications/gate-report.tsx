import { Loading, ReadFailure, useCall, useLocale } from '#renderer'
import type { Endpoints } from '#schemas/types/endpoints.d.ts'
import { useTexts } from './use-texts.ts'

type Report = Endpoints['publish-gate']['results']
type Surface = Report['surfaces'][number]
type Change = Surface['differences'][number]

const apart = (text: string): string => `\u2068${text}\u2069`

/** What the gate found before a publication: what a user would see differently on each screen, and what did not hold. */
export function GateFindings({ publication }: { publication: number }) {
  const say = useTexts()
  const { data, error, mutate } = useCall<Report>('publish-gate', { publication })
  if (error) return <ReadFailure text={say('failed')} onRetry={() => void mutate()} />
  if (!data) return <Loading />
  const { surfaces, unchanged, fixtures, failures } = data.results
  return (
    <div className="pb-diff">
      {failures.length > 0 && (
        <ul aria-label={say('gate_failures')}>
          {failures.map(({ check, on, sentence }) => (
            <li key={`${check} ${on} ${sentence}`} data-level="breaking">
              <span>{say(`check_${check}`)}</span>
              <bdi dir="ltr" lang="en">
                <b>{on}</b> {sentence}
              </bdi>
            </li>
          ))}
        </ul>
      )}
      {surfaces.map((surface) => (
        <ChangedSurface key={surface.id} surface={surface} />
      ))}
      <p>{say('gate_unchanged', { count: unchanged })}</p>
      {fixtures.length > 0 && (
        <ul aria-label={say('gate_fixtures')}>
          {fixtures.map(({ name, title, reading }) => (
            <li key={name} data-level={reading === 'failed' || reading === 'broken' ? 'breaking' : undefined}>
              <span>{say(`reading_${reading}`)}</span> <bdi>{title || name}</bdi>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const shownChanges = 40

function ChangedSurface({ surface: { id, path, change, differences, nodes } }: { surface: Surface }) {
  const say = useTexts()
  const { formatNumber } = useLocale()
  const rest = differences.length - shownChanges
  return (
    <section>
      <h3>
        <code dir="ltr">{path || id}</code>{' '}
        <span>{say(`file_${change === 'new' ? 'added' : change === 'gone' ? 'removed' : 'changed'}`)}</span>
      </h3>
      {change === 'changed' && differences.length === 0 && <p>{say('gate_as_before')}</p>}
      <ul>
        {differences.slice(0, shownChanges).map((each) => (
          <li key={JSON.stringify(each)}>
            <ChangeSentence change={each} />
          </li>
        ))}
      </ul>
      {rest > 0 && <p>{say('gate_more', { count: rest })}</p>}
      {nodes?.before !== undefined && nodes.before !== nodes.after && (
        <p className="pb-dim">{say('gate_nodes', { before: formatNumber(nodes.before), after: formatNumber(nodes.after) })}</p>
      )}
    </section>
  )
}

function ChangeSentence({ change }: { change: Change }) {
  const say = useTexts()
  const thing = change.change === 'cells' ? '' : say(`thing_${change.thing}`)
  const stateOr = (state: string): string => (state === '' ? say('gate_usual') : apart(state))
  const values = {
    thing,
    name: apart(change.name),
    ...('count' in change && change.count !== undefined && { count: change.count }),
    ...(change.change === 'renamed' || change.change === 'cells' ? { to: apart(change.to) } : {}),
    ...(change.change === 'state' && { to: stateOr(change.to), from: stateOr(change.from) }),
  }
  const isCounted = (change.change === 'gone' || change.change === 'new') && change.count !== undefined
  return (
    <span>
      {say(`gate_${change.change}`, values)}
      {isCounted && <> ({say('gate_times', { count: change.count! })})</>}
      {change.role !== undefined && <> ({say('for_role', { names: apart(change.role) })})</>}
    </span>
  )
}
