import { FeedError } from '../feed-error.ts';

/** A file that loses more than this share of its rows is not what it is taken for. */
const LOST_MOST = 0.1;

/** Whether so many rows of a file are too many to lose. A single one never is: a file may have five. */
export const lostTooMany = (lost: number, rows: number): boolean => lost > 1 && lost > LOST_MOST * rows;

/** Too many rows of a file can't be believed. */
export class LossError extends FeedError {
  constructor(file: string, lost: number, rows: number) {
    super(file, null, `${lost} of its ${rows} rows cannot be believed, which is more than a tenth`);
    this.name = 'LossError';
  }
}
