import { multipart } from '#tests/server-mock/uploads/multipart.ts'

/** A file as a browser sends it to `grid-import-open`. */
export const importForm = (
  content: string | Buffer,
  grid: string,
  { name = 'a.csv', params }: { name?: string; params?: Record<string, unknown> } = {},
) => multipart([{ name, type: 'application/octet-stream', content }], { payload: JSON.stringify({ grid, params }) })
