export type Keywords = { any: readonly string[]; all: readonly string[]; none: readonly string[] };

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Whether the word, or the words in a row, stand in the text by themselves: "rate" is not in "corporate". */
function stands(text: string, word: string): boolean {
  const pattern = word.trim().split(/\s+/).map(escape).join('\\s+');
  return new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, 'iu').test(text);
}

/** One of `any` (where there are some), every one of `all`, and none of `none`. */
export function matchesKeywords(text: string, { any, all, none }: Keywords): boolean {
  const normal = text.normalize('NFKC');
  const has = (word: string): boolean => stands(normal, word.normalize('NFKC'));
  return (any.length === 0 || any.some(has)) && all.every(has) && !none.some(has);
}
