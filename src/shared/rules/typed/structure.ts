import { ALIASES, FUNCTIONS } from '../functions.ts';
import { TIMEFRAMES } from '../../market.ts';
import { timeframeNamed } from '../../timeframes.ts';
import { BAR_MINUTES } from '../spans.ts';
import { RuleProblem } from '../problem.ts';
import { argumentsOf, callOf, constantOf, filledIn } from './calls.ts';
import { NO_COUNTERPART } from './chart-functions.ts';
import { closeOf, inPlace, isSign, isWord, outside, type Piece, split } from './piece.ts';
import { FIRST_PHRASES, LATER_PHRASES, PHRASES } from './phrase-list.ts';
import { withPhrases } from './phrases.ts';

/** What a name that was assigned stands for, in the language. */
export type Names = (name: Piece) => Piece[] | null;

const WITHIN = 'say within how many bars: Write `A, then B within 10 bars`.';
const BEGINS_LATE = new Set(['crosses', 'moves', 'enters', 'leaves', 'exits', 'is', 'rises', 'falls']);
const SIGNS = new Set(['>', '>=', '<', '<=', '=', '!=']);
/** Functions that are in percent: a % behind what they are compared with says nothing new. */
const PERCENT =
  /^(?:rsi|change_pct|roc|stoch_|stochrsi|percentrank|mfi|adx|plus_di|minus_di|aroon|williams_r|choppiness|trix)/;

/** Timeframes as charts name them: minutes as a number, longer ones with a letter. A month is `M`, in capitals. */
const frameNamed = (text: string): string | undefined => {
  if (/^[DWM]$/i.test(text)) return timeframeNamed(text === 'M' ? '1M' : `1${text}`);
  const minutes = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return TIMEFRAMES.find((each) => BAR_MINUTES[each] === minutes) ?? timeframeNamed(text);
};

/** Rewrites the pieces of one condition, or of one value, as the language writes it. */
export const rewriter = (text: string, names: Names) => {
  const fail = (piece: Piece | undefined, sentence: string): never => {
    throw new RuleProblem(text, piece?.at ?? text.length, sentence, true);
  };

  const condition = (pieces: readonly Piece[]): Piece[] => {
    const steps = split(pieces, (piece) => isWord(piece, '@then'));
    const [first = [], ...later] = steps;
    // A step that doesn't say within how many bars has as many as the one before.
    let bars: string | null = null;
    return later.reduce(
      (before, step) => {
        const trimmed = isSign(before.at(-1), ',') ? before.slice(0, -1) : before;
        const [core, own] = timedStep(withoutComma(step));
        bars = own ?? bars;
        return sequence(trimmed, core, bars ?? fail(step[0], WITHIN));
      },
      alternatives(withoutComma(first)),
    );
  };
  const withoutComma = (pieces: readonly Piece[]): readonly Piece[] =>
    isSign(pieces.at(-1), ',') ? pieces.slice(0, -1) : pieces;

  /** `A, then B within 10 bars`: B, and A on one of the ten bars before. */
  const sequence = (before: Piece[], step: readonly Piece[], bars: string): Piece[] =>
    filledIn(`((@1) and barssince(@2, ${bars})[1] < ${bars})`, [alternatives(step), before], step);
  /** A step without its `within 10 bars`, and the number; null without one. */
  const timedStep = (step: readonly Piece[]): [readonly Piece[], string | null] => {
    const [within, count, bars] = step.slice(-3);
    const isTimed = isWord(within, 'within') && count?.kind === 'number' && isWord(bars, 'bars');
    return isTimed ? [step.slice(0, -3), count.text] : [step, null];
  };

  /** A time joins what it is said of; at the beginning it is said of nothing. */
  const withTimes = (pieces: readonly Piece[]): Piece[] =>
    pieces.flatMap((piece, at) => {
      if (!isWord(piece, '@and')) return [piece];
      const before = pieces[at - 1];
      const begins =
        before === undefined ||
        isWord(before, 'and', 'or', 'not') ||
        isSign(before, '!') ||
        isSign(before, '(');
      return begins ? [] : inPlace('and', [piece]);
    });

  const alternatives = (pieces: readonly Piece[]): Piece[] => {
    const open = withBounds(withTimes(pieces));
    let subject: readonly Piece[] = [];
    return joined(open, 'or', (part) =>
      joined(part, 'and', (each) => {
        const own = subjectOf(each);
        // "RSI was below 30 and is now above 30": it goes on about the RSI.
        const whole = own === null && subject.length > 0 ? [...subject, ...each] : each;
        if (own !== null && own.length > 0) subject = own;
        return chained(whole);
      }),
    );
  };
  /** `100 < close < 110`: two conditions, about the middle. */
  const chained = (pieces: readonly Piece[]): Piece[] => {
    const [first, second] = outside(pieces, (piece) => piece.kind === 'sign' && SIGNS.has(piece.text));
    if (first === undefined || second === undefined) return conjunct(pieces);
    const middle = pieces.slice(first + 1, second);
    return filledIn(
      '((@1) and (@2))',
      [conjunct(pieces.slice(0, second)), chained([...middle, ...pieces.slice(second)])],
      pieces,
    );
  };
  const joined = (
    pieces: readonly Piece[],
    word: string,
    read: (part: readonly Piece[]) => Piece[],
  ): Piece[] => {
    const places = outside(pieces, (piece) => isWord(piece, word));
    return split(pieces, (piece) => isWord(piece, word)).flatMap((part, at) => {
      const before = places[at - 1];
      const sign = before === undefined ? [] : [pieces[before]].filter((each) => each !== undefined);
      return [...sign, ...read(part)];
    });
  };

  /** `between 10 and 20`: its `and` joins no conditions. */
  const withBounds = (pieces: readonly Piece[]): Piece[] => {
    const at = outside(pieces, (piece) => isWord(piece, 'between'))[0];
    if (at === undefined) return [...pieces];
    const ends = outside(pieces, (piece, place) => place > at && isWord(piece, 'and', 'or', '@for'));
    const [middle, end = pieces.length] = ends;
    if (middle === undefined || !isWord(pieces[middle], 'and'))
      return fail(pieces[at], 'Write `between 10 and 20`, or `is inside (10, 20)`.');
    const isNot = isWord(pieces[at - 1], 'not');
    let from = isNot ? at - 1 : at;
    if (isWord(pieces[from - 1], 'is')) from -= 1;
    const bounds = filledIn(
      `is ${isNot ? 'outside' : 'inside'} (@1, @2)`,
      [pieces.slice(at + 1, middle), pieces.slice(middle + 1, end)],
      pieces.slice(at, end),
    );
    return [...pieces.slice(0, from), ...bounds, ...withBounds(pieces.slice(end))];
  };

  const conjunct = (pieces: readonly Piece[]): Piece[] => {
    const [first] = pieces;
    if (first && (isWord(first, 'not') || isSign(first, '!')))
      return [...inPlace('not', [first]), ...conjunct(pieces.slice(1))];
    const held = pieces.findIndex((piece) => isWord(piece, '@for'));
    if (held >= 0) {
      const count = pieces[held + 1]?.text ?? '1';
      const inner = condition(pieces.slice(0, held));
      return [
        ...filledIn(`(count(@1, ${count}) = ${count})`, [inner], pieces.slice(held, held + 2)),
        ...pieces.slice(held + 2),
      ];
    }
    if (isSign(first, '(') && closeOf(pieces, 0) === pieces.length - 1 && pieces.length > 2)
      return [...pieces.slice(0, 1), ...condition(pieces.slice(1, -1)), ...pieces.slice(-1)];
    const isBare =
      (first?.kind === 'word' && BEGINS_LATE.has(first.text)) ||
      (first?.kind === 'sign' && SIGNS.has(first.text));
    const begun = isBare ? [...inPlace('close', [first]), ...pieces] : pieces;
    return trended(withoutPercent(nearTo(fromSide(onFrame(begun)))));
  };

  /** `RSI below 30 on the 1h chart`: the RSI is of that chart, and 30 is of none. */
  const onFrame = (pieces: readonly Piece[]): readonly Piece[] => {
    const [number, on, frame] = pieces.slice(-3);
    const own = subjectOf(pieces);
    if (number?.kind !== 'number' || !isWord(on, 'on') || frame?.kind !== 'timeframe' || !own?.length)
      return pieces;
    return [...own, ...pieces.slice(-2), ...pieces.slice(own.length, -2)];
  };
  /** `crosses vwap from below`. */
  const fromSide = (pieces: readonly Piece[]): readonly Piece[] => {
    const [from, side] = pieces.slice(-2);
    const at = pieces.findIndex((piece) => isWord(piece, 'crosses'));
    if (at < 0 || !isWord(from, 'from') || side === undefined) return pieces;
    const isUnder = isWord(side, 'below') || isSign(side, '<');
    if (!isUnder && !isWord(side, 'above') && !isSign(side, '>')) return pieces;
    const rest = pieces
      .slice(at + 1, -2)
      .filter((piece, index) => index > 0 || !isWord(piece, 'above', 'below'));
    return [...pieces.slice(0, at + 1), ...inPlace(isUnder ? 'above' : 'below', [side]), ...rest];
  };
  /** `ADX rising`, `volume highest in 50 bars`. */
  const trended = (pieces: readonly Piece[]): Piece[] => {
    const at = pieces.findIndex((piece) => isWord(piece, '@rising', '@falling', '@most', '@least'));
    const word = pieces[at];
    if (at < 1 || !word) return operands(pieces);
    const left = operands(pieces.slice(0, at));
    const sign = isWord(word, '@rising', '@most') ? '>' : '<';
    if (isWord(word, '@rising', '@falling'))
      return [
        ...filledIn(`@1 ${sign} @2`, [left, shifted(left, { ...word, text: '1' }, fail)], [word]),
        ...operands(pieces.slice(at + 1)),
      ];
    const bars = pieces[at + 1]?.text ?? '20';
    return [
      ...filledIn(`@1 ${sign} ${sign === '>' ? 'highest' : 'lowest'}(@1, ${bars})[1]`, [left], [word]),
      ...operands(pieces.slice(at + 2)),
    ];
  };

  /** `within 2% of sma(50)`. */
  const nearTo = (pieces: readonly Piece[]): readonly Piece[] => {
    const at = pieces.findIndex(
      (piece, place) =>
        isWord(piece, 'within') &&
        pieces[place + 1]?.kind === 'number' &&
        (isSign(pieces[place + 2], '%') || isSign(pieces[place + 2], '*')),
    );
    if (at < 1) return pieces;
    const isShare = isSign(pieces[at + 2], '*');
    const share = Number(pieces[at + 1]?.text) / (isShare ? 1 : 100);
    const rest = pieces.slice(at + (isShare || !isWord(pieces[at + 3], 'of') ? 3 : 4));
    const [low, high] = [1 - share, 1 + share].map((each) => Number(each.toPrecision(12)));
    const from = isWord(pieces[at - 1], 'is') ? at - 1 : at;
    return [
      ...pieces.slice(0, from),
      ...filledIn(`is inside (${low} * (@1), ${high} * (@1))`, [rest], pieces.slice(at)),
    ];
  };

  /** Leaves out the % of what is in percent anyway. */
  const withoutPercent = (pieces: readonly Piece[]): readonly Piece[] => {
    if (!pieces.some((piece) => isSign(piece, '%'))) return pieces;
    const isPercent = pieces.some((piece) => piece.kind === 'word' && PERCENT.test(piece.text));
    return pieces.filter((piece, at) => {
      if (!isSign(piece, '%') || isWord(pieces[at - 2], 'by')) return true;
      if (isPercent) return false;
      const number = pieces[at - 1]?.text ?? '5';
      return fail(
        piece,
        `of what? Write \`close moves up by ${number}%\`, \`change_pct(1) > ${number}\` or \`close > sma(50) * ${1 + Number(number) / 100}\`.`,
      );
    });
  };

  const operands = (pieces: readonly Piece[]): Piece[] => {
    const out: Piece[] = [];
    for (let at = 0; at < pieces.length;) {
      const [taken, made] = operand(pieces, at);
      out.push(...made);
      at += taken;
    }
    return out;
  };

  /** What begins at a place. @returns how many pieces it is, and what becomes of them */
  const operand = (pieces: readonly Piece[], at: number): [number, Piece[]] => {
    const [piece, next] = [pieces[at], pieces[at + 1]];
    if (!piece) return [1, []];
    if (isSign(piece, '?')) fail(piece, 'a choice has no counterpart. Write `(a and b) or (not a and c)`.');
    if (isSign(piece, '!')) return [1, inPlace('not', [piece])];
    if (piece.kind === 'text') throw new RuleProblem(text, piece.at, 'a text has no meaning in a condition.');
    if (isSign(piece, '(')) {
      const end = closeOf(pieces, at);
      if (end < 0) return [1, [piece]];
      const inner = condition(pieces.slice(at + 1, end));
      const back = backAt(pieces, end + 1);
      const close = pieces.slice(end, end + 1);
      if (back) return [end + 4 - at, [piece, ...shifted(inner, back, fail), ...close]];
      return [end + 1 - at, [piece, ...inner, ...close]];
    }
    if (piece.kind !== 'word') return [1, [piece]];
    if (/^@\d+(?:[mhdw]|mo)$/.test(piece.text)) {
      const [taken, made] = operand(pieces, at + 1);
      const back = isSign(pieces[at + 1 + taken], '[') ? pieces.slice(at + 1 + taken, at + 4 + taken) : [];
      return [
        1 + taken + back.length,
        [...made, ...back, ...inPlace(`on ${piece.text.slice(1).replace('mo', 'M')}`, [piece])],
      ];
    }
    const stands = names(piece);
    if (stands) {
      const back = backAt(pieces, at + 1);
      return back ? [4, shifted(stands, back, fail)] : [1, stands];
    }
    if (isSign(next, '(')) {
      const end = closeOf(pieces, at + 1);
      if (end < 0) return [1, [piece]];
      const whole = pieces.slice(at, end + 1);
      const made = called(piece, pieces.slice(at + 2, end), whole);
      const back = backAt(pieces, end + 1);
      return back ? [whole.length + 3, shifted(made, back, fail)] : [whole.length, made];
    }
    if (piece.text.startsWith('strategy.'))
      fail(
        piece,
        `${piece.text} has no counterpart: a rule watches the market, not your position. Leave it out.`,
      );
    const subject = pieces[at + 1];
    // Symbols are typed in capitals.
    const isSymbol = /^[A-Z]{2,6}$/.test(text.slice(piece.at, piece.end));
    if (at === 0 && isSymbol && isSubject(piece, subject))
      fail(
        piece,
        `${piece.text.toUpperCase()} isn't a value. Choose the symbol beside the condition and write \`close\`, or write \`close of ${piece.text.toUpperCase()}\`.`,
      );
    const plain = piece.text.replace(/^ta\./, '');
    const no = Object.hasOwn(NO_COUNTERPART, plain) ? NO_COUNTERPART[plain] : undefined;
    if (no) fail(piece, `“${text.slice(piece.at, piece.end)}” has no counterpart. ${no}`);
    if (plain === 'tr') return [1, inPlace('true_range()', [piece])];
    const numbered = /^(sma|ema|wma|hma|dema|tema|kama|rsi|atr|adx|cci|mfi|ma)_?(\d+)$/.exec(plain);
    if (numbered)
      return [1, inPlace(`${numbered[1] === 'ma' ? 'sma' : numbered[1]}(${numbered[2]})`, [piece])];
    return [1, [plain === piece.text ? piece : { ...piece, text: plain }]];
  };

  const called = (name: Piece, inner: readonly Piece[], whole: readonly Piece[]): Piece[] => {
    if (name.text === 'request.security' || name.text === 'security') return ofSecurity(name, inner, whole);
    const args = argumentsOf(inner).map(({ pieces }) => condition(pieces));
    return callOf(text, name, args, whole);
  };
  /** `request.security(syminfo.tickerid, "D", expression)` */
  const ofSecurity = (name: Piece, inner: readonly Piece[], whole: readonly Piece[]): Piece[] => {
    const [symbol = [], frame = [], value = []] = argumentsOf(inner).map(({ pieces }) => pieces);
    const on = frameNamed(frame[0]?.text ?? '');
    const [of] = symbol;
    const isOwn = isWord(of, 'syminfo.tickerid', 'syminfo.ticker');
    if (!isOwn && of?.kind !== 'text')
      return fail(name, 'Write the symbol behind the value: `close of "BTC-USD" on 1d`.');
    if (on === undefined && !isWord(frame[0], 'timeframe.period'))
      return fail(frame[0] ?? name, `Write one of these timeframes: ${TIMEFRAMES.join(', ')}.`);
    const symbolText = isOwn ? '' : ` of "${of?.text.replace(/^.*:/, '') ?? ''}"`;
    return filledIn(`((@1)${symbolText}${on === undefined ? '' : ` on ${on}`})`, [condition(value)], whole);
  };

  /** A comma between conditions joins them. */
  const withCommas = (pieces: readonly Piece[]): Piece[] => {
    const commas = new Set(outside(pieces, (piece) => isSign(piece, ',')));
    return pieces.flatMap((piece, at) =>
      commas.has(at) && at < pieces.length - 1 && !isWord(pieces[at + 1], '@then', 'and', 'or')
        ? inPlace('and', [piece])
        : [piece],
    );
  };

  return {
    condition: (pieces: readonly Piece[]): Piece[] =>
      condition(
        withCommas(
          withPhrases(
            withPhrases(
              withPhrases(
                pieces.filter(({ kind }) => kind !== 'line'),
                FIRST_PHRASES,
              ),
              PHRASES,
            ),
            LATER_PHRASES,
          ),
        ),
      ),
    constantOf,
  };
};

/** What a condition is about, up to its verb or sign; null where it begins with that. */
const subjectOf = (pieces: readonly Piece[]): readonly Piece[] | null => {
  const [at] = outside(
    pieces,
    (piece) =>
      (piece.kind === 'word' &&
        (BEGINS_LATE.has(piece.text) || /^@(?:rising|falling|most|least)$/.test(piece.text))) ||
      (piece.kind === 'sign' && SIGNS.has(piece.text)),
  );
  if (at === 0) return null;
  const own = at === undefined ? [] : pieces.slice(0, at);
  return own.some((piece) => isWord(piece, 'not', 'within') || isSign(piece, '!')) ? [] : own;
};

/** A word that is no value, and then what values do: `BTC drops 5%`. */
const isSubject = (piece: Piece, next: Piece | undefined): boolean =>
  !Object.hasOwn(FUNCTIONS, piece.text) &&
  !Object.hasOwn(ALIASES, piece.text) &&
  !/^(?:open|high|low|close|volume|all|any|not|and|or)$/.test(piece.text) &&
  /^[a-z]{1,6}$/.test(piece.text) &&
  ((next?.kind === 'word' && BEGINS_LATE.has(next.text)) || (next?.kind === 'sign' && SIGNS.has(next.text)));

/** How many bars before, where `[n]` is next. */
const backAt = (pieces: readonly Piece[], at: number): Piece | null => {
  const [open, back, close] = pieces.slice(at, at + 3);
  return isSign(open, '[') && back?.kind === 'number' && isSign(close, ']') ? back : null;
};

/** What it was so many bars before: each of its values. */
const shifted = (
  pieces: readonly Piece[],
  back: Piece,
  fail: (piece: Piece, sentence: string) => never,
): Piece[] => {
  if (Number(back.text) === 0) return [...pieces];
  const out: Piece[] = [];
  for (let at = 0; at < pieces.length; at += 1) {
    const piece = pieces[at];
    if (!piece) continue;
    out.push(piece);
    const isValue =
      piece.kind === 'word' &&
      (/^(?:open|high|low|close|volume)$/.test(piece.text) || Object.hasOwn(FUNCTIONS, piece.text));
    if (!isValue) continue;
    if (isSign(pieces[at + 1], '(')) {
      const end = closeOf(pieces, at + 1);
      out.push(...pieces.slice(at + 1, end + 1));
      at = end;
    }
    if (isSign(pieces[at + 1], '['))
      fail(back, 'it is of earlier bars already. Write the number of bars behind each value: close[2].');
    out.push(...inPlace(`[${back.text}]`, [back]));
  }
  return out;
};
