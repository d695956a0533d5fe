/** An unhurried reader of running text. */
const WORDS_A_MINUTE = 220;

/** The words that a reader of this HTML reads. */
export function countWords(html: string): number {
  const text = html.replace(/<[^>]*>/g, ' ').replace(/&[a-z#0-9]+;/gi, ' ');
  return text.match(/[\p{L}\p{N}][\p{L}\p{N}.,’'%-]*/gu)?.length ?? 0;
}

/** `5 min read`; never less than a minute. */
export function readTime(words: number): string {
  return `${Math.max(1, Math.round(words / WORDS_A_MINUTE))} min read`;
}
