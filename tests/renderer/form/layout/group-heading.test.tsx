import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { GroupHeading, headingOfOne, useLabelClass } from '#renderer/form/layout/group-heading.ts'

function Label({ label, required = false }: { label: string; required?: boolean }) {
  return <b className={useLabelClass(label, required)}>{label}</b>
}
const inside = (fields: unknown, label: string, required?: boolean) =>
  renderToStaticMarkup(
    <GroupHeading value={headingOfOne('Labels', fields)}>
      <Label label={label} required={required} />
    </GroupHeading>,
  )

it('a field that is alone under its own name does not show the name twice', () =>
  expect(inside(['labels'], 'Labels')).toContain('pk-visually-hidden'))
it('any other field shows its name', () => {
  expect(inside(['labels'], 'Folders')).not.toContain('hidden')
  expect(inside(['labels', 'tags'], 'Labels')).not.toContain('hidden')
  expect(inside([{ columns: ['labels'] }], 'Labels')).not.toContain('hidden')
  expect(inside(undefined, 'Labels')).not.toContain('hidden')
})
it('a mark of a required field stays in sight', () => expect(inside(['labels'], 'Labels', true)).not.toContain('hidden'))
