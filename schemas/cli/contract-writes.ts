import { randomUUID } from 'node:crypto'
import { isRecord } from '#schemas/rules/is-record.ts'
import { Broken, Untried } from './contract-broken.ts'
import { sampleOf } from './contract-models.ts'
import type { Reply } from './contract-suite.ts'

type Node = Record<string, unknown>
interface Tools {
  rule: (sentence: string, attempt: () => Promise<void>) => Promise<void>
  send: (method: string, path: string, options?: { body?: unknown; headers?: Record<string, string> }) => Promise<Reply>
  success: (reply: Reply) => Node
  failure: (reply: Reply, status: number | number[], code: string | number | (string | number)[]) => Node
  /** Guesses the record's data from the server's description of the model. If the server refuses them, the model counts as not tested. */
  guess?: boolean
}

/** Takes one record through the generic calls, from creation to destruction. After a failure the record is destroyed. */
export async function tryWriting(
  model: string,
  fieldValues: Node | undefined,
  { rule, send, success, failure, guess = false }: Tools,
): Promise<void> {
  let data = fieldValues ?? { title: `contract ${randomUUID().slice(0, 8)}` }
  let trash = true
  const query = `model=${encodeURIComponent(model)}`
  let id: number | undefined
  let version: number | undefined
  const recordOf = (reply: Reply): Node => {
    const { results } = success(reply)
    if (!isRecord(results)) throw new Broken('results is no record')
    for (const key of ['id', 'version']) if (!Number.isInteger(results[key])) throw new Broken(`the record has no whole number "${key}"`)
    return results
  }
  const read = async (): Promise<Node> => recordOf(await send('GET', `single?${query}&id=${id!}`))
  const step = (sentence: string, attempt: () => Promise<void>): Promise<void> =>
    id === undefined ? Promise.resolve() : rule(sentence, attempt)

  const key = randomUUID()
  await rule(`POST save makes a record of ${model} and answers it with id and version`, async () => {
    if (guess) ({ data, trash } = await sampleOf(model, send))
    const reply = await send('POST', 'save', { body: { model, data }, headers: { 'idempotency-key': key } })
    if (guess && reply.status === 422) throw new Untried(`it needs values of its own: --write ${model} --data '{…}'`)
    const made = recordOf(reply)
    id = made.id as number
    version = made.version as number
  })
  await step('the same Idempotency-Key answers the same record again', async () => {
    const again = recordOf(await send('POST', 'save', { body: { model, data }, headers: { 'idempotency-key': key } }))
    if (again.id !== id) throw new Broken(`a second record ${String(again.id)} was made`)
  })
  await step('GET single answers the record', async () => {
    version = (await read()).version as number
  })
  await step('GET list finds the record', async () => {
    const { results } = success(await send('GET', `list?${query}&ids=${id!}`))
    if (!Array.isArray(results)) throw new Broken('results is no list')
  })
  const stale = version
  await step('POST save changes the record and counts its version up', async () => {
    const changed = recordOf(await send('POST', 'save', { body: { model, id, version, data } }))
    if (!(Number(changed.version) > Number(stale))) throw new Broken(`version stays ${String(changed.version)}`)
    version = changed.version as number
  })
  await step('a stale version answers 409 stale-version with the current record', async () => {
    const { metadata } = failure(await send('POST', 'save', { body: { model, id, version: stale, data } }), 409, 'stale-version')
    if (!isRecord(metadata) || !isRecord(metadata.current)) throw new Broken('metadata.current is missing')
    if (!('base' in metadata)) throw new Broken('metadata.base is missing')
  })
  if (trash)
    await step('DELETE trash puts it away', async () => {
      success(await send('DELETE', `trash?${query}&id=${id!}&version=${version!}`))
    })
  if (trash)
    await step('PATCH restore brings it back', async () => {
      success(await send('PATCH', `restore?${query}&id=${id!}`))
      version = (await read()).version as number
    })
  await step('DELETE destroy ends it, and single answers 404 not-found', async () => {
    const trashed = trash ? await send('DELETE', `trash?${query}&id=${id!}&version=${version!}`) : undefined
    const { results } = (trashed?.body ?? { results: { version } }) as { results?: Node }
    success(
      await send(
        'DELETE',
        `destroy?${query}&id=${id!}${isRecord(results) && results.version !== undefined ? `&version=${String(results.version)}` : ''}`,
      ),
    )
    failure(await send('GET', `single?${query}&id=${id!}`), 404, 'not-found')
  })
}
