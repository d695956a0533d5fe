/**
 * A feed cannot go on. `message` is one whole sentence: file, line (where there is one) and what is wrong.
 * `line` counts from 1 in the text of the file (of a gz file: in what it unpacks to), or is null where the
 * trouble is the file as a whole.
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
