import { daySchema } from '../day.ts';
import { oneLabel } from '../label.ts';
import { LINES_MAX, type LineProblem, REASON_MAX, type SymbolsForm } from './lists.ts';

/** A line as it is to be listed. */
export type Line = { symbol: string; reason: string; from: string | null; until: string | null };

const SYMBOL = /^[A-Z0-9^$][A-Z0-9.:_/^=-]{0,39}$/;
const PROBLEMS_MAX = 100;

/**
 * Reads pasted lines: a symbol each, then a reason, a first and a last day if they aren't the form's. A first line that
 * names the columns is left out. Of faulty lines none is read: all are named, so that nobody adds half a list.
 */
export function readLines({ symbols, reason, from, until }: Omit<SymbolsForm, 'list'>): {
  lines: Line[];
  problems: LineProblem[];
} {
  const lines: Line[] = [];
  const problems: LineProblem[] = [];
  const seen = new Map<string, number>();
  const rows = symbols.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const count = rows.filter((row) => row.trim() !== '').length;
  if (count > LINES_MAX)
    return {
      lines,
      problems: [{ line: LINES_MAX + 1, problem: `Add at most ${LINES_MAX} lines at a time.` }],
    };
  rows.forEach((row, at) => {
    if (row.trim() === '') return;
    const cells = cellsOf(row);
    if (at === 0 && cells?.[0]?.toLowerCase() === 'symbol') return;
    const read = cells ? lineOf(cells, { reason, from, until }) : 'A quote isn’t closed.';
    const problem =
      typeof read === 'string'
        ? read
        : seen.has(read.symbol)
          ? `${read.symbol} is in line ${seen.get(read.symbol)} too.`
          : null;
    if (problem !== null) problems.push({ line: at + 1, problem });
    if (typeof read === 'string' || problem !== null) return;
    seen.set(read.symbol, at + 1);
    lines.push(read);
  });
  if (lines.length + problems.length === 0) problems.push({ line: 1, problem: 'Enter a symbol.' });
  return { lines, problems: problems.slice(0, PROBLEMS_MAX) };
}

/** The cells of a row of commas; of semicolons or tabs, where it has no comma. Null where a quote isn't closed. */
function cellsOf(row: string): string[] | null {
  const separator = [',', ';', '\t'].find((each) => row.includes(each)) ?? ',';
  const cells: string[] = [];
  let rest = row;
  for (;;) {
    const quoted = /^\s*"((?:[^"]|"")*)"\s*/.exec(rest);
    if (!quoted && /^\s*"/.test(rest)) return null;
    const end = rest.indexOf(separator, quoted?.[0].length ?? 0);
    const cell = end < 0 ? rest : rest.slice(0, end);
    cells.push(quoted ? (quoted[1] ?? '').replaceAll('""', '"') : cell.trim());
    if (end < 0) return cells;
    rest = rest.slice(end + 1);
  }
}

/** @returns what is wrong with it, where it can't be listed */
function lineOf(cells: string[], form: Pick<SymbolsForm, 'reason' | 'from' | 'until'>): Line | string {
  const [name = '', why = '', first = '', last = '', ...more] = cells;
  if (more.some((cell) => cell !== ''))
    return 'Use symbol, reason, from, until, and quote a reason with commas.';
  const symbol = name.toUpperCase();
  if (!SYMBOL.test(symbol)) return name === '' ? 'Enter a symbol.' : `“${name.slice(0, 40)}” isn’t a symbol.`;
  const reason = oneLabel(why) || (form.reason ?? '');
  if (reason === '') return 'Give a reason.';
  if (reason.length > REASON_MAX) return `A reason can have at most ${REASON_MAX} characters.`;
  const from = first || (form.from ?? null);
  const until = last || (form.until ?? null);
  for (const day of [from, until])
    if (day !== null && !daySchema.safeParse(day).success)
      return `“${day.slice(0, 20)}” isn’t a day. Write it as 2026-11-30.`;
  if (from !== null && until !== null && until < from) return 'The last day is before the first.';
  return { symbol, reason, from, until };
}
