import { strToU8, zipSync, type Zippable } from 'fflate'
import type { FixtureDocument } from '#schemas/types/contract.d.ts'
import { callNamed } from '#renderer/api/call.ts'
import type { RepeatKeys } from '#renderer/api/idempotency-keys.ts'
import { drawMarks, type Mark } from './marks.ts'
import type { PreparedReport } from './prepare-report.tsx'

/** What the reporter has agreed to. */
export interface AgreedReport {
  text: string
  hasPicture: boolean
  hasRecording: boolean
  marks: readonly Mark[]
}

/** Most letters that an archive has, as the server says it. */
const maxArchive = 2_000_000
const quality = 0.85

/** The text as it is sent. */
export const sentText = ({ mask }: PreparedReport, text: string): string => mask.shown(mask.typed(text.trim(), { isPassword: false }))

/** The files of a report, as they are sent and can be saved. */
export async function packReport(prepared: PreparedReport, agreed: AgreedReport): Promise<Uint8Array | undefined> {
  const files: Zippable = {}
  const { picture, recording } = prepared
  if (agreed.hasPicture && picture) {
    const blob = await new Promise<Blob | null>((resolve) => drawMarks(picture, agreed.marks).toBlob(resolve, 'image/webp', quality))
    // A browser that does not write WebP writes PNG.
    if (blob) files[blob.type === 'image/webp' ? 'picture.webp' : 'picture.png'] = [new Uint8Array(await blob.arrayBuffer()), { level: 0 }]
  }
  if (agreed.hasRecording && recording) {
    files['fixture.json'] = json(sentFixture(recording.fixture, sentText(prepared, agreed.text)))
    files['answers.json'] = json({ answers: recording.answers })
  }
  return Object.keys(files).length === 0 ? undefined : zipSync(files)
}

const json = (value: unknown): Uint8Array => strToU8(`${JSON.stringify(value, null, 2)}\n`)

/** The fixture with what was written, whose first line is its title. */
export function sentFixture(fixture: FixtureDocument, note: string): FixtureDocument {
  const title = note.split('\n')[0]!.slice(0, 200).trim()
  return title === '' ? fixture : { ...fixture, title, note }
}

/** A report that the server would not take for its size. */
export class TooLargeReport extends Error {}

/** Sends a report; answers its number. @throws TooLargeReport, CallFailure */
export async function sendReport(prepared: PreparedReport, agreed: AgreedReport, idempotencyKeys: RepeatKeys): Promise<number> {
  const packed = await packReport(prepared, agreed)
  const archive = packed && toBase64(packed)
  if (archive !== undefined && archive.length > maxArchive) throw new TooLargeReport()
  const payload = {
    text: sentText(prepared, agreed.text),
    page: prepared.page.slice(0, 2000),
    page_title: prepared.pageTitle.slice(0, 300),
    window: prepared.window,
    ...(archive !== undefined && { archive }),
  }
  const { results } = await callNamed<{ id: number }>('problem-report-send', { payload, background: true, idempotencyKeys })
  return results.id
}

function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return btoa(text)
}
