import type { Detector } from '#src/engine/detectors/register.ts';
import { findOffered } from './offered.ts';
import { paramLabel } from './params.ts';

type ReadRule =
  | { ok: true; detector: Detector }
  /** `param`: whose figure it is; the sentence says what it must be. */
  | { ok: false; param: string; sentence: string };

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;

type Issue = { code: string; minimum?: unknown; maximum?: unknown; inclusive?: unknown; path: PropertyKey[] };

function mustBe({ code, minimum, maximum, inclusive }: Issue): string {
  if (code === 'too_small')
    return `must be ${inclusive === true ? 'at least' : 'more than'} ${String(minimum)}`;
  if (code === 'too_big') return `must be ${inclusive === true ? 'at most' : 'less than'} ${String(maximum)}`;
  return 'must be a figure that the condition can use, such as a whole number';
}

/** Settles a registered detector with figures as they were typed; a decimal comma is read as a point. */
export function readRule(name: string, typed: Readonly<Record<string, string>>): ReadRule {
  const registered = findOffered(name);
  if (!registered) throw new Error(`There is no detector "${name}".`);
  const params: Record<string, number> = {};
  for (const [param, text] of Object.entries(typed)) {
    const figure = text.trim().replace(/%$/, '').trim().replace(',', '.');
    if (!NUMBER.test(figure)) {
      const example = registered.defaults[param];
      return { ok: false, param, sentence: `“${paramLabel(param)}” must be a number, such as ${example}.` };
    }
    params[param] = Number(figure);
  }
  const configured = registered.configure(params);
  if (configured.ok) return configured;
  const [issue] = configured.error.issues;
  const param = String(issue?.path[0] ?? Object.keys(typed)[0] ?? '');
  const rule = issue ? mustBe(issue) : 'must be another figure';
  return { ok: false, param, sentence: `“${paramLabel(param)}” ${rule}.` };
}
