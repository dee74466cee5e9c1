import { evaluateFormula } from '#schemas/formula/evaluate-formula.ts'
import { FormulaOverflow } from '#schemas/formula/formula.ts'
import { storedResult } from '#schemas/formula/stored-result.ts'
import { matches } from '#schemas/rules/conditions/condition.ts'
import { stateOf } from '#schemas/rules/lifecycle/lifecycle.ts'
import { canonicalDecimal, compareDecimal, roundDecimal, toDecimal } from '#schemas/rules/numbers/decimal.ts'
import { shareDecimal } from '#schemas/rules/numbers/share-decimal.ts'
import type { Data } from '#renderer/form/data/form-store.ts'
import type { Change } from '#renderer/form/data/form-history.ts'
import { isEmpty } from '#renderer/form/data/path.ts'
import { createNode, finishNode, isOtherRows, rowsOf, setValue, type LiveNode } from './live-nodes.ts'
import { dataKey, rowsKey, placeKey, type LiveField, type LivePlace, type LivePlan } from './live-plan.ts'
import { unknown, viewOf, type FetchedValue } from './live-views.ts'

export interface Computing {
  /** The data as it was, computed; undefined for a new record, of which everything is computed. */
  before: Data | undefined
  next: Data
  /** The record as it is stored. */
  stored: Data
  /** Data as conditions see it, without the values of hidden fields. */
  seenBy: (data: Data) => Data
  fetched: FetchedValue
  /** Records that were fetched since: what waited for them is computed. */
  arrived?: (model: string, id: unknown) => boolean
  /** Whether values that people may change are proposed where a reference was chosen. */
  proposes?: boolean
  /** Changed rows are computed as a whole: what stood in them may come from another time. */
  isWhole?: boolean
}

export interface Computed {
  data: Data
  /** What was proposed. */
  proposals: Change[]
}

/** Computes what hangs on the difference between two states of a form's data, and nothing else. */
export const computeLive = (plan: LivePlan, computing: Computing): Computed => new LiveComputation(plan, computing).run()

class LiveComputation {
  readonly #plan: LivePlan
  readonly #computing: Computing
  readonly #root: LiveNode
  /** What has changed anywhere, by `placeKey`. */
  readonly #changed = new Set<string>()
  readonly #proposals: Change[] = []
  #hasNewRows = false

  constructor(plan: LivePlan, computing: Computing) {
    const { before, next, stored, seenBy } = computing
    this.#plan = plan
    this.#computing = computing
    const sides = {
      record: next,
      seen: seenBy(next),
      before,
      seenBefore: before && seenBy(before),
      stored: isEmpty(stored.id) ? undefined : stored,
    }
    this.#root = createNode(plan.root, [], sides, false)
  }

  run(): Computed {
    this.#look(this.#root)
    for (const field of this.#plan.fields) this.#computeField(field)
    return { data: finishNode(this.#root), proposals: this.#proposals }
  }

  #rows = (node: LiveNode, name: string): LiveNode[] => rowsOf(node, name, this.#computing.isWhole === true)

  /** Notes what has changed, in lists that are not the same as before. */
  #look(node: LiveNode): void {
    const { place, changed } = node
    if (changed === 'all') this.#hasNewRows = true
    else for (const name of changed) this.#changed.add(placeKey(place, name))
    for (const [name, list] of place.lists) {
      if (changed !== 'all' && !changed.has(name)) continue
      const rows = this.#rows(node, name)
      if (changed === 'all' || isOtherRows(node, name)) this.#changed.add(placeKey(list, rowsKey))
      for (const row of rows) if (row.changed === 'all' || row.changed.size > 0) this.#look(row)
    }
    if (changed === 'all') for (const name of Object.keys(place.properties)) this.#changed.add(placeKey(place, name))
  }

  #computeField(field: LiveField): void {
    const isDue = this.#hasNewRows || field.uses.some(({ id }) => this.#changed.has(id))
    if (!isDue && !(this.#computing.arrived && this.#refers(field))) return
    if (field.computation.kind === 'share') return this.#computeShares(field)
    for (const node of this.#nodesAt(field.place))
      if ((this.#hangsOnChange(field, node) || this.#hasArrived(field, node)) && !this.#isFrozen(field, node)) this.#computeAt(field, node)
  }

  #refers({ place, paths }: LiveField): boolean {
    return paths.some(([head = '', ...rest]) => {
      const list = place.lists.get(head)
      const [at, inside] = list ? [list, rest] : [place, [head, ...rest]]
      return inside.length > 1 && at.properties[dataKey(at, inside[0]!)]?.references !== undefined
    })
  }

  #nodesAt({ path }: LivePlace): LiveNode[] {
    let nodes = [this.#root]
    for (const name of path) nodes = nodes.flatMap((node) => this.#rows(node, name))
    return nodes
  }

  /** Whether something that a field of this record hangs on has changed: in the record, around it, or in its rows. */
  #hangsOnChange({ uses, place }: LiveField, node: LiveNode): boolean {
    if (node.changed === 'all') return true
    return uses.some(({ place: at, key, id }) => {
      if (!this.#changed.has(id)) return false
      if (at.path.length <= place.path.length) {
        let owner: LiveNode | undefined = node
        while (owner && owner.place !== at) owner = owner.parent
        return owner !== undefined && (owner.changed === 'all' || owner.changed.has(key))
      }
      return this.#isChangedWithin(node, at, key)
    })
  }

  #isChangedWithin(node: LiveNode, at: LivePlace, key: string): boolean {
    const name = at.path[node.place.path.length]!
    if (at.path.length === node.place.path.length + 1 && key === rowsKey) return isOtherRows(node, name)
    return this.#rows(node, name).some((row) =>
      row.place === at ? row.changed === 'all' || row.changed.has(key) : this.#isChangedWithin(row, at, key),
    )
  }

  #hasArrived({ place, paths, computation }: LiveField, node: LiveNode): boolean {
    const { arrived } = this.#computing
    if (!arrived) return false
    const isAt = (at: LiveNode, [head = '', ...rest]: readonly string[]): boolean => {
      if (rest.length === 0) return false
      if (at.parent && head === at.place.parentName) return isAt(at.parent, rest)
      if (at.place.lists.has(head)) return this.#rows(at, head).some((row) => isAt(row, rest))
      const key = dataKey(at.place, head)
      const model = at.place.properties[key]?.references
      return model !== undefined && arrived(model, at.seen[key])
    }
    return (computation.kind !== 'fetch' || computation.follow || node.place === place) && paths.some((path) => isAt(node, path))
  }

  /** In states that freeze a field it stays as it was when the record came there. */
  #isFrozen({ frozenIn, frozenBy }: LiveField, node: LiveNode): boolean {
    return frozenBy.some((path) => {
      const owner = path.length > 1 ? node.parent : node
      const name = path.at(-1)!
      return owner?.stored !== undefined && frozenIn.includes(stateOf(owner.stored[name])) && frozenIn.includes(stateOf(owner.seen[name]))
    })
  }

  #computeAt(field: LiveField, node: LiveNode): void {
    const { computation } = field
    if (computation.kind === 'fetch') return this.#fetchAt(field, node)
    if (computation.kind !== 'formula') return
    const view = viewOf(node, field.paths, { rows: this.#rows, fetched: this.#computing.fetched }, computation.where)
    if (view === unknown) return
    const met = computation.cases.find(({ when }) => when === undefined || matches(when, { ...node.seen, ...view }))
    this.#set(field, node, met ? resultOf(field, () => evaluateFormula(met.tree, view)) : null)
  }

  /** What is fetched is copied when the reference is another one than is stored; a value that was typed in its place stays. */
  #fetchAt(field: LiveField, node: LiveNode): void {
    const { place, name, computation } = field
    if (computation.kind !== 'fetch') return
    const [head = '', ...path] = computation.path
    const key = dataKey(place, head)
    const id = node.seen[key]
    const model = place.properties[key]?.references
    if (computation.follow && !computation.overwrite && node.parent && head === place.parentName) {
      const view = viewOf(node, field.paths, { rows: this.#rows, fetched: this.#computing.fetched })
      if (view !== unknown)
        this.#set(field, node, computation.path.reduce<unknown>((part, step) => (part as Data | null)?.[step], view) ?? null)
      return
    }
    if (model === undefined) return
    const isAsStored = node.stored !== undefined && sameValue(node.stored[key], id)
    if (!computation.overwrite) {
      const value = isAsStored ? (node.stored![name] ?? null) : isEmpty(id) ? null : this.#fetchedValue(field, model, id, path)
      this.#set(field, node, value)
      return
    }
    if (this.#computing.proposes !== true) return
    const isChosen = !node.before || !sameValue(node.before[key], id)
    const isAwaited = !isAsStored && this.#hasArrived(field, node) && isEmpty(node.record[name])
    if (isChosen ? this.#isTyped(field, node, key, model, path) : !isAwaited) return
    this.#propose(field, node, isAsStored ? node.stored![name] : isEmpty(id) ? undefined : this.#fetchedValue(field, model, id, path))
  }

  /** Whether a value is neither what was proposed for the former reference nor what is stored with it. */
  #isTyped({ name }: LiveField, node: LiveNode, key: string, model: string, path: readonly string[]): boolean {
    const value = node.record[name]
    if (isEmpty(value)) return false
    const before = node.before
    if (!before) return true
    if (!sameValue(before[name], value)) return true
    if (isEmpty(before[key])) return true
    if (node.stored && sameValue(node.stored[key], before[key]) && sameValue(node.stored[name], value)) return false
    const proposed = this.#computing.fetched(model, before[key], path)
    return proposed === undefined || !sameValue(proposed, value)
  }

  /** Undefined while it is not known. */
  #fetchedValue({ kind, scale }: LiveField, model: string, id: unknown, path: readonly string[]): unknown {
    const value = this.#computing.fetched(model, id, path)
    const decimal = kind === 'decimal' && scale !== undefined ? toDecimal(value) : undefined
    return decimal === undefined ? value : roundDecimal(decimal, scale!)
  }

  #propose(field: LiveField, node: LiveNode, value: unknown): void {
    const before = node.record[field.name]
    if (!this.#set(field, node, value)) return
    this.#proposals.push({ path: [...node.path, field.name], before, after: value })
  }

  /** Splits an amount over the rows of each record. */
  #computeShares(field: LiveField): void {
    const { place, kind, computation, paths, scale = 0 } = field
    if (computation.kind !== 'share' || !place.parent) return
    for (const owner of this.#nodesAt(place.parent)) {
      const rows = this.#rows(owner, place.path.at(-1)!).filter((row) => !this.#isFrozen(field, row))
      const isDue = isOtherRows(owner, place.path.at(-1)!) || rows.some((row) => this.#hangsOnChange(field, row))
      if (rows.length === 0 || !isDue) continue
      const view = viewOf(rows[0]!, [paths[0]!], { rows: this.#rows, fetched: this.#computing.fetched })
      if (view === unknown) continue
      const amount = toDecimal(computation.path.reduce<unknown>((value, step) => (value as Data | undefined)?.[step], view))
      const by = dataKey(place, computation.by)
      const weights = rows.map((row) => toDecimal(row.seen[by]) ?? '0')
      const isSplit = amount !== undefined && weights.every((weight) => compareDecimal(weight, '0') >= 0)
      const shares = isSplit ? shareDecimal(roundDecimal(amount, scale), weights, scale) : undefined
      // Parts of a decimal have its decimals already.
      const stored = kind === 'decimal' ? shares : shares?.map((share) => resultOf(field, () => share))
      rows.forEach((row, at) => this.#set(field, row, stored?.[at] ?? null))
    }
  }

  /** Whether the value is another one now. One that is not known stays away until it is. */
  #set({ name, place }: LiveField, node: LiveNode, value: unknown): boolean {
    if (sameValue(node.record[name], value)) return false
    setValue(node, name, value)
    this.#changed.add(placeKey(place, name))
    return true
  }
}

/** What is stored of a result; null where it has too many digits, which the server refuses. */
function resultOf({ kind, scale }: Pick<LiveField, 'kind' | 'scale'>, compute: () => string | null): unknown {
  try {
    const value = compute()
    return value === null ? null : storedResult(kind, value, scale)
  } catch (fault) {
    if (fault instanceof FormulaOverflow) return null
    throw fault
  }
}

/** Whether two values are the same when they are stored: numbers by what they are. */
function sameValue(one: unknown, other: unknown): boolean {
  if (Object.is(one, other) || (isEmpty(one) && isEmpty(other))) return true
  if (areAlike(one, other)) return false
  const [left, right] = [toDecimal(one), toDecimal(other)]
  return left !== undefined && right !== undefined && canonicalDecimal(left) === canonicalDecimal(right)
}

const plainDecimal = /^(?:-?[1-9]\d*|0)\.\d+$/

/** Whether two texts are decimals with as many decimals each, as stored ones are: only the same text is the same number. */
const areAlike = (one: unknown, other: unknown): boolean =>
  typeof one === 'string' &&
  typeof other === 'string' &&
  one.length - one.indexOf('.') === other.length - other.indexOf('.') &&
  plainDecimal.test(one) &&
  plainDecimal.test(other)
