import type { Option } from '#schemas/types/contract.d.ts'

type State = string | number | boolean | null

export interface StateStep {
  value: State
  title: string
  kind: 'done' | 'now' | 'ahead'
}

/** The steps of a chain of states; undefined where there is no chain, or the record stands beside it. */
export function stepsOf(
  steps: readonly State[] | undefined,
  options: readonly Option[] | undefined,
  state: unknown,
): StateStep[] | undefined {
  const place = steps?.indexOf(state as State) ?? -1
  if (!steps || place < 0) return undefined
  return steps.map((value, at) => ({
    value,
    title: options?.find((option) => option.value === value)?.title ?? String(value),
    kind: at < place ? 'done' : at === place ? 'now' : 'ahead',
  }))
}
