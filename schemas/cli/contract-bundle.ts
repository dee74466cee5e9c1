import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, posix, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export type JsonSchema = { [key: string]: unknown }

/** Root folder of the checkout, also when this file is bundled into `dist/server`. */
export const productRoot = resolve(process.env.PISHKHAN_ROOT ?? findRoot(dirname(fileURLToPath(import.meta.url))))

function findRoot(folder: string): string {
  while (!existsSync(join(folder, 'schemas/documents')) && dirname(folder) !== folder) folder = dirname(folder)
  return folder
}

/**
 * Every schema of the contract by its `$id`, which is also the path under which the server serves it:
 * `/schemas/grid.json` for documents, `/schemas/responses/grid.json` for responses.
 */
export function readContractSchemas(folder = join(productRoot, 'schemas')): Map<string, JsonSchema> {
  const schemasById = new Map<string, JsonSchema>()
  for (const part of ['documents', 'responses']) {
    for (const file of readdirSync(join(folder, part)).sort()) {
      const schema = JSON.parse(readFileSync(join(folder, part, file), 'utf8')) as JsonSchema
      const id = contractId(part, file)
      schemasById.set(id, { ...(absoluteRefs(schema, part) as JsonSchema), $id: id })
    }
  }
  return schemasById
}

const contractId = (part: string, file: string) => (part === 'documents' ? `/schemas/${file}` : `/schemas/responses/${file}`)

/** Rewrites relative file references so that each equals the `$id` of its target. */
function absoluteRefs(node: unknown, part: string): unknown {
  if (Array.isArray(node)) return node.map((item) => absoluteRefs(item, part))
  if (node === null || typeof node !== 'object') return node
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => {
      if (key !== '$ref' || typeof value !== 'string' || value.startsWith('#')) return [key, absoluteRefs(value, part)]
      const [file, pointer] = posix.join(part, value).split('#')
      return [key, contractId(dirname(file!), basename(file!)) + (pointer ? `#${pointer}` : '')]
    }),
  )
}
