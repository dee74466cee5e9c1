import type { Option } from '#schemas/types/contract.d.ts'

type State = string | number | boolean | null

export interface StateStep {
  value: State
  title: string
  /** `beside`: the record stands in a state that is not on the way, so how far it had come is not known. */
  kind: 'done' | 'now' | 'ahead' | 'beside'
}

/** The steps of a chain of states, with the present state after them where it is beside the chain; undefined where there is no chain. */
export function stepsOf(
  steps: readonly State[] | undefined,
  options: readonly Option[] | undefined,
  state: unknown,
): StateStep[] | undefined {
  if (!steps) return undefined
  const place = steps.indexOf(state as State)
  const step = (value: State, kind: StateStep['kind']): StateStep => ({
    value,
    title: options?.find((option) => option.value === value)?.title ?? String(value ?? ''),
    kind,
  })
  const chain = steps.map((value, at) => step(value, at < place ? 'done' : at === place ? 'now' : 'ahead'))
  const isBeside = place < 0 && state !== null && state !== undefined
  return isBeside ? [...chain, step(state as State, 'beside')] : chain
}
