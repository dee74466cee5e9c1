import type { FastifyInstance } from 'fastify'

export const demoImageCount = 24
const day = 86_400

/** Serves the pictures of the demo posts, `/demo/content/01.svg` to `24.svg`: drawn on request, never stored. */
export function serveDemoImages(app: FastifyInstance): void {
  app.get<{ Params: { file: string } }>('/demo/content/:file', (request, reply) => {
    const number = Number(/^(\d\d)\.svg$/.exec(request.params.file)?.[1])
    if (!(number >= 1 && number <= demoImageCount)) return reply.callNotFound()
    return reply.type('image/svg+xml').header('cache-control', `public, max-age=${day}`).send(demoImage(number))
  })
}

/** A small landscape, a different one for each number. */
export function demoImage(number: number): string {
  const hue = (number * 47) % 360
  const ridge = (height: number, step: number) =>
    Array.from({ length: 9 }, (_, at) => `${at * 20},${height + ((at * step + number * 7) % 23)}`).join(' ')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 120" width="160" height="120">
<rect width="160" height="120" fill="hsl(${hue} 55% 86%)"/><circle cx="${30 + ((number * 13) % 100)}" cy="34" r="14" fill="hsl(${(hue + 40) % 360} 80% 70%)"/>
<polygon points="0,120 ${ridge(58, 11)} 160,120" fill="hsl(${hue} 38% 62%)"/><polygon points="0,120 ${ridge(84, 17)} 160,120" fill="hsl(${hue} 42% 42%)"/></svg>
`
}
