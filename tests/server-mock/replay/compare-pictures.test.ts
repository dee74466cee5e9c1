import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import { htmlReport } from '#schemas/cli/replay/html-report.ts'
import { comparePictures } from '#server/replay/compare-pictures.ts'

/** A white picture with black rectangles: `[x, y, width, height]`. */
function picture(rectangles: number[][], width = 200, height = 100): Buffer {
  const png = new PNG({ width, height })
  png.data.fill(255)
  for (const [left, top, across, down] of rectangles as [number, number, number, number][]) {
    for (let y = top; y < top + down; y++)
      for (let x = left; x < left + across; x++) png.data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3)
  }
  return PNG.sync.write(png)
}

describe('pictures of a state', () => {
  it('are the same although the file is another one', async () => {
    const plain = picture([[10, 10, 30, 20]])
    const packed = PNG.sync.write(PNG.sync.read(plain), { deflateLevel: 0 })
    expect(packed.equals(plain)).toBe(false)
    expect(await comparePictures(plain, packed)).toBeUndefined()
  })

  it('differ with one rectangle around each place, also where it reaches over several squares or ends at the edge', async () => {
    const change = await comparePictures(picture([[10, 10, 60, 20]]), picture([[150, 70, 50, 30]]))
    expect(change).toEqual({
      message: '2700 pixels are different: 60×20 at 10,10; 50×30 at 150,70',
      size: { width: 200, height: 100 },
      areas: [
        { x: 10, y: 10, width: 60, height: 20 },
        { x: 150, y: 70, width: 50, height: 30 },
      ],
    })
  })

  it('do not join a place at the end of a row with one at the start of the next', async () => {
    const change = await comparePictures(
      picture([]),
      picture([
        [190, 2, 10, 10],
        [0, 20, 10, 10],
      ]),
    )
    expect(change?.areas).toHaveLength(2)
  })

  it('say it when the sizes differ, the recorded one is half a file, or there is none', async () => {
    const now = picture([])
    expect((await comparePictures(picture([], 100, 100), now))?.message).toBe('200×100 pixels instead of 100×100')
    expect((await comparePictures(now.subarray(0, 40), now))?.message).toContain('no PNG that can be read')
    expect((await comparePictures(undefined, now))?.message).toContain('none is recorded')
  })
})

describe('the HTML report', () => {
  it('outlines in both pictures what is different', async () => {
    const [before, after] = [picture([]), picture([[20, 30, 40, 10]])]
    const pictureChange = (await comparePictures(before, after))!
    const state = { page: '/', title: '', focus: '', calls: [], problems: [], invalid: [], cut: [], axe: [], view: [] }
    const html = htmlReport([
      {
        folder: 'f',
        name: 'f',
        title: 'F',
        problems: [],
        fixture: { format: 1, kind: 'session', title: 'F', environment: { clock: '2026-03-21T08:30:00Z', locale: 'en' } },
        steps: [
          {
            index: 0,
            name: 'open /',
            failures: [],
            changes: [{ part: 'picture', place: [], after: pictureChange.message }],
            state,
            before: state,
            picture: after,
            pictureBefore: before,
            pictureChange,
          },
        ],
        missed: 0,
        masked: [],
        documents: [],
        ms: 1,
      },
    ])
    expect(html.match(/<rect x="16" y="26" width="48" height="18"/g)).toHaveLength(2)
    expect(html).toContain('400 pixels are different: 40×10 at 20,30')
  })
})
