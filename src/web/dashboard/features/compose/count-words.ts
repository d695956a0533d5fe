/** "1 place", "3 places". */
export const countWords = (count: number, what: string): string =>
  `${count} ${what}${count === 1 ? '' : 's'}`;
