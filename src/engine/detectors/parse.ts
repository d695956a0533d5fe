import { AppError } from '#src/shared/errors.ts';
import type { Detector, RegisteredDetector } from './register.ts';
import { DETECTORS, findDetector } from './registry.ts';

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/;

const refuse = (text: string, problem: string): AppError =>
  new AppError('validation_failed', `Detector '${text}': ${problem}`);

const detectorNamed = (name: string, text: string): RegisteredDetector => {
  const found = findDetector(name);
  if (found) return found;
  const names = DETECTORS.map((detector) => detector.name).join(', ');
  throw refuse(text, `there is no detector '${name}'; there are: ${names}.`);
};

/** One 'key=value'. */
const parsePair = (pair: string, registered: RegisteredDetector, text: string): [string, number] => {
  const at = pair.indexOf('=');
  const key = (at < 0 ? pair : pair.slice(0, at)).trim();
  if (pair.trim() === '') throw refuse(text, `a key=value is missing after ':' or ','.`);
  if (!Object.hasOwn(registered.defaults, key)) {
    const keys = Object.keys(registered.defaults).join(', ') || 'none';
    throw refuse(text, `${registered.name} has no parameter '${key}'; it has: ${keys}.`);
  }
  const value = at < 0 ? '' : pair.slice(at + 1).trim();
  const words = registered.words[key] ?? {};
  if (Object.hasOwn(words, value)) return [key, words[value] ?? Number.NaN];
  if (!DECIMAL.test(value) && Object.keys(words).length > 0)
    throw refuse(text, `${key} must be ${Object.keys(words).join(' or ')}, not '${value}'.`);
  if (!DECIMAL.test(value))
    throw refuse(text, `${key} must be a number such as ${key}=${registered.defaults[key]}, not '${value}'.`);
  return [key, Number(value)];
};

/**
 * Reads 'NAME' or 'NAME:key=value,key=value', e.g. 'gap:min_pct=0.5'. Parameters that are not named keep
 * their defaults. Throws AppError validation_failed with one sentence: unknown detector or key, a key given
 * twice, not a number, or out of the parameter's range.
 */
export const parseDetector = (text: string): Detector => {
  const colon = text.indexOf(':');
  const name = (colon < 0 ? text : text.slice(0, colon)).trim();
  const registered = detectorNamed(name, text);
  const pairs = colon < 0 ? [] : text.slice(colon + 1).split(',');
  const params: Record<string, number> = {};
  for (const pair of pairs) {
    const [key, value] = parsePair(pair, registered, text);
    if (Object.hasOwn(params, key)) throw refuse(text, `${key} is given twice.`);
    params[key] = value;
  }
  const configured = registered.configure(params);
  if (configured.ok) return configured.detector;
  const [issue] = configured.error.issues;
  throw refuse(text, issue ? rangeSentence(issue, params, registered) : 'its parameters are not valid.');
};

type Issue = {
  code: string;
  path: PropertyKey[];
  message: string;
  minimum?: unknown;
  maximum?: unknown;
  inclusive?: unknown;
};

const rangeSentence = (
  issue: Issue,
  params: Record<string, number>,
  registered: RegisteredDetector,
): string => {
  const key = String(issue.path[0]);
  const got = `not ${params[key] ?? registered.defaults[key]}`;
  const words = Object.keys(registered.words[key] ?? {});
  if (issue.code === 'invalid_value' && words.length > 0)
    return `${key} must be ${words.join(' or ')}, ${got}.`;
  if (issue.code === 'invalid_type') return `${key} must be a whole number, ${got}.`;
  if (issue.code === 'custom') return `${key} ${issue.message}, ${got}.`;
  if (issue.code === 'too_small')
    return `${key} must be ${issue.inclusive === true ? 'at least' : 'more than'} ${String(issue.minimum)}, ${got}.`;
  if (issue.code === 'too_big')
    return `${key} must be ${issue.inclusive === true ? 'at most' : 'less than'} ${String(issue.maximum)}, ${got}.`;
  return `${key}: ${issue.message}.`;
};
