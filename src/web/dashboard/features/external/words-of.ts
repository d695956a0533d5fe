/** Keywords as they are typed, with commas between. */
export const wordsOf = (text: string): string[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
export const textOf = (words: readonly string[]): string => words.join(', ');
