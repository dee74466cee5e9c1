import { existsSync, readFileSync } from 'node:fs'
import { prerender } from 'react-dom/static'
import { createElement } from 'react'
import { MemoryRouter } from 'react-router'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { Form } from '#renderer/form/form.tsx'
import { propsOf } from '#renderer/form/schema/ui-schema.ts'
import { setWidgets } from '#renderer/registry/widgets.ts'
import { Blocks } from '#renderer/screen/blocks/blocks.tsx'
import { readContractSchemas } from '#schemas/cli/contract-bundle.ts'
import { loadRuleMessages } from '#schemas/rules/messages.ts'
import type { FormAnswer, ScreenBlock } from '#schemas/types/contract.d.ts'
import { widgets } from '#widgets/index.ts'

interface FieldExample {
  document: FormAnswer
  data: Record<string, unknown>
}
interface BlockExample {
  document: ScreenBlock
  data: Record<string, unknown>
}

const ajv = new Ajv({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addFormat('decimal', true)
ajv.addFormat('map-point', true)
ajv.addFormat('html', true)
for (const schema of readContractSchemas().values()) ajv.addSchema(schema as object)

const exampleOf = (name: string): unknown => {
  const file = new URL(`../../widgets/${name}/example.json`, import.meta.url)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

async function drawn(element: Parameters<typeof prerender>[0]): Promise<string> {
  const errors: unknown[] = []
  const { prelude } = await prerender(createElement(MemoryRouter, null, element), {
    onError: (error) => {
      errors.push(error)
    },
  })
  const html = await new Response(prelude).text()
  expect(errors).toEqual([])
  return html
}

beforeAll(async () => {
  // Links ask where the panel is.
  vi.stubGlobal('window', { location: new URL('http://panel.test/') })
  setWidgets(widgets)
  await loadRuleMessages('fa')
})
// Other files run in the same process.
afterAll(() => void vi.unstubAllGlobals())

describe.each(widgets.map((widget) => [widget.manifest.name, widget] as const))('widget %s', (name, { manifest }) => {
  it('has a manifest that the contract accepts', () => {
    expect(ajv.validate('/schemas/widget.json', manifest), ajv.errorsText()).toBe(true)
    expect(ajv.validateSchema(manifest.props ?? {}), ajv.errorsText()).toBe(true)
    expect(ajv.validateSchema(manifest.value ?? {}), ajv.errorsText()).toBe(true)
  })
  it('has an example', () => expect(exampleOf(name)).toBeDefined())
})

describe.each(
  widgets.filter(({ manifest }) => manifest.kind === 'field').map((widget) => [widget.manifest.name, widget.manifest] as const),
)('field widget %s', (name, manifest) => {
  const { document, data } = exampleOf(name) as FieldExample
  const field = Object.keys((document.schema as { properties: object }).properties)[0] ?? ''
  it('is given the properties that its manifest allows', () =>
    expect(ajv.validate(manifest.props ?? {}, propsOf(document.ui?.[field] ?? {})), ajv.errorsText()).toBe(true))
  it('keeps a value that its manifest allows', () =>
    expect(data[field] === undefined || ajv.validate(manifest.value ?? {}, data[field]), ajv.errorsText()).toBe(true))
  it('is drawn with its label', async () => {
    const html = await drawn(createElement(Form, { form: document, data }))
    expect(html).toContain(document.ui?.[field]?.title)
    expect(html).not.toContain('pf-placeholder')
    expect(html).toMatch(/<(input|textarea|button|select)[ >]|pf-code-editor/)
  })
})

describe.each(widgets.filter(({ manifest }) => manifest.kind === 'block').map((widget) => [widget.manifest.name] as const))(
  'block widget %s',
  (name) => {
    it('is drawn', async () => {
      const { document, data } = exampleOf(name) as BlockExample
      expect(document.widget).toBe(name)
      expect(await drawn(createElement(Blocks, { body: [document], data }))).not.toContain('pf-placeholder')
    })
  },
)

it('draws a placeholder that keeps the value of an unknown widget', async () => {
  const form: FormAnswer = {
    name: 'odd',
    schema: { type: 'object', properties: { a: { type: 'string' } } },
    ui: { a: { widget: 'hologram' } },
  }
  const html = await drawn(createElement(Form, { form, data: { a: 'kept' } }))
  expect(html).toContain('data-widget="hologram"')
  expect(html).toContain('kept')
  expect(html).toContain('/ui/a/widget')
})

it('says where a form document is broken', async () => {
  expect(await drawn(createElement(Form, { form: { name: 'bad', schema: { type: 'string' } } }))).toContain('/schema/type')
})

it('draws a schema that refers to itself', async () => {
  const form: FormAnswer = { schema: { type: 'object', properties: { label: { type: 'string', title: 'Label' }, child: { $ref: '#' } } } }
  expect(await drawn(createElement(Form, { form }))).toContain('Label')
})

it('is given by name and kind once', () => expect(() => setWidgets([...widgets, ...widgets.slice(0, 1)])).toThrow())
