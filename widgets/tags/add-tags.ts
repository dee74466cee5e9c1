/** The list with the words of a text, which commas and line ends part; the same word twice counts once. */
export function addTags(list: readonly string[], text: string, max = 100): { list: string[]; duplicates: number } {
  const next = [...list]
  let duplicates = 0
  for (const word of text
    .split(/[,،\n]/)
    .map((part) => part.trim().replaceAll(/\s+/g, ' '))
    .filter(Boolean)) {
    if (next.some((other) => other.toLocaleLowerCase() === word.toLocaleLowerCase())) duplicates += 1
    else if (next.length < max) next.push(word)
  }
  return { list: next, duplicates }
}
