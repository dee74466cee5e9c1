const pattern = /^\$(?:([a-z][a-z0-9-]*)\/)?([A-Za-z][A-Za-z0-9_.-]*)$/

/** The key of a message that a text of a document stands for: `$books` of its own module, `$library/books` of another; else undefined. */
export function textKey(text: string): { module?: string; key: string } | undefined {
  const [, module, key] = pattern.exec(text) ?? []
  return key === undefined ? undefined : { ...(module !== undefined && { module }), key }
}
