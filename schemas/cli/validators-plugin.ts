import Ajv from 'ajv'
import standaloneCode from 'ajv/dist/standalone/index.js'
import type { Plugin } from 'vite'
import { readContractSchemas } from './contract-bundle.ts'

const virtualName = 'virtual:contract-validators'

/** Parts of a response that the panel checks before it describes what is wrong with one. */
const checked = {
  screen: '/schemas/responses/screen.json',
  grid: '/schemas/responses/grid.json',
  form: '/schemas/responses/form.json',
  modal: '/schemas/responses/modal.json',
  layout: '/schemas/responses/layout.json',
  routes: '/schemas/responses/routes.json',
}

/**
 * Compiles the contract's validators when the panel is built, so that the browser needs no compiler and no eval. `import
 * { screen, grid } from 'virtual:contract-validators'`: each takes a value and sets its `errors`, as Ajv does.
 */
export function contractValidators(): Plugin {
  return {
    name: 'contract-validators',
    resolveId: (id) => (id === virtualName ? `\0${virtualName}` : undefined),
    load(id) {
      if (id !== `\0${virtualName}`) return undefined
      const ajv = new Ajv({
        code: { source: true, esm: true, lines: false },
        allErrors: true,
        allowUnionTypes: true,
        strict: false,
        unicode: false,
        messages: true,
      })
      for (const [, schema] of readContractSchemas()) ajv.addSchema(tolerant(schema) as object)
      return standaloneCode(ajv, checked)
    },
  }
}

/** Publishing checks documents strictly, but the panel draws them tolerantly: an unknown property is no reason to refuse one. */
function tolerant(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(tolerant)
  if (node === null || typeof node !== 'object') return node
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key, value]) => !(key === 'additionalProperties' && value === false))
      .map(([key, value]) => [key, tolerant(value)]),
  )
}
