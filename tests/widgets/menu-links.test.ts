import { expect, it } from 'vitest'
import { linksOf } from '#widgets/start-links/menu-links.ts'

it('links of the menu tell entries of the same name apart by their groups', () => {
  const link = (name: string) => ({ link: { name } })
  const links = linksOf([
    { type: 'item', label: 'Dashboard', ...link('dashboard') },
    { type: 'item', label: 'Organizations', ...link('organizations') },
    {
      type: 'item',
      label: 'Invoices and organizations',
      children: [{ type: 'item', label: 'Organizations', ...link('icib-organizations') }],
    },
  ] as never)
  expect(links.map(({ label, group }) => [label, group])).toEqual([
    ['Organizations', undefined],
    ['Organizations', 'Invoices and organizations'],
  ])
})
