import { describe, expect, it } from 'vitest'
import { contactSheet } from '#schemas/cli/gallery/contact-sheet.ts'
import { galleryJunit } from '#schemas/cli/gallery/junit-report.ts'
import { gallerySummary, groupFindings } from '#schemas/cli/gallery/terminal-summary.ts'
import type { GalleryResult, Picture } from '#schemas/gallery/result.ts'

const surface = { id: 'books', module: 'library', kind: 'screen' as const, path: '/library' }
const picture = (given: Partial<Picture>): Picture => {
  const { state = 'many', locale = 'en', scheme = 'light', width = 1366 } = given
  const file = `pictures/books/${state}.${locale}.${scheme}.${width}.png`
  return { surface, state, locale, scheme, width, file, findings: [], ...given }
}
const result: GalleryResult = {
  pictures: [
    picture({ findings: [{ rule: 'name', text: 'button without a name: <button>' }] }),
    picture({ width: 390, findings: [{ rule: 'name', text: 'button without a name: <button>' }] }),
    picture({
      state: 'longest',
      locale: 'fa',
      change: { message: '12 pixels are different', size: { width: 100, height: 50 }, areas: [{ x: 10, y: 10, width: 5, height: 5 }] },
      before: 'before/books/longest.fa.light.1366.png',
    }),
  ],
  missed: [{ id: 'book-view', reason: 'no link leads to book/:id' }],
  gone: [],
  ms: 12_345,
}

describe('reports of a gallery', () => {
  it('tell a fault that stands in several pictures once', () => {
    expect(groupFindings(result.pictures)).toMatchObject([{ rule: 'name', pictures: [{ width: 1366 }, { width: 390 }] }])
    const text = gallerySummary(result)
    expect(text.match(/button without a name/g)).toHaveLength(1)
    expect(text).toContain('books many (en, light, 1366) and 1 more picture')
    expect(text).toContain('not drawn: book-view')
    expect(text).toContain('changed: books longest (fa, light, 1366)')
    expect(text).toContain('1 surface, 3 pictures, 1 changed, 0 new, 0 gone: 1 finding, 12.3 s')
  })

  it('count a picture with findings, and what was not drawn, as failed cases of JUnit', () => {
    const xml = galleryJunit(result)
    expect(xml).toContain('<testsuite name="books" tests="3" failures="2">')
    expect(xml).toContain('<testsuite name="not drawn" tests="1" failures="1">')
    expect(xml).toContain('name: button without a name: &lt;button&gt;')
  })

  it('show what changed before the rest, outlined, and can be filtered without a script', () => {
    const html = contactSheet(result, 'Gallery of library')
    expect(html).not.toContain('<script')
    expect(html.indexOf('id="changed"')).toBeGreaterThan(0)
    expect(html.indexOf('id="changed"')).toBeLessThan(html.indexOf('<h2 id="books"'))
    expect(html).toContain('src="before/books/longest.fa.light.1366.png"')
    expect(html).toContain('<rect x="6" y="6" width="13" height="13"')
    expect(html).toContain('<input type="checkbox" id="locale-fa" checked> fa')
    expect(html).toContain('body:not(:has(#width-390:checked)) [data-width="390"] { display: none }')
    expect(html).toContain('alt="books longest (fa, light, 1366)"')
  })
})
