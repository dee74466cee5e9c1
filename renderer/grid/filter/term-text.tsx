import useSWR from 'swr'
import { callKey } from '#renderer/api/use-call.ts'
import type { CellFormats } from '#renderer/grid/cells/cell-formats.ts'
import { fetchRemoteOptions } from '#renderer/api/remote-options.ts'
import { isWhereGroup, type WhereCondition, type WhereNode } from '#schemas/rules/conditions/where.ts'
import type { GridFilter } from '#schemas/types/contract.d.ts'
import { describeCondition } from './filter-text.ts'

interface TermTextProps {
  term: WhereNode
  filters: readonly GridFilter[]
  formats: CellFormats
}

/** A condition or a group in words; nested groups are in brackets. */
export function TermText({ term, filters, formats }: TermTextProps) {
  if (!isWhereGroup(term)) return <ConditionText condition={term} filters={filters} formats={formats} />
  return term.of.map((part, at) => (
    <span key={at} className="grid-term-part">
      {at === 0 ? null : (
        <>
          {' '}
          <span className="grid-term-join">{formats.t(`grid.${term.join}`)}</span>{' '}
        </>
      )}
      {isWhereGroup(part) ? (
        <>
          (<TermText term={part} filters={filters} formats={formats} />)
        </>
      ) : (
        <ConditionText condition={part} filters={filters} formats={formats} />
      )}
    </span>
  ))
}

function ConditionText({
  condition,
  filters,
  formats,
}: {
  condition: WhereCondition
  filters: readonly GridFilter[]
  formats: CellFormats
}) {
  const filter = filters.find(({ key }) => key === condition.key)
  return (
    <>
      <span className="grid-chip-key" dir="auto">
        {filter?.title ?? condition.key}
      </span>{' '}
      <ConditionValue
        filter={filter ?? { key: condition.key, title: condition.key, kind: 'text' }}
        condition={condition}
        formats={formats}
      />
    </>
  )
}

/** A condition without the title of its filter. */
export function ConditionValue({
  filter,
  condition,
  formats,
}: {
  filter: GridFilter
  condition: Pick<WhereCondition, 'operator' | 'values'>
  formats: CellFormats
}) {
  const { endpoint } = filter
  const ids = filter.kind === 'remote-select' && endpoint !== undefined && condition.values.length > 0 ? condition.values.join(',') : null
  // A shared address contains only ids; their names are requested once.
  const { data } = useSWR(
    ids === null ? null : callKey(endpoint ?? '', { ...filter.params, ids }, { scope: 'chip' }, formats.locale),
    () => fetchRemoteOptions(endpoint ?? '', { ...filter.params, ids }),
    { revalidateOnFocus: false, revalidateIfStale: false, shouldRetryOnError: false },
  )
  return (
    <bdi className="grid-chip-value">
      {describeCondition(filter, condition, formats, (choice) => data?.find((option) => option.value === choice)?.title ?? choice)}
    </bdi>
  )
}
