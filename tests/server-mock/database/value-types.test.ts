import { describe, expect, it } from 'vitest'
import { parseInstant } from '#server/database/connection/value-types.ts'

describe('an instant as PostgreSQL writes it', () => {
  it.each([
    ['2024-01-15 10:30:00.123456+00', '2024-01-15T10:30:00.123Z'],
    ['2024-01-15 10:30:00.5+00', '2024-01-15T10:30:00.500Z'],
    ['2024-01-15 10:30:00.04+00', '2024-01-15T10:30:00.040Z'],
    ['2024-01-15 10:30:00+00', '2024-01-15T10:30:00.000Z'],
    ['2024-01-15 10:30:00+03', '2024-01-15T07:30:00.000Z'],
    ['2024-01-15 10:30:00.5+03:30', '2024-01-15T07:00:00.500Z'],
  ])('%s is %s', (text, instant) => expect(parseInstant(text)).toBe(instant))

  it('is refused where a day has no such year', () => expect(() => parseInstant('infinity')).toThrow(RangeError))
})
