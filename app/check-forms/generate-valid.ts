import { generateSync } from 'json-schema-faker'
import { isRecord } from '#schemas/rules/is-record.ts'
import { isValid } from '#schemas/rules/json-schema/json-schema.ts'
import { normaliseSchema } from '#renderer/form/schema/normalise-schema.ts'

type Data = Record<string, unknown>

/** Rules of the house: a required text is one that is filled in. */
const filled = { minLength: 1 }

const attempts = [
  { alwaysFakeOptionals: true, seed: 1 },
  { alwaysFakeOptionals: false, optionalsProbability: 0.5, seed: 2 },
  { requiredOnly: true, seed: 3 },
  { alwaysFakeOptionals: true, seed: 4 },
  { optionalsProbability: 0.3, seed: 5 },
]

/** Records that fit a schema, made up the same way every time; at most three, none when none was found. */
export async function generateValid(schema: object): Promise<Data[]> {
  const found = new Map<string, Data>()
  for (const options of attempts) {
    for (const source of [schema, normaliseSchema(schema as never)]) {
      const data = deepest(schema, source, options)
      if (data) found.set(JSON.stringify(data), data)
    }
    if (found.size >= 3) break
  }
  if (found.size === 0 && isValid(schema, {})) found.set('{}', {})
  return Promise.resolve([...found.values()].slice(0, 3))
}

/**
 * What holds itself is filled in as deep as it stays small: each level of a schema that multiplies its places is many
 * times the one before.
 */
function deepest(schema: object, source: object, options: object): Data | undefined {
  let found: Data | undefined
  for (const refDepthMax of [1, 2, 3]) {
    const data = generate(source, { ...options, refDepthMax })
    const { length } = JSON.stringify(data) ?? ''
    if (length <= longest && isRecord(data) && isValid(schema, data)) found = data
    if (length > longest / 5) break
  }
  return found
}

/** Characters of JSON; a larger record tells nothing more. */
const longest = 40_000

function generate(schema: object, options: object): unknown {
  try {
    return JSON.parse(
      JSON.stringify(
        generateSync(
          structuredClone(schema) as never,
          { maxItems: 3, maxLength: 40, ...filled, failOnInvalidTypes: false, ignoreMissingRefs: true, ...options } as never,
        ) ?? null,
      ),
    )
  } catch {
    return undefined
  }
}
