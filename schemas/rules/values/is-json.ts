/** Whether a text is JSON as RFC 8259 has it; an empty one is not. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
