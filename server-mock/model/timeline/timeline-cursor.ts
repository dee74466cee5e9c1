import { validationError } from '#server/errors.ts'
import { badValue } from '#server/model/ids.ts'

/** Place of an entry in a timeline: its moment as PostgreSQL writes it, the rank of its source, and its id. */
export interface TimelinePlace {
  moment: string
  rank: number
  id: number
}

export const formatTimelineCursor = ({ moment, rank, id }: TimelinePlace): string =>
  Buffer.from(JSON.stringify([moment, rank, id])).toString('base64url')

/** @throws a 422 on `cursor` for anything but what `formatTimelineCursor` writes */
export function parseTimelineCursor(cursor: string): TimelinePlace {
  try {
    const [moment, rank, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[]
    if (typeof moment === 'string' && isMoment(moment) && Number.isSafeInteger(rank) && Number.isSafeInteger(id))
      return { moment, rank: rank as number, id: id as number }
  } catch {
    // Not written by this server.
  }
  throw validationError({ cursor: [badValue(cursor)] })
}

const isMoment = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(\.\d{1,6})?$/.test(text) && !Number.isNaN(Date.parse(`${text.replace(' ', 'T')}Z`))
