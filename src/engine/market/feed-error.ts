/**
 * A feed can't continue. `message` is a whole sentence with the file, the line and what is wrong. `line` counts from 1
 * in the (unpacked) text, and is null if the problem is the file as a whole.
 */
export class FeedError extends Error {
  readonly file: string;
  readonly line: number | null;
  readonly problem: string;

  constructor(file: string, line: number | null, problem: string, options?: { cause: unknown }) {
    super(line === null ? `${file}: ${problem}.` : `${file}, line ${line}: ${problem}.`, options);
    this.name = 'FeedError';
    this.file = file;
    this.line = line;
    this.problem = problem;
  }
}
