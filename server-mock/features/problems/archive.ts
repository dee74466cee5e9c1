import { strFromU8, unzipSync } from 'fflate'
import { readFixture } from '#schemas/fixtures/check-fixture.ts'
import type { FixtureDocument } from '#schemas/types/contract.d.ts'

/** What came with a report, read from its zip. */
export interface ReportArchive {
  /** Undefined where the reporter sent no recording. */
  fixture?: FixtureDocument
  answers: number
  /** `data:` address. */
  picture: string | null
}

/** Most that a report holds once it is unpacked, in megabytes. */
export const maxUnpackedMegabytes = 20

/** Why an archive is not taken; `reason` is for whoever reads logs, in English. */
export class BrokenArchive extends Error {
  readonly isTooLarge: boolean
  constructor(reason: string, isTooLarge = false) {
    super(reason)
    this.isTooLarge = isTooLarge
  }
}

const pictureTypes: Readonly<Record<string, { type: string; starts: readonly number[] }>> = {
  'picture.webp': { type: 'image/webp', starts: [0x52, 0x49, 0x46, 0x46] },
  'picture.png': { type: 'image/png', starts: [0x89, 0x50, 0x4e, 0x47] },
}
const names = new Set(['fixture.json', 'answers.json', ...Object.keys(pictureTypes)])

/** @throws BrokenArchive for half a file, further files, a fixture that is none, or more than `maxUnpackedMegabytes`. */
export function readArchive(base64: string): ReportArchive {
  const files = unpack(base64)
  const further = Object.keys(files).find((name) => !names.has(name))
  if (further !== undefined) throw new BrokenArchive(`it holds a file ${JSON.stringify(further)}`)
  const [pictureName] = Object.keys(pictureTypes).filter((name) => files[name])
  const picture = pictureName === undefined ? null : pictureOf(pictureName, files[pictureName]!)
  const text = (name: string): string | undefined => files[name] && strFromU8(files[name])
  const source = text('fixture.json')
  if (source === undefined) return { answers: 0, picture }
  const { fixture, answers, problems } = readFixture({ fixture: source, answers: text('answers.json'), states: {}, uploads: [] })
  if (!fixture) throw new BrokenArchive(problems[0] ? `${problems[0].file}${problems[0].pointer}: ${problems[0].message}` : 'no fixture')
  return { fixture, answers: answers.length, picture }
}

function unpack(base64: string): Record<string, Uint8Array> {
  let total = 0
  try {
    return unzipSync(Buffer.from(base64, 'base64'), {
      filter: ({ originalSize }) => {
        total += originalSize
        if (total > maxUnpackedMegabytes * 1_000_000) throw new BrokenArchive(`more than ${maxUnpackedMegabytes} MB`, true)
        return true
      },
    })
  } catch (fault) {
    if (fault instanceof BrokenArchive) throw fault
    throw new BrokenArchive('this is no zip, or only a part of one')
  }
}

function pictureOf(name: string, bytes: Uint8Array): string {
  const { type, starts } = pictureTypes[name]!
  if (starts.some((byte, at) => bytes[at] !== byte)) throw new BrokenArchive(`${name} is no picture`)
  return `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
}
