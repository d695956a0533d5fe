import { RuleProblem } from '../problem.ts';
import { argumentsOf, constantOf, filledIn } from './calls.ts';
import { TUPLES } from './chart-functions.ts';
import { closeOf, inPlace, isSign, isWord, type Piece } from './piece.ts';
import { rewriter } from './structure.ts';

/** What became of a line of a script: what it stands for now, or why it isn't in the rule. */
export type Note = { line: number; text: string };
export type Script = { pieces: Piece[]; notes: Note[] };

type Statement = { pieces: Piece[]; body: Piece[]; line: number };
type Assigned = { pieces: Piece[]; line: number; tuple: { of: Piece; at: number } | null };

const KINDS = /^(?:var|varip|const|simple|series|input|int|float|bool|color|string)$/;
const DECLARES = /^(?:indicator|study|strategy|library)$/;
const DRAWS =
  /^(?:plot|plotshape|plotchar|plotarrow|plotcandle|plotbar|bgcolor|barcolor|hline|fill|label\.new|line\.new|box\.new|table\.\w+|strategy\.(?:exit|close|close_all|cancel)|runtime\.error|max_bars_back)$/;
const ALERTS = /^(?:alertcondition|alert|strategy\.entry|strategy\.order)$/;
const GOES_ON = /^(?:and|or|not)$/;

/** Cuts a script into statements: a line that is indented, or begins or ends in the middle, goes on with the one before. */
const statementsOf = (text: string, pieces: readonly Piece[]): Statement[] => {
  const statements: Statement[] = [];
  let depth = 0;
  let line: Piece[] = [];
  let isOpen = false;
  const flush = (): void => {
    const [first] = line;
    if (!first) return;
    const start = text.lastIndexOf('\n', first.at - 1) + 1;
    const isIndented = first.at > start;
    const last = statements.at(-1);
    const isLater =
      isOpen ||
      (first.kind === 'word' && GOES_ON.test(first.text) && first.text !== 'not') ||
      isSign(first, '?') ||
      isSign(first, ':');
    if (last && isLater) last.pieces.push(...line);
    else if (last && isIndented) {
      if (isWord(last.pieces[0], 'if', 'else')) last.body.push(...line);
      else last.pieces.push(...line);
    } else statements.push({ pieces: line, body: [], line: text.slice(0, first.at).split('\n').length });
    const end = line.at(-1);
    isOpen =
      (end?.kind === 'word' && GOES_ON.test(end.text)) ||
      (end?.kind === 'sign' && !/^[)\]%]$/.test(end.text));
    line = [];
  };
  for (const piece of pieces) {
    if (piece.kind === 'line' && depth === 0) {
      flush();
      continue;
    }
    if (piece.kind === 'line') continue;
    if (isSign(piece, '(') || isSign(piece, '[')) depth += 1;
    if (isSign(piece, ')') || isSign(piece, ']')) depth = Math.max(0, depth - 1);
    line.push(piece);
  }
  flush();
  return statements;
};

type Target = { names: string[]; value: Piece[] };
/** `fast = …`, `var float x = …`, `[a, b] = …`; null where nothing is assigned. */
const assignmentOf = (pieces: readonly Piece[], known: (name: string) => boolean): Target | null => {
  if (isSign(pieces[0], '[')) {
    const end = closeOf(pieces, 0);
    if (!isSign(pieces[end + 1], '=')) return null;
    const names = pieces.slice(1, end).filter(({ kind }) => kind === 'word');
    return { names: names.map(({ text }) => text), value: pieces.slice(end + 2) };
  }
  let at = 0;
  while (pieces[at]?.kind === 'word' && KINDS.test(pieces[at]?.text ?? '') && pieces[at + 1]?.kind === 'word')
    at += 1;
  const [name, sign] = [pieces[at], pieces[at + 1]];
  if (name?.kind !== 'word') return null;
  const isAssigned = isSign(sign, ':=') || (isSign(sign, '=') && (at > 0 || !known(name.text)));
  return isAssigned ? { names: [name.text], value: pieces.slice(at + 2) } : null;
};

const callAt = (pieces: readonly Piece[]): { name: string; args: ReturnType<typeof argumentsOf> } | null => {
  const [name, open] = pieces;
  if (name?.kind !== 'word' || !isSign(open, '(')) return null;
  const end = closeOf(pieces, 1);
  return end < 0 ? null : { name: name.text, args: argumentsOf(pieces.slice(2, end)) };
};

/** Whether a text is a script of several statements, and not one condition. */
export const isScript = (text: string, pieces: readonly Piece[], known: (name: string) => boolean): boolean =>
  statementsOf(text, pieces).some(({ pieces: statement }) => {
    const name = callAt(statement)?.name ?? '';
    return (
      assignmentOf(statement, known) !== null ||
      ALERTS.test(name) ||
      DRAWS.test(name) ||
      DECLARES.test(name) ||
      (isWord(statement[0], 'if') &&
        statement.length > 1 &&
        / alert|strategy|\(/.test(text) &&
        name === '' &&
        hasBody(text, pieces))
    );
  });
const hasBody = (text: string, pieces: readonly Piece[]): boolean =>
  statementsOf(text, pieces).some(({ body }) => body.length > 0);

/** What an input is unless it is changed. */
const withDefault = (pieces: readonly Piece[]): Piece[] => {
  const call = callAt(pieces);
  if (!call || !/^input(?:\.\w+)?$/.test(call.name)) return [...pieces];
  return (call.args.find(({ name }) => name === 'defval') ?? call.args[0])?.pieces ?? [];
};

/** The condition of a script, with what it assigns filled in; and what became of each of its lines. */
export const readScript = (
  text: string,
  pieces: readonly Piece[],
  known: (name: string) => boolean,
): Script => {
  const names = new Map<string, Assigned>();
  const notes: Note[] = [];
  const alerts: { pieces: Piece[]; line: number }[] = [];
  const shapes: { pieces: Piece[]; line: number }[] = [];
  const bare: { pieces: Piece[]; line: number }[] = [];
  const open = new Set<string>();
  let lastAssigned: string | null = null;

  const { condition } = rewriter(text, (piece) => (piece.text.startsWith('@v.') ? meant(piece) : null));
  /** Names that the script assigns are no words of the language any more. */
  const marked = (statement: readonly Piece[]): Piece[] =>
    statement.map((piece) =>
      piece.kind === 'word' && names.has(piece.text) ? { ...piece, text: `@v.${piece.text}` } : piece,
    );
  const meant = (piece: Piece): Piece[] => {
    const name = piece.text.slice(3);
    const found = names.get(name);
    if (!found || open.has(name))
      throw new RuleProblem(
        text,
        piece.at,
        `${name} is made of itself, which has no counterpart. Write barssince or valuewhen.`,
        true,
      );
    open.add(name);
    const value = withDefault(found.pieces);
    const number = constantOf(value);
    const made = number ?? (found.tuple ? lineOf(value, found.tuple) : condition(value));
    open.delete(name);
    const isOne =
      made.length === 1 ||
      (made[1] !== undefined && isSign(made[1], '(') && closeOf(made, 1) === made.length - 1);
    return isOne ? made : [...inPlace('(', [piece]), ...made, ...inPlace(')', [piece])];
  };
  const lineOf = (value: readonly Piece[], { of, at }: { of: Piece; at: number }): Piece[] => {
    const call = callAt(value);
    const template = TUPLES[call?.name.replace(/^ta\./, '') ?? '']?.[at];
    if (!call || template === undefined)
      throw new RuleProblem(
        text,
        of.at,
        `${of.text} has no counterpart. Write the value by its name, such as macd_signal(12, 26, 9).`,
        true,
      );
    const args = call.args.map((arg) => {
      const made = condition(arg.pieces);
      return constantOf(made) ?? made;
    });
    return filledIn(template, args, value);
  };

  for (const { pieces: statement, body, line } of statementsOf(text, pieces)) {
    const assigned = assignmentOf(statement, (name) => known(name) && !names.has(name));
    if (assigned) {
      const value = marked(assigned.value);
      for (const [at, name] of assigned.names.entries()) {
        const [of] = statement;
        const tuple = of && isSign(of, '[') ? { of, at } : null;
        if (name !== '_') names.set(name, { pieces: value, line, tuple });
      }
      lastAssigned = assigned.names.at(-1) ?? null;
      continue;
    }
    const call = callAt(statement);
    if (isWord(statement[0], 'if')) alerts.push({ pieces: marked(statement.slice(1)), line });
    else if (call && ALERTS.test(call.name)) {
      const when = call.args.find(({ name }) => name === 'when' || name === 'condition');
      const given = when ?? (call.name === 'alertcondition' ? call.args[0] : undefined);
      if (given) alerts.push({ pieces: marked(given.pieces), line });
    } else if (call && DRAWS.test(call.name)) {
      const shape = call.args[0]?.pieces;
      if (/^plot(?:shape|char)$/.test(call.name) && shape) shapes.push({ pieces: marked(shape), line });
      notes.push({ line, text: `${call.name} draws on a chart, and isn’t part of the rule.` });
    } else if (call && DECLARES.test(call.name))
      notes.push({ line, text: `${call.name} isn’t part of the rule.` });
    else if (isWord(statement[0], 'else'))
      notes.push({ line, text: 'else isn’t part of the rule. Make another rule for it.' });
    else bare.push({ pieces: marked(statement), line });
    if (body.length > 0 && !isWord(statement[0], 'if'))
      notes.push({ line, text: 'What is indented isn’t part of the rule.' });
  }
  for (const more of alerts.slice(1))
    notes.push({ line: more.line, text: 'A second alert. Make another rule for it.' });
  const lastName = lastAssigned === null ? [] : [{ pieces: [nameOf(lastAssigned, pieces)], line: 1 }];
  const [chosen] = [...alerts, ...bare.slice(-1), ...shapes, ...lastName];
  if (!chosen)
    throw new RuleProblem(text, 0, 'a condition was expected, such as alertcondition(close > 100).', true);
  return { pieces: condition(chosen.pieces), notes: notes.toSorted((a, b) => a.line - b.line) };
};

const nameOf = (name: string, pieces: readonly Piece[]): Piece => {
  const { at, end } = pieces.find((piece) => piece.kind === 'word' && piece.text === name) ?? {
    at: 0,
    end: 0,
  };
  return { kind: 'word', text: `@v.${name}`, at, end };
};
