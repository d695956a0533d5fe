import type { Example } from './curl.ts';

export type Row = { name: string; type: string; says: string };
/** Fields; where an entry before it on the page has shown the same ones, that entry stands for the rows. */
export type Table = { title: string; rows: Row[]; sameAs?: { id: string; summary: string } };
/** One address of the reference, whichever surface it belongs to. Texts may hold `code` in backticks. */
export type Entry = {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  tables: Table[];
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
/** One page of the reference, at `/api/{id}`. */
export type Surface = {
  id: string;
  title: string;
  /** The line under the title, and what a search engine shows. */
  description: string;
  intro: readonly string[];
  entries: readonly Entry[];
};
