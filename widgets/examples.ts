/** One example of each widget, by its folder: a document and the data it is drawn with. */
export const examples = import.meta.glob<{ document: unknown; data: Record<string, unknown> }>('./*/example.json', {
  eager: true,
  import: 'default',
})
