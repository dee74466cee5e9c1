/** Colours that are read on light and dark paper alike (at least 3:1 on both). */
export const colors = [
  { name: 'red', value: '#d92d20' },
  { name: 'orange', value: '#c4560a' },
  { name: 'green', value: '#1d8a55' },
  { name: 'teal', value: '#0b8583' },
  { name: 'blue', value: '#2f74c8' },
  { name: 'purple', value: '#8a5bd0' },
  { name: 'gray', value: '#737f81' },
] as const
