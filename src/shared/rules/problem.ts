/** What is wrong with a rule's text, and where. */
export class RuleProblem extends Error {
  override readonly name = 'RuleProblem';
  /** Both count from 1; `offset` from 0. */
  readonly line: number;
  readonly column: number;
  readonly offset: number;
  /** The sentence alone. */
  readonly sentence: string;
  /** Whether the sentence has what to write instead of what chart platforms write. */
  readonly helps: boolean;

  constructor(text: string, offset: number, sentence: string, helps = false) {
    const before = text.slice(0, offset).split('\n');
    const line = before.length;
    const column = (before.at(-1)?.length ?? 0) + 1;
    const source = (text.split('\n')[line - 1] ?? '').replaceAll('\t', ' ');
    super(`Line ${line}, column ${column}: ${sentence}\n  ${source}\n  ${' '.repeat(column - 1)}^`);
    this.line = line;
    this.column = column;
    this.offset = offset;
    this.sentence = sentence;
    this.helps = helps;
  }
}

/** How many letters have to be changed, added or taken away to make one word the other; two that stand the wrong way round count as one. */
const distance = (a: string, b: string): number => {
  const width = b.length + 1;
  const cells: number[] = [];
  const at = (i: number, j: number): number => cells[i * width + j] ?? 0;
  for (let i = 0; i <= a.length; i += 1)
    for (let j = 0; j <= b.length; j += 1) {
      let best = i === 0 ? j : j === 0 ? i : Math.min(at(i - 1, j), at(i, j - 1)) + 1;
      if (i > 0 && j > 0) best = Math.min(best, at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, at(i - 2, j - 2) + 1);
      cells.push(best);
    }
  return at(a.length, b.length);
};

/** " Did you mean 'close'?", or '' where no word is near. */
export const didYouMean = (word: string, words: readonly string[]): string => {
  if (word.length > 40) return '';
  const near = words
    .map((known) => ({ known, away: distance(word.toLowerCase(), known) }))
    .toSorted((a, b) => a.away - b.away)[0];
  return near && near.away <= Math.max(1, Math.floor(word.length / 3))
    ? ` Did you mean '${near.known}'?`
    : '';
};
