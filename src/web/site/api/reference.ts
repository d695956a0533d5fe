import { type Example } from './curl.ts';

export type Row = { name: string; type: string; says: string };
/** One address of the reference, whichever surface it belongs to. Texts may hold `code` in backticks. */
export type Entry = {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  tables: { title: string; rows: Row[] }[];
  /** The last is what the example gets. */
  answers: { status: string; says: string }[];
  /** Codes it may refuse with, beside those that any address may answer; each in the table of errors. */
  codes: readonly string[];
  /** Who may ask, where the surface knows several. */
  needs?: string;
  example: Example;
  /** What a program of ours really answered. */
  answer?: string;
};
export type Surface = { id: string; title: string; intro: string[]; entries: readonly Entry[] };
