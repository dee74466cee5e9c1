import { describe, expect, it } from 'vitest'
import { createSchemaAjv } from '#schemas/check/schema/schema-ajv.ts'
import { formatSexagesimal, parseCoordinates } from '#schemas/rules/numbers/coordinates.ts'
import { formatCoordinates, isMapPoint } from '#schemas/rules/numbers/map-point.ts'
import { validateSchema } from '#schemas/rules/json-schema/json-schema.ts'
import { validateData } from '#schemas/rules/validation/validate-rules.ts'

describe('coordinates that somebody writes', () => {
  it.each([
    ['35.7001388, 51.4033774', 35.7001388, 51.4033774],
    ['35.7001388,51.4033774', 35.7001388, 51.4033774],
    ['35.7 51.4', 35.7, 51.4],
    ['35, 51', 35, 51],
    [' (-35.7; 51) ', -35.7, 51],
    ['۳۵٫۷۰۰۱۳۸۸، ۵۱٫۴۰۳۳۷۷۴', 35.7001388, 51.4033774],
    ['٣٥٫٧، ٥١٫٤', 35.7, 51.4],
    ['۳۵/۷ ۵۱/۴', 35.7, 51.4],
    ['35,7 51,4', 35.7, 51.4],
    ['35,7, 51,4', 35.7, 51.4],
    ['35,7; 51,4', 35.7, 51.4],
    ['35°42\'0.5"N 51°24\'12.2"E', 35.7001389, 51.4033889],
    ['10°30\'0"S 20°15\'0"W', -10.5, -20.25],
    ['35°42\'0"S 51°24\'0"W', -35.7, -51.4],
    ['35° 42′ 0.5″ N, 51° 24′ 12.2″ E', 35.7001389, 51.4033889],
    ['N 35 42 0, E 51 24 0', 35.7, 51.4],
    ['35 42 0 51 24 0', 35.7, 51.4],
    ['51.4E 35.7N', 35.7, 51.4],
    ['51.4°W, 35.7°S', -35.7, -51.4],
    ['35:42:00 51:24:00', 35.7, 51.4],
    ["35°42' 51°", 35.7, 51],
    ['۳۵°۴۲′۰″ش ۵۱°۲۴′۰″ش', 35.7, 51.4],
    ['۳۵٫۷ج ۵۱٫۴غ', -35.7, -51.4],
    ['۳۵ درجه ۴۲ دقیقه شمالی، ۵۱ درجه ۲۴ دقیقه شرقی', 35.7, 51.4],
    ['\u200e35.7, 51.4\u200f', 35.7, 51.4],
    ['-90, 180', -90, 180],
    ['90.1, 0', 90.1, 0],
    ['geo:35.7,51.4', 35.7, 51.4],
    ['−0.00000001, 0', 0, 0],
  ])('%s', (text, lat, long) => expect(parseCoordinates(text)).toEqual({ lat, long }))
  it.each([
    'abc',
    '',
    '35.7',
    '35.7,',
    ',51',
    '35 42 0',
    '35°61\'0"N 51°0\'0"E',
    "35.5°30'N 51°E",
    '-35N 51E',
    '35N 36S',
    '51E 52W',
    '1,2,3',
    '35..7, 51',
    'N35N 51E',
    '1e3, 5',
    '5'.repeat(201),
  ])('%s is none', (text) => expect(parseCoordinates(text)).toBeUndefined())
})

it('writes a point in both ways, and reads both again', () => {
  const point = { lat: -35.7001389, long: 51.4033889 }
  expect(formatCoordinates(point)).toBe('-35.7001389, 51.4033889')
  expect(formatSexagesimal(point)).toBe('35° 42′ 0.5″ S, 51° 24′ 12.2″ E')
  expect(formatSexagesimal({ lat: 35.9999999, long: -0.5 })).toBe('36° 0′ 0″ N, 0° 30′ 0″ W')
  expect(formatCoordinates({ lat: 0.0000001, long: -1e-9 })).toBe('0.0000001, 0')
  for (const text of [formatCoordinates(point), formatSexagesimal(point)]) expect(parseCoordinates(text)).toEqual(point)
})

describe('a point of a form', () => {
  const schema = { type: 'object', properties: { place: { type: ['object', 'null'], format: 'map-point' } } }
  const onServer = createSchemaAjv().compile(schema)
  const points: [unknown, boolean][] = [
    [{ lat: 90, long: 180 }, true],
    [{ lat: -90, long: -180, id: 7 }, true],
    [{ lat: 0, long: 0, id: null }, true],
    [{ lat: 1, long: 2, id: 'a' }, true],
    [{ lat: 90.1, long: 0 }, false],
    [{ lat: 0, long: 180.1 }, false],
    [{ lat: 0, long: -180.1 }, false],
    [{ lat: 1 }, false],
    [{}, false],
    [{ lat: '1', long: 2 }, false],
    [{ lat: 1, long: 2, id: {} }, false],
  ]
  it.each(points)('%j is judged alike by form and server: %s', (place, holds) => {
    expect([isMapPoint(place), validateSchema(schema, { place }).length === 0, onServer({ place })]).toEqual([holds, holds, holds])
  })
  it('may be missing', () => expect([validateSchema(schema, { place: null }), onServer({ place: null })]).toEqual([[], true]))
  it('says what is wrong in one sentence', () =>
    expect(validateData(schema, { place: { lat: 90.1, long: 0 } })).toEqual({ place: [{ key: 'rules.map_point' }] }))
})
