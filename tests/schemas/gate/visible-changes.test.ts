import { describe, expect, it } from 'vitest'
import { changeSentence, visibleChanges } from '#schemas/gate/visible-changes.ts'

const grid = (columns: string[], rows: string[][], more: string[] = []): string[] => [
  '- main:',
  '  - heading "Books" [level=1]',
  ...more.map((line) => `  ${line}`),
  '  - grid "Books":',
  '    - rowgroup:',
  ...columns.map((name) => `      - columnheader ${JSON.stringify(name)}`),
  ...rows.flatMap((cells) => ['      - row:', ...cells.map((text) => `        - gridcell ${JSON.stringify(text)}`)]),
]
const sentences = (before: string[], after: string[]): string[] => visibleChanges(before, after).map(changeSentence)

describe('what a user would see differently', () => {
  const before = grid(
    ['Title', 'Price'],
    [
      ['Blindness', '12'],
      ['Emma', '9'],
    ],
    ['- button "Save"', '- textbox "Search": emma'],
  )

  it('is nothing for the same page', () => {
    expect(visibleChanges(before, [...before])).toEqual([])
  })
  it('tells a column that is gone once, without its cells', () => {
    const after = grid(['Title'], [['Blindness'], ['Emma']], ['- button "Save"', '- textbox "Search": emma'])
    expect(sentences(before, after)).toEqual(['Column "Price" is gone'])
  })
  it('tells a thing at the same place as renamed, and one elsewhere as gone and new', () => {
    const renamed = before.map((line) => line.replace('"Save"', '"Store"'))
    expect(sentences(before, renamed)).toEqual(['Button "Save" is called "Store"'])
    const two = (names: string[]) => names.map((name) => `- button "${name}"`)
    expect(sentences(two(['Save', 'Cancel']), two(['Cancel', 'Delete']))).toEqual(['Button "Save" is gone', 'Button "Delete" is new'])
  })
  it('tells another state, another value and another order', () => {
    const disabled = before.map((line) => line.replace('button "Save"', 'button "Save" [disabled]'))
    expect(sentences(before, disabled)).toEqual(['Button "Save" is disabled instead of as usual'])
    const typed = before.map((line) => line.replace(': emma', ': blind'))
    expect(sentences(before, typed)).toEqual(['Field "Search" is blind instead of emma'])
    const moved = grid(
      ['Price', 'Title'],
      [
        ['Blindness', '12'],
        ['Emma', '9'],
      ],
      ['- button "Save"', '- textbox "Search": emma'],
    )
    expect(sentences(before, moved)).toEqual(['Column "Price" stands elsewhere'])
  })
  it('counts cells that show something else where the columns are the same', () => {
    const after = grid(
      ['Title', 'Price'],
      [
        ['Blindness', '12.00'],
        ['Emma', '9.00'],
      ],
      ['- button "Save"', '- textbox "Search": emma'],
    )
    expect(sentences(before, after)).toEqual(['2 cells show something else, e.g. "12.00" instead of "12"'])
  })
  it('reads names with quotes, colons and several of the same name', () => {
    const rows = ['- \'button "Sort by: \\"Title\\""\'', '- button "Copy"', '- button "Copy"']
    expect(sentences(rows, [])).toEqual(['Button "Sort by: "Title"" is gone', 'Button "Copy" is gone (2 times)'])
  })
  it('says for which role it is', () => {
    expect(changeSentence({ change: 'new', thing: 'button', name: 'Delete', role: 'editor' })).toBe(
      'Button "Delete" is new for role editor',
    )
  })
})
