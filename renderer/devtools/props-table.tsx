import { useTexts } from './use-texts.ts'

interface PropSchema {
  type?: string | string[]
  enum?: unknown[]
  description?: string
  default?: unknown
  const?: unknown
  oneOf?: PropSchema[]
  anyOf?: PropSchema[]
}

/** The props of a widget, by its manifest. */
export function PropsTable({ title, schema, empty }: { title: string; schema?: Record<string, unknown>; empty: string }) {
  const say = useTexts()
  const properties = Object.entries((schema?.properties ?? {}) as Record<string, PropSchema>)
  const required = new Set((schema?.required ?? []) as string[])
  if (properties.length === 0)
    return (
      <>
        <h3>{title}</h3>
        <p className="dt-kind">{empty}</p>
      </>
    )
  return (
    <>
      <h3>{title}</h3>
      <div className="pk-table-scroll" role="region" aria-label={title} tabIndex={0}>
        <table className="pk-plain-table">
          <thead>
            <tr>
              <th scope="col">{say('prop')}</th>
              <th scope="col">{say('type')}</th>
              <th scope="col">{say('meaning')}</th>
            </tr>
          </thead>
          <tbody>
            {properties.map(([name, property]) => (
              <tr key={name}>
                <th scope="row">
                  <code dir="ltr">
                    {name}
                    {required.has(name) ? ' *' : ''}
                  </code>
                </th>
                <td>
                  <code dir="ltr">{typeText(property)}</code>
                </td>
                <td>
                  <bdi>{property.description ?? ''}</bdi>
                  {property.default !== undefined && <code dir="ltr"> = {JSON.stringify(property.default)}</code>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

function typeText({ type, enum: values, oneOf, anyOf, ...rest }: PropSchema): string {
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ')
  if ('const' in rest) return JSON.stringify(rest.const)
  const branches = oneOf ?? anyOf
  if (branches) return branches.map(typeText).join(' | ')
  return type === undefined ? 'any' : [type].flat().join(' | ')
}
