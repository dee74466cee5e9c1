import type { FastifyInstance } from 'fastify'

export const demoPictureCount = 32
const day = 86_400

/** Serves the pictures of the demo's products, `/demo/market/01.svg` to `32.svg`: drawn on request, never stored. */
export function serveDemoPictures(app: FastifyInstance): void {
  app.get<{ Params: { file: string } }>('/demo/market/:file', (request, reply) => {
    const number = Number(/^(\d\d)\.svg$/.exec(request.params.file)?.[1])
    if (!(number >= 1 && number <= demoPictureCount)) return reply.callNotFound()
    return reply.type('image/svg+xml').header('cache-control', `public, max-age=${day}`).send(demoPicture(number))
  })
}

/** A box on a table, of another colour and size for each number. */
export function demoPicture(number: number): string {
  const hue = (number * 53) % 360
  const width = 50 + ((number * 11) % 40)
  const height = 36 + ((number * 17) % 40)
  const [x, y] = [80 - width / 2, 96 - height]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 120" width="160" height="120">
<rect width="160" height="120" fill="hsl(${hue} 40% 92%)"/><rect y="96" width="160" height="24" fill="hsl(${hue} 25% 80%)"/>
<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="4" fill="hsl(${(hue + 20) % 360} 55% 56%)"/>
<rect x="${x + width * 0.4}" y="${y}" width="${width * 0.2}" height="${height}" fill="hsl(${(hue + 40) % 360} 60% 76%)"/></svg>
`
}
